"""Reading the ledgers and their registries; nothing here writes."""
