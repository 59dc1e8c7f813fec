"""A fact is saved from its page as the API tells it, with the rights of whoever saves it."""

from __future__ import annotations

import re

from django.test import Client

from tests.screens.world import Firm


def export(client: Client, page: str) -> tuple[str, dict[str, object]]:
    """The name of the file and what is in it."""
    found = re.search(r'id="export-json" href="([^"]+)" download="([^"]+)"', client.get(page).content.decode())
    assert found is not None
    answer = client.get(found[1])
    assert answer.status_code == 200
    return found[2], answer.json()


def test_it_is_the_fact_in_force_in_the_shape_of_the_api(firm: Firm) -> None:
    case = firm.dispute()
    page = f"/facts/{case.candidates.get().claim_id}/"
    name, told = export(firm.client(firm.ana), page)
    assert name == f"fact-{told['id']}.json"
    assert (told["value"], told["status"], told["field"]) == ("Dana Souza", "accepted", "contact.primary")
    assert told == firm.client(firm.ana).get(f"/api/v1/facts/{told['id']}").json()


def test_a_sensitive_value_stays_masked_for_who_does_not_answer_for_it(firm: Firm) -> None:
    case = firm.dispute()
    _name, told = export(firm.client(firm.rui), f"/facts/{case.candidates.get().claim_id}/")
    assert told["value"] is None


def test_where_nothing_is_in_force_it_is_the_fact_of_the_page(firm: Firm) -> None:
    phone = firm.say("+5511988887777", field="contact.phone")
    _name, told = export(firm.client(firm.ana), f"/facts/{phone.pk}/")
    assert (told["id"], told["status"]) == (str(phone.pk), "pending")
