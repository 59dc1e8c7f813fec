"""The settings of a workspace, and the days somebody is away."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from escalations.models import Case
from ledgers.models import Absence, RegistryChange
from memoryhub.accounts.models import Member, Role
from tests.factories import make_member, make_workspace
from tests.screens.reading import text_of
from tests.screens.world import Firm

ADDRESS = "/registry/workspace/"
SETTINGS = {
    "name": "Acme", "language": "pt-br", "time_zone": "America/Recife", "country": "BR", "region": "PE",
    "day_begins": "08:00", "day_ends": "17:30", "undo_seconds": "60", "mails_contacts": "on",
}  # fmt: skip
AWAY = "/registry/absences/"


@pytest.fixture
def admin(firm: Firm) -> Member:
    return make_member(firm.workspace, "adm", Role.ACCOUNT_ADMIN)


def test_an_account_admin_sets_the_workspace_and_it_is_audited(firm: Firm, admin: Member) -> None:
    client = firm.client(admin)
    words = text_of(client.post(ADDRESS, SETTINGS, follow=True))
    firm.workspace.refresh_from_db()
    held = firm.workspace
    assert (held.name, held.language, held.time_zone, held.region) == ("Acme", "pt-br", "America/Recife", "PE")
    assert (held.day_begins, held.day_ends, held.undo_seconds) == (time(8), time(17, 30), 60)
    assert held.mails_contacts
    change = RegistryChange.objects.get(kind="workspace")
    assert (change.member, change.after["day_ends"], change.before["undo_seconds"]) == (admin, "17:30", 20)
    assert "Saved." in words
    assert "Last changes" in words


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"undo_seconds": "121"}, "From 0 to 120 seconds."),
        ({"undo_seconds": "-1"}, "Ensure this value is greater than or equal to 0."),
        ({"region": "ZZ"}, "No such region is known in this country"),
        ({"day_ends": "07:00"}, "The day ends after it begins"),
        ({"time_zone": "Mars/Olympus"}, "Select a valid choice."),
        ({"name": ""}, "This field is required."),
    ],
)
def test_what_makes_no_sense_is_refused_and_kept(firm: Firm, admin: Member, changed: dict[str, str], told: str) -> None:
    answer = firm.client(admin).post(ADDRESS, {**SETTINGS, **changed})
    assert answer.status_code == 422
    assert told in text_of(answer)
    firm.workspace.refresh_from_db()
    assert firm.workspace.name != "Acme"


def test_nobody_else_sets_it(firm: Firm) -> None:
    assert firm.client(firm.rui).get(ADDRESS).status_code == 403
    assert firm.client(firm.rui).post(ADDRESS, SETTINGS).status_code == 403


def days(first: int, last: int) -> dict[str, str]:
    # What a person types is a day where the workspace is.
    today = datetime.now(ZoneInfo("America/Sao_Paulo")).date()
    return {"first": str(today + timedelta(days=first)), "last": str(today + timedelta(days=last))}


def test_who_is_away_hands_over_and_takes_back(firm: Firm) -> None:
    case = firm.dispute()
    client = firm.client(firm.ana)
    form = {"delegate": str(firm.rui.pk), **days(-1, 3), "fields_named": "contact.*"}
    words = text_of(client.post(AWAY, form, follow=True))
    assert "Cases go to the stand-in" in words
    assert "contact.*" in words
    absence = Absence.objects.get()
    assert (absence.member, absence.delegate, absence.fields) == (firm.ana, firm.rui, ["contact.*"])
    # The last day is hers until it is over, on the workspace's clock.
    assert absence.ends.astimezone(firm.workspace.zone).time() == time(23, 59, 59)
    case.refresh_from_db()
    assert case.owner == firm.rui
    ended = client.post(f"{AWAY}{absence.pk}/end/", follow=True)
    assert "Ended. What was handed over is back." in text_of(ended)
    case.refresh_from_db()
    assert case.owner == firm.ana
    assert "It had ended before." in text_of(client.post(f"{AWAY}{absence.pk}/end/", follow=True))


def test_whole_days_are_days_in_every_zone_and_an_hour_is_told_where_one_was_named(firm: Firm) -> None:
    client, zone = firm.client(firm.ana), firm.workspace.zone
    client.post(AWAY, {"delegate": str(firm.rui.pk), "first": "2027-02-01", "last": "2027-02-05"})
    assert firm.ana.user is not None
    firm.ana.user.time_zone = "Asia/Tokyo"
    firm.ana.user.save()
    page = client.get(AWAY).content.decode()
    assert '<time datetime="2027-02-01">1 Feb 2027</time>' in page
    assert '<time datetime="2027-02-05">5 Feb 2027</time>' in page
    Absence.objects.update(begins=datetime(2027, 2, 1, 14, 30, tzinfo=zone))
    page = client.get(AWAY).content.decode()
    assert '<time datetime="2027-02-02T02:30:00+09:00">' in page
    assert '<time datetime="2027-02-05">5 Feb 2027</time>' in page


def test_whose_case_it_is_is_told_wherever_an_owner_is(firm: Firm) -> None:
    case = firm.dispute()
    firm.client(firm.ana).post(AWAY, {"delegate": str(firm.rui.pk), **days(0, 3)})
    client = firm.client(firm.rui)
    assert "Rui for Ana" in text_of(client.get("/queue/"))
    assert "owner Rui for Ana" in text_of(client.get(f"/cases/{case.pk}/"))
    told = client.get(f"/api/v1/cases/{case.pk}").json()
    assert (told["owner"], told["owner_for"]) == ("rui", "ana")
    standing = told["standing"]["id"]
    assert "Rui for Ana" in text_of(client.get(f"/facts/{standing}/"))


def test_what_the_service_refuses_is_said_beside_it(firm: Firm) -> None:
    answer = firm.client(firm.ana).post(AWAY, {"delegate": str(firm.ana.pk), **days(0, 3)})
    assert answer.status_code == 422
    assert "Choose somebody else than who is away." in text_of(answer)
    answer = firm.client(firm.ana).post(AWAY, {"delegate": str(firm.eva.pk), **days(3, 1)})
    assert "The end lies behind the beginning." in text_of(answer)


def test_an_admin_says_it_for_somebody_and_nobody_else_does(firm: Firm, admin: Member) -> None:
    form = {"member": str(firm.ana.pk), "delegate": str(firm.eva.pk), **days(0, 3)}
    # Without the right the member named is not read: it is the own absence.
    assert firm.client(firm.eva).post(AWAY, form).status_code == 422
    assert firm.client(admin).post(AWAY, form).status_code == 302
    absence = Absence.objects.get()
    assert (absence.member, absence.created_by) == (firm.ana, admin)
    assert firm.client(firm.eva).post(f"{AWAY}{absence.pk}/end/").status_code == 403
    stranger = make_member(make_workspace(), "zoe", Role.ACCOUNT_ADMIN)
    assert firm.client(stranger).post(f"{AWAY}{absence.pk}/end/").status_code == 404
    assert absence.begins < datetime.now(absence.begins.tzinfo)


def test_an_open_case_keeps_its_due_date(firm: Firm, admin: Member) -> None:
    case = firm.dispute()
    firm.client(admin).post(ADDRESS, SETTINGS)
    assert Case.objects.get(pk=case.pk).due_at == case.due_at


def test_who_is_away_ends_it_where_it_keeps_them_from_deciding(firm: Firm) -> None:
    case = firm.dispute()
    here, ana = f"/cases/{case.pk}/", firm.client(firm.ana)
    ana.post(AWAY, {"delegate": str(firm.rui.pk), **days(-1, 3)})
    assert "Rui decides for you. End your absence to decide it yourself." in text_of(ana.get(here))
    assert "End your absence" not in text_of(firm.client(firm.eva).get(here))
    back = ana.post(f"{AWAY}{Absence.objects.get().pk}/end/", {"next": here})
    assert back.headers["Location"] == here
    assert "Record decision" in text_of(ana.get(here))
    elsewhere = ana.post(f"{AWAY}{Absence.objects.get().pk}/end/", {"next": "https://elsewhere.example/"})
    assert "elsewhere" not in elsewhere.headers["Location"]
