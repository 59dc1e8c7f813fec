"""From nothing to a workspace of one's own."""
