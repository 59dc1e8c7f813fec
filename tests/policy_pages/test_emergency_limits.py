"""What an emergency does not excuse, and that what was left comes back whole, or people are told."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client, override_settings

from escalations import tasks
from escalations.registry import registering
from ledgers import clock
from ledgers.models import DraftVerdict, EmergencyRollback, Field, PolicyDraft, PolicyVersion
from ledgers.selectors import emergencies
from ledgers.selectors.policies import confirmed_by
from ledgers.services import registries
from ledgers.services.drafts import activating, editing, rights, rolling_back, submitting
from ledgers.services.drafts.emergencies import ratify, roll_back
from memoryhub.accounts import walls
from memoryhub.accounts.errors import NotAllowed
from memoryhub.accounts.models import Member, Role, Workspace
from memoryhub.hooks import ringing
from tests import factories
from tests.ledgers.drafts.firm import DOCUMENT, Firm, build
from tests.policy_pages.conftest import ClientOf
from tests.policy_pages.steps import at, fresh, press, seen
from tests.screens.reading import text_of

Commits = Callable[..., AbstractContextManager[object]]
WHERE = "/policy/emergency/"
HARMFUL = {**DOCUMENT, "automatic": ["company.plan", "company.name"]}
OPEN = {**DOCUMENT, "fields": {**DOCUMENT["fields"], "zz.x": {"sensitivity": ""}}}
SILENT = {**DOCUMENT, "fields": {**DOCUMENT["fields"], "zz.x": {}}}


def active(workspace: Workspace) -> PolicyVersion:
    return PolicyVersion.objects.get(workspace=workspace, active=True)


def put_back(firm: Firm, by: Member | None = None) -> EmergencyRollback:
    return roll_back(member=by or firm.ana, seen=active(firm.workspace).version, reason="It did harm.")


@contextmanager
def a_day_later() -> Iterator[None]:
    with override_settings(LEDGER_CLOCK=(clock.now() + dt.timedelta(hours=25)).isoformat()):
        yield


def not_ratified() -> None:
    with a_day_later():
        tasks.activate_drafts()


def registered(firm: Firm, key: str = "zz.x") -> Field:
    return Field.objects.get(workspace=firm.workspace, key=key)


def sent(client: Client, version: int) -> Any:  # noqa: ANN401 - answer of a test client
    return client.post(WHERE, {"do": "roll_back", "version": str(version), "reason": "It did harm."})


@pytest.mark.parametrize(
    ("previous", "now", "named"),
    [
        (OPEN, SILENT, "zz.x"),
        ({**DOCUMENT, "four_eyes": []}, DOCUMENT, "company.name, company.plan, payment.iban, zz.x"),
        ({**DOCUMENT, "detectors": []}, DOCUMENT, "company.name, company.plan, zz.x"),
    ],
)
def test_nothing_is_guarded_less_by_one_person_alone(
    firm: Firm, client_of: ClientOf, previous: dict[str, Any], now: dict[str, Any], named: str
) -> None:
    factories.activate_document(firm.workspace, previous)
    factories.activate_document(firm.workspace, now)
    marked = "contact" if now is SILENT else ""
    registries.save_field(workspace=firm.workspace, by=None, key="zz.x", sensitivity=marked)
    eva, ana = client_of(firm.eva), client_of(firm.ana)
    for page in (ana.get(WHERE), sent(ana, 3)):
        told = text_of(page)
        assert f"It would guard what is said of {named} less than now" in told
        assert "roll back with a second person instead" in told
    assert page.status_code == 403
    assert ">It did harm.</textarea>" in page.content.decode()
    assert 'href="/policy/versions/2/roll-back"' in eva.get(WHERE).content.decode()
    assert active(firm.workspace).version == 3
    assert not EmergencyRollback.objects.exists()
    assert registered(firm).sensitivity == marked


def test_given_back_the_registry_is_as_it_was(firm: Firm) -> None:
    """Where the emergency makes a field more sensitive, that goes with it; what somebody marked meanwhile stays."""
    stricter = {**DOCUMENT, "fields": {**DOCUMENT["fields"], "zz.x": {"sensitivity": "contact", "review_days": 9}}}
    factories.activate_document(firm.workspace, stricter)
    factories.activate_document(firm.workspace, {**OPEN, "fields": {**OPEN["fields"], "zz.y": {"sensitivity": ""}}})
    crm = registered(firm, "company.plan").authoritative
    registries.save_field(workspace=firm.workspace, by=None, key="zz.x", review_days=30, name="X", authoritative=crm)
    put_back(firm)
    assert (registered(firm).sensitivity, registered(firm).review_days) == ("contact", 9)
    registries.save_field(workspace=firm.workspace, by=None, key="zz.y", sensitivity="personal")
    registries.save_field(workspace=firm.workspace, by=None, key="zz.x", name="Y")
    not_ratified()
    assert active(firm.workspace).version == 5
    x = registered(firm)
    assert (x.sensitivity, x.review_days, x.name, x.authoritative) == ("", 30, "Y", crm)
    assert registered(firm, "zz.y").sensitivity == "personal"


def test_what_nobody_let_stand_does_not_come_back_by_one_person(firm: Firm, client_of: ClientOf) -> None:
    factories.activate_document(firm.workspace, HARMFUL)
    put_back(firm)
    not_ratified()
    assert active(firm.workspace).version == 4
    for person in (firm.ana, firm.bia):
        refused = sent(client_of(person), 4)
        assert refused.status_code == 403
        assert "nobody let it stand: roll back with a second person instead" in text_of(refused)
    assert active(firm.workspace).version == 4
    # Once two people let it pass, it is a version like every other.
    draft = rolling_back.roll_back(member=firm.rui, version=1, title="Back")
    firm.tried(draft)
    submitting.submit(member=firm.rui, draft_id=draft.pk, version=draft.version)
    firm.approve(fresh(draft), firm.bia)
    activating.activate(member=firm.bia, draft_id=draft.pk, version=fresh(draft).version)
    factories.activate_document(firm.workspace, HARMFUL)
    assert put_back(firm).version.document == DOCUMENT


def test_the_version_that_was_left_is_never_the_previous_one(firm: Firm) -> None:
    for number in (2, 3):
        factories.activate_document(firm.workspace, {**DOCUMENT, "write_back_days": number})
    factories.activate_document(firm.workspace, HARMFUL)
    ratify(member=firm.bia, rollback_id=put_back(firm).pk, reason="Right so.")
    now = active(firm.workspace)
    assert (now.version, now.document["write_back_days"], confirmed_by(now)) == (5, 3, "Bia")
    again = put_back(firm, firm.bia)
    assert again.version.document["write_back_days"] == 2
    not_ratified()
    assert active(firm.workspace).document["write_back_days"] == 3
    found = emergencies.before(active(firm.workspace))
    assert found is not None
    assert found.document["write_back_days"] == 2
    factories.activate_document(firm.workspace, {**DOCUMENT, "write_back_days": 9})
    found = emergencies.before(active(firm.workspace))
    assert found is not None
    assert found.version == 7


def test_what_cannot_be_given_back_is_told_once_and_keeps_no_other_from_it(
    db: None, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Commits
) -> None:
    monkeypatch.setattr(ringing, "_ring", lambda task, *said: getattr(tasks, task.rpartition(".")[2])(*said))
    with build() as stuck, build() as other:
        pass
    texts = {**DOCUMENT, "fields": {**DOCUMENT["fields"], "zz.x": {"type": "text"}}}
    for firm in (stuck, other):
        factories.activate_document(firm.workspace, SILENT)
        factories.activate_document(firm.workspace, texts)
        with walls.inside(firm.workspace):
            put_back(firm)
    with walls.inside(stuck.workspace):
        chief = factories.make_member(stuck.workspace, "chief", Role.REGISTRY_ADMIN)
        registries.save_field(workspace=stuck.workspace, by=None, key="zz.x", type="number")
        factories.post(stuck.sync, "1", "zz.x", "client:acme", 1, source="crm")
    mail.outbox.clear()
    with a_day_later(), django_capture_on_commit_callbacks(execute=True):
        assert registering.give_back_due() == 1
        assert registering.give_back_due() == 0
    versions = [active(firm.workspace).document for firm in (stuck, other)]
    assert versions == [SILENT, texts]
    told = [letter for letter in mail.outbox if "cannot come back: zz.x: Facts of this field exist" in letter.body]
    assert len(told) == 4
    assert {"/policy/history/" in letter.body for letter in told if "chief" in letter.to[0]} == {True}
    assert "What version 3 said cannot come back" in text_of(client_of(stuck.bia).get(WHERE))
    assert "zz.x: Facts of this field exist" in text_of(client_of(chief).get("/policy/history/"))
    with walls.inside(stuck.workspace):
        waits = emergencies.waiting(stuck.workspace)
        assert waits is not None
        assert ratify(member=stuck.bia, rollback_id=waits.pk, reason="It has to be.").ratified_by == stuck.bia


def test_nobody_approves_what_they_wrote_under_another_name(firm: Firm, client_of: ClientOf) -> None:
    """Eva wrote it in a draft that she withdrew, Ana put it in force alone; Bia only let it stand."""
    factories.activate_document(firm.workspace, HARMFUL)
    ratify(member=firm.bia, rollback_id=put_back(firm).pk, reason="Right so.")
    factories.activate_document(firm.workspace, HARMFUL)
    hers = rolling_back.roll_back(member=firm.eva, version=1, title="Hers")
    editing.withdraw(member=firm.eva, draft_id=hers.pk, version=hers.version)
    draft = rolling_back.roll_back(member=firm.rui, version=1, title="Rui's")
    run = {"backtest": str(firm.tried(draft).pk)}
    draft = submitting.submit(member=firm.rui, draft_id=draft.pk, version=draft.version)
    for person in (firm.ana, firm.eva):
        client = client_of(person)
        assert 'id="approve"' not in client.get(at(draft, "judge")).content.decode()
        refused = press(client, draft, seen(draft), "approve")
        assert refused.status_code == 403
        assert "You wrote what this draft says yourself, in another draft, or put it in force alone" in text_of(refused)
        path = f"/api/v1/policies/drafts/{draft.pk}/approve"
        answer = client.post(path, {**seen(draft), **run, "reason": "Agreed."}, content_type="application/json")
        assert (answer.status_code, answer.json()["type"]) == (403, "/problems/author-cannot-judge")
        said = {"workspace": firm.workspace, "draft": draft, "at": clock.now(), "approved": True, "reason": "Agreed."}
        what = {"hash": draft.hash, "base": draft.base, "seen": draft.version, "comparison": {}}
        with pytest.raises(IntegrityError, match="does not approve"), transaction.atomic():
            DraftVerdict.objects.create(member=person, **said, **what)
    firm.approve(draft, firm.bia)
    assert fresh(draft).state == "approved"


def test_whoever_only_began_from_what_is_in_force_wrote_nothing(firm: Firm) -> None:
    editing.start(member=firm.eva, title="Hers")
    draft = editing.start(member=firm.rui, title="The same")
    rights.may_judge(draft, firm.eva)


def test_the_history_names_whoever_let_it_stand_and_whoever_did_not(firm: Firm, client_of: ClientOf) -> None:
    for days in (2, 3):
        factories.activate_document(firm.workspace, {**DOCUMENT, "write_back_days": days})
    factories.activate_document(firm.workspace, HARMFUL)
    done, bia = put_back(firm), client_of(firm.bia)
    began = "by Ana · put back in an emergency “It did harm.”"
    assert f"{began} waits for a second person" in text_of(bia.get("/policy/history/"))
    ratify(member=firm.bia, rollback_id=done.pk, reason="Right so.")
    put_back(firm)
    not_ratified()
    told = text_of(bia.get("/policy/history/"))
    assert f"{began} Bia let it stand: “Right so.”" in told
    assert f"{began} nobody let it stand" in told
    assert "nobody let an emergency rollback stand Ana had put version 6 in its place" in told
    assert told.count("put in force on the server") == 3
    assert "Bia" in text_of(bia.get("/policy/versions/5/"))


def test_it_works_beside_a_draft_that_waits_for_the_farthest_day(firm: Firm) -> None:
    """Somebody may withdraw such a draft, too; whoever did it may be gone before anybody let it stand."""
    factories.activate_document(firm.workspace, HARMFUL)
    draft, far = firm.approved(), clock.now() + activating.FARTHEST
    activating.schedule(member=firm.ana, draft_id=draft.pk, version=draft.version, at=far)
    done = put_back(firm)
    assert (fresh(draft).state, fresh(draft).activate_at) == ("conflict", None)
    Member.objects.filter(pk=firm.ana.pk).update(active=False)
    Member.objects.filter(pk=firm.bia.pk).update(roles=[])
    firm.bia.refresh_from_db()
    with pytest.raises(NotAllowed):
        ratify(member=firm.bia, rollback_id=done.pk, reason="Right so.")
    not_ratified()
    review = PolicyDraft.objects.get(workspace=firm.workspace, created_by=firm.ana)
    assert editing.join(member=firm.rui, draft_id=review.pk) == review
    editing.withdraw(member=firm.rui, draft_id=draft.pk, version=fresh(draft).version)
    assert fresh(draft).state == "withdrawn"
