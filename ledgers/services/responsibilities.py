"""Says who owns which facts, who stands in, and who may propose."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

from django.db import transaction
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ledgers.domain.patterns import ANY, fold, is_field_pattern
from ledgers.domain.responsibility import SELF, tie
from ledgers.domain.responsibility import Responsibility as Row
from ledgers.models import Responsibility
from ledgers.registry_errors import RegistryRefused, wrong
from ledgers.selectors.registries import responsibilities
from ledgers.services.absences import ONLY_AUDITS
from ledgers.services.registry_changes import By, Snapshot, record, snapshot
from memoryhub.accounts.errors import FieldError
from memoryhub.accounts.models import Member, Workspace

MEMBERS = ("scope", "field", "subject", "owner", "owner_is_self", "backup", "proposers")
# Members that are several people.
PEOPLE = ("delegates", "seconds")
PROPOSER = re.compile(r"(member|agent):([A-Za-z0-9_-]+\*?|\*)")


class ResponsibilityData(TypedDict, total=False):
    """The members of a row; those left out keep their value, or their default in a new row."""

    scope: str
    field: str
    subject: str
    owner: Member | None
    owner_is_self: bool
    backup: Member
    delegates: Sequence[Member]
    seconds: Sequence[Member]
    proposers: list[str]


def save_responsibility(
    *, workspace: Workspace, by: By, row: Responsibility | None = None, **data: Unpack[ResponsibilityData]
) -> Responsibility:
    """Make a row, or change the members given of `row`. Refuses a row that ties with another.

    Open cases move with it only when they are routed again (`escalations.rerouting`).
    """
    named = {name: data.pop(name) for name in PEOPLE if name in data}  # type: ignore[misc]  # each is a key of it
    with transaction.atomic():
        before = taken(row) if row else {}
        row = row or Responsibility(workspace=workspace)
        for name, value in data.items():
            setattr(row, name, value)
        row.scope, row.subject = fold(row.scope), fold(row.subject)
        kept = {name: list(getattr(row, name).all()) if before else [] for name in PEOPLE}
        people = {name: list(named.get(name, kept[name])) for name in PEOPLE}
        if errors := check_responsibility(row, **people):
            raise RegistryRefused(errors)
        row.save()
        for name in PEOPLE:
            getattr(row, name).set(people[name])
        record(workspace=workspace, by=by, kind="responsibility", key=str(row), before=before, after=taken(row))
    return row


def remove_responsibility(*, row: Responsibility, by: By) -> None:
    """Take a row out: what it covered falls to the next wider row, or to nobody."""
    with transaction.atomic():
        record(workspace=row.workspace, by=by, kind="responsibility", key=str(row), before=taken(row), after={})
        row.delete()


def taken(row: Responsibility) -> Snapshot:
    """The row as the audit keeps it."""
    people = {name: sorted(member.key for member in getattr(row, name).all()) for name in PEOPLE}
    return {**snapshot(row, MEMBERS), **people}


def check_responsibility(
    row: Responsibility, delegates: Sequence[Member], seconds: Sequence[Member] = ()
) -> list[FieldError]:
    """What is wrong with a row as it would be saved."""
    errors = [
        *(wrong(name, "invalid-pattern", _("A key, a beginning and a star such as client:*, or * alone."))
          for name in ("scope", "subject") if ANY in getattr(row, name)[:-1] or not getattr(row, name)),
        *_check_field(row.field),
        *_check_people(row, {"delegates": delegates, "seconds": seconds}),
        *(wrong(f"proposers/{place}", "invalid-proposer",
                _("Name member:key, agent:key, a beginning of one and a star, self, or * for anyone."))
          for place, entry in enumerate(row.proposers)
          if entry not in (SELF, ANY) and not PROPOSER.fullmatch(entry)),
    ]  # fmt: skip
    return errors or _check_tie(row)


def _check_field(pattern: str) -> list[FieldError]:
    if pattern == ANY or is_field_pattern(pattern):
        return []
    return [wrong("field", "invalid-pattern", _("A field key, a beginning and .* such as contact.*, or * alone."))]


def _check_people(row: Responsibility, named: Mapping[str, Sequence[Member]]) -> list[FieldError]:
    if not hasattr(row, "backup"):
        return [wrong("backup", "backup-missing", _("Name a backup: it may decide when the owner is late."))]
    if (row.owner is None) != row.owner_is_self:
        detail = _("Name an owner, or let the person the subject is own it: one of the two.")
        return [wrong("owner", "one-owner", detail)]
    people = {"backup": row.backup, **({"owner": row.owner} if row.owner else {})}
    people |= {f"{name}/{place}": member for name, some in named.items() for place, member in enumerate(some)}
    errors = [
        wrong(name, "person-not-active", _("Choose an active member of this workspace."))
        for name, person in people.items()
        if not person.active or person.workspace_id != row.workspace_id
    ]
    errors += [wrong(name, "person-only-audits", ONLY_AUDITS) for name, person in people.items() if person.only_audits]
    if row.owner is not None and row.owner == row.backup:
        errors.append(wrong("backup", "backup-is-owner", _("The backup has to be somebody else than the owner.")))
    return errors


def _check_tie(row: Responsibility) -> list[FieldError]:
    other = tie(responsibilities(row.workspace), Row(str(row.pk), row.scope, row.field, row.subject))
    if other is None:
        return []
    detail = format_lazy(
        _("{scope} · {field} · {subject} covers the same facts just as closely: change that row or narrow one."),
        scope=other.scope, field=other.field, subject=other.subject,
    )  # fmt: skip
    return [wrong("scope", "responsibility-tie", detail)]
