"""How versions of the policy came into force: as drafts that somebody let pass, or by another way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext_lazy

from ledgers.models import DraftEdit, DraftVerdict, EmergencyRollback, PolicyVersion, RegistryChange
from ledgers.selectors.policies import versions
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Workspace

WAYS: dict[str, Words] = {
    "first": gettext_lazy("the first version"),
    "operator": gettext_lazy("put in force on the server"),
    "emergency rollback": gettext_lazy("put back in an emergency"),
    "emergency not ratified": gettext_lazy("back in force, since nobody let an emergency rollback stand"),
}


@dataclass(frozen=True, slots=True)
class Came:
    """A version and how it came into force; `until` is when the next one did. Without a draft that somebody let pass
    there was another `way`: `emergency` is the rollback that put it in force, `undone` the one it took back."""

    version: PolicyVersion
    until: datetime | None
    verdict: DraftVerdict | None
    way: Words = ""
    emergency: EmergencyRollback | None = None
    undone: EmergencyRollback | None = None


def came_of(workspace: Workspace, rows: Sequence[PolicyVersion]) -> list[Came]:
    numbers = [row.version for row in rows]
    follows = {number + 1 for number in numbers}
    begun = dict(versions(workspace).filter(version__in=follows).values_list("version", "activated_at"))
    passed = DraftVerdict.objects.filter(workspace=workspace, approved=True, draft__activated__version__in=numbers)
    verdicts = passed.select_related("member", "draft__activated", "draft__created_by").defer("comparison")
    by_version = {one.draft.activated_id: one for one in verdicts.order_by("id")}
    ways, found = _ways(workspace, numbers), _emergencies(workspace, rows)
    put, undone = ({getattr(one, name): one for one in found} for name in ("version_id", "given_back_id"))
    return [
        Came(
            row,
            begun.get(row.version + 1),
            by_version.get(row.pk),
            ways.get(row.version, ""),
            put.get(row.pk),
            undone.get(row.pk),
        )
        for row in rows
    ]


def _emergencies(workspace: Workspace, rows: Sequence[PolicyVersion]) -> Sequence[EmergencyRollback]:
    found = EmergencyRollback.objects.filter(Q(version__in=rows) | Q(given_back__in=rows), workspace=workspace)
    return list(found.select_related("member", "ratified_by", "version"))


def _ways(workspace: Workspace, numbers: Sequence[int]) -> dict[int, Words]:
    """How versions came into force that were no drafts, by their numbers, as the record of the registry says."""
    keys = {f"v{number}": number for number in numbers}
    rows = RegistryChange.objects.filter(workspace=workspace, kind="policy", key__in=keys, after__has_key="way")
    said = rows.values_list("key", "after__way")
    return {keys[key]: WAYS[way] for key, way in said if way in WAYS}


def authors_of(came: Came) -> list[str]:
    if came.verdict is None:
        return []
    wrote = DraftEdit.objects.filter(draft=came.verdict.draft).order_by("id").values_list("member__name", flat=True)
    return list(dict.fromkeys([came.verdict.draft.created_by.name, *wrote]))
