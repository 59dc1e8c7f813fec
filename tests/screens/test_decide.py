"""Deciding by plain form: recorded once, on what was shown, with what was typed kept when it is refused."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import pytest
from django.http import HttpResponse

from escalations.models import Case, WriteBack
from escalations.rerouting import reroute
from ledgers.models import Claim, Fact, Transaction
from memoryhub.accounts.models import Member, Role
from tests.factories import make_member, make_workspace
from tests.screens.reading import form_in, text_of
from tests.screens.world import Firm

REASON = "Called her: moved teams, Lee takes over."


def _opened(firm: Firm, case: Case, member: Member | None = None) -> dict[str, str]:
    """The hidden fields of the card as a browser keeps them while someone thinks."""
    return form_in(firm.client(member or firm.ana).get(f"/cases/{case.pk}/")).fields


def _press(firm: Firm, case: Case, seen: dict[str, str], **said: str) -> HttpResponse:
    return _press_as(firm.ana, firm, case, seen, **said)


def _press_as(member: Member, firm: Firm, case: Case, seen: dict[str, str], **said: str) -> HttpResponse:
    answer = firm.client(member).post(f"/cases/{case.pk}/decide", {**seen, "reason": REASON, **said})
    assert isinstance(answer, HttpResponse)
    return answer


def _accept(case: Case, value: str = "Lee Ramos") -> str:
    return f"accept:{Claim.objects.get(slot=case.slot, value=value).pk}"


def _in_force(case: Case) -> list[object]:
    rows = Fact.objects.filter(slot=case.slot, standing="timeline", recorded_during__upper_inf=True)
    return [row.carrier.value for row in rows.filter(valid_during__contains=datetime.now(UTC))]


def test_accepting_puts_the_new_value_in_force_and_says_so_on_the_next_page(firm: Firm) -> None:
    case = firm.dispute()
    answer = _press(firm, case, _opened(firm, case), choice=_accept(case), chip="phone")
    assert (answer.status_code, answer["Location"]) == (302, "/queue/")
    assert _in_force(case) == ["Lee Ramos"]
    case.refresh_from_db()
    assert (case.state, case.choice, case.reason) == ("decided", "accept", f"confirmed by phone; {REASON}")
    assert WriteBack.objects.get().source.key == "crm"


def test_the_dock_names_what_was_recorded(firm: Firm) -> None:
    case = firm.dispute()
    client = firm.client(firm.ana)
    seen = form_in(client.get(f"/cases/{case.pk}/")).fields
    client.post(f"/cases/{case.pk}/decide", {**seen, "choice": "keep", "reason": REASON})
    words = text_of(client.get("/queue/"))
    assert "Recorded: kept what was in force, Main contact · ACME (customer)." in words
    client.post("/preferences/language/", {"language": "pt-br", "next": "/facts/"})
    assert "Registrado: manteve o que estava em vigor, Contato principal · ACME (cliente)." in text_of(
        client.get("/facts/")
    )
    client.post("/preferences/language/", {"language": "en", "next": "/facts/"})
    # It is a place, not a passing message: it stays, and takes the decision back while there is time.
    page = client.get("/facts/")
    assert "Undo until" in text_of(page)
    assert f'action="/cases/{case.pk}/undo"' in page.content.decode()
    client.post(f"/cases/{case.pk}/undo")
    case.refresh_from_db()
    assert case.state == "open"
    words = text_of(client.get("/queue/"))
    assert "Taken back." in words
    assert "Recorded:" not in words


def test_the_dock_stays_in_the_workspace_of_its_decision(firm: Firm) -> None:
    case = firm.dispute()
    client = firm.client(firm.ana)
    seen = form_in(client.get(f"/cases/{case.pk}/")).fields
    client.post(f"/cases/{case.pk}/decide", {**seen, "choice": "keep", "reason": REASON})
    other = make_workspace()
    Member.objects.create(workspace=other, user=firm.ana.user, key="ana", name="Ana", roles=[Role.OWNER])
    client.post("/preferences/workspace/", {"workspace": str(other.pk)})
    assert "Recorded:" not in text_of(client.get("/facts/"))
    client.post("/preferences/workspace/", {"workspace": str(firm.workspace.pk)})
    assert "Recorded:" in text_of(client.get("/facts/"))


def test_the_timeline_says_that_a_decision_was_taken_back(firm: Firm) -> None:
    case = firm.dispute()
    client = firm.client(firm.ana)
    seen = form_in(client.get(f"/cases/{case.pk}/")).fields
    client.post(f"/cases/{case.pk}/decide", {**seen, "choice": _accept(case), "reason": REASON})
    client.post(f"/cases/{case.pk}/undo")
    dana = Claim.objects.get(value="Dana Souza")
    words = text_of(client.get(f"/facts/{dana.pk}/"))
    assert "Ana took the decision back." in words
    assert "Sent to its owner: ." not in words


def test_after_its_time_the_dock_offers_to_revert(firm: Firm) -> None:
    case = firm.dispute()
    client = firm.client(firm.ana)
    firm.workspace.undo_seconds = 0
    firm.workspace.save(update_fields=["undo_seconds"])
    seen = form_in(client.get(f"/cases/{case.pk}/")).fields
    claim = Claim.objects.get(value="Lee Ramos")
    client.post(f"/cases/{case.pk}/decide", {**seen, "choice": f"accept:{claim.pk}", "reason": REASON})
    assert _in_force(case) == ["Lee Ramos"]
    queue = client.get("/queue/").content.decode()
    assert f'href="/cases/{case.pk}/revert"' in queue
    assert f'action="/cases/{case.pk}/undo"' not in queue
    # Too late to undo: the same press leads to the page that reverts, and says so.
    late = client.post(f"/cases/{case.pk}/undo", follow=True)
    assert "The time to take this back is over." in text_of(late)
    form = form_in(late, "revert").fields
    dana = Claim.objects.get(value="Dana Souza")
    missing = client.post(f"/cases/{case.pk}/revert", {**form, "claim": str(dana.pk)})
    assert missing.status_code == 422
    back = {**form, "claim": str(dana.pk), "reason": "They called: it is Dana after all."}
    client.post(f"/cases/{case.pk}/revert", back)
    assert _in_force(case) == ["Dana Souza"]
    # The same press again is the same decision.
    client.post(f"/cases/{case.pk}/revert", back)
    reverted = Case.objects.get(kind="revert")
    told = text_of(client.get(f"/cases/{reverted.pk}/"))
    assert "put an earlier value back" in told.lower()
    assert "gave another value" not in told.lower().partition("written rules")[0]


def test_keeping_rejects_the_proposal(firm: Firm) -> None:
    case = firm.dispute()
    _press(firm, case, _opened(firm, case), choice="keep")
    assert _in_force(case) == ["Dana Souza"]
    assert Fact.objects.get(claim__value="Lee Ramos", recorded_during__upper_inf=True).standing == "rejected"


def test_another_value_is_the_owners_word(firm: Firm) -> None:
    case = firm.dispute()
    _press(firm, case, _opened(firm, case), choice="other", value="Kim Sato", effective_other="2026-11-18")
    assert _in_force(case) == ["Kim Sato"]
    claim = Claim.objects.get(value="Kim Sato")
    assert (claim.member, claim.effective_at) == (firm.ana, datetime(2026, 11, 18, 3, tzinfo=UTC))


def test_both_hold_in_scopes_of_their_own(firm: Firm) -> None:
    case = firm.dispute()
    seen = _opened(firm, case)
    _press(firm, case, seen, choice="both", scope_current="client:acme", scope_new="client:acme/billing")
    rows = Fact.objects.filter(standing="timeline", recorded_during__upper_inf=True, valid_during__isempty=False)
    assert {(row.slot.scope, row.carrier.value) for row in rows} == {
        ("client:acme", "Dana Souza"),
        ("client:acme/billing", "Lee Ramos"),
    }


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"choice": ""}, "Choose an outcome."),
        ({"choice": "keep", "reason": ""}, "Give a reason: it goes to the ledger."),
        ({"choice": "other", "value": ""}, "Enter the value that holds."),
        ({"choice": "both", "scope_current": "client:acme", "scope_new": "client:acme"}, "Name two different scopes."),
        ({"choice": "both", "scope_current": "client:acme", "scope_new": "client:no"}, "client:no is not a registered"),
    ],
)
def test_what_is_missing_is_said_and_what_was_typed_is_kept(firm: Firm, said: dict[str, str], told: str) -> None:
    case = firm.dispute()
    seen = _opened(firm, case)
    answer = _press(firm, case, seen, **{"blame": "current", **said})
    assert answer.status_code == 422
    words = text_of(answer)
    assert told in words
    again = form_in(answer)
    assert "blame=current" in again.checked
    assert (REASON in words) == (said.get("reason") != "")
    if said["choice"]:
        assert f"choice={said['choice']}" in again.checked
    assert again.fields["decision_key"] == seen["decision_key"]
    assert _in_force(case) == ["Dana Souza"]


def test_a_value_the_field_cannot_read_is_refused_beside_its_field(firm: Firm) -> None:
    firm.say("+5511988887777", field="contact.phone")
    case = Case.objects.get()
    answer = _press(firm, case, _opened(firm, case), choice="other", value="call me")
    assert answer.status_code == 422
    assert 'href="#value"' in answer.content.decode()
    assert 'value="call me"' in answer.content.decode()
    assert Claim.objects.count() == 1


def test_a_newer_claim_makes_the_open_page_stale(firm: Firm) -> None:
    case = firm.dispute()
    seen = _opened(firm, case)
    firm.say("Kim Sato", effective_at=datetime(2026, 11, 20, tzinfo=UTC))
    answer = _press(firm, case, seen, choice=_accept(case))
    assert answer.status_code == 409
    words = text_of(answer)
    assert "This case changed since you opened it" in words
    assert "A newer claim came from Client's messages." in words
    assert REASON in words
    assert f"choice={_accept(case)}" in form_in(answer).checked
    assert _in_force(case) == ["Dana Souza"]
    # The page that came back carries the new version, so the same press can be made again with open eyes.
    assert _press(firm, case, form_in(answer).fields, choice=_accept(case, "Kim Sato")).status_code == 302
    assert _in_force(case) == ["Kim Sato"]


def test_the_second_of_two_people_is_told_who_decided(firm: Firm) -> None:
    bia = make_member(firm.workspace, "bia", Role.OWNER)
    firm.workspace.responsibility_set.get(scope="client:*").delegates.add(bia)
    case = firm.dispute()
    hers, theirs = _opened(firm, case), _opened(firm, case, bia)
    assert _press_as(bia, firm, case, theirs, choice="keep").status_code == 302
    answer = _press(firm, case, hers, choice=_accept(case))
    words = text_of(answer)
    assert answer.status_code == 409
    assert "Bia decided this case" in words
    assert "Nothing of yours was recorded." in words
    assert REASON in words
    assert _in_force(case) == ["Dana Souza"]
    assert Transaction.objects.filter(kind="decision").count() == 1


def test_the_same_press_twice_is_one_decision(firm: Firm) -> None:
    case = firm.dispute()
    seen = _opened(firm, case)
    assert _press(firm, case, seen, choice=_accept(case)).status_code == 302
    again = _press(firm, case, seen, choice=_accept(case))
    assert again.status_code == 200
    assert "Already recorded by you at" in text_of(again)
    assert Transaction.objects.filter(kind="decision").count() == 1


def test_someone_else_is_refused_and_nothing_is_written(firm: Firm) -> None:
    case = firm.dispute()
    seen = _opened(firm, case)
    answer = _press_as(firm.rui, firm, case, seen, choice="keep")
    assert answer.status_code == 403
    assert "This is for Ana to decide. Nothing was recorded." in text_of(answer)
    assert _in_force(case) == ["Dana Souza"]
    assert Transaction.objects.filter(kind="decision").count() == 0


@pytest.mark.parametrize("lost", ["the fact", "the membership"])
def test_who_lost_the_right_while_the_card_was_open_records_nothing(firm: Firm, lost: str) -> None:
    case = firm.dispute()
    client, seen = firm.client(firm.ana), _opened(firm, case)
    rows = Transaction.objects.count()
    if lost == "the fact":
        row = firm.workspace.responsibility_set.get(scope="client:*")
        row.owner, row.backup = firm.rui, firm.eva
        row.save()
        reroute(workspace=firm.workspace, by=firm.rui)
    else:
        Member.objects.filter(pk=firm.ana.pk).update(active=False)
    answer = client.post(f"/cases/{case.pk}/decide", {**seen, "choice": _accept(case), "reason": REASON})
    assert answer.status_code == 403
    assert "Nothing was recorded." in text_of(answer) or lost == "the membership"
    assert _in_force(case) == ["Dana Souza"]
    assert Transaction.objects.count() == rows
    case.refresh_from_db()
    assert (case.state, case.choice) == ("open", "")


def test_htmx_gets_the_card_alone_or_is_sent_on(firm: Firm) -> None:
    case = firm.dispute()
    client, seen = firm.client(firm.ana), _opened(firm, case)
    refused = client.post(f"/cases/{case.pk}/decide", seen, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    assert refused.content.decode().lstrip().startswith("<article")
    done = client.post(
        f"/cases/{case.pk}/decide", {**seen, "choice": "keep", "reason": REASON}, headers={"HX-Request": "true"}
    )
    assert (done.status_code, done["HX-Redirect"]) == (204, "/queue/")


def test_a_decided_case_shows_who_decided_and_what_happened(firm: Firm) -> None:
    case = firm.dispute()
    _press(firm, case, _opened(firm, case), choice=_accept(case))
    page = firm.client(firm.ana).get(f"/cases/{case.pk}/")
    words = text_of(page)
    assert "Ana decided this on" in words
    assert REASON in words
    assert "Accepted what was proposed." in words
    assert "In force now: Lee Ramos" in words
    assert "What was weighed Lee Ramos accepted" in words
    assert "Ana accepted what was proposed." in words
    assert 'id="decide"' not in page.content.decode()


def test_a_forged_key_or_version_changes_nothing(firm: Firm) -> None:
    case = firm.dispute()
    seen = _opened(firm, case)
    for forged in ({"version": "x"}, {"evidence_digest": "0" * 64}):
        assert _press(firm, case, {**seen, **forged}, choice="keep").status_code == 409
    assert _press(firm, case, {**seen, "choice": f"accept:{uuid.uuid4()}"}).status_code == 422
    assert _in_force(case) == ["Dana Souza"]


@pytest.mark.parametrize(
    "changed",
    [
        {"choice": "accept:zzz"},
        {"choice": "accept:"},
        {"choice": "keep:01a22b23-0e96-7502-8fc6-f5600a0ec5bc"},
        {"choice": "accept:01a22b23-0e96-7502-8fc6-f5600a0ec5bc"},
        {"choice": "delete"},
        {"choice": "both", "both_claim": "zzz", "scope_current": "client:acme", "scope_new": "client:acme/billing"},
        {"blame": "them"},
        {"chip": "hearsay"},
        {"decision_key": "zzz"},
    ],
    ids=str,
)
def test_what_the_card_does_not_offer_is_refused_and_nothing_is_written(firm: Firm, changed: dict[str, str]) -> None:
    case = firm.dispute()
    client = firm.client(firm.ana)
    seen = form_in(client.get(f"/cases/{case.pk}/")).fields
    before = Transaction.objects.count()
    accept = f"accept:{case.candidates.get().claim_id}"
    sent = client.post(f"/cases/{case.pk}/decide", {**seen, "choice": accept, "reason": "seen", **changed})
    case.refresh_from_db()
    assert (sent.status_code, case.state, Transaction.objects.count()) == (422, "open", before)


@pytest.mark.parametrize(
    "changed", [{"claim": "zzz"}, {"claim": "01a22b23-0e96-7502-8fc6-f5600a0ec5bc"}, {"key": "zzz"}], ids=str
)
def test_what_the_page_of_a_revert_does_not_offer_puts_nothing_back(firm: Firm, changed: dict[str, str]) -> None:
    case = firm.dispute()
    _press(firm, case, _opened(firm, case), choice=_accept(case))
    client, before = firm.client(firm.ana), Transaction.objects.count()
    sent = {"claim": "nothing", "reason": REASON, "key": str(uuid.uuid4()), **changed}
    answer = client.post(f"/cases/{case.pk}/revert", sent)
    assert (answer.status_code, Transaction.objects.count()) == (422, before)
    assert not Case.objects.filter(kind="revert").exists()
