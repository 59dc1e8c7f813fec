"""A forgotten password and an invitation: a link by mail, good once, and nothing told to strangers."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core import mail
from django.test import Client, override_settings

from memoryhub.accounts import letters, ways_in
from memoryhub.accounts.models import Member, Role, User
from memoryhub.logs.lines import masked
from tests.accounts.codes import give_password, inside, signed_in, turn_on
from tests.factories import make_member, make_workspace

pytestmark = pytest.mark.django_db

FORGOT = "/sign-in/forgot/"
NEW = "a quite different password"


@pytest.fixture
def owner() -> Member:
    return make_member(make_workspace(), "owner", Role.OWNER)


def user_of(member: Member) -> User:
    assert member.user is not None
    return member.user


def link_in(text: str) -> str:
    found = re.search(r"/sign-in/link/\S+/", text)
    assert found is not None, text
    return found.group()


def asked_for(client: Client, email: str, called: list[tuple[str, str]]) -> str:
    answer = client.post(FORGOT, {"email": email})
    assert answer.status_code == 200
    return re.sub(r'value="[^"]*"', "", answer.content.decode()).replace(email, "")


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The bells that would be rung for a worker."""
    found: list[tuple[str, str]] = []
    monkeypatch.setattr(letters, "_ring", lambda task, key: found.append((task.rpartition(".")[2], key)))
    return found


def test_the_answer_is_the_same_for_whom_nobody_knows(
    owner: Member, rung: list[tuple[str, str]], django_capture_on_commit_callbacks: object
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]  # a fixture's function
        known = asked_for(Client(), user_of(owner).email.upper(), rung)
        unknown = asked_for(Client(), "who@firm.example", rung)
    assert known == unknown
    assert rung == [("mail_way_back", str(user_of(owner).pk))]


def test_the_link_sets_another_password_once(owner: Member) -> None:
    there = signed_in(owner)
    letters.send_way_back(user_of(owner).pk)
    link = link_in(str(mail.outbox[0].body))
    client = Client()
    for _time in range(3):
        assert client.get(link).status_code == 200
    assert client.post(link, {"new_password": "short"}).status_code == 422
    assert client.post(link, {"new_password": NEW}).headers["Location"] == "/sign-in/"
    assert give_password(Client(), owner, NEW) == "/queue/"
    assert not inside(there)
    assert Client().post(link, {"new_password": "yet another password"}).status_code == 410


def test_the_link_leaves_the_second_factor_on(owner: Member) -> None:
    turn_on(signed_in(owner))
    path = ways_in.link_for(user_of(owner)).partition("/sign-in")[2]
    Client().post(f"/sign-in{path}", {"new_password": NEW})
    assert give_password(Client(), owner, NEW) == "/sign-in/code/"


def test_the_link_runs_out(owner: Member) -> None:
    link = link_in(ways_in.link_for(user_of(owner)))
    with override_settings(PASSWORD_RESET_TIMEOUT=-1):
        assert Client().get(link).status_code == 410
    assert Client().get(link).status_code == 200


@pytest.mark.parametrize("path", ["x/y", "MDE/abc-def", "%FF/abc-def", "ZGVhZA/cx-1"])
def test_what_is_no_link_reads_like_one_that_ended(path: str) -> None:
    assert Client().get(f"/sign-in/link/{path}/").status_code == 410


def test_someone_inactive_gets_no_way_back(owner: Member) -> None:
    link = link_in(ways_in.link_for(user_of(owner)))
    User.objects.filter(pk=user_of(owner).pk).update(is_active=False)
    letters.send_way_back(user_of(owner).pk)
    assert mail.outbox == []
    assert Client().get(link).status_code == 410


def test_asking_too_often_is_refused_by_address_and_held_back_by_login(
    owner: Member, rung: list[tuple[str, str]], django_capture_on_commit_callbacks: object
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]  # a fixture's function
        statuses = [Client().post(FORGOT, {"email": user_of(owner).email}).status_code for _time in range(21)]
        elsewhere = Client(REMOTE_ADDR="203.0.113.9").post(FORGOT, {"email": "who@firm.example"}).status_code
    assert statuses == [200] * 20 + [429]
    assert elsewhere == 200
    assert len(rung) == 3


def test_no_line_of_a_log_holds_a_link(owner: Member) -> None:
    link = link_in(ways_in.link_for(user_of(owner)))
    token = default_token_generator.make_token(user_of(owner))
    assert token in link
    assert token not in masked(f"GET {link} 200")
