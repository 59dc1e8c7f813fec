"""What people set for themselves: how pages and mails reach them, and their password."""

from __future__ import annotations

from typing import ClassVar

from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import password_validators_help_text_html, validate_password
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from memoryhub.accounts import zones
from memoryhub.accounts.models import User


class Profile(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A member's name in this workspace, and what their login carries everywhere."""

    field_order = ["name", "language", "theme", "time_zone", "keys", "undo_long", "mail"]
    name = forms.CharField(max_length=200, label=_("Name"), help_text=_("As colleagues see it in this workspace."))
    language = forms.ChoiceField(
        required=False,
        label=_("Language"),
        choices=[("", _("as the browser asks")), *settings.LANGUAGES],
        help_text=_("Of pages and mails."),
    )

    class Meta:
        model = User
        fields: ClassVar = ["language", "theme", "time_zone", "keys", "undo_long", "mail"]
        labels: ClassVar = {
            "theme": _("Appearance"),
            "keys": _("Keyboard shortcuts"),
            "undo_long": _("Ten times as long to take a decision back"),
            "mail": _("Mails about cases"),
        }

    def __init__(self, data: QueryDict | None = None, *, user: User, name: str, zone: str) -> None:
        super().__init__(data, instance=user, initial={"name": name})
        self.fields["time_zone"] = forms.ChoiceField(
            required=False,
            label=_("Time zone"),
            choices=[("", _("that of the workspace (%(zone)s)") % {"zone": zone}), *zones.choices(user.time_zone)],
            help_text=_("Pages tell dates in it. What is due when follows the workspace's business hours."),
        )
        self.order_fields(self.field_order)


class ChosenPassword(forms.Form):
    """A new password. One field, to be shown by the browser's own means; a second would only be pasted too."""

    new_password = forms.CharField(
        strip=False,
        max_length=1_000,
        label=_("New password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        super().__init__(data)
        self.user = user
        self.fields["new_password"].help_text = password_validators_help_text_html()

    def clean_new_password(self) -> str:
        password = str(self.cleaned_data["new_password"])
        validate_password(password, self.user)
        return password


class OtherPassword(ChosenPassword):
    """The same for somebody signed in, who shows first that they know the present one."""

    password = forms.CharField(
        strip=False,
        label=_("Present password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    field_order = ["password", "new_password"]
