"""What a draft decides otherwise, on its page: all of it, folded, and later as it was when somebody judged it."""

from __future__ import annotations

import re
from typing import Any

from ledgers.domain.policy import RegisteredField, parse
from ledgers.domain.space import SaidSource
from ledgers.domain.tiers import Tier
from ledgers.models import Field, PolicyDraft, Source
from ledgers.selectors import draft_comparison
from ledgers.services import registries
from ledgers.services.drafts import editing
from memoryhub.accounts import walls
from memoryhub.accounts.models import Role
from tests import factories
from tests.ledgers.domain import brute
from tests.ledgers.drafts.firm import DOCUMENT, Firm
from tests.policy_pages.conftest import ClientOf
from tests.policy_pages.steps import Answer, at, fresh, opened, press
from tests.screens.reading import text_of

TIERS = [str(tier) for tier in Tier]


def shown(page: Answer) -> str:
    """What the page says of differences, without its head."""
    body = page.content.decode()
    found = re.search(r'<div class="stack" id="differences">.*(?=</main>)', body, re.DOTALL)
    assert found
    return found.group()


def counts(page: Answer) -> dict[str, int]:
    """By shift, the number beside its heading."""
    found = re.findall(r'<h2 id="kind-(\w+)">[^<]*<span class="badge[^"]*">([\d,]+) cases?</span>', shown(page))
    return {shift: int(number.replace(",", "")) for shift, number in found}


def test_the_number_on_screen_is_what_the_loops_count(client_of: ClientOf, db: None) -> None:
    """Every case of a small firm judged one by one, by loops that use nothing of the comparison."""
    workspace = factories.make_workspace()
    editor = factories.make_member(workspace, "lia", Role.POLICY_EDITOR)
    registries.save_source(workspace=workspace, by=None, key="inbox", tier="agent_inference")
    registries.save_source(workspace=workspace, by=None, key="web", tier="unattributed", external=True)
    registries.save_scope(workspace=workspace, by=None, key="client:acme")
    old: dict[str, Any] = {"tiers": TIERS, "automatic": ["plan"], "fields": {"plan": {}}}
    new = {**old, "newer_weaker": "ask", "detectors": ["iban"]}
    factories.activate_document(workspace, old)
    draft = editing.start(member=editor, title="Ask more", document=new)
    page = client_of(editor).get(at(draft, "diff"))
    sources = [SaidSource("inbox", Tier.AGENT_INFERENCE), SaidSource("web", Tier.UNATTRIBUTED, "", True)]
    before, after, field = parse(old), parse(new), RegisteredField("plan")
    ended = (brute.ends(seen, field, before, after) for seen in brute.every(before, after, field, sources, [""]))
    differing = sum(was != becomes for was, becomes in ended)
    assert differing > 100
    assert sum(counts(page).values()) == differing
    assert f"{differing:,} cases would end otherwise than under version 1." in text_of(page)


def test_every_group_is_told_with_its_example_however_far_it_is_folded(firm: Firm, client_of: ClientOf) -> None:
    """Shift by shift, and page by page, each group of the comparison stands somewhere, and nothing twice."""
    draft = firm.edit(firm.start())
    client, found = client_of(firm.lia), draft_comparison.comparison(draft)
    told: list[int] = []
    for shift in counts(client.get(at(draft, "diff"))):
        page = client.get(at(draft, "diff"), {"kind": shift})
        pieces = shown(page).split('<details class="kind"')[1:]
        assert all("For example:" in piece and "step by step" in piece for piece in pieces)
        told += [int(number.replace(",", "")) for number in re.findall(r"<small>([\d,]+) case", shown(page))]
    assert sum(told) == found.count


def test_a_field_is_told_alone_with_an_example_of_its_own(firm: Firm, client_of: ClientOf) -> None:
    draft = firm.edit(firm.start())
    client, found = client_of(firm.lia), draft_comparison.comparison(draft)
    for key in {group.field for group in found.groups}:
        page = client.get(at(draft, "diff"), {"field": key})
        assert sum(counts(page).values()) == sum(group.count for group in found.groups if group.field == key)


def test_what_was_judged_reads_later_as_it_did_then(firm: Firm, client_of: ClientOf) -> None:
    """On the draft that was approved, and on the version it became: other sources and names change nothing."""
    draft = firm.submitted()
    ana = client_of(firm.ana)
    before = shown(ana.get(at(draft, "diff")))
    press(ana, draft, opened(ana, draft), "approve")
    ana.post(at(draft, "activate"), {"version": fresh(draft).version, "when": "now"})
    registries.save_source(workspace=firm.workspace, by=None, key="chat", tier="agent_inference")
    Field.objects.filter(workspace=firm.workspace, key="company.plan").update(name="Tariff", name_pt="Tarifa")
    Source.objects.filter(workspace=firm.workspace, key="crm").update(name="Another CRM")
    after = ana.get(at(draft, "diff"))
    sections = re.compile(r"<section.*</section>", re.DOTALL)
    then, now = sections.findall(before), sections.findall(shown(after))
    assert then
    assert now == then
    assert "As Ana saw it when judging the draft" in text_of(after)
    version = ana.get("/policy/versions/2/diff")
    assert sections.findall(shown(version)) == then
    assert "As Ana saw it when approving the version." in text_of(version)


def test_asked_again_it_is_compared_again(firm: Firm, client_of: ClientOf) -> None:
    """Sent back and submitted once more, nobody is shown what was there the last time."""
    draft = firm.submitted()
    ana, rui = client_of(firm.ana), client_of(firm.rui)
    press(ana, draft, opened(ana, draft), "send_back")
    assert "As Ana saw it when judging" in text_of(rui.get(at(draft, "diff")))
    rui.post(at(draft, "submit"), {"version": fresh(draft).version})
    assert fresh(draft).state == "submitted"
    assert "As Ana saw it when judging" not in text_of(rui.get(at(draft, "diff")))


def test_also_what_the_check_blocks_is_compared(firm: Firm, client_of: ClientOf) -> None:
    draft = firm.start()
    document = {**DOCUMENT, "automatic": ["company.plan", "payment.iban", "company.name"]}
    editing.save(member=firm.rui, draft_id=draft.pk, version=draft.version, document=document)
    page = client_of(firm.rui).get(at(draft, "diff"))
    assert counts(page)["to_rule"] > 0
    assert "check: 1 thing blocks it" in text_of(page)
    assert "rules never settle sensitive fields alone" in text_of(client_of(firm.ana).get(at(draft, "judge")))


def test_what_the_comparison_does_not_have_is_not_looked_for(firm: Firm, client_of: ClientOf) -> None:
    draft = firm.edit(firm.start())
    for asked in ({"field": "nothing.there"}, {"kind": "all"}, {"from": "-1"}, {"from": "9" * 9}):
        assert client_of(firm.lia).get(at(draft, "diff"), asked).status_code == 422


def test_what_recall_may_pass_on_is_told_entry_by_entry(office: Firm, client_of: ClientOf) -> None:
    """No case differs because of it, and the page says what does."""
    entries = [
        {"allow": "worded", "kinds": ["belief", "trait"], "domains": ["health"]},
        {"allow": "bound", "task_domains": ["work"], "task_types": ["call_tool"]},
        {"allow": "never"},
    ]
    with walls.inside(office.workspace):
        document = {**DOCUMENT, "admission": entries}
        draft = editing.start(member=office.rui, title="Recall nothing", document=document, kind="import")
    page = text_of(client_of(office.rui).get(at(draft, "diff")))
    assert "No case would be decided otherwise." in page
    assert (
        "What recall may pass on nothing is held back "
        "beliefs, traits from the domains health: only as what somebody believes; "
        "everything in work on work in tasks of the kind call_tool: only where it is bound to the tool; "
        "everything, in every task: never"
    ) in page
    assert "What recall may pass on is another than before" in page
    checked = text_of(client_of(office.rui).get(at(draft, "")))
    assert "recall may pass nothing on" in checked
    assert "What recall may pass on is another" not in text_of(
        client_of(office.lia).get(at(office_draft(office), "diff"))
    )


def office_draft(office: Firm) -> PolicyDraft:
    with walls.inside(office.workspace):
        return office.edit(office.start())
