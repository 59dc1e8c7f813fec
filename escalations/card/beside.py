"""What a card shows beside the two facts, read with the case itself in one query."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, JSONArray, JSONObject
from django.utils.dateparse import parse_datetime

from escalations.models import Approval, Case, CaseClaim, CaseEvent, EvidenceRequest, Notice, WriteBack
from ledgers.models import Absence, Claim, Scope, Source, Transaction
from memoryhub.accounts.models import MAY_DECIDE, Member
from memoryhub.hooks.models import Webhook

MOST = 200
# How many decisions of the past are looked at for those alike.
PAST = 100
ANSWERS = 5
Row = dict[str, Any]  # JSON


@dataclass(frozen=True, slots=True)
class LastWord:
    """What a source said last about the slot. `value` is None where it said that there is none."""

    source: str
    value: str | None


@dataclass(frozen=True, slots=True)
class Past:
    """A decided case of the field: what was chosen, whose fact stood, whose waited, and whose word holds since."""

    choice: str
    stood: str | None
    said: Sequence[str]
    chosen: str | None


@dataclass(frozen=True, slots=True)
class Asked:
    """A request for evidence, open or answered."""

    id: uuid.UUID
    missing: Sequence[str]
    note: str
    due_at: dt.datetime
    whom: str
    member: str
    by: str
    open: bool
    answer: Row


@dataclass(frozen=True, slots=True)
class Beside:
    scopes: Sequence[str] = ()
    sources: dict[str, str] = field(default_factory=dict)
    people: Sequence[tuple[str, str]] = ()
    webhooks: int = 0
    tasks: Sequence[tuple[str, dt.datetime]] = ()
    last_words: Sequence[LastWord] = ()
    past: Sequence[Past] = ()
    asked: Sequence[Asked] = ()
    blocked: bool = False
    sent_back: bool = False
    approved: bool = False
    unread: bool = False
    away: bool = False

    @property
    def awaited(self) -> Asked | None:
        return next((one for one in self.asked if one.open), None)

    @property
    def answers(self) -> list[Asked]:
        return [one for one in self.asked if one.answer]


def with_beside(cases: QuerySet[Case], member: Member) -> QuerySet[Case]:
    """The cases with all of it as one column; see `beside`. `unread`: the member was told and has not looked yet."""
    return cases.annotate(
        beside=JSONObject(
            scopes=_scopes(),
            sources=_sources(),
            people=_people(),
            webhooks=_webhooks(),
            tasks=_tasks(),
            last_words=_last_words(),
            past=_past(),
            asked=_asked(),
            unread=Exists(Notice.objects.filter(case=OuterRef("pk"), member=member, read_at__isnull=True)),
            away=Exists(Absence.objects.filter(delegate=OuterRef("owner"), ended_at__isnull=True)),
            blocked=Exists(CaseEvent.objects.filter(case=OuterRef("pk"), code="blocked")),
            sent_back=Exists(sent_back(CaseEvent.objects.filter(case=OuterRef("pk")))),
            approved=Exists(Approval.objects.filter(case=OuterRef("pk"), cleared_at__isnull=True)),
        )
    )


def beside(case: Case) -> Beside:
    row: Row = getattr(case, "beside", None) or {}
    return Beside(
        scopes=row["scopes"] or (),
        sources=dict(row["sources"] or ()),
        people=[(key, name) for key, name in row["people"] or ()],
        webhooks=row["webhooks"],
        tasks=[(source, _moment(due)) for source, due in row["tasks"] or ()],
        last_words=[LastWord(source, None if kind == Claim.Kind.RETRACT else value)
                    for source, value, kind in row["last_words"] or ()],
        past=[Past(*one) for one in row["past"] or ()],
        asked=[_read_asked(one) for one in row["asked"] or ()],
        blocked=row["blocked"],
        sent_back=row["sent_back"],
        approved=row["approved"],
        unread=row["unread"],
        away=row["away"],
    )  # fmt: skip


def sent_back(events: QuerySet[CaseEvent]) -> QuerySet[CaseEvent]:
    """That a second person gave the case back to the first, and why."""
    return events.filter(code="approval_cleared", params__because="sent_back")


def alike(past: Sequence[Past], stood: str, said: str) -> Counter[bool]:
    """Decisions of the field in which the same two sources met: how many accepted the second (True), and how not."""
    met = [one for one in past if one.stood == stood and said in one.said]
    return Counter(one.choice == "accept" and one.chosen == said for one in met)


def _scopes() -> ArraySubquery:
    # Patterns are no scopes themselves; the rest is offered where both facts may be true.
    rows = Scope.objects.filter(workspace=OuterRef("workspace")).exclude(key__endswith="*").order_by("key")
    return ArraySubquery(rows.values("key")[:MOST])


def _sources() -> ArraySubquery:
    said = Claim.objects.filter(slot=OuterRef(OuterRef("slot"))).values("source")
    rows = Source.objects.filter(workspace=OuterRef("workspace"), key__in=said)
    return ArraySubquery(rows.values(row=JSONArray("key", "name")))


def _people() -> ArraySubquery:
    """Whom a case may be handed to: everybody active who can sign in and does not audit alone."""
    rows = Member.objects.filter(MAY_DECIDE, workspace=OuterRef("workspace"), user__isnull=False).order_by("name")
    return ArraySubquery(rows.values(row=JSONArray("key", "name"))[:MOST])


def _webhooks() -> Coalesce:
    rows = Webhook.objects.filter(workspace=OuterRef("workspace"), stopped_at__isnull=True, events__overlap=TOLD)
    return Coalesce(Subquery(rows.order_by().values("workspace").annotate(n=Count("pk")).values("n")), 0)


TOLD = ["case.decided", "fact.changed"]


def _tasks() -> ArraySubquery:
    rows = WriteBack.objects.filter(slot=OuterRef("slot"), done_at__isnull=True).order_by("due_at")
    return ArraySubquery(rows.values(row=JSONArray("source__key", "due_at")))


def _last_words() -> ArraySubquery:
    rows = Claim.objects.filter(workspace=OuterRef("workspace"), slot=OuterRef("slot"))
    last = rows.order_by("source", "-id").distinct("source")
    return ArraySubquery(last.values(row=JSONArray("source", "value_key", "kind")))


def _past() -> ArraySubquery:
    decided = Case.objects.filter(
        workspace=OuterRef("workspace"),
        field=OuterRef("field"),
        state=Case.State.DECIDED,
        kind=Case.Kind.CONFLICT,
        choice__in=["keep", "accept", "other", "both"],
    )
    record = Transaction.objects.filter(
        workspace=OuterRef("workspace"), slot=OuterRef("slot"), case=OuterRef("pk"), kind=Transaction.Kind.DECISION
    )
    stood = Claim.objects.filter(pk=OuterRef("target")).values("source")
    said = CaseClaim.objects.filter(case=OuterRef("pk")).values("claim__source")
    holds = Claim.objects.filter(pk=OuterRef("chosen")).values("source")
    rows = decided.order_by("-closed_at").annotate(
        stood=Subquery(record.values(source=Subquery(stood[:1]))[:1]),
        said=ArraySubquery(said),
        holds=Subquery(holds[:1]),
    )
    return ArraySubquery(rows.values(row=JSONArray("choice", "stood", "said", "holds"))[:PAST])


def _asked() -> ArraySubquery:
    rows = EvidenceRequest.objects.filter(case=OuterRef("pk")).order_by("-id")
    said = JSONObject(
        id="id", missing="missing", note="note", due_at="due_at", agent="agent__name", member="claim__member__key",
        person="claim__member__name", by="asked_by__name", closed_at="closed_at", answer="answer",
    )  # fmt: skip
    return ArraySubquery(rows.values(row=said)[:ANSWERS])


def _read_asked(row: Row) -> Asked:
    return Asked(
        id=uuid.UUID(row["id"]),
        missing=row["missing"],
        note=row["note"],
        due_at=_moment(row["due_at"]),
        whom=row["agent"] or row["person"] or "",
        member=row["member"] if not row["agent"] and row["member"] else "",
        by=row["by"],
        open=row["closed_at"] is None,
        answer=row["answer"],
    )


def _moment(text: str) -> dt.datetime:
    found = parse_datetime(text)
    if found is None:
        raise ValueError("The database wrote a moment that cannot be read.")
    return found
