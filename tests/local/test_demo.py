"""The demo workspace: its story reads right, it loads once, and it comes back to its beginning."""

from __future__ import annotations

import json
import shutil
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from escalations import evidence
from escalations.deciding import decisions
from escalations.deciding.choice import Choice
from escalations.models import Case, WriteBack
from ledgers import clock
from ledgers.models import Claim, Transaction, UnknownField
from ledgers.selectors import facts
from ledgers.selectors.facts import Asked, FactView
from memoryhub.accounts import tokens
from memoryhub.accounts.errors import NotAllowed, TokenRevoked
from memoryhub.accounts.models import Agent, Member, Role, User, Workspace
from memoryhub.local import demo
from memoryhub.local.demo import world
from memoryhub.local.demo.moments import Today
from tests import factories

pytestmark = pytest.mark.django_db
Ready = dict[str, Any]  # as json reads the ready line


@dataclass(frozen=True)
class Told:
    """What loading answered, and the file it wrote."""

    ready: Ready
    file: Path


@pytest.fixture(scope="module")
def told(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Told]:
    """The demo, loaded once for all tests here; what each of them changes is rolled back to this."""
    place = tmp_path_factory.mktemp("told")
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(settings, "HOME", place)
        yield Told(demo.load(), place / "demo.json")
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def home(told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the home the demo was loaded into, for each test to change."""
    shutil.copy2(told.file, tmp_path)
    monkeypatch.setattr(settings, "HOME", tmp_path)
    return tmp_path


@pytest.fixture
def ready(told: Told) -> Ready:
    return told.ready


def _workspace() -> Workspace:
    return Workspace.objects.get(key="demo")


def _read(subject: str, field: str, **asked: object) -> list[FactView]:
    place = {"subject": subject, "field": field, **asked}
    return facts.page(_workspace(), ["*"], Asked(**place), limit=20)  # type: ignore[arg-type]  # each test's own members


def _in_force(subject: str, field: str, **asked: object) -> tuple[object, list[str]]:
    [fact] = _read(subject, field, **asked)
    return fact.value, [caveat.code for caveat in fact.caveats]


def _case(subject: str, field: str) -> Case:
    return Case.objects.get(
        slot__workspace=_workspace(), slot__subject__key=subject, slot__field=field, state=Case.State.OPEN
    )


def _days_ago(days: int) -> datetime:
    return timezone.now() - timedelta(days=days)


def test_agents_get_dana_with_a_caveat_until_the_owner_confirms_lee() -> None:
    assert _in_force("customer:acme", "contact.primary") == ("Dana", ["under_review"])
    case = _case("customer:acme", "contact.primary")
    assert case.opened_at.date() == (timezone.now().astimezone(_workspace().zone) - timedelta(days=14)).date()
    assert case.owner is not None
    assert case.owner.user is not None
    choice = Choice("accept", case.version, evidence.digest(case), reason="Confirmado por telefone.")
    decisions.decide(member=case.owner, case_id=case.id, choice=choice)
    value, caveats = _in_force("customer:acme", "contact.primary")
    assert (value, caveats) == ("Lee", ["just_decided"])
    [dana] = _read("customer:acme", "contact.primary", ledger="history")
    assert (dana.value, dana.status) == ("Dana", "superseded")


def test_the_invoice_of_last_week_went_to_the_address_known_then() -> None:
    last_week, before_the_move = _days_ago(7), _days_ago(70)
    assert _in_force("customer:acme", "company.address")[0] == "Avenida Atlântica, 2300, Santos"
    assert _in_force("customer:acme", "company.address", as_of=last_week)[0] == "Avenida Atlântica, 2300, Santos"
    known = _in_force("customer:acme", "company.address", as_of=last_week, known_at=last_week)
    assert known[0] == "Rua das Palmeiras, 120, São Paulo"
    old = _in_force("customer:acme", "company.address", as_of=before_the_move)
    assert old[0] == "Rua das Palmeiras, 120, São Paulo"


@pytest.mark.parametrize(
    ("subject", "field", "value", "caveats"),
    [
        ("customer:acme", "payment.pix", "recebimentos@acme.example", ["under_review"]),
        ("agent:assistant", "access.repository", "leitura", ["under_review"]),
        ("firm:aurora", "rule.meal_limit", "até R$ 140 por dia", []),
        ("customer:acme", "company.status", "ativo", ["newer_weaker_claim"]),
        ("customer:boreal", "opening.hours", "seg–sex 7:00–16:00", ["past_review"]),
        ("customer:ipe", "company.plan", "Prata", ["returned"]),
        ("person:davi", "working.hours", "10:00–19:00", ["under_review"]),
        ("customer:boreal", "contact.email", "suprimentos@boreal.example", []),
        ("plan:pro", "price.monthly", "BRL 1200.00", []),
    ],
)
def test_each_part_of_the_story_reads_as_it_is_told(subject: str, field: str, value: str, caveats: list[str]) -> None:
    assert _in_force(subject, field) == (value, caveats)


def test_a_deadline_in_chat_leaves_the_plan_and_a_caveat() -> None:
    day = timezone.now().astimezone(_workspace().zone).date() + timedelta(days=30)
    assert _in_force("project:portal", "project.deadline") == (day.isoformat(), ["newer_weaker_claim"])
    [chat] = _read("project:portal", "project.deadline", ledger="history")
    assert (chat.status, chat.tier) == ("rejected", "agent_inference")


def test_an_old_copy_of_a_rule_takes_its_past_and_no_more() -> None:
    old = {fact.value: fact.status for fact in _read("firm:aurora", "rule.meal_limit", ledger="history")}
    assert old == {"até R$ 90 por dia": "superseded", "até R$ 110 por dia": "superseded"}


def test_what_is_set_for_later_is_scheduled() -> None:
    [price] = _read("plan:pro", "price.monthly", status="scheduled")
    assert price.value == "BRL 1350.00"
    assert price.valid_from is not None
    assert price.valid_from.astimezone(_workspace().zone).day == 1


def test_own_preference_stands_beside_the_teams() -> None:
    found = {fact.claim.scope: fact.value for fact in _read("code", "preference.indentation")}
    assert found == {"team:dev": "2 spaces", "user:davi": "tabs"}


def test_the_queue_holds_the_open_questions_and_each_is_somebodys() -> None:
    cases = Case.objects.filter(workspace=_workspace(), state=Case.State.OPEN).select_related("owner", "slot")
    found = {(case.kind, case.slot.field, case.owner.key if case.owner else "") for case in cases}
    assert found == {
        ("conflict", "contact.primary", "ana"),
        ("conflict", "payment.pix", "ana"),
        ("conflict", "access.repository", "marcos"),
        ("conflict", "working.hours", "davi"),
        ("first_value", "contact.email", "ana"),
        ("review_due", "opening.hours", "ana"),
        ("returned", "company.plan", "ana"),
    }
    assert [row.key for row in UnknownField.objects.filter(workspace=_workspace())] == ["shipping.carrier"]
    assert WriteBack.objects.get(workspace=_workspace(), done_at__isnull=True).slot.field == "contact.email"


def test_every_change_has_its_transaction_and_none_is_of_the_future() -> None:
    claims = Claim.objects.filter(workspace=_workspace(), slot__isnull=False)
    assert not claims.filter(transaction__isnull=True).exists()
    rows = Transaction.objects.filter(workspace=_workspace())
    assert not rows.filter(recorded_at__gt=timezone.now()).exists()
    assert rows.filter(recorded_at__lt=_days_ago(365)).exists()


def test_the_ready_line_lets_everyone_in(home: Path, ready: Ready) -> None:
    assert ready["workspace"] == "demo"
    assert {"owner", "admin", "approver", "auditor"} <= set(ready["logins"])
    for login in ready["logins"].values():
        assert User.objects.get(email=login["email"]).check_password(login["password"])
    holders = {name: tokens.authenticate(secret).holder.key for name, secret in ready["tokens"].items()}
    assert holders.pop("admin") == "beatriz"
    assert holders == {name: name for name in holders}
    assert {"crm-sync", "inbox", "assistant"} <= set(holders)
    assert stat.S_IMODE((home / "demo.json").stat().st_mode) == 0o600


def test_a_second_load_changes_nothing(ready: Ready) -> None:
    claims = Claim.objects.count()
    assert demo.load() == ready
    assert (Claim.objects.count(), Workspace.objects.count()) == (claims, 1)


def test_a_demo_loaded_before_somebody_had_a_login_goes_on_without_it(ready: Ready) -> None:
    assert ready["logins"]["reviewer"]["email"] == "bruno@aurora.example"
    Member.objects.filter(workspace=_workspace(), key="bruno").update(user=None)
    again: Ready = demo.load()
    assert set(again["logins"]) == set(ready["logins"]) - {"reviewer"}


def test_a_lost_file_gives_new_ways_in_and_ends_the_old(home: Path, ready: Ready) -> None:
    (home / "demo.json").unlink()
    new: Ready = demo.load()
    for name, secret in ready["tokens"].items():
        with pytest.raises(TokenRevoked):
            tokens.authenticate(secret)
        tokens.authenticate(new["tokens"][name])
    owner, before = new["logins"]["owner"], ready["logins"]["owner"]
    user = User.objects.get(email=owner["email"])
    assert user.check_password(owner["password"])
    assert not user.check_password(before["password"])


def test_a_torn_file_is_made_anew(home: Path) -> None:
    (home / "demo.json").write_text('{"logins": {"owner"')
    assert demo.load() == demo.load()


def test_a_token_of_a_visitors_own_outlives_a_lost_file(home: Path) -> None:
    agent = Agent.objects.get(workspace=_workspace(), key="inbox")
    own = tokens.issue(workspace=_workspace(), name="mine", agent=agent)
    (home / "demo.json").unlink()
    demo.load()
    assert tokens.authenticate(own.secret) == own.token


def test_a_password_changed_elsewhere_is_set_back_to_what_is_printed(ready: Ready) -> None:
    user = User.objects.get(email="ana@aurora.example")
    user.set_password("something else entirely")
    user.save()
    assert demo.load() == ready
    user.refresh_from_db()
    assert user.check_password(ready["logins"]["owner"]["password"])


def test_a_reset_starts_over_and_keeps_what_was_there(ready: Ready) -> None:
    first, case = _workspace(), _case("customer:acme", "contact.primary")
    owner = Member.objects.get(workspace=first, key="ana")
    choice = Choice("accept", case.version, evidence.digest(case))
    decisions.decide(member=owner, case_id=case.id, choice=choice)
    out = StringIO()
    call_command("demo", "--reset", stdout=out)
    first.refresh_from_db()
    told, _line, printed = out.getvalue().partition("\n")
    assert first.key.startswith("demo-")
    assert first.key in told
    assert json.loads(printed) == ready
    assert _in_force("customer:acme", "contact.primary") == ("Dana", ["under_review"])
    token = tokens.authenticate(ready["tokens"]["inbox"])
    assert (token.workspace, token.holder.workspace) == (_workspace(), _workspace())
    assert not Member.objects.filter(workspace=first, active=True).exists()
    [lee] = facts.page(first, ["*"], Asked(subject="customer:acme", field="contact.primary"), limit=5)
    assert lee.value == "Lee"


def test_an_admin_starts_the_demo_over_from_a_page_and_stands_in_the_fresh_one(ready: Ready, told: Told) -> None:
    first = _workspace()
    admin, other = (Member.objects.get(workspace=first, key=key) for key in ("beatriz", "ana"))
    clients = {member: Client() for member in (admin, other)}
    for member, client in clients.items():
        assert member.user is not None
        factories.sign_in(client, member.user)
    assert clients[other].post("/demo/start-over/").status_code == 403
    assert clients[admin].get("/demo/start-over/").status_code == 200
    assert _workspace() == first
    before = told.file.read_text()
    assert clients[admin].post("/demo/start-over/").headers["Location"] == "/queue/"
    assert _workspace() != first
    assert Member.objects.get(workspace=_workspace(), key="beatriz").user == admin.user
    assert clients[admin].get("/facts/").status_code == 200
    assert clients[other].get("/facts/").status_code == 200
    assert told.file.read_text() == before
    assert tokens.authenticate(ready["tokens"]["inbox"]).workspace == _workspace()


def test_only_a_demo_starts_over() -> None:
    own = factories.make_member(factories.make_workspace(), "own", Role.ACCOUNT_ADMIN)
    assert own.user is not None
    client = Client()
    factories.sign_in(client, own.user)
    assert client.post("/demo/start-over/").status_code == 404


def test_somebodys_own_workspace_called_demo_is_left_alone() -> None:
    Workspace.objects.filter(key="demo").update(key="elsewhere")
    theirs = factories.make_workspace("demo")
    assert demo.load() == {"workspace": "", "logins": {}, "tokens": {}}
    assert not Member.objects.filter(workspace=theirs).exists()
    with pytest.raises(CommandError):
        call_command("demo", "--reset")
    theirs.refresh_from_db()
    assert theirs.key == "demo"


def test_the_admin_site_opens_for_the_demo_where_there_is_nothing_else_to_see(ready: Ready) -> None:
    assert User.objects.get(is_staff=True).email == ready["logins"]["admin"]["email"]


def test_the_admin_site_stays_shut_where_a_real_workspace_could_be_seen() -> None:
    User.objects.update(is_staff=False)
    Workspace.objects.filter(key="demo").update(key="elsewhere")
    factories.make_workspace("firm")
    firm = world.read("world.toml")
    world.furnish(world.found(firm), firm)
    assert not User.objects.filter(is_staff=True).exists()


def test_no_token_of_a_real_workspace_changes_hands() -> None:
    workspace, other = factories.make_workspace(), factories.make_workspace()
    agent, successor = factories.make_agent(workspace, "inbox"), factories.make_agent(other, "inbox")
    issued = tokens.issue(workspace=workspace, name="demo", agent=agent)
    with pytest.raises(NotAllowed):
        tokens.hand_over(token=issued.token, holder=successor)


def test_nobody_tells_the_past_of_a_real_workspace() -> None:
    workspace = factories.make_workspace()
    workspace.demo = True  # only in memory: what the database says counts
    with pytest.raises(clock.NotADemo), clock.telling(workspace, _days_ago(3)):
        pass


def test_a_told_instant_is_past_and_ends_with_the_telling() -> None:
    then = _days_ago(3)
    with clock.telling(_workspace(), then):
        assert clock.now() == then
    assert clock.now() > then + timedelta(days=2)
    ahead = timezone.now() + timedelta(days=1)
    with pytest.raises(ValueError, match="past"), clock.telling(_workspace(), ahead):
        pass


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("-14d", "2026-11-16T00:00-03:00"),
        ("-1d 10:12", "2026-11-29T10:12-03:00"),
        ("-2h", "2026-11-30T07:30-03:00"),
        ("+1 month", "2026-12-01T00:00-03:00"),
        ("-1 month", "2026-10-01T00:00-03:00"),
    ],
)
def test_dates_of_the_story_count_from_the_local_day(text: str, instant: str) -> None:
    today = Today(datetime.fromisoformat("2026-11-30T09:30-03:00"), ZoneInfo("America/Sao_Paulo"))
    assert today.instant(text) == datetime.fromisoformat(instant)
    assert today.fill("até {+2d|%d/%m}, dia {+2d}") == "até 02/12, dia 2026-12-02"
