"""What a policy asks of a workspace that its registries do not have."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.contrib.postgres.aggregates import ArrayAgg
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, Q, Value

from ledgers.domain.findings import Finding
from ledgers.domain.lint_registry import Answering, RegisteredSource, RegistryReading, lint_registry
from ledgers.domain.policy import Policy
from ledgers.domain.responsibility import SELF
from ledgers.models import Field, Responsibility, Source
from memoryhub.accounts.models import Member, Role, Workspace

ROUND_THE_CLOCK = 24.0


@dataclass(frozen=True, slots=True)
class Registered:
    """The sources and fields of a workspace, by key: read once by a page that also names them."""

    sources: tuple[Source, ...]
    fields: tuple[Field, ...]


def registered(workspace: Workspace) -> Registered:
    here = {"workspace": workspace}
    return Registered(
        tuple(Source.objects.filter(**here).order_by("key")),
        tuple(Field.objects.filter(**here).select_related("authoritative").order_by("key")),
    )


def against_registries(
    workspace: Workspace,
    policy: Policy,
    before: Policy | None,
    forecast: Mapping[str, float] | None = None,
    known: Registered | None = None,
) -> tuple[Finding, ...]:
    """`before`: what it would take the place of; `forecast`: cases a day by owner, where it was tried on history."""
    return lint_registry(policy, reading(workspace, before, forecast or {}, known or registered(workspace)))


def reading(
    workspace: Workspace, before: Policy | None, forecast: Mapping[str, float], known: Registered
) -> RegistryReading:
    """The registries of a workspace at this moment, as plain data."""
    return RegistryReading(
        sources={row.key: RegisteredSource(row.tier, row.external) for row in known.sources},
        fields={row.key: row.sensitivity for row in known.fields},
        answering=_answering(workspace),
        day_hours=_day(workspace),
        forecast=forecast,
        authoritative=frozenset(row.key for row in known.fields if row.authoritative_id),
        before=before,
    )


def _answering(workspace: Workspace) -> tuple[Answering, ...]:
    """Who is active is asked along with the rows."""
    reviewers = Member.objects.filter(workspace=workspace, active=True, roles__contains=[Role.REVIEWER])
    rows = Responsibility.objects.filter(workspace=workspace).select_related("owner", "backup").order_by("id")
    rows = rows.annotate(
        names=Count("seconds"),
        named=ArrayAgg("seconds__key", filter=Q(seconds__active=True), default=Value([])),
        reviewers=ArraySubquery(reviewers.values("key")),
    )
    return tuple(
        Answering(row.scope, row.field, _people(row, row.named if row.names else row.reviewers) | _self(row))
        for row in rows
    )


def _people(row: Responsibility, seconds: Collection[str]) -> frozenset[str]:
    """Owner and backup, and whoever may be the second person: those the row names, else the reviewers."""
    return frozenset({*(one.key for one in (row.owner, row.backup) if one and one.active), *seconds})


def _self(row: Responsibility) -> frozenset[str]:
    """Whoever the subject is, is somebody."""
    return frozenset({SELF}) if row.owner_is_self else frozenset()


def _day(workspace: Workspace) -> float:
    """Hours of a working day; a day that ends when it begins never ends."""
    begins, ends = (dt.datetime.combine(dt.date.min, time) for time in (workspace.day_begins, workspace.day_ends))
    return (ends - begins).total_seconds() / 3600 or ROUND_THE_CLOCK
