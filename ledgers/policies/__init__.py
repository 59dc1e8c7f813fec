"""The policy that ships, as data."""
