"""What a draft is to be tried on, as the page asks for it."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

WINDOWS = [("30", _("30 days")), ("90", _("90 days")), ("365", _("a year")), ("", _("everything"))]


class Asked(forms.Form):
    """Over which days, and in which accounts."""

    days = forms.ChoiceField(choices=WINDOWS, required=False, label=_("How far back"))
    scope = forms.CharField(required=False, max_length=200, label=_("Account"))

    def window(self) -> int | None:
        days = str(self.cleaned_data["days"])
        return int(days) if days else None
