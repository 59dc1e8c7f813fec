"""Several cases at once: what a press would do is said first, and each case is then decided for itself."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from escalations.members.people import save_person
from escalations.models import Case
from escalations.queue import bulk_preview
from ledgers.models import Fact, Transaction
from memoryhub.accounts.models import Role, SecurityEvent
from tests.factories import activate_document, make_member, sign_in
from tests.screens.reading import Answer, text_of
from tests.screens.test_queue_views import phones
from tests.screens.world import TIERS, Firm

REASON = "The client sent the list."


def preview(client: Client, action: str, *cases: Case, **more: str) -> Answer:
    ticked = [f"{case.pk}:{case.version}" for case in cases]
    answer = client.post("/queue/bulk/", {"action": action, "case": ticked, "query": "sort=age", **more})
    assert answer.status_code == 200
    return answer


def seen(answer: Answer) -> list[str]:
    """What the preview's form sends back of each case."""
    return re.findall(r'name="seen" value="([^"]+)"', answer.content.decode())


def commit(client: Client, action: str, lines: list[str], **more: str) -> HttpResponse:
    said = {"action": action, "seen": lines, "reason": REASON, "query": "sort=age", **more}
    sent = client.post("/queue/bulk/commit/", said)
    assert isinstance(sent, HttpResponse)
    return sent


def fresh(firm: Firm) -> Client:
    client = firm.client(firm.ana)
    assert firm.ana.user is not None
    sign_in(client, firm.ana.user)
    return client


def state(case: Case) -> tuple[str, str]:
    case.refresh_from_db()
    return case.state, case.choice


def test_the_preview_says_each_effect_and_writes_nothing(firm: Firm) -> None:
    dispute = firm.dispute()
    client, before = firm.client(firm.ana), Transaction.objects.count()
    words = text_of(preview(client, "accept", dispute))
    assert "Preview: 1 to decide, 0 skipped." in words
    assert "“Lee Ramos” is in force from 15 Nov 2026; “Dana Souza” goes to history. A reminder to correct CRM" in words
    assert "“Dana Souza” stays in force. Refused: “Lee Ramos”." in text_of(preview(client, "keep", dispute))
    assert state(dispute) == ("open", "")
    assert Transaction.objects.count() == before


def test_each_case_is_decided_for_itself_with_one_reason_and_a_repeat_does_nothing(firm: Firm) -> None:
    dispute, (phone, *_rest) = firm.dispute(), phones(firm, 1)
    cases = list(Case.objects.filter(state="open"))
    client = firm.client(firm.ana)
    lines = seen(preview(client, "accept", *cases))
    done = text_of(commit(client, "accept", lines))
    assert "Done: 2 of 2" in done
    assert {state(case) for case in cases} == {("decided", "accept")}
    assert set(Case.objects.values_list("reason", flat=True)) == {REASON}
    rows = Transaction.objects.count()
    again = text_of(commit(client, "accept", lines))
    assert again.count("Recorded already.") == 2
    assert Transaction.objects.count() == rows
    assert Fact.objects.filter(slot=phone.slot, standing="timeline", recorded_during__upper_inf=True).exists()
    assert f"Main contact · {dispute.slot.subject.shown.partition(':')[2]}" in text_of(client.get("/queue/"))


def test_only_what_was_previewed_is_written(firm: Firm) -> None:
    changed, decided, plain = phones(firm, 3)
    client = firm.client(firm.ana)
    lines = seen(preview(client, "keep", changed, decided, plain))
    firm.say("+551199999999", field="contact.phone", subject=changed.slot.subject.shown)
    Case.objects.filter(pk=decided.pk).update(state="closed", closed_because="dates.ran_out", closed_at=timezone.now())
    words = text_of(commit(client, "keep", lines))
    assert "Done: 1 of 3" in words
    assert "Something changed since this was shown" in words
    assert (state(changed)[0], state(decided)[0], state(plain)) == ("open", "closed", ("decided", "keep"))


def test_what_changed_is_not_yours_or_is_decided_is_skipped_with_its_reason(firm: Firm) -> None:
    changed, foreign, decided, plain = phones(firm, 4)
    Case.objects.filter(pk=foreign.pk).update(owner=firm.eva, backup=None)
    Case.objects.filter(pk=decided.pk).update(state="decided", decided_by=firm.eva, choice="keep")
    Case.objects.filter(pk=changed.pk).update(version=9)
    answer = preview(firm.client(firm.ana), "keep", changed, foreign, decided, plain)
    words = text_of(answer)
    assert "Preview: 1 to decide, 3 skipped." in words
    assert "It changed since the list was shown." in words
    assert "This is for Eva to decide." in words
    assert "Eva decided it already." in words
    assert [line.split(":")[0] for line in seen(answer)] == [str(plain.pk)]


def test_a_foreign_case_is_refused_at_the_end_too_and_noted(firm: Firm) -> None:
    (case,) = phones(firm, 1)
    lines = seen(preview(firm.client(firm.ana), "keep", case))
    words = text_of(commit(firm.client(firm.rui), "keep", lines))
    assert "Done: 0 of 1" in words
    assert "This is for Ana to decide." in words
    assert state(case) == ("open", "")
    assert SecurityEvent.objects.get().author == "member:rui"


def test_two_people_are_asked_one_by_one(firm: Firm) -> None:
    activate_document(firm.workspace, {"tiers": TIERS, "four_eyes": ["contact"]})
    case = firm.dispute()
    answer = preview(firm.client(firm.ana), "accept", case)
    assert "Two people have to agree: open it." in text_of(answer)
    assert seen(answer) == []


@pytest.mark.parametrize("sensitivity", ["payment", "permission"])
def test_payments_and_permissions_are_kept_together_but_never_accepted(firm: Firm, sensitivity: str) -> None:
    (case,) = phones(firm, 1)
    Case.objects.update(sensitivity=sensitivity)
    client = fresh(firm)
    refused = preview(client, "accept", case)
    assert "Payments and permissions are accepted one by one: open it." in text_of(refused)
    lines = seen(preview(client, "keep", case))
    assert "accepted one by one" in text_of(commit(client, "accept", lines))
    assert state(case) == ("open", "")
    commit(client, "keep", lines)
    assert state(case) == ("decided", "keep")


def test_a_payment_asks_for_a_fresh_sign_in(firm: Firm) -> None:
    (case,) = phones(firm, 1)
    Case.objects.update(sensitivity="payment")
    client, old = fresh(firm), firm.client(firm.ana)
    assert firm.ana.user is not None
    sign_in(old, firm.ana.user, ago=301)
    assert "It needs a fresh sign-in" in text_of(preview(old, "keep", case))
    lines = seen(preview(client, "keep", case))
    assert "It needs a fresh sign-in" in text_of(commit(old, "keep", lines))
    assert state(case) == ("open", "")


@pytest.mark.parametrize(("sensitivity", "held"), [("payment", True), ("permission", True), ("contact", False)])
def test_the_preview_knows_whose_sign_in_decides_no_money_yet(firm: Firm, sensitivity: str, held: bool) -> None:
    (case,) = phones(firm, 1)
    Case.objects.update(sensitivity=sensitivity)
    head = make_member(firm.workspace, "head", Role.ACCOUNT_ADMIN)
    email = "other@elsewhere.example"
    save_person(workspace=firm.workspace, by=head, key="ana", name="Ana", email=email, fresh=True)
    firm.ana.refresh_from_db()
    answer = preview(fresh(firm), "keep", case)
    words = "You were given another sign-in. Until "
    assert (words in text_of(answer)) is held
    assert (seen(answer) == []) is held


def test_several_values_and_other_questions_are_opened(firm: Firm) -> None:
    dispute = firm.dispute()
    firm.say("Kim Sato")
    dispute.refresh_from_db()
    client = firm.client(firm.ana)
    assert "Several values wait: open it and choose one." in text_of(preview(client, "accept", dispute))
    assert seen(preview(client, "keep", dispute))
    Case.objects.update(kind="review_due")
    assert "It asks something else: open it." in text_of(preview(client, "keep", dispute))


def test_a_reason_is_asked_for_and_what_was_ticked_stays(firm: Firm) -> None:
    case, *_rest = phones(firm, 2)
    client = firm.client(firm.ana)
    answer = commit(client, "keep", seen(preview(client, "keep", case)), reason=" ")
    assert "Give a reason: it goes to the ledger." in text_of(answer)
    assert len(seen(answer)) == 1
    assert state(case) == ("open", "")


def test_nothing_ticked_leads_back_to_the_same_queue(firm: Firm) -> None:
    client = firm.client(firm.ana)
    for path in ("/queue/bulk/", "/queue/bulk/commit/"):
        answer = client.post(path, {"action": "keep", "query": "sort=age&view=late"})
        assert (answer.status_code, answer["Location"]) == (302, "/queue/?view=late&sort=age")


def test_a_folded_line_is_previewed_whole_and_cut_at_the_most(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    firm.dispute()
    phones(firm, 4)
    client = firm.client(firm.ana)
    asked = {"action": "keep", "group": "contact.phone agent:inbox client", "query": "group=origin"}
    assert len(seen(client.post("/queue/bulk/", asked))) == 4
    monkeypatch.setattr(bulk_preview, "MOST", 3)
    cut = client.post("/queue/bulk/", asked)
    assert len(seen(cut)) == 3
    assert "One more does not fit and stays in the queue." in text_of(cut)


def test_several_are_handed_on_together(firm: Firm) -> None:
    bia = make_member(firm.workspace, "bia", Role.OWNER)
    one, two = phones(firm, 2)
    client = firm.client(firm.ana)
    lines = seen(preview(client, "delegate", one, two))
    assert "Say who may decide them." in text_of(commit(client, "delegate", lines))
    assert "Bia may decide it, too." in text_of(commit(client, "delegate", lines, to="bia"))
    assert set(Case.objects.values_list("assignee", "owner")) == {(bia.pk, firm.ana.pk)}


def test_several_are_put_off_together_but_never_what_is_due(firm: Firm) -> None:
    late, soon, far = phones(firm, 3)
    now = timezone.now()
    Case.objects.filter(pk=late.pk).update(due_at=now - timedelta(hours=1))
    Case.objects.filter(pk=soon.pk).update(due_at=now + timedelta(hours=1))
    Case.objects.filter(pk=far.pk).update(due_at=now + timedelta(days=9))
    client = firm.client(firm.ana)
    answer = preview(client, "snooze", late, soon, far)
    assert "It is due already, so it cannot be put off." in text_of(answer)
    day = timezone.localtime(now + timedelta(days=3), firm.workspace.zone).date()
    words = text_of(commit(client, "snooze", seen(answer), until=day.isoformat()))
    assert "Done: 1 of 2" in words
    far.refresh_from_db()
    soon.refresh_from_db()
    assert far.snoozed_until is not None
    assert timezone.localtime(far.snoozed_until, firm.workspace.zone).date() == day
    assert soon.snoozed_until is None


def test_the_preview_costs_the_same_for_many(firm: Firm) -> None:
    cases, client, taken = phones(firm, 12), firm.client(firm.ana), list[int]()
    for count in (2, 12):
        with CaptureQueriesContext(connection) as caught:
            preview(client, "keep", *cases[:count])
        taken.append(len(caught))
    assert taken[0] == taken[1]


def test_who_accepts_sees_the_values_and_what_is_decided_alone_or_by_others_stays_masked(firm: Firm) -> None:
    dispute = firm.dispute()
    page = preview(firm.client(firm.ana), "accept", dispute).content.decode()
    assert "Lee Ramos" in page
    assert "•••" not in page
    assert "Lee Ramos" not in preview(firm.client(firm.eva), "accept", dispute).content.decode()
    assert "Lee Ramos" not in preview(firm.client(firm.ana), "snooze", dispute).content.decode()
    Case.objects.update(sensitivity="permission")
    assert "Lee Ramos" not in preview(firm.client(firm.ana), "keep", dispute).content.decode()


def test_the_page_of_what_was_done_says_how_and_drops_the_drafts(firm: Firm) -> None:
    client = firm.client(firm.ana)
    done = commit(client, "keep", seen(preview(client, "keep", firm.dispute())))
    assert "It was done case by case, on what the preview showed." in text_of(done)
    for path in ("/queue/bulk/", "/queue/bulk/commit/"):
        assert f'data-recorded="{path}"' in done.content.decode()


@pytest.mark.parametrize("spoilt", ["case", "version", "claim", "key", "action"])
def test_what_no_preview_sent_is_refused_whole(firm: Firm, spoilt: str) -> None:
    client, dispute = firm.client(firm.ana), firm.dispute()
    [line] = seen(preview(client, "accept", dispute))
    parts = line.split(":")
    if spoilt != "action":
        parts[{"case": 0, "version": 1, "claim": 3, "key": 4}[spoilt]] = "zzz"
    answer = commit(client, "delete" if spoilt == "action" else "accept", [line, ":".join(parts)])
    assert answer.status_code == 422
    assert state(dispute) == ("open", "")
