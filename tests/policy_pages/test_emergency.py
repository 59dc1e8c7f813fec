"""The previous version back at once: by one person, told to everybody, and not for long without a second one."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client, override_settings

from escalations import tasks
from ledgers import clock
from ledgers.models import EmergencyRollback, PolicyDraft, PolicyVersion, RegistryChange
from memoryhub.accounts.models import Member, Role
from tests import factories
from tests.ledgers.drafts.firm import DOCUMENT, Firm
from tests.policy_pages.conftest import ClientOf
from tests.screens.reading import form_in, text_of

WHERE = "/policy/emergency/"
HARMFUL = {**DOCUMENT, "automatic": ["company.plan", "company.name"]}


@pytest.fixture
def harmed(firm: Firm) -> Firm:
    factories.activate_document(firm.workspace, HARMFUL)
    return firm


def active(firm: Firm) -> PolicyVersion:
    return PolicyVersion.objects.get(workspace=firm.workspace, active=True)


def put_back(firm: Firm, client: Client, reason: str = "It let names through.") -> EmergencyRollback:
    sent = client.post(WHERE, {**form_in(client.get(WHERE), "emergency").fields, "reason": reason})
    assert sent.status_code == 302
    return EmergencyRollback.objects.get(workspace=firm.workspace, ended_at=None)


def let_stand(client: Client, done: EmergencyRollback, reason: str = "Right so.") -> int:
    return client.post(WHERE, {"do": "ratify", "rollback": str(done.pk), "reason": reason}).status_code


def a_day_later(minutes: int) -> override_settings:
    return override_settings(LEDGER_CLOCK=(clock.now() + dt.timedelta(hours=24, minutes=minutes)).isoformat())


def test_one_person_puts_it_back_and_a_second_lets_it_stand(harmed: Firm, client_of: ClientOf) -> None:
    ana, bia = client_of(harmed.ana), client_of(harmed.bia)
    assert "What rules may settle alone" in text_of(ana.get(WHERE))
    done = put_back(harmed, ana)
    assert (active(harmed).version, active(harmed).document) == (3, DOCUMENT)
    assert "another policy approver has to let it stand" in text_of(ana.get(WHERE))
    assert let_stand(ana, done) == 403
    assert "It let names through." in text_of(bia.get(WHERE))
    for page in ("/policy/", "/policy/history/"):
        told = "Ana put version 3 in force alone. A second policy approver has to let it stand until"
        assert told in text_of(client_of(harmed.lia).get(page))
        assert f'id="to-emergency" href="{WHERE}"' in bia.get(page).content.decode()
    assert let_stand(bia, done, " ") == 409
    assert let_stand(bia, done, "x" * 2001) == 422
    assert let_stand(bia, done) == 302
    assert let_stand(bia, done) == 409
    done.refresh_from_db()
    assert (done.ratified_by, done.ratified_because, done.draft) == (harmed.bia, "Right so.", None)
    with a_day_later(1):
        tasks.activate_drafts()
    assert active(harmed).version == 3
    assert "Bia let it stand" in text_of(ana.get(WHERE))
    ways = RegistryChange.objects.filter(workspace=harmed.workspace, kind="policy", key="v3")
    assert [one.after["way"] for one in ways] == ["emergency rollback"]


def test_not_ratified_what_was_in_force_comes_back_and_the_rollback_goes_to_review(
    harmed: Firm, client_of: ClientOf
) -> None:
    ana = client_of(harmed.ana)
    done = put_back(harmed, ana)
    with a_day_later(-1):
        tasks.activate_drafts()
    assert active(harmed).version == 3
    with a_day_later(1):
        tasks.activate_drafts()
        tasks.activate_drafts()
    assert (active(harmed).version, active(harmed).document) == (4, HARMFUL)
    done.refresh_from_db()
    draft = PolicyDraft.objects.get(workspace=harmed.workspace)
    assert (done.draft, draft.state, draft.document, draft.base.version) == (draft, "editing", DOCUMENT, 4)
    assert draft.created_by == harmed.ana
    assert "Nobody let it stand: it went to review" in text_of(ana.get(WHERE))
    told = text_of(ana.get("/policy/history/"))
    assert "back in force, since nobody let an emergency rollback stand" in told
    assert "by Ana · put back in an emergency “It let names through.”" in told
    assert let_stand(client_of(harmed.bia), done) == 409


def test_where_another_version_came_meanwhile_nothing_comes_back(harmed: Firm, client_of: ClientOf) -> None:
    done = put_back(harmed, client_of(harmed.ana))
    factories.activate_document(harmed.workspace, {**DOCUMENT, "write_back_days": 2})
    assert let_stand(client_of(harmed.bia), done) == 409
    tasks.activate_drafts()
    done.refresh_from_db()
    assert (active(harmed).version, done.waits, done.draft) == (4, False, None)


def test_everybody_who_may_approve_is_told(harmed: Firm, client_of: ClientOf) -> None:
    done = put_back(harmed, client_of(harmed.ana))
    mail.outbox.clear()
    tasks.mail_emergency(str(harmed.workspace.pk), str(done.pk), "rolled_back")
    told = {address for letter in mail.outbox for address in letter.to}
    assert told == {_address(member) for member in (harmed.ana, harmed.bia, harmed.eva)}
    assert "It let names through." in mail.outbox[0].body
    assert WHERE in mail.outbox[0].body


def _address(member: Member) -> str:
    assert member.user is not None
    return member.user.email


def test_it_asks_again_who_it_is_and_keeps_the_reason(harmed: Firm) -> None:
    client = Client(SERVER_NAME="localhost")
    assert harmed.ana.user is not None
    factories.sign_in(client, harmed.ana.user, ago=301)
    form = {**form_in(client.get(WHERE), "emergency").fields, "reason": "It let names through."}
    for wrong in ({}, {"confirm_password": "no"}):
        refused = client.post(WHERE, {**form, **wrong})
        assert refused.status_code == 403
        assert ">It let names through.</textarea>" in refused.content.decode()
    assert active(harmed).version == 2
    assert client.post(WHERE, {**form, "confirm_password": factories.PASSWORD}).status_code == 302
    assert active(harmed).version == 3


def test_what_makes_no_sense_is_refused(harmed: Firm, client_of: ClientOf) -> None:
    ana = client_of(harmed.ana)
    form = form_in(ana.get(WHERE), "emergency").fields
    assert ana.post(WHERE, {**form, "reason": " "}).status_code == 409
    for wrong in ({"version": "x"}, {"do": "all"}, {"do": "ratify", "rollback": "1"}):
        assert ana.post(WHERE, {**form, "reason": "x", **wrong}).status_code == 422
    assert ana.post(WHERE, {**form, "reason": "x", "version": "1"}).status_code == 409
    for person in (harmed.rui, harmed.lia):
        assert client_of(person).get(WHERE).status_code == 403
        assert client_of(person).post(WHERE, {**form, "reason": "x"}).status_code == 403
    assert active(harmed).version == 2
    put_back(harmed, ana)
    again = client_of(harmed.bia).post(WHERE, {**form, "version": "3", "reason": "Once more."})
    assert "waits for its second person: that comes first" in text_of(again)
    assert active(harmed).version == 3


def test_the_first_version_has_nothing_before_it(firm: Firm, client_of: ClientOf) -> None:
    ana = client_of(firm.ana)
    assert "There is nothing to go back to" in text_of(ana.get(WHERE))
    assert ana.post(WHERE, {"do": "roll_back", "version": "1", "reason": "x"}).status_code == 409


def test_another_workspace_is_not_let_stand(harmed: Firm, client_of: ClientOf) -> None:
    done = put_back(harmed, client_of(harmed.ana))
    stranger = factories.make_member(factories.make_workspace(), "stranger", Role.POLICY_APPROVER)
    assert let_stand(client_of(stranger), done) == 409
    done.refresh_from_db()
    assert done.waits


@pytest.mark.parametrize("whole", [True, False])
def test_the_database_holds_the_second_person(harmed: Firm, client_of: ClientOf, whole: bool) -> None:
    done = put_back(harmed, client_of(harmed.ana))
    by = harmed.ana if whole else harmed.bia
    with pytest.raises(IntegrityError, match="emergency_ratified"), transaction.atomic():
        EmergencyRollback.objects.filter(pk=done.pk).update(
            ratified_by=by, ratified_because="x" if whole else "", ended_at=clock.now()
        )
    let_stand(client_of(harmed.bia), done)
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        EmergencyRollback.objects.filter(pk=done.pk).update(ended_at=None, ratified_by=None, ratified_because="")
