"""What an account admin sets for the whole workspace: its name, language, place, hours, and what decisions allow."""

from __future__ import annotations

import zoneinfo
from datetime import time
from typing import TypedDict, Unpack

import holidays
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ledgers.registry_errors import RegistryRefused, wrong
from ledgers.services.registry_changes import Snapshot, record
from memoryhub.accounts.errors import FieldError, NotAllowed
from memoryhub.accounts.models import Member, Role, Workspace

MEMBERS = (
    "name", "language", "time_zone", "country", "region", "day_begins", "day_ends", "undo_seconds", "mails_contacts",
)  # fmt: skip
LONGEST_UNDO = 120


class Settings(TypedDict, total=False):
    """What may be set; what is left out stays."""

    name: str
    language: str
    time_zone: str
    country: str
    region: str
    day_begins: time
    day_ends: time
    undo_seconds: int
    mails_contacts: bool


def save_workspace(*, workspace: Workspace, by: Member, **said: Unpack[Settings]) -> Workspace:
    """Change the settings named. Cases that are open keep the due date they have."""
    if not (by.workspace_id == workspace.pk and by.has_role(Role.ACCOUNT_ADMIN)):
        raise NotAllowed(_("Only an account admin changes the settings of the workspace."))
    with transaction.atomic():
        held = Workspace.objects.select_for_update(no_key=True).get(pk=workspace.pk)
        before = taken(held)
        for name, value in said.items():
            setattr(held, name, value)
        if errors := check_workspace(held):
            raise RegistryRefused(errors)
        held.save(update_fields=list(said))
        record(workspace=held, by=by, kind="workspace", key=held.key, before=before, after=taken(held))
    return held


def taken(workspace: Workspace) -> Snapshot:
    """The settings as the audit keeps them."""
    values = {name: getattr(workspace, name) for name in MEMBERS}
    return {name: value.isoformat("minutes") if isinstance(value, time) else value for name, value in values.items()}


def check_workspace(workspace: Workspace) -> list[FieldError]:
    """What is wrong with the settings as they would be saved."""
    known = holidays.list_supported_countries()
    regions = known.get(workspace.country, [])
    checks = [
        (workspace.name.strip(), "name", "required", _("Give the workspace a name.")),
        (workspace.language in dict(settings.LANGUAGES), "language", "unknown-choice",
         _("Choose one of the languages.")),
        (workspace.time_zone in zoneinfo.available_timezones(), "time_zone", "unknown-zone",
         _("Choose a time zone, such as America/Sao_Paulo.")),
        (workspace.country in known, "country", "unknown-country",
         _("No holidays are known for this country: give its two letters, such as BR.")),
        (not workspace.region or workspace.region in regions, "region", "unknown-region",
         _("No such region is known in this country: give its letters, such as SP, or nothing.")),
        (workspace.day_ends >= workspace.day_begins, "day_ends", "ends-before-it-begins",
         _("The day ends after it begins; the same hour twice means round the clock.")),
        (0 <= workspace.undo_seconds <= LONGEST_UNDO, "undo_seconds", "out-of-range",
         _("From 0 to 120 seconds.")),
    ]  # fmt: skip
    return [wrong(member, code, detail) for right, member, code, detail in checks if not right]
