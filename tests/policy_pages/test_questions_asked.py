"""How often these pages ask the database: as often with many edits, verdicts, fields and versions as with few."""

from __future__ import annotations

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledgers.models import PolicyDraft, Scope
from ledgers.services import registries
from tests import factories
from tests.ledgers.drafts.firm import DOCUMENT, Firm
from tests.policy_pages.conftest import ClientOf
from tests.policy_pages.steps import at, opened, press
from tests.screens.budget import own

# The head of a draft asks eight of them, and the frame of every page two.
MOST = {
    "diff": 15, "submit": 11, "judge": 17, "rebase": 14, "activate": 14, "/policy/history/": 8,
    "/policy/versions/2/": 9, "/policy/versions/2/diff": 10, "/policy/versions/1/roll-back": 10,
}  # fmt: skip


def asked(client: Client, draft: PolicyDraft) -> dict[str, int]:
    found: dict[str, int] = {}
    for page in MOST:
        path = page if page.startswith("/") else at(draft, page)
        client.get(path)
        with CaptureQueriesContext(connection) as taken:
            assert client.get(path).status_code == 200
        found[page] = len(own(query["sql"] for query in taken.captured_queries))
    return found


def test_no_page_asks_more_where_there_is_more_to_tell(firm: Firm, client_of: ClientOf) -> None:
    factories.activate_document(firm.workspace, {**DOCUMENT, "write_back_days": 4})
    draft, rui, ana = firm.submitted(), client_of(firm.rui), client_of(firm.ana)
    few = asked(rui, draft)
    assert {page: (count, MOST[page]) for page, count in few.items() if count > MOST[page]} == {}
    for number in range(3):
        press(ana, draft, opened(ana, draft), "send_back", f"No. {number}")
        draft = firm.edit(draft, "set_name", name=f"No. {number}")
        registries.save_field(workspace=firm.workspace, by=None, key=f"extra.f{number}", type="text", name="Extra")
        registries.save_source(workspace=firm.workspace, by=None, key=f"more-{number}", tier="agent_inference")
        Scope.objects.create(workspace=firm.workspace, key=f"team:t{number}")
        firm.tried(draft)
        rui.post(at(draft, "submit"), {"version": draft.version})
        draft = PolicyDraft.objects.get(pk=draft.pk)
    assert asked(rui, draft) == few
