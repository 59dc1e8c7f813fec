"""One screen to look at."""

from __future__ import annotations

from dataclasses import dataclass

from memoryhub.accounts.models import Member
from tests.browser.steps import Step


@dataclass(frozen=True)
class Place:
    """A screen: its name, who looks at it (nobody signed in where None), its address, and what is done there first.

    A rare one is another state of a page that the list has already: `make prove` and `make pictures` look at it.
    """

    name: str
    who: Member | None
    path: str
    steps: tuple[Step, ...] = ()
    rare: bool = False
