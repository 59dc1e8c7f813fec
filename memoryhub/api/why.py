"""Why the hub believes a fact, from the record alone."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import formats
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ledgers import wording
from ledgers.models import Fact, Transaction
from ledgers.selectors.facts import FactView
from memoryhub.accounts.models import Workspace
from memoryhub.api.callers import Caller
from memoryhub.api.fact_shapes import Shape, describe, source, written
from memoryhub.api.outcomes import worded
from memoryhub.api.veil import veil
from memoryhub.recall.told import told


def why(caller: Caller, fact: FactView) -> Shape:
    """What it stands by, what stood in its place, and who was told; the trace is that of the decision."""
    workspace = caller.workspace
    changes = list(
        Transaction.objects.filter(workspace=workspace, slot=fact.claim.slot_id)
        .select_related("actor_member")
        .order_by("recorded_at", "id")
    )
    decisive = _decisive(fact, changes)
    shape = describe(caller, [fact])[0]
    hidden = shape["value"] is None and fact.value is not None
    return {
        "fact": shape,
        "sentence": sentence(workspace, fact, decisive),
        "trace": [worded(line) for line in decisive.trace] if decisive else [],
        "timeline": _timeline(caller, _windows(workspace, fact), hidden=hidden),
        "changes": [_change(row) for row in changes],
        "told": _told(workspace, fact.id, fact.claim.slot_id),
        "told_wrong": _told(workspace, fact.claim.corrects, fact.claim.slot_id) if fact.claim.corrects else None,
    }


def _told(workspace: Workspace, fact: UUID, slot: UUID | None) -> Shape:
    found = told(workspace, fact, slot)
    return {
        "fact": str(fact),
        "agents": found.agents,
        "people": found.people,
        "behind": [reader.key for reader in found.behind],
        "receipts": f"{reverse('api-receipts')}?fact={fact}",
    }


def sentence(workspace: Workspace, fact: FactView, decisive: Transaction | None) -> str:
    """What holds, since when, by whom: the answer to "why does the agent believe this?"."""
    since = fact.valid_from or fact.claim.effective_at
    parts: dict[str, Any] = {  # Any: words and texts
        "status": capfirst(wording.status(fact.status)),
        "date": formats.date_format(since.astimezone(workspace.zone), "DATE_FORMAT"),
        "source": fact.claim.source,
        "tier": wording.tier(fact.claim.tier),
        "rule": wording.rule(decisive.rule) if decisive else "",
        "who": decisive.actor_member.name if decisive and decisive.actor_member else "",
    }
    if parts["who"]:
        return _("%(status)s, from %(date)s: %(source)s (%(tier)s) said it and %(who)s decided it: %(rule)s.") % parts
    if parts["rule"]:
        return _("%(status)s, from %(date)s: %(source)s (%(tier)s) said it and the rules settled it: %(rule)s.") % parts
    return _("%(status)s, from %(date)s: %(source)s (%(tier)s) said it.") % parts


def _decisive(fact: FactView, changes: list[Transaction]) -> Transaction | None:
    """The last change that was about this fact's claim, or that named it as the fact in force."""
    mine = [row for row in changes if row.claim_id == fact.id or (row.fact == fact.id and row.kind == "decision")]
    return mine[-1] if mine else None


def _windows(workspace: Workspace, fact: FactView) -> list[Fact]:
    rows = Fact.objects.filter(
        workspace=workspace,
        slot=fact.claim.slot_id,
        standing=Fact.Standing.TIMELINE,
        recorded_during__upper_inf=True,
        valid_during__isempty=False,
    )
    return list(rows.select_related("carrier").order_by("valid_during"))


def _timeline(caller: Caller, rows: list[Fact], *, hidden: bool) -> list[Shape]:
    """The windows, without the values of those that this caller may not read for what they say."""
    said = [
        {
            "id": str(row.carrier_id),
            "subject": row.carrier.subject,
            "field": row.carrier.field,
            "scope": row.carrier.scope,
            "author": row.carrier.author,
            "content": row.carrier.content,
            "value": row.carrier.value,
        }
        for row in rows
    ]
    seen = veil(caller, said)
    return [
        _window(row, hidden=hidden or (shape["value"] is None and row.carrier.value is not None))
        for row, shape in zip(rows, seen, strict=True)
    ]


def _window(row: Fact, *, hidden: bool) -> Shape:
    return {
        "fact": str(row.carrier_id),
        # A window of "no value" is what a retract leaves.
        "value": row.carrier.value if row.value_key is not None and not hidden else None,
        "valid_from": written(row.valid_during.lower),
        "valid_to": written(row.valid_during.upper),
        "source": source(row.carrier),
    }


def _change(row: Transaction) -> Shape:
    return {
        "recorded_at": written(row.recorded_at),
        "claim": str(row.claim_id),
        "action": row.action,
        "status": row.status,
        "rule": row.rule,
        "policy_version": row.policy_version,
        "decided_by": row.actor_member.key if row.actor_member else None,
        "says": wording.rule(row.rule),
    }
