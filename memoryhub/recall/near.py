"""The facts that are nearest to a question: by meaning where they have vectors, by their words where not.

Scope, time and rights are asked before nearness, so nothing that is over or elsewhere crowds out what is in force.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import connection
from django.db.models import Exists, F, FloatField, Func, OuterRef, Q, QuerySet, Subquery, TextField, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce, Concat, Replace
from pgvector import HalfVector
from pgvector.django import CosineDistance, HalfVectorField

from ledgers.models import Fact, Field
from ledgers.selectors.about import Moment
from ledgers.selectors.standing import holds, in_force, timeline
from memoryhub.accounts.models import Workspace
from memoryhub.recall.embedding.embedder import Vectors
from memoryhub.recall.models import FactVector, IndexedScope
from memoryhub.recall.question import Found, Question

# Fewer letters are in every text.
SHORTEST = 3
# How well a word must be met in a text to count for it.
MET = 0.45
WORD = re.compile(r"\w+")
# How wide a graph is searched: of the five nearest of 20,000 sentences, 200 found 0.9975. Where looking at all of a
# scope costs less (below some 8,000 facts) the planner does that.
EF_SEARCH = 200


@dataclass(frozen=True, slots=True)
class Near:
    """Where to look, for what, and seen from when; at most how many."""

    workspace: Workspace
    asked: Question
    at: Moment
    most: int


@dataclass(frozen=True, slots=True)
class Meaning:
    """The vector of a question, and the model that made it."""

    vector: Vectors
    model: str
    dims: int


def by_meaning(near: Near, meaning: Meaning) -> list[Found]:
    """Those in force now whose vectors are nearest: of small scopes all are looked at, of large ones a graph."""
    rows = IndexedScope.objects.filter(workspace=near.workspace, scope__in=near.asked.scopes, model=meaning.model)
    large = sorted(rows.values_list("scope", flat=True))
    found = _nearest(near, meaning, Q(scope__in=set(near.asked.scopes).difference(large)), F("vector"))
    if large:
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL hnsw.iterative_scan = relaxed_order; SET LOCAL hnsw.ef_search = {EF_SEARCH}")
    for scope in large:
        # The graph is over this one scope, and over vectors of that many numbers.
        column = Cast("vector", HalfVectorField(dimensions=meaning.dims))
        found += _nearest(near, meaning, Q(scope=scope), column)
    return sorted(found, key=lambda one: (-one.score, one.fact))[: near.most]


def _nearest(near: Near, meaning: Meaning, place: Q, column: F | Cast) -> list[Found]:
    stands = in_force(near.at.now).filter(workspace=near.workspace, carrier=OuterRef("claim"))
    if near.asked.subject:
        stands = stands.filter(slot__subject__key=near.asked.subject)
    rows = FactVector.objects.filter(place, Exists(stands), workspace=near.workspace, model=meaning.model)
    distance = CosineDistance(column, HalfVector(meaning.vector))
    nearest = rows.annotate(distance=distance).order_by("distance")[: near.most]
    return [Found(fact, max(0.0, 1 - far)) for fact, far in nearest.values_list("claim", "distance")]


def by_words(near: Near) -> list[Found]:
    """Those in force at the moment whose words meet the question's."""
    return _met(near, _timeline(near).filter(holds(near.at.as_of)))


def not_embedded(near: Near, model: str, waiting: Sequence[UUID] | None) -> list[Found]:
    """The same of what that model has not embedded yet: `waiting`, where they are few enough to be named."""
    if waiting is not None and not waiting:
        return []
    rows = _timeline(near).filter(holds(near.at.as_of))
    rows = rows if waiting is None else rows.filter(carrier__in=waiting)
    return _met(near, rows.exclude(Exists(FactVector.objects.filter(claim=OuterRef("carrier"), model=model))))


def superseded(near: Near) -> list[Found]:
    """Those that were in force at some time before the moment, and are not any more."""
    now = _timeline(near).filter(holds(near.at.as_of))
    rows = _timeline(near).filter(valid_during__startswith__lte=near.at.as_of)
    return _met(near, rows.exclude(carrier__in=now.values("carrier")))


def _timeline(near: Near) -> QuerySet[Fact]:
    rows = timeline(near.at.known_at).filter(workspace=near.workspace, slot__scope__in=near.asked.scopes)
    return rows.filter(slot__subject__key=near.asked.subject) if near.asked.subject else rows


def _met(near: Near, rows: QuerySet[Fact]) -> list[Found]:
    words = [word for word in WORD.findall(near.asked.query) if len(word) >= SHORTEST] or [near.asked.query]
    scored = rows.annotate(met=_share(words)).filter(met__gt=0).order_by("-met", "carrier_id")
    found: dict[UUID, Found] = {}
    # A fact may stand in several rows.
    for fact, score in scored.values_list("carrier_id", "met")[: 2 * near.most]:
        found.setdefault(fact, Found(fact, float(score)))
    return list(found.values())[: near.most]


class _Share(Func):
    """How well a text meets some words, from 0 to 1: the mean over the words of how well each is met."""

    template = (
        "(SELECT avg(CASE WHEN met >= %(least)s THEN met ELSE 0 END) FROM (SELECT word_similarity(unaccent(word),"
        " unaccent(pair.said)) AS met FROM (SELECT %(expressions)s) AS pair(words, said), unnest(pair.words) word) e)"
    )
    output_field = FloatField()


def _share(words: Sequence[str]) -> _Share:
    return _Share(Value(list(words), output_field=ArrayField(TextField())), _text(), least=MET)


def _text() -> Concat:
    """Value, condition and quote, the field's key and its names in both languages, and whom it is about."""
    registered = Field.objects.filter(workspace=OuterRef("workspace"), key=OuterRef("slot__field"))
    parts = [
        Cast("carrier__value", TextField()),
        F("carrier__condition"),
        KeyTextTransform("text", "carrier__evidence"),
        Replace("slot__field", Value("."), Value(" ")),
        F("slot__subject__shown"),
        Subquery(registered.values("name")[:1]),
        Subquery(registered.values("name_pt")[:1]),
    ]
    spaced = [piece for part in parts for piece in (Coalesce(part, Value(""), output_field=TextField()), Value(" "))]
    return Concat(*spaced, output_field=TextField())
