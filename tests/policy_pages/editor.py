"""A policy editor at work: what they send, and what the page then says at which place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape
from typing import Any, Protocol

from django.test import Client

from ledgers.models import PolicyDraft
from memoryhub.accounts import walls
from tests.screens.reading import Answer, text_of

HTMX = {"HX-Request": "true"}


class Came(Protocol):
    """What a page answered."""

    @property
    def status_code(self) -> int: ...
    @property
    def content(self) -> bytes: ...
    @property
    def headers(self) -> Mapping[str, str]: ...


@dataclass
class Desk:
    """A draft open in somebody's browser, as they saw it last."""

    client: Client
    draft: PolicyDraft

    @property
    def path(self) -> str:
        return f"/policy/drafts/{self.draft.pk}/"

    def seen(self) -> dict[str, str]:
        return {"version": str(self.draft.version), "hash": self.draft.hash}

    def press(self, press: str, *, plain: bool = False, **sent: Any) -> Came:  # noqa: ANN401 - what a form holds
        """A button or a form of the page as it stands now."""
        self.look()
        return self.send(press, plain=plain, **sent)

    def send(self, press: str, *, plain: bool = False, **sent: Any) -> Came:  # noqa: ANN401 - what a form holds
        """The same from the page as it was seen."""
        headers = {} if plain else HTMX
        return self.client.post(f"{self.path}edit", {**self.seen(), "press": press, **sent}, headers=headers)

    def take_in(self, text: str) -> Came:
        self.look()
        return self.client.post(f"{self.path}import", {**self.seen(), "text": text})

    def page(self, query: str = "") -> str:
        return self.client.get(f"{self.path}{query}").content.decode()

    def look(self) -> None:
        with walls.inside(self.draft.workspace_id):
            self.draft.refresh_from_db()

    @property
    def document(self) -> dict[str, Any]:  # JSON
        self.look()
        return dict(self.draft.document)


def part(page: str, name: str) -> str:
    """The words of the part of a page with this id, up to the end of it."""
    return _plain(_part(page, name))


def marks(page: str, name: str) -> list[tuple[bool, str]]:
    """What the check says there: whether it blocks, and its words."""
    told = re.findall(r'<p class="(field-error|small warned)">(.*?)</p>', _part(page, name), flags=re.DOTALL)
    return [(look == "field-error", _plain(text)) for look, text in told]


def _part(page: str, name: str) -> str:
    opening = re.search(rf'<(\w+)[^>]* id="{re.escape(name)}"', page)
    assert opening is not None, name
    inside = 0
    for tag in re.finditer(rf"<(/?){opening[1]}\b", page[opening.start() :]):
        inside += -1 if tag[1] else 1
        if inside == 0:
            return page[opening.start() : opening.start() + tag.end()]
    raise AssertionError(f"{name} does not end")


def _plain(text: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def words(answer: Answer) -> str:
    return text_of(answer)
