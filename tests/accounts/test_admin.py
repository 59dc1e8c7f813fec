"""Accounts in the admin site: people are kept there, tokens are only looked at, secrets are never seen."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from memoryhub.accounts import tokens
from memoryhub.accounts.models import Member, Role, Token, User
from tests.factories import make_agent, make_member, make_workspace

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def admin() -> Member:
    return make_member(make_workspace(), "admin", Role.REGISTRY_ADMIN, staff=True)


@pytest.fixture
def site(client: Client, admin: Member) -> Client:
    assert admin.user is not None
    client.force_login(admin.user, backend=BACKEND)
    return client


@pytest.mark.parametrize("name", ["user", "workspace", "member", "agent", "token"])
def test_every_list_and_form_opens(site: Client, admin: Member, name: str) -> None:
    tokens.issue(workspace=admin.workspace, name="t", agent=make_agent(admin.workspace, "inbox"), by=admin)
    assert site.get(reverse(f"admin:accounts_{name}_changelist")).status_code == 200
    assert site.get(reverse(f"admin:accounts_{name}_add")).status_code == (403 if name == "token" else 200)


def test_a_token_is_looked_at_and_never_changed(site: Client, admin: Member) -> None:
    issued = tokens.issue(workspace=admin.workspace, name="t", agent=make_agent(admin.workspace, "inbox"), by=admin)
    page = site.get(reverse("admin:accounts_token_change", args=[issued.token.pk]))
    assert page.status_code == 200
    said = page.content.decode()
    assert issued.token.prefix in said
    assert issued.secret not in said
    assert bytes(issued.token.hash).hex() not in said
    site.post(reverse("admin:accounts_token_change", args=[issued.token.pk]), {"name": "other"})
    site.post(reverse("admin:accounts_token_delete", args=[issued.token.pk]), {"post": "yes"})
    assert Token.objects.get().name == "t"


def test_a_login_is_made_with_a_password_nobody_can_read(site: Client) -> None:
    data = {"email": "eva@firm.example", "is_active": "on", "theme": "auto", "new_password": "a long enough secret"}
    assert site.post(reverse("admin:accounts_user_add"), data).status_code == 302
    user = User.objects.get(email="eva@firm.example")
    assert user.check_password("a long enough secret")
    page = site.get(reverse("admin:accounts_user_change", args=[user.pk])).content.decode()
    assert user.password not in page
    short = site.post(reverse("admin:accounts_user_add"), {**data, "email": "b@firm.example", "new_password": "short"})
    assert short.status_code == 200
    assert not User.objects.filter(email="b@firm.example").exists()


def test_whose_a_login_is_changes_nowhere_without_a_letter_and_a_wait(site: Client, admin: Member) -> None:
    eva = make_member(admin.workspace, "eva", Role.OWNER)
    other = User.objects.create_user("other@elsewhere.example")
    assert eva.user is not None
    login = reverse("admin:accounts_user_change", args=[eva.user.pk])
    was, secret = eva.user.email, eva.user.password
    data = {"email": "mine@elsewhere.example", "is_active": "on", "theme": "dark", "new_password": "a secret of mine"}
    assert 'name="new_password"' not in site.get(login).content.decode()
    assert site.post(login, data).status_code == 302
    eva.user.refresh_from_db()
    assert (eva.user.email, eva.user.password, eva.user.theme) == (was, secret, "dark")
    where = reverse("admin:accounts_member_change", args=[eva.pk])
    said = {"workspace": admin.workspace.pk, "user": other.pk, "key": "eva", "name": "Eve", "active": "on"}
    assert site.post(where, said).status_code == 302
    eva.refresh_from_db()
    assert (eva.name, eva.user.email) == ("Eve", was)
    # Somebody who is new has nobody's sign-in yet.
    assert 'name="user"' in site.get(reverse("admin:accounts_member_add")).content.decode()


def test_the_site_is_for_staff(client: Client, admin: Member) -> None:
    colleague = make_member(admin.workspace, "colleague")
    assert colleague.user is not None
    client.force_login(colleague.user, backend=BACKEND)
    assert client.get(reverse("admin:accounts_user_changelist")).status_code == 302
