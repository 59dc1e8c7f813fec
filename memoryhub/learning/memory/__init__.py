"""How well remembered facts are found again, and told from their like."""
