"""The answer a registry admin gives about an unknown field, as the page asks for it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ledgers.models.registries import SENSITIVITIES, VALUE_TYPES


class UnknownAnswer(forms.Form):
    """Register the field, map its name to another, or refuse it; only what belongs to the choice is read."""

    choice = forms.ChoiceField(
        choices=[("register", _("register")), ("map", _("map")), ("refuse", _("refuse"))],
        error_messages={"required": _("Choose an answer."), "invalid_choice": _("Choose an answer.")},
    )
    name = forms.CharField(required=False, max_length=200, label=_("Name"), help_text=_("In English, for people."))
    name_pt = forms.CharField(required=False, max_length=200, label=_("Name in Portuguese"))
    type = forms.ChoiceField(required=False, choices=VALUE_TYPES, label=_("Type"))
    values = forms.ChoiceField(
        required=False, choices=[("one", _("one value")), ("many", _("many values"))], label=_("How many")
    )
    sensitivity = forms.ChoiceField(required=False, choices=SENSITIVITIES, label=_("Sensitivity"))
    review_days = forms.IntegerField(
        required=False, min_value=1, label=_("Review every, in days"), help_text=_("Empty for never.")
    )
    options = forms.CharField(
        required=False, label=_("Options"), help_text=_("For one of a list: the values, separated by commas.")
    )
    field = forms.CharField(required=False, max_length=64, label=_("Registered field"))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("choice") == "map" and not cleaned.get("field"):
            self.add_error("field", _("Choose the field it means."))
        return cleaned

    def options_given(self) -> list[str]:
        return [part.strip() for part in str(self.cleaned_data["options"]).split(",") if part.strip()]
