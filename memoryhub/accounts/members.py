"""The people and agents of a workspace: who is in, under which key, with which roles."""

from __future__ import annotations

import re
from collections.abc import Collection

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryhub.accounts import signed_in
from memoryhub.accounts.errors import FieldError, NotAllowed, Problem
from memoryhub.accounts.models import Agent, Member, Role, Token, User, Workspace

KEY = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
# What a registry admin may hand out; the rest opens rights over others and is an account admin's to give.
PLAIN_ROLES = frozenset({Role.OWNER, Role.REVIEWER})


class PersonRefused(Problem):
    """A member or agent that breaks a rule of the registry."""

    slug = "registry-refused"
    title = gettext_lazy("This registry entry breaks a rule")


def save_member(
    *,
    workspace: Workspace,
    by: Member,
    key: str,
    name: str,
    roles: Collection[str] = (),
    email: str = "",
    active: bool = True,
    fresh: bool = False,
    asks: bool = False,
) -> tuple[Member, bool]:
    """Add a person or change them; whether they are new. `email` links the login that has it, or makes one that
    cannot sign in before its password is set. `fresh`: `by` is here in person, and just showed who they are. `asks`:
    a login that somebody uses already is not linked before they say so; `asked` of the member tells whom to ask."""
    _check_key(key)
    with transaction.atomic():
        # All admins at once, so that two of them never take each other's role away.
        rows = Member.objects.select_for_update().filter(Q(key=key) | _admins(), workspace=workspace).order_by("id")
        known = next((row for row in rows if row.key == key), None)
        changed = set(roles) ^ set(known.roles if known else ())
        _check_roles(by, changed)
        if known is not None:
            _check_login(by, known, email, active=active)
            _check_another_login(by, known, email, fresh=fresh)
            _check_admins(by, known, list(rows), changed, active=active)
        member = known or Member(workspace=workspace, key=key)
        former = member.user
        asked = _link(member, _login(workspace, member, email), asks=asks) if email else None
        left, moved = member.active and not active, former is not None and member.user != former
        member.name, member.roles, member.active = name, sorted(set(roles)), active
        member.save()
        member.asked = asked
        if left or moved:
            because = _("%(name)s was deactivated") if left else _("%(name)s has another sign-in")
            _show_out(member, former, by, because % {"name": member.name})
    return member, known is None


def _link(member: Member, login: User, *, asks: bool) -> User | None:
    """Give the member that login, or whom to ask first: somebody who uses it already."""
    if asks and login != member.user and login.has_usable_password():
        return login
    member.user = login
    return None


def save_agent(
    *, workspace: Workspace, by: Member, key: str, name: str = "", purpose: str = "", active: bool = True
) -> tuple[Agent, bool]:
    """Add a program or change it; whether it is new. Whoever adds it is the person who controls it."""
    _check_key(key)
    values = {"name": name or key, "purpose": purpose, "active": active}
    return Agent.objects.update_or_create(
        workspace=workspace, key=key, defaults=values, create_defaults={**values, "controller": by}
    )


def _login(workspace: Workspace, member: Member, email: str) -> User:
    user = User.objects.filter(email=email.casefold()).first()
    if user is None:
        return User.objects.create_user(email)
    if Member.objects.filter(workspace=workspace, user=user).exclude(pk=member.pk).exists():
        raise _refused("email", "email-in-use", _("Another member of this workspace has this e-mail."))
    return user


def has_another_login(member: Member, email: str) -> bool:
    """Whether this e-mail is that of another login than the member's, or their first."""
    return bool(email) and (member.user is None or member.user.email != email.casefold())


def _show_out(member: Member, login: User | None, by: Member, because: str) -> None:
    """Who left, or comes by another login, has no token and is signed in nowhere; what the login opens elsewhere it
    opens at the next sign-in."""
    Token.objects.filter(member=member, revoked_at__isnull=True).update(
        revoked_at=timezone.now(), revoked_by=by, revoked_because=because[:200]
    )
    if login is not None:
        signed_in.end_all(login)


def _admins() -> Q:
    return Q(active=True, roles__contains=[str(Role.ACCOUNT_ADMIN)])


def _check_admins(by: Member, known: Member, rows: list[Member], changed: set[str], *, active: bool) -> None:
    """A workspace keeps an account admin, and nobody makes or unmakes themselves one."""
    if Role.ACCOUNT_ADMIN not in known.roles and Role.ACCOUNT_ADMIN not in changed:
        return
    loses = known.active and Role.ACCOUNT_ADMIN in known.roles and (not active or Role.ACCOUNT_ADMIN in changed)
    others = [row for row in rows if row.pk != known.pk and row.has_role(Role.ACCOUNT_ADMIN)]
    if loses and not others:
        raise _refused("roles", "last-admin", _("This is the last account admin. Make somebody else one first."))
    if known.pk == by.pk and (loses or Role.ACCOUNT_ADMIN in changed):
        raise _refused("roles", "own-admin-role", _("Nobody changes their own admin role. Ask another account admin."))


def _check_login(by: Member, known: Member, email: str, *, active: bool) -> None:
    """Who has rights over others is let in, shut out and given another login by an account admin alone."""
    other = has_another_login(known, email)
    if (other or active != known.active) and set(known.roles) - PLAIN_ROLES and not by.has_role(Role.ACCOUNT_ADMIN):
        raise NotAllowed(_("Only an account admin changes the sign-in of editors, approvers, auditors and admins."))


def _check_another_login(by: Member, known: Member, email: str, *, fresh: bool) -> None:
    """A login that is there gives way to another only at the hand of an account admin in person: whoever holds the
    new one is this member from then on."""
    if known.user is None or not has_another_login(known, email):
        return
    if known.pk == by.pk:
        raise NotAllowed(_("Nobody gives themselves another sign-in. Ask another account admin."))
    if not (fresh and by.has_role(Role.ACCOUNT_ADMIN)):
        raise NotAllowed(
            _(
                "Who has a sign-in gets another one only from an account admin, on their page under Members, after "
                "confirming who that is. A token never gives one."
            )
        )


def _check_key(key: str) -> None:
    if not KEY.fullmatch(key):
        detail = _("A key has small letters, digits, - and _, begins with a letter or digit, at most 64.")
        raise _refused("key", "invalid-key", detail)


def _check_roles(by: Member, changed: Collection[str]) -> None:
    if set(changed) - PLAIN_ROLES and not by.has_role(Role.ACCOUNT_ADMIN):
        raise NotAllowed(
            _("Only an account admin gives or takes the roles of editors, approvers, auditors and admins.")
        )


def _refused(member: str, code: str, detail: str) -> PersonRefused:
    errors: list[FieldError] = [{"pointer": f"#/{member}", "code": code, "detail": detail}]
    return PersonRefused(detail, errors=errors)
