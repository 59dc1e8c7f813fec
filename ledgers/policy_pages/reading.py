"""What pages of differences read: a draft beside its base, and any two versions beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from ledgers.domain.compared import Comparison
from ledgers.domain.policy import recorded
from ledgers.models import DraftVerdict, PolicyDraft, PolicyVersion
from ledgers.policy_pages.differences import WHOLE, Differences, Narrowed, shifts, told
from ledgers.policy_pages.place_words import Names
from ledgers.selectors import comparing, draft_comparison, kept_comparison
from ledgers.selectors.comparing import Document
from ledgers.selectors.policies import versions
from ledgers.selectors.policy_check import Registered, registered
from memoryhub.accounts.access import acting
from memoryhub.accounts.models import Workspace
from memoryhub.accounts.offered import NotOffered, one_of

# The largest number that a column of versions holds.
LARGEST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Found:
    """A comparison and what its fields and sources are called; `seen` is the verdict it was kept with, if it was."""

    comparison: Comparison
    names: Names
    seen: DraftVerdict | None = None

    def told(self, narrowed: Narrowed = WHOLE) -> Differences:
        return told(self.comparison, self.names, narrowed)


def of_draft(draft: PolicyDraft, known: Registered) -> Found:
    """As it was when somebody judged what stands in it; otherwise over what is registered now."""
    verdict = draft_comparison.verdict_of(draft)
    if verdict is not None:
        return kept(known, verdict)
    return now(draft.workspace, known, draft.base.document, draft.document)


def of_versions(workspace: Workspace, old: PolicyVersion, new: PolicyVersion, known: Registered | None = None) -> Found:
    """As it was approved, where the new one was written on the old one; otherwise over what is registered now."""
    rows = DraftVerdict.objects.filter(workspace=workspace, approved=True, draft__activated=new, base=old)
    verdict = rows.filter(hash=new.hash).select_related("member", "base", "draft").order_by("-id").first()
    known = known or registered(workspace)
    if verdict is not None:
        return kept(known, verdict)
    return now(workspace, known, old.document, new.document)


def now(workspace: Workspace, known: Registered, old: Document, new: Document) -> Found:
    """Over what is registered now."""
    over = comparing.registered(workspace, known)
    fields = comparing.in_words(comparing.both_names(over.names, recorded(new), recorded(old)))
    return Found(comparing.between(over, old, new), Names(fields, over.source_names))


def kept(known: Registered, verdict: DraftVerdict) -> Found:
    said: Mapping[str, Any] = verdict.comparison
    # Whatever a field is called today, there it is called as it was then.
    called = names(known, verdict.draft.document)
    fields = {**called.fields, **comparing.in_words(kept_comparison.names(said))}
    return Found(kept_comparison.read(said), Names(fields, called.sources), verdict)


def names(known: Registered, *documents: Document) -> Names:
    named = {field.key: (field.name, field.name_pt) for field in known.fields if field.name}
    fields = comparing.both_names(named, *(recorded(document) for document in documents))
    return Names(comparing.in_words(fields), {source.key: source.name for source in known.sources})


def narrowed(request: HttpRequest, found: Comparison) -> Narrowed:
    """What the address asks to see; a field or shift that the comparison does not have is none of its."""
    start = request.GET.get("from", "0")
    if not start.isdecimal() or len(start) > 6:
        raise NotOffered
    return Narrowed(
        shift=one_of(request.GET.get("kind", ""), {"", *shifts(found)}),
        field=one_of(request.GET.get("field", ""), {"", *(group.field for group in found.groups)}),
        start=int(start),
    )


def version_of(request: HttpRequest, number: int) -> PolicyVersion:
    """A version of the reader's workspace, or 404."""
    return get_object_or_404(versions(acting(request).workspace), version=min(number, LARGEST))
