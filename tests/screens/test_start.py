"""From nothing to the first claim: a workspace of one's own, left and come back to, made whole in one go."""

from __future__ import annotations

import html
import re
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from escalations.models import Case
from escalations.start.samples import OTHERS, VALUES
from ledgers.formats.canonical import canonical
from ledgers.models import Claim, Field, PolicyVersion, RegistryChange, Responsibility, Scope, Source
from memoryhub.accounts import walls
from memoryhub.accounts.models import Member, Role, Setup, Token, User, Workspace
from tests.factories import make_member, make_workspace, sign_in
from tests.screens.reading import text_of
from tests.screens.terminal import Sent, sends

pytestmark = pytest.mark.django_db

ROW = {
    "field": "opening.hours",
    "type": "text",
    "source": "crm",
    "tier": "system_of_record",
    "scope": "client:*",
    "owner": "head",
    "backup": "bia.reis@firm.example",
    "proposers": "agents",
    "review_days": "90",
    "sensitivity": "",
}
BANK = {**ROW, "field": "payment.iban", "type": "iban", "source": "billing", "sensitivity": "payment"}


@pytest.fixture
def head() -> Member:
    return make_member(make_workspace(), "head", Role.ACCOUNT_ADMIN)


@pytest.fixture
def client(head: Member) -> Client:
    found = Client()
    assert head.user is not None
    sign_in(found, head.user)
    return found


def name_it(client: Client) -> Workspace:
    said = {"name": "Padaria São João", "language": "pt-br", "time_zone": "America/Sao_Paulo"}
    assert client.post("/start/", said).headers["Location"] == "/start/policy/"
    return Workspace.objects.get(name="Padaria São João")


def table(*rows: dict[str, str], **more: str) -> dict[str, str]:
    cells = {f"row{number}-{name}": value for number, row in enumerate(rows) for name, value in row.items()}
    return {"count": str(len(rows)), **cells, **more}


def to_facts(client: Client, template: str = "") -> Workspace:
    made = name_it(client)
    assert client.post("/start/policy/", {"template": template}).headers["Location"] == "/start/facts/"
    return made


def setup_of(workspace: Workspace) -> Setup:
    with walls.inside(workspace):
        return Setup.objects.get()


def test_the_workspace_is_apart_and_its_founder_its_admin(client: Client, head: Member) -> None:
    made = name_it(client)
    assert (made.key, made.language, made.demo) == ("padaria-sao-joao", "pt-br", False)
    admin = Member.objects.get(workspace=made)
    assert admin.user == head.user
    assert set(admin.roles) == {Role.ACCOUNT_ADMIN, Role.REGISTRY_ADMIN}
    assert "Padaria São João" in client.get("/start/policy/").content.decode()


def test_two_of_one_name_have_two_keys(client: Client) -> None:
    name_it(client)
    client.post("/start/", {"name": "Padaria São João", "language": "en", "time_zone": "UTC"})
    assert set(Workspace.objects.filter(name="Padaria São João").values_list("key", flat=True)) == {
        "padaria-sao-joao",
        "padaria-sao-joao-2",
    }


def test_who_comes_back_goes_on_where_they_were(client: Client) -> None:
    to_facts(client)
    half = {**ROW, "owner": "", "field": "opening"}
    assert client.post("/start/facts/", table(half, later="1")).headers["Location"] == "/queue/"
    assert client.get("/start/").headers["Location"] == "/start/facts/"
    page = client.get("/start/facts/").content.decode()
    assert 'value="opening"' in page
    assert 'value="bia.reis@firm.example"' in page


def test_rows_come_and_go_by_buttons_alone_and_keep_what_was_typed(client: Client) -> None:
    made = to_facts(client)
    client.post("/start/facts/", table(ROW, BANK, add="1"))
    rows = setup_of(made).rows
    assert [row["field"] for row in rows] == ["opening.hours", "payment.iban", ""]
    assert rows[2]["owner"] == "head"
    client.post("/start/facts/", table(ROW, BANK, remove="0"))
    assert [row["field"] for row in setup_of(made).rows] == ["payment.iban"]


def test_the_table_becomes_sources_people_scopes_policy_and_responsibilities(client: Client, head: Member) -> None:
    made = to_facts(client)
    assert client.post("/start/facts/", table(ROW, BANK, go="1")).headers["Location"] == "/start/agent/"
    bia = Member.objects.get(workspace=made, key="bia-reis")
    assert (bia.name, bia.roles) == ("Bia Reis", ["owner"])
    with walls.inside(made):
        assert set(Source.objects.values_list("key", "tier")) == {
            ("crm", "system_of_record"),
            ("billing", "system_of_record"),
        }
        assert list(Scope.objects.values_list("key", flat=True)) == ["client:*"]
        hours = Field.objects.get(key="opening.hours")
        assert (str(hours.authoritative), hours.review_days, hours.sensitivity) == ("crm", 90, "")
        assert Field.objects.get(key="payment.iban").sensitivity == "payment"
        row = Responsibility.objects.get(field="opening.hours")
        assert (row.owner.user, row.backup, row.proposers) == (head.user, bia, ["agent:*"])  # type: ignore[union-attr]
        assert PolicyVersion.objects.get(active=True).document["automatic"][0] == "@authoritative"
        assert RegistryChange.objects.filter(kind="member", key="bia-reis").exists()


@pytest.mark.parametrize(
    ("cell", "value", "says"),
    [
        ("field", "24 hours", "small letters with dots"),
        ("owner", "nobody", "Nobody has this key"),
        ("backup", "head", "somebody else than the owner"),
        ("scope", "client*", "client:*"),
        ("review_days", "0", "greater than or equal to 1"),
        ("source", "???", "with letters or digits"),
        ("type", "colour", "valid choice"),
    ],
)
def test_what_is_wrong_is_said_at_its_cell_and_nothing_is_made(
    client: Client, cell: str, value: str, says: str
) -> None:
    made = to_facts(client)
    page = client.post("/start/facts/", table(ROW, {**BANK, cell: value}, go="1"))
    text = page.content.decode()
    assert page.status_code == 422
    assert f'id="id_row1-{cell}_error"' in text
    assert f'href="#id_row1-{cell}"' in text
    assert says in text
    with walls.inside(made):
        assert (Source.objects.count(), Field.objects.count()) == (0, 0)
    assert Member.objects.filter(workspace=made).count() == 1
    assert setup_of(made).rows[1][cell] == value


def test_who_backs_up_is_asked_once_for_the_whole_table(client: Client) -> None:
    to_facts(client)
    page = client.post("/start/facts/", table({**ROW, "backup": ""}, {**BANK, "backup": ""}, go="1")).content.decode()
    assert "Name a backup" in page
    assert 'id="id_row0-backup_error"' in page
    assert 'id="id_row1-backup_error"' not in page


def test_a_source_of_two_kinds_and_a_field_named_twice_are_seen(client: Client) -> None:
    to_facts(client)
    page = client.post("/start/facts/", table(ROW, {**ROW, "tier": "approved_document"}, go="1")).content.decode()
    assert "This field stands in a row above" in page
    assert "A row above calls this source something else" in page


def test_an_approved_document_gets_somebody_responsible(client: Client) -> None:
    made = to_facts(client)
    assert client.post("/start/facts/", table({**ROW, "tier": "approved_document"}, go="1")).status_code == 302
    with walls.inside(made):
        source = Source.objects.get(key="crm")
        assert (source.responsible.key if source.responsible else "", source.review_days) == ("head", 90)


def test_the_usual_facts_fill_the_table_and_hold_once_a_backup_is_named(client: Client) -> None:
    made = to_facts(client, "shipped")
    kept = setup_of(made).rows
    rows = [{**row, "review_days": str(row["review_days"] or "")} for row in kept]
    rows[0]["backup"] = "bia@firm.example"
    assert len(rows) > 10
    answer = client.post("/start/facts/", table(*rows, go="1"))
    assert answer.status_code == 302, re.findall(r'<li><a href="#id_row.*?</li>', answer.content.decode())
    with walls.inside(made):
        assert Field.objects.filter(key="contact.primary", sensitivity="contact").exists()
        assert Field.objects.filter(key="payment.*").exists()


def to_agent(client: Client) -> Workspace:
    made = to_facts(client)
    client.post("/start/facts/", table(ROW, BANK, go="1"))
    return made


def sent(page: str, lines: str = "line") -> list[Sent]:
    """What the lines send, in a terminal that was told the token."""
    told = re.search(r'<input[^>]* id="export"[^>]* value="([^"]+)"', page)
    assert told is not None
    typed = page.partition(f'id="{lines}"')[2].partition(">")[2].partition("</textarea>")[0]
    return sends(told[1], html.unescape(typed))


def test_the_ready_line_posts_a_claim_that_the_page_sees(client: Client) -> None:
    made = to_agent(client)
    page = client.post("/start/agent/", {"key": "inbox", "purpose": "reads mail", "sources": ["crm"]})
    assert page.status_code == 201
    assert "no-store" in page.headers["Cache-Control"]
    [line] = sent(page.content.decode())
    assert line.body == {**line.body, "field": "opening.hours", "scope": "client:acme", "source": "crm"}
    assert (line.method, line.address) == ("POST", "http://testserver/api/v1/claims")
    assert "Waiting for the first claim" in client.get("/start/claim/").content.decode()
    line.post()
    with walls.inside(made):
        claim = Claim.objects.get()
    came = client.get("/start/claim/", headers={"HX-Request": "true"})
    assert f"/facts/{claim.pk}/" in came.content.decode()
    assert "<html" not in came.content.decode()
    assert setup_of(made).done_at is not None
    assert client.get(f"/facts/{claim.pk}/").status_code == 200


def test_names_in_plain_words_become_keys_and_stay_names(client: Client) -> None:
    made = to_facts(client)
    row = {**ROW, "field": "Horário de funcionamento", "source": "Site da clínica"}
    bank = {**BANK, "field": "Conta bancária", "source": "ERP"}
    assert client.post("/start/facts/", table(row, bank, go="1")).headers["Location"] == "/start/agent/"
    with walls.inside(made):
        field = Field.objects.select_related("authoritative").get(key="horario_de_funcionamento")
        assert field.authoritative is not None
        assert (field.name, field.authoritative.key) == ("Horário de funcionamento", "site-da-clinica")
        assert field.authoritative.name == "Site da clínica"
    assert "Horário de funcionamento" in client.get("/registry/").content.decode()
    said = {"key": "Recepção", "purpose": "reads mail", "sources": ["site-da-clinica"]}
    [line] = sent(client.post("/start/agent/", said).content.decode())
    assert (line.body["field"], line.body["source"]) == ("horario_de_funcionamento", "site-da-clinica")
    with walls.inside(made):
        assert Token.objects.get().agent.key == "recepcao"  # type: ignore[union-attr]  # a program's


def test_the_backup_of_the_row_above_is_backed_up_by_its_owner(client: Client) -> None:
    made = to_facts(client)
    rows = ROW, {**BANK, "owner": "bia.reis@firm.example", "backup": ""}
    assert client.post("/start/facts/", table(*rows, go="1")).headers["Location"] == "/start/agent/"
    with walls.inside(made):
        row = Responsibility.objects.get(field="payment.iban")
        assert (row.owner.key, row.backup.key) == ("bia-reis", "head")  # type: ignore[union-attr]  # both are named


def test_the_sample_speaks_through_the_source_that_the_field_listens_to(client: Client) -> None:
    to_agent(client)
    page = client.post("/start/agent/", {"key": "inbox", "purpose": "reads mail", "sources": ["billing", "crm"]})
    assert sent(page.content.decode())[0].body["source"] == "crm"


def test_two_more_lines_end_in_a_case_that_the_founder_may_decide(client: Client) -> None:
    made = to_facts(client)
    contact = {**ROW, "field": "contact.email", "type": "email", "sensitivity": "contact"}
    client.post("/start/facts/", table(BANK, contact, go="1"))
    page = client.post("/start/agent/", {"key": "inbox", "purpose": "reads mail", "sources": ["billing", "crm"]})
    lines = sent(page.content.decode(), "asked")
    assert [line.body["field"] for line in lines] == ["contact.email", "contact.email"]
    assert [line.post()["state"] for line in lines] == ["settled", "pending"]
    with walls.inside(made):
        case = Case.objects.get()
    assert 'name="choice"' in client.get(f"/cases/{case.pk}/").content.decode()


def test_the_secret_is_shown_once(client: Client) -> None:
    to_agent(client)
    page = client.post("/start/agent/", {"key": "inbox", "purpose": "reads mail", "sources": ["crm"]})
    shown = page.content.decode()
    secret = sent(shown)[0].token
    # For who keeps it, and for the terminal; the lines themselves hold none.
    assert shown.count(secret) == 2
    later = [client.get(path).content.decode() for path in ("/start/claim/", "/tokens/")]
    assert not [page for page in later if secret in page]
    assert client.get("/start/agent/").headers["Location"] == "/start/claim/"
    assert Token.objects.get().agent is not None


def test_the_steps_of_somebody_elses_workspace_are_not_there(client: Client, head: Member) -> None:
    for step in ("policy", "facts", "agent", "claim"):
        assert client.get(f"/start/{step}/").status_code == 404


@pytest.mark.parametrize("role", [Role.OWNER, Role.REGISTRY_ADMIN])
def test_only_an_account_admin_begins(head: Member, role: Role) -> None:
    other = make_member(head.workspace, "other", role)
    assert other.user is not None
    found = Client()
    sign_in(found, User.objects.get(pk=other.user.pk))
    refused = found.get("/start/")
    assert refused.status_code == 403
    assert "This page needs the role: account admin. An account admin can give it to you: Head." in text_of(refused)
    assert found.post("/start/", {"name": "X", "language": "en", "time_zone": "UTC"}).status_code == 403


@pytest.mark.parametrize("kind", sorted(VALUES))
def test_the_samples_of_every_type_are_two_values_its_parser_takes(kind: str) -> None:
    one, other = (canonical(kind, said[kind], zone=ZoneInfo("UTC")).key for said in (VALUES, OTHERS))  # type: ignore[arg-type]  # JSON, each of another kind
    assert one != other


def test_the_key_of_a_name_in_plain_words_stands_beside_it_before_anything_is_posted(client: Client) -> None:
    to_facts(client)
    gate = {**ROW, "field": "Delivery gate", "source": ""}
    client.post("/start/facts/", table(ROW, gate, keep="1"))
    page = client.get("/start/facts/").content.decode()
    assert page.count("Claims call it") == 1
    assert "<code>delivery_gate</code>" in page
    client.post("/start/facts/", table(ROW, gate, go="1"))
    assert "Delivery gate <code>delivery_gate</code>" in client.get("/start/agent/").content.decode()


def test_what_has_to_be_filled_is_marked_and_who_is_alone_is_told_of_the_backup(client: Client) -> None:
    made = to_facts(client)
    client.post("/start/facts/", table(ROW, ROW, keep="1"))
    page = client.get("/start/facts/").content.decode()
    marked = re.findall(r'<(?:input)[^>]* name="(row\d-\w+)"[^>]* aria-required="true"', page)
    assert marked == ["row0-field", "row0-scope", "row0-owner", "row0-backup", "row1-field"]
    assert "You are alone here" in page
    assert 'href="/members/new/"' in page
    make_member(made, "bia", Role.OWNER)
    assert "You are alone here" not in client.get("/start/facts/").content.decode()


def test_the_ready_lines_are_about_the_newest_row(client: Client) -> None:
    made = to_facts(client, "shipped")
    usual = [{**row, "review_days": str(row["review_days"] or "")} for row in setup_of(made).rows]
    usual[0]["backup"] = "bia@firm.example"
    gate = {**ROW, "field": "Delivery gate", "source": "", "backup": ""}
    assert client.post("/start/facts/", table(*usual, gate, go="1")).status_code == 302
    page = client.post("/start/agent/", {"key": "inbox", "purpose": "reads mail", "sources": ["crm"]}).content.decode()
    [line], lines = sent(page), sent(page, "asked")
    assert {one.body["field"] for one in (line, *lines)} == {"delivery_gate"}
    assert [one.post()["state"] for one in (line, *lines)] == ["settled", "settled", "pending"]


def test_a_claim_about_a_field_nobody_registered_is_told_and_the_step_stays_open(client: Client) -> None:
    made = to_agent(client)
    page = client.post("/start/agent/", {"key": "inbox", "purpose": "reads mail", "sources": ["crm"]}).content.decode()
    [line] = sent(page)
    body = {**line.body, "field": "opening.gate"}
    wrong = Sent(line.method, line.address, {**line.headers, "Idempotency-Key": "wrong"}, body)
    wrong.post()
    shown = client.get("/start/claim/").content.decode()
    assert "opening.gate" in shown
    assert 'href="/registry/unknown-fields/"' in shown
    assert "note good" not in shown
    assert "Waiting for the first claim" in shown
    assert 'hx-trigger="mh:tick from:body"' in shown
    assert setup_of(made).done_at is None
    line.post()
    assert "It came: opening.hours" in client.get("/start/claim/").content.decode()
    assert setup_of(made).done_at is not None
