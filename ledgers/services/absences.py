"""Says who is away from when to when, and who decides for them meanwhile.

Whose cases move with it is `escalations.time.absences`' to see to, in the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ledgers import clock
from ledgers.domain.absence import Absence as Row
from ledgers.domain.absence import Clash, clash
from ledgers.domain.patterns import ANY, is_field_pattern, overlap
from ledgers.domain.responsibility import Responsibility, may_propose
from ledgers.models import Absence, Field
from ledgers.registry_errors import RegistryRefused, wrong
from ledgers.selectors import absences, registries
from ledgers.selectors.rules import as_registered
from ledgers.services import policies
from ledgers.services.registry_changes import Snapshot, record, snapshot
from memoryhub.accounts.errors import FieldError, NotAllowed, Words
from memoryhub.accounts.models import Agent, Member, Role, Workspace

# Who says it for somebody else.
MANAGERS = (Role.ACCOUNT_ADMIN, Role.REGISTRY_ADMIN)
MEMBERS = ("delegate", "fields")
ONLY_AUDITS = _("An auditor decides nothing: choose somebody else.")
CLASHES: dict[Clash, Words] = {
    Clash.TWICE: _("Somebody stands in for this person in those days already: end that absence first."),
    Clash.CYCLE: _("In the end this person would stand in for themselves: choose somebody else."),
    Clash.TOO_DEEP: _("A stand-in may be away too, with one behind them, and no further: choose somebody else."),
}


def save_absence(
    *, member: Member, by: Member, delegate: Member, begins: datetime, ends: datetime, fields: Sequence[str] = ()
) -> Absence:
    """Let `delegate` decide for `member` from `begins` to before `ends`, in these fields, else in all."""
    _check_right(member, by)
    workspace = by.workspace
    with transaction.atomic():
        # One at a time: two that are fine alone may be a circle together.
        Workspace.objects.select_for_update(no_key=True).get(pk=workspace.pk)
        row = Absence(
            workspace=workspace, member=member, delegate=delegate, fields=list(dict.fromkeys(fields)),
            begins=begins, ends=ends, created_by=by,
        )  # fmt: skip
        if errors := check_absence(row):
            raise RegistryRefused(errors)
        row.save()
        _record(row, by, {})
    return row


def end_absence(*, absence: Absence, by: Member) -> bool:
    """End an absence now; False where it had ended."""
    _check_right(absence.member, by)
    before = taken(absence)
    with transaction.atomic():
        if not mark_ended(absence, clock.now()):
            return False
        _record(absence, by, {"absence": before})
    return True


def mark_ended(absence: Absence, at: datetime) -> bool:
    """Write down that an absence holds no more; False where somebody did."""
    ended = bool(Absence.objects.filter(pk=absence.pk, ended_at__isnull=True).update(ended_at=at))
    absence.refresh_from_db(fields=["ended_at"])
    return ended


def taken(row: Absence) -> Snapshot:
    """An absence as the audit keeps it."""
    times = {name: value.isoformat() for name in ("begins", "ends", "ended_at") if (value := getattr(row, name))}
    return {**snapshot(row, MEMBERS), **times}


def _record(row: Absence, by: Member, before: Snapshot) -> None:
    """An absence is a change of the member who is away."""
    after = {"absence": taken(row)}
    record(workspace=row.workspace, by=by, kind="member", key=row.member.key, before=before, after=after)


def _check_right(member: Member, by: Member) -> None:
    if by != member and not (by.workspace_id == member.workspace_id and by.has_role(*MANAGERS)):
        raise NotAllowed(_("You say when you are away yourself; for somebody else an admin does."))


def check_absence(row: Absence) -> list[FieldError]:
    """What is wrong with an absence as it would be saved."""
    checks = [
        (_is_active(row.member, row), "member", "person-not-active", _("Choose an active member of this workspace.")),
        (_is_active(row.delegate, row), "delegate", "person-not-active",
         _("Choose an active member of this workspace.")),
        (not row.delegate.only_audits, "delegate", "person-only-audits", ONLY_AUDITS),
        (row.member != row.delegate, "delegate", "delegate-is-member", _("Choose somebody else than who is away.")),
        (row.ends > row.begins, "ends", "ends-before-it-begins", _("The end lies behind the beginning.")),
        (row.ends > clock.now(), "ends", "over-already", _("These days are over already.")),
        *((is_field_pattern(pattern), f"fields/{place}", "invalid-pattern",
           _("A field key, or a beginning and .* such as contact.*"))
          for place, pattern in enumerate(row.fields)),
    ]  # fmt: skip
    errors = [wrong(member, code, detail) for right, member, code, detail in checks if not right]
    return errors or _check_delegate(row)


def _is_active(person: Member, row: Absence) -> bool:
    return person.active and person.workspace_id == row.workspace_id


def _check_delegate(row: Absence) -> list[FieldError]:
    new = absences.as_row(row)
    if (found := clash(absences.rows(row.workspace), new)) is not None:
        return [wrong("delegate", f"absence-{found.value.replace('_', '-')}", CLASHES[found])]
    place = next(_proposes(row, new), None)
    if place is None:
        return []
    detail = format_lazy(
        _("They may propose in {scope} · {field}, where whoever proposes does not decide: choose somebody else."),
        scope=place.scope, field=place.field,
    )  # fmt: skip
    return [wrong("delegate", "delegate-proposes", detail)]


def _proposes(row: Absence, new: Row) -> Iterator[Responsibility]:
    """Where the delegate, or an agent of theirs, may propose what they would decide, and two people are needed."""
    agents = Agent.objects.filter(workspace=row.workspace, controller=row.delegate, active=True)
    authors = [f"member:{row.delegate.key}", *(f"agent:{key}" for key in agents.values_list("key", flat=True))]
    guarded = _of_four_eyes(row.workspace)
    for one in registries.responsibilities(row.workspace):
        owned = one.owner_is_self or one.owner == row.member.key
        fields = [key for key in guarded if overlap(one.field, key) and any(overlap(key, own) for own in new.fields)]
        if owned and fields and any(may_propose(one, author, one.subject, one.scope) for author in authors):
            yield one


def _of_four_eyes(workspace: Workspace) -> list[str]:
    """The registered fields in which two people have to agree."""
    _version, policy = policies.active(workspace)
    rows = Field.objects.filter(workspace=workspace).select_related("authoritative")
    return [row.key for row in rows if policy.rule(as_registered(row, row.key), ANY).four_eyes]
