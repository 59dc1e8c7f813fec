"""Writing in drafts. Every edit keeps who changed what, and takes a draft that was submitted or approved back."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ledgers import clock
from ledgers.domain.findings import Level
from ledgers.domain.lint import misshapen
from ledgers.domain.policy import digest
from ledgers.draft_errors import DraftBlocked, InvalidEdit
from ledgers.models import DraftEdit, PolicyDraft, PolicyVersion
from ledgers.policies.changes import changes
from ledgers.policies.editing import EDITS, EditRefused
from ledgers.registry_errors import NoActivePolicy
from ledgers.services.drafts import rights
from ledgers.services.drafts.taking import State, change, take, wants
from ledgers.services.registry_changes import record
from memoryhub.accounts.models import Member, Workspace

Document = Mapping[str, Any]  # JSON
# A draft taken back to its authors: nothing of what came after stands.
BACK: Final[Mapping[str, None]] = {"submitted_by": None, "submitted_at": None, "activate_at": None}


def start(*, member: Member, title: str, document: Document | None = None, kind: str = "start") -> PolicyDraft:
    """A draft on the version in force: with its content, or with a document that came from elsewhere."""
    rights.may_edit(member)
    with transaction.atomic():
        base = active_version(member.workspace)
        content = _plain(base.document if document is None else document)
        _check_shape(content)
        draft = PolicyDraft.objects.create(
            workspace=member.workspace,
            title=title,
            base=base,
            document=content,
            hash=digest(content),
            created_by=member,
            created_at=clock.now(),
        )
        _note(draft, member, kind, base.document, "")
        record(
            workspace=draft.workspace,
            by=member,
            kind="policy",
            key=f"draft {draft.pk}",
            before={},
            after={"state": draft.state, "hash": draft.hash, "title": title, "base": base.version, "from": kind},
        )
    return draft


@transaction.atomic
def save(*, member: Member, draft_id: UUID, version: int, document: Document, kind: str = "save") -> PolicyDraft:
    """Put a whole document in place of the draft's."""
    draft = take(member, draft_id, version, may=rights.may_write_in)
    return write(draft, member, kind, document)


@transaction.atomic
def edit(
    *,
    member: Member,
    draft_id: UUID,
    version: int,
    kind: str,
    params: Mapping[str, Any],  # JSON
) -> PolicyDraft:
    """One edit of the editor, by its name in `ledgers.policies.editing`."""
    return edit_all(member=member, draft_id=draft_id, version=version, kind=kind, edits=[(kind, params)])


@transaction.atomic
def edit_all(
    *, member: Member, draft_id: UUID, version: int, kind: str, edits: Sequence[tuple[str, Mapping[str, Any]]]
) -> PolicyDraft:
    """Several edits kept as one, called `kind`: what somebody filled in at once was one act."""
    draft = take(member, draft_id, version, may=rights.may_write_in)
    document: Document = draft.document
    try:
        for name, params in edits:
            document = edited(document, name, params)
    except EditRefused as refused:
        raise InvalidEdit(refused) from refused
    return write(draft, member, kind, document)


@transaction.atomic
def join(*, member: Member, draft_id: UUID) -> PolicyDraft:
    """Become an author of somebody's draft; whoever is one already stays it. An author does not approve it."""
    draft = take(member, draft_id, may=rights.may_join)
    if member.key not in rights.authors(draft):
        open_states = (State.EDITING, State.CONFLICT)
        if draft.state not in open_states:
            wants(
                draft, *open_states, otherwise=_("It waits for a second person, or was approved: nobody joins it now.")
            )
        _note(draft, member, "join", draft.document, draft.hash)
    return draft


@transaction.atomic
def withdraw(*, member: Member, draft_id: UUID, version: int) -> PolicyDraft:
    draft = take(member, draft_id, version, may=rights.may_write_in)
    return change(draft, member, state=State.WITHDRAWN)


def write(draft: PolicyDraft, member: Member, kind: str, document: Document, **said: object) -> PolicyDraft:
    """Keep another document in a draft that is held, with its edit. What says the same changes nothing.

    `said`: columns that change with it; with any of them it counts as an edit whatever the document says.
    """
    content = _plain(document)
    _check_shape(content)
    old, before = draft.document, draft.hash
    if digest(content) == before and not said:
        return draft
    state = State.CONFLICT if draft.state == State.CONFLICT else State.EDITING
    change(draft, member, **{"state": state, **BACK, "document": content, "hash": digest(content), **said})
    _note(draft, member, kind, old, before)
    return draft


def edited(document: Document, kind: str, params: Mapping[str, Any]) -> dict[str, Any]:  # JSON
    """The document after one edit; raises EditRefused for an edit that does not exist or takes other members."""
    made = EDITS.get(kind)
    if made is None:
        raise EditRefused("unknown_edit", known=", ".join(EDITS))
    takes = [name for name in inspect.signature(made).parameters if name != "document"]
    if set(params) != set(takes):
        raise EditRefused("wrong_parameters", takes=", ".join(takes))
    try:
        return made(document, **params)
    except TypeError as error:
        # A number where a list is meant, a list where a name is: Python says it first.
        raise EditRefused("wrong_parameters", takes=", ".join(takes)) from error


def active_version(workspace: Workspace) -> PolicyVersion:
    found = PolicyVersion.objects.filter(workspace=workspace, active=True).first()
    if found is None:
        raise NoActivePolicy
    return found


def _note(draft: PolicyDraft, member: Member, kind: str, old: Document, before: str) -> None:
    DraftEdit.objects.create(
        workspace=draft.workspace,
        draft=draft,
        member=member,
        at=clock.now(),
        kind=kind,
        before=before,
        after=draft.hash,
        changes=changes(old, draft.document),
    )


def _check_shape(document: Document) -> None:
    """What the rules of a draft would mean may be mended later; what cannot be read is not kept."""
    if wrong := [found for found in misshapen(document) if found.level is Level.BLOCKING]:
        raise DraftBlocked(wrong)


def _plain(document: Document) -> dict[str, Any]:  # JSON
    """As the database keeps it. What JSON has no word for (a date in TOML) is text, which lint then looks at."""
    plain: dict[str, Any] = json.loads(json.dumps(document, default=str))
    return plain
