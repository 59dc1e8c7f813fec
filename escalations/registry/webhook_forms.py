"""What people type on the page of addresses that are told of events."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from escalations.telling import EVENTS
from memoryhub.hooks import destinations
from memoryhub.hooks.errors import AddressRefused
from memoryhub.hooks.models import Webhook


class NewWebhook(forms.Form):
    """An address and what it is told of."""

    name = forms.CharField(
        max_length=100, required=False, label=_("Name"), help_text=_("Empty for the name of the host.")
    )
    url = forms.CharField(
        max_length=500,
        label=_("Address"),
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
        help_text=_("Begins with https:// and lies on the public internet."),
    )
    form = forms.ChoiceField(
        required=False,
        choices=Webhook.Format.choices,
        initial=Webhook.Format.STANDARD,
        label=_("Format"),
        help_text=_("Slack takes the address of an incoming webhook: whoever knows it can write to the channel."),
    )
    events = forms.MultipleChoiceField(
        choices=[(event, event) for event in EVENTS], label=_("Events"), widget=forms.CheckboxSelectMultiple
    )

    def clean_form(self) -> str:
        return str(self.cleaned_data["form"]) or Webhook.Format.STANDARD

    def clean_url(self) -> str:
        url = str(self.cleaned_data["url"])
        try:
            destinations.check(url)
        except AddressRefused as refused:
            raise ValidationError(str(refused.detail)) from None
        return url
