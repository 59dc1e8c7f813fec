"""Pages of recall: what an agent would be told, who was told a fact, and what is remembered about a person."""
