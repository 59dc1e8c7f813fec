"""Trace lines say what tells the two facts apart: the names where the tiers are one, the hours where the days are."""

from __future__ import annotations

from ledgers import wording

SIDES = {"source": "site", "tier": "system_of_record", "other_source": "crm", "other_tier": "system_of_record"}


def test_two_sources_of_one_tier_are_told_apart_by_name() -> None:
    assert "Its source (site) ranks below that of the other fact (crm)" in wording.say("authority.weaker", SIDES)
    assert "Its source (site) outranks that of the other fact (crm)" in wording.say("authority.stronger", SIDES)
    other = {**SIDES, "tier": "agent_inference"}
    assert "(system of record)" in wording.say("authority.weaker", other)


def test_two_moments_of_one_day_are_told_apart_by_their_hour() -> None:
    said = {"date": "2026-03-01T13:30:00+00:00", "other_date": "2026-03-01T12:00:00+00:00"}
    assert "13:30" in wording.say("dates.later", said)
    assert "12:00" in wording.say("dates.later", said)
    assert ":" not in wording.say("dates.later", {**said, "other_date": "2026-02-01T12:00:00+00:00"})
