"""A draft from its first edit to being in force, and the record it leaves."""

from __future__ import annotations

from ledgers.models import PolicyVersion
from ledgers.services.drafts import activating
from tests.ledgers.drafts.firm import Firm


def test_a_draft_becomes_the_next_version(firm: Firm) -> None:
    draft = firm.approved()
    done = activating.activate(member=firm.ana, draft_id=draft.pk, version=draft.version)
    active = PolicyVersion.objects.get(workspace=firm.workspace, active=True)
    assert (done.state, done.activated, active.version, active.hash) == ("active", active, 2, draft.hash)
    assert active.document["tiers"][2:4] == ["counterparty", "authorized_person"]
    assert active.activated_by == firm.rui
