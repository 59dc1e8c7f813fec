"""Reading a page as text and as a form, so that tests see what a person without scripts sees and sends."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Protocol

FORMS = ("input", "textarea", "select")


class Answer(Protocol):
    """Any answer that has a body."""

    @property
    def content(self) -> bytes: ...


def text_of(response: Answer) -> str:
    """The words of the page, one blank between them; where a long one may break, it is one word still."""
    body = response.content.decode().replace("<wbr>", "")
    body = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", body, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


class _Form(HTMLParser):
    def __init__(self, form_id: str) -> None:
        super().__init__()
        self.form_id, self.inside, self.fields = form_id, False, dict[str, str]()
        self.checked: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.inside = given.get("id") == self.form_id
        name = given.get("name")
        if not self.inside or tag not in FORMS or name is None:
            return
        self.names.add(name)
        if given.get("type") == "hidden":
            self.fields[name] = given.get("value") or ""
        elif "checked" in given:
            self.checked.append(f"{name}={given.get('value')}")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False


def form_in(response: Answer, form_id: str = "decide") -> _Form:
    """The form of that id: its hidden fields as a browser would send them, what is preselected, and every name."""
    form = _Form(form_id)
    form.feed(response.content.decode())
    return form
