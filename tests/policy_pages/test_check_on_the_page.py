"""Every rule of the check, as a policy editor sees it: what blocks, what warns, where, and with which words."""

from __future__ import annotations

import tomllib
from typing import Any

from ledgers.domain.policy import Level, lint
from ledgers.models import PolicyDraft, Responsibility, Source
from ledgers.policy_pages import found
from ledgers.policy_pages.place_words import Names
from ledgers.services.drafts import editing
from ledgers.wording_policy import say
from memoryhub.accounts import walls
from tests.ledgers.domain.test_policy_lint import FILES
from tests.ledgers.drafts.firm import DOCUMENT, TIERS, Firm
from tests.policy_pages.conftest import ClientOf
from tests.policy_pages.editor import Desk, marks, part, words

REGISTRIES: list[tuple[dict[str, Any], str, bool, str]] = [
    ({"fields": {"company.plan": {"authoritative": "system_of_record:erp"}}}, "field-company.plan", True,
     'The source "erp" is not registered in this workspace yet'),
    ({"fields": {"company.plan": {"authoritative": "system_of_record:client"}}}, "field-company.plan", True,
     'The source "client" is registered as counterparty, not as system_of_record'),
    ({"fields": {"company.plan": {"order": ["agent_inference:web", *TIERS]}}}, "field-company.plan", True,
     'The source "web" brings content from outside, which never ranks above our own'),
    ({"fields": {"door.code": {}}}, "field-door.code", True, "No responsibility covers this field"),
    ({"fields": {"payment.iban": {"type": "iban", "sensitivity": "payment"}}}, "field-payment.iban", True,
     'Two people have to agree on "payment.iban"'),
    ({"automatic": ["payment.iban"], "fields": {}}, "automatic-0", True,
     '"payment.iban" is sensitive, and rules never settle sensitive fields alone'),
    ({"fields": {"payment.iban": {"type": "iban", "sensitivity": ""}}}, "field-payment.iban", False,
     '"payment.iban" was sensitive (payment) and would no longer be'),
    ({"fields": {"payment.iban": {"type": "iban", "sensitivity": ""}}, "automatic": ["payment.iban"]},
     "field-payment.iban", False, '"payment.iban" was sensitive (payment) and would be settled by rule'),
    ({"four_eyes": []}, "field-payment.iban", False, 'On "payment.iban" (payment) two people have to agree now'),
    ({"sla_hours": {"payment": 2}}, "answers", False, "2 hours are less than a working day here (9)"),
]  # fmt: skip
TOO_MANY = "ana would get 31 cases a day, more than 20"


def desk(office: Firm, client_of: ClientOf, **members: Any) -> Desk:  # noqa: ANN401 - JSON
    with walls.inside(office.workspace):
        document = {**DOCUMENT, **members}
        draft = editing.start(member=office.rui, title="Trust the client", document=document, kind="import")
    return Desk(client_of(office.rui), draft)


def test_each_rule_blocks_or_warns_as_listed(office: Firm, client_of: ClientOf) -> None:
    """What cannot be read is refused with its line; what only blocks is kept, and said at its place and at the top."""
    at = desk(office, client_of)
    client = at.client
    for file in FILES:
        text = file.read_text()
        (one,) = lint(tomllib.loads(text))
        said = found.told([one], Names({}, {}))[0].words if one.code in found.IN_WORDS else say(one)
        answer = client.post(f"{at.path}import", {**at.seen(), "text": text}, follow=True)
        told = words(answer)
        assert str(said) in told, file.stem
        if answer.status_code == 422:
            assert one.level is Level.BLOCKING, file.stem
            # What somebody sent stays in the form.
            assert text.splitlines()[0] in told, file.stem
            continue
        page, blocks = answer.content.decode(), one.level is Level.BLOCKING
        assert (blocks, str(said)) in marks(page, found.at(one.where)), file.stem
        assert str(said) in part(page, "findings"), file.stem
        assert "going on" in part(page, "findings"), file.stem
        at.look()


def test_a_finding_in_a_file_names_its_line(office: Firm, client_of: ClientOf) -> None:
    at = desk(office, client_of)
    answer = at.take_in('tiers = ["system_of_record"]\nwrite_back_days = 0\n')
    assert answer.status_code == 422
    assert "Line 2 · Days to bring a system of record in line: This has to be a whole number from 1 up" in words(answer)


def test_each_rule_beside_the_registries_is_said_at_its_place(office: Firm, client_of: ClientOf) -> None:
    with walls.inside(office.workspace):
        fall_short(office)
    for members, place, blocks, says in REGISTRIES:
        page = desk(office, client_of, **members).page()
        told = [(level, text.startswith(says)) for level, text in marks(page, place)]
        assert (blocks, True) in told, says
        assert says in part(page, "findings"), says


def test_more_questions_than_anybody_can_answer_is_a_warning(office: Firm, client_of: ClientOf) -> None:
    at = desk(office, client_of)
    with walls.inside(office.workspace):
        foresee_too_many(office, at.draft)
    assert TOO_MANY in part(at.page(), "findings")


def fall_short(office: Firm) -> None:
    """What a policy asks too much of: one person for payments, nobody for doors, and a source from outside."""
    Source.objects.create(workspace=office.workspace, key="web", tier="unattributed", external=True)
    alone = {"owner": office.ana, "backup": office.ana}
    Responsibility.objects.filter(workspace=office.workspace).update(field="company.*")
    Responsibility.objects.create(workspace=office.workspace, scope="*", field="payment.*", **alone)


def foresee_too_many(office: Firm, draft: PolicyDraft) -> None:
    """Tried, and Ana would get more questions than anybody answers."""
    tried = office.tried(draft)
    busiest = {"day": "2026-11-02", "count": 31}
    load = {"owner": "ana", "active": 31, "draft": 31, "warns": True, "busiest": busiest, "by_day": []}
    tried.result = {**(tried.result or {}), "forecast": {"days": 1, "most_a_day": 20, "owners": [load]}}
    tried.save(update_fields=["result"])
