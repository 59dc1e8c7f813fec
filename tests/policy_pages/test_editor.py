"""Writing in a draft: what each button and form does, what is said then, and that nothing typed is ever lost."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ledgers import clock
from ledgers.models import Backtest, DraftEdit, PolicyDraft
from ledgers.services.drafts import activating, editing, submitting, trying
from memoryhub.accounts import walls
from tests.ledgers.drafts.firm import TIERS, Firm
from tests.policy_pages.conftest import ClientOf
from tests.policy_pages.editor import Desk, part, words
from tests.screens import budget
from tests.screens.reading import form_in, text_of

LOCKED = "unattributed"
# Of a page of the policy, those of the frame around it included.
QUESTIONS = 10


@pytest.fixture
def desk(office: Firm, client_of: ClientOf) -> Desk:
    with walls.inside(office.workspace):
        draft = office.start()
    return Desk(client_of(office.rui), draft)


def test_a_tier_moves_by_its_button_and_its_place_is_said_once(desk: Desk) -> None:
    answer = desk.press("tier-up:counterparty")
    assert desk.document["tiers"] == [*TIERS[:2], "counterparty", "authorized_person", "agent_inference", LOCKED]
    page = answer.content.decode()
    assert "<html" not in page
    assert page.count("data-said") == 1
    assert "other party, own data has place 3 of 6 now." in part(page, "said")
    # The button that was pressed stands in the row that moved, and at the end of the way it stays, without effect.
    for _again in range(2):
        page = desk.press("tier-up:counterparty").content.decode()
    assert 'id="tier-up-counterparty" type="button" aria-disabled="true"' in page
    assert desk.document["tiers"][0] == "counterparty"


def test_the_last_place_has_no_button_and_takes_none(desk: Desk) -> None:
    page = desk.page()
    assert f"{LOCKED}" not in "".join(line for line in page.splitlines() if "tier-up" in line or "tier-down" in line)
    for press in (f"tier-up:{LOCKED}", "tier-down:agent_inference", f"order-up:{LOCKED}"):
        answer = desk.press(press, field_page="company.plan" if press.startswith("order") else "")
        assert "What nobody known said is last" in words(answer) or "cannot be moved any further" in words(answer)
    assert desk.document["tiers"] == [*TIERS, LOCKED]


def test_a_field_gets_an_order_of_its_own_by_buttons(desk: Desk) -> None:
    here: dict[str, Any] = {"field_page": "company.plan"}
    presses = [
        "order-own", "order-down:system_of_record:crm", "order-up:system_of_record:crm", "order-up:counterparty",
        "order-tie:counterparty",
    ]  # fmt: skip
    for press in presses[:1]:
        answer = desk.press(press, **here)
    assert desk.document["fields"]["company.plan"]["order"][0] == "system_of_record:crm"
    # Its authoritative source may stand no lower than the rest of its tier: that is refused, in words.
    refused = desk.press(presses[1], **here)
    assert refused.status_code == 422
    assert '"system_of_record:crm" has to stand above the rest of its tier' in part(refused.content.decode(), "refused")
    for press in presses[3:]:
        answer = desk.press(press, **here)
    order = desk.document["fields"]["company.plan"]["order"]
    assert ["approved_document", "counterparty"] in order
    assert "other party, own data shares place 3 of 6 now." in words(answer)
    desk.press("order-apart:approved_document", **here)
    desk.press("source-in", source="authorized_person:people", **here)
    order = desk.document["fields"]["company.plan"]["order"]
    assert order[2:6] == ["counterparty", "approved_document", "authorized_person:people", "authorized_person"]
    assert "ranks with its tier again" in words(desk.press("order-out:authorized_person:people", **here))
    desk.press("order-general", **here)
    assert "order" not in desk.document["fields"]["company.plan"]


def test_a_form_of_a_field_changes_what_was_changed_in_it_alone(desk: Desk) -> None:
    shown = form_in(desk.client.get(f"{desk.path}?field=company.plan"), "field-form").fields
    sent: dict[str, Any] = {
        name.removeprefix("initial-"): value for name, value in shown.items() if name.startswith("initial-")
    }
    sent |= {name: value for name, value in shown.items() if name.startswith("initial-")}
    changed = {"review_days": "30", "sensitivity": "contact", "owner_role": "sales", "four_eyes": "yes"}
    desk.press("field", field_page="company.plan", **{**sent, **changed})
    assert desk.document["fields"]["company.plan"] == {
        "authoritative": "system_of_record:crm", "review_days": 30, "sensitivity": "contact", "owner_role": "sales",
        "four_eyes": True,
    }  # fmt: skip
    edit = DraftEdit.objects.filter(draft=desk.draft).order_by("-id")[0]
    assert (edit.kind, len(edit.changes)) == ("field", 4)
    # What cannot be read is said beside it, and what was typed stays.
    answer = desk.press("field", field_page="company.plan", **{**sent, "review_days": "soon", "owner_role": "legal"})
    page = answer.content.decode()
    assert "Enter a whole number" in page
    assert '<a id="error-1" href="#id_review_days">Review every so many days: Enter a whole number.</a>' in page
    assert page.count("data-focus") == 1
    assert 'value="soon"' in page
    assert 'value="legal"' in page


def test_fields_come_in_and_go_out(desk: Desk) -> None:
    there = desk.press("field-in", plain=True, field="skill.*")
    assert there.headers["Location"].endswith("?field=skill.%2A")
    assert desk.document["fields"]["skill.*"] == {}
    assert "a pattern ends in a dot and a star" in words(desk.press("field-in", field="Skill *"))
    assert "says something of “skill.*” already" in words(desk.press("field-in", field="skill.*"))
    desk.press("field-out", field_page="skill.*")
    assert "skill.*" not in desk.document["fields"]


def test_the_automatic_scope_is_widened_entry_by_entry_and_narrowed_at_once(desk: Desk) -> None:
    desk.press("scope-in", field="company.name", scope="client:*")
    desk.press("scope-in", pattern="note.*")
    assert desk.document["automatic"] == ["company.plan", {"field": "company.name", "scope": "client:*"}, "note.*"]
    assert "Taken out: company.plan." in words(desk.press("scope-out:0"))
    assert desk.document["automatic"] == [{"field": "company.name", "scope": "client:*"}, "note.*"]
    desk.press("scope-narrow")
    assert desk.document["automatic"] == ["@authoritative", {"field": "note.*", "scope": "pair:*"}]
    assert "Choose a field, or write a pattern." in words(desk.press("scope-in"))


def test_the_answers_are_saved_together_and_nothing_is_written_that_was_not_changed(desk: Desk) -> None:
    shown = desk.client.get(desk.path)
    form = form_in(shown, "answers-form")
    ticks = {"four_eyes": ["payment"], "detectors": [one.partition("=")[2] for one in form.checked if "detect" in one]}
    initial: dict[str, Any] = {name: text for name, text in form.fields.items() if name.startswith("initial-")}
    sent = initial | {name.removeprefix("initial-"): text for name, text in initial.items()}
    seen = {"initial-four_eyes": ["payment"], "initial-detectors": ticks["detectors"]}
    before = desk.document
    assert "Nothing was changed." in words(desk.press("answers", **{**sent, **ticks, **seen}))
    assert desk.document == before
    changed = {"hours_payment": "2", "four_eyes": ["payment", "legal"], "newer_weaker": "ask", "write_back_days": "3"}
    desk.press("answers", **{**sent, **ticks, **seen, **changed})
    after = desk.document
    assert after == {
        **before, "sla_hours": {"payment": 2}, "four_eyes": ["payment", "legal"], "newer_weaker": "ask",
        "write_back_days": 3,
    }  # fmt: skip


def test_who_writes_on_an_old_state_is_shown_what_changed_and_can_still_do_it(office: Firm, desk: Desk) -> None:
    with walls.inside(office.workspace):
        editing.join(member=office.lia, draft_id=desk.draft.pk)
        office.edit(desk.draft, "set_review_days", by=office.lia, field="company.plan", days=7)
    answer = desk.send("scope-in", field="company.name", scope="client:*")
    page = answer.content.decode()
    assert answer.status_code == 409
    told = part(page, "stale")
    for text in ("Lia changed it", "review interval", "90 days", "7 days", "Add: company.name in client:*"):
        assert text in told, text
    assert desk.document["automatic"] == ["company.plan"]
    again = form_in(answer, "again").fields
    desk.client.post(f"{desk.path}edit", again)
    assert desk.document["automatic"][-1] == {"field": "company.name", "scope": "client:*"}
    assert desk.document["fields"]["company.plan"]["review_days"] == 7


def test_what_was_typed_about_a_field_that_is_gone_is_shown(office: Firm, desk: Desk) -> None:
    with walls.inside(office.workspace):
        editing.join(member=office.lia, draft_id=desk.draft.pk)
        office.edit(desk.draft, "remove_field", by=office.lia, field="company.name")
    answer = desk.send("field", field_page="company.name", owner_role="head of sales", sensitivity="registry")
    told = part(answer.content.decode(), "stale")
    assert answer.status_code == 409
    for text in ("Lia changed it", "head of sales", "does not stand there any more"):
        assert text in told, text
    assert "company.name" not in desk.document["fields"]


def test_a_file_sent_on_an_old_state_is_not_lost(office: Firm, desk: Desk) -> None:
    with walls.inside(office.workspace):
        office.edit(desk.draft)
    text = desk.client.get(f"{desk.path}toml").content.decode().replace("Firm", "Our firm")
    answer = desk.client.post(f"{desk.path}import", {**desk.seen(), "text": text})
    assert answer.status_code == 409
    desk.client.post(f"{desk.path}import", form_in(answer, "again").fields)
    assert desk.document["name"] == "Our firm"


def test_a_file_goes_out_and_comes_in_as_it_was(desk: Desk) -> None:
    out = desk.client.get(f"{desk.path}toml")
    assert out.headers["Content-Disposition"] == 'attachment; filename="policy-draft.toml"'
    before = desk.document
    desk.press("tier-up:counterparty")
    desk.take_in(out.content.decode())
    assert desk.document == before
    version = desk.client.get("/policy/versions/1/toml")
    assert version.content == out.content
    assert desk.client.get("/policy/versions/99999999999/toml").status_code == 404


RUBBISH = [
    ("tiers = [", "This is not TOML"),
    ("tiers = 1\nx y", "Line 2 cannot be read"),
    ("a = " + "[" * 20_000, "lists or tables nested too deeply"),
    (
        "tiers = []\nwrite_back_days = " + "9" * 5_000,
        "Line 2 cannot be read, at sign 19: a number with too many digits",
    ),
    ('name = "a\\u0000b"', "U+0000"),
    ("name = 1979-05-27", '"tiers" is missing'),
    ("x" * 60_001, "longer than any policy"),
    ("", "Choose a file, or paste its text."),
    ("fields.a = 1", "This has to be a table."),
]


@pytest.mark.parametrize(("text", "says"), RUBBISH, ids=[says for _text, says in RUBBISH])
def test_rubbish_in_a_file_is_refused_in_words(desk: Desk, text: str, says: str) -> None:
    before = desk.document
    answer = desk.take_in(text)
    assert (answer.status_code, says in words(answer)) == (422, True)
    start = desk.client.post("/policy/drafts/", {"title": "From a file", "text": text})
    # Without a file, a draft begins with what is in force.
    assert (start.status_code, says in text_of(start)) == ((422, True) if text else (302, False))
    assert desk.document == before


def test_rubbish_in_the_forms_is_refused_in_words(desk: Desk) -> None:
    presses: list[tuple[str, dict[str, Any]]] = [
        ("dance", {}), ("tier-up", {}), ("scope-out:99", {}), ("scope-out:x", {}),
        ("order-own", {"field_page": "nowhere"}), ("field", {"field_page": "nowhere"}), ("field-out", {}),
    ]  # fmt: skip
    for press, sent in presses:
        answer = desk.press(press, **sent)
        assert answer.status_code in {404, 422}, press
        assert "<h" in answer.content.decode(), press
    for version in ("", "x", "9" * 30, "-1", "0"):
        answer = desk.client.post(f"{desk.path}edit", {"press": "tier-up:counterparty", "version": version})
        assert answer.status_code in {409, 422}, version
    binary = {"title": "x", "file": SimpleUploadedFile("policy.toml", b"\xff\xfe\x00")}
    assert "not text in UTF-8" in text_of(desk.client.post("/policy/drafts/", binary))
    assert desk.client.post("/policy/drafts/", {"title": "x" * 121}).status_code == 422
    assert desk.document["tiers"] == [*TIERS, LOCKED]


def test_only_authors_write_and_others_are_told_who_may(office: Firm, desk: Desk, client_of: ClientOf) -> None:
    reader, editor = Desk(client_of(office.ana), desk.draft), Desk(client_of(office.lia), desk.draft)
    assert "tier-up" not in reader.page()
    assert "Its authors write in it." in text_of(reader.client.get(reader.path))
    for who, says in ((reader, "Only a policy editor writes in drafts."), (editor, "Join it first.")):
        for answer in (
            who.press("tier-up:counterparty"),
            who.take_in("tiers = []"),
            who.client.post(f"{who.path}withdraw", who.seen()),
        ):
            assert (answer.status_code, says in words(answer)) == (403, True)
    assert reader.client.post(f"{reader.path}join").status_code == 403
    refused = reader.client.post("/policy/drafts/", {"title": "Mine"})
    assert (refused.status_code, "needs the role: policy editor" in text_of(refused)) == (403, True)
    assert "Ask to join" in editor.page()
    assert editor.client.post(f"{editor.path}join").status_code == 302
    editor.press("tier-up:counterparty")
    assert editor.document["tiers"][2] == "counterparty"
    assert "written by Rui, Lia" in text_of(editor.client.get(editor.path))


def test_a_draft_is_begun_and_withdrawn(office: Firm, client_of: ClientOf) -> None:
    client = client_of(office.rui)
    assert "None: the policy in force" in text_of(client.get("/policy/"))
    begun = client.post("/policy/drafts/", {"title": " Shorter reviews "}, follow=True)
    assert "Nothing of it is in force until a second person approves it." in text_of(begun)
    with walls.inside(office.workspace):
        draft = PolicyDraft.objects.get(workspace=office.workspace)
    assert (draft.title, draft.hash == draft.base.hash) == ("Shorter reviews", True)
    assert "Shorter reviews" in part(client.get("/policy/").content.decode(), "drafts")
    gone = client.post(f"/policy/drafts/{draft.pk}/withdraw", {"version": "1"}, follow=True)
    assert "The draft is withdrawn." in text_of(gone)
    late = client.post(f"/policy/drafts/{draft.pk}/edit", {"version": "2", "press": "tier-up:counterparty"})
    assert (late.status_code, "This draft is over" in text_of(late)) == (409, True)


def test_every_part_of_a_page_has_a_name_of_its_own(desk: Desk) -> None:
    desk.press("order-own", field_page="company.plan")
    for query in ("", "?field=company.plan"):
        names = re.findall(r' id="([^"]+)"', desk.page(query))
        assert len(names) == len(set(names)), query


def test_the_trail_says_who_changed_what(desk: Desk) -> None:
    desk.press("tier-up:counterparty")
    desk.press("scope-narrow")
    trail = part(desk.page(), "trail")
    assert "3 edits: who changed what" in trail
    for text in ("Rui started the draft", "Order of source tiers:", "What rules may settle alone: company.plan"):
        assert text in trail, text
    assert trail.index("What rules may settle alone") < trail.index("Order of source tiers")


@pytest.mark.parametrize("count", [10, 50])
def test_a_draft_asks_the_database_no_more_however_many_fields_it_has(desk: Desk, office: Firm, count: int) -> None:
    fields = {f"skill.s{number}": {"review_days": 5} for number in range(count)}
    with walls.inside(office.workspace):
        document = {**desk.draft.document, "fields": fields}
        editing.save(member=office.rui, draft_id=desk.draft.pk, version=1, document=document)
        for number in range(count):
            office.edit(desk.draft, "set_review_days", field="skill.s1", days=number + 10)
    for query in ("", "?field=skill.s1"):
        asked = budget.asked(lambda: desk.client.get(f"{desk.path}{query}"))  # noqa: B023 - asked at once
        assert len(asked.own) <= QUESTIONS, "\n".join(asked.own)


def test_each_state_says_where_the_draft_stands(office: Firm, client_of: ClientOf) -> None:
    """From its first edit to being the policy; and what an edit takes back on the way."""
    client = client_of(office.rui)
    with walls.inside(office.workspace):
        other, draft = office.start("Another"), office.edit(office.start("Trust the client"))
        asked = trying.ask(member=office.rui, draft_id=draft.pk, version=draft.version)
        Backtest.objects.filter(pk=asked.pk).update(state="failed", error="stopped", ended_at=asked.asked_at)
    desk, beside = Desk(client, draft), Desk(client, other)
    assert "says what its base says" in part(beside.page(), "draft-status")
    assert "backtest failed" in part(desk.page(), "draft-status")
    assert "The last backtest came to no end." in desk.page()
    with walls.inside(office.workspace):
        office.tried(draft)
    assert "backtest up to date" in part(desk.page(), "draft-status")
    desk.press("scope-narrow")
    assert "backtest out of date" in part(desk.page(), "draft-status")
    assert "what was found then speaks of something else" in desk.page()
    with walls.inside(office.workspace):
        office.tried(draft)
        submitting.submit(member=office.rui, draft_id=draft.pk, version=_fresh(draft).version)
    assert "Put before a second person by Rui. An edit takes it back" in words(client.get(desk.path))
    with walls.inside(office.workspace):
        office.approve(_fresh(draft))
    assert "A second person approved it. It is not in force yet. An edit takes the approval away." in words(
        client.get(desk.path)
    )
    with walls.inside(office.workspace):
        at = clock.now() + timedelta(days=3)
        activating.schedule(member=office.ana, draft_id=draft.pk, version=_fresh(draft).version, at=at)
    assert "Approved. It comes into force by itself:" in words(client.get(desk.path))
    with walls.inside(office.workspace):
        activating.activate(member=office.ana, draft_id=draft.pk, version=_fresh(draft).version)
    over = words(client.get(desk.path))
    assert "It became version 2 of the policy." in over
    assert "Up" not in over.split()
    assert "confirmed by Ana" in text_of(client.get("/policy/"))
    moved = beside.page()
    assert "Another version came into force since this draft was begun." in part(moved, "conflict")
    assert 'id="to-rebase"' in moved


def test_an_edit_takes_a_draft_back_from_whoever_approves(office: Firm, client_of: ClientOf) -> None:
    with walls.inside(office.workspace):
        draft = office.approved()
    desk = Desk(client_of(office.rui), draft)
    desk.press("scope-narrow")
    desk.look()
    assert desk.draft.state == "editing"


def _fresh(draft: PolicyDraft) -> PolicyDraft:
    return PolicyDraft.objects.select_related("base").get(pk=draft.pk)
