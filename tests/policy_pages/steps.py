"""What people do on the pages of a draft, as a browser sends it."""

from __future__ import annotations

from typing import Any

from django.test import Client

from ledgers.models import PolicyDraft
from tests.screens.reading import form_in

Answer = Any  # of a test client


def at(draft: PolicyDraft, page: str) -> str:
    return f"/policy/drafts/{draft.pk}/{page}"


def fresh(draft: PolicyDraft) -> PolicyDraft:
    return PolicyDraft.objects.get(pk=draft.pk)


def seen(draft: PolicyDraft) -> dict[str, Any]:
    """What the page of judging carries along."""
    return {"version": draft.version, "hash": draft.hash, "base": draft.base.version}


def opened(client: Client, draft: PolicyDraft) -> dict[str, str]:
    """The form of judging as it stands on the page now."""
    return form_in(client.get(at(draft, "judge")), "judge").fields


def press(client: Client, draft: PolicyDraft, form: dict[str, str], answer: str, reason: str = "Agreed.") -> Answer:
    return client.post(at(draft, "judge"), {**form, "answer": answer, "reason": reason})
