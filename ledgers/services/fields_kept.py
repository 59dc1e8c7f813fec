"""Registered fields around an emergency rollback: what it changed there, and how that comes back with what was left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ledgers.domain.content import graver
from ledgers.models import Field, Source
from ledgers.services.declared import save_declared
from ledgers.services.fields import MEMBERS, FieldData
from ledgers.services.registry_changes import Snapshot, snapshot
from memoryhub.accounts.models import Workspace

Held = Mapping[str, Snapshot]
# By field and member: before and after, as JSON.
Changed = Mapping[str, Mapping[str, tuple[Any, Any]]]


def held(workspace: Workspace) -> Held:
    """Every registered field as it is, by key. Nobody changes one of them to the end of the transaction: what somebody
    marks as sensitive now is seen, or comes after."""
    rows = Field.objects.select_for_update(of=("self",)).filter(workspace=workspace).select_related("authoritative")
    return {row.key: snapshot(row, MEMBERS) for row in rows.order_by("key")}


def changed(before: Held, after: Held) -> Changed:
    """What became of the fields that were there before; a field never goes."""
    moved = {key: _moved(was, after[key]) for key, was in before.items()}
    return {key: members for key, members in moved.items() if members}


def put_back(workspace: Workspace, emergency: Changed, meanwhile: Held) -> None:
    """Once what was left is in force again: what the emergency changed is as it was, unless somebody changed it since.

    `meanwhile`: the fields just before. A class of sensitivity that somebody gave meanwhile stays, whatever the version
    that comes back says: nothing gets less sensitive by the clock alone.
    """
    for key, now in held(workspace).items():
        known = meanwhile.get(key, now)
        back = {name: was for name, (was, put) in emergency.get(key, {}).items() if known[name] == put}
        if "sensitivity" not in back and graver(known["sensitivity"], now["sensitivity"]):
            back["sensitivity"] = known["sensitivity"]
        if back:
            save_declared(workspace=workspace, by=None, key=key, **_read(workspace, back))


def _moved(was: Snapshot, becomes: Snapshot) -> dict[str, tuple[Any, Any]]:
    return {name: (was[name], becomes[name]) for name in MEMBERS if was[name] != becomes[name]}


def _read(workspace: Workspace, back: Snapshot) -> FieldData:
    key = back.get("authoritative")
    source = {"authoritative": Source.objects.get(workspace=workspace, key=key)} if key else {}
    return cast("FieldData", {**back, **source})
