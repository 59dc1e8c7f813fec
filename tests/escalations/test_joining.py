"""A sign-in that somebody uses already: its owner says yes before it opens anything here or is mailed about cases."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from escalations import tasks
from escalations.letters import mail_times
from escalations.members import joining
from escalations.models import Notice
from escalations.start.people_named import People
from ledgers.models import RegistryChange
from memoryhub.accounts import letters, walls
from memoryhub.accounts.models import Member, Role, User
from memoryhub.hooks import ringing
from tests.escalations.test_members import NEW
from tests.factories import PASSWORD, make_member, make_workspace, sign_in
from tests.screens.reading import text_of
from tests.screens.world import Firm

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss() -> Member:
    """Somebody with a sign-in, in another workspace."""
    return make_member(make_workspace(), "boss", Role.OWNER)


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object) -> object:
    """Letters are sent when they are rung for, as a worker would."""
    monkeypatch.setattr(letters, "_ring", lambda *_said: None)
    monkeypatch.setattr(
        ringing, "_ring", lambda task, *said: tasks.mail_joining(*said) if task == joining.LETTER else None
    )
    return django_capture_on_commit_callbacks


def login(member: Member) -> User:
    assert member.user is not None
    return member.user


def html_of(letter: mail.EmailMessage) -> str:
    assert isinstance(letter, mail.EmailMultiAlternatives)
    ((said, kind),) = letter.alternatives
    assert kind == "text/html"
    return str(said)


def invite(admin: Client, rung: object, email: str) -> str:
    """The address in the letter that the invitation sends."""
    with rung(execute=True):  # type: ignore[operator]  # a fixture's function
        page = admin.post("/members/new/", {**NEW, "email": email})
    assert page.status_code == 201
    assert "The mail asks them to join" in text_of(page)
    letter = mail.outbox[-1]
    assert letter.to == [email]
    found = re.search(r"/join/\S+/", str(letter.body))
    assert found is not None
    return found.group()


def test_nothing_opens_and_nothing_is_mailed_before_the_owner_says_yes(
    admin: Client, firm: Firm, boss: Member, rung: object
) -> None:
    link = invite(admin, rung, login(boss).email)
    nina = Member.objects.get(workspace=firm.workspace, key="nina")
    assert nina.user is None
    assert f"{login(boss).email} is asked to join" in text_of(admin.get(f"/members/{nina.pk}/"))
    with walls.inside(firm.workspace):
        assert RegistryChange.objects.filter(key="nina").last().after == {"invited": login(boss).email}  # type: ignore[union-attr]  # there is one
    theirs = Client()
    sign_in(theirs, login(boss))
    assert [member.pk for member in Member.objects.filter(user=boss.user)] == [boss.pk]
    for _look in range(2):
        page = theirs.get(link)
        assert "Head asks you to be Nina there." in text_of(page)
        assert Member.objects.get(pk=nina.pk).user is None
    answer = theirs.post(link)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/queue/")
    assert Member.objects.get(pk=nina.pk).user == boss.user
    assert "You belong to" in text_of(theirs.get("/queue/"))
    assert theirs.post(link).status_code == 410
    with walls.inside(firm.workspace):
        last = RegistryChange.objects.filter(key="nina").order_by("at", "id").last()
    assert last is not None
    assert (last.member and last.member.key, last.after) == ("head", {"email": login(boss).email})


def test_the_link_asks_one_person_while_it_is_the_last(admin: Client, firm: Firm, boss: Member, rung: object) -> None:
    link = invite(admin, rung, login(boss).email)
    assert "Sign in to see it" in text_of(Client().get(link))
    assert Client().post(link).headers["Location"].startswith("/sign-in/")
    assert firm.client(firm.eva).post(link).status_code == 410
    theirs = Client()
    sign_in(theirs, login(boss))
    with time_machine.travel(timezone.now() + joining.LASTS + timedelta(seconds=1), tick=False):
        assert joining.find(link.split("/")[2], login(boss)) is None
    nina = Member.objects.get(workspace=firm.workspace, key="nina")
    other = make_member(make_workspace(), "other", Role.OWNER)
    admin.post(f"/members/{nina.pk}/", {"name": "Nina", "email": login(other).email, "roles": ["owner"]})
    assert theirs.post(link).status_code == 410
    assert Member.objects.get(pk=nina.pk).user is None


def test_whoever_asks_has_to_have_the_right_still(
    admin: Client, firm: Firm, head: Member, boss: Member, rung: object
) -> None:
    link = invite(admin, rung, login(boss).email)
    theirs = Client()
    sign_in(theirs, login(boss))
    Member.objects.filter(pk=head.pk).update(active=False)
    assert theirs.post(link).status_code == 410
    assert Member.objects.get(workspace=firm.workspace, key="nina").user is None


def test_another_sign_in_takes_the_place_of_one_only_then(
    admin: Client, firm: Firm, boss: Member, rung: object
) -> None:
    ana = firm.client(firm.ana)
    said = {"name": "Ana", "email": login(boss).email, "roles": ["owner"]}
    with rung(execute=True):  # type: ignore[operator]  # a fixture's function
        assert admin.post(f"/members/{firm.ana.pk}/", said).status_code == 201
    assert Member.objects.get(pk=firm.ana.pk).user == firm.ana.user
    assert ana.get("/facts/").status_code == 200
    found = re.search(r"/join/\S+/", str(mail.outbox[-1].body))
    assert found is not None
    theirs = Client()
    sign_in(theirs, login(boss))
    theirs.post(found.group())
    assert Member.objects.get(pk=firm.ana.pk).user == boss.user
    assert ana.get("/facts/").status_code == 302


def test_a_new_address_gets_no_mail_about_cases_before_a_password_is_set(firm: Firm, admin: Client) -> None:
    admin.post("/members/new/", NEW)
    nina = Member.objects.get(workspace=firm.workspace, key="nina")
    case, at = firm.dispute(), timezone.now()
    with walls.inside(firm.workspace):
        Notice.objects.create(workspace=firm.workspace, member=nina, case=case, code="opened", at=at)
        due = mail_times.due(Notice.objects.filter(member=nina), at + timedelta(hours=1))
        assert not due.exists()
        login(nina).set_password(PASSWORD)
        login(nina).save()
        assert due.all().count() == 1


def test_who_was_asked_already_is_not_added_twice(firm: Firm, head: Member, boss: Member) -> None:
    with walls.inside(firm.workspace):
        first = People(firm.workspace, head).find(login(boss).email)
        assert first.user is None
        assert People(firm.workspace, head).find(login(boss).email.upper()) == first


def test_every_letter_about_signing_in_is_text_and_html_in_the_readers_language(
    admin: Client, firm: Firm, boss: Member, rung: object
) -> None:
    User.objects.filter(pk__in=[boss.user_id, firm.ana.user_id]).update(language="pt-br")
    invite(admin, rung, login(boss).email)
    letters.send_invitation(firm.ana.pk)
    letters.send_way_back(login(firm.ana).pk)
    letters.send_change(login(firm.ana).pk, "passkey-added")
    with walls.inside(firm.workspace):
        tasks.mail_other_sign_in(str(firm.eva.pk), str(firm.rui.pk), str(firm.ana.user_id))
    assert len(mail.outbox) == 5
    for letter in mail.outbox:
        html = html_of(letter)
        assert '<html lang="pt-br">' in html
        ((link,),) = [re.findall(r"^http\S+$", str(letter.body), flags=re.MULTILINE)]
        assert f'<a class="go" href="{link}">' in html
        first = next(line for line in str(letter.body).splitlines() if line)
        assert first in html.replace("&#x27;", "'")


def test_names_are_text_in_a_letter(admin: Client, firm: Firm) -> None:
    Member.objects.filter(pk=firm.ana.pk).update(name="<b>Ana</b> & co")
    letters.send_invitation(firm.ana.pk)
    html = html_of(mail.outbox[0])
    assert "Hello <b>Ana</b> & co," in str(mail.outbox[0].body)
    assert "Hello &lt;b&gt;Ana&lt;/b&gt; &amp; co," in html
