"""Breaks of what makes a decision repeatable: its clock, and the version it was taken by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

from ledgers.domain.claim import Incoming
from ledgers.domain.policy import FieldRule, Policy
from ledgers.domain.situation import Decision, Situation
from ledgers.replay import replaying
from ledgers.replay.retaken import Entry, Retaken
from ledgers.services import settle


def the_process_has_a_clock() -> None:
    """Decisions go by the time of the process instead of the instant that the log keeps."""
    right = vars(settle)["decide"]

    def wrong(claim: Incoming, situation: Situation, rule: FieldRule) -> Decision:
        # Far from the clock of the tests' world.
        now = replace(situation.reading, now=datetime(1999, 1, 1, tzinfo=UTC))
        decision: Decision = right(claim, replace(situation, reading=now), rule)
        return decision

    vars(settle)["decide"] = wrong


def policy_of_today() -> None:
    """An old decision is judged by the newest version."""
    right = vars(replaying)["retake"]

    def wrong(entry: Entry, policies: Mapping[int, Policy]) -> Retaken | None:
        newest = policies[max(policies)]
        then = policies[entry.policy_version]
        retaken: Retaken | None = right(entry, {entry.policy_version: replace(newest, digest=then.digest)})
        return retaken

    vars(replaying)["retake"] = wrong
