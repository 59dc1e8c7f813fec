"""The people of a workspace, and what each sets for themselves."""
