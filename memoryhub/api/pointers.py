"""JSON pointers as URI fragments (RFC 6901): where in a body something is wrong."""

from __future__ import annotations

from collections.abc import Iterable


def pointer(path: Iterable[str | int]) -> str:
    """`#` is the whole body; `~` and `/` are escaped, and what cannot be sent is shown as an escape."""
    steps = [str(step).replace("~", "~0").replace("/", "~1") for step in path]
    return "".join(["#", *(f"/{step.encode('utf-8', 'backslashreplace').decode()}" for step in steps)])
