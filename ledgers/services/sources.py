"""Registers the origins of claims and changes them."""

from __future__ import annotations

import re
from typing import TypedDict, Unpack

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ledgers.domain.tiers import Tier
from ledgers.models import Field, PolicyVersion, Source
from ledgers.registry_errors import RegistryRefused, wrong
from ledgers.services.fields import save_field
from ledgers.services.registry_changes import By, record, snapshot
from memoryhub.accounts.errors import FieldError
from memoryhub.accounts.models import Member, Workspace

MEMBERS = (
    "name", "tier", "external", "relayed", "undated", "subjects", "party", "person", "responsible", "review_days",
    "write_back_days",
)  # fmt: skip
# A colon sets the tier apart from the source in an order; a star would be read as a pattern in a token.
KEY = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


class SourceData(TypedDict, total=False):
    """The members of a source; those left out keep their value, or their default in a new source."""

    name: str
    tier: str
    external: bool
    relayed: bool
    undated: str
    subjects: list[str]
    party: str
    person: Member | None
    responsible: Member | None
    review_days: int | None
    write_back_days: int


def save_source(*, workspace: Workspace, by: By, key: str, **data: Unpack[SourceData]) -> Source:
    """Register a source, or change the members given. An empty `undated` means the usual of the tier.

    Old facts keep the tier they were stored with.
    """
    with transaction.atomic():
        known = Source.objects.filter(workspace=workspace, key=key).first()
        before = snapshot(known, MEMBERS) if known else {}
        source = known or Source(workspace=workspace, key=key)
        for name, value in data.items():
            setattr(source, name, value)
        if errors := check_source(source):
            raise RegistryRefused(errors)
        source.save()
        record(workspace=workspace, by=by, kind="source", key=key, before=before, after=snapshot(source, MEMBERS))
        _link_authority(source, by)
    return source


def check_source(source: Source) -> list[FieldError]:
    """What is wrong with a source as it would be saved."""
    if source.tier not in set(Tier):
        return [wrong("tier", "unknown-tier", _("Choose one of the six tiers."))]
    tier = Tier(source.tier)
    document = tier is Tier.APPROVED_DOCUMENT
    checks = [
        (KEY.fullmatch(source.key), "key", "invalid-key",
         _("A key has small letters, digits, - and _, begins with a letter or digit, and has at most 64 characters.")),
        (tier is Tier.UNATTRIBUTED or not source.external, "tier", "external-is-unattributed",
         _("Content that no registered party said can only be registered as unattributed.")),
        (tier is not Tier.COUNTERPARTY or source.subjects, "subjects", "counterparty-without-subjects",
         _("Name the subjects this party speaks for; about all others it counts as unattributed.")),
        (all(subject.strip() for subject in source.subjects), "subjects", "empty-subject", _("A subject has a name.")),
        (not document or source.responsible, "responsible", "document-without-responsible",
         _("An approved document has somebody responsible for it.")),
        (not document or source.review_days, "review_days", "document-without-review",
         _("An approved document has a review interval, in days.")),
        (source.review_days is None or source.review_days >= 1, "review_days", "not-positive",
         _("The review interval is a number of days from 1 up, or left out.")),
        (source.write_back_days >= 1, "write_back_days", "not-positive", _("A number of days from 1 up.")),
        (source.undated in ("", "now", "repeats", "unknown"), "undated", "unknown-choice",
         _("Say what a missing date means: now, repeats or unknown.")),
    ]  # fmt: skip
    errors = [wrong(member, code, detail) for right, member, code, detail in checks if not right]
    return errors + [error for member in ("person", "responsible") for error in _check_person(source, member)]


def _check_person(source: Source, member: str) -> list[FieldError]:
    person: Member | None = getattr(source, member)
    if person is None or (person.active and person.workspace_id == source.workspace_id):
        return []
    return [wrong(member, "person-not-active", _("Choose an active member of this workspace."))]


def _link_authority(source: Source, by: By) -> None:
    """Fields whose policy called this source authoritative before it existed point to it from now on."""
    for document in PolicyVersion.objects.filter(workspace=source.workspace, active=True).values_list(
        "document", flat=True
    ):
        entry = f"{source.tier}:{source.key}"
        keys = [key for key, said in document.get("fields", {}).items() if said.get("authoritative") == entry]
        for field in Field.objects.filter(workspace=source.workspace, key__in=keys).exclude(authoritative=source):
            save_field(workspace=source.workspace, by=by, key=field.key, declared=True, authoritative=source)
