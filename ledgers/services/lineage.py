"""What a derived claim is made of: its line lends it no more weight than the weakest has, and no less care."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from ledgers.domain.tiers import Tier
from ledgers.errors import InvalidClaim
from ledgers.models import Claim, Derivation
from ledgers.selectors.rules import rules_for
from ledgers.services.authors import Author
from memoryhub.accounts.models import Workspace


@dataclass(frozen=True, slots=True)
class Lineage:
    """The tiers of all that a claim is derived from (theirs are the weakest of their own lines already), and whether
    anything among it is sensitive."""

    tiers: tuple[Tier, ...]
    sensitive: bool


def trace(workspace: Workspace, author: Author, claims: tuple[UUID, ...]) -> Lineage | None:
    """The line of a claim; None for one that is not derived.

    A claim in a scope the author may not read is answered like one that does not exist.
    """
    if not claims:
        return None
    found = Claim.objects.filter(workspace=workspace, id__in=claims).select_related("slot")
    parents = [claim for claim in found if author.may_read(claim.scope)]
    if len(parents) < len(set(claims)):
        raise InvalidClaim("#/derived_from", _("Each id must be a claim of this workspace."), code="unknown-claim")
    places = {(claim.kept_field, claim.scope) for claim in parents}
    sensitive = any(rule.sensitivity for rule in rules_for(workspace, places).values())
    return Lineage(tuple(Tier(claim.tier) for claim in parents), sensitive or any(claim.content for claim in parents))


def keep(claim: Claim) -> None:
    """Write down what a claim that was just stored is made of, to be found from there."""
    rows = [
        Derivation(workspace_id=claim.workspace_id, claim=claim, parent_id=parent)
        for parent in dict.fromkeys(claim.derived_from)
    ]
    Derivation.objects.bulk_create(rows)
