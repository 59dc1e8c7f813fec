"""Pages of who answers for what, of sources, fields and scopes, of tokens and of addresses told of events."""
