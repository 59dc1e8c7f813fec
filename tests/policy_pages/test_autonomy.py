"""The page of the dial: the drawing and its table, who sees it, and suggestions that become drafts and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledgers.dial import suggestions
from ledgers.models import DraftEdit, Field, PolicyDraft, PolicyVersion, Scope
from ledgers.selectors import drafts
from memoryhub.accounts import walls
from memoryhub.accounts.models import Role
from tests import factories
from tests.ledgers.dial.world import DOCUMENT, Office, open_office
from tests.policy_pages.conftest import ClientOf
from tests.screens.budget import BRACKETS, DOOR
from tests.screens.limits import QUESTIONS

PAGE, MAKE = "/policy/autonomy/", "/policy/autonomy/suggestion"
ORDER = "order:company.size:counterparty:system_of_record"
WIDEN = "widen:company.plan::"


@pytest.fixture
def office(db: None) -> Iterator[Office]:
    with open_office() as made:
        yield made


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts that a test can make; what they are in earnest, the tests of the suggestions hold."""
    for name in ("WIDEN_COUNT", "NARROW_COUNT", "ORDER_COUNT"):
        monkeypatch.setattr(suggestions, name, 4)
    for name in ("WIDEN_LOW", "ORDER_LOW"):
        monkeypatch.setattr(suggestions, name, 0.4)
    monkeypatch.setattr(suggestions, "OTHERS", 2)


def ties(office: Office) -> None:
    """The client's word was taken on a tie, by both owners; one more was not."""
    for owner in ("ana", "bia"):
        office.decided("accept", 3, source="client", at=0, key="company.size", owner=owner)


def wider(office: Office) -> None:
    """What the rules would have done, done by both owners, of two agents."""
    for by in ("sync", "inbox"):
        for owner in ("ana", "bia"):
            office.decided("accept", 1, by=by, owner=owner)


def plain(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def table(page: str) -> list[str]:
    """Its rows as they are read."""
    body = page[page.index("<tbody>", page.index('id="dial-table"')) :]
    return [plain(row).strip() for row in re.findall(r"<tr>.*?</tr>", body[: body.index("</tbody>")], re.DOTALL)]


def see(client: Client, query: str = "", status: int = 200) -> str:
    response = client.get(PAGE + query)
    assert response.status_code == status
    return response.content.decode()


def test_a_drawing_and_the_table_that_says_the_same(office: Office, client_of: ClientOf) -> None:
    wider(office)
    office.decided("keep", 1, source="client", key="company.size")
    client = client_of(office.rui)
    page = see(client)
    start = page.index('<svg class="dial"')
    svg = ET.fromstring(page[start : page.index("</svg>", start) + 6])  # noqa: S314 - our own page
    assert svg.get("role") == "img"
    named = {str(one.get("id")): one.text for one in svg if one.get("id")}
    assert [bool(named[name]) for name in str(svg.get("aria-labelledby")).split()] == [True, True]
    assert table(page) == [
        "Plan system of record against system of record 4 4 4 4 100% 51% to 100%",
        "company.size other party, own data against system of record 1 0 1 0 0% 0% to 79%",
    ]
    drawn = [(line.get("x1"), line.get("x2")) for line in svg if line.get("class") == "reach"]
    assert drawn == [("50.89%", "94.00%"), ("6.00%", "75.82%")]
    # No line of the scale, and no bar, goes through a word.
    heights = [float(one.get("y", "0")) for one in svg if one.tag == "text" and one.text]
    lines = [(float(one.get("y1", "0")), float(one.get("y2", "0"))) for one in svg if one.tag == "line"]
    assert [(top, y) for top, end in lines for y in heights if top - 3 < y < end + 11] == []
    # Nothing that a strict policy for content would stop.
    assert "style=" not in page
    portuguese = client.get(PAGE, headers={"accept-language": "pt-br"}).content.decode()
    assert "Plano" in portuguese
    assert 'x1="50.89%"' in portuguese


def test_before_anything_was_decided_it_says_what_will_count(office: Office, client_of: ClientOf) -> None:
    page = see(client_of(office.rui))
    assert "Nothing to count yet" in page
    assert 'href="/policy/what-if/"' in page
    PolicyVersion.objects.update(active=False)
    assert "No policy is in force" in see(client_of(office.rui))


@pytest.mark.usefixtures("few")
def test_a_suggestion_becomes_a_draft_and_changes_nothing_by_itself(office: Office, client_of: ClientOf) -> None:
    ties(office)
    client, version = client_of(office.rui), PolicyVersion.objects.get()
    text = plain(see(client))
    assert "Put “other party, own data” above “system of record” for “company.size”" in text
    assert "6 of 6 times in 90 days" in text
    assert not PolicyDraft.objects.exists()
    made = client.post(MAKE, {"suggestion": ORDER})
    draft = PolicyDraft.objects.get()
    assert (made.status_code, made.headers["Location"]) == (302, f"/policy/drafts/{draft.pk}/")
    assert draft.document["fields"]["company.size"]["order"][:2] == ["counterparty", "system_of_record"]
    assert (draft.state, draft.base, draft.created_by) == ("editing", version, office.rui)
    assert list(DraftEdit.objects.order_by("id").values_list("kind", "member__key")) == [
        ("start", "rui"),
        ("set_order", "rui"),
    ]
    assert drafts.blocking(drafts.findings(draft)) == ()
    assert PolicyVersion.objects.get(active=True) == version
    # Pressed twice, it opens the same draft.
    assert client.post(MAKE, {"suggestion": ORDER}).headers["Location"] == f"/policy/drafts/{draft.pk}/"
    assert PolicyDraft.objects.count() == 1


@pytest.mark.usefixtures("few")
def test_what_is_not_suggested_any_more_makes_no_draft(office: Office, client_of: ClientOf) -> None:
    wider(office)
    client = client_of(office.rui)
    assert WIDEN in see(client)
    # Since then the registry calls it sensitive.
    Field.objects.filter(key="company.plan").update(sensitivity="payment")
    assert WIDEN not in see(client)
    for key in (WIDEN, "widen:contact.primary::", "order:::", "\0", "x" * 9_000, ""):
        refused = client.post(MAKE, {"suggestion": key})
        assert refused.status_code in {409, 422}, key
    assert "This is no longer suggested" in client.post(MAKE, {"suggestion": WIDEN}).content.decode()
    assert not PolicyDraft.objects.exists()


@pytest.mark.usefixtures("few")
def test_of_a_sensitive_field_it_is_counted_and_nothing_suggested(office: Office, client_of: ClientOf) -> None:
    for owner in ("ana", "bia"):
        office.decided("accept", 3, source="client", key="contact.primary", owner=owner)
    page = see(client_of(office.rui))
    assert "contact.primary contact other party, own data against system of record" in plain(page)
    assert MAKE not in page
    assert "None: too few decisions" in page


@pytest.mark.usefixtures("few", "db")
def test_who_reads_it_and_who_makes_drafts(client_of: ClientOf) -> None:
    with open_office() as office:
        ties(office)
        people = {role: factories.make_member(office.workspace, f"r{n}", role) for n, role in enumerate(Role)}
    for role, member in people.items():
        reads = role in {Role.POLICY_EDITOR, Role.POLICY_APPROVER, Role.AUDITOR, Role.ACCOUNT_ADMIN}
        page = see(client_of(member), status=200 if reads else 403)
        assert (MAKE in page) == (role is Role.POLICY_EDITOR)
        made = client_of(member).post(MAKE, {"suggestion": ORDER})
        assert made.status_code == (302 if role is Role.POLICY_EDITOR else 403)
    with walls.inside(office.workspace):
        assert PolicyDraft.objects.get().created_by == people[Role.POLICY_EDITOR]
    with open_office({**DOCUMENT, "name": "Other"}) as other:
        stranger = other.rui
    assert "company.size" not in see(client_of(stranger))
    assert client_of(stranger).post(MAKE, {"suggestion": ORDER}).status_code == 409


@pytest.mark.usefixtures("few")
def test_another_period_or_account_is_looked_at_and_suggests_nothing(office: Office, client_of: ClientOf) -> None:
    ties(office)
    assert office.suggested() == [ORDER]
    assert office.counted(days=30).suggestions == office.counted(scope="client:*").suggestions == []
    Scope.objects.create(workspace=office.workspace, key="client:bia")
    Scope.objects.create(workspace=office.workspace, key="user:ana")
    client = client_of(office.rui)
    for query in ("?days=30", "?days=all", "?scope=client:bia", "?days=365&scope=client:*"):
        page = see(client, query)
        assert MAKE not in page
        assert "They rest on 90 days and all accounts" in page
    (row,) = table(see(client, "?scope=client:bia"))
    assert row.startswith("company.size other party, own data against system of record 3 3 0")
    # Nobody's own scope is an account, and rubbish is the usual page.
    for query in ("?scope=user:ana", "?days=-1", "?days=%00", "?days=9e9&scope=%ED%A0%80", "?scope=" + "x" * 5_000):
        page = see(client, query)
        assert MAKE in page
        assert 'value="user:ana"' not in page


def test_it_asks_the_database_the_same_few_questions_however_much_was_decided(
    office: Office, client_of: ClientOf
) -> None:
    client, asked = client_of(office.rui), []
    for _time in range(2):
        office.decided("accept", 2)
        office.decided("keep", 1, source="client", key="company.size", owner="bia")
        with CaptureQueriesContext(connection) as seen:
            see(client)
        frame = (*DOOR, *BRACKETS, "set_config")
        asked.append([one["sql"] for one in seen if not any(part in one["sql"] for part in frame)])
    assert len(asked[0]) == len(asked[1]) <= QUESTIONS["policy"], [one[:150] for one in asked[1]]
