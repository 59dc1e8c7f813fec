"""Who is told of a draft: its authors, and whoever may approve it. A worker writes the mails."""

from __future__ import annotations

from ledgers.models import EmergencyRollback, PolicyDraft
from memoryhub.hooks.ringing import ring

LETTER = "escalations.tasks.mail_draft"
ALERT = "escalations.tasks.mail_emergency"


def tell(draft: PolicyDraft, what: str) -> None:
    """Once the change is durable."""
    ring(LETTER, str(draft.workspace_id), str(draft.pk), what)


def emergency(done: EmergencyRollback, what: str) -> None:
    """The same of a version that was put back at once: everybody who may approve hears of it."""
    ring(ALERT, str(done.workspace_id), str(done.pk), what)
