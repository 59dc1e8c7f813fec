"""Days as Brazilians write them, short: 16 de nov. de 2026."""

DATE_FORMAT = r"j \d\e b. \d\e Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = r"j \d\e b. \d\e Y, H:i"
