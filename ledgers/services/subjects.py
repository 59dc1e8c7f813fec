"""Subjects: made when they are first named, and never taken for one another.

A new name that looks like a known subject's is kept apart: what is said about it waits until an owner says whether it
is the same subject or another.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from ledgers.formats.skeleton import skeleton
from ledgers.models import Erasure, Subject
from ledgers.services.locks import lock_names
from memoryhub.accounts.models import Member, Workspace


def named(workspace: Workspace, key: str, shown: str) -> Subject:
    """The subject of that key, made if nobody named it before. Runs in a transaction.

    Names of one outline are made one after the other, or two that look alike would come in side by side unseen.
    """
    found = Subject.objects.filter(workspace=workspace, key=key).first()
    if found is not None:
        return found
    outlines = {skeleton(key), skeleton(shown)}
    lock_names(workspace.id, outlines)
    subject, _made = Subject.objects.get_or_create(
        workspace=workspace,
        key=key,
        defaults={
            "shown": shown,
            "skeleton": skeleton(key),
            "drawn": skeleton(shown),
            "looks_like": _look_alike(workspace, key, outlines),
        },
    )
    return subject


def _look_alike(workspace: Workspace, key: str, outlines: set[str]) -> Subject | None:
    """The subject named first among those of that outline."""
    alike = Subject.objects.filter(Q(skeleton__in=outlines) | Q(drawn__in=outlines), workspace=workspace)
    found = alike.exclude(key=key).select_related("looks_like").order_by("id").first()
    return found.looks_like if found is not None and found.waits else found


def tell_apart(subject: Subject, *, by: Member, at: datetime) -> None:
    """An owner said that the subject is another one; nobody is asked again."""
    subject.told_apart_at, subject.told_apart_by = at, by
    subject.save(update_fields=["told_apart_at", "told_apart_by"])


def is_erased(subject: Subject) -> bool:
    """Whether nothing is left of it but what stands in an erasure's certificate."""
    mark = subject.key.rpartition(":")[0]
    return Erasure.objects.filter(workspace=subject.workspace_id, mark=mark, subjects__contains=[subject.id]).exists()
