"""Recall: what an agent is told. Rights and scope first, then nearness, then the written rule, then what differs."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from ledgers.selectors import facts
from ledgers.selectors.facts import Asked
from ledgers.services import policies
from ledgers.services.authors import Author
from memoryhub.accounts.models import Workspace
from memoryhub.recall import mixing, near, receipts, vectors
from memoryhub.recall.admission import verdict
from memoryhub.recall.embedding.choosing import embedder
from memoryhub.recall.embedding.embedder import Kind, Unavailable
from memoryhub.recall.grouping import together
from memoryhub.recall.models import Receipt
from memoryhub.recall.near import Meaning, Near
from memoryhub.recall.question import Found, Item, LeftOut, Question, Recalled

log = logging.getLogger(__name__)

# So many times what is wanted is looked at: some of it may not be passed on, and some says the same.
WIDER = 4


def meaning_of(asked: Question) -> Meaning | None:
    """The vector of a question, None where it goes by words. Asked for before a transaction begins, and none may be
    open: a model behind an endpoint takes its time."""
    chosen = embedder()
    if chosen is None or asked.of_another_moment:
        return None
    try:
        [vector] = chosen.embed([asked.query], Kind.QUERY)
    except Unavailable as error:
        log.warning("recall goes by words: %s", error)
        return None
    return Meaning(vector, chosen.model, chosen.dims)


def recall(workspace: Workspace, asked: Question, meaning: Meaning | None) -> tuple[Recalled, int]:
    """What is near the question in its scopes and may be told, and the version of the policy that said so. The caller
    has made sure that whoever asks may read these scopes."""
    at = facts.moment(Asked(as_of=asked.as_of, known_at=asked.known_at))
    version, policy = policies.active(workspace)
    candidates = _candidates(Near(workspace, asked, at, WIDER * asked.k), meaning)
    views = {view.id: view for view in facts.views(workspace, [one.fact for one in candidates], at)}
    items: list[Item] = []
    left_out: list[LeftOut] = []
    for one in candidates:
        if one.fact not in views:
            continue
        said = verdict(policy, views[one.fact], asked)
        if said in ("allowed", "worded"):
            items.append(Item(views[one.fact], one.score, said == "worded"))
        else:
            left_out.append(LeftOut(one.fact, said, one.score))
    order = sorted(together(workspace, policy, items, asked, at), key=lambda item: item.view.status != "accepted")
    # Only the first k; of what was near beyond them nothing is said.
    return Recalled(order[: asked.k], left_out, None if asked.known_at else at.now), version


def tell(workspace: Workspace, asked: Question, meaning: Meaning | None, by: Author) -> tuple[Recalled, Receipt]:
    """Recall for somebody, with a receipt of it."""
    recalled, version = recall(workspace, asked, meaning)
    return recalled, receipts.leave(workspace, by, asked, recalled, version)


def _candidates(where: Near, meaning: Meaning | None) -> Sequence[Found]:
    """The current ones, the nearest first; then, if history is asked for, the superseded ones."""
    found = _current(where, meaning)
    if where.asked.history:
        have = {one.fact for one in found}
        found += [one for one in near.superseded(where) if one.fact not in have]
    return found


def _current(where: Near, meaning: Meaning | None) -> list[Found]:
    """By meaning and words, with what has no vector yet by its words; without a meaning all of it by words."""
    if meaning is None or where.asked.of_another_moment:
        return near.by_words(where)
    looked = max(where.most, mixing.LOOKED)
    found = mixing.with_words(where.workspace, where.asked.query, near.by_meaning(replace(where, most=looked), meaning))
    have: set[UUID] = {one.fact for one in found}
    waiting = vectors.waiting(where.workspace, meaning.model)
    found += [one for one in near.not_embedded(where, meaning.model, waiting) if one.fact not in have]
    return sorted(found, key=lambda one: -one.score)[: where.most]
