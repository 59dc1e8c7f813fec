"""The budgets of the screens."""

from __future__ import annotations

# A page's own questions of the database, whatever the number of rows on it.
QUESTIONS = {
    "queue": 8,
    "queue fragment": 5,
    "card": 12,
    "decide": 15,
    "fact": 12,
    "policy": 10,
    "poll of the count": 2,
    "poll of the news": 2,
    "poll of the card": 2,
}
# Bytes as they travel, compressed.
QUEUE_BYTES, CARD_BYTES, FRAGMENT_BYTES = 30_000, 14_000, 6_000
SCRIPT_BYTES, OWN_SCRIPT_BYTES, SCRIPT_FILES = 25_000, 6_000, 2
STYLE_BYTES, STYLE_FILES = 12_000, 1
FIRST_REQUESTS, FIRST_BYTES = 5, 75_000
# Milliseconds of the server for nineteen of twenty requests, with twenty people at work.
SERVER = {"queue": 120, "card": 150, "decide": 200, "fact": 200, "poll of the count": 20}
# Milliseconds in a browser whose processor is four times slower, and how far a page may jump.
LARGEST_PAINT, KEY_TO_CHANGE, LAYOUT_SHIFT = 1_200, 100, 0.02
