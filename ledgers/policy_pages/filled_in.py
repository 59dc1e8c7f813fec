"""What a POST of the editor asks for: a button that was pressed, or a form that was filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from django.forms import Form
from django.http import QueryDict
from django.utils.translation import gettext as _

from ledgers.domain.patterns import ANY
from ledgers.domain.policy import RegisteredField, recorded
from ledgers.models import PolicyDraft
from ledgers.policy_pages import presses
from ledgers.policy_pages.answers_form import AnswersForm
from ledgers.policy_pages.field_form import FieldForm, NewFieldForm
from ledgers.policy_pages.place_words import Names
from ledgers.policy_pages.presses import Asked, Document
from ledgers.policy_pages.scope_form import ScopeForm, SourceForm
from ledgers.policy_pages.sheet import names
from ledgers.selectors.policy_check import Registered
from memoryhub.accounts.offered import NotOffered

Made = TypeVar("Made", bound=Form)


class NotFilledIn(Exception):
    """A form that says what is wrong with it."""

    def __init__(self, name: str, form: Form) -> None:
        super().__init__(name)
        self.name, self.form = name, form


@dataclass(frozen=True, slots=True)
class Missing:
    """What is wrong with a field of a form, and the field that it leads to."""

    target: str
    text: str


def missing(form: Form) -> list[Missing]:
    return [Missing(one.id_for_label, f"{one.label}: {text}") for one in form for text in one.errors]


@dataclass(frozen=True, slots=True)
class Page:
    """What forms are made from: the draft, the registries, and the field whose page it is, if it is one."""

    draft: PolicyDraft
    known: Registered
    field: str = ""

    @property
    def document(self) -> Document:
        found: Document = self.draft.document
        return found

    @property
    def called(self) -> Names:
        return names(self.document, self.known)

    @property
    def held(self) -> Mapping[str, Any]:  # Any: JSON
        """The field as the draft declares it."""
        found = self.document.get("fields", {}).get(self.field)
        if not isinstance(found, Mapping):
            raise NotOffered
        return found

    @property
    def keys(self) -> list[str]:
        """Of every field there is, declared or registered."""
        return sorted({*self.document.get("fields", {}), *(row.key for row in self.known.fields)})

    @property
    def open_keys(self) -> list[str]:
        """Of the fields that are not sensitive: rules settle no other alone."""
        policy, marked = recorded(self.document), {row.key: row.sensitivity for row in self.known.fields}
        rules = (policy.rule(RegisteredField(key, sensitivity=marked.get(key, "")), ANY) for key in self.keys)
        return [rule.field for rule in rules if not rule.sensitive]

    def field_form(self, sent: QueryDict | None = None) -> FieldForm:
        return FieldForm(sent, held=self.held, sources=self.known.sources, called=self.called)

    def source_form(self, sent: QueryDict | None = None) -> SourceForm:
        order = self.held.get("order") or []
        there = {entry for group in order for entry in ([group] if isinstance(group, str) else group)}
        return SourceForm(sent, sources=self.known.sources, there=there, called=self.called)

    def scope_form(self, sent: QueryDict | None = None) -> ScopeForm:
        return ScopeForm(sent, keys=self.open_keys, called=self.called)

    def answers_form(self, sent: QueryDict | None = None) -> AnswersForm:
        return AnswersForm(sent, document=self.document)


def read(page: Page, sent: QueryDict) -> Asked:
    """Raises NotFilledIn with the form that has to be mended, NotOffered for what no page offers."""
    press = sent.get("press", "")
    form = FORMS.get(press)
    return form(page, sent) if form else presses.read(press, page.document, page.field, page.called)


def _answers(page: Page, sent: QueryDict) -> Asked:
    form = _valid("answers", page.answers_form(sent))
    return Asked("answers", tuple(form.edits()), "answers", _typed(form), _saved)


def _field(page: Page, sent: QueryDict) -> Asked:
    form = _valid("field", page.field_form(sent))
    return Asked("field", tuple(form.edits(page.field)), "field", _typed(form), _saved)


def _field_in(page: Page, sent: QueryDict) -> Asked:
    form = _valid("field_in", NewFieldForm(sent))
    key = form.cleaned_data["field"]

    def told(_after: Document) -> str:
        return _("Added: %(entry)s.") % {"entry": key}

    return Asked("add_field", (("add_field", {"field": key}),), "fields", _typed(form), told)


def _field_out(page: Page, _sent: QueryDict) -> Asked:
    called = page.called.fields.get(page.field) or page.field

    def told(_after: Document) -> str:
        return _("Taken out: %(entry)s.") % {"entry": called}

    words = _("Take out: %(entry)s") % {"entry": called}
    return Asked("remove_field", (("remove_field", {"field": page.field}),), "fields", (words,), told)


def _scope_in(page: Page, sent: QueryDict) -> Asked:
    field, scope = _valid("scope", page.scope_form(sent)).entry
    return presses.widened(page.document, field, scope, page.called)


def _source_in(page: Page, sent: QueryDict) -> Asked:
    form = _valid("source", page.source_form(sent))
    return presses.with_source(page.document, page.field, form.cleaned_data["source"], page.called)


FORMS: Final[Mapping[str, Callable[[Page, QueryDict], Asked]]] = {
    "answers": _answers,
    "field": _field,
    "field-in": _field_in,
    "field-out": _field_out,
    "scope-in": _scope_in,
    "source-in": _source_in,
}


def _valid(name: str, form: Made) -> Made:
    if not form.is_valid():
        raise NotFilledIn(name, form)
    return form


def _typed(form: Form) -> tuple[str, ...]:
    """What was changed in a form, name by name."""
    return tuple(f"{form.fields[name].label}: {_plain(form, name)}" for name in form.changed_data)


def _plain(form: Form, name: str) -> str:
    held, choices = form.cleaned_data[name], getattr(form.fields[name], "choices", None)
    words = {str(key): str(label) for key, label in choices} if choices else {}
    listed = held if isinstance(held, list) else [held]
    return ", ".join(words.get(str(one), str(one)) for one in listed if one not in ("", None)) or "—"


def _saved(_after: Document) -> str:
    return _("Saved.")
