"""Erasing a person, and the questions about them: nothing is left to ask, and nobody's words are left to read."""

from __future__ import annotations

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery

from escalations import cases
from escalations.models import Approval, Case, CaseClaim, EvidenceRequest, Presence, WriteBack
from escalations.queue import saved_views
from ledgers.models import Erasure
from ledgers.services import erasing
from memoryhub.accounts.models import Member, Workspace
from memoryhub.hooks import outgoing


@transaction.atomic
def erase(*, workspace: Workspace, by: Member, subject: str, reason: str, confirmed: int) -> Erasure:
    """Erase what is known about a subject and close the cases that asked about it."""
    done = erasing.erase(workspace=workspace, by=by, subject=subject, reason=reason, confirmed=confirmed)
    about = Case.objects.filter(workspace=workspace, slot__in=done.slots)
    CaseClaim.objects.filter(case__in=about, left_at__isnull=True).update(left_at=done.at)
    for case in about.filter(state=Case.State.OPEN):
        cases.close(case, done.at, because="erasure.person")
    # A scope of the person's own is their name, also in what was closed long ago: each takes over that of its slot.
    place = Case.objects.filter(pk=OuterRef("pk")).values("slot__scope")
    about.update(scope=Subquery(place))
    # Why somebody decided as they did is their own words about the person.
    about.exclude(reason="").update(reason="")
    EvidenceRequest.objects.filter(case__in=about).update(note="", answer={})
    Approval.objects.filter(case__in=about).update(choice={})
    Presence.objects.filter(case__in=about).delete()
    tasks = WriteBack.objects.filter(slot__in=done.slots)
    tasks.filter(done_at__isnull=True).update(done_at=done.at)
    saved_views.forget(workspace, subject)
    _empty_messages(done, about, tasks)
    return done


def _empty_messages(done: Erasure, about: QuerySet[Case], tasks: QuerySet[WriteBack]) -> None:
    """What addresses were told names the subject, and leads by one of these to where it was asked or recorded."""
    ids = [*done.claims, *about.values_list("pk", flat=True), *tasks.values_list("pk", flat=True)]
    outgoing.forget(workspace_id=done.workspace_id, naming=ids)
