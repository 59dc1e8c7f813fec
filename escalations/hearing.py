"""A case taken up with its slot: everything its decision reads of it, once, under both locks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import DateTimeField, Exists, Func, OuterRef, Q
from django.db.models.functions import JSONObject

from escalations.models import Approval, Case, CaseClaim, Notice, WriteBack
from ledgers import clock
from ledgers.domain.absence import Absence
from ledgers.domain.responsibility import Responsibility
from ledgers.models import Slot
from ledgers.selectors import absences, last_words, registries
from ledgers.selectors.last_words import LastWord
from ledgers.selectors.taken_up import take_up
from memoryhub.accounts.models import MAY_DECIDE, Member
from memoryhub.hooks.models import Webhook

Row = dict[str, Any]  # JSON


class ClockTimestamp(Func):
    """The database's clock as it stands when the row is read."""

    function = "clock_timestamp"
    output_field = DateTimeField()


@dataclass(frozen=True, slots=True)
class Heard:
    """What hangs on a case.

    `linked`: the claims that wait in it; `registry`: who answers for what; `active`: who may sign in, and `away`: who
    is not there; `records`: what systems of record said last; `approved`: a first approval waits; `unread`: somebody
    was told and has not looked; `owed`: a system of record is to be brought in line with the slot; `checked`: a check
    of the slot is open beside it; `listened`: some address asked for events.
    """

    linked: frozenset[UUID]
    registry: tuple[Responsibility, ...]
    active: frozenset[str]
    away: tuple[Absence, ...]
    records: tuple[LastWord, ...]
    approved: bool
    unread: bool
    owed: bool
    checked: bool
    listened: bool


def hear(case_id: UUID, slot: Slot) -> Case:
    """Lock the case and take it up, and the slot with it, whose lock the caller holds."""
    rows = Case.objects.select_for_update(of=("self",)).select_related("owner", "assignee", "decided_by")
    case = rows.annotate(hangs=_hangs(), read_at=ClockTimestamp()).get(id=case_id)
    case.slot, case.heard = slot, _read(case.hangs)
    take_up(slot, clock.reading(case.read_at))
    return case


def _hangs() -> JSONObject:
    here = OuterRef("workspace")
    linked = CaseClaim.objects.filter(case=OuterRef("pk"), left_at__isnull=True)
    active = Member.objects.filter(MAY_DECIDE, workspace=here)
    beside = Case.objects.filter(~Q(kind__in=Case.QUESTIONS), slot=OuterRef("slot"), state=Case.State.OPEN)
    return JSONObject(
        linked=ArraySubquery(linked.values("claim")),
        registry=registries.responsibilities_of(here),
        active=ArraySubquery(active.values("key")),
        away=absences.rows_of(here),
        records=last_words.of_records(OuterRef("slot")),
        approved=Exists(Approval.objects.filter(case=OuterRef("pk"), cleared_at__isnull=True)),
        unread=Exists(Notice.objects.filter(case=OuterRef("pk"), read_at__isnull=True)),
        owed=Exists(WriteBack.objects.filter(slot=OuterRef("slot"), done_at__isnull=True)),
        checked=Exists(beside),
        listened=Exists(Webhook.objects.filter(workspace=here, stopped_at__isnull=True)),
    )


def _read(said: Row) -> Heard:
    return Heard(
        linked=frozenset(map(UUID, said["linked"] or ())),
        registry=tuple(registries.told(said["registry"] or ())),
        active=frozenset(said["active"] or ()),
        away=tuple(absences.told(said["away"] or ())),
        records=tuple(last_words.told(said["records"] or ())),
        approved=said["approved"],
        unread=said["unread"],
        owed=said["owed"],
        checked=said["checked"],
        listened=said["listened"],
    )
