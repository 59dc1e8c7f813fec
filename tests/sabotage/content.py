"""Breaks of what is read in words and names: look-alikes, sensitive content, text on pages."""

# ruff: noqa: ANN401 - wrappers take and give whatever they break
from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString, mark_safe

from ledgers.domain import decision
from ledgers.selectors import content
from ledgers.services import subjects
from ledgers.templatetags import quoting


def names_are_not_compared() -> None:
    """A new subject is looked at by its key alone."""

    def nobody(*_args: Any) -> None:
        return None

    vars(subjects)["_look_alike"] = nobody


def content_is_not_looked_at() -> None:
    """A harmless field takes whatever is said in it."""

    def never(*_args: Any) -> bool:
        return False

    vars(decision)["_holds_content"] = never


def scopes_are_not_compared() -> None:
    """The first value of a wider scope is a first value, whoever said it before in a narrower one."""

    def never(*_args: Any) -> bool:
        return False

    vars(content)["_widens"] = never


def values_are_not_escaped() -> None:
    """The filter that shows text of others lets it through as markup."""

    def raw(text: str) -> SafeString:
        return mark_safe(str(text))  # noqa: S308 - the break itself

    quoting.register.filters["visible"] = raw
