"""Tokens: 160 random bits with a checksum, kept as a hash, ended at once."""

from __future__ import annotations

import datetime as dt
import hashlib
import logging
import re
import string

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from memoryhub.accounts import secrets, tokens
from memoryhub.accounts.errors import NotAllowed, TokenExpired, TokenRevoked, Unauthenticated
from memoryhub.accounts.models import Member, Role, Token
from memoryhub.accounts.patterns import covers
from tests.factories import make_agent, make_member, make_workspace

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> Member:
    return make_member(make_workspace(), "admin", Role.REGISTRY_ADMIN)


def issued(admin: Member, **grants: object) -> tokens.Issued:
    agent = make_agent(admin.workspace, f"agent-{Token.objects.count()}")
    return tokens.issue(workspace=admin.workspace, name="inbox", agent=agent, by=admin, **grants)  # type: ignore[arg-type]


def test_a_secret_has_its_form_and_no_two_are_alike() -> None:
    found = {secrets.generate() for _number in range(100)}
    assert len(found) == 100
    for secret in found:
        assert secret.startswith("mh_pat_")
        assert len(secret) == len("mh_pat_") + 32 + 7
        assert set(secret[7:]) <= set(string.digits + string.ascii_uppercase) - set("ILOU")
        assert secrets.is_well_formed(secret)


def test_a_slip_of_one_letter_is_told_by_the_checksum() -> None:
    secret = secrets.generate()
    for place in range(7, len(secret)):
        other = "0" if secret[place] != "0" else "1"
        assert not secrets.is_well_formed(secret[:place] + other + secret[place + 1 :])


def test_only_the_hash_and_the_beginning_are_kept(admin: Member) -> None:
    found = issued(admin)
    row = Token.objects.values().get()
    assert bytes(row["hash"]) == hashlib.sha256(found.secret.encode()).digest()
    assert row["prefix"] == found.secret[:15]
    assert found.secret not in repr(row) + repr(found)


def test_a_token_opens_what_it_was_given_for(admin: Member) -> None:
    found = issued(admin, sources=["crm"], scopes=["client:*"], may_write=True)
    token = tokens.authenticate(found.secret)
    assert (token.sources, token.scopes, token.may_write) == (["crm"], ["client:*"], True)


def test_nothing_is_granted_unless_said(admin: Member) -> None:
    token = issued(admin).token
    assert (token.sources, token.scopes, token.may_write) == ([], [], False)
    assert not covers(token.scopes, "client:acme")


@pytest.mark.parametrize("secret", ["", "mh_pat_", "mh_pat_" + "A" * 32, "Bearer x", "mh_pat_" + "é" * 39, "\x00"])
def test_what_is_no_token_opens_nothing(secret: str) -> None:
    with pytest.raises(Unauthenticated):
        tokens.authenticate(secret)


def test_a_well_formed_stranger_opens_nothing(admin: Member) -> None:
    issued(admin)
    with pytest.raises(Unauthenticated):
        tokens.authenticate(secrets.generate())


def test_revocation_holds_from_the_next_request_on(admin: Member) -> None:
    found = issued(admin)
    assert tokens.revoke(token=found.token, by=admin)
    assert not tokens.revoke(token=found.token, by=admin)
    with pytest.raises(TokenRevoked):
        tokens.authenticate(found.secret)


def test_a_token_ends_at_its_hour(admin: Member) -> None:
    end = timezone.now() + dt.timedelta(days=1)
    found = issued(admin, expires_at=end)
    tokens.authenticate(found.secret)
    with time_machine.travel(end, tick=False), pytest.raises(TokenExpired):
        tokens.authenticate(found.secret)


def test_a_token_of_someone_who_left_opens_nothing(admin: Member) -> None:
    found = issued(admin)
    type(found.token.holder).objects.filter(pk=found.token.holder.pk).update(active=False)
    with pytest.raises(Unauthenticated):
        tokens.authenticate(found.secret)


def test_last_use_is_written_once_a_minute(admin: Member) -> None:
    token = issued(admin).token
    begin = timezone.now()
    seen = []
    for seconds in (0, 30, 59, 61):
        with time_machine.travel(begin + dt.timedelta(seconds=seconds), tick=False):
            tokens.touch(token)
        token.refresh_from_db()
        seen.append(token.last_used_at)
    assert len(set(seen)) == 2


def test_only_admins_give_out_tokens_and_nobody_speaks_for_a_colleague(admin: Member) -> None:
    colleague = make_member(admin.workspace, "colleague")
    agent = make_agent(admin.workspace, "inbox")
    with pytest.raises(NotAllowed):
        tokens.issue(workspace=admin.workspace, name="x", agent=agent, by=colleague)
    with pytest.raises(NotAllowed):
        tokens.issue(workspace=admin.workspace, name="x", member=colleague, by=admin)
    with pytest.raises(NotAllowed):
        tokens.issue(workspace=make_workspace(), name="x", agent=agent, by=admin)


@pytest.mark.parametrize(
    ("patterns", "key", "allowed"),
    [
        (["client:*"], "client:acme", True),
        (["client:*"], "clients", False),
        (["client:acme"], "client:acme2", False),
        (["*"], "anything", True),
        ([], "anything", False),
    ],
)
def test_patterns(patterns: list[str], key: str, allowed: bool) -> None:
    assert covers(patterns, key) is allowed


def test_the_secret_is_in_no_log_and_no_page_after_the_first(
    admin: Member, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    assert admin.user is not None
    client.force_login(admin.user, backend="django.contrib.auth.backends.ModelBackend")
    make_agent(admin.workspace, "inbox")
    data = {"name": "inbox", "agent": "inbox", "scopes": "client:* team:sales", "sources": "", "may_write": "on"}
    shown = client.post("/tokens/", data)
    assert shown.status_code == 201
    secret = next(part for part in shown.content.decode().split('"') if part.startswith("mh_pat_"))
    token = tokens.authenticate(secret)
    assert (token.scopes, token.may_write, token.created_by) == (["client:*", "team:sales"], True, admin)
    wrong = client.get("/api/v1/facts", headers={"Authorization": f"Bearer {secret}x"})
    again = client.get("/tokens/")
    assert "never" in again.content.decode() or again.status_code == 200
    for said in (caplog.text, again.content.decode(), wrong.content.decode()):
        assert secret not in said


def test_a_token_is_revoked_from_its_row(admin: Member, client: Client) -> None:
    found = issued(admin)
    assert admin.user is not None
    client.force_login(admin.user, backend="django.contrib.auth.backends.ModelBackend")
    client.post(f"/tokens/{found.token.pk}/revoke/", {"because": "lost laptop"})
    with pytest.raises(TokenRevoked):
        tokens.authenticate(found.secret)
    assert "revoked" in client.get("/tokens/").content.decode()


def test_the_page_of_tokens_is_for_admins(admin: Member, client: Client) -> None:
    colleague = make_member(admin.workspace, "colleague")
    assert colleague.user is not None
    client.force_login(colleague.user, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/tokens/").status_code == 403
    assert client.post("/tokens/", {"name": "x"}).status_code == 403


def test_the_form_names_what_is_wrong_and_begins_there(admin: Member, client: Client) -> None:
    assert admin.user is not None
    client.force_login(admin.user, backend="django.contrib.auth.backends.ModelBackend")
    make_agent(admin.workspace, "inbox")
    data = {"name": "inbox", "agent": "inbox", "scopes": "client:*, team:sales", "addresses": "10.0.0.0/8, 300.1.2.3"}
    shown = client.post("/tokens/", data)
    assert shown.status_code == 422
    page = shown.content.decode()
    assert "300.1.2.3 is no address and no range." in page
    assert re.findall(r'<input[^>]*name="(\w+)"[^>]*autofocus', page) == ["addresses"]
    assert client.post("/tokens/", {**data, "addresses": "10.0.0.0/8, ::1"}).status_code == 201
    token = Token.objects.get(name="inbox")
    assert (token.scopes, token.addresses) == (["client:*", "team:sales"], ["10.0.0.0/8", "::1"])
