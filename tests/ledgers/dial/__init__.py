"""The autonomy dial: what it counts, and what it suggests."""
