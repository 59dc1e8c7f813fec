"""The form in which a person gives the acts of the keyboard map other keys."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from memoryhub.accounts import shortcuts
from memoryhub.accounts.models import User


class Keys(forms.Form):
    """A row for each act. An empty one stands for the usual key, which is shown in its place."""

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        super().__init__(data, initial=user.shortcuts)
        for act in shortcuts.ACTS:
            marks = {"placeholder": act.usual, "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
            self.fields[act.name] = forms.CharField(
                required=False,
                strip=False,
                max_length=shortcuts.LONGEST,
                label=str(act.label),
                widget=forms.TextInput(attrs={**marks, "size": 3}),
            )

    def clean(self) -> None:
        for name, typed in list(self.cleaned_data.items()):
            # A capital is the letter with Shift, and Shift is for selecting several rows.
            self.cleaned_data[name] = key = typed.lower()
            if key and (said := shortcuts.wrong(key)):
                self.add_error(name, str(said))
        for act, first in shortcuts.clashes(self._all()):
            # Said where the person typed: the other row may show its usual key.
            here, there = (act, first) if self.cleaned_data[act.name] else (first, act)
            self.add_error(here.name, _("This key already does: %(what)s.") % {"what": there.label})

    def chosen(self) -> dict[str, str]:
        """What differs from the usual keys; so a row left alone follows them when they change."""
        return {
            act.name: key
            for act in shortcuts.ACTS
            if (key := self.cleaned_data[act.name]) and key != act.usual
        }  # fmt: skip

    def _all(self) -> dict[str, str]:
        """The whole map as it would be, without the rows that are wrong by themselves."""
        known = self.cleaned_data
        return {act.name: known[act.name] or act.usual for act in shortcuts.ACTS if act.name in known}
