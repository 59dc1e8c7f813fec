"""An entry more in the automatic scope, and a source more in the order of a field."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ledgers.domain.lint_scope import AUTHORITATIVE
from ledgers.domain.patterns import ANY
from ledgers.domain.tiers import Tier
from ledgers.models import Source
from ledgers.policy_pages.place_words import Names, said
from ledgers.templatetags.quoting import legible
from memoryhub.accounts.choices import offer


class ScopeForm(forms.Form):
    field = forms.ChoiceField(required=False, label=_("What rules may settle alone"))
    pattern = forms.CharField(
        required=False,
        max_length=66,
        label=_("or all fields that begin alike"),
        help_text=_("Such as note.*"),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )
    scope = forms.CharField(
        required=False,
        max_length=200,
        label=_("Only in these scopes"),
        help_text=_("Such as client:* for every client; empty: everywhere."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )

    def __init__(self, data: QueryDict | None = None, *, keys: list[str], called: Names) -> None:
        super().__init__(data, auto_id="id_scope_%s")
        words = [(key, legible(f"{called.fields.get(key) or key} ({key})")) for key in keys]
        wide = [(entry, said("automatic", [entry], called)) for entry in (AUTHORITATIVE, ANY)]
        offer(self, "field", [("", _("choose one")), *wide, *sorted(words, key=lambda word: word[1].casefold())])

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        if not told.get("field") and not told.get("pattern"):
            self.add_error("field", _("Choose a field, or write a pattern."))
        return told

    @property
    def entry(self) -> tuple[str, str]:
        return self.cleaned_data["pattern"] or self.cleaned_data["field"], self.cleaned_data["scope"] or ANY


class SourceForm(forms.Form):
    source = forms.ChoiceField(label=_("Give one source a place of its own"))

    def __init__(
        self, data: QueryDict | None = None, *, sources: tuple[Source, ...], there: set[str], called: Names
    ) -> None:
        super().__init__(data)
        entries = [f"{row.tier}:{row.key}" for row in sources if row.tier != Tier.UNATTRIBUTED]
        free = [entry for entry in entries if entry not in there]
        offer(self, "source", [(entry, legible(said("authoritative", entry, called))) for entry in free])
