"""What travels to a browser: scripts, styles and pages, compressed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.figures.figure import Figure
from tests.figures.visiting import Visitor
from tests.screens import limits

KB = 1000
LINKED = re.compile(rb'(?:src|href)="/static/([^"]+\.(js|css))"')


def weights(visitor: Visitor, card: str) -> Iterator[Figure]:
    queue, beside = visitor.get("/queue/"), visitor.get("/queue/", **{"HX-Request": "true"})
    assert (queue.status, beside.status) == (200, 200), queue.content
    rows = queue.content.count(b"data-row>")
    files = {name.decode(): kind.decode() for name, kind in LINKED.findall(queue.content)}
    weight = {name: visitor.get(f"/static/{name}").travelled for name in files}
    scripts = [name for name, kind in files.items() if kind == "js"]
    styles = [name for name, kind in files.items() if kind == "css"]
    own = [name for name in scripts if not name.startswith("vendor/")]
    yield _bytes("scripts, all", sum(weight[name] for name in scripts), limits.SCRIPT_BYTES, ", ".join(scripts))
    yield _bytes("scripts, our own", sum(weight[name] for name in own), limits.OWN_SCRIPT_BYTES, ", ".join(own))
    yield Figure("scripts, files", len(scripts), "", limits.SCRIPT_FILES, exact=True)
    yield _bytes("styles", sum(weight[name] for name in styles), limits.STYLE_BYTES, ", ".join(styles))
    yield Figure("styles, files", len(styles), "", limits.STYLE_FILES, exact=True)
    yield _bytes("page of the queue", queue.travelled, limits.QUEUE_BYTES, f"{rows} rows")
    yield _bytes("page of a card", visitor.get(card).travelled, limits.CARD_BYTES)
    yield _bytes("fragment of the queue", beside.travelled, limits.FRAGMENT_BYTES, f"{rows} rows")


def _bytes(name: str, count: int, limit: int, note: str = "") -> Figure:
    return Figure(f"{name}, compressed", round(count / KB, 1), "kB", limit / KB, note=note, exact=True)
