"""Setting up a workspace of one's own: the policy, what there is to know, who answers for it, and the first agent.

What is typed is kept row by row, so that an admin may go away and come back. Nothing of it counts before the table
is whole: then sources, people, scopes, policy and responsibilities are made in one transaction, by the services that
the registry uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from escalations.registry import registering
from escalations.start.people_named import NobodyKnown, People
from ledgers import clock
from ledgers.models import Claim, Responsibility, Source
from ledgers.policies.files import shipped
from ledgers.services import registries
from memoryhub.accounts import walls, workspaces
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Member, Setup, User, Workspace

Row = dict[str, Any]  # as typed: texts, and numbers once they were read
COLUMNS = ("field", "type", "source", "tier", "scope", "owner", "backup", "proposers", "review_days", "sensitivity")
CARRIED = ("scope", "owner", "backup")
DOCUMENT_REVIEW = 90
# Where what a registry calls so is typed.
MENDED = {"key": "source", "responsible": "owner", "email": "owner"}


class Refused(Exception):
    """A row that a registry does not take; `column` is where it is mended."""

    def __init__(self, row: int, column: str, detail: str) -> None:
        super().__init__(column)
        self.row, self.column, self.detail = row, column, detail


def found(*, by: Member, user: User, name: str, language: str, time_zone: str) -> Workspace:
    """A new workspace whose first admin is the person who founds it."""
    with transaction.atomic():
        workspace, _admin = workspaces.found(
            key=_free_key(name),
            name=name,
            founder=workspaces.Founder(key=by.key, name=by.name, email=user.email),
            time_zone=time_zone,
            language=language,
        )
        with walls.inside(workspace):
            Setup.objects.create(workspace=workspace, step="policy")
    return workspace


def begin_with(setup: Setup, template: str, admin: Member) -> None:
    """Fill the table from a template, or with one empty row."""
    rows = _usual(admin) if template == "shipped" else [blank([], admin)]
    Setup.objects.filter(pk=setup.pk).update(template=template, rows=rows, step="facts")


def blank(rows: Sequence[Row], admin: Member) -> Row:
    """An empty row; who and where are as in the row above, since they mostly are."""
    last = rows[-1] if rows else {"scope": "client:*", "owner": admin.key, "backup": "", "proposers": "agents"}
    kept = {name: last.get(name, "") for name in ("scope", "owner", "backup", "proposers")}
    return {**dict.fromkeys(COLUMNS, ""), "type": "text", "tier": "system_of_record", **kept}


def carried(rows: Sequence[Row]) -> list[Row]:
    """The rows with what is left empty as in the row above: who answers, and where it holds.

    Where the backup of the row above owns this row, its owner stands in here: the two are the same pair of people.
    """
    found: list[Row] = []
    for row in rows:
        above = found[-1] if found else {}
        here = {**row, **{name: row[name] or above.get(name, "") for name in CARRIED}}
        if not row["backup"] and here["owner"] == here["backup"]:
            here["backup"] = above.get("owner", "")
        found.append(here)
    return found


@transaction.atomic
def furnish(*, workspace: Workspace, admin: Member, template: str, rows: Sequence[Row]) -> None:
    """Make all that the rows say, or raise Refused for the first that cannot be."""
    people = People(workspace, admin)
    for number, row in enumerate(rows):
        with _told(number):
            _find(people, row, number)
            _save_source(workspace, admin, row, people)
            registries.save_scope(workspace=workspace, by=admin, key=row["scope"])
    policy = document(template, rows)
    registering.first_policy(workspace=workspace, document=policy, member=admin)
    for row in rows:
        # What the policy names itself is called so.
        if row.get("name") and "name" not in policy["fields"][row["field"]]:
            registries.save_field(workspace=workspace, by=admin, key=row["field"], name=row["name"])
    for number, row in enumerate(rows):
        with _told(number):
            _save_responsibility(workspace, admin, row, people)
    Setup.objects.filter(workspace=workspace).update(step="agent")


def document(template: str, rows: Sequence[Row]) -> dict[str, Any]:
    """The shipped policy with the fields of the table: what has an authority and is not sensitive, rules may settle."""
    policy = shipped()
    named = {row["field"]: row for row in rows}
    usual = policy["fields"] if template == "shipped" else {}
    # A pattern of the template speaks for names nobody thought of; the rest is what the table kept.
    kept = {key: dict(said) for key, said in usual.items() if key in named or key.endswith(".*")}
    policy["fields"] = {key: _without_strange(said, rows) for key, said in kept.items()}
    policy["fields"] |= {key: _declared(policy["fields"].get(key, {}), row) for key, row in named.items()}
    return policy


def finish(setup: Setup) -> None:
    Setup.objects.filter(pk=setup.pk, done_at__isnull=True).update(done_at=clock.now())


def first_claim(workspace: Workspace) -> Claim | None:
    """The first claim about a field there is; else the first of all, which waits for its field to be registered."""
    came = Claim.objects.filter(workspace=workspace).select_related("slot")
    return came.filter(slot__isnull=False).order_by("received_at").first() or came.order_by("received_at").first()


def _declared(said: Mapping[str, Any], row: Row) -> dict[str, Any]:
    """What the policy says of the field of a row, over what the template says."""
    own: dict[str, Any] = {"type": row["type"], "sensitivity": row["sensitivity"]}
    if row["review_days"]:
        own["review_days"] = row["review_days"]
    entry = f"{row['tier']}:{row['source']}" if row["source"] else None
    kept = {name: value for name, value in said.items() if name not in {"review_days", "authoritative"}}
    return {**kept, **own, **({"authoritative": entry} if entry else {})}


def _without_strange(said: dict[str, Any], rows: Sequence[Row]) -> dict[str, Any]:
    """Without an authority that the table does not name."""
    known = {f"{row['tier']}:{row['source']}" for row in rows if row["source"]}
    return {name: value for name, value in said.items() if name != "authoritative" or value in known}


def _usual(admin: Member) -> list[Row]:
    fields = {key: said for key, said in shipped()["fields"].items() if not key.endswith("*")}
    return [_row(key, said, admin) for key, said in fields.items() if said.get("type") != "enum"]


def _row(key: str, said: Mapping[str, Any], admin: Member) -> Row:
    tier, _colon, source = str(said.get("authoritative", "system_of_record:")).partition(":")
    wanted = {name: said.get(name, "") for name in ("sensitivity", "review_days")}
    return {
        **blank([], admin),
        "field": key,
        "type": said.get("type", "text"),
        "tier": tier,
        "source": source,
        **wanted,
    }


def _find(people: People, row: Row, number: int) -> None:
    for column in ("owner", "backup"):
        try:
            people.find(row[column])
        except NobodyKnown as nobody:
            raise Refused(number, column, str(nobody)) from nobody


def _save_source(workspace: Workspace, admin: Member, row: Row, people: People) -> None:
    if not row["source"]:
        return
    more: dict[str, Any] = {}
    if row["tier"] == "approved_document":
        more = {"responsible": people.known[row["owner"]], "review_days": row["review_days"] or DOCUMENT_REVIEW}
    known = Source.objects.filter(workspace=workspace, key=row["source"]).exists()
    name = {} if known else {"name": row.get("source_name") or row["source"]}
    registries.save_source(workspace=workspace, by=admin, key=row["source"], tier=row["tier"], **name, **more)


def _save_responsibility(workspace: Workspace, admin: Member, row: Row, people: People) -> None:
    owner, backup = people.known[row["owner"]], people.known[row["backup"]]
    proposers = {"agents": ["agent:*"], "everybody": ["*"], "owner": [f"member:{owner.key}"]}[row["proposers"]]
    place = {"scope": row["scope"], "field": row["field"]}
    known = Responsibility.objects.filter(workspace=workspace, subject="*", **place).first()
    registering.save_responsibility(
        workspace=workspace, by=admin, row=known, owner=owner, backup=backup, proposers=proposers, **place
    )


@contextmanager
def _told(row: int) -> Iterator[None]:
    """Turns what a registry refuses inside into the row and the column where it is mended."""
    try:
        yield
    except Problem as problem:
        if not problem.errors:
            raise
        first = problem.errors[0]
        name = first["pointer"].removeprefix("#/").partition("/")[0]
        column = MENDED.get(name, name)
        raise Refused(row, column if column in COLUMNS else "field", str(first["detail"])) from problem


def _free_key(name: str) -> str:
    """A key from the name that no workspace has."""
    wanted = slugify(name)[:50] or "workspace"
    taken = set(Workspace.objects.filter(key__startswith=wanted).values_list("key", flat=True))
    return next(key for key in (wanted, *(f"{wanted}-{number}" for number in range(2, 10_000))) if key not in taken)
