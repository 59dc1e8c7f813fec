"""Keys of one's own: what can be chosen, what is refused and why, and that every page names the chosen ones."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from memoryhub.accounts import shortcuts
from memoryhub.accounts.models import Member, Role, User
from tests.accounts.codes import inside, signed_in
from tests.factories import make_member, make_workspace

pytestmark = pytest.mark.django_db
PAGE = "/profile/keys/"


@pytest.fixture
def owner() -> Member:
    return make_member(make_workspace(), "owner", Role.OWNER)


def login(owner: Member) -> User:
    assert owner.user is not None
    return User.objects.get(pk=owner.user.pk)


def chosen(owner: Member) -> object:
    return login(owner).shortcuts


def error_at(client: Client, **typed: str) -> dict[str, str]:
    """What the page says at which row."""
    page = client.post(PAGE, typed)
    assert page.status_code == 422
    return dict(re.findall(r'id="id_(\w+)_error">([^<]+)<', page.content.decode()))


def test_the_usual_keys_clash_nowhere_and_pass_their_own_rules() -> None:
    usual = shortcuts.of(None)
    assert list(shortcuts.clashes(usual)) == []
    assert [key for key in usual.values() if shortcuts.wrong(key)] == []


def test_a_chosen_key_stands_on_every_page_in_place_of_the_usual_one(owner: Member) -> None:
    client = signed_in(owner)
    assert client.post(PAGE, {"next": "N", "go_facts": "j", "help": "ç", "search": "/"}).status_code == 302
    assert chosen(owner) == {"next": "n", "go_facts": "j", "help": "ç"}
    page = client.get("/queue/").content.decode()
    for act, key in (("next", "n"), ("help", "ç"), ("previous", "k"), ("go_facts", "j")):
        assert f'<kbd data-act="{act}">{key}</kbd>' in page
    assert re.search(r'href="/facts/" data-go="j"', page)
    assert '<kbd data-act="next">n</kbd>' in client.get("/help/").content.decode()
    assert 'value="n"' in client.get(PAGE).content.decode()


def test_the_list_leads_only_where_the_member_may_go(owner: Member) -> None:
    admin = make_member(owner.workspace, "head", Role.ACCOUNT_ADMIN)
    pages = [signed_in(member).get("/help/").content.decode() for member in (owner, admin)]
    assert ['data-act="go_tokens"' in page for page in pages] == [False, True]


def test_somebody_else_keeps_the_usual_keys(owner: Member) -> None:
    signed_in(owner).post(PAGE, {"next": "n"})
    other = signed_in(make_member(owner.workspace, "other"))
    assert '<kbd data-act="next">j</kbd>' in other.get("/queue/").content.decode()


def test_an_empty_row_and_the_button_bring_the_usual_keys_back(owner: Member) -> None:
    client = signed_in(owner)
    client.post(PAGE, {"next": "n", "undo": "ñ"})
    client.post(PAGE, {"next": "", "undo": "ñ"})
    assert chosen(owner) == {"undo": "ñ"}
    assert client.post(PAGE, {"next": "Enter", "usual": "1"}).status_code == 302
    assert chosen(owner) == {}


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("Shift", "held together"),
        ("ctrl+k", "held together"),
        ("Tab", "browsers need"),
        ("Enter", "browsers need"),
        ("Esc", "browsers need"),
        ("Page Down", "browsers need"),
        ("F5", "browsers need"),
        (" ", "browsers need"),
        ("'", "browsers need"),
        ("3", "Digits choose an outcome"),
        ("^", "waits for the letter"),
        ("jj", "one letter or sign"),
        ("👍", "one letter or sign"),
        ("\u0301", "one letter or sign"),
    ],
)
def test_a_key_that_is_none_is_refused_at_its_row(owner: Member, key: str, says: str) -> None:
    errors = error_at(signed_in(owner), undo=key)
    assert list(errors) == ["undo"]
    assert says in errors["undo"]
    assert chosen(owner) == {}


def test_a_clash_is_said_where_it_was_typed_and_names_the_other(owner: Member) -> None:
    client = signed_in(owner)
    assert "Next row" in error_at(client, pick="j")["pick"]
    assert "Next row" in error_at(client, next="w", pick="w")["pick"]
    assert "Select the row" in error_at(client, next="x")["next"]
    assert "Go to the queue" in error_at(client, go_facts="q")["go_facts"]
    assert chosen(owner) == {}


def test_a_freed_key_can_be_given_away(owner: Member) -> None:
    assert signed_in(owner).post(PAGE, {"next": "k", "previous": "j"}).status_code == 302
    assert shortcuts.of(login(owner))["next"] == "k"


def test_an_act_whose_usual_key_somebody_gave_away_has_none(owner: Member) -> None:
    """What a later version adds must not take a key that a person chose."""
    User.objects.filter(pk=login(owner).pk).update(shortcuts={"undo": "j", "gone": "y"})
    keys = shortcuts.of(login(owner))
    assert (keys["undo"], keys["next"], "gone" in keys) == ("j", "", False)
    client = signed_in(owner)
    assert inside(client)
    assert 'data-act="next"' not in client.get("/queue/").content.decode()


def test_in_portuguese_too(owner: Member) -> None:
    client = signed_in(owner)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "pt-BR"
    errors = error_at(client, next="Tab", undo="k")
    assert "navegadores" in errors["next"]
    assert "Linha anterior" in errors["undo"]
