"""The queue narrowed, ordered, folded and kept: every number counts what its list shows."""

from __future__ import annotations

import gzip
import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from escalations.models import Case, CaseEvent, EvidenceRequest, SavedView
from ledgers.models import Outbox, Scope
from memoryhub.accounts.models import Role, User
from tests.factories import PASSWORD, make_member, make_workspace
from tests.plugins.walls import FRAME
from tests.screens.reading import Answer, text_of
from tests.screens.world import Firm

HTMX = {"HX-Request": "true"}
# What a request asks of the database before its page does: the session, the login and their membership.
DOOR = 3
LATE = timedelta(hours=3)


def phones(firm: Firm, count: int) -> list[Case]:
    """So many first values of phone numbers, each in a case of its own; the first is due first."""
    for number in range(count):
        firm.say(f"+55119{number:08d}", field="contact.phone", subject=f"customer:c{number}", scope="client:acme")
    return list(Case.objects.order_by("due_at", "opened_at", "pk"))


def shown(answer: Answer) -> list[str]:
    """The cases of a page in their order."""
    return re.findall(r'<tr id="case-([0-9a-f-]+)"', answer.content.decode())


def see(firm: Firm, address: str) -> list[str]:
    answer = firm.client(firm.ana).get(address)
    assert answer.status_code == 200
    return shown(answer)


def ids(*cases: Case) -> list[str]:
    return [str(case.pk) for case in cases]


def ask_for_evidence(firm: Firm, case: Case, **said: datetime) -> None:
    candidate = case.candidates.select_related("claim").first()
    assert candidate is not None
    now = timezone.now()
    EvidenceRequest.objects.create(
        workspace=firm.workspace, case=case, claim=candidate.claim, agent=firm.agent, asked_by=firm.ana,
        missing=["document"], **{"opened_at": now, "due_at": now + timedelta(days=2), **said},
    )  # fmt: skip


def test_what_is_put_off_or_waits_for_evidence_leaves_mine_and_stays_late(firm: Firm) -> None:
    plain, snoozed, asked = phones(firm, 3)
    now = timezone.now()
    Case.objects.filter(pk=snoozed.pk).update(snoozed_until=now + timedelta(days=1), due_at=now - LATE)
    ask_for_evidence(firm, asked)
    assert see(firm, "/queue/") == ids(plain)
    assert see(firm, "/queue/?view=waiting") == ids(snoozed, asked)
    assert see(firm, "/queue/?view=late") == ids(snoozed)
    words = text_of(firm.client(firm.ana).get("/queue/?view=waiting"))
    assert "put off until" in words
    assert "waits for evidence until" in words
    assert 'class="count">1' in firm.client(firm.ana).get("/queue/").content.decode()


def test_it_comes_back_when_its_time_is_over_or_evidence_came(firm: Firm) -> None:
    snoozed, asked, unanswered = phones(firm, 3)
    now = timezone.now()
    Case.objects.filter(pk=snoozed.pk).update(snoozed_until=now - timedelta(minutes=1))
    ask_for_evidence(firm, asked, closed_at=now)
    ask_for_evidence(firm, unanswered, opened_at=now - timedelta(days=3), due_at=now - timedelta(minutes=1))
    assert see(firm, "/queue/") == ids(snoozed, asked, unanswered)
    assert see(firm, "/queue/?view=waiting") == []


def test_each_filter_leaves_what_it_names(firm: Firm) -> None:
    eva_too = make_member(firm.workspace, "bia", Role.OWNER)
    dispute = firm.dispute()
    first, second = [case for case in phones(firm, 2) if case.pk != dispute.pk]
    Scope.objects.filter(key="client:acme").update(name="ACME Ltda")
    now = timezone.now()
    Case.objects.filter(pk=first.pk).update(assignee=eva_too, opened_at=now - timedelta(days=4))
    Case.objects.filter(pk=second.pk).update(due_at=now - LATE, sensitivity="payment", owner=firm.eva, backup=firm.ana)
    wanted = {
        "field=contact.primary": [dispute],
        "sensitivity=payment": [second],
        "tier=counterparty": [second, dispute, first],
        "tier=unattributed": [],
        "owner=eva": [second],
        "assignee=bia": [first],
        "due=late": [second],
        "age=3": [first],
        "age=30": [],
        "account=client:acme": [second, dispute, first],
        "account=client:ac": [],
        "q=customer:c1": [second] if "c1" in second.slot.subject.shown else [first],
    }
    found = {query: set(see(firm, f"/queue/?view=all&{query}")) for query in wanted}
    assert found == {query: set(ids(*cases)) for query, cases in wanted.items()}
    assert "ACME Ltda" in firm.client(firm.ana).get("/queue/").content.decode()


def test_an_account_holds_what_is_in_its_parts(firm: Firm) -> None:
    firm.say("+5511988887777", field="contact.phone", scope="client:acme/billing")
    assert len(see(firm, "/queue/?account=client:acme")) == 1
    assert len(see(firm, "/queue/?account=client:acme/billing")) == 1


def test_due_today_and_this_week_go_by_the_local_calendar(firm: Firm) -> None:
    case, *_others = phones(firm, 1)
    day = timezone.localtime(timezone=firm.workspace.zone).replace(hour=12, minute=0, second=0, microsecond=0)
    monday = day - timedelta(days=day.weekday())
    for due, today, week in (
        (day, True, True),
        (day - timedelta(days=1), False, day.weekday() > 0),
        (day.replace(hour=0, minute=0), True, True),
        (day.replace(hour=23, minute=59), True, True),
        (monday + timedelta(days=6), day.weekday() == 6, True),
        (monday + timedelta(days=7), False, False),
    ):
        Case.objects.filter(pk=case.pk).update(due_at=due)
        assert (len(see(firm, "/queue/?due=today")), len(see(firm, "/queue/?due=week"))) == (today, week), due


def test_the_orders_are_due_risk_age_and_account(firm: Firm) -> None:
    one, two = phones(firm, 2)
    Scope.objects.create(workspace=firm.workspace, key="client:aaa")
    firm.say("+551199999999", field="contact.phone", scope="client:aaa")
    three = Case.objects.get(slot__scope="client:aaa")
    now = timezone.now()
    Case.objects.filter(pk=one.pk).update(due_at=now + timedelta(days=1), opened_at=now, sensitivity="personal")
    Case.objects.filter(pk=two.pk).update(due_at=now + timedelta(days=2), opened_at=now - LATE, sensitivity="payment")
    Case.objects.filter(pk=three.pk).update(due_at=now + timedelta(days=3), opened_at=now - 2 * LATE, sensitivity="")
    assert see(firm, "/queue/") == ids(one, two, three)
    assert see(firm, "/queue/?sort=risk") == ids(two, one, three)
    assert see(firm, "/queue/?sort=age") == ids(three, two, one)
    assert see(firm, "/queue/?sort=account") == ids(three, one, two)
    words = text_of(firm.client(firm.ana).get("/queue/?sort=risk"))
    assert "Why this order" in words
    assert "The greater risk comes first." in words
    assert "payment · risk 5" in words


def test_what_hangs_on_a_fact_makes_its_case_riskier(firm: Firm) -> None:
    """A contact of which two claims were made goes before a payment of which none was."""
    parent = firm.say("Dana Souza", source="crm", effective_at=datetime(2026, 2, 1, tzinfo=UTC))
    for number in range(2):
        about = f"customer:made{number}"
        firm.say("at Dana's", field="company.address", subject=about, derived_from=(parent.id,))
    firm.say("Lee Ramos", effective_at=datetime(2026, 11, 16, tzinfo=UTC))
    contact = Case.objects.get(slot__field="contact.primary")
    assert contact.dependents == 2
    payment = next(case for case in phones(firm, 1) if case != contact)
    due = timezone.now() + timedelta(days=1)
    Case.objects.update(due_at=due)
    Case.objects.filter(pk=payment.pk).update(sensitivity="payment")
    # What was worked out from a contact waits as well, and nothing hangs on that.
    assert see(firm, "/queue/?sort=risk") == see(firm, "/queue/")
    assert see(firm, "/queue/")[:2] == ids(contact, payment)
    words = text_of(firm.client(firm.ana).get("/queue/"))
    assert "contact · risk 6, 2 claims hang on it" in words
    assert "Risk is how grave the field is, times what hangs on the fact." in words
    neighbours = firm.client(firm.ana).get(f"/cases/{payment.pk}/").content.decode()
    assert f'href="/cases/{contact.pk}/"' in neighbours
    # What is worked out meanwhile counts with the next change of the case.
    firm.say("at Dana's", field="company.address", subject="customer:made9", derived_from=(parent.id,))
    firm.say("Kim Sato", effective_at=datetime(2026, 11, 17, tzinfo=UTC))
    contact.refresh_from_db()
    assert contact.dependents == 3


@pytest.mark.parametrize("query", ["", "field=contact.phone", "due=late", "q=c1", "sensitivity=payment", "owner=eva"])
def test_every_tab_counts_what_its_list_shows(firm: Firm, query: str) -> None:
    firm.dispute()
    cases = phones(firm, 5)
    now = timezone.now()
    Case.objects.filter(pk=cases[0].pk).update(due_at=now - LATE)
    Case.objects.filter(pk=cases[1].pk).update(snoozed_until=now + LATE, due_at=now - LATE)
    Case.objects.filter(pk=cases[2].pk).update(sensitivity="payment")
    Case.objects.filter(pk=cases[3].pk).update(owner=firm.eva, backup=None)
    client = firm.client(firm.ana)
    page = client.get(f"/queue/?{query}").content.decode()
    tabs = dict(re.findall(r'id="view-(\w+)"[^>]*>[^<]*<b>(\d+)</b>', page))
    assert set(tabs) == {"mine", "late", "payments", "all", "waiting"}
    lists = {view: str(len(shown(client.get(f"/queue/?view={view}&{query}")))) for view in tabs}
    assert tabs == lists


def test_a_view_is_kept_renamed_and_removed_and_the_address_works_without_it(firm: Firm) -> None:
    phones(firm, 1)
    client = firm.client(firm.ana)
    kept = client.post("/queue/views/", {"name": " Phones  first ", "query": "sort=age&field=contact.phone&junk=1"})
    assert kept["Location"] == "/queue/?field=contact.phone&sort=age"
    page = client.get(kept["Location"])
    view = SavedView.objects.get()
    assert (view.name, view.query, view.member) == ("Phones first", "field=contact.phone&sort=age", firm.ana)
    assert f'id="saved-{view.pk}" href="/queue/?field=contact.phone&amp;sort=age" aria-current="page"' in (
        page.content.decode()
    )
    client.post(f"/queue/views/{view.pk}/", {"do": "rename", "name": "Calls"})
    assert "Calls" in text_of(client.get("/queue/views/"))
    again = client.post("/queue/views/", {"name": "Calls", "query": "field=contact.primary"})
    assert again["Location"] == "/queue/?field=contact.primary"
    assert SavedView.objects.get().query == "field=contact.primary"
    client.post(f"/queue/views/{view.pk}/", {"do": "remove"})
    assert not SavedView.objects.exists()
    assert len(see(firm, "/queue/?field=contact.phone&sort=age")) == 1


def test_a_view_is_its_members_alone(firm: Firm) -> None:
    firm.client(firm.ana).post("/queue/views/", {"name": "Calls", "query": "field=contact.phone"})
    view, eva = SavedView.objects.get(), firm.client(firm.eva)
    assert "Calls" not in text_of(eva.get("/queue/"))
    assert eva.post(f"/queue/views/{view.pk}/", {"do": "remove"}).status_code == 404
    assert eva.post("/queue/views/", {"name": "Calls", "query": ""}).status_code == 302
    for name in ("", "x" * 41):
        refused = eva.post("/queue/views/", {"name": name, "query": ""})
        assert refused.status_code == 422
        assert "Give the view a name" in text_of(refused)
    mine = SavedView.objects.get(member=firm.eva)
    eva.post("/queue/views/", {"name": "Others", "query": ""})
    taken = eva.post(f"/queue/views/{mine.pk}/", {"do": "rename", "name": "Others"})
    assert "Another view of yours has that name." in text_of(taken)


def test_new_cases_wait_behind_a_button_and_the_list_stays(firm: Firm) -> None:
    phones(firm, 2)
    client = firm.client(firm.ana)
    page = client.get("/queue/?sort=age").content.decode()
    poll = re.search(r'hx-get="(/queue/news/[^"]+)"', page)
    assert poll is not None
    address = poll[1].replace("&amp;", "&")
    assert client.get(address, headers=HTMX).status_code == 204
    firm.say("+551199999999", field="contact.phone", subject="customer:new")
    told = client.get(address, headers=HTMX)
    assert "1 new — show" in text_of(told)
    assert 'href="/queue/?sort=age"' in told.content.decode()
    assert client.get(address.replace("known=0", "known=1"), headers=HTMX).status_code == 204
    with CaptureQueriesContext(connection) as taken:
        client.get(address.replace("known=0", "known=1"), headers=HTMX)
    assert len(taken) - FRAME - DOOR <= 2


def test_what_the_clock_or_a_colleague_brings_is_new_too(firm: Firm) -> None:
    woken, handed, late, mine = phones(firm, 4)
    seen, now = timezone.now() - timedelta(minutes=5), timezone.now()
    Case.objects.update(opened_at=now - timedelta(days=1))
    Case.objects.filter(pk=woken.pk).update(snoozed_until=now - timedelta(minutes=1))
    Case.objects.filter(pk__in=[handed.pk, late.pk]).update(owner=firm.eva, backup=None)
    Case.objects.filter(pk=handed.pk).update(assignee=firm.ana)
    Case.objects.filter(pk=late.pk).update(backup=firm.ana, due_at=now - timedelta(minutes=1))
    CaseEvent.objects.create(case=handed, at=now, code="handed_on", member=firm.eva)
    CaseEvent.objects.create(case=mine, at=now, code="undone", member=firm.ana)
    client = firm.client(firm.ana)
    address = f"/queue/news/?seen={seen.isoformat().replace('+', '%2B')}&known=0"
    assert "3 new — show" in text_of(client.get(address, headers=HTMX))
    assert client.get("/queue/news/?seen=nonsense&known=0").status_code == 204


def test_claims_that_wait_for_the_resolver_are_told_of_with_their_time(firm: Firm) -> None:
    claim = firm.say("Rua A 1", source="crm", field="company.address")
    client = firm.client(firm.ana)
    pages = ("/queue/", "/facts/", "/registry/", "/profile/")
    assert "waiting to be settled since" not in text_of(client.get("/queue/"))
    waits = Outbox(claim=claim, workspace=firm.workspace, slot=claim.slot, queued_at=timezone.now())
    waits.save()
    assert "waiting to be settled since" not in text_of(client.get("/queue/"))
    since = datetime(2026, 11, 30, 8, 15, tzinfo=UTC)
    Outbox.objects.update(queued_at=since)
    for page in pages:
        assert "waiting to be settled since 30 Nov 2026, 05:15" in text_of(client.get(page)), page
    assert "waiting to be settled" not in text_of(Client().get("/sign-in/"))
    stranger = make_member(make_workspace(), "stranger", Role.OWNER)
    assert "waiting to be settled" not in text_of(firm.client(stranger).get("/queue/"))


def test_cases_of_one_origin_fold_into_one_line_that_opens_them(firm: Firm) -> None:
    firm.dispute()
    phones(firm, 4)
    firm.say("+551199999999", field="contact.phone", subject="customer:web", source="web")
    client = firm.client(firm.ana)
    page = client.get("/queue/?group=origin")
    words = text_of(page)
    assert page.content.decode().count("<tr data-row>") == 3
    assert "Phone: inbox through Client's messages" in words
    assert "Phone: inbox through Web and mail" in words
    assert "c0 (customer), c1 (customer), c2 (customer) and one more" in words
    link = re.search(r'href="([^"]+)">Phone: inbox through Client', page.content.decode())
    assert link is not None
    assert len(see(firm, link[1].replace("&amp;", "&"))) == 4


GROUPS = 4


@pytest.mark.parametrize("sort", ["due", "risk", "age", "account"])
def test_folded_pages_hold_every_group_once(firm: Firm, monkeypatch: pytest.MonkeyPatch, sort: str) -> None:
    monkeypatch.setattr("escalations.selectors.PAGE", 2)
    firm.dispute()
    for subject, source in (("customer:a", "client"), ("customer:b", "web")):
        firm.say("+551199999999", field="contact.phone", subject=subject, source=source)
        firm.say("Kim", subject=subject, source=source, scope="client:acme/billing")
    client, address, seen = firm.client(firm.ana), f"/queue/?group=origin&sort={sort}", list[str]()
    while address:
        page = client.get(address).content.decode()
        seen += re.findall(r'form="bulk" name="group" value="([^"]+)"', page)
        address = page.partition('id="page-next" rel="next" href="')[2].partition('"')[0].replace("&amp;", "&")
    assert len(seen) == len(set(seen)) == GROUPS


def test_a_page_can_be_selected_without_scripts(firm: Firm) -> None:
    phones(firm, 2)
    client = firm.client(firm.ana)
    page = client.get("/queue/?sort=age").content.decode()
    assert "checked" not in page
    assert 'href="/queue/?sort=age&amp;picked=1">Select all 2 on this page' in page
    assert client.get("/queue/?sort=age&picked=1").content.decode().count(" checked") == 2


def test_closed_cases_come_newest_first_and_cannot_be_selected(firm: Firm) -> None:
    one, two = phones(firm, 2)
    now = timezone.now()
    Case.objects.filter(pk=one.pk).update(state="decided", decided_by=firm.ana, choice="keep", closed_at=now)
    Case.objects.filter(pk=two.pk).update(state="closed", closed_because="dates.ran_out", closed_at=now - LATE)
    page = firm.client(firm.ana).get("/queue/?state=closed")
    assert shown(page) == ids(one, two)
    assert "decided by Ana" in text_of(page)
    assert 'name="case"' not in page.content.decode()


def test_empty_says_what_comes_next_and_how_to_clear(firm: Firm) -> None:
    client = firm.client(firm.rui)
    assert "Look at what is in force" in text_of(client.get("/queue/"))
    phones(firm, 1)
    words = text_of(client.get("/queue/"))
    assert "The next case of your team is due on" in words
    Case.objects.update(due_at=datetime.now(UTC) - timedelta(hours=1))
    assert "A case of your team has been late since" in text_of(client.get("/queue/"))
    assert "No case matches. Clear filters" in text_of(client.get("/queue/?q=nowhere&view=all"))
    assert "nothing waits for evidence" in text_of(client.get("/queue/?view=waiting"))


def test_a_stranger_is_told_whom_to_ask(firm: Firm) -> None:
    User.objects.create_user("stranger@elsewhere.example", PASSWORD)
    client = Client(SERVER_NAME="localhost", headers={"accept-language": "en"})
    client.force_login(User.objects.get(email="stranger@elsewhere.example"))
    refused = client.get("/queue/")
    assert refused.status_code == 403
    assert "Ask an account admin to add you." in text_of(refused)


def test_fifty_rows_are_light(firm: Firm) -> None:
    phones(firm, 50)
    client = firm.client(firm.ana)
    client.post("/queue/views/", {"name": f"Kept {uuid4()}"[:40], "query": "sort=age"})
    page = client.get("/queue/")
    assert len(shown(page)) == 50
    assert len(gzip.compress(page.content)) <= 30_000


@pytest.mark.parametrize("query", ["", "group=origin", "sort=account&q=c&tier=counterparty"])
def test_filters_folding_and_orders_cost_no_query_more(firm: Firm, query: str) -> None:
    phones(firm, 10)
    client = firm.client(firm.ana)
    with CaptureQueriesContext(connection) as taken:
        assert client.get(f"/queue/?{query}").status_code == 200
    assert len(taken) <= 8 + FRAME
