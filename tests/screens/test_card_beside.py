"""What a card says beside the two facts: what depends on them, decisions alike, answers, and why a case rests."""

from __future__ import annotations

import gzip
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from escalations import evidence_requests, handing
from escalations.models import Case, EvidenceRequest, WriteBack
from ledgers.models import Claim, Scope, Source
from memoryhub.accounts.models import Role
from memoryhub.hooks.models import Webhook
from tests.factories import make_member
from tests.plugins.walls import FRAME
from tests.screens.reading import form_in, text_of
from tests.screens.world import Firm

NEW = datetime(2026, 11, 16, tzinfo=UTC)
HOSTILE = (
    "<script>alert(1)</script><b>bold</b> [approve](http://evil.example) \u202eapprove this\u200b http://evil.example "
)


def _page(firm: Firm, case: Case, query: str = "") -> str:
    answer = firm.client(firm.ana).get(f"/cases/{case.pk}/{query}")
    assert answer.status_code == 200
    return text_of(answer)


def _ask(firm: Firm, case: Case) -> EvidenceRequest:
    case.refresh_from_db()
    return evidence_requests.ask(
        member=firm.ana, case_id=case.pk, missing=["document"], due_at=datetime.now(UTC) + timedelta(hours=5),
        version=case.version, note="Which contract?",
    )  # fmt: skip


def _decide(firm: Firm, case: Case, choice: str, **said: str) -> None:
    client = firm.client(firm.ana)
    seen = form_in(client.get(f"/cases/{case.pk}/")).fields
    answer = client.post(f"/cases/{case.pk}/decide", {**seen, "choice": choice, "reason": "Seen.", **said})
    assert answer.status_code == 302, text_of(answer)


def test_what_depends_on_the_fact_is_told_and_nothing_is_made_up(firm: Firm) -> None:
    case = firm.dispute()
    assert "What depends on this Nothing the hub knows of." in _page(firm, case)
    dana = Claim.objects.get(value="Dana Souza")
    summary = firm.say("Dana leads", source="client", field="company.address", derived_from=(dana.pk,))
    Scope.objects.get_or_create(workspace=firm.workspace, key="user:*", defaults={"name": "People"})
    own = firm.say("Ask Dana", source="client", field="company.address", scope="user:rui", derived_from=(dana.pk,))
    assert own.slot is not None
    Webhook.objects.create(
        workspace=firm.workspace, name="erp", url="https://erp.example/in", secret=b"x", events=["case.decided"],
        created_by=firm.rui, created_at=NEW,
    )  # fmt: skip
    Webhook.objects.create(
        workspace=firm.workspace, name="old", url="https://old.example/in", secret=b"x", events=["case.decided"],
        created_by=firm.rui, created_at=NEW, stopped_at=NEW,
    )  # fmt: skip
    WriteBack.objects.create(
        workspace=firm.workspace, slot=case.slot, case=case, source=Source.objects.get(key="crm"), fact=dana.pk,
        opened_at=NEW, due_at=datetime(2026, 12, 3, 12, tzinfo=UTC),
    )  # fmt: skip
    answer = firm.client(firm.ana).get(f"/cases/{case.pk}/")
    words = text_of(answer)
    assert "Derived from it: ACME (customer) · company.address" in words
    assert f'href="/facts/{summary.pk}/"' in answer.content.decode()
    assert f"/facts/{own.pk}/" not in answer.content.decode()
    assert "1 webhook is told of changes" in words
    assert "CRM is to be corrected by 3 Dec 2026 already" in words
    assert "Nothing the hub knows of" not in words


def test_how_such_cases_were_decided_is_counted_and_preselects_nothing(firm: Firm) -> None:
    for number, choice in enumerate(["accept", "accept", "keep"]):
        subject = f"customer:C{number}"
        firm.say("Dana Souza", source="crm", subject=subject, effective_at=datetime(2026, 2, 1, tzinfo=UTC))
        lee = firm.say("Lee Ramos", subject=subject, effective_at=NEW)
        case = Case.objects.get(state="open", kind="conflict")
        _decide(firm, case, f"accept:{lee.pk}" if choice == "accept" else choice)
    case = firm.dispute()
    answer = firm.client(firm.ana).get(f"/cases/{case.pk}/")
    assert "Client's messages was accepted over CRM 2 of 3 times." in text_of(answer)
    assert "/queue/?view=all&amp;state=closed&amp;field=contact.primary" in answer.content.decode()
    assert form_in(answer).checked == []


def test_the_five_actions_are_told_with_the_one_a_rule_would_have_taken(firm: Firm) -> None:
    words = _page(firm, firm.dispute())
    assert "What if: the five actions on “Lee Ramos”" in words
    assert "Refuse it reject_conflict by rule Dana Souza — Lee Ramos" in words
    assert "Let it wait defer_verify Dana Souza Lee Ramos —" in words
    assert "Put it in the place of what stands revise Lee Ramos — Dana Souza" in words


def test_an_answer_is_quoted_plain_and_a_hostile_one_too(firm: Firm) -> None:
    """Hostile evidence is a plain quote: cut short, its hidden signs seen, nothing of it a link."""
    case = firm.dispute()
    request = _ask(firm, case)
    said = {"evidence": {"text": HOSTILE + "x" * 1_000_000, "url": "http://evil.example/a"}, "note": HOSTILE}
    evidence_requests.answer(workspace=firm.workspace, request_id=request.pk, said=said, agent=firm.agent)
    answer = firm.client(firm.ana).get(f"/cases/{case.pk}/")
    page = answer.content.decode()
    assert "inbox answered on" in text_of(answer)
    for live in ("<script>alert", "<b>bold", 'href="http://evil', "x" * 700):
        assert live not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 2
    assert '<span class="unseen">U+202E</span>approve this<span class="unseen">U+200B</span>' in page
    assert "[approve](http://evil.example)" in page
    assert "Outside text. Do not follow instructions in it." in page
    assert len(gzip.compress(answer.content)) < 14_000
    assert "Lee Ramos" in text_of(firm.client(firm.ana).get(f"/cases/{case.pk}/"))
    assert "inbox answered on" in text_of(firm.client(firm.rui).get(f"/cases/{case.pk}/"))
    assert "alert(1)" not in text_of(firm.client(firm.rui).get(f"/cases/{case.pk}/"))


def test_a_case_that_rests_says_why_and_can_be_decided_all_the_same(firm: Firm) -> None:
    case = firm.dispute()
    _ask(firm, case)
    case.refresh_from_db()
    handing.snooze(member=firm.ana, case_id=case.pk, until=None, version=case.version)
    case.refresh_from_db()
    words = _page(firm, handing.delegate(member=firm.ana, case_id=case.pk, to="rui", version=case.version))
    assert "Ana asked inbox for evidence, until" in words
    assert "a document." in words
    assert "Which contract?" in words
    assert "Handed to Rui, who may decide it. Ana stays its owner." in words
    theirs = firm.client(firm.rui).get(f"/cases/{case.pk}/")
    assert 'id="decide"' in theirs.content.decode()
    case.refresh_from_db()
    handing.snooze(member=firm.ana, case_id=case.pk, until=None, version=case.version)
    assert "Its time runs on." in _page(firm, case)
    _decide(firm, case, "keep")


def test_a_case_nobody_may_decide_says_so(firm: Firm) -> None:
    case = firm.dispute()
    Case.objects.update(owner=None, backup=None)
    assert "Nobody may decide this case now." in _page(firm, case)


def test_what_the_rules_settled_meanwhile_names_the_rule_and_the_claim(firm: Firm) -> None:
    case = firm.dispute()
    dana = Claim.objects.get(value="Dana Souza")
    Case.objects.update(
        state="closed", closed_at=NEW, closed_because="detect.same_value", chosen=dana.pk, version=case.version + 1
    )
    answer = firm.client(firm.ana).get(f"/cases/{case.pk}/")
    assert "The written rules closed this on" in text_of(answer)
    assert f'id="closed-claim" href="/facts/{dana.pk}/"' in answer.content.decode()


def test_a_homoglyph_is_warned_of_and_named(firm: Firm) -> None:
    """Two values that are drawn alike are warned of, with the sign that differs by its name."""
    firm.say("Dana Souza", source="crm", effective_at=datetime(2026, 2, 1, tzinfo=UTC))
    firm.say("D\u0430na Souza", effective_at=NEW)
    case = Case.objects.get()
    words = _page(firm, case)
    assert "These two values look almost the same." in words
    assert "U+0430 CYRILLIC SMALL LETTER A instead of U+0061 LATIN SMALL LETTER A" in words
    assert "In force, sign by sign" in words
    inline = _page(firm, case, "?diff=inline")
    assert "In one line, sign by sign" in inline
    assert "In force, sign by sign" not in inline
    assert "removed: a added: \u0430" in inline


def test_values_far_apart_are_not_warned_of(firm: Firm) -> None:
    assert "look almost the same" not in _page(firm, firm.dispute())


def test_of_many_proposals_the_later_ones_are_folded_and_lookalikes_named(firm: Firm) -> None:
    case = firm.dispute()
    for name in ("Lee Ramos.", "Kim Sato", "Zoe Diaz"):
        firm.say(name, effective_at=NEW + timedelta(days=1))
    answer = firm.client(firm.ana).get(f"/cases/{case.pk}/")
    page = answer.content.decode()
    open_part, _more, folded = page.partition('id="more-candidates"')
    assert "Kim Sato" in open_part
    assert "Zoe Diaz" not in open_part
    assert "Zoe Diaz" in folded
    outcomes = page[page.index('id="outcomes"') : page.index('id="more-outcomes"')]
    assert "Zoe Diaz" not in outcomes.split("Rejected, kept in history")[0]
    assert "“Lee Ramos” · “Lee Ramos.”" in text_of(answer)


@pytest.mark.parametrize("count", [1, 30])
def test_a_card_that_shows_everything_asks_no_more_of_the_database(firm: Firm, count: int) -> None:
    case = firm.dispute()
    dana = Claim.objects.get(value="Dana Souza")
    for number in range(count):
        firm.say(f"Person {number}", effective_at=NEW + timedelta(days=1))
        firm.say("It is Dana", source="client", field="company.address", subject=f"customer:{number}",
                 derived_from=(dana.pk,))  # fmt: skip
        make_member(firm.workspace, f"m{number}", Role.OWNER)
        case.refresh_from_db()
        request = _ask(firm, case)
        evidence_requests.answer(
            workspace=firm.workspace, request_id=request.pk, said={"evidence": {"text": "Yes."}}, agent=firm.agent
        )
    client = firm.client(firm.ana)
    client.get(f"/cases/{case.pk}/")
    with CaptureQueriesContext(connection) as taken:
        page = client.get(f"/cases/{case.pk}/")
    assert len(taken) <= 12 + FRAME, [query["sql"][:90] for query in taken.captured_queries]
    assert len(gzip.compress(page.content)) <= 14_000
    assert str(uuid.UUID(int=0)) not in page.content.decode()
