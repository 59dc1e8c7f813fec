"""Days as English writes them. The month stands in letters: 11/10 means two days to two readers."""

DATE_FORMAT = "j M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j M Y, H:i"
