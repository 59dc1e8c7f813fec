"""The way of a draft on its pages: submitted, judged by a second person, put in force, and read again later."""

from __future__ import annotations

from typing import Any

from django.test import Client

from ledgers.models import PolicyDraft
from tests.ledgers.drafts.firm import Firm
from tests.policy_pages.conftest import ClientOf
from tests.screens.reading import form_in, text_of


def at(draft: PolicyDraft, page: str) -> str:
    return f"/policy/drafts/{draft.pk}/{page}"


def fresh(draft: PolicyDraft) -> PolicyDraft:
    return PolicyDraft.objects.get(pk=draft.pk)


def answer(client: Client, draft: PolicyDraft, **said: str) -> Any:  # noqa: ANN401 - the answer of a test client
    """The form of the page as it is, with what a person adds to it."""
    form = form_in(client.get(at(draft, "judge")), "judge").fields
    return client.post(at(draft, "judge"), {**form, **said})


def test_from_its_first_edit_to_being_the_policy(firm: Firm, client_of: ClientOf) -> None:
    rui, ana = client_of(firm.rui), client_of(firm.ana)
    draft = firm.edit(firm.start())
    waiting = text_of(rui.get(at(draft, "submit")))
    assert "It was not tried on history yet." in waiting
    firm.tried(draft)
    page = rui.get(at(draft, "submit"))
    assert "It can be put before a second person" in text_of(page)
    sent = rui.post(at(draft, "submit"), {"version": draft.version}, follow=True)
    assert "Rui asks for approval since" in text_of(sent)
    seen = text_of(ana.get(at(draft, "judge")))
    assert "Control: today's policy reproduces" in seen
    assert "other party, own data" in seen
    done = answer(ana, draft, answer="approve", reason="Agreed with sales.")
    assert done.status_code == 302
    assert "Ana approved it" in text_of(ana.get(at(draft, "judge")))
    active = ana.post(at(draft, "activate"), {"version": fresh(draft).version, "when": "now"}, follow=True)
    assert "It is version 2 of the policy, in force since" in text_of(active)
    version = text_of(client_of(firm.lia).get("/policy/versions/2/"))
    assert "Written by Rui. Approved by Ana: “Agreed with sales.”" in version
    assert "by Rui, approved by Ana" in text_of(ana.get("/policy/history/"))
