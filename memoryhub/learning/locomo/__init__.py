"""Long dialogues of two, and questions whose answers lie in known turns: how many of those turns are found."""
