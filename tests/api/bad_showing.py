"""Where a hostile value may show: the pages, fragments and mail of whoever decides on it, the log, the statements."""

from __future__ import annotations

import html
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Any

from django.core import mail
from django.db import connection
from django.test import override_settings

from escalations import triage
from escalations.models import Case
from tests.api.world import Answer, World
from tests.factories import mail_all

LOCMEM = "django.core.mail.backends.locmem.EmailBackend"


class Elements(HTMLParser):
    """The elements and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def shown_as_text(world: World, answer: Answer) -> None:
    """Every page that shows the value shows it as text, and its policy lets no script of the page's own run."""
    value = _value(answer, world)
    _disputed(world, answer)
    # First, since what was read on a page is not mailed any more.
    for letter in _mail(world):
        assert value not in letter
    seen = 0
    for page in _pages(world, answer):
        body = page.content.decode()
        assert value not in body.replace(html.escape(value), "")
        seen += html.escape(value) in body
        policy = page.headers["Content-Security-Policy"]
        assert "script-src" not in policy
        assert "default-src 'self'" in policy
        assert "unsafe-inline" not in policy
    assert seen >= 3, "the value shows on the card, on the fact page and in the list of facts"


def without_an_attribute(world: World, answer: Answer) -> None:
    """No element of any page carries what the value brings, so nothing fires."""
    shown_as_text(world, answer)
    for page in _pages(world, answer):
        elements = Elements()
        elements.feed(page.content.decode())
        assert not [attrs for _tag, attrs in elements.found if "/reviews/1/decide" in str(attrs.get("hx-post"))]


def no_line_is_forged(world: World, answer: Answer) -> None:
    """The value is kept to the byte, and whatever settling it logs stands on one line."""
    with recorded() as records:
        value = _value(answer, world)
    stored = json.loads(world.get(f"/claims/{_id(answer)}").content)["value"]
    assert stored == value == "x\n2026-01-01 INFO login ok user=admin"
    assert not [record for record in records if "\n" in record.getMessage() or "login ok" in record.getMessage()]


def bound(world: World, answer: Answer) -> None:
    """The filter reaches the database as a parameter, never as text of the statement."""
    assert json.loads(answer.content)["items"] == []
    said = "' OR 1=1--"
    statements: list[tuple[str, object]] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: ANN401 - Django's own hook
        statements.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        world.client.get("/api/v1/claims", {"subject": said}, headers=world.headers("agent"))
    assert not [sql for sql, _params in statements if "1=1" in sql]
    assert any("1=1--" in str(params) for _sql, params in statements)


@contextmanager
def recorded() -> Iterator[list[logging.LogRecord]]:
    """Everything that is logged meanwhile."""
    records: list[logging.LogRecord] = []

    class Keeps(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record)

    handler, root = Keeps(), logging.getLogger()
    root.addHandler(handler)
    try:
        yield records
    finally:
        root.removeHandler(handler)


def _pages(world: World, answer: Answer) -> list[Answer]:
    """The pages on which the owner meets the value, whole and as fragments."""
    case = _disputed(world, answer)
    client = world.signed_in("owner")
    paths = ["/queue/", f"/cases/{case.id}/", "/facts/", f"/facts/{_id(answer)}/"]
    return [client.get(path, headers=headers) for path in paths for headers in ({}, {"HX-Request": "true"})]  # type: ignore[misc]  # the client's answers are answers


def _disputed(world: World, answer: Answer) -> Case:
    """Another word for the same date, so that the owner is asked and both values stand side by side."""
    _value(answer, world)
    if not Case.objects.exists():
        world.claim("agent_2", value="another value")
    return Case.objects.get()


def _mail(world: World) -> list[str]:
    with override_settings(EMAIL_BACKEND=LOCMEM):
        mail_all(world.workspace)
        letters = list(mail.outbox)
    assert letters, "the owner was told"
    return [letter.body + str(getattr(letter, "alternatives", "")) for letter in letters]


def _value(answer: Answer, world: World) -> str:

    triage.drain()
    return str(json.loads(world.get(f"/claims/{_id(answer)}").content)["value"])


def _id(answer: Answer) -> str:
    return str(json.loads(answer.content)["id"])
