"""The way of a draft on its pages, from its first edit to being the version in force."""

from __future__ import annotations

from ledgers.models import PolicyDraft, Responsibility
from ledgers.services import registries
from tests import factories
from tests.ledgers.drafts.firm import DOCUMENT, Firm
from tests.policy_pages.conftest import ClientOf
from tests.policy_pages.steps import at, fresh, opened, press
from tests.screens.reading import text_of


def test_from_its_first_edit_to_being_the_policy(firm: Firm, client_of: ClientOf) -> None:
    rui, ana = client_of(firm.rui), client_of(firm.ana)
    draft = firm.edit(firm.start())
    assert "It was not tried on history yet." in text_of(rui.get(at(draft, "submit")))
    firm.tried(draft)
    ready = text_of(rui.get(at(draft, "submit")))
    assert "It can be put before a second person" in ready
    assert "There is no recorded decision yet, so there was nothing to try." in ready
    sent = rui.post(at(draft, "submit"), {"version": draft.version}, follow=True)
    assert "Rui asks for approval since" in text_of(sent)
    seen = text_of(ana.get(at(draft, "judge")))
    assert "There is no recorded decision yet, so there was nothing to try. Asked for by Rui, done" in seen
    assert "other party, own data" in seen
    assert press(ana, draft, opened(ana, draft), "approve", "Agreed with sales.").status_code == 302
    assert "Ana approved it" in text_of(ana.get(at(draft, "judge")))
    active = ana.post(at(draft, "activate"), {"version": fresh(draft).version, "when": "now"}, follow=True)
    assert "It is version 2 of the policy, in force since" in text_of(active)
    version = text_of(client_of(firm.lia).get("/policy/versions/2/"))
    assert "Written by Rui. Approved by Ana: “Agreed with sales.”" in version
    assert "by Rui, approved by Ana" in text_of(ana.get("/policy/history/"))


def test_what_keeps_it_from_a_second_person_is_listed_with_where_it_is_mended(firm: Firm, client_of: ClientOf) -> None:
    rui = client_of(firm.rui)
    draft = firm.start()
    page = rui.get(at(draft, "submit"))
    assert "It says what its base says: there is nothing to approve." in text_of(page)
    assert f'id="mend-content" href="/policy/drafts/{draft.pk}/"' in page.content.decode()
    assert 'id="submit"' not in page.content.decode()
    draft = firm.edit(draft)
    firm.tried(draft)
    draft = firm.edit(draft, "set_name", name="Another")
    stale = rui.get(at(draft, "submit"))
    assert "The draft or its base changed since it was tried on history." in text_of(stale)
    assert f'id="mend-backtest" href="/policy/drafts/{draft.pk}/backtest"' in stale.content.decode()
    row = Responsibility.objects.get(workspace=firm.workspace)
    registries.save_responsibility(workspace=firm.workspace, by=None, row=row, field="company.*")
    blocked = rui.get(at(draft, "submit"))
    assert "No responsibility covers this field" in text_of(blocked)
    assert 'id="lint-1" href="/registry/"' in blocked.content.decode()
    factories.activate_document(firm.workspace, {**DOCUMENT, "write_back_days": 2})
    assert f'id="mend-base" href="/policy/drafts/{draft.pk}/rebase"' in rui.get(at(draft, "submit")).content.decode()


def test_what_is_not_ready_is_refused_in_words_also_when_it_is_sent(firm: Firm, client_of: ClientOf) -> None:
    draft = firm.edit(firm.start())
    refused = client_of(firm.rui).post(at(draft, "submit"), {"version": draft.version})
    assert refused.status_code == 409
    assert "Try it on history first: on all of it, and in all accounts." in text_of(refused)
    old = client_of(firm.rui).post(at(draft, "submit"), {"version": draft.version - 1})
    assert old.status_code == 409
    assert "This draft changed since you opened it" in text_of(old)
    other = client_of(firm.lia).post(at(draft, "submit"), {"version": draft.version})
    assert other.status_code == 403
    assert "You are not an author of this draft" in text_of(other)
    assert fresh(draft).state == "editing"


def test_a_second_draft_goes_into_conflict_and_says_so(firm: Firm, client_of: ClientOf) -> None:
    """Both are seen by both; the one that comes second has to be brought up to the other."""
    first, second = firm.approved("One"), firm.edit(firm.start("Two"), "set_name", name="Two")
    for person in (firm.rui, firm.lia):
        told = text_of(client_of(person).get("/policy/"))
        assert "One" in told
        assert "Two" in told
    client_of(firm.bia).post(at(first, "activate"), {"version": first.version, "when": "now"})
    page = client_of(firm.rui).get(at(second, "submit"))
    assert "in conflict with the version in force" in text_of(page)
    assert "Another version came into force since it was begun." in text_of(page)


def test_nobody_of_another_workspace_sees_a_draft(firm: Firm, client_of: ClientOf) -> None:
    draft = firm.submitted()
    stranger = factories.make_member(factories.make_workspace(), "stranger")
    client = client_of(stranger)
    for page in ("diff", "submit", "judge", "rebase", "activate"):
        assert client.get(at(draft, page)).status_code == 404
        if page != "diff":
            assert client.post(at(draft, page), {"version": draft.version}).status_code == 404
    assert PolicyDraft.objects.get(pk=draft.pk).state == "submitted"
