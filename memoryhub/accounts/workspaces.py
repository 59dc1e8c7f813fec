"""Founding a workspace with its first admin, and putting one away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet

from memoryhub.accounts import walls
from memoryhub.accounts.models import Agent, Member, Role, User, Workspace


@dataclass(frozen=True, slots=True)
class Founder:
    """The first person of a workspace: account admin and registry admin, so that they can let in the others."""

    key: str
    name: str
    email: str


def found(
    *, key: str, name: str, founder: Founder, time_zone: str, language: str, demo: bool = False
) -> tuple[Workspace, Member]:
    """Make a workspace and its first admin. A login that exists under the e-mail is used, else one is made that
    cannot sign in before it gets a password."""
    with transaction.atomic():
        workspace = Workspace.objects.create(key=key, name=name, time_zone=time_zone, language=language, demo=demo)
        user = User.objects.filter(email=founder.email.casefold()).first() or User.objects.create_user(founder.email)
        roles = [Role.ACCOUNT_ADMIN, Role.REGISTRY_ADMIN]
        admin = Member.objects.create(
            workspace=workspace, user=user, key=founder.key, name=founder.name, roles=sorted(roles)
        )
    return workspace, admin


def ids() -> Sequence[UUID]:
    """Every workspace, for work that the clock brings to each: one at a time, inside it."""
    return list(Workspace.objects.order_by("id").values_list("id", flat=True))


# What is asked inside each workspace, one after the other, in a single round trip.
_EACH = """
DO $walls$
DECLARE
    one uuid;
    found text := '';
    here text := current_setting('{setting}', true);
    scanning text := current_setting('enable_seqscan');
BEGIN
    -- One plan serves all: it must not read the whole table of one that holds much for each that holds nothing.
    PERFORM set_config('enable_seqscan', 'off', true);
    FOR one IN SELECT id FROM accounts_workspace ORDER BY id LOOP
        PERFORM set_config('{setting}', one::text, true);
        IF EXISTS ({asked}) THEN
            found := found || one::text || ' ';
        END IF;
    END LOOP;
    PERFORM set_config('{setting}', coalesce(here, ''), true);
    PERFORM set_config('enable_seqscan', scanning, true);
    PERFORM set_config('memoryhub.holding', found, true);
END $walls$
"""


def holding(rows: QuerySet[Any]) -> Sequence[UUID]:  # Any: rows of any table behind the walls
    """The workspaces in which these rows are not none: for work the clock brings to a few of many.

    Each workspace is entered in turn, so the walls hold; a thousand cost one round trip and some 20 ms. The rows come
    from a manager that is not walled, which would find nothing outside.
    """
    asked, params = rows.order_by().values("pk").query.sql_with_params()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_EACH.format(setting=walls.SETTING, asked=asked), params)
        cursor.execute("SELECT current_setting('memoryhub.holding')")
        return [UUID(one) for one in cursor.fetchone()[0].split()]


def put_away(*, workspace: Workspace, key: str, name: str) -> None:
    """Give a workspace another key and name and let nobody in any more, neither people nor agents.

    Nothing of it is deleted. Its people lose the way in and their mail about it, not their logins.
    """
    with walls.inside(workspace):
        Workspace.objects.filter(pk=workspace.pk).update(key=key, name=name)
        Member.objects.filter(workspace=workspace).update(active=False, user=None)
        Agent.objects.filter(workspace=workspace).update(active=False)
    workspace.refresh_from_db()
