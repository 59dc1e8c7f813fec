"""People come and leave: invitations, roles, and what an admin may not do."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from escalations.models import Case, CaseEvent
from ledgers.models import RegistryChange
from memoryhub.accounts import letters, tokens, walls
from memoryhub.accounts.models import Member, Role, Token, User
from tests.factories import PASSWORD, make_member, make_workspace, sign_in
from tests.screens.world import Firm

pytestmark = pytest.mark.django_db

NEW = {"email": "Nina@firm.example", "name": "Nina", "key": "nina", "roles": ["owner", "reviewer"]}


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object) -> Iterator[list[str]]:
    found: list[str] = []
    monkeypatch.setattr(letters, "_ring", lambda task, key: found.append(f"{task.rpartition('.')[2]} {key}"))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]  # a fixture's function
        yield found


def link_in(page: str) -> str:
    found = re.search(r"/sign-in/link/[^\"\s]+/", page)
    return found.group() if found else ""


def test_an_invited_person_sets_a_password_and_is_in(admin: Client, firm: Firm, head: Member) -> None:
    page = admin.post("/members/new/", NEW)
    assert page.status_code == 201
    link = link_in(page.content.decode())
    nina = Client()
    assert nina.post(link, {"new_password": "a quite different password"}).status_code == 302
    nina.post("/sign-in/", {"username": "nina@firm.example", "password": "a quite different password"})
    assert nina.get("/facts/").status_code == 200
    assert Member.objects.get(key="nina", workspace=firm.workspace).roles == ["owner", "reviewer"]


def test_the_link_is_shown_once(admin: Client) -> None:
    link = link_in(admin.post("/members/new/", NEW).content.decode())
    made = Member.objects.get(key="nina")
    pages = [admin.get("/members/").content.decode(), admin.get(f"/members/{made.pk}/").content.decode()]
    assert link
    assert not [page for page in pages if link in page]
    assert "invited" in pages[0]


def test_who_has_a_login_gets_no_link_that_the_admin_could_use(admin: Client, firm: Firm) -> None:
    """Else an admin of one workspace could set the password of somebody in another."""
    other = make_member(make_workspace(), "boss", Role.ACCOUNT_ADMIN)
    assert other.user is not None
    page = admin.post("/members/new/", {**NEW, "email": other.user.email}).content.decode()
    assert link_in(page) == ""
    assert "They have a sign-in already. The mail asks them to join" in page


def test_who_waits_for_an_invitation_elsewhere_gets_no_link_here(admin: Client) -> None:
    elsewhere = make_workspace()
    user = User.objects.create_user("nina@firm.example")
    Member.objects.create(workspace=elsewhere, user=user, key="n", name="N")
    assert link_in(admin.post("/members/new/", NEW).content.decode()) == ""


def test_a_letter_goes_to_whom_is_invited(admin: Client, rung: list[str], mailoutbox: list[object]) -> None:
    admin.post("/members/new/", NEW)
    made = Member.objects.get(key="nina")
    letters.send_invitation(made.pk)
    (letter,) = mailoutbox
    assert letter.to == ["nina@firm.example"]  # type: ignore[attr-defined]  # a mail
    assert link_in(letter.body)  # type: ignore[attr-defined]  # as above


def test_a_key_or_an_address_in_use_is_refused_at_its_field(admin: Client, firm: Firm) -> None:
    assert "id_key_error" in admin.post("/members/new/", {**NEW, "key": "ana"}).content.decode()
    assert firm.ana.user is not None
    taken = admin.post("/members/new/", {**NEW, "email": firm.ana.user.email})
    assert taken.status_code == 422
    assert "id_email_error" in taken.content.decode()


def test_a_change_is_kept_with_who_made_it(admin: Client, firm: Firm, head: Member) -> None:
    assert firm.eva.user is not None
    said = {"name": "Eva", "email": firm.eva.user.email, "roles": ["owner", "policy_editor", "policy_approver"]}
    admin.post(f"/members/{firm.eva.pk}/", said)
    with walls.inside(firm.workspace):
        change = RegistryChange.objects.get(kind="member", key="eva")
    assert change.member_id == head.pk
    assert change.after == {"roles": ["owner", "policy_approver", "policy_editor"]}


def test_who_has_no_sign_in_gets_one_by_their_e_mail(admin: Client, firm: Firm, head: Member, rung: list[str]) -> None:
    zeca = Member.objects.create(workspace=firm.workspace, key="zeca", name="Zeca", roles=["owner"])
    page = admin.post(f"/members/{zeca.pk}/", {"name": "Zeca", "email": "Zeca@firm.example", "roles": ["owner"]})
    assert page.status_code == 201
    assert link_in(page.content.decode())
    zeca.refresh_from_db()
    assert zeca.user is not None
    assert zeca.user.email == "zeca@firm.example"
    with walls.inside(firm.workspace):
        change = RegistryChange.objects.get(kind="member", key="zeca")
    assert (change.member_id, change.before, change.after) == (head.pk, {"email": None}, {"email": "zeca@firm.example"})


def test_another_e_mail_is_another_sign_in_and_the_former_opens_nothing(admin: Client, firm: Firm) -> None:
    eva = firm.client(firm.eva)
    assert eva.get("/facts/").status_code == 200
    where = f"/members/{firm.eva.pk}/"
    assert firm.ana.user is not None
    taken = admin.post(where, {"name": "Eva", "email": firm.ana.user.email})
    assert "Another member of this workspace has this e-mail" in taken.content.decode()
    empty = admin.post(where, {"name": "Eva", "email": ""})
    assert (empty.status_code, "deactivate them" in empty.content.decode()) == (422, True)
    assert admin.post(where, {"name": "Eva", "email": "eva@elsewhere.example"}).status_code == 201
    assert eva.get("/facts/").status_code != 200


def test_nobody_changes_their_own_sign_in_there(admin: Client, head: Member) -> None:
    where = f"/members/{head.pk}/"
    assert 'name="email"' not in admin.get(where).content.decode()
    admin.post(where, {"name": "Head", "email": "slip@firm.example", "roles": ["account_admin"]})
    login = head.user_id
    head.refresh_from_db()
    assert head.user_id == login


def test_the_page_counts_the_cases_that_really_move(admin: Client, firm: Firm) -> None:
    with walls.inside(firm.workspace):
        case = firm.dispute()
    page = admin.get(f"/members/{firm.ana.pk}/deactivate/").content.decode()
    assert "One open case moves to somebody else." in page
    with walls.inside(firm.workspace):
        assert Case.objects.get(pk=case.pk).version == case.version
    admin.post(f"/members/{firm.ana.pk}/deactivate/")
    with walls.inside(firm.workspace):
        assert Case.objects.get(pk=case.pk).owner != firm.ana
        assert CaseEvent.objects.filter(case=case, code="rerouted").count() == 1


def test_who_is_deactivated_is_out_at_once_with_their_tokens(admin: Client, firm: Firm) -> None:
    ana = firm.client(firm.ana)
    issued = tokens.issue(workspace=firm.workspace, name="mine", member=firm.ana)
    assert ana.get("/facts/").status_code == 200
    assert admin.post(f"/members/{firm.ana.pk}/deactivate/").status_code == 302
    assert ana.get("/facts/").status_code == 302
    token = Token.objects.get(pk=issued.token.pk)
    assert (token.state, token.revoked_because) == ("revoked", "Ana was deactivated")
    admin.post(f"/members/{firm.ana.pk}/reactivate/")
    assert Token.objects.get(pk=token.pk).state == "revoked"
    fresh = Client()
    assert firm.ana.user is not None
    sign_in(fresh, User.objects.get(pk=firm.ana.user.pk))
    assert fresh.get("/facts/").status_code == 200


def test_the_last_account_admin_stays(admin: Client, head: Member) -> None:
    for path, said in ((f"/members/{head.pk}/", {"name": "Head"}), (f"/members/{head.pk}/deactivate/", {})):
        page = admin.post(path, said)
        assert page.status_code == 422
        assert "last account admin" in page.content.decode()


def test_nobody_changes_their_own_admin_role(admin: Client, firm: Firm, head: Member) -> None:
    make_member(firm.workspace, "second", Role.ACCOUNT_ADMIN)
    page = admin.post(f"/members/{head.pk}/", {"name": "Head", "roles": ["owner"]})
    assert page.status_code == 422
    assert "Nobody changes their own admin role" in page.content.decode()
    head.refresh_from_db()
    assert head.has_role(Role.ACCOUNT_ADMIN)


def test_a_registry_admin_neither_shuts_out_an_admin_nor_takes_over_their_login(firm: Firm, head: Member) -> None:
    """The same rule at the door of the API, which registry admins use."""
    rui = firm.client(firm.rui)
    for said in ({"active": False}, {"email": "rui2@firm.example"}):
        body = {"key": "head", "name": "Head", **said}
        answer = rui.post("/api/v1/registry/members", body, content_type="application/json")
        assert answer.status_code == 403
    head.refresh_from_db()
    assert head.active
    assert head.user is not None
    assert head.user.email != "rui2@firm.example"


@pytest.mark.parametrize("role", [Role.REGISTRY_ADMIN, Role.AUDITOR, Role.OWNER])
def test_the_pages_are_for_account_admins(firm: Firm, role: Role) -> None:
    client = firm.client(make_member(firm.workspace, "who", role))
    assert client.get("/members/").status_code == 403
    assert client.post("/members/new/", NEW).status_code == 403
    assert client.get("/profile/").status_code == 200


def test_people_of_another_workspace_are_not_there(admin: Client) -> None:
    other = make_member(make_workspace(), "other")
    for path in ("", "deactivate/"):
        assert admin.get(f"/members/{other.pk}/{path}").status_code == 404
    assert admin.post(f"/members/{other.pk}/reactivate/").status_code == 404


def test_every_role_is_explained(firm: Firm) -> None:
    page = Client().get("/help/roles/").content.decode()
    assert all(str(role.label) in page for role in Role)


def test_the_list_says_what_each_owns(admin: Client) -> None:
    page = admin.get("/members/").content.decode()
    assert "client:*" in page
    assert PASSWORD not in page
