"""Who is told of a draft: its authors, and whoever may approve it. A worker writes the mails."""

from __future__ import annotations

from ledgers.models import PolicyDraft
from memoryhub.hooks.ringing import ring

LETTER = "escalations.tasks.mail_draft"


def tell(draft: PolicyDraft, what: str) -> None:
    """Once the change is durable."""
    ring(LETTER, str(draft.workspace_id), str(draft.pk), what)
