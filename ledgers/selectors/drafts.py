"""Drafts of the policy, to read: what stands in them, what was found, and how they were tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, QuerySet, When

from ledgers.domain.findings import Finding, Level
from ledgers.domain.policy import lint, recorded
from ledgers.models import Backtest, PolicyDraft
from ledgers.selectors.backtests import Cut
from ledgers.selectors.policy_check import Registered, against_registries
from memoryhub.accounts.models import Workspace


@dataclass(frozen=True, slots=True)
class Trial:
    """The last backtest of a draft that came to an end over all of history, and whether it speaks of the draft as it
    stands. A run over some days or some accounts is none: where it looks nobody may have decided anything.

    - `decisions`: how many were taken again; `unread` are those that cannot be
    - `differs`: how many past decisions came out otherwise when they were taken again; `differing` are the first
    - `contradicted`: the decisions of people that the draft contradicts, by their transactions
    - `forecast`: cases on the busiest day, of each owner who would have more than can be decided, and more than today
    """

    backtest: Backtest
    fresh: bool
    decisions: int
    unread: int
    differs: int
    differing: list[str]
    contradicted: list[str]
    forecast: dict[str, float]

    @property
    def unanswered(self) -> list[str]:
        """Those of them that nobody answered for."""
        return [number for number in self.contradicted if not self.backtest.acknowledged.get(number)]


def drafts(workspace: Workspace) -> QuerySet[PolicyDraft]:
    """Newest first."""
    rows = PolicyDraft.objects.filter(workspace=workspace)
    return rows.select_related("base", "created_by", "submitted_by", "activated").order_by("-id")


def open_drafts(workspace: Workspace) -> QuerySet[PolicyDraft]:
    return drafts(workspace).exclude(state__in=PolicyDraft.OVER)


def past_drafts(workspace: Workspace) -> QuerySet[PolicyDraft]:
    """Those that are over: withdrawn, or a version by now."""
    return drafts(workspace).filter(state__in=PolicyDraft.OVER)


# What a trial is told from, cut out of its result.
TOLD = {
    "decisions": Cut("$.decisions"),
    "unread": Cut("$.not_replayable.count"),
    "differs": Cut("$.control.differences"),
    "differing": Cut("$.control.listed[*].transaction"),
    "contradicted": Cut("$.changes.B[*].transaction"),
    "warned": Cut("$.forecast.owners[*] ? (@.warns == true && @.busiest != null)"),
}


def trial(draft: PolicyDraft) -> Trial | None:
    """The last one for what stands now, else the last there was: stale."""
    stands = Case(When(hash=draft.hash, base=draft.base_id, then=True), default=False)
    ended = Backtest.objects.filter(draft=draft, state=Backtest.State.DONE, **Backtest.WHOLE)
    ended = ended.order_by(stands.desc(), "-id")
    # Only the one that is told of is cut: the others may be large, too.
    last = (
        Backtest.objects.filter(pk__in=ended.values("pk")[:1])
        .defer("result")
        .annotate(**TOLD)
        .select_related("asked_by")
        .first()
    )
    if last is None:
        return None
    said = vars(last)
    return Trial(
        last,
        fresh=(last.hash, last.base_id) == (draft.hash, draft.base_id),
        decisions=int(said["decisions"][0]),
        unread=int(said["unread"][0]),
        differs=int(said["differs"][0]),
        differing=said["differing"],
        contradicted=said["contradicted"],
        forecast={one["owner"]: one["busiest"]["count"] for one in said["warned"]},
    )


def proof(draft: PolicyDraft) -> Trial | None:
    """The one that speaks of the draft as it stands."""
    found = trial(draft)
    return found if found is not None and found.fresh else None


def to_keep(tried: Trial) -> dict[str, Any]:  # JSON
    """By which run it is known what a draft does, and what its authors answered, as that stands at this moment."""
    row = tried.backtest
    return {
        "backtest": str(row.pk),
        "snapshot": row.snapshot,
        "engine": row.engine,
        "decisions": tried.decisions,
        "notes": dict(row.acknowledged),
    }


def going(draft: PolicyDraft) -> Backtest | None:
    """The backtest that runs or waits for a worker."""
    return Backtest.objects.filter(draft=draft, state__in=Backtest.GOING).first()


def findings(draft: PolicyDraft) -> tuple[Finding, ...]:
    """All that lint says of a draft: the document alone, and beside the registries once it can be read."""
    tried = trial(draft)
    forecast = tried.forecast if tried is not None and tried.fresh else None
    return findings_of(draft, forecast)


def findings_of(
    draft: PolicyDraft, forecast: Mapping[str, float] | None = None, known: Registered | None = None
) -> tuple[Finding, ...]:
    """What the draft takes away from people, against its base, comes before the rest. `known`: the registries, where a
    page has read them already."""
    found = lint(draft.document)
    if blocking(found):
        return found
    before = recorded(draft.base.document)
    return (*against_registries(draft.workspace, recorded(draft.document), before, forecast, known), *found)


def blocking(found: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(one for one in found if one.level is Level.BLOCKING)
