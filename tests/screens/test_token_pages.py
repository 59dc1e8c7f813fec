"""The page of one token: how it is used, its successor, and its end with a reason."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone

from escalations.registry import giving_tokens
from ledgers.models import RegistryChange
from memoryhub.accounts import tokens, walls
from memoryhub.accounts.errors import TokenExpired, TokenRevoked
from memoryhub.accounts.models import SecurityEvent, Token
from tests.factories import make_agent, make_workspace
from tests.screens.world import Firm

pytestmark = pytest.mark.django_db


@pytest.fixture
def issued(firm: Firm) -> tokens.Issued:
    return giving_tokens.give(
        by=firm.rui, name="mail", agent=firm.agent, sources=["client"], scopes=["client:*"], may_write=True
    )


@pytest.fixture
def rui(firm: Firm) -> Client:
    return firm.client(firm.rui)


def secret_in(page: str) -> str:
    found = re.search(r'value="(mh_pat_\w+)"', page)
    assert found is not None, page
    return found.group(1)


def test_the_page_counts_what_its_holder_said_and_was_refused(firm: Firm, rui: Client, issued: tokens.Issued) -> None:
    firm.dispute()
    SecurityEvent.objects.create(
        workspace=firm.workspace, author="agent:inbox", code="not-a-proposer", status=403, method="POST", path="/x"
    )
    page = rui.get(f"/tokens/{issued.token.pk}/").content.decode()
    assert "<small>changed a fact: 1</small><small>went to an owner: 1</small>" in page
    assert re.search(r"<dt>Refused requests</dt><dd>1 ", page)
    assert "waits for its owner" in page
    assert "contact.primary" in page
    assert not [value for value in ("Dana", "Ramos", issued.secret) if value in page]


def test_both_are_good_until_the_older_one_ends(firm: Firm, rui: Client, issued: tokens.Issued) -> None:
    page = rui.post(f"/tokens/{issued.token.pk}/rotate/", {"hours": "24"})
    assert page.status_code == 201
    new = tokens.authenticate(secret_in(page.content.decode()))
    assert (new.follows, new.agent, new.sources, new.scopes) == (issued.token, firm.agent, ["client"], ["client:*"])
    old = tokens.authenticate(issued.secret)
    assert old.expires_at is not None
    assert dt.timedelta(hours=23) < old.expires_at - timezone.now() <= dt.timedelta(hours=24)
    assert str(new.prefix) in rui.get(f"/tokens/{old.pk}/").content.decode()


def test_without_overlap_the_older_one_ends_at_once(rui: Client, issued: tokens.Issued) -> None:
    rui.post(f"/tokens/{issued.token.pk}/rotate/", {"hours": "0"})
    with pytest.raises(TokenExpired):
        tokens.authenticate(issued.secret)


def test_an_end_that_was_set_is_never_put_off(rui: Client, issued: tokens.Issued) -> None:
    soon = timezone.now() + dt.timedelta(hours=1)
    Token.objects.filter(pk=issued.token.pk).update(expires_at=soon)
    page = rui.post(f"/tokens/{issued.token.pk}/rotate/", {"hours": "24"})
    assert Token.objects.get(pk=issued.token.pk).expires_at == soon
    assert tokens.authenticate(secret_in(page.content.decode())).expires_at == soon


def test_a_token_that_ended_has_no_successor(rui: Client, issued: tokens.Issued) -> None:
    Token.objects.filter(pk=issued.token.pk).update(revoked_at=timezone.now())
    assert rui.post(f"/tokens/{issued.token.pk}/rotate/", {"hours": "24"}).status_code == 422
    assert Token.objects.count() == 1


def test_it_is_revoked_with_a_reason_that_stays(firm: Firm, rui: Client, issued: tokens.Issued) -> None:
    refused = rui.post(f"/tokens/{issued.token.pk}/revoke/")
    assert refused.status_code == 422
    tokens.authenticate(issued.secret)
    assert rui.post(f"/tokens/{issued.token.pk}/revoke/", {"because": "lost laptop"}).status_code == 302
    with pytest.raises(TokenRevoked):
        tokens.authenticate(issued.secret)
    page = rui.get(f"/tokens/{issued.token.pk}/").content.decode()
    assert "Revoked by Rui" in page
    assert "lost laptop" in page
    with walls.inside(firm.workspace):
        change = RegistryChange.objects.filter(kind="token").latest("id")
    assert (change.after, change.member_id) == ({"state": "revoked", "because": "lost laptop"}, firm.rui.pk)


def test_the_secret_waits_for_a_tick_and_is_gone_after(
    firm: Firm, rui: Client, caplog: pytest.LogCaptureFixture
) -> None:
    """Absent from the pages after the answer that showed it, from the log, and from what a browser goes back to."""
    with caplog.at_level("DEBUG"):
        answer = rui.post("/tokens/", {"name": "mail", "agent": "inbox", "scopes": "client:*"})
    page = answer.content.decode()
    secret = secret_in(page)
    assert "no-store" in answer.headers["Cache-Control"]
    assert caplog.records
    assert secret not in caplog.text
    assert re.search(r'<input type="checkbox" id="stored" required>', page)
    assert 'data-copy="secret"' in page
    made = Token.objects.get(name="mail")
    assert not [path for path in ("/tokens/", f"/tokens/{made.pk}/") if secret in rui.get(path).content.decode()]


def test_the_list_says_who_answers_for_an_agent(firm: Firm, rui: Client) -> None:
    agent = make_agent(firm.workspace, "crm-sync", controller=firm.ana)
    giving_tokens.give(by=firm.rui, name="sync", agent=agent)
    page = rui.get("/tokens/").content.decode()
    assert "answered for by Ana" in page


def test_a_token_of_another_workspace_is_not_there(rui: Client) -> None:
    elsewhere = make_workspace()
    other = tokens.issue(workspace=elsewhere, name="x", agent=make_agent(elsewhere, "x"))
    assert rui.get(f"/tokens/{other.token.pk}/").status_code == 404
    assert rui.post(f"/tokens/{other.token.pk}/rotate/", {"hours": "1"}).status_code == 404
