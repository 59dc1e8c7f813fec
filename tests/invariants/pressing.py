"""Pressing the buttons of a case as somebody, through the API."""

from __future__ import annotations

import json
from dataclasses import dataclass
from uuid import uuid4

from django.test import Client

from escalations.models import Case
from ledgers.models import Claim
from tests.cases.posting import Answer, answered
from tests.cases.world import World
from tests.factories import sign_in


def signed_in(place: World, who: str) -> Client:
    client = Client()
    user = place.members[who].user
    assert user is not None
    sign_in(client, user)
    return client


@dataclass
class Seen:
    """A case as a screen showed it."""

    id: str
    version: int
    evidence_digest: str


def case_of(claim: Claim) -> Case:
    return Case.objects.get(candidates__claim=claim)


def seen(place: World, who: str, claim: Claim) -> Seen:
    """What the page of this claim's case shows; somebody who may see it looks."""
    found = answered(signed_in(place, who).get(f"/api/v1/cases/{case_of(claim).id}"))
    assert found.http == 200, found.body
    return Seen(found.body["id"], found.body["version"], found.body["evidence_digest"])


def accept(client: Client, page: Seen, claim: Claim, **headers: str) -> Answer:
    body = {
        "choice": "accept",
        "claim": str(claim.id),
        "reason": "Asked by phone.",
        "version": page.version,
        "evidence_digest": page.evidence_digest,
        "decision_key": str(uuid4()),
    }
    path = f"/api/v1/cases/{page.id}/decision"
    return answered(client.post(path, json.dumps(body), content_type="application/json", headers=headers))
