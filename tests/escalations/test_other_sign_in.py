"""Another sign-in in place of the one somebody had: whose hand it takes, what ends, who hears of it, and what waits."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.core import mail
from django.test import Client

from escalations import tasks
from escalations.deciding.decisions import decide
from escalations.errors import SignInHeld
from escalations.members.other_sign_in import LETTER, held_until
from escalations.members.people import save_person
from escalations.models import Case
from ledgers import clock
from ledgers.models import RegistryChange
from memoryhub.accounts import letters, tokens, walls
from memoryhub.accounts.errors import NotAllowed
from memoryhub.accounts.models import Member, Role, Token, User
from memoryhub.hooks import ringing
from tests.cases.world import World
from tests.escalations.pressing import asking, seen
from tests.escalations.test_decisions import disputed
from tests.escalations.test_members import NEW, link_in
from tests.escalations.test_two_people import place  # noqa: F401 - a fixture
from tests.factories import make_member, make_workspace, sign_in
from tests.screens.world import Firm

pytestmark = pytest.mark.django_db

OTHER = "other@elsewhere.example"
API = "/api/v1/registry/members"


def email_of(member: Member) -> str:
    user = Member.objects.select_related("user").get(pk=member.pk).user
    assert user is not None
    return user.email


def change(client: Client, member: Member, email: str = OTHER) -> tuple[int, str]:
    said = {"name": member.name, "email": email, "roles": member.roles}
    answer = client.post(f"/members/{member.pk}/", said)
    return answer.status_code, answer.content.decode()


def post(client: Client, member: Member, **headers: str) -> tuple[int, dict[str, str]]:
    body = {"key": member.key, "name": member.name, "email": OTHER}
    answer = client.post(API, body, content_type="application/json", headers=headers)
    return answer.status_code, json.loads(answer.content)


def test_the_link_of_another_sign_in_is_in_its_mail_alone(admin: Client, firm: Firm) -> None:
    status, page = change(admin, firm.ana)
    assert (status, link_in(page)) == (201, "")
    assert "in that mail alone" in page
    again = admin.post(f"/members/{firm.ana.pk}/invite/")
    assert (again.status_code, link_in(again.content.decode())) == (201, "")
    letters.send_invitation(firm.ana.pk)
    (letter,) = mail.outbox
    assert letter.to == [OTHER]
    assert link_in(str(letter.body))


def test_a_slip_in_the_first_address_shows_no_second_link(admin: Client) -> None:
    assert link_in(admin.post("/members/new/", NEW).content.decode())
    status, page = change(admin, Member.objects.get(key="nina"))
    assert (status, link_in(page)) == (201, "")


def test_it_asks_who_is_at_the_screen(firm: Firm, head: Member) -> None:
    client, before = Client(), email_of(firm.ana)
    assert head.user is not None
    sign_in(client, head.user, ago=4000)
    answer = client.post(f"/members/{firm.ana.pk}/", {"name": "Ana", "email": OTHER, "roles": ["owner"]})
    assert answer.headers["Location"] == f"/sign-in/again/?next=%2Fmembers%2F{firm.ana.pk}%2F"
    assert email_of(firm.ana) == before
    renamed = client.post(f"/members/{firm.ana.pk}/", {"name": "Anna", "email": before, "roles": ["owner"]})
    assert renamed.headers["Location"] == f"/members/{firm.ana.pk}/"
    assert Member.objects.get(pk=firm.ana.pk).name == "Anna"


def test_a_registry_admin_gives_nobody_another_sign_in(firm: Firm) -> None:
    """Neither an owner, whose roles are plain, nor anybody; signed in or by token."""
    before = email_of(firm.ana)
    assert post(firm.client(firm.rui), firm.ana)[0] == 403
    issued = tokens.issue(workspace=firm.workspace, name="t", member=firm.rui, scopes=["*"], may_write=True)
    status, problem = post(Client(), firm.ana, authorization=f"Bearer {issued.secret}")
    assert (status, problem["type"]) == (403, "/problems/not-allowed")
    assert "A token never gives one" in problem["detail"]
    assert email_of(firm.ana) == before
    with walls.inside(firm.workspace):
        assert not RegistryChange.objects.filter(kind="member", key="ana").exists()


def test_nor_does_the_token_of_an_account_admin(firm: Firm, head: Member) -> None:
    before = email_of(firm.ana)
    issued = tokens.issue(workspace=firm.workspace, name="t", member=head, scopes=["*"], may_write=True)
    assert post(Client(), firm.ana, authorization=f"Bearer {issued.secret}")[0] == 403
    assert post(Client(), head, authorization=f"Bearer {issued.secret}")[0] == 403
    assert email_of(firm.ana) == before


def test_nobody_gives_themselves_another_sign_in(firm: Firm, head: Member) -> None:
    with walls.inside(firm.workspace), pytest.raises(NotAllowed):
        save_person(workspace=firm.workspace, by=head, key="head", name="Head", email=OTHER, fresh=True)


def test_who_has_no_sign_in_gets_one_over_the_api_as_before(firm: Firm) -> None:
    zeca = Member.objects.create(workspace=firm.workspace, key="zeca", name="Zeca", roles=["owner"])
    assert post(firm.client(firm.rui), zeca)[0] == 200
    assert email_of(zeca) == OTHER
    # The same e-mail again is no other sign-in.
    assert post(firm.client(firm.rui), zeca)[0] == 200


def test_the_former_sign_in_ends_everywhere_with_the_tokens(admin: Client, firm: Firm, head: Member) -> None:
    elsewhere = make_workspace()
    Member.objects.create(workspace=elsewhere, user=firm.ana.user, key="a", name="A")
    ana = firm.client(firm.ana)
    issued = tokens.issue(workspace=firm.workspace, name="mine", member=firm.ana)
    assert ana.get("/facts/").status_code == 200
    assert change(admin, firm.ana)[0] == 201
    assert ana.get("/facts/").status_code == 302
    token = Token.objects.get(pk=issued.token.pk)
    assert (token.state, token.revoked_by) == ("revoked", head)
    assert token.revoked_because == "Ana has another sign-in"
    with walls.inside(firm.workspace):
        kept = RegistryChange.objects.get(kind="member", key="ana")
    assert (kept.member, kept.after) == (head, {"email": OTHER})


def test_the_old_address_and_the_other_account_admins_hear_of_it(
    admin: Client, firm: Firm, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    make_member(firm.workspace, "second", Role.ACCOUNT_ADMIN)
    left = make_member(firm.workspace, "left", Role.ACCOUNT_ADMIN)
    Member.objects.filter(pk=left.pk).update(active=False)
    before = email_of(firm.ana)
    User.objects.filter(email=before).update(language="pt-br")
    rung: list[tuple[str, ...]] = []
    monkeypatch.setattr(ringing, "_ring", lambda task, *said: rung.append((task, *said)))
    monkeypatch.setattr(letters, "_ring", lambda *_said: None)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]  # a fixture's function
        change(admin, firm.ana)
        assert rung == []
    for task, *said in rung:
        assert task == LETTER
        tasks.mail_other_sign_in(*said)
    told = {letter.to[0]: letter for letter in mail.outbox}
    assert set(told) == {before, f"second@{firm.workspace.key}.example"}
    assert "Head deu a Ana outro acesso" in told[before].body
    body = str(told[f"second@{firm.workspace.key}.example"].body)
    assert "Head gave Ana another sign-in" in body
    assert "another account admin (Second)" in body
    assert f"/members/{firm.ana.pk}/" in body
    # Where the new sign-in lies is for who gave it to know.
    assert not [letter for letter in mail.outbox if OTHER in str(letter.body)]


def moved(found: World, key: str) -> None:
    member, adm = found.members[key], found.members["adm"]
    if member.user is None:
        member.user = User.objects.create_user(f"{key}@before.example")
        member.save()
    Member.objects.filter(pk=adm.pk).update(roles=[Role.ACCOUNT_ADMIN])
    adm.refresh_from_db()
    save_person(workspace=found.workspace, by=adm, key=key, name=member.name, email=OTHER, fresh=True)


def test_for_72_hours_it_decides_no_payment(place: World) -> None:  # noqa: F811 - the fixture
    case = asking(disputed(place))
    assert case.sensitivity == "payment"
    moved(place, "ana")
    with pytest.raises(SignInHeld) as refused:
        decide(member=place.members["ana"], case_id=case.id, choice=seen(case, "accept"))
    assert "Until" in str(refused.value.detail)
    assert Case.objects.get(pk=case.pk).version == case.version


def test_for_72_hours_it_confirms_none_either(place: World) -> None:  # noqa: F811 - the fixture
    case = asking(disputed(place))
    decide(member=place.members["ana"], case_id=case.id, choice=seen(case, "accept"))
    moved(place, "rita")
    with pytest.raises(SignInHeld):
        decide(member=place.members["rita"], case_id=case.id, choice=seen(case, "accept"))
    assert Case.objects.get(pk=case.pk).state == "open"


def test_the_hold_ends_and_is_none_of_who_never_moved(place: World) -> None:  # noqa: F811 - the fixture
    moved(place, "ana")
    at = clock.now()
    assert held_until(place.members["ana"], at) is not None
    assert held_until(place.members["ana"], at + dt.timedelta(hours=72, seconds=1)) is None
    assert held_until(place.members["rita"], at) is None
