"""The fields of a supposition, and what each offers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledgers.domain.content import CONTENT
from ledgers.domain.patterns import ANY
from ledgers.domain.space import Comes, Stands
from ledgers.models.registries import TIERS
from ledgers.naming import name_of
from ledgers.selectors.supposing import Offered
from ledgers.templatetags.quoting import legible
from ledgers.wording_content import NAMES as CONTENTS
from memoryhub.accounts.choices import offer
from memoryhub.accounts.errors import Words

Text = Any  # a text, translated or to be, as Django's fields take it
FIRST, LAST = dt.date(1900, 1, 1), dt.date(2200, 12, 31)
NOT_LISTED = {"invalid_choice": gettext_lazy("Choose one of the list.")}
VALUES: Final = ("stood_value", "came_value")
# So many fields of each claim are always seen; the rest is folded away.
SHOWN: Final = 5
AS_ITS_SOURCE, STRANGER = "", "not_bound_to_subject"
COUNTS: Final[list[tuple[str, Words]]] = [
    (AS_ITS_SOURCE, gettext_lazy("as its source does")),
    ("derived", gettext_lazy("as derived from other claims")),
    ("value_not_in_quote", gettext_lazy("as passed on without the value in the quote")),
    (STRANGER, gettext_lazy("as said about somebody else’s data")),
]
STANDS: Final[list[tuple[str, Words]]] = [
    (Stands.VALUE, gettext_lazy("a value: A")),
    (Stands.RETRACT, gettext_lazy("the word that there is no value")),
    (Stands.NOTHING, gettext_lazy("nothing")),
]
COMES: Final[list[tuple[str, Words]]] = [
    (Comes.OTHER, gettext_lazy("another value: B")),
    (Comes.SAME, gettext_lazy("the same value")),
    (Comes.RETRACT, gettext_lazy("that there is no value any more")),
    (Comes.CORRECT, gettext_lazy("that A was never true, but B")),
    (Comes.BARRED, gettext_lazy("B again, which its owner decided against")),
]


def _choice(label: Text, choices: Any = (), help_text: Text = "", *, required: bool = True) -> forms.ChoiceField:  # noqa: ANN401 - choices, grouped or not
    return forms.ChoiceField(
        label=label, choices=choices, help_text=help_text, required=required, error_messages=NOT_LISTED
    )


def _day(label: Text, help_text: Text = "", *, required: bool = False) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date", "min": FIRST, "max": LAST}, format="%Y-%m-%d")
    return forms.DateField(
        label=label, help_text=help_text, required=required, widget=widget, input_formats=["%Y-%m-%d"]
    )


def _tick(label: Text) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False)


def _value(help_text: Text) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})
    return forms.CharField(
        label=gettext_lazy("Value"), help_text=help_text, required=False, max_length=500, widget=widget
    )


class TwoClaims(forms.Form):
    """What stands, what comes, and under which rules. An address holds all of it but the values."""

    field = _choice(gettext_lazy("Field"))
    scope = _choice(gettext_lazy("Scope"), help_text=gettext_lazy("A rule may treat some scopes apart."))
    draft = _choice(gettext_lazy("Compare with a draft"), required=False)

    stands = _choice(gettext_lazy("What stands"), STANDS)
    stood_source = _choice(gettext_lazy("Said by"), required=False)
    stood_counts = _choice(gettext_lazy("Counts"), COUNTS, required=False)
    stood_value = _value(gettext_lazy("Stays here: the link says only whether the two are the same, and what kind."))
    stood_since = _day(gettext_lazy("True since"))
    stood_until = _day(gettext_lazy("Until"), gettext_lazy("Empty: without an end."))
    stood_said = _day(gettext_lazy("Last said on"), gettext_lazy("Its review is due so many days later."))
    stood_content = _choice(gettext_lazy("Reads as"), required=False)
    chosen = _tick(gettext_lazy("An owner chose it"))
    held = _tick(gettext_lazy("Something stood there once"))

    comes = _choice(gettext_lazy("What comes"), COMES)
    came_source = _choice(gettext_lazy("Said by"))
    came_counts = _choice(gettext_lazy("Counts"), COUNTS, required=False)
    came_value = _value(gettext_lazy("Leave both values empty to take A and B as examples."))
    came_since = _day(gettext_lazy("True since"), gettext_lazy("Empty: nobody gave a date."))
    came_until = _day(gettext_lazy("Until"), gettext_lazy("Empty: without an end."))
    came_at = _day(gettext_lazy("Recorded on"), gettext_lazy("Judged as of that day."), required=True)
    came_content = _choice(gettext_lazy("Reads as"), required=False)
    proposes = _tick(gettext_lazy("Its author may propose there"))
    alike = _tick(gettext_lazy("Its subject looks like another one"))

    # As the page shows them.
    about: ClassVar = ("field", "scope", "draft")
    first: ClassVar = (
        *("stands", "stood_source", "stood_value", "stood_since", "stood_said"),
        *("stood_until", "stood_counts", "stood_content", "chosen", "held"),
    )
    second: ClassVar = (
        *("comes", "came_source", "came_value", "came_since", "came_at"),
        *("came_until", "came_counts", "came_content", "proposes", "alike"),
    )

    def __init__(self, data: QueryDict | None, *, offered: Offered, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        for name, choices in _listed(offered).items():
            offer(self, name, choices)

    @property
    def group_about(self) -> list[forms.BoundField]:
        return [self[name] for name in self.about]

    @property
    def group_first(self) -> list[forms.BoundField]:
        return [self[name] for name in self.first]

    @property
    def group_second(self) -> list[forms.BoundField]:
        return [self[name] for name in self.second]

    @property
    def more_first(self) -> bool:
        return self._said_more(self.first[SHOWN:])

    @property
    def more_second(self) -> bool:
        return self._said_more(self.second[SHOWN:])

    def _said_more(self, names: Sequence[str]) -> bool:
        """Whether something is said, or wrong, in what is folded away."""
        usual = "proposes"
        return self.is_bound and any(
            name in self.errors or bool(self[name].value()) != (name == usual) for name in names
        )


def _listed(offered: Offered) -> dict[str, list[Any]]:
    """What there is to choose from, by field."""
    sources = [("", _("choose one")), *_sources(offered)]
    contents = [("", _("nothing sensitive")), *((name, str(CONTENTS[name])) for name in CONTENT)]
    return {
        "field": [(key, legible(_named(name_of(field, key), key))) for key, field in offered.fields.items()],
        "scope": [(ANY, _("any that no rule treats apart")), *((key, key) for key in offered.scopes)],
        "draft": [("", _("none")), *((key, legible(draft.title)) for key, draft in offered.drafts.items())],
        "stood_source": sources,
        "came_source": sources,
        "stood_content": contents,
        "came_content": contents,
    }


def _sources(offered: Offered) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """By tier: any source of it, then those that are registered."""
    for tier, words in TIERS:
        named = [
            (entry, legible(source.name or source.key))
            for entry, source in offered.sources.items()
            if source.tier == tier
        ]
        yield str(words), [(str(tier), _("any other: %(tier)s") % {"tier": words}), *named]


def _named(name: str, key: str) -> str:
    return name if name == key else f"{name} ({key})"
