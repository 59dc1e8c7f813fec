"""What a page says in words: trace lines say what tells the two facts apart, subjects keep their kind."""

from __future__ import annotations

from django.utils import translation

from ledgers import wording
from ledgers.naming import subject_name

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


def test_two_moments_of_one_minute_are_told_apart_by_what_is_finer() -> None:
    said = {"date": "2026-11-30T13:07:08.900000+00:00", "other_date": "2026-11-30T13:07:02.100000+00:00"}
    assert "(30 Nov 2026, 13:07:02)" in wording.say("dates.later", said)
    said["other_date"] = "2026-11-30T13:07:08.100000+00:00"
    assert "from 30 Nov 2026, 13:07:08.900000" in wording.say("dates.later", said)
    with translation.override("pt-br"):
        assert "13:07:08.900000" in wording.say("dates.later", said)


def test_the_usual_kinds_of_subjects_are_said_in_the_readers_language() -> None:
    with translation.override("pt-br"):
        assert subject_name("customer:acme") == "acme (cliente)"
        assert subject_name("Supplier : Sol & Cia") == "Sol & Cia (fornecedor)"
        assert subject_name("boat:maria") == "maria (boat)"
    assert subject_name("customer:acme") == "acme (customer)"
