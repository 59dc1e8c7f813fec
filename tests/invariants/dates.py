"""Dates as clients write them, and the instants they are: worked out by hand from the zones' own rules."""

from __future__ import annotations

SAO_PAULO, LISBON, NEW_YORK = "America/Sao_Paulo", "Europe/Lisbon", "America/New_York"
KIRITIMATI, KATHMANDU, LORD_HOWE, CAIRO = "Pacific/Kiritimati", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Cairo"

# text, workspace zone, instant
BEGINNINGS = [
    ("2026-08-24T23:30:00-03:00", SAO_PAULO, "2026-08-25T02:30:00Z"),
    ("2026-08-25T01:00:00Z", SAO_PAULO, "2026-08-25T01:00:00Z"),
    ("2026-08-25", SAO_PAULO, "2026-08-25T03:00:00Z"),
    ("2026-12-31T23:30:00-03:00", SAO_PAULO, "2027-01-01T02:30:00Z"),
    ("2026-08-25T10:00:00.123456Z", SAO_PAULO, "2026-08-25T10:00:00.123456Z"),
    ("2026-08-25t10:00:00z", SAO_PAULO, "2026-08-25T10:00:00Z"),
    ("2026-08-25T10:00:00-00:00", SAO_PAULO, "2026-08-25T10:00:00Z"),
    ("2026-12-31T00:00:00+14:00", SAO_PAULO, "2026-12-30T10:00:00Z"),
    ("2026-12-31T00:00:00-12:00", SAO_PAULO, "2026-12-31T12:00:00Z"),
    ("2026-12-31", KIRITIMATI, "2026-12-30T10:00:00Z"),
    ("2026-11-15", LISBON, "2026-11-15T00:00:00Z"),
    ("2026-07-15", LISBON, "2026-07-14T23:00:00Z"),
    ("2026-03-29", LISBON, "2026-03-29T00:00:00Z"),
    ("2026-10-25", LISBON, "2026-10-24T23:00:00Z"),
    ("2026-03-08", NEW_YORK, "2026-03-08T05:00:00Z"),
    ("2026-11-01", NEW_YORK, "2026-11-01T04:00:00Z"),
    ("2024-02-29", SAO_PAULO, "2024-02-29T03:00:00Z"),
    ("2024-02-29T23:59:59+00:00", SAO_PAULO, "2024-02-29T23:59:59Z"),
    ("2026-01-01", KATHMANDU, "2025-12-31T18:15:00Z"),
    ("2026-04-05", LORD_HOWE, "2026-04-04T13:00:00Z"),
    # On these days clocks went forward at midnight: the day begins at the first instant that exists.
    ("2018-11-04", SAO_PAULO, "2018-11-04T03:00:00Z"),
    ("2026-04-24", CAIRO, "2026-04-23T22:00:00Z"),
    ("2036-11-01", SAO_PAULO, "2036-11-01T03:00:00Z"),
    ("1900-01-02T00:00:00Z", SAO_PAULO, "1900-01-02T00:00:00Z"),
]
# day, zone, the start of the next one: days of 23, 24, 25, 23.5 and 24.5 hours, a leap day, a month's end
ENDS = [
    ("2026-08-25", SAO_PAULO, "2026-08-26T03:00:00Z"),
    ("2026-09-30", SAO_PAULO, "2026-10-01T03:00:00Z"),
    ("2026-03-29", LISBON, "2026-03-29T23:00:00Z"),
    ("2026-10-25", LISBON, "2026-10-26T00:00:00Z"),
    ("2026-03-08", NEW_YORK, "2026-03-09T04:00:00Z"),
    ("2026-11-01", NEW_YORK, "2026-11-02T05:00:00Z"),
    ("2024-02-29", SAO_PAULO, "2024-03-01T03:00:00Z"),
    ("2026-04-05", LORD_HOWE, "2026-04-05T13:30:00Z"),
    ("2018-02-17", SAO_PAULO, "2018-02-18T03:00:00Z"),
    ("2018-11-04", SAO_PAULO, "2018-11-05T02:00:00Z"),
]
# text, code of the refusal
REFUSED = [
    ("2026-08-25T10:00:00", "naive-datetime"),
    ("2023-02-29", "invalid-datetime"),
    ("2026-02-30T00:00:00Z", "invalid-datetime"),
    ("2026-08-25T24:00:00Z", "invalid-datetime"),
    ("2026-08-25T10:00:60Z", "invalid-datetime"),
    ("2026-08-25T10:00:00+24:00", "invalid-datetime"),
    ("2026-8-5", "invalid-datetime"),
    ("20260825", "invalid-datetime"),
    ("2037-01-01", "datetime-out-of-range"),
    ("1899-12-31T00:00:00Z", "datetime-out-of-range"),
]
# last support, interval in days, zone, first instant past the review
REVIEWS = [
    ("2026-01-01T03:00:00Z", 90, SAO_PAULO, "2026-04-02T03:00:00Z"),
    ("2026-01-02T02:30:00Z", 90, SAO_PAULO, "2026-04-02T03:00:00Z"),
    ("2026-03-28T12:00:00Z", 1, LISBON, "2026-03-29T23:00:00Z"),
    ("2026-10-24T12:00:00Z", 1, LISBON, "2026-10-26T00:00:00Z"),
    ("2024-02-28T12:00:00Z", 1, LISBON, "2024-03-01T00:00:00Z"),
    ("2026-01-01T09:59:00Z", 1, KIRITIMATI, "2026-01-02T10:00:00Z"),
    ("2026-01-01T10:00:00Z", 1, KIRITIMATI, "2026-01-03T10:00:00Z"),
]
