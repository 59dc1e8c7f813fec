"""I20: what a claim says commands nothing: a hundred texts that try leave ledgers and pages as harmless ones do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core import mail
from django.db import models, transaction
from pytest_django import DjangoDbBlocker

from escalations.models import Case
from ledgers.models import Claim, Fact, Field, PolicyVersion, Responsibility, Source, Transaction
from memoryhub.accounts.models import Member
from tests.cases.world import World
from tests.factories import mail_all
from tests.invariants.attacks import TEXTS, harmless
from tests.invariants.pressing import signed_in
from tests.invariants.saying import ACME, Said, day, say, store, world
from tests.plugins.walls import count_rows

# Our own words about a text: what cannot be seen is named, and what reads like an instruction is marked.
OURS = re.compile(
    r'<span class="unseen">[^<]*</span>|<small class="mark">.*?</small>'
    r'|<div class="note late" data-alike>.*?</div></div>|<wbr>',
    re.DOTALL,
)
# Cards, facts and other rows that pages of the two worlds tell apart by nothing but ids.
SAMPLE = 12

Text = Callable[[int, str], str]
pytestmark = pytest.mark.django_db


def attacking(_number: int, text: str) -> str:
    return text


def post(place: World, text: Text) -> None:
    """Every text as a value and a quote, some as conditions and names; in fields of every kind."""
    say(place, Said(field="contact.primary", value="Dana", effective_at=day(1)))
    for number, wanted in enumerate(TEXTS):
        said = text(number, wanted)
        about = Said(
            subject=f"client:c{number}", value=said, effective_at=day(2), evidence={"text": said, "ref": said[:99]}
        )
        say(place, about)
        say(
            place,
            Said(field="contact.primary", value=said, source="agents", by="agent-1", effective_at=day(3 + number)),
        )
        if number < SAMPLE:
            say(place, Said(field="company.status", value=f"s{number}", condition=said, effective_at=day(4 + number)))
            store(place, Said(field=f"colour.c{number}", value={said: [said]}))


@pytest.fixture(scope="module")
def worlds(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[World, World]]:
    """The same day twice, lived once for all tests here: with the texts, and with harmless ones of the same length."""
    with django_db_blocker.unblock(), transaction.atomic():
        tried, calm = world("tried"), world("calm")
        post(tried, attacking)
        post(calm, harmless)
        # So many rows of one transaction, which no statistics know of, can make a card look for them one by one.
        count_rows()
        yield tried, calm
        transaction.set_rollback(True)


def test_the_ledgers_are_those_of_harmless_texts(worlds: tuple[World, World]) -> None:
    tried, calm = worlds
    assert state(tried) == state(calm)
    assert rights(tried) == rights(calm)
    kept = Claim.objects.filter(workspace=worlds[0].workspace, field="company.plan").order_by("pk")
    assert [claim.evidence["text"] for claim in kept] == TEXTS


def test_no_page_and_no_mail_has_an_element_more(worlds: tuple[World, World]) -> None:
    """Beside our own marker for people, which texts read like instructions; it weighs nothing, or the log differed."""
    tried, calm = worlds
    # First, since what was read on a page is not mailed any more.
    for place in worlds:
        mail_all(place.workspace)
    marked = 0
    for (path, page), (_other, expected) in zip(pages(tried), pages(calm), strict=True):
        assert elements(page) == elements(expected), path
        assert "Reads like an instruction" not in expected
        marked = max(marked, page.count("Reads like an instruction"))
    assert marked > len(TEXTS) / 2
    flags = flagged(tried)
    assert flags.count(["instruction_like"]) > len(TEXTS) / 2
    assert set(map(tuple, flagged(calm))) == {()}
    sent = [[letter for letter in mail.outbox if f"@{place.workspace.key}." in letter.to[0]] for place in worlds]
    assert len(sent[0]) == len(sent[1]) > 0
    for one, other in zip(*sent, strict=True):
        assert elements(one.alternatives[0][0]) == elements(other.alternatives[0][0])
        assert elements(str(one.body)) == elements(str(other.body)) == Counter()


def flagged(place: World) -> list[list[str]]:
    answer = signed_in(place, "ana").get("/api/v1/facts?field=company.plan&limit=200")
    return [fact["flags"] for fact in answer.json()["items"]]


def state(place: World) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of the ledgers without values, digests and ids."""
    mine = {"workspace": place.workspace}
    return {
        "facts": list(
            Fact.objects.filter(**mine).order_by("recorded_at", "claim_id", "pk").values_list(
                "slot__subject__key", "slot__field", "slot__scope", "standing", "valid_during", "tier", "source",
                "dated", "owner_word", "edge", "weighs", "renews", "returned", "newer_weaker", "reason", "ended_how",
            )
        ),
        "log": list(
            Transaction.objects.filter(**mine).order_by("recorded_at", "pk").values_list(
                "claim__field", "number", "kind", "action", "status", "rule", "reason", "policy_version",
                "actor_member__key", "actor_agent__key",
            )
        ),
        "claims": list(
            Claim.objects.filter(**mine).order_by("pk").values_list(
                "field", "tier", "tier_reason", "external", "speaker", "author", "content", "answer__status"
            )
        ),
        "cases": list(
            Case.objects.filter(**mine).order_by("pk").values_list(
                "kind", "state", "sensitivity", "owner__key", "backup__key", "choice", "candidates__left_at"
            )
        ),
    }  # fmt: skip


def rights(place: World) -> list[list[Any]]:
    """Who may do what, and by which policy."""
    members: list[tuple[type[models.Model], tuple[str, ...]]] = [
        (Source, ("key", "tier", "external", "relayed", "subjects")),
        (Field, ("key", "type", "sensitivity", "values")),
        (Responsibility, ("scope", "field", "subject", "owner__key", "backup__key", "proposers")),
        (Member, ("key", "roles", "active")),
        (PolicyVersion, ("version", "active", "document")),
    ]
    return [
        list(model._default_manager.filter(workspace=place.workspace).order_by(*names[:3]).values_list(*names))
        for model, names in members
    ]


def pages(place: World) -> Iterator[tuple[str, str]]:
    """Every kind of page that shows what claims say, as its owner and its admin see them."""
    client, admin = signed_in(place, "ana"), signed_in(place, "adm")
    mine = {"workspace": place.workspace}
    cases = [f"/cases/{case.pk}/" for case in Case.objects.filter(**mine).order_by("opened_at")]
    kept = Claim.objects.filter(**mine, field="company.plan").order_by("pk")[:SAMPLE]
    disputed = Claim.objects.filter(**mine, field="contact.primary", subject=ACME).order_by("pk")[:1]
    stated = Claim.objects.filter(**mine, field="company.status").order_by("pk")[:1]
    facts = [f"/facts/{claim.pk}/" for claim in [*kept, *disputed, *stated]]
    for path in ["/queue/?view=all", "/facts/", *cases, *facts]:
        yield path, client.get(path).content.decode()
    unknown = place.workspace.unknownfield_set.order_by("key")
    for path in [
        "/registry/",
        "/registry/unknown-fields/",
        *(f"/registry/unknown-fields/{row.pk}/" for row in unknown),
    ]:
        answer = admin.get(path)
        assert answer.status_code == 200, path
        yield path, answer.content.decode()


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: Counter[tuple[str, ...]] = Counter()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found[(tag, *sorted(name for name, _value in attrs))] += 1

    handle_startendtag = handle_starttag


def elements(page: str) -> Counter[tuple[str, ...]]:
    """Every element with the names of its attributes, counted; without what we say about texts ourselves."""
    reader = _Elements()
    reader.feed(OURS.sub("", page))
    reader.close()
    return reader.found
