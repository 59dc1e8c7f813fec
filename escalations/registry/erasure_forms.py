"""What an account admin types to erase somebody: whom and why, and then the key once more."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from ledgers.formats.keys import subject_key
from ledgers.formats.refusal import InvalidKey
from ledgers.models import Erasure


class Whom(forms.Form):
    """The subject by its key, and what the certificate says as the reason."""

    subject = forms.CharField(
        max_length=200,
        label=_("Subject"),
        help_text=_("Its key as claims name it, such as customer:acme or user:ana."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    reason = forms.ChoiceField(choices=Erasure.Reason.choices, label=_("Why"))

    def clean_subject(self) -> str:
        try:
            return subject_key(str(self.cleaned_data["subject"]))[0]
        except InvalidKey as error:
            raise ValidationError(str(error.detail)) from error


class Confirmed(Whom):
    """The same, with the number of claims that was shown, and the key typed by hand."""

    claims = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    typed = forms.CharField(
        max_length=200,
        required=False,
        label=_("Type the key of the subject"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def clean_typed(self) -> str:
        typed = " ".join(str(self.cleaned_data["typed"]).split())
        if typed.casefold() != self.cleaned_data.get("subject"):
            raise ValidationError(_("This is not the key above. Nothing was erased."))
        return typed
