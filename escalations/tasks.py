"""Doorbells: each may ring twice, late or never."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from escalations import bell, checks, triage
from escalations.letters import draft_letters, emergency_letters, mailing
from escalations.members import joining, other_sign_in
from escalations.registry import registering
from escalations.time import timekeeper


@shared_task(name="escalations.tasks.drain_outbox", ignore_result=True)
def drain_outbox() -> None:
    """Settle what waits; a full batch rings again for the rest."""
    if triage.drain() >= triage.BATCH:
        bell.ring()


@shared_task(name="escalations.tasks.mail_notices", ignore_result=True)
def mail_notices(workspace: str) -> None:
    """Send the mail that waits in one workspace."""
    mailing.mail_waiting(UUID(workspace))


@shared_task(name="escalations.tasks.mail_other_sign_in", ignore_result=True)
def mail_other_sign_in(member: str, by: str, user: str) -> None:
    other_sign_in.send(UUID(member), UUID(by), UUID(user))


@shared_task(name="escalations.tasks.mail_joining", ignore_result=True)
def mail_joining(member: str, user: str, by: str) -> None:
    joining.send(UUID(member), UUID(user), UUID(by))


@shared_task(name="escalations.tasks.sweep_checks", ignore_result=True)
def sweep_checks() -> None:
    """Open the checks that the clock alone brings: reviews past, facts that came back, write-backs overdue."""
    checks.sweep()


@shared_task(name="escalations.tasks.keep_time", ignore_result=True)
def keep_time() -> None:
    """Move the cases of whoever left or came back, then remind those who have them by now."""
    timekeeper.sweep()


@shared_task(name="escalations.tasks.mail_draft", ignore_result=True)
def mail_draft(workspace: str, draft: str, what: str) -> None:
    """Tell the people of a draft of the policy what became of it."""
    draft_letters.send(UUID(workspace), UUID(draft), what)


@shared_task(name="escalations.tasks.mail_emergency", ignore_result=True)
def mail_emergency(workspace: str, rollback: str, what: str) -> None:
    """Tell everybody who may approve that the previous version was put back at once, and what became of that."""
    emergency_letters.send(UUID(workspace), UUID(rollback), what)


@shared_task(name="escalations.tasks.activate_drafts", ignore_result=True)
def activate_drafts() -> None:
    """Put in force what was approved and scheduled for by now, and give back what nobody ratified."""
    registering.activate_due()
    registering.give_back_due()
