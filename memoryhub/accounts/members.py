"""The people and agents of a workspace: who is in, under which key, with which roles."""

from __future__ import annotations

import re
from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryhub.accounts.errors import FieldError, NotAllowed, Problem
from memoryhub.accounts.models import Agent, Member, Role, User, Workspace

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
) -> tuple[Member, bool]:
    """Add a person or change them; whether they are new. `email` links the login that has it, or makes one that
    cannot sign in before an admin sets its password."""
    _check_key(key)
    with transaction.atomic():
        known = Member.objects.select_for_update().filter(workspace=workspace, key=key).first()
        _check_roles(by, set(roles) ^ set(known.roles if known else ()))
        member = known or Member(workspace=workspace, key=key)
        if email:
            member.user = _login(workspace, member, email)
        member.name, member.roles, member.active = name, sorted(set(roles)), active
        member.save()
    return member, known is None


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
