"""Everyone the matrix has a column for, around one claim, one fact, one case and one token."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from django.db.models import Model
from django.test import Client
from django.utils import timezone

from escalations import triage
from escalations.models import Case, WriteBack
from escalations.queue.saved_views import keep
from ledgers.models import Backtest, Fact, Field, Responsibility, Scope, Source, UnknownField
from ledgers.services.absences import save_absence
from ledgers.services.drafts import editing, trying
from memoryhub.accounts import tokens
from memoryhub.accounts.models import Role, Token
from memoryhub.hooks import webhooks
from memoryhub.hooks.models import Delivery
from tests.api import bad_cases, bad_talks
from tests.api import world as worlds
from tests.api.world import World
from tests.factories import make_agent, make_member

ROLES = {
    "reviewer": Role.REVIEWER,
    "policy editor": Role.POLICY_EDITOR,
    "policy approver": Role.POLICY_APPROVER,
    "registry admin": Role.REGISTRY_ADMIN,
    "account admin": Role.ACCOUNT_ADMIN,
    "auditor": Role.AUDITOR,
}


@dataclass
class Place:
    """Clients by actor, and the ids that stand in the routes."""

    world: World
    clients: dict[str, Client] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    case: Case | None = None


def build() -> Place:
    world, other = worlds.build(), worlds.build()
    place = Place(world)
    _programs(place, other)
    _people(place, other)
    _objects(place)
    return place


def _programs(place: Place, other: World) -> None:
    world = place.world
    finance = tokens.issue(
        workspace=world.workspace, name="finance", agent=make_agent(world.workspace, "finance"), sources=["crm-main"],
        scopes=["team:finance"], may_write=True,
    )  # fmt: skip
    secrets = {
        "agent": world.secrets["agent"],
        "agent, no write": world.secrets["agent_readonly"],
        "agent, other scope": finance.secret,
        "agent, other workspace": other.secrets["agent"],
    }
    place.clients["anonymous"] = Client(raise_request_exception=False)
    for actor, secret in secrets.items():
        place.clients[actor] = Client(raise_request_exception=False, headers={"Authorization": f"Bearer {secret}"})


def _people(place: Place, other: World) -> None:
    world = place.world
    for actor, role in ROLES.items():
        if actor not in world.people:
            world.people[actor] = make_member(world.workspace, actor.replace(" ", "-"), role)
    world.people["staff"] = make_member(world.workspace, "staff", staff=True)
    names = {
        "owner": "owner",
        "delegate": "delegate",
        "backup": "backup",
        "other member": "other_user",
        "staff": "staff",
    }
    for actor, name in {**names, **{role: role for role in ROLES}}.items():
        place.clients[actor] = world.signed_in(name)
    place.clients["member, other workspace"] = other.signed_in("admin")


def _objects(place: Place) -> None:
    world = place.world
    case = place.case = bad_cases.case_of(world)
    world.claim(field="favourite.tea")
    fact = Fact.objects.filter(slot=case.slot, standing="timeline").first()
    assert fact is not None
    unknown = UnknownField.objects.get(workspace=world.workspace)
    place.ids = {
        "claim_id": str(fact.claim_id), "fact_id": str(fact.claim_id), "case_id": str(case.pk), "seq": "1",
        "version": "1", "key": unknown.key, "unknown": str(unknown.pk), "text": bad_cases.token(world),
        "token_id": str(Token.objects.get(agent__key="agent", workspace=world.workspace).pk),
        "member_id": str(world.people["other_user"].pk),
        "view_id": str(keep(member=world.people["owner"], name="mine", query="").pk),
        **_registered(world),
        **_told(world, case),
        "conversation_id": bad_talks.own(world),
        "erasure_id": "01a22b23-0e96-7502-8fc6-f5600a0ec5bc",
        "draft_id": str(editing.start(member=world.people["policy editor"], title="Fresh").pk),
        "backtest_id": str(_tried(world).pk), "name": "A",
    }  # fmt: skip
    triage.drain()


def _tried(world: World) -> Backtest:
    """A backtest that is done, of another draft than the one that is tried here."""
    editor = world.people["policy editor"]
    draft = editing.start(member=editor, title="Tried")
    asked = trying.ask(member=editor, draft_id=draft.pk, version=draft.version)
    trying.carry_out(world.workspace.pk, asked.pk)
    return asked


def _told(world: World, case: Case) -> dict[str, str]:
    """An address with a message that was given up, and a system that is to be brought in line."""
    now = timezone.now()
    issued = webhooks.add(
        by=world.people["owner"], name="desk", url="https://hooks.example.test/", events=["case.opened"], at=now
    )
    sent = webhooks.send_test(issued.webhook)
    Delivery.objects.filter(pk=sent.pk).update(next_at=None, given_up_at=now, attempts=10)
    source = Source.objects.get(workspace=world.workspace, key="crm-main")
    fact = Fact.objects.filter(slot=case.slot, standing="timeline").first()
    assert fact is not None
    task = WriteBack.objects.create(
        workspace=world.workspace,
        slot=case.slot,
        case=case,
        source=source,
        fact=fact.claim_id,
        opened_at=now,
        due_at=now,
    )
    return {"webhook_id": str(issued.webhook.pk), "delivery": str(sent.pk), "task_id": str(task.pk)}


def _registered(world: World) -> dict[str, str]:
    """An entry of each registry; the owner is away, another year."""
    owner = world.people["owner"]
    absence = save_absence(
        member=owner, by=owner, delegate=world.people["other_user"],
        begins=datetime(2101, 1, 1, tzinfo=UTC), ends=datetime(2101, 2, 1, tzinfo=UTC),
    )  # fmt: skip
    here = {"workspace": world.workspace}
    entries: dict[str, Model] = {
        "source_id": Source.objects.filter(**here).order_by("pk")[0],
        "field_id": Field.objects.filter(**here).order_by("pk")[0],
        "scope_id": Scope.objects.filter(**here).order_by("pk")[0],
        "responsibility_id": Responsibility.objects.filter(**here).order_by("pk")[0],
        "absence_id": absence,
    }
    return {name: str(entry.pk) for name, entry in entries.items()}
