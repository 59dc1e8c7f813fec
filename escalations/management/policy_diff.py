"""What `manage.py policy --diff` says: a file compared with a version, over what a workspace has registered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from django.utils.translation import gettext as _

from ledgers.comparison_words import lines
from ledgers.domain.compared_told import serialized
from ledgers.domain.policy import Policy
from ledgers.selectors.comparing import compared, field_names
from ledgers.selectors.policies import versions
from ledgers.services import policies
from memoryhub.accounts.models import Workspace


class NoSuchVersion(LookupError):
    """There is nothing to compare with; says so in the reader's language."""


def diff(
    workspace: Workspace, policy: Policy, *, base: int | None, json: str | None, say: Callable[[str], object]
) -> None:
    """Compare with version `base`, or with the active one. `json` names a file, or `-` for JSON instead of words."""
    found = compared(workspace, _version(workspace, base), policy)
    told = serialized(found).decode()
    if json == "-":
        say(told)
        return
    if json is not None:
        Path(json).write_text(told + "\n", encoding="utf-8")
    for line in lines(found, field_names(workspace, policy)):
        say(line)


def _version(workspace: Workspace, number: int | None) -> Policy:
    found = versions(workspace)
    version = (found.filter(active=True) if number is None else found.filter(version=number)).first()
    if version is not None:
        return policies.parsed(workspace, version.version, version.hash)
    if number is None:
        raise NoSuchVersion(_("No policy is in force in this workspace."))
    raise NoSuchVersion(_("There is no version %(version)d in this workspace.") % {"version": number})
