"""The law, in plain Python: no clock, no I/O, nothing random. Same input, same answer."""
