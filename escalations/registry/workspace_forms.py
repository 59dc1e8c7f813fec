"""What people fill in about a workspace as a whole, and about the days they are away."""

from __future__ import annotations

import datetime as dt
from operator import itemgetter
from typing import Any, ClassVar

import holidays
from babel import Locale
from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import get_language, to_locale
from django.utils.translation import gettext_lazy as _

from escalations.registry.entry_forms import Told, lines
from ledgers.services.absences import MANAGERS
from ledgers.services.workspace_settings import MEMBERS
from memoryhub.accounts import zones
from memoryhub.accounts.models import MAY_DECIDE, Member, Workspace

HOUR = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class WorkspaceForm(Told, forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    language = forms.ChoiceField(
        label=_("Language"), choices=settings.LANGUAGES, help_text=_("Of mails to people who chose none.")
    )

    class Meta:
        model = Workspace
        fields: ClassVar = list(MEMBERS)
        labels: ClassVar = {
            "name": _("Name"),
            "region": _("Region"),
            "day_begins": _("The working day begins at"),
            "day_ends": _("The working day ends at"),
            "undo_seconds": _("Seconds to take a decision back"),
            "mails_contacts": _("Show contacts in full in mails"),
        }
        help_texts: ClassVar = {
            "region": _("Its letters, such as SP, for the holidays of a state; empty for national ones alone."),
            "day_ends": _("Due dates count working hours, Monday to Friday. The same hour twice: round the clock."),
            "undo_seconds": _("0: not at all. 120 at most."),
            "mails_contacts": _("Payments and permissions never are."),
        }
        widgets: ClassVar = {"day_begins": HOUR, "day_ends": HOUR}

    def __init__(self, data: QueryDict | None = None, *, workspace: Workspace) -> None:
        super().__init__(data, instance=workspace)
        self.fields["time_zone"] = forms.ChoiceField(label=_("Time zone"), choices=zones.choices(workspace.time_zone))
        names = Locale.parse(to_locale(get_language() or "en")).territories
        countries = sorted(
            ((one, names.get(one, one)) for one in holidays.list_supported_countries(include_aliases=False)),
            key=itemgetter(1),
        )
        self.fields["country"] = forms.ChoiceField(
            label=_("Country"), choices=countries, help_text=_("Its public holidays are no working days.")
        )
        self.order_fields(MEMBERS)

    def _post_clean(self) -> None:
        """Nothing: the service judges the settings, and compares them with those that are there."""


# Of a last day, not the first moment of the next one: pages tell the day.
LAST_SECOND = dt.time(23, 59, 59)


class Away(Told, forms.Form):
    """Days in the zone of the workspace: from the beginning of the first to the end of the last."""

    first = forms.DateField(label=_("First day"), widget=DAY)
    last = forms.DateField(label=_("Last day"), widget=DAY)
    fields_named = lines(_("Such as payment.*, one a line; empty for all fields."))
    # What the service calls them.
    names: ClassVar = {"begins": "first", "ends": "last", "fields": "fields_named"}

    def __init__(self, data: QueryDict | None = None, *, by: Member) -> None:
        super().__init__(data)
        self.by = by
        people = Member.objects.filter(workspace=by.workspace_id, active=True).order_by("name")
        if by.has_role(*MANAGERS):
            self.fields["member"] = forms.ModelChoiceField(
                people, required=False, label=_("Who is away"), empty_label=_("you yourself")
            )
        self.fields["delegate"] = forms.ModelChoiceField(
            people.filter(MAY_DECIDE),
            label=_("Stand-in"),
            empty_label=_("Choose a person"),
            help_text=_("Decides what the other one owns, and gives it back at the end."),
        )
        self.fields["fields_named"].label = _("Fields")
        self.order_fields(["member", "delegate", "first", "last", "fields_named"])

    def said(self) -> dict[str, Any]:
        data, zone = self.cleaned_data, self.by.workspace.zone
        return {
            "member": data.get("member") or self.by,
            "delegate": data["delegate"],
            "begins": dt.datetime.combine(data["first"], dt.time(), zone),
            "ends": dt.datetime.combine(data["last"], LAST_SECOND, zone),
            "fields": data["fields_named"],
        }
