"""How often each page asks the database; the tests and the figures count alike.

Whatever reaches the database is one of three: the page's own questions, which a budget limits; those that tell who asks
(session, login, memberships); and the frame, which names the workspace and brackets the transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Protocol

from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledgers.models import Claim
from memoryhub.accounts import walls
from tests.screens.reading import form_in
from tests.screens.world import Firm

HTMX = {"HX-Request": "true"}
BRACKETS = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")
DOOR = (
    'FROM "django_session" WHERE',
    'FROM "accounts_user" WHERE "accounts_user"."id" =',
    '"accounts_member"."user_id" = \'',
)
DAY = datetime(2026, 1, 1, tzinfo=UTC)


class Answer(Protocol):
    @property
    def status_code(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Asked:
    """What one request asked of the database."""

    status: int
    own: list[str]
    door: int
    frame: int

    @property
    def all(self) -> int:
        return len(self.own) + self.door + self.frame


def fill(firm: Firm, count: int) -> Claim:
    """So many facts, cases, and changes of one fact, which is given back."""
    for number in range(count):
        firm.say(f"Rua {number}", source="crm", field="company.address", subject=f"customer:c{number}")
        firm.say(f"+55119{number:08d}", field="contact.phone", subject=f"customer:c{number}", scope="client:acme")
    for number in range(count):
        since = DAY + timedelta(days=number)
        last = firm.say(f"Rua Nova {number}", source="crm", field="company.address", effective_at=since)
    return last


def visits(firm: Firm, count: int) -> Iterator[tuple[str, Asked]]:
    """Every page of a firm with so many rows of everything on it, visited by its owner, and what it asked."""
    fact, case = fill(firm, count), firm.dispute()
    for number in range(count - 1):
        firm.say(f"Person {number}", effective_at=datetime(2026, 11, 17, tzinfo=UTC))
    client = firm.client(firm.ana)
    card = f"/cases/{case.pk}/"
    # The first look also marks as read what its reader was told of it.
    pressed = {**form_in(client.get(card)).fields, "choice": "keep", "reason": "Dana is right."}
    for name, address, headers in [
        ("queue", "/queue/", {}),
        ("queue fragment", "/queue/", HTMX),
        ("card", card, {}),
        ("fact", f"/facts/{fact.pk}/", {}),
        ("fact as of another day", f"/facts/{fact.pk}/?as_of=2026-01-06T12:00", {}),
        ("policy", "/policy/", {}),
        ("list of facts", "/facts/", {}),
        ("my facts", "/facts/mine/", {}),
        ("poll of the count", "/queue/count/?seen=0", HTMX),
        ("poll of the news", "/queue/news/?seen=2026-01-01T00:00:00%2B00:00&known=0", HTMX),
        ("poll of the card", f"{card}news?seen=0", HTMX),
        ("inbox", "/inbox/", {}),
        ("registry", "/registry/", {}),
    ]:
        yield name, asked(lambda: client.get(address, headers=headers))  # noqa: B023 - asked at once
    yield "decide", asked(lambda: client.post(f"{card}decide", pressed))


def asked(ask: Callable[[], Answer]) -> Asked:
    with CaptureQueriesContext(connection) as taken:
        answer = ask()
    return _sorted(answer.status_code, (query["sql"] for query in taken.captured_queries))


def own(statements: Iterable[str]) -> list[str]:
    """A page's own questions among all that were asked."""
    return _sorted(HTTPStatus.OK, statements).own


def _sorted(status: int, statements: Iterable[str]) -> Asked:
    own, door, frame = list[str](), 0, 0
    for sql in statements:
        if sql.startswith(BRACKETS) or (walls.SETTING in sql and "set_config" in sql):
            frame += 1
        elif sql.startswith("SELECT") and any(part in sql for part in DOOR):
            door += 1
        else:
            own.append(sql)
    return Asked(status, own, door, frame)
