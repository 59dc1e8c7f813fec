"""Drafts of the policy, to read: what stands in them, what was found, and how they were tried."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, Func, OuterRef, Q, QuerySet, When
from django.db.models.functions import JSONObject

from ledgers.domain.findings import Finding, Level
from ledgers.domain.policy import lint, recorded
from ledgers.models import Backtest, DraftEdit, PolicyDraft
from ledgers.selectors.backtests import Cut
from ledgers.selectors.policy_check import Registered, against_registries
from ledgers.services.drafts.rights import same_words
from memoryhub.accounts.models import Member, Workspace


@dataclass(frozen=True, slots=True)
class Trial:
    """The last backtest of a draft that came to an end over all of history, and whether it speaks of the draft as it
    stands. A run over some days or some accounts is none: where it looks nobody may have decided anything.

    - `decisions`: how many were taken again; `unread` are those that cannot be
    - `differs`: how many past decisions came out otherwise when they were taken again; `differing` are the first
    - `contradicted`: the decisions of people that the draft contradicts, by their transactions
    - `forecast`: cases on the busiest day, of each owner who would have more than can be decided, and more than today
    - `parts`: what else was asked of its result
    """

    backtest: Backtest
    fresh: bool
    decisions: int
    unread: int
    differs: int
    differing: list[str]
    contradicted: list[str]
    forecast: dict[str, float]
    parts: Mapping[str, Any] = field(default_factory=dict)

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


def beside(member: Member, draft: str = "") -> dict[str, Any]:
    """What the head of its pages says of a draft, asked along with drafts or with rows that have one under this name:
    who wrote in it, and whether the reader wrote the same."""
    edits = DraftEdit.objects.filter(draft=OuterRef(f"{draft}pk")).order_by("id")
    wrote = ArraySubquery(edits.values(one=JSONObject(key="member__key", name="member__name")))
    return {"wrote": wrote, "wrote_the_same": same_words(member, draft)}


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
    found = _cut(Q(pk__in=_ended(draft))).first()
    return _told(found, draft) if found is not None else None


def tries(draft: PolicyDraft, **parts: Func) -> tuple[Backtest | None, Trial | None]:
    """The last time it was tried, however that ended, and its trial, in one question. `parts`: what else is cut out
    of the result of the trial."""
    last = Backtest.objects.filter(draft=draft).order_by("-id").values("pk")[:1]
    rows = list(_cut(Q(pk__in=last) | Q(pk__in=_ended(draft)), **parts).order_by("-id"))
    if not rows:
        return None, None
    # Where there are two, the trial is the older one.
    found = rows[-1]
    whole = (found.window_days, found.scope) == (Backtest.WHOLE["window_days"], Backtest.WHOLE["scope"])
    told = _told(found, draft, parts) if found.state == Backtest.State.DONE and whole else None
    return rows[0], told


def _ended(draft: PolicyDraft) -> QuerySet[Backtest, Any]:
    stands = Case(When(hash=draft.hash, base=draft.base_id, then=True), default=False)
    ended = Backtest.objects.filter(draft=draft, state=Backtest.State.DONE, **Backtest.WHOLE)
    return ended.order_by(stands.desc(), "-id").values("pk")[:1]


def _cut(which: Q, **parts: Func) -> QuerySet[Backtest]:
    """Only those that are told of are cut: the others may be large, too."""
    rows = Backtest.objects.filter(which).defer("result").select_related("asked_by")
    return rows.annotate(**TOLD, **parts)


def _told(last: Backtest, draft: PolicyDraft, parts: Iterable[str] = ()) -> Trial:
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
        parts={name: said[name] for name in parts},
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
