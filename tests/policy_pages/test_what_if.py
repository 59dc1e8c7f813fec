"""Two made-up claims, and what the rules would do: the page, its address, and what it may not hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledgers.models import Claim, PolicyDraft, Scope, Source, Transaction
from tests import factories
from tests.ledgers.drafts.firm import Firm
from tests.policy_pages.conftest import ClientOf
from tests.screens.budget import BRACKETS, DOOR
from tests.screens.limits import QUESTIONS

pytestmark = pytest.mark.django_db
PAGE = "/policy/what-if/"
RULES = (factories.ROOT / "docs/rules.md").read_text()
SAID = {
    "field": "company.plan",
    "scope": "*",
    "stands": "value",
    "stood_source": "system_of_record:crm",
    "stood_since": "2026-02-01",
    "stood_said": "2026-10-01",
    "comes": "other",
    "came_source": "counterparty:client",
    "came_since": "2026-11-16",
    "came_at": "2026-11-30",
    "proposes": "on",
}


def words(client: Client, said: Mapping[str, str], status: int = 200) -> str:
    response = client.get(PAGE, said)
    assert response.status_code == status
    return plain(response.content.decode())


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def codes(html: str) -> list[str]:
    """The rules named in the results, side by side."""
    return re.findall(r"<code>([a-z_]+\.[a-z_]+)</code>", html)


def test_it_begins_with_examples_of_the_workspace_that_each_say_what_would_happen(
    firm: Firm, client_of: ClientOf
) -> None:
    client = client_of(firm.ana)
    page = client.get(PAGE).content.decode()
    addresses = [url.replace("&amp;", "&") for url in re.findall(r'id="what-if-example-\d" href="([^"]+)"', page)]
    assert len(addresses) == 3
    found = [codes(client.get(url).content.decode()) for url in addresses]
    assert found == [["ownership.sensitive"], ["authority.weaker"], ["ownership.outside_scope"]]
    for (code,) in found:
        assert f"| `{code}` |" in RULES


def test_it_says_what_the_hub_then_does(firm: Firm, client_of: ClientOf) -> None:
    """The same two claims made up, and then posted in earnest."""
    client, since = client_of(firm.rui), {"crm": datetime(2026, 2, 1, 15, tzinfo=UTC)}
    for number, (field, source, day) in enumerate(
        [
            ("company.plan", "client", "2026-11-16"),
            ("company.plan", "crm", "2026-11-16"),
            ("company.plan", "crm", "2026-01-10"),
            ("company.plan", "crm", "2026-02-01"),
            ("company.plan", "client", "2026-01-10"),
            ("company.name", "crm", "2026-11-16"),
            ("payment.iban", "crm", "2026-11-16"),
        ]
    ):
        entry = f"{'system_of_record' if source == 'crm' else 'counterparty'}:{source}"
        html = client.get(PAGE, {**SAID, "field": field, "came_source": entry, "came_since": day}).content.decode()
        at, subject = datetime.fromisoformat(f"{day}T15:00:00+00:00"), f"customer:n{number}"
        values = ("DE89370400440532013000", "GB82WEST12345698765432") if field == "payment.iban" else ("gold", "silver")
        factories.post(firm.sync, subject, field, "client:acme", values[0], source="crm", since=since["crm"])
        claim = factories.post(firm.sync, subject, field, "client:acme", values[1], source=source, since=at)
        assert codes(html) == [Transaction.objects.get(claim=claim).rule]


def test_the_version_in_force_and_a_draft_are_side_by_side(firm: Firm, client_of: ClientOf) -> None:
    draft = firm.edit(firm.start(), "set_order", field="company.plan", order=["counterparty", *TIERS])
    client, said = client_of(firm.ana), {**SAID, "draft": str(draft.pk)}
    html = client.get(PAGE, said).content.decode()
    assert codes(html) == ["authority.weaker", "authority.stronger"]
    text = plain(html)
    for line in (
        "Version 1, in force",
        "Draft “Trust the client”",
        "The draft does otherwise here",
        "A from 1 Feb 2026 on",
    ):
        assert line in text
    assert "B from 16 Nov 2026 on" in text
    assert "The draft does the same here" in words(
        client, {**said, "field": "company.name", "came_source": "counterparty"}
    )
    # What hides in a title is shown in an option too, where no markup can stand.
    hidden = firm.edit(firm.start("Trust\u202eeht"))
    html = client.get(PAGE, {**said, "draft": str(hidden.pk)}).content.decode()
    assert (">TrustU+202Eeht</option>" in html, "\u202e" in html) == (True, False)
    # A draft that a check stops judges nothing, and says so.
    broken = firm.edit(firm.start("Broken"), "set_automatic", entries=["payment.iban"])
    assert "A check stops this draft" in words(client, {**SAID, "draft": str(broken.pk)})


TIERS = ["system_of_record", "approved_document", "authorized_person", "agent_inference"]


def test_what_is_typed_leads_to_an_address_without_it_that_always_says_the_same(
    firm: Firm, client_of: ClientOf
) -> None:
    client = client_of(firm.rui)
    typed = {**SAID, "stood_value": "Maria Silva", "came_value": " maria@example.com ", "came_until": ""}
    sent = client.post(PAGE, typed)
    assert sent.status_code == 302
    address = sent.headers["Location"]
    assert "aria" not in address
    query = parse_qs(urlsplit(address).query)
    assert (query["comes"], query["came_content"]) == (["other"], ["email"])
    assert "stood_value" not in query
    pages = [client_of(member).get(address) for member in (firm.rui, firm.ana, firm.rui)]
    told = {plain(page.content.decode().partition('id="what-if-result"')[2].partition("<form")[0]) for page in pages}
    assert len(told) == 1
    assert "Stopped: the value looks sensitive" in told.pop()
    # The same in another spelling is the same value.
    alike = client.post(PAGE, {**SAID, "stood_value": "Maria  Silva", "came_value": "Maria Silva"})
    assert parse_qs(urlsplit(alike.headers["Location"]).query)["comes"] == ["same"]
    assert not Claim.objects.exists()


def test_an_address_that_brings_a_value_is_refused_and_does_not_show_it(firm: Firm, client_of: ClientOf) -> None:
    for said in ({**SAID, "came_value": "Maria Silva"}, {"stood_value": "Maria Silva"}):
        client = client_of(firm.rui)
        sent = client.get(PAGE, said)
        assert sent.status_code == 302
        assert "Maria" not in sent.headers["Location"]
        response = client.get(sent.headers["Location"])
        assert response.status_code == 422
        assert "An address holds no values" in response.content.decode()
        assert "Maria" not in response.content.decode()


def test_nobody_is_named_by_what_an_address_can_hold(firm: Firm, client_of: ClientOf) -> None:
    Source.objects.create(
        workspace=firm.workspace, key="member-ana", name="Ana", tier="authorized_person", person=firm.ana, undated="now"
    )
    for key in ("user:ana", "user:*", "pair:ana/*", "client:maria"):
        Scope.objects.create(workspace=firm.workspace, key=key)
    page = client_of(firm.rui).get(PAGE).content.decode()
    assert 'value="user:*"' in page
    for told in ("user:ana", "pair:ana", "member-ana", "client:maria"):
        assert told not in page


@pytest.mark.parametrize(
    ("said", "field", "words_said"),
    [
        ({"field": "no.such"}, "field", "Choose one of the list."),
        ({"draft": "00000000-0000-0000-0000-000000000000"}, "draft", "Choose one of the list."),
        ({"came_source": "system_of_record:nobody"}, "came_source", "Choose one of the list."),
        ({"came_at": "yesterday"}, "came_at", "Enter a valid date."),
        ({"came_at": "9999-12-31"}, "came_at", "Choose a day from 1900 to 2200."),
        ({"came_until": "2026-11-16"}, "came_until", "It has to end after it begins."),
        ({"stood_until": "2026-01-31"}, "stood_until", "It has to end after it begins."),
        ({"stood_said": "2026-12-01"}, "stood_said", "What stands was said before the other claim was recorded."),
        ({"stood_source": ""}, "stood_source", "Say this, or choose that nothing stands."),
        ({"stands": "nothing", "comes": "correct"}, "comes", "Nothing stands, so there is nothing"),
        ({"stands": "retract", "comes": "same"}, "comes", "What stands is no value"),
        ({"stood_counts": "not_bound_to_subject"}, "stood_counts", "Only another party speaks for its own data."),
        ({"came_source": "agent_inference", "came_counts": "derived"}, "came_counts", "This source counts for no more"),
        ({"came_since": "\0", "scope": "\ud800"}, "scope", "Choose one of the list."),
    ],
)
def test_what_makes_no_sense_is_said_beside_its_field(
    firm: Firm, client_of: ClientOf, said: dict[str, str], field: str, words_said: str
) -> None:
    response = client_of(firm.rui).get(f"{PAGE}?{urlencode({**SAID, **said}, errors='surrogatepass')}")
    assert response.status_code == 422
    assert f'<p class="field-error" id="id_{field}_error">{words_said}' in response.content.decode()


def test_a_typed_value_that_its_field_cannot_hold_is_said_beside_it(firm: Firm, client_of: ClientOf) -> None:
    said = {**SAID, "field": "payment.iban", "came_value": "not an account"}
    response = client_of(firm.rui).post(PAGE, said)
    assert response.status_code == 422
    html = response.content.decode()
    assert 'id="id_came_value_error"' in html
    # Nothing that was typed is lost.
    assert 'value="not an account"' in html


def test_a_counterparty_about_somebody_else_counts_as_nobody_known(firm: Firm, client_of: ClientOf) -> None:
    client = client_of(firm.rui)
    text = words(client, {**SAID, "came_counts": "not_bound_to_subject"})
    assert "client (counting as no known source) says B" in text
    assert "The source does not speak for this subject" in text


def test_a_fact_past_its_review_and_nothing_at_all(firm: Firm, client_of: ClientOf) -> None:
    client = client_of(firm.rui)
    same_day = {**SAID, "came_source": "system_of_record:crm", "came_since": "2026-02-01"}
    assert codes(client.get(PAGE, same_day).content.decode()) == ["dates.tie"]
    # Said last on 1 September it was due after 90 days.
    late = client.get(PAGE, {**same_day, "stood_said": "2026-08-30"}).content.decode()
    assert codes(late) == ["dates.past_review_loses"]
    assert codes(client.get(PAGE, {**SAID, "stands": "nothing"}).content.decode()) == ["detect.first_value"]
    assert codes(client.get(PAGE, {**SAID, "stands": "nothing", "held": "on"}).content.decode()) == ["scope.apart"]


def test_drafts_and_fields_of_another_workspace_are_not_there(firm: Firm, client_of: ClientOf) -> None:
    client, draft = client_of(firm.rui), firm.start()
    assert words(client, {**SAID, "draft": str(draft.pk)})
    PolicyDraft.objects.filter(pk=draft.pk).update(state="withdrawn")
    assert "Choose one of the list." in words(client, {**SAID, "draft": str(draft.pk)}, 422)
    stranger = factories.make_member(factories.make_workspace(), "eli")
    text = words(client_of(stranger), {**SAID, "draft": str(draft.pk)})
    assert "No policy is in force" in text
    assert "company.plan" not in text


def test_it_asks_the_database_the_same_few_questions_however_much_is_registered(
    firm: Firm, client_of: ClientOf
) -> None:
    client, draft = client_of(firm.rui), firm.start()
    said = {**SAID, "draft": str(draft.pk)}
    # The version in force is read whole once in a process.
    asked = [questions(client, said) for _time in range(2)][1:]
    for number in range(10):
        firm.start(f"More {number}")
        Scope.objects.create(workspace=firm.workspace, key=f"team:t{number}*")
    asked.append(questions(client, said))
    assert len(asked[0]) == len(asked[1]) <= QUESTIONS["policy"], asked[1]


def questions(client: Client, said: Mapping[str, str]) -> list[str]:
    """What the page itself asks."""
    with CaptureQueriesContext(connection) as seen:
        client.get(PAGE, said)
    frame = (*DOOR, *BRACKETS, "set_config")
    return [one["sql"] for one in seen if not any(part in one["sql"] for part in frame)]
