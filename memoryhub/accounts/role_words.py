"""What each role opens, in words: docs/security/access.md says the same address by address, and tests try it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Role


@dataclass(frozen=True, slots=True)
class RoleWords:
    role: Role
    may: Words
    may_not: Words


@dataclass(frozen=True, slots=True)
class Programs:
    """The same for those that hold no role."""

    may: Words
    may_not: Words


EVERYBODY: Words = _(
    "Everybody in the workspace sees its facts, its cases (with the values of sensitive ones masked unless they decide"
    " them), its policy and its registry. What a person owns is no role: the registry says it, field by field."
)
ROLES: Sequence[RoleWords] = (
    RoleWords(
        Role.OWNER,
        _("decides the cases of the facts that the registry gives them, and takes a decision back"),
        _("decide what somebody else owns, or a claim of their own where two people have to agree"),
    ),
    RoleWords(
        Role.REVIEWER,
        _("reads every case, asks for evidence, and is the second person where two have to agree"),
        _("decide alone"),
    ),
    RoleWords(
        Role.POLICY_EDITOR,
        _("drafts another order of precedence and tries it on what was decided before"),
        _("activate their own draft"),
    ),
    RoleWords(
        Role.POLICY_APPROVER,
        _("activates a draft of somebody else, or an earlier version"),
        _("approve a draft they edited, although one person may hold both roles"),
    ),
    RoleWords(
        Role.REGISTRY_ADMIN,
        _("names owners, backups and proposers, registers sources, fields and scopes, adds people, gives out tokens"),
        _("decide cases, give out the roles of editors, approvers, auditors and admins, or speak for a colleague"),
    ),
    RoleWords(
        Role.ACCOUNT_ADMIN,
        _(
            "lets people in and out, gives every role, gives out tokens, names another owner where a case waits too"
            " long"
        ),
        _("decide cases as an admin, change their own admin role, or be the last one to leave"),
    ),
    RoleWords(
        Role.AUDITOR,
        _("reads everything: sensitive values, the sealed log, and who decided what by which rule"),
        _("decide or change anything"),
    ),
)
AGENTS = Programs(
    _("post claims and read facts by their token, as far as it says"),
    _("decide anything: a token never does, whoever holds it"),
)
