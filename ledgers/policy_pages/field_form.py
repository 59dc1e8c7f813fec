"""What is filled in about one field of a draft, and the edits it asks for: of what was changed, and of nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ledgers.domain.patterns import is_field_pattern
from ledgers.domain.tiers import Tier
from ledgers.models import Source
from ledgers.models.registries import SENSITIVITIES
from ledgers.policy_pages.place_words import MODES, Names, said
from ledgers.policy_pages.presses import Edit
from ledgers.templatetags.quoting import legible
from memoryhub.accounts.choices import offer

# A text that is one of the choices, for what JSON says with null, with "" or with a truth value.
REGISTRY, NOT_SENSITIVE = "registry", "none"
LONGEST_ROLE, TEN_YEARS = 80, 3650
FLAGS = {"": None, "yes": True, "no": False}
Json = Any  # a field as the draft declares it


class FieldForm(forms.Form):
    """Each member carries what it said when the page was shown, so that a second author's change is not put back."""

    authoritative = forms.ChoiceField(
        required=False,
        label=_("Authoritative source"),
        help_text=_("Its word comes first here, before every other source of any tier."),
    )
    sensitivity = forms.ChoiceField(
        label=_("Sensitive"), help_text=_("Changes of a sensitive field always wait for a person.")
    )
    four_eyes = forms.ChoiceField(
        required=False,
        choices=[("", _("as its class says")), ("yes", _("two people")), ("no", _("one person"))],
        label=_("Who decides"),
        help_text=_("Two people: whoever proposed a value does not decide on it, and a second one confirms."),
    )
    review_days = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=TEN_YEARS,
        label=_("Review every so many days"),
        help_text=_("Empty: as the registry says."),
    )
    newer_weaker = forms.ChoiceField(
        required=False,
        choices=[("", _("as for all fields")), *MODES.items()],
        label=_("When a weaker source says something newer"),
    )
    owner_role = forms.CharField(
        required=False, max_length=LONGEST_ROLE, label=_("Whose matter it is"), help_text=_("A role, in English.")
    )
    owner_role_pt = forms.CharField(
        required=False, max_length=LONGEST_ROLE, label=_("Whose matter it is, in Portuguese")
    )

    def __init__(
        self, data: QueryDict | None = None, *, held: Mapping[str, Json], sources: tuple[Source, ...], called: Names
    ) -> None:
        super().__init__(data, initial=_initial(held))
        offer(self, "authoritative", _sources(held.get("authoritative", ""), sources, called))
        classes = [(value or NOT_SENSITIVE, words) for value, words in SENSITIVITIES]
        offer(self, "sensitivity", [(REGISTRY, _("as the registry says")), *classes])
        for field in self.fields.values():
            field.show_hidden_initial = True

    def edits(self, key: str) -> Iterator[Edit]:
        told, changed, field = self.cleaned_data, set(self.changed_data), {"field": key}
        if "authoritative" in changed:
            yield "set_authoritative", {**field, "entry": told["authoritative"] or None}
        if "sensitivity" in changed:
            yield "set_sensitivity", {**field, "sensitivity": _sensitivity(told["sensitivity"])}
        if "four_eyes" in changed:
            yield "set_field_four_eyes", {**field, "wanted": FLAGS[told["four_eyes"]]}
        if "review_days" in changed:
            yield "set_review_days", {**field, "days": told["review_days"]}
        if "newer_weaker" in changed:
            yield "set_newer_weaker", {**field, "mode": told["newer_weaker"] or None}
        if changed & {"owner_role", "owner_role_pt"}:
            yield (
                "set_owner_role",
                {**field, "role": told["owner_role"] or None, "role_pt": told["owner_role_pt"] or None},
            )


class NewFieldForm(forms.Form):
    field = forms.CharField(
        max_length=66,
        label=_("Field"),
        help_text=_("Its key, such as opening.hours, or a pattern such as contact.* for all that begin so."),
        widget=forms.TextInput(attrs={"list": "field-keys", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="id_new_%s")

    def clean_field(self) -> str:
        key = str(self.cleaned_data["field"]).lower()
        if not is_field_pattern(key):
            raise forms.ValidationError(
                _("A key has small letters, digits, dots and underscores; a pattern ends in a dot and a star.")
            )
        return key


def _initial(held: Mapping[str, Json]) -> dict[str, object]:
    return {
        "authoritative": held.get("authoritative", ""),
        "sensitivity": (held["sensitivity"] or NOT_SENSITIVE) if "sensitivity" in held else REGISTRY,
        "four_eyes": {None: "", True: "yes", False: "no"}[held.get("four_eyes")],
        "review_days": held.get("review_days"),
        "newer_weaker": held.get("newer_weaker", ""),
        "owner_role": held.get("owner_role", ""),
        "owner_role_pt": held.get("owner_role_pt", ""),
    }


def _sources(current: str, sources: tuple[Source, ...], called: Names) -> list[tuple[str, object]]:
    """Those of our own and of parties we know; what comes from outside has authority nowhere."""
    entries = [f"{row.tier}:{row.key}" for row in sources if row.tier != Tier.UNATTRIBUTED]
    if current and current not in entries:
        entries.append(current)
    return [("", _("none")), *((entry, legible(said("authoritative", entry, called))) for entry in entries)]


def _sensitivity(chosen: str) -> str | None:
    return {REGISTRY: None, NOT_SENSITIVE: ""}.get(chosen, chosen)
