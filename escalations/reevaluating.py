"""Looking at what waits again after another version of the policy came into force: previewed, then carried out.

A new version judges nothing again by itself. Here the claims that wait in open questions are judged by it, through the
same settling as everything else; what was decided stays decided.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from escalations import cases
from escalations.models import Case
from ledgers.draft_errors import DraftChanged
from ledgers.selectors.policies import active_version
from ledgers.services.locks import lock_free
from ledgers.services.registry_changes import record
from ledgers.services.settle import Settled, look_again
from memoryhub.accounts.errors import NotAllowed
from memoryhub.accounts.models import Member, Role, Workspace

# Open questions that one preview looks at; each takes about as long as settling a claim.
MOST = 200
ROLES = (Role.POLICY_EDITOR, Role.POLICY_APPROVER)


@dataclass(frozen=True, slots=True)
class Closing:
    """An open question that the version in force would close, and by which rule."""

    case: Case
    rule: str


@dataclass(frozen=True, slots=True)
class Preview:
    """What looking again would close, under which version; of how many questions that are open, and after which one
    the next preview goes on."""

    version: int
    looked: int
    closes: tuple[Closing, ...]
    next: UUID | None


def preview(*, member: Member, after: UUID | None = None) -> Preview:
    """Look at open questions again and take all of it back."""
    _check(member)
    rows = _questions(member.workspace)
    if after is not None:
        rows = rows.filter(pk__gt=after)
    asked = list(rows.order_by("pk")[: MOST + 1])
    looked = asked[:MOST]
    found = [closing for case in looked if (closing := _tried(case)) is not None]
    return Preview(_version(member), len(looked), tuple(found), looked[-1].pk if len(asked) > MOST else None)


@transaction.atomic
def carry_out(*, member: Member, version: int, wanted: Collection[UUID]) -> int:
    """Look again at the questions named, as they were previewed under this version; how many closed.

    What somebody is deciding at this moment is left to them. Raises DraftChanged where another version is in force.
    """
    _check(member)
    if version != _version(member):
        raise DraftChanged
    found = [case for case in _questions(member.workspace).filter(pk__in=wanted).order_by("slot_id") if _look(case)]
    closed = [str(case.pk) for case in _over(found)]
    record(
        workspace=member.workspace,
        by=member,
        kind="policy",
        key=f"v{version}",
        before={},
        after={"re_evaluated": sorted(closed)} if closed else {},
    )
    return len(closed)


def _tried(case: Case) -> Closing | None:
    with transaction.atomic():
        settled = _look(case)
        over = bool(_over([case]))
        transaction.set_rollback(True)
    return Closing(case, settled[-1].decision.rule) if settled and over else None


def _look(case: Case) -> Sequence[Settled]:
    """Settle what waits in the slot of a question, unless somebody holds it."""
    slot = lock_free([case.slot_id]).get(case.slot_id)
    if slot is None:
        return ()
    settled = look_again(slot)
    cases.follow_again(slot, settled)
    return settled


def _over(looked: Sequence[Case]) -> Sequence[Case]:
    return list(Case.objects.filter(pk__in=[case.pk for case in looked]).exclude(state=Case.State.OPEN))


def _questions(workspace: Workspace) -> QuerySet[Case]:
    rows = Case.objects.filter(workspace=workspace, state=Case.State.OPEN, kind__in=Case.QUESTIONS)
    return rows.select_related("slot__subject")


def _version(member: Member) -> int:
    active = active_version(member.workspace)
    return active.version if active is not None else 0


def _check(member: Member) -> None:
    if not member.has_role(*ROLES):
        raise NotAllowed(_("Only policy editors and approvers have open cases looked at again."))
