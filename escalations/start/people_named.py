"""The people a table of facts names: by their key, or by the e-mail of somebody who is invited on the way."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from escalations.members import joining
from escalations.members.people import save_person
from memoryhub.accounts import letters
from memoryhub.accounts.models import Member, Role, Workspace


class NobodyKnown(Exception):
    """A name that is neither a member's nor an e-mail."""


class People:
    """Who was named so far. `known` holds them by what was typed."""

    def __init__(self, workspace: Workspace, admin: Member) -> None:
        self.workspace, self.admin = workspace, admin
        self.known: dict[str, Member] = {}

    def find(self, typed: str) -> Member:
        """The member of this key or e-mail; somebody new is added, as an owner, and invited."""
        if typed not in self.known:
            self.known[typed] = self._member(typed) or self._invited(typed)
        return self.known[typed]

    def _member(self, typed: str) -> Member | None:
        rows = Member.objects.filter(workspace=self.workspace, active=True)
        if "@" not in typed:
            return rows.filter(key=typed).first()
        by_mail = rows.filter(user__email=typed.casefold()).first()
        # Somebody with a sign-in elsewhere was named before, and has not said yes.
        return by_mail or joining.member_asked(self.workspace, typed)

    def _invited(self, typed: str) -> Member:
        try:
            validate_email(typed)
        except ValidationError:
            raise NobodyKnown(_("Nobody has this key. Write a member's key, or an e-mail to invite.")) from None
        local = typed.partition("@")[0]
        member, _new = save_person(
            workspace=self.workspace, by=self.admin, key=self._key(local), name=_spoken(local), email=typed,
            roles=[Role.OWNER],
        )  # fmt: skip
        if member.asked is None:
            letters.ask_for("mail_invitation", member.pk)
        return member

    def _key(self, local: str) -> str:
        wanted = re.sub(r"[^a-z0-9_-]+", "-", local.casefold()).strip("-_")[:50] or "person"
        taken = set(Member.objects.filter(workspace=self.workspace).values_list("key", flat=True))
        return next(key for key in (wanted, *(f"{wanted}-{number}" for number in range(2, 1_000))) if key not in taken)


def _spoken(local: str) -> str:
    return " ".join(part.capitalize() for part in re.split(r"[._-]+", local) if part) or local
