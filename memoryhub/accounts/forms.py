"""What people type on the pages of accounts."""

from __future__ import annotations

import datetime as dt
import ipaddress

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.models import Agent, Workspace
from memoryhub.accounts.passkeys import NAME_LENGTH


class SignIn(AuthenticationForm):
    """E-mail and password, friendly to password managers. The wording never tells which of the two was wrong."""

    username = forms.EmailField(
        label=_("E-mail"),
        widget=forms.EmailInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    error_messages = {
        "invalid_login": _("This e-mail and password do not belong together. Check both and try again."),
        "inactive": _("This e-mail and password do not belong together. Check both and try again."),
    }

    def clean_username(self) -> str:
        return str(self.cleaned_data["username"]).casefold()


class Forgotten(forms.Form):
    email = forms.EmailField(label=_("E-mail"), widget=forms.EmailInput(attrs={"autocomplete": "username"}))


class Code(forms.Form):
    """A code of the app, or one for recovery; phones offer it from the app or paste it."""

    code = forms.CharField(
        max_length=40,
        label=_("Code"),
        help_text=_("The six digits your app shows now, or one of your recovery codes."),
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


class Again(forms.Form):
    """The password once more, with a code where a second factor is on."""

    password = forms.CharField(
        strip=False, label=_("Password"), widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, data: QueryDict | None = None, *, code: bool) -> None:
        super().__init__(data)
        if code:
            self.fields["code"] = Code().fields["code"]


class PasskeyName(forms.Form):
    name = forms.CharField(
        max_length=NAME_LENGTH,
        label=_("Name"),
        help_text=_("What you know the device by, such as: my phone."),
    )


class Rotate(forms.Form):
    hours = forms.IntegerField(
        min_value=0,
        max_value=30 * 24,
        initial=24,
        label=_("Hours the old one still works"),
        help_text=_("Time to put the new one in place; 0: it ends at once."),
    )


class Revoke(forms.Form):
    because = forms.CharField(
        max_length=200, label=_("Reason"), help_text=_("Whoever asks later why it ended reads this.")
    )


class NewToken(forms.Form):
    """A token for an agent: what it may post through, where, and until when."""

    field_order = ["name", "agent", "sources", "scopes", "may_write", "expires_on", "addresses"]
    name = forms.CharField(max_length=200, label=_("Name"), help_text=_("What it is for, in your words."))
    sources = forms.CharField(
        required=False, label=_("Sources"), help_text=_("Keys of the sources it may post through, separated by blanks.")
    )
    scopes = forms.CharField(
        required=False,
        label=_("Scopes"),
        help_text=_("Scopes it may read and post to, separated by blanks; client:* stands for all clients."),
    )
    may_write = forms.BooleanField(required=False, label=_("May post claims"))
    expires_on = forms.DateField(
        required=False,
        label=_("Valid through"),
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("The last day it works; empty for no end."),
    )
    addresses = forms.CharField(
        required=False,
        label=_("Addresses"),
        help_text=_("Where it may be used from, such as 10.0.0.0/8, separated by blanks; empty for anywhere."),
    )

    def __init__(self, data: QueryDict | None = None, *, workspace: Workspace) -> None:
        super().__init__(data)
        self.workspace = workspace
        agents = Agent.objects.filter(workspace=workspace, active=True).order_by("key")
        self.fields["agent"] = forms.ModelChoiceField(
            agents, label=_("Agent"), to_field_name="key", empty_label=_("Choose an agent")
        )
        self.order_fields(self.field_order)

    def begin_at_the_wrong(self) -> None:
        """The form stands below a long list: the browser scrolls to the first field that is wrong."""
        first = next((name for name in self.fields if name in self.errors), None)
        if first is not None:
            self.fields[first].widget.attrs["autofocus"] = True

    def clean_sources(self) -> list[str]:
        return _listed(self.cleaned_data["sources"])

    def clean_scopes(self) -> list[str]:
        return _listed(self.cleaned_data["scopes"])

    def clean_addresses(self) -> list[str]:
        ranges = _listed(self.cleaned_data["addresses"])
        for one in ranges:
            try:
                ipaddress.ip_network(one, strict=False)
            except ValueError:
                wrong = _("%(wrong)s is no address and no range. Write one such as 10.0.0.0/8.")
                raise ValidationError(wrong, params={"wrong": one}) from None
        return ranges

    def clean_expires_on(self) -> dt.date | None:
        day: dt.date | None = self.cleaned_data["expires_on"]
        if day is not None and self._end_of(day) <= dt.datetime.now(dt.UTC):
            raise ValidationError(_("This day is over. Choose a later one, or leave it empty."))
        return day

    def expires_at(self) -> dt.datetime | None:
        """The start of the day after the chosen one, in the workspace's zone."""
        day: dt.date | None = self.cleaned_data["expires_on"]
        return self._end_of(day) if day else None

    def _end_of(self, day: dt.date) -> dt.datetime:
        return dt.datetime.combine(day + dt.timedelta(days=1), dt.time(), self.workspace.zone)


def _listed(text: str) -> list[str]:
    """Several in one line: blanks part them, and commas, which people write all the same."""
    return text.replace(",", " ").split()
