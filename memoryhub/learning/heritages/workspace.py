"""A workspace for the measurement: one field about where a place lies, and every web site registered as a source."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ledgers.services import policies, registries
from memoryhub.accounts import tokens, walls
from memoryhub.accounts.models import Agent, Member, Workspace
from memoryhub.learning.heritages.oracle import STRONG_TO_WEAK
from memoryhub.learning.heritages.source_maps import SourceMap

FIELD = "site.location"
POLICY = {
    "name": "Heritages",
    "tiers": list(STRONG_TO_WEAK),
    # Nothing here is sensitive, so rules may settle all of it.
    "automatic": [FIELD],
    "fields": {FIELD: {"name": "Where the site lies", "type": "text"}},
}


@dataclass(frozen=True, slots=True)
class Ready:
    """Where claims are posted: a token of the crawler, which posts, and one of the owner, who reads the queue."""

    agent_token: str
    owner_token: str


def prepare(name: str, source_map: SourceMap, sites: Iterable[str], scopes: Iterable[str]) -> Ready:
    """Make the workspace with its policy, registries and tokens."""
    workspace = Workspace.objects.create(key=f"heritages-{name}", name=f"Heritages ({name})", time_zone="UTC")
    owner = Member.objects.create(workspace=workspace, key="keeper", name="Keeper")
    backup = Member.objects.create(workspace=workspace, key="deputy", name="Deputy")
    with walls.inside(workspace):
        crawler = _furnish(workspace, owner, scopes)
        registries.save_responsibility(
            workspace=workspace, by=None, owner=owner, backup=backup, proposers=["agent:crawler"]
        )
        for site in sorted(set(sites)):
            _register(workspace, source_map, site, owner)
    return Ready(
        tokens.issue(
            workspace=workspace,
            name="crawler",
            agent=crawler,
            sources=["*"],
            scopes=["*"],
            may_write=True,
            requests_per_minute=0,
            open_cases=0,
        ).secret,
        tokens.issue(workspace=workspace, name="keeper", member=owner, scopes=["*"], requests_per_minute=0).secret,
    )


def _furnish(workspace: Workspace, owner: Member, scopes: Iterable[str]) -> Agent:
    crawler = Agent.objects.create(workspace=workspace, key="crawler", name="Crawler", controller=owner)
    policies.activate(workspace=workspace, document=POLICY, member=None)
    for scope in scopes:
        registries.save_scope(workspace=workspace, by=None, key=scope)
    return crawler


def _register(workspace: Workspace, source_map: SourceMap, site: str, responsible: Member) -> None:
    kind = source_map.kind_of(site)
    document = kind.tier == "approved_document"
    registries.save_source(
        workspace=workspace,
        by=None,
        key=source_key(site),
        name=site,
        tier=kind.tier,
        external=kind.external,
        responsible=responsible if document else None,
        # Longer than any run: no fact of it comes up for review while it is measured.
        review_days=3650 if document else None,
    )


def source_key(site: str) -> str:
    """The key of a web site: its host with what a key may not hold as dashes."""
    return re.sub(r"[^a-z0-9]+", "-", site.lower()).strip("-")
