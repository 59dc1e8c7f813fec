"""What is put into SQL once: it answers as if it were built anew, for whoever asks, and keeps nothing it should not."""

from __future__ import annotations

import datetime as dt
from uuid import UUID

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ledgers.models import Source
from memoryhub.accounts import walls
from memoryhub.accounts.models import Member, Role, Workspace
from memoryhub.accounts.places import among
from memoryhub.accounts.prepared import prepared
from tests.factories import make_member, make_workspace

pytestmark = pytest.mark.django_db
DAY = dt.timedelta(days=1)


@prepared
def known(*names: str, keys: list[UUID], since: dt.datetime) -> QuerySet[Workspace]:
    rows = Workspace.objects.filter(among("pk", keys), created_at__gte=since - DAY, created_at__lt=since + DAY)
    return rows.filter(name__in=names).order_by("name")


@prepared
def people(*, workspace: UUID) -> QuerySet[Member]:
    return Member.objects.select_related("workspace").filter(workspace=workspace).order_by("key")


@prepared
def sources() -> QuerySet[Source]:
    return Source.objects.order_by("key")


@prepared
def audits(member: Member) -> QuerySet[Member]:
    return Member.objects.filter(pk=member.pk) if member.has_role(Role.AUDITOR) else Member.objects.none()


@prepared
def own(member: Member) -> QuerySet[Member]:
    rows = Member.objects.filter(pk=member.pk, workspace=member.workspace_id, key=member.key)
    return rows.filter(workspace__members=member)


@prepared
def patterned(member: Member) -> QuerySet[Member]:
    return Member.objects.filter(name__startswith=member.key)


@prepared
def careless() -> QuerySet[Workspace]:
    return Workspace.objects.filter(created_at__lt=timezone.now())


def test_it_answers_for_what_is_given_each_time() -> None:
    one, other = make_workspace("one"), make_workspace("other")
    names, now = (one.name, other.name), timezone.now()
    assert known(*names, keys=[one.pk, other.pk], since=now) == [one, other]
    assert known(*names, keys=[other.pk], since=now) == [other]
    assert known(*names, keys=[], since=now) == []
    assert known(*names, keys=[one.pk], since=now + 2 * DAY) == []
    assert known(*names, keys=[one.pk], since=now - 2 * DAY) == []
    assert known(one.name, keys=[one.pk, other.pk], since=now) == [one]


def test_it_is_built_once_for_a_shape_and_its_rows_are_whole() -> None:
    one, other = make_workspace("one"), make_workspace("other")
    ana, eva = make_member(one, "ana"), make_member(other, "eva")
    people(workspace=one.pk)
    built, people.build = people.build, None  # type: ignore[assignment]  # nothing may ask it to build again
    try:
        with CaptureQueriesContext(connection) as asked:
            assert people(workspace=other.pk) == [eva]
            assert [member.workspace for member in people(workspace=one.pk)] == [ana.workspace]
    finally:
        people.build = built
    assert len(asked) == 2


def test_each_workspace_has_its_own() -> None:
    one, other = make_workspace("one"), make_workspace("other")
    for workspace in (one, other):
        with walls.inside(workspace):
            Source.objects.create(workspace=workspace, key=f"of-{workspace.key}", name="A source")
    for workspace in (one, other, one):
        with walls.inside(workspace):
            assert [row.key for row in sources()] == [f"of-{workspace.key}"]


def test_what_hangs_on_the_rights_of_a_member_follows_them() -> None:
    ana = make_member(make_workspace("one"), "ana", Role.AUDITOR)
    assert audits(ana) == [ana]
    ana.roles = []
    assert audits(ana) == []


def test_one_building_serves_everybody_who_has_the_same_rights() -> None:
    ana, eva = make_member(make_workspace("one"), "ana"), make_member(make_workspace("other"), "eva")
    assert own(ana) == [ana]
    built, own.build = own.build, None  # type: ignore[assignment]  # as above
    try:
        assert own(eva) == [eva]
        assert own(ana) == [ana]
    finally:
        own.build = built


def test_nobody_but_who_asks_stands_in_a_question() -> None:
    ana, eva = make_member(make_workspace("one"), "ana"), make_member(make_workspace("other"), "eva")
    with pytest.raises(TypeError, match="own takes who asks first"):
        own(ana, eva)


def test_a_key_in_a_pattern_is_refused() -> None:
    with pytest.raises(TypeError, match="patterned would keep"):
        patterned(make_member(make_workspace("one"), "ana"))


def test_a_question_that_looks_at_the_clock_itself_is_refused() -> None:
    with pytest.raises(TypeError, match="careless would keep"):
        careless()
