"""The pages on which a draft becomes the policy, and those of its versions; in a workspace of their own, since what
comes into force there would put the drafts of another page in conflict."""

from __future__ import annotations

from datetime import UTC, datetime

from playwright.sync_api import Page

from tests.browser.drafts import Drafting, make_drafts
from tests.browser.place import Place
from tests.browser.steps import choose, meanwhile, press, see, type_in
from tests.factories import activate_document
from tests.screens.world import TIERS, make_firm

NARROW = {"tiers": TIERS, "automatic": ["price.list"]}


def on_the_way() -> list[Place]:
    """An address that no rule may change yet waits for its owner."""
    firm = make_firm()
    activate_document(firm.workspace, NARROW)
    for day, street in ((1, "Rua A, 1"), (9, "Rua B, 2")):
        since = datetime(2026, 3, day, 12, tzinfo=UTC)
        firm.say(street, source="crm", field="company.address", effective_at=since)
    desk = make_drafts(firm.workspace)
    return [*_drafts(desk), *_versions(desk), *_looked_again(desk)]


def _drafts(desk: Drafting) -> list[Place]:
    at = {name: f"/policy/drafts/{draft.pk}/" for name, draft in desk.drafts.items()}
    bruno, caio = desk.bruno, desk.caio
    unfolded = (press("details.kind > summary"), see("details.kind[open]"))
    no_reason = (type_in("#reason", "  "), press("#approve"), see("#refused"))
    return [
        Place("draft-diff", bruno, f"{at['editing']}diff", unfolded),
        Place("draft-diff-one-kind", bruno, f"{at['editing']}diff?kind=result", rare=True),
        Place("draft-diff-kept", caio, f"{at['active']}diff", rare=True),
        Place("draft-submit", bruno, f"{at['editing']}submit"),
        Place("draft-submit-ready", bruno, f"{at['ready']}submit", rare=True),
        Place("draft-submit-theirs", caio, f"{at['ready']}submit", rare=True),
        Place("draft-judge", caio, f"{at['submitted']}judge"),
        Place("draft-judge-refused", caio, f"{at['submitted']}judge", no_reason, rare=True),
        Place("draft-judge-sent-back", bruno, f"{at['sent back']}judge", rare=True),
        Place("draft-activate", caio, f"{at['scheduled']}activate", (press("#when-at"),)),
        Place("draft-activate-theirs", bruno, f"{at['scheduled']}activate", rare=True),
        Place("draft-activated", caio, f"{at['active']}activate", rare=True),
        Place("draft-rebase", bruno, f"{at['conflict']}rebase"),
        Place("draft-rebase-missing", bruno, f"{at['conflict']}rebase", (press("#rebase-go"), see("#refused")),
              rare=True),
    ]  # fmt: skip


def _versions(desk: Drafting) -> list[Place]:
    other = (choose("#against", "1"), press("#against-go"), see("#narrow"))
    return [
        Place("policy-history", desk.bruno, "/policy/history/"),
        Place("policy-drafts-past", desk.bruno, "/policy/history/drafts/", rare=True),
        Place("policy-version", desk.bruno, "/policy/versions/3/"),
        Place("policy-version-diff", desk.bruno, "/policy/versions/3/diff"),
        Place("policy-version-first", desk.bruno, "/policy/versions/1/diff", rare=True),
        Place("policy-version-diff-other", desk.bruno, "/policy/versions/3/diff", other, rare=True),
        Place("policy-roll-back", desk.bruno, "/policy/versions/1/roll-back"),
        Place("policy-emergency", desk.caio, "/policy/emergency/", rare=True),
    ]


def _looked_again(desk: Drafting) -> list[Place]:
    """Last of all, since rules may settle more from here on."""
    where, caio = "/policy/re-evaluation/", desk.caio
    wider = {**NARROW, "automatic": ["company.address", "price.list"]}
    widen = (meanwhile(lambda: activate_document(desk.workspace, wider)), reload, see("#reevaluate-go"))
    return [
        Place("policy-reevaluate-none", caio, where, rare=True),
        Place("policy-reevaluate", caio, where, widen),
        Place("policy-reevaluated", caio, where, (press("#reevaluate-go"), see("#reevaluate-more")), rare=True),
        Place("policy-emergency-waits", desk.dora, "/policy/emergency/", (meanwhile(desk.put_back), reload,
              see("#ratify-go")), rare=True),
        Place("policy-history-waits", desk.dora, "/policy/history/", rare=True),
    ]  # fmt: skip


def reload(page: Page) -> None:
    page.reload()
