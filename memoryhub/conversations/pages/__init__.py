"""What is remembered about a person, shown to that person."""
