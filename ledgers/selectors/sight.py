"""Whose eyes a sensitive value is for, on pages that show values and not only places."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from ledgers.domain.patterns import fold
from ledgers.selectors.facts import FactView
from ledgers.selectors.finding import is_sensitive
from ledgers.selectors.history import SEES_VALUES
from memoryhub.accounts.models import Member


def hidden(member: Member, views: Iterable[FactView]) -> set[uuid.UUID]:
    """The facts whose values are masked for this member: sensitive ones that others answer for."""
    if member.has_role(*SEES_VALUES):
        return set()
    return {view.id for view in views if is_sensitive(view) and not _answers(member, view)}


def _answers(member: Member, view: FactView) -> bool:
    """Who said it, owns it, backs its owner up or deputises for them."""
    if view.claim.member_id == member.pk:
        return True
    row = view.responsible
    people = {view.owner or "", *({row.backup, *row.delegates} if row else set())}
    return fold(member.key) in {fold(person) for person in people if person}
