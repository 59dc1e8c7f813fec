"""Real input: what web sites say about where places lie, posted through the API and checked against an oracle."""
