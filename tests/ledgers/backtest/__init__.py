"""What a draft would have done with the log of a workspace."""
