"""What a policy asks of a workspace that its registries do not have: warnings, since they may come later."""

from __future__ import annotations

from ledgers.domain.findings import Finding, Findings, warning
from ledgers.domain.patterns import overlap
from ledgers.domain.policy import Policy
from ledgers.models import Responsibility, Source
from memoryhub.accounts.models import Workspace


def against_registries(workspace: Workspace, policy: Policy) -> tuple[Finding, ...]:
    return (*_sources(workspace, policy), *_owners(workspace, policy))


def _sources(workspace: Workspace, policy: Policy) -> Findings:
    """Each authoritative source that is missing, or registered in another tier, once: where it is named first."""
    tiers = dict(Source.objects.filter(workspace=workspace).values_list("key", "tier"))
    seen = set()
    for key, said in policy.fields.items():
        if said.authoritative is None or said.authoritative in seen:
            continue
        seen.add(said.authoritative)
        tier, source = said.authoritative
        where = f'fields."{key}".authoritative'
        if source not in tiers:
            yield warning("source_not_registered", where, source=source)
        elif tiers[source] != tier:
            yield warning("source_of_other_tier", where, source=source, registered=tiers[source], tier=tier)


def _owners(workspace: Workspace, policy: Policy) -> Findings:
    owned = set(Responsibility.objects.filter(workspace=workspace).values_list("field", flat=True))
    for key in policy.fields:
        if not any(overlap(pattern, key) for pattern in owned):
            yield warning("nobody_responsible", f'fields."{key}"')
