"""The previous version put back at once: what waits for a second person, what would come back, and what may not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from django.db.models import Exists, OuterRef, QuerySet

from ledgers.domain.loosened import loosened
from ledgers.domain.policy import recorded
from ledgers.draft_errors import GuardsLess, NotAlone, NotRatifiedBefore
from ledgers.models import EmergencyRollback, PolicyDraft, PolicyVersion
from ledgers.selectors.policy_check import Registered, registered
from ledgers.selectors.rules import as_registered
from memoryhub.accounts.models import Member, Role, Workspace


def emergencies(workspace: Workspace) -> QuerySet[EmergencyRollback]:
    """Newest first."""
    rows = EmergencyRollback.objects.filter(workspace=workspace)
    return rows.select_related("member", "left", "version", "ratified_by", "workspace").order_by("-id")


def known(workspace: Workspace) -> list[EmergencyRollback]:
    """All of them, without the documents."""
    rows = emergencies(workspace).select_related("given_back")
    return list(rows.defer("registry", "left__document", "version__document", "given_back__document"))


def waiting(workspace: Workspace) -> EmergencyRollback | None:
    return emergencies(workspace).filter(ended_at=None).first()


def others_who_ratify(done: EmergencyRollback) -> bool:
    """Whether anybody is there who could let it stand."""
    people = Member.objects.filter(workspace=done.workspace_id, active=True, user__is_active=True)
    return people.filter(roles__contains=[Role.POLICY_APPROVER]).exclude(pk=done.member_id).exists()


def before(version: PolicyVersion, done: Sequence[EmergencyRollback] | None = None) -> PolicyVersion | None:
    """What was in force before that which the version says: of one that was put back, what preceded it the first
    time, and never the version that was left because it did harm. `done`: all rollbacks, where they were read."""
    done = known(version.workspace) if done is None else done
    put = {one.version.version: one.left.version for one in done}
    back = {one.given_back.version: one.left.version for one in done if one.given_back}

    @cache
    def preceding(number: int) -> int:
        if number in put:
            return preceding(preceding(put[number]))
        return preceding(back[number]) if number in back else number - 1

    return PolicyVersion.objects.filter(workspace=version.workspace_id, version=preceding(version.version)).first()


def refusal(now: PolicyVersion, then: PolicyVersion, known: Registered | None = None) -> NotAlone | None:
    """Why one person alone may not put `then` in the place of `now`; None where they may. `known`: the registries,
    where a page has read them already."""
    if _unratified(then):
        return NotRatifiedBefore()
    rows = (known or registered(now.workspace)).fields
    fields = {row.key: as_registered(row, row.key) for row in rows}
    less = loosened(recorded(now.document), recorded(then.document), fields)
    return GuardsLess(less) if less else None


def _unratified(then: PolicyVersion) -> bool:
    """Whether an emergency put the same in force, nobody let it stand, and no draft that says it was approved since."""
    rows = EmergencyRollback.objects.filter(workspace=then.workspace_id, version__hash=then.hash, ratified_by=None)
    passed = PolicyDraft.objects.filter(workspace=then.workspace_id, hash=then.hash)
    since = passed.filter(activated__version__gt=OuterRef("version__version"))
    last = rows.exclude(ended_at=None).order_by("-version__version").annotate(passed=Exists(since))
    return last.values_list("passed", flat=True).first() is False
