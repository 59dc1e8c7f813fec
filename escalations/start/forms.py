"""What an admin types to set up a workspace of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledgers.domain.patterns import is_field_pattern
from ledgers.models.registries import SENSITIVITIES, TIERS, VALUE_TYPES
from ledgers.services.scopes import scope_pattern
from memoryhub.accounts import zones
from memoryhub.accounts.choices import offer

# Those whose word can be the last about a field; a list needs its options, which the registry asks for.
AUTHORITIES = [(str(tier), name) for tier, name in TIERS[:3]]
TYPES = [(key, name) for key, name in VALUE_TYPES if key != "enum"]
KEY = re.compile(r"[a-z0-9][a-z0-9_-]*")
PROPOSERS = [("agents", _("every agent")), ("everybody", _("everybody")), ("owner", _("the owner alone"))]


def as_key(words: str) -> str:
    """A key from what somebody calls a thing: who sets up knows its name, not how keys are written."""
    key = words if KEY.fullmatch(words) else slugify(words)
    if words and not key:
        raise forms.ValidationError(_("Write it with letters or digits."))
    return key


def field_key(words: str) -> str:
    """The key of a field from what somebody calls it; what no key can be made from comes back as it is."""
    return words if is_field_pattern(words) else slugify(words).replace("-", "_") or words


class NewWorkspace(forms.Form):
    name = forms.CharField(max_length=200, label=_("Name"), help_text=_("Of your firm, or of the part that starts."))
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES, help_text=_("Of its mails."))
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=zones.choices)


class Template(forms.Form):
    """Where the table of facts begins."""

    template = forms.ChoiceField(
        label=_("Begin with"),
        widget=forms.RadioSelect,
        choices=[
            ("shipped", _("the usual facts of a firm: contacts, prices, payments, rights (take out what you lack)")),
            ("", _("an empty table")),
        ],
        required=False,
    )


@dataclass(frozen=True, slots=True)
class WrongCell:
    target: str
    where: str
    text: str


class FactRow(forms.Form):
    """One kind of fact: what it is called, whose word counts, and who answers for it."""

    field = forms.CharField(
        max_length=66, label=_("Field"), error_messages={"required": _("Name the fact, or take the row out.")}
    )
    type = forms.ChoiceField(choices=TYPES, label=_("Type"))
    source = forms.CharField(max_length=64, required=False, label=_("Authoritative source"))
    tier = forms.ChoiceField(choices=AUTHORITIES, label=_("Kind of source"))
    scope = forms.CharField(max_length=200, label=_("Where it holds"))
    owner = forms.CharField(
        max_length=254, label=_("Owner"), error_messages={"required": _("Name an owner: questions go there.")}
    )
    backup = forms.CharField(
        max_length=254,
        label=_("Backup"),
        error_messages={"required": _("Name a backup: it may decide when the owner is late.")},
    )
    proposers = forms.ChoiceField(choices=PROPOSERS, label=_("May propose"))
    review_days = forms.IntegerField(required=False, min_value=1, max_value=3660, label=_("Review every, in days"))
    sensitivity = forms.ChoiceField(required=False, choices=SENSITIVITIES, label=_("Sensitive"))

    def __init__(
        self, number: int, data: Mapping[str, Any] | None = None, typed: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data, prefix=f"row{number}", initial=dict(typed or {}), use_required_attribute=False)
        # The rows below the first carry on who answers and where: what is missing is missing once.
        for name in ("scope", "owner", "backup"):
            self.fields[name].required = number == 0
            if number:
                self.fields[name].widget.attrs["placeholder"] = _("as above")
        for field in self.fields.values():
            if field.required and not isinstance(field, forms.ChoiceField):
                field.widget.attrs["aria-required"] = "true"

    @property
    def key(self) -> str:
        """What claims will call the field, where that is not what was typed."""
        words = str(self["field"].value() or "").strip()
        return key if (key := field_key(words)) != words else ""

    def wrong(self, number: int) -> list[WrongCell]:
        """What has to be mended, each with the cell to go to."""
        return [self._cell(number, name, str(text)) for name, texts in self.errors.items() for text in texts]

    def _cell(self, number: int, name: str, text: str) -> WrongCell:
        column = name if name in self.fields else "field"
        label = str(self.fields[column].label).lower()
        where = gettext("row %(n)d, %(column)s") % {"n": number + 1, "column": label}
        return WrongCell(f"id_row{number}-{column}", where, text)

    def clean_field(self) -> str:
        key = field_key(str(self.cleaned_data["field"]))
        if not is_field_pattern(key):
            raise forms.ValidationError(_("Write it in small letters with dots, such as contact.primary."))
        return key

    def clean_source(self) -> str:
        return as_key(str(self.cleaned_data["source"]))

    def clean(self) -> dict[str, Any]:
        """Beside the keys, what they were called: screens say it so."""
        said = super().clean() or self.cleaned_data
        called = {"name": self._called("field"), "source_name": self._called("source")}
        return {**said, **called}

    def _called(self, column: str) -> str:
        words = " ".join(str(self.data.get(self.add_prefix(column), "")).split())
        return "" if words == self.cleaned_data.get(column) else words

    def clean_scope(self) -> str:
        kept, errors = scope_pattern(str(self.cleaned_data["scope"] or "*"), "scope")
        if errors:
            raise forms.ValidationError(str(errors[0]["detail"]))
        return kept


def check_across(forms: Sequence[FactRow]) -> None:
    """What no row shows by itself: a field named twice, and a source of two kinds."""
    fields: set[str] = set()
    tiers: dict[str, str] = {}
    for form in (form for form in forms if form.is_valid()):
        said = dict(form.cleaned_data)
        if said["field"] in fields:
            form.add_error("field", _("This field stands in a row above."))
        fields.add(said["field"])
        if said["source"] and tiers.setdefault(said["source"], said["tier"]) != said["tier"]:
            form.add_error("tier", _("A row above calls this source something else."))
        if said["owner"] and said["owner"] == said["backup"]:
            form.add_error("backup", _("The backup has to be somebody else than the owner."))


def named(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """What the rows call a field, with its key where that is written otherwise."""
    pairs = ((str(row["field"]), field_key(str(row["field"]))) for row in rows)
    return [(words, key) for words, key in pairs if words != key]


class FirstAgent(forms.Form):
    """The first program that posts claims."""

    key = forms.CharField(max_length=64, label=_("Key"), help_text=_("Such as inbox; claims name it so."))
    purpose = forms.CharField(max_length=300, label=_("Purpose"), help_text=_("What it is for, in your words."))
    sources = forms.MultipleChoiceField(
        label=_("Sources"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("What it may post in the name of."),
        error_messages={"required": _("Tick one at least: without a source it can post nothing.")},
    )

    def __init__(self, data: QueryDict | None = None, *, sources: Sequence[tuple[str, str]]) -> None:
        super().__init__(data)
        offer(self, "sources", sources)

    def clean_key(self) -> str:
        return as_key(str(self.cleaned_data["key"]))
