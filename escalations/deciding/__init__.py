"""A decision pressed by a person: by one or by two, undone in time, reverted later."""
