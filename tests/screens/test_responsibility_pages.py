"""Who answers for what, changed in the browser: its effect is shown first, and is what then happens."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from escalations.models import Case, CaseEvent
from ledgers.models import RegistryChange, Responsibility
from memoryhub.accounts.models import Member, Role
from tests.factories import make_member
from tests.screens.reading import text_of
from tests.screens.world import Firm

NEW = "/registry/responsibilities/new/"


def clients_row(firm: Firm) -> Responsibility:
    return Responsibility.objects.get(workspace=firm.workspace, scope="client:*")


def said(row: Responsibility, **changed: object) -> dict[str, object]:
    """What the form of a row posts, with some members changed."""
    return {
        "scope": row.scope,
        "field": row.field,
        "subject": row.subject,
        "owner": row.owner.pk if row.owner else "",
        "backup": row.backup.pk,
        "proposers": "\n".join(row.proposers),
        **changed,
    }


def disputes(firm: Firm, number: int) -> list[Case]:
    for one in range(number):
        place = {"subject": f"customer:c{one}", "field": "contact.phone"}
        firm.say(f"+55 11 9{one:04d}-0000", source="crm", effective_at=datetime(2026, 2, 1, tzinfo=UTC), **place)
        firm.say(f"+55 11 9{one:04d}-1111", effective_at=datetime(2026, 11, 16, tzinfo=UTC), **place)
    return list(Case.objects.filter(workspace=firm.workspace, state="open").order_by("id"))


def mark(page: str) -> str:
    found = re.search(r'name="seen" value="([0-9a-f]+)"', page)
    assert found is not None
    return found[1]


def seen_and_saved(client: Client, address: str, form: dict[str, object]) -> str:
    """Look at the effect, save it, and read where that leads."""
    page = client.post(address, form).content.decode()
    return text_of(client.post(address, {**form, "seen": mark(page)}, follow=True))


def test_what_moves_is_what_was_shown(firm: Firm) -> None:
    cases = disputes(firm, 3)
    Case.objects.filter(pk=cases[0].pk).update(state="closed")
    row, client = clients_row(firm), firm.client(firm.rui)
    form, address = said(row, owner=firm.rui.pk), f"/registry/responsibilities/{row.pk}/"
    words = text_of(client.post(address, form))
    assert "2 open cases move to Rui." in words
    assert "Nothing is saved yet." in words
    row.refresh_from_db()
    assert row.owner == firm.ana
    assert not CaseEvent.objects.filter(code="rerouted").exists()
    assert "Saved. 2 open cases moved." in seen_and_saved(client, address, form)
    assert {case.owner for case in Case.objects.filter(state="open")} == {firm.rui}
    assert CaseEvent.objects.filter(code="rerouted", member=firm.rui).count() == 2
    change = RegistryChange.objects.latest("at")
    assert (change.kind, change.before, change.after) == ("responsibility", {"owner": "ana"}, {"owner": "rui"})
    # Undone by editing it back.
    assert "2 open cases move to Ana." in text_of(client.post(address, {**form, "owner": firm.ana.pk}))


def test_an_effect_that_changed_meanwhile_is_shown_again_and_nothing_saved(firm: Firm) -> None:
    disputes(firm, 1)
    row, client = clients_row(firm), firm.client(firm.rui)
    form, address = said(row, owner=firm.rui.pk), f"/registry/responsibilities/{row.pk}/"
    old = mark(client.post(address, form).content.decode())
    disputes(firm, 2)
    answer = client.post(address, {**form, "seen": old})
    assert answer.status_code == 409
    assert "The effect is another one by now" in text_of(answer)
    assert "2 open cases move to Rui." in text_of(answer)
    row.refresh_from_db()
    assert row.owner == firm.ana
    assert client.post(address, {**form, "seen": mark(answer.content.decode())}).status_code == 302


def test_back_from_the_effect_keeps_what_was_typed(firm: Firm) -> None:
    row = clients_row(firm)
    answer = firm.client(firm.rui).post(
        f"/registry/responsibilities/{row.pk}/",
        said(row, proposers="agent:inbox\nmember:eva", seconds=[firm.eva.pk], again="1"),
    )
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "agent:inbox\nmember:eva" in page.replace("\r", "")
    assert re.search(rf'value="{firm.eva.pk}"[^>]*checked', page)


def test_a_narrower_row_takes_its_cases_and_says_so(firm: Firm) -> None:
    disputes(firm, 2)
    form = {
        "scope": "client:acme", "field": "contact.*", "subject": "*", "owner": firm.eva.pk, "backup": firm.ana.pk,
        "proposers": "agent:*", "seconds": [firm.rui.pk],
    }  # fmt: skip
    client = firm.client(firm.rui)
    words = text_of(client.post(NEW, form))
    assert "2 open cases move to Eva." in words
    assert "Wider: this row takes its facts from client:* · * · *" in words
    page = seen_and_saved(client, NEW, form)
    assert "except client:acme · contact.* · *" in page
    added = Responsibility.objects.get(scope="client:acme")
    assert (list(added.seconds.all()), added.proposers) == ([firm.rui], ["agent:*"])
    removed = f"/registry/responsibilities/{added.pk}/remove/"
    shown = client.get(removed)
    assert "2 open cases move to Ana." in text_of(shown)
    assert Responsibility.objects.filter(pk=added.pk).exists()
    done = client.post(removed, {"seen": mark(shown.content.decode())}, follow=True)
    assert "Taken out. 2 open cases moved." in text_of(done)
    assert not Responsibility.objects.filter(pk=added.pk).exists()
    assert {case.owner for case in Case.objects.all()} == {firm.ana}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"backup": ""}, "This field is required."),
        ({"owner": ""}, "Name an owner, or let the person the subject is own it"),
        ({"owner_is_self": "on"}, "Name an owner, or let the person the subject is own it"),
        ({"scope": "client:*", "field": "*"}, "covers the same facts just as closely"),
        ({"field": "Contact*"}, "A field key, a beginning and .*"),
        ({"proposers": "ana"}, "Name member:key, agent:key"),
    ],
)
def test_what_the_service_refuses_is_said_before_anything_is_shown(
    firm: Firm, changed: dict[str, str], told: str
) -> None:
    form = {**said(clients_row(firm), scope="client:acme"), **changed}
    answer = firm.client(firm.rui).post(NEW, form)
    assert answer.status_code == 422
    assert told in text_of(answer)
    assert Responsibility.objects.filter(workspace=firm.workspace).count() == 2


def test_somebody_who_left_cannot_be_named(firm: Firm) -> None:
    gone = make_member(firm.workspace, "gone")
    Member.objects.filter(pk=gone.pk).update(active=False)
    answer = firm.client(firm.rui).post(NEW, said(clients_row(firm), scope="client:acme", owner=gone.pk))
    assert answer.status_code == 422


def test_the_page_says_what_somebody_should_see_to(firm: Firm) -> None:
    disputes(firm, 2)
    Member.objects.filter(pk=firm.ana.pk).update(active=False)
    words = text_of(firm.client(firm.rui).get("/registry/"))
    assert "Nobody answers for team:dev" in words
    assert "Ana left and owns client:* · * · *: Eva decides as backup" in words
    Member.objects.filter(pk=firm.eva.pk).update(active=False)
    Case.objects.update(owner=None, backup=None)
    assert "2 open cases reach nobody." in text_of(firm.client(firm.rui).get("/registry/"))
    # Not everybody's business.
    stranger = make_member(firm.workspace, "bia", Role.REVIEWER)
    assert "To see to" not in text_of(firm.client(stranger).get("/registry/"))


def test_an_account_admin_names_owners_and_others_do_not(firm: Firm) -> None:
    admin = make_member(firm.workspace, "adm", Role.ACCOUNT_ADMIN)
    row = clients_row(firm)
    assert firm.client(admin).get(f"/registry/responsibilities/{row.pk}/").status_code == 200
    for address in (NEW, f"/registry/responsibilities/{row.pk}/", f"/registry/responsibilities/{row.pk}/remove/"):
        assert firm.client(firm.ana).post(address, said(row)).status_code == 403
    assert "Add a row" not in text_of(firm.client(firm.ana).get("/registry/"))
