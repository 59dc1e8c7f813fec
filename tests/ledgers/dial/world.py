"""A firm whose people decide: Ana and Bia own the clients, each theirs; Rui writes the policy; two agents post."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from escalations.deciding.decisions import decide
from escalations.deciding.undoing import undo
from escalations.models import Case
from ledgers.dial.today import Counted, count, today
from ledgers.models import Claim
from ledgers.services import registries
from memoryhub.accounts import walls
from memoryhub.accounts.models import Agent, Member, Role, Workspace
from tests import factories
from tests.escalations.pressing import asking, seen

REST = ["approved_document", "authorized_person", "agent_inference"]
DOCUMENT: dict[str, Any] = {
    "name": "Firm",
    "tiers": [
        *("system_of_record", "approved_document", "authorized_person", "counterparty", "agent_inference"),
        "unattributed",
    ],
    "automatic": ["company.status", "note.*"],
    "fields": {
        "company.plan": {"name": "Plan", "name_pt": "Plano"},
        "company.status": {},
        "company.size": {
            "order": [
                ["system_of_record", "counterparty"],
                *["approved_document", "authorized_person", "agent_inference"],
            ]
        },
        "contact.primary": {"sensitivity": "contact"},
        "note.*": {},
    },
}
BEGAN = datetime(2026, 1, 1, 12, tzinfo=UTC)


def day(number: int) -> datetime:
    return BEGAN + timedelta(days=number)


@dataclass
class Office:
    """`numbers` names a new subject for each question."""

    workspace: Workspace
    ana: Member
    bia: Member
    rui: Member
    agents: dict[str, Agent]
    numbers: Iterator[int] = field(default_factory=lambda: iter(range(10_000)))

    def say(
        self,
        value: str,
        subject: str,
        source: str = "crm",
        at: int = 0,
        *,
        by: str = "sync",
        owner: str = "ana",
        key: str = "company.plan",
        **more: Any,  # noqa: ANN401 - members of a claim
    ) -> Claim:
        """A claim about a client of that owner."""
        agent = self.agents[by]
        return factories.post(agent, subject, key, f"client:{owner}", value, source=source, since=day(at), **more)

    def conflict(self, source: str = "crm", at: int = 30, **said: Any) -> Claim:  # noqa: ANN401 - members of a claim
        """The CRM has one value of a new client, and something else is said; the second claim."""
        subject = f"customer:c{next(self.numbers)}"
        place = {name: said[name] for name in ("owner", "key") if name in said}
        self.say("gold", subject, **place)
        return self.say("silver", subject, source, at, **said)

    def press(self, waits: Claim, choice: str, by: Member | None = None, **more: Any) -> Case:  # noqa: ANN401 - members of a choice
        """What the owner of the client decides."""
        case = asking(waits)
        owner = by or (self.bia if waits.scope == "client:bia" else self.ana)
        claim = waits.id if choice == "accept" else None
        pressed = replace(seen(case, choice), reason="Asked by phone.", **{"claim": claim, **more})
        return decide(member=owner, case_id=case.id, choice=pressed).case

    def answer(self, case: Case, choice: str, **more: Any) -> Case:  # noqa: ANN401 - members of a choice
        """What Ana says to a check."""
        pressed = replace(seen(case, choice), reason="Asked by phone.", **more)
        return decide(member=self.ana, case_id=case.id, choice=pressed).case

    def undo(self, case: Case, by: Member | None = None) -> None:
        undo(member=by or self.ana, case_id=case.id)

    def decided(self, choice: str = "accept", times: int = 1, **said: Any) -> list[Case]:  # noqa: ANN401 - members of a claim
        """So many conflicts, each decided alike."""
        return [self.press(self.conflict(**said), choice) for _time in range(times)]

    def counted(self, days: int | None = 90, scope: str = "*") -> Counted:
        standing = today(self.workspace)
        assert standing is not None
        return count(self.workspace, standing, days, scope)

    def told(self, **part: Any) -> dict[tuple[str, str, str], tuple[int, int, int, int]]:  # noqa: ANN401 - which part
        """Asked, taken, ruled and agreed, by field and pair."""
        return {
            (row.key, str(row.pair.stood), str(row.pair.came)): (row.asked, row.took, row.ruled, row.agreed)
            for row in self.counted(**part).rows
        }

    def suggested(self) -> list[str]:
        return [one.key for one in self.counted().suggestions]


@contextmanager
def open_office(document: dict[str, Any] = DOCUMENT) -> Iterator[Office]:
    """The firm, and being inside its walls."""
    workspace = factories.make_workspace()
    with walls.inside(workspace):
        ana, bia = (factories.make_member(workspace, key, Role.OWNER) for key in ("ana", "bia"))
        rui = factories.make_member(workspace, "rui", Role.POLICY_EDITOR)
        agents = {
            "sync": factories.make_agent(workspace, "sync"),
            "inbox": factories.make_agent(workspace, "inbox"),
            "anas": factories.make_agent(workspace, "anas", controller=ana),
        }
        made = Office(workspace, ana, bia, rui, agents)
        registries.save_source(workspace=workspace, by=None, key="crm", name="CRM", tier="system_of_record")
        registries.save_source(workspace=workspace, by=None, key="billing", name="Billing", tier="system_of_record")
        registries.save_source(
            workspace=workspace, by=None, key="client", name="Client", tier="counterparty", subjects=["*"]
        )
        registries.save_source(workspace=workspace, by=None, key="bot", name="Bot", tier="agent_inference")
        registries.save_scope(workspace=workspace, by=None, key="client:*")
        factories.activate_document(workspace, document)
        for owner, backup in ((ana, bia), (bia, ana)):
            scope = f"client:{owner.key}*"
            registries.save_responsibility(
                workspace=workspace,
                by=None,
                scope=scope,
                owner=owner,
                backup=backup,
                proposers=["agent:*"],
            )
        yield made
