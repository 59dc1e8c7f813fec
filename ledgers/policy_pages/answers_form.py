"""What is filled in about answers: hours, second persons, write-back and what is looked for; and the edits of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from ledgers.domain.content import CONTENT
from ledgers.domain.policy import SLA_CLASSES, recorded
from ledgers.domain.shape import SENSITIVITIES
from ledgers.policy_pages.place_words import MODES
from ledgers.policy_pages.presses import Edit
from ledgers.policy_words import class_name
from ledgers.wording_content import NAMES
from memoryhub.accounts.choices import offer

A_YEAR, LONGEST_NAME = 8760, 120
HOURS = "hours_"


class AnswersForm(forms.Form):
    """As with a field, only what was changed becomes an edit. What stands there is what holds, also where the draft
    leaves it to what ships."""

    four_eyes = forms.MultipleChoiceField(
        required=False,
        label=_("Two people have to agree on"),
        help_text=_("Whoever proposed a value there does not decide on it."),
        widget=forms.CheckboxSelectMultiple,
    )
    detectors = forms.MultipleChoiceField(
        required=False,
        label=_("Whatever the field, wait for a person where a value holds"),
        widget=forms.CheckboxSelectMultiple,
    )
    newer_weaker = forms.ChoiceField(choices=list(MODES.items()), label=_("A newer word of a weaker source"))
    write_back_days = forms.IntegerField(min_value=1, max_value=365, label=_("Days to correct a system of record"))
    name = forms.CharField(required=False, max_length=LONGEST_NAME, label=_("Name of the policy"))

    def __init__(self, data: QueryDict | None = None, *, document: Mapping[str, Any]) -> None:
        super().__init__(data, initial=_initial(document))
        for name in SLA_CLASSES:
            self.fields[HOURS + name] = forms.IntegerField(
                min_value=1, max_value=A_YEAR, label=capfirst(class_name(name))
            )
        offer(self, "four_eyes", [(name, capfirst(class_name(name))) for name in SENSITIVITIES])
        offer(self, "detectors", [(name, capfirst(str(NAMES[name]))) for name in CONTENT])
        for field in self.fields.values():
            field.show_hidden_initial = True

    @property
    def hours(self) -> list[forms.BoundField]:
        return [self[HOURS + name] for name in SLA_CLASSES]

    @property
    def seen(self) -> SafeString:
        """What was ticked when the page was shown: a list of ticks does not carry it by itself."""
        return format_html_join(
            "", "{}", ((self[name].as_hidden(only_initial=True),) for name in ("four_eyes", "detectors"))
        )

    def edits(self) -> Iterator[Edit]:
        told, changed = self.cleaned_data, set(self.changed_data)
        for name in SLA_CLASSES:
            if HOURS + name in changed:
                yield "set_sla", {"sensitivity": name, "hours": told[HOURS + name]}
        if "four_eyes" in changed:
            yield "set_four_eyes", {"classes": told["four_eyes"]}
        if "detectors" in changed:
            yield "set_detectors", {"names": told["detectors"]}
        if "newer_weaker" in changed:
            yield "set_newer_weaker", {"field": None, "mode": told["newer_weaker"]}
        if "write_back_days" in changed:
            yield "set_write_back_days", {"days": told["write_back_days"]}
        if "name" in changed:
            yield "set_name", {"name": told["name"] or None}


def _initial(document: Mapping[str, Any]) -> dict[str, object]:
    policy = recorded(document)
    return {
        **{HOURS + name: policy.sla_hours(name) for name in SLA_CLASSES},
        "four_eyes": [name for name in SENSITIVITIES if name in policy.four_eyes],
        "detectors": [name for name in CONTENT if name in policy.detectors],
        "newer_weaker": policy.newer_weaker,
        "write_back_days": policy.write_back_days,
        "name": policy.name,
    }
