"""How often the pages of the policy ask the database: at most ten times, and as often with many rows as with few."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from escalations.registry.registering import activate_draft, roll_back_now
from ledgers.models import Backtest, DraftVerdict, PolicyDraft, PolicyVersion, Scope
from ledgers.selectors import drafts as selected
from ledgers.services import registries
from ledgers.services.drafts import judging, rebasing, submitting, trying
from ledgers.services.drafts.judging import Seen
from memoryhub.accounts import walls
from memoryhub.accounts.models import Role
from tests import factories
from tests.ledgers.drafts.firm import Firm
from tests.policy_pages.conftest import ClientOf
from tests.policy_pages.planted import plant
from tests.policy_pages.steps import at, fresh
from tests.policy_pages.test_what_if import SAID
from tests.screens.budget import own
from tests.screens.limits import QUESTIONS

OF_A_DRAFT = ("", "?field=company.plan", "diff", "submit", "judge", "rebase", "activate")
LISTS = ("A", "B", "C", "D", "differences", "not-replayable", "matrix", "samples", "forecast")
OTHERS = (
    "/policy/", "/policy/history/", "/policy/history/drafts/", "/policy/autonomy/", "/policy/emergency/",
    "/policy/versions/2/", "/policy/versions/3/", "/policy/versions/3/diff",
    "/policy/versions/3/diff?against=1", "/policy/versions/2/roll-back", "/policy/what-if/",
    f"/policy/what-if/?{urlencode(SAID)}",
)  # fmt: skip
# Not the look at what waits: its preview settles each open question once more, and takes that back.
# What Ana, who approves, sees more of than Rui, who writes.
APPROVES = ("waits/", "waits/judge", "approved/judge", "approved/activate", "/policy/", "/policy/emergency/", "result")
Asked = dict[tuple[str, str], list[str]]


@dataclass
class Drafts:
    """One that waits for a second person, what it contradicts answered for; one approved, in conflict, tried, new."""

    waits: PolicyDraft
    approved: PolicyDraft
    conflict: PolicyDraft
    tried: PolicyDraft
    new: PolicyDraft

    @property
    def pages(self) -> dict[str, str]:
        """Their addresses by names that stay."""
        drafts = {name: getattr(self, name) for name in ("waits", "approved", "conflict", "tried")}
        result = f"/policy/backtests/{Backtest.objects.filter(draft=self.waits).latest('id').pk}/"
        return {
            **{f"{name}/{page}": at(draft, page) for name, draft in drafts.items() for page in OF_A_DRAFT},
            **{page: page for page in OTHERS},
            **{f"list {name}": f"{result}lists/{name}" for name in LISTS},
            "new/": at(self.new, ""),
            "ask": at(self.new, "backtest"),
            "result": result,
        }


def test_no_page_of_the_policy_asks_more_than_ten_times(db: None, client_of: ClientOf) -> None:
    planted = plant()
    firm = planted.firm
    with walls.inside(firm.workspace):
        drafts = _drafts(firm, planted.draft)
        readers = {one.key: client_of(one) for one in (firm.rui, firm.ana)}
        # What is kept in the process is there from then on.
        _asked(readers, drafts.pages)
        few = _asked(readers, drafts.pages)
        assert {seen: len(asked) for seen, asked in few.items() if len(asked) > QUESTIONS["policy"]} == {}
        _grow(firm, drafts)
        many = _asked(readers, drafts.pages)
        assert {seen: asked for seen, asked in many.items() if len(asked) != len(few[seen])} == {}
        active = PolicyVersion.objects.get(workspace=firm.workspace, active=True)
        roll_back_now(member=firm.ana, seen=active.version, reason="It harms.")
        pages = {page: page for page in OTHERS}
        _asked(readers, pages)
        waiting = _asked(readers, pages)
    assert {seen: len(asked) for seen, asked in waiting.items() if len(asked) > QUESTIONS["policy"]} == {}


def _drafts(firm: Firm, planted: PolicyDraft) -> Drafts:
    conflict, passed = firm.edit(firm.start("Clash"), "set_write_back_days", days=10), firm.approved("Passed")
    activate_draft(member=firm.ana, draft_id=passed.pk, version=passed.version)
    rebasing.rebase(member=firm.rui, draft_id=planted.pk, version=fresh(planted).version, choices={})
    tried = firm.edit(firm.start("Tried"), "set_write_back_days", days=12)
    firm.tried(tried)
    new = firm.edit(firm.start("New"), "set_write_back_days", days=13)
    return Drafts(_submit(firm, planted), firm.approved("Approved"), fresh(conflict), fresh(tried), new)


def _submit(firm: Firm, draft: PolicyDraft) -> PolicyDraft:
    """With a note of its author for all that it contradicts."""
    firm.tried(draft)
    against = selected.trial(fresh(draft))
    assert against is not None
    assert against.contradicted
    trying.acknowledge(member=firm.rui, draft_id=draft.pk, notes=dict.fromkeys(against.contradicted, "Agreed."))
    return submitting.submit(member=firm.rui, draft_id=draft.pk, version=fresh(draft).version)


def _grow(firm: Firm, drafts: Drafts) -> None:
    """More of everything: verdicts, edits, trials, notes, fields, sources, scopes, people and who answers for what."""
    for number in range(2):
        _send_back(firm, drafts.waits)
        firm.edit(drafts.waits, "set_name", name=f"No. {number}")
        drafts.waits = _submit(firm, drafts.waits)
        firm.edit(drafts.tried, "set_name", name=f"No. {number}")
        firm.tried(drafts.tried)
        registries.save_field(workspace=firm.workspace, by=None, key=f"extra.f{number}", type="text", name="Extra")
        registries.save_source(workspace=firm.workspace, by=None, key=f"more-{number}", tier="agent_inference")
        Scope.objects.create(workspace=firm.workspace, key=f"team:t{number}")
        second = factories.make_member(firm.workspace, f"second-{number}", Role.REVIEWER)
        registries.save_responsibility(
            workspace=firm.workspace, by=None, field=f"extra.f{number}", owner=second, backup=firm.bia
        )


def _send_back(firm: Firm, draft: PolicyDraft) -> DraftVerdict:
    tried = Backtest.objects.filter(draft=draft).latest("id")
    seen = Seen(version=draft.version, hash=draft.hash, base=draft.base.version, backtest=tried.pk)
    return judging.send_back(member=firm.ana, draft_id=draft.pk, seen=seen, reason="Ask sales first.")


def _asked(readers: dict[str, Client], pages: dict[str, str]) -> Asked:
    """What each page asks for whoever reads it."""
    found: Asked = {}
    for reader, client in readers.items():
        mine = [name for name in pages if (name in APPROVES if reader == "ana" else name != "/policy/emergency/")]
        for name in mine:
            with CaptureQueriesContext(connection) as taken:
                status = client.get(pages[name]).status_code
            assert status == 200, (reader, name)
            found[reader, name] = own(query["sql"] for query in taken.captured_queries)
    return found
