"""What somebody owns, and their word that it is still true."""
