"""Who hears of a draft, and in whose language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core.mail import EmailMessage

from escalations import tasks
from escalations.letters.draft_letters import SAYS
from ledgers.models import PolicyDraft
from ledgers.services.drafts import editing
from memoryhub.accounts.models import User
from tests.factories import ROOT
from tests.ledgers.drafts.firm import Firm, build


@pytest.fixture
def firm(db: None) -> Iterator[Firm]:
    with build() as made:
        yield made


def told(mails: list[EmailMessage]) -> set[str]:
    return {mail.to[0].partition("@")[0] for mail in mails}


def send(draft: PolicyDraft, what: str) -> None:
    tasks.mail_draft(str(draft.workspace_id), str(draft.pk), what)


@pytest.mark.parametrize(
    ("what", "people"),
    [
        ("submitted", {"ana", "bia"}),
        ("approved", {"rui", "eva"}),
        ("sent_back", {"rui", "eva"}),
        ("held_up", {"rui", "eva"}),
        ("conflict", {"rui", "eva", "ana", "bia"}),
        ("activated", {"rui", "eva", "ana", "bia"}),
    ],
)
def test_whom_it_concerns_hears_of_it(firm: Firm, mailoutbox: list[EmailMessage], what: str, people: set[str]) -> None:
    draft = firm.start()
    editing.join(member=firm.eva, draft_id=draft.pk)
    send(draft, what)
    assert told(mailoutbox) == people
    assert all("Trust the client" in mail.body and "/policy/" in mail.body for mail in mailoutbox)


def test_a_title_hides_nothing_in_a_letter(firm: Firm, mailoutbox: list[EmailMessage]) -> None:
    send(firm.start("Trust\u202eeht"), "submitted")
    assert {("TrustU+202Eeht" in one.body, "TrustU+202Eeht" in one.subject) for one in mailoutbox} == {(True, True)}


def test_each_reads_it_in_their_language(firm: Firm, mailoutbox: list[EmailMessage]) -> None:
    User.objects.filter(memberships=firm.ana).update(language="pt-br")
    send(firm.start(), "submitted")
    bodies = {mail.to[0].partition("@")[0]: mail.body for mail in mailoutbox}
    assert "aguarda sua aprovação" in bodies["ana"]
    assert "waits for your approval" in bodies["bia"]


def test_every_step_that_is_told_has_its_words() -> None:
    sources = (ROOT / "ledgers" / "services" / "drafts").glob("*.py")
    said = {what for path in sources for what in re.findall(r'news\.tell\(draft, "(\w+)"\)', path.read_text())}
    assert said == set(SAYS)
