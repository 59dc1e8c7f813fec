"""Putting an approved draft in force: by whom, when, and only once they showed again that it is them."""

from __future__ import annotations

import datetime as dt
import zoneinfo

from django.test import Client, override_settings

from escalations.registry import registering
from ledgers import clock
from ledgers.models import PolicyVersion
from tests.factories import PASSWORD, sign_in
from tests.ledgers.drafts.firm import Firm
from tests.policy_pages.conftest import ClientOf
from tests.policy_pages.steps import at, fresh
from tests.screens.reading import text_of

ZONE = zoneinfo.ZoneInfo("America/Sao_Paulo")


def test_a_time_is_meant_in_the_zone_of_the_workspace(firm: Firm, client_of: ClientOf) -> None:
    """Whatever zone the reader chose for themselves."""
    assert firm.ana.user is not None
    firm.ana.user.time_zone = "Asia/Tokyo"
    firm.ana.user.save(update_fields=["time_zone"])
    draft, ana = firm.approved(), client_of(firm.ana)
    later = (clock.now().astimezone(ZONE) + dt.timedelta(days=9)).replace(hour=8, minute=30, second=0, microsecond=0)
    typed = later.strftime("%Y-%m-%dT%H:%M")
    page = ana.post(at(draft, "activate"), {"version": draft.version, "when": "at", "at": typed}, follow=True)
    assert f"{later:%H:%M} (America/Sao_Paulo)" in text_of(page)
    assert (fresh(draft).state, fresh(draft).activate_at) == ("scheduled", later)
    with override_settings(LEDGER_CLOCK=(later - dt.timedelta(minutes=1)).isoformat()):
        assert registering.activate_due() == 0
    back = ana.post(at(draft, "activate"), {"version": fresh(draft).version, "when": "not"}, follow=True)
    assert "Its time was taken back. It stays approved." in text_of(back)
    assert (fresh(draft).state, fresh(draft).activate_at) == ("approved", None)


def test_what_is_no_time_to_come_is_refused_and_kept(firm: Firm, client_of: ClientOf) -> None:
    draft, ana = firm.approved(), client_of(firm.ana)
    for typed, told in (
        ("", "Choose the day and the time at which it comes into force."),
        ("tomorrow", "Choose the day and the time at which it comes into force."),
        ("2020-01-01T10:00", "That time is past: choose one to come, or activate it now."),
    ):
        page = ana.post(at(draft, "activate"), {"version": draft.version, "when": "at", "at": typed})
        assert page.status_code == 409
        assert told in text_of(page)
        assert f'name="at" value="{typed}"' in page.content.decode()
    assert fresh(draft).state == "approved"


def test_it_asks_again_who_it_is_and_keeps_what_was_chosen(firm: Firm) -> None:
    draft, client = firm.approved(), Client(SERVER_NAME="localhost")
    assert firm.ana.user is not None
    sign_in(client, firm.ana.user, ago=301)
    assert 'name="confirm_password"' in client.get(at(draft, "activate")).content.decode()
    at_ten = f"{clock.now() + dt.timedelta(days=9):%Y-%m-%d}T10:00"
    form = {"version": draft.version, "when": "at", "at": at_ten}
    for wrong in ({}, {"confirm_password": "no"}, {"passkey": "{}"}):
        refused = client.post(at(draft, "activate"), {**form, **wrong})
        assert refused.status_code == 403
        assert f'name="at" value="{at_ten}"' in refused.content.decode()
        assert fresh(draft).state == "approved"
    assert client.post(at(draft, "activate"), {**form, "confirm_password": PASSWORD}).status_code == 302
    assert fresh(draft).state == "scheduled"


def test_only_an_approver_puts_it_in_force_and_only_what_was_approved(firm: Firm, client_of: ClientOf) -> None:
    draft = firm.approved()
    now = {"version": draft.version, "when": "now"}
    assert client_of(firm.rui).post(at(draft, "activate"), now).status_code == 403
    assert 'id="activate-go"' not in client_of(firm.rui).get(at(draft, "activate")).content.decode()
    ana = client_of(firm.ana)
    for wrong in ({"when": "soon"}, {"version": ""}):
        assert ana.post(at(draft, "activate"), {**now, **wrong}).status_code == 422
    written = firm.edit(draft, "set_name", name="Later")
    early = ana.post(at(draft, "activate"), {"version": written.version, "when": "now"})
    assert early.status_code == 409
    assert "A second person has to approve it first." in text_of(early)
    assert PolicyVersion.objects.get(workspace=firm.workspace, active=True).version == 1
