"""A draft with the content of any version there ever was: it takes the same way as every other."""

from __future__ import annotations

from ledgers.models import PolicyDraft, PolicyVersion
from ledgers.services.drafts.editing import start
from memoryhub.accounts.models import Member


def roll_back(*, member: Member, version: int, title: str) -> PolicyDraft:
    """However old the version is; activated it gets a new number. Raises DoesNotExist for one that never was."""
    found = PolicyVersion.objects.get(workspace=member.workspace, version=version)
    return start(member=member, title=title, document=found.document, kind="roll_back")
