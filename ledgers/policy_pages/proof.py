"""What a draft was tried on, as whoever judges it is told: how much of history, what came out, and the notes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledgers.policy_pages import backtest_told
from ledgers.policy_pages.backtest_result import notes
from ledgers.policy_pages.backtest_told import Row, figure
from ledgers.policy_pages.heading import Heading
from ledgers.selectors.backtests import Cut, Summary
from ledgers.selectors.drafts import Trial

Json = Mapping[str, Any]
# Of how many contradicted decisions the notes are read on the page of judging; the page of the result has them all.
SHOWN = 20
# What of the result is told; the head of the page reads it along with the trial.
PARTS = {"said": Summary(), "against": Cut(f"$.changes.B[0 to {SHOWN - 1}]")}


def proof(head: Heading) -> dict[str, object]:
    """What counts for the draft as it stands; empty where there is nothing."""
    trial = head.trial
    if trial is None or not trial.fresh:
        return {}
    said = trial.parts["said"]
    return {
        "backtest": trial.backtest,
        "span": span(said),
        "control": said["control"],
        "buckets": said["buckets"],
        "unread": said["not_replayable"]["count"],
        "notes": _noted(head, trial, trial.parts["against"]),
        "more": max(0, len(trial.contradicted) - SHOWN),
    }


def span(said: Json) -> str:
    """How many decisions of which days, in words."""
    count, window = said["decisions"], said["window"]
    if not count:
        return nothing(said["not_replayable"]["count"])
    words = ngettext(
        "The one recorded decision, of %(first)s, in all accounts.",
        "All %(n)s recorded decisions from %(first)s to %(last)s, in all accounts.",
        count,
    )
    return words % {"n": figure(count), "first": _day(window["first"]), "last": _day(window["last"])}


def nothing(unread: int) -> str:
    """Where no decision could be taken again."""
    if unread:
        return _("No recorded decision can be taken again, so history says nothing of this draft.")
    return _("There is no recorded decision yet, so there was nothing to try.")


def _day(moment: str) -> str:
    return date_format(timezone.localtime(dt.datetime.fromisoformat(moment)), "DATE_FORMAT")


def _noted(head: Heading, trial: Trial, lines: list[Json]) -> list[Row]:
    """Each decision of a person that the draft contradicts, with what its authors answered: nobody else may."""
    if not lines:
        return []
    row, workspace = trial.backtest, head.draft.workspace
    row.workspace = workspace
    named = backtest_told.names(workspace, head.known, lines)
    return backtest_told.rows(lines, named, notes(row, head.authors))
