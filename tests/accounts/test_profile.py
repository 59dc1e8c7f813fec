"""What people set for themselves."""

from __future__ import annotations

import pytest
from django.test import Client

from ledgers.models import RegistryChange
from memoryhub.accounts import walls
from memoryhub.accounts.models import Member, Role, User
from tests.accounts.codes import give_password, inside, signed_in
from tests.factories import PASSWORD, make_member, make_workspace

pytestmark = pytest.mark.django_db

SAID = {"name": "Ana Prado", "language": "pt-br", "theme": "dark", "time_zone": "Asia/Tokyo", "keys": "alt",
        "undo_long": "on", "mail": "digest"}  # fmt: skip
NEW = "a quite different password"


@pytest.fixture
def owner() -> Member:
    return make_member(make_workspace(), "owner", Role.OWNER)


def test_what_is_set_is_kept_and_holds_at_once(owner: Member) -> None:
    client = signed_in(owner)
    assert client.post("/profile/", SAID).status_code == 302
    page = client.get("/profile/").content.decode()
    assert "Perfil" in page
    assert 'data-keys="alt"' in page
    assert 'data-theme="dark"' in page
    owner.refresh_from_db()
    user = owner.user
    assert user is not None
    assert (owner.name, user.time_zone, user.undo_long, user.mail) == ("Ana Prado", "Asia/Tokyo", True, "digest")


def test_a_new_name_is_kept_in_the_registry(owner: Member) -> None:
    signed_in(owner).post("/profile/", SAID)
    with walls.inside(owner.workspace):
        (change,) = RegistryChange.objects.all()
    assert (change.kind, change.key, change.member_id) == ("member", "owner", owner.pk)
    assert change.after == {"name": "Ana Prado"}


def test_pages_tell_dates_in_the_zone_of_the_person(owner: Member) -> None:
    Member.objects.filter(pk=owner.pk).update(roles=[Role.ACCOUNT_ADMIN])
    late = make_member(owner.workspace, "late")
    assert late.user is not None
    User.objects.filter(pk=late.user.pk).update(last_login="2026-11-29T23:30:00Z")
    client = signed_in(owner)
    assert owner.workspace.time_zone == "America/Sao_Paulo"
    assert "29 Nov 2026, 20:30" in client.get("/members/").content.decode()
    client.post("/profile/", {**SAID, "language": "en"})
    assert "30 Nov 2026, 08:30" in client.get("/members/").content.decode()


@pytest.mark.parametrize(("name", "value"), [("time_zone", "Mars/Base"), ("keys", "vi"), ("name", "")])
def test_what_is_wrong_is_said_at_its_field(owner: Member, name: str, value: str) -> None:
    page = signed_in(owner).post("/profile/", {**SAID, name: value})
    assert page.status_code == 422
    assert f'id="id_{name}_error"' in page.content.decode()


def test_another_password_needs_the_present_one_and_ends_other_sessions(owner: Member) -> None:
    here, there = signed_in(owner), signed_in(owner)
    wrong = here.post("/profile/password/", {"password": "no", "new_password": NEW})
    assert wrong.status_code == 422
    assert here.post("/profile/password/", {"password": PASSWORD, "new_password": NEW}).status_code == 302
    assert (inside(here), inside(there)) == (True, False)
    assert give_password(Client(), owner, NEW) == "/queue/"


@pytest.mark.parametrize(("password", "says"), [("short", "at least 10"), ("password123", "too common")])
def test_a_weak_password_is_refused_in_words(owner: Member, password: str, says: str) -> None:
    page = signed_in(owner).post("/profile/password/", {"password": PASSWORD, "new_password": password})
    assert page.status_code == 422
    assert says in page.content.decode()
