"""What is true about each client, day by day, and who knows it when. Invented; the same for the same seed."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from stdnum.br import cnpj

# Which system of record holds each field.
SYSTEMS = {
    "company.name": "crm",
    "company.address": "crm",
    "company.status": "crm",
    "opening.hours": "crm",
    "contact.primary": "crm",
    "contact.email": "crm",
    "contact.phone": "crm",
    "company.plan": "billing",
    "payment.pix": "billing",
    "project.deadline": "plan",
}
SENSITIVE = ("contact.primary", "contact.email", "contact.phone", "payment.pix")
# Of the facts of the firm, the share that changes in the month, and by which way the change is heard of first.
CHANGES = 0.06
BY_CLIENT = 0.4
# Days until somebody has brought the system of record in line with what the client wrote.
CATCHES_UP = 4
FRAUDS = 0.06
STREETS = ("Rua das Flores", "Avenida Brasil", "Rua Chile", "Alameda Santos", "Rua do Porto")
PEOPLE = ("Dana", "Lee", "Kim", "Noa", "Rui", "Bia", "Zeca", "Iara", "Ciro", "Lia", "Davi", "Olga")
STATES = ("active", "on hold", "in trial", "leaving")
PLANS = ("Basic", "Team", "Business", "Enterprise")


@dataclass(frozen=True, slots=True)
class Change:
    """From a day on another value is true. `by_client`: the client wrote it, and the system follows days later."""

    day: int
    value: str
    by_client: bool


@dataclass
class Holding:
    """One field of one client: what was true at first and how it changed. `fraud` is the day of a false message."""

    client: str
    field: str
    first: str
    changes: list[Change] = dataclasses.field(default_factory=list)
    fraud: int | None = None

    def true_on(self, day: int) -> str:
        return next((change.value for change in reversed(self.changes) if change.day <= day), self.first)

    def in_system_on(self, day: int) -> str:
        """What the system of record holds that night."""
        late = (change for change in reversed(self.changes) if change.day + CATCHES_UP * change.by_client <= day)
        return next((change.value for change in late), self.first)

    @property
    def planted(self) -> int:
        """The real conflicts in it: questions that only an owner may answer."""
        return (len(self.changes) if self.field in SENSITIVE else 0) + (self.fraud is not None)


def holdings(clients: int, days: int, seed: int) -> list[Holding]:
    """Every field of every client over the month."""
    dice = random.Random(seed)  # noqa: S311 - a simulation, repeatable by its seed
    return [_holding(dice, f"client-{number:02}", name, days) for number in range(1, clients + 1) for name in SYSTEMS]


def _holding(dice: random.Random, client: str, name: str, days: int) -> Holding:
    values = _values(dice, client, name)
    held = Holding(client, name, next(values))
    # The first days and the last are left out, so that every question can be answered within the month.
    if dice.random() < CHANGES and days > 2:
        held.changes.append(Change(dice.randrange(2, days), next(values), dice.random() < BY_CLIENT))
    elif name == "payment.pix" and dice.random() < FRAUDS and days > 2:
        held.fraud = dice.randrange(2, days)
    return held


def _values(dice: random.Random, client: str, name: str) -> Iterator[str]:
    """Values of a field, each another than the one before."""
    last = ""
    while True:
        value = _value(dice, client, name)
        if value != last:
            last = value
            yield value


def _value(dice: random.Random, client: str, name: str) -> str:
    person = dice.choice(PEOPLE)
    makers: dict[str, Callable[[], str]] = {
        "company.name": lambda: f"{person} & {dice.choice(PEOPLE)} Ltda",
        "company.address": lambda: f"{dice.choice(STREETS)}, {dice.randrange(10, 999)}",
        "company.status": lambda: dice.choice(STATES),
        "company.plan": lambda: dice.choice(PLANS),
        "opening.hours": lambda: f"{dice.randrange(7, 11):02}:00-{dice.randrange(16, 22)}:00",
        "contact.primary": lambda: person,
        "contact.email": lambda: f"{person.lower()}.{dice.randrange(99)}@{client}.example.com",
        "contact.phone": lambda: f"+55119{dice.randrange(10**7, 10**8)}",
        "payment.pix": lambda: _company_number(dice),
        "project.deadline": lambda: f"2027-{dice.randrange(1, 13):02}-{dice.randrange(1, 29):02}",
    }
    return makers[name]()


def _company_number(dice: random.Random) -> str:
    body = f"{dice.randrange(10**8):08}0001"
    return body + str(cnpj.calc_check_digits(body))
