"""The time zones to choose from: places of the world, without the system's aliases for them."""

from __future__ import annotations

import zoneinfo

AREAS = frozenset(
    ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
)
UTC = "UTC"


def choices(kept: str = "") -> list[tuple[str, str]]:
    """Each zone with its name as people write it. A zone that is `kept` stays, even if it is only an alias."""
    places = {one for one in zoneinfo.available_timezones() if one.partition("/")[0] in AREAS}
    return [(one, one.replace("_", " ")) for one in sorted(places | {UTC, kept} - {""})]
