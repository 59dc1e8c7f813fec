"""What the registries must hold before anything can be remembered; an admin's own entries are left as they are."""

from __future__ import annotations

from ledgers.domain.responsibility import SELF
from ledgers.domain.tiers import Tier
from ledgers.models import Responsibility, Source
from ledgers.selectors import registries
from ledgers.services.fields import save_field
from ledgers.services.responsibilities import save_responsibility
from ledgers.services.scopes import save_scope
from ledgers.services.sources import save_source
from memoryhub.accounts.models import Member, Role, Workspace

SOURCE = "chat"
SCOPES = "pair:*"
NOTES = "note.*"
# Agents as far as their tokens reach, and the user; no other member, who could then stand in for nobody.
PROPOSERS = ("agent:*", SELF)


def prepare(workspace: Workspace) -> None:
    """Register the source, the scopes, the notes and who owns them, as far as nobody has.

    An agent that may post in a pair may propose there: its token's scopes say who that is. The user owns what is
    remembered.
    """
    if not _missing(workspace):
        return
    # Two first conversations at once would both register.
    Workspace.objects.select_for_update(no_key=True).get(pk=workspace.pk)
    missing = _missing(workspace)
    if "source" in missing:
        save_source(workspace=workspace, by=None, key=SOURCE, name="Chat", tier=Tier.AGENT_INFERENCE)
    if "scope" in missing:
        save_scope(workspace=workspace, by=None, key=SCOPES)
    if "field" in missing:
        save_field(workspace=workspace, by=None, key=NOTES, name="Note", name_pt="Nota", type="text", values="many")
    if "owner" in missing and (backup := _backup(workspace)) is not None:
        save_responsibility(
            workspace=workspace, by=None, scope=SCOPES, owner_is_self=True, backup=backup, proposers=list(PROPOSERS)
        )


def _missing(workspace: Workspace) -> set[str]:
    found = {
        "source": Source.objects.filter(workspace=workspace, key=SOURCE).exists(),
        "scope": registries.scopes_exist(workspace, SCOPES),
        "field": registries.registered_field(workspace, "note.fact") is not None,
        "owner": Responsibility.objects.filter(workspace=workspace, scope__startswith="pair:").exists(),
    }
    return {name for name, there in found.items() if not there}


def _backup(workspace: Workspace) -> Member | None:
    """Somebody has to stand in for a user who never comes: an account admin before a registry admin, else an owner."""
    members = [one for one in Member.objects.filter(workspace=workspace, active=True) if not one.only_audits]
    for role in (Role.ACCOUNT_ADMIN, Role.REGISTRY_ADMIN, Role.OWNER):
        for member in sorted(members, key=lambda one: one.key):
            if member.has_role(role):
                return member
    return None
