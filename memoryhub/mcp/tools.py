"""The four tools. Each asks the hub over its REST interface with the caller's own token, and nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import TypeVar

from memoryhub import client
from memoryhub.client import AsyncHub
from memoryhub.mcp import inputs, outputs
from memoryhub.mcp.refusals import Refused

T = TypeVar("T")
# Seconds for the outcome: rules settle within a fraction of one.
WAIT = 5
# Facts that are looked through for caveats.
LOOKED_AT = 200


async def remember(hub: AsyncHub, asked: inputs.Remember) -> outputs.Kept:
    """Say something to the shared memory. Rules decide what becomes of it, or its owner does; the answer says which."""
    if asked.kind != "retract" and "value" not in asked.model_fields_set:
        raise Refused("remember: `value` is missing; only a retract goes without. Add it and call again.")
    first = (asked.subject, asked.field, asked.scope, asked.value, asked.source)
    more = asked.model_dump(exclude_none=True, exclude={"subject", "field", "scope", "value", "source"})
    said = await hub.remember(*first, wait=WAIT, **more)
    outcome = said.outcome
    case = await _case(hub, outcome.case if said.waits_for_a_person and outcome else None)
    return outputs.Kept(
        says=_says(said, case),
        id=said.id,
        state=said.state,
        reason=said.reason,
        action=outcome.action if outcome else None,
        status=outcome.status if outcome else None,
        rule=outcome.rule if outcome else None,
        fact=outcome.fact if outcome else None,
        case=outcome.case if outcome else None,
        decides=case.owner if case else None,
        due_at=case.due_at if case else None,
    )


async def recall(hub: AsyncHub, asked: inputs.Recall) -> outputs.Recalled:
    """Ask the shared memory what is known and in force, with every reason to be careful."""
    more = asked.model_dump(exclude_none=True, exclude={"query", "scopes"})
    found = await hub.recall(asked.query, asked.scopes or (), **more)
    return outputs.Recalled(
        items=[_near(item) for item in found.items],
        left_out=[outputs.LeftOut(fact=one.fact, why=one.why) for one in found.left_out],
        context=found.context,
        receipt=found.receipt,
    )


async def why(hub: AsyncHub, asked: inputs.Why) -> outputs.Reasons:
    """Why the memory believes a fact: who said it, which rule or person settled it, and what held before."""
    found = await hub.why(asked.fact or await _the_one(hub, asked))
    return outputs.Reasons(
        sentence=found.sentence,
        fact=outputs.Fact(**outputs.fact(found.fact)),
        steps=[step.says for step in found.trace],
        timeline=[
            outputs.Window(
                fact=row.fact,
                value=row.value,
                valid_from=row.valid_from,
                valid_to=row.valid_to,
                source=row.source.key,
            )
            for row in found.timeline
        ],
    )


async def disputes(hub: AsyncHub, asked: inputs.Disputes) -> outputs.Disputed:
    """What is disputed about a subject, field or scope: since when, what stands, what waits, and who decides."""
    about = _named(asked)
    if not about:
        raise Refused("disputes: name a subject, a field or a scope; without any there is nothing to look for.")
    cases = [case async for case in _first(hub.cases(limit=asked.limit + 1, **about), asked.limit + 1)]
    facts = [found async for found in _first(hub.facts(limit=LOOKED_AT, **about), LOOKED_AT)]
    careful = [found for found in facts if found.caveats]
    return outputs.Disputed(
        open=[_question(await hub.case(case.id)) for case in cases[: asked.limit]],
        careful=[outputs.Fact(**outputs.fact(found)) for found in careful[: asked.limit]],
        more=len(cases) > asked.limit or len(careful) > asked.limit or len(facts) == LOOKED_AT,
    )


def _says(said: client.Remembered, case: client.WholeCase | None) -> str:
    if said.waits_for_a_person:
        who = f"{case.owner} decides, due {case.due_at:%Y-%m-%d %H:%M} UTC" if case else "a person decides"
        return f"It waits for a person: {who}. Until then what stood before stands; do not act on it, nor say it again."
    if said.outcome is None:
        if said.reason == "unregistered_field":
            return (
                "Nobody registered this field. It is kept and waits for the registry's admin; use a registered field."
            )
        return "It is kept and will be settled; ask for it again in a moment."
    if said.outcome.action == "reject_conflict":
        return "It was kept and does not stand: something stronger or newer does. `why` on `fact` tells what."
    if said.outcome.action == "noop":
        return "The memory held it already."
    return f"It was kept: {said.outcome.status}."


async def _case(hub: AsyncHub, case: str | None) -> client.WholeCase | None:
    """Who decides. The claim is kept, whether or not that can be told."""
    if case is not None:
        with suppress(client.HubError):
            return await hub.case(case)
    return None


async def _the_one(hub: AsyncHub, asked: inputs.Why) -> str:
    about = _named(asked)
    if not about:
        raise Refused("why: name a fact by its id, or by its subject, field and scope.")
    found = [one async for one in _first(hub.facts(limit=6, **about), 6)]
    if not found:
        raise Refused("why: nothing is in force there. Look with `recall`, or with `disputes` for what still waits.")
    if len(found) > 1:
        listed = "; ".join(f"{one.id} ({one.field} in {one.scope})" for one in found[:5])
        raise Refused(f"why: several facts are in force there. Name one by `fact`: {listed}")
    return found[0].id


def _named(asked: inputs.Why | inputs.Disputes) -> dict[str, str]:
    """Where to look. A model that fills in a blank names nothing by it."""
    places = {"subject": asked.subject, "field": asked.field, "scope": asked.scope}
    return {name: place for name, place in places.items() if place and place.strip()}


async def _first(rows: AsyncIterator[T], most: int) -> AsyncIterator[T]:
    """No more than so many, and no page more than they need."""
    count = 0
    async for row in rows:
        yield row
        count += 1
        if count == most:
            return


def _near(item: client.RecalledFact) -> outputs.Near:
    beside = [{"fact": one.fact, "scope": one.scope, "value": one.value} for one in item.beside]
    return outputs.Near(**outputs.fact(item), score=item.score, gate=item.gate, beside=beside)


def _question(case: client.WholeCase) -> outputs.Question:
    return outputs.Question(
        case=case.id,
        kind=case.kind,
        subject=case.subject,
        field=case.field,
        scope=case.scope,
        since=case.opened_at,
        due_at=case.due_at,
        decides=case.assignee or case.owner,
        backup=case.backup,
        stands=outputs.claimed(case.standing) if case.standing else None,
        waiting=[outputs.claimed(one) for one in case.candidates],
    )
