"""Whoever changes how somebody signs in, the person hears of it by mail, in their language."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client
from pytest_django.fixtures import Settings

from memoryhub.accounts import letters, tasks, ways_in
from memoryhub.accounts.models import Member, Role, User
from tests.accounts.codes import FACTOR, half_a_minute_later, signed_in, turn_on
from tests.accounts.devices import HOST, ORIGIN, PAGE, Device, add, says
from tests.factories import PASSWORD, make_member, make_workspace

pytestmark = pytest.mark.django_db
Commits = Callable[..., AbstractContextManager[object]]


@pytest.fixture(autouse=True)
def _at_home(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passkeys work here, and the worker is at hand."""
    settings.OTP_WEBAUTHN_RP_ID = HOST
    settings.OTP_WEBAUTHN_ALLOWED_ORIGINS = [ORIGIN]
    monkeypatch.setattr(letters, "_ring", lambda task, *said: getattr(tasks, task.rpartition(".")[2])(*said))


@pytest.fixture
def owner() -> Member:
    return make_member(make_workspace(), "owner", Role.OWNER)


def user_of(member: Member) -> User:
    assert member.user is not None
    return member.user


def told(member: Member) -> list[str]:
    """What the mails since the last look say, all to the person and all with the way to look."""
    mails, mail.outbox[:] = [*mail.outbox], []
    for one in mails:
        assert one.to == [user_of(member).email]
        assert "/profile/" in one.body
    return [str(one.body).partition("changed. ")[2].partition("\n")[0] for one in mails]


def test_each_change_of_a_factor_is_told(owner: Member, django_capture_on_commit_callbacks: Commits) -> None:
    client, device = signed_in(owner), Device()
    with django_capture_on_commit_callbacks(execute=True):
        add(client, device)
    assert told(owner) == ["A passkey was added: it opens your sign-in."]
    with django_capture_on_commit_callbacks(execute=True):
        client.post(PAGE, {"codes": "1", **says(client, device)})
        phone, _codes = turn_on(client, **says(client, device))
        half_a_minute_later(owner)
        client.post(f"{FACTOR}off/", {"password": PASSWORD, "code": phone.code()})
    renewed, on, off = told(owner)
    assert renewed.startswith("There are new recovery codes.")
    assert (on, off) == (
        "Signing in asks for a code of an app from now on.",
        "Signing in asks for no code of an app any more.",
    )
    with django_capture_on_commit_callbacks(execute=True):
        call_command("second_factor", user_of(owner).email, "--off")
    assert told(owner) == ["Whoever runs the hub took your second factor off, and your passkeys with it."]


def test_what_was_refused_is_not_told(owner: Member, django_capture_on_commit_callbacks: Commits) -> None:
    client = signed_in(owner)
    add(client, Device())
    with django_capture_on_commit_callbacks(execute=True):
        client.post(PAGE, {"codes": "1", "password": "no", "code": "no"})
    assert told(owner) == []


def test_it_is_told_in_their_language(owner: Member) -> None:
    User.objects.filter(pk=user_of(owner).pk).update(language="pt-br")
    letters.send_change(user_of(owner).pk, "passkey-removed")
    assert "Uma chave de acesso foi removida" in mail.outbox[0].body
    assert mail.outbox[0].subject == "Mudou a forma como você entra no Memory Hub"


def test_a_new_password_says_how_many_passkeys_are_left(owner: Member) -> None:
    add(signed_in(owner), Device())
    link = ways_in.link_for(user_of(owner)).partition("/sign-in")[2]
    page = Client().post(f"/sign-in{link}", {"new_password": "a quite different password"}, follow=True)
    words = page.content.decode()
    assert "1 passkey opens your sign-in too." in words
    assert f'<a href="{PAGE}">Remove what is not yours</a>' in words
