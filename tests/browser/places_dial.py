"""The pages beside the drafts: suppositions, and how people decide beside the rules."""

from __future__ import annotations

from urllib.parse import urlencode

from memoryhub.accounts import walls
from memoryhub.accounts.models import Member
from tests.browser.place import Place
from tests.browser.steps import press, see
from tests.ledgers.dial.world import Office, open_office

WHAT_IF, AUTONOMY = "/policy/what-if/", "/policy/autonomy/"
# The client says something else than the CRM has, later.
SAID = {
    "field": "company.size", "scope": "*", "stands": "value", "stood_source": "system_of_record:crm",
    "stood_since": "2026-02-01", "stood_said": "2026-10-01", "comes": "other", "came_source": "counterparty:client",
    "came_since": "2026-02-01", "came_at": "2026-11-30", "proposes": "on",
}  # fmt: skip


def beside_the_drafts(office: Office | None = None) -> list[Place]:
    """In a workspace of its own, where two owners decided a few questions."""
    made = office or _office()
    with walls.inside(made.workspace):
        for owner in ("ana", "bia"):
            made.decided("accept", 2, source="client", at=0, key="company.size", owner=owner)
        made.decided("accept", 2)
        made.decided("keep")
        made.decided("accept", source="client", key="contact.primary")
    return _places(made.rui)


def _office() -> Office:
    with open_office() as made:
        return made


def _places(rui: Member) -> list[Place]:
    answer, wrong = f"{WHAT_IF}?{urlencode(SAID)}", f"{WHAT_IF}?{urlencode({**SAID, 'came_at': '', 'comes': 'x'})}"
    unfolded = (press("#what-if-more-first"), press("#what-if-more-second"), see("#id_came_counts"))
    return [
        Place("what-if", rui, WHAT_IF, unfolded),
        Place("what-if-answer", rui, answer),
        Place("what-if-wrong", rui, wrong, rare=True),
        Place("autonomy", rui, AUTONOMY, (press("#dial-counted-open"), see("#dial-counted[open]"))),
        Place("autonomy-nothing", rui, f"{AUTONOMY}?scope=client:*&days=30", rare=True),
    ]
