"""Cases in the shape of the contract."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from escalations import evidence
from escalations.deciding import approvals, second_person
from escalations.deciding.choice import CHOICES
from escalations.models import Case
from escalations.time.standing_in import stands_for
from ledgers.models import Claim
from memoryhub.api.callers import Caller
from memoryhub.api.claims_contract import ClaimOut
from memoryhub.api.fact_shapes import Shape, written
from memoryhub.api.told_claims import describe
from memoryhub.api.veil import veil


class CaseOut(serializers.Serializer[Case]):
    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=[str(kind) for kind in Case.Kind])
    state = serializers.ChoiceField(choices=[str(state) for state in Case.State])
    subject = serializers.CharField()
    field = serializers.CharField()
    scope = serializers.CharField()
    sensitivity = serializers.CharField(allow_null=True)
    fact = serializers.UUIDField(allow_null=True, help_text="The fact a check is about.")
    owner = serializers.CharField(allow_null=True)
    owner_for = serializers.CharField(allow_null=True, help_text="The member whom `owner` stands in for while away.")
    backup = serializers.CharField(allow_null=True)
    assignee = serializers.CharField(allow_null=True, help_text="Whom the owner handed it to; the owner stays.")
    snoozed_until = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField()
    opened_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    closed_because = serializers.CharField(allow_null=True, help_text="The rule that closed it without a person.")
    decided_by = serializers.CharField(allow_null=True)
    choice = serializers.CharField(allow_null=True)
    chosen = serializers.UUIDField(allow_null=True)
    reason = serializers.CharField(allow_null=True)


class EventOut(serializers.Serializer[Any]):  # Any: documentation only
    at = serializers.DateTimeField()
    code = serializers.CharField()
    params = serializers.DictField()
    by = serializers.CharField(allow_null=True)


class ApprovalOut(serializers.Serializer[Any]):  # Any: documentation only
    by = serializers.CharField()
    at = serializers.DateTimeField()
    choice = serializers.CharField()
    claim = serializers.UUIDField(allow_null=True)
    effective_at = serializers.DateTimeField(allow_null=True)
    scopes = serializers.ListField(child=serializers.CharField())
    may_confirm = serializers.ListField(child=serializers.CharField(), help_text="Keys of members.")


class WholeCaseOut(CaseOut):
    evidence_digest = serializers.CharField(help_text="A decision names it: SHA-256 of what is shown.")
    choices = serializers.ListField(child=serializers.CharField())
    undo_until = serializers.DateTimeField(allow_null=True, help_text="Until when whoever decided may take it back.")
    people_needed = serializers.IntegerField(help_text="2 where a second person has to confirm.")
    approval = ApprovalOut(allow_null=True, help_text="The first of two approvals, while it waits for the second.")
    standing = ClaimOut(allow_null=True, help_text="The claim behind the fact in force.")
    candidates = ClaimOut(many=True)
    events = EventOut(many=True)


def brief(case: Case) -> Shape:
    """A case in a list."""
    return {
        "id": str(case.pk),
        "kind": case.kind,
        "state": case.state,
        "subject": case.slot.subject.shown,
        "field": case.slot.field,
        "scope": case.slot.scope,
        "sensitivity": case.sensitivity or None,
        "fact": str(case.fact) if case.fact else None,
        "owner": case.owner.key if case.owner else None,
        "owner_for": away.key if (away := stands_for(case)) else None,
        "backup": case.backup.key if case.backup else None,
        "assignee": case.assignee.key if case.assignee else None,
        "snoozed_until": written(case.snoozed_until),
        "version": case.version,
        "opened_at": written(case.opened_at),
        "due_at": written(case.due_at),
        "closed_at": written(case.closed_at),
        "closed_because": case.closed_because or None,
        "decided_by": case.decided_by.key if case.decided_by else None,
        "choice": case.choice or None,
        "chosen": str(case.chosen) if case.chosen else None,
        "reason": case.reason or None,
    }


def whole(case: Case, caller: Caller) -> Shape:
    """A case as its owner decides on it."""
    standing = evidence.in_force(case.slot)
    # Of a closed case: everything that was ever put to its owner.
    asked = evidence.candidates(case) if case.state == Case.State.OPEN else list(case.candidates.all())
    waiting = Claim.objects.filter(pk__in=[row.claim_id for row in asked]).order_by("pk")
    events = case.events.select_related("member", "agent").order_by("at", "pk")
    return {
        **brief(case),
        "evidence_digest": evidence.digest(case),
        "choices": list(CHOICES[case.kind]) if case.state == Case.State.OPEN else [],
        "undo_until": written(case.undo_until),
        "people_needed": 2 if second_person.needed(case) else 1,
        "approval": _approval(case),
        "standing": veil(caller, describe([standing]))[0] if standing else None,
        "candidates": veil(caller, describe(waiting)),
        "events": [
            {
                "at": written(event.at),
                "code": event.code,
                "params": event.params,
                "by": event.member.key if event.member else event.agent.key if event.agent else None,
            }
            for event in events
        ],
    }


def _approval(case: Case) -> Shape | None:
    """The first of two approvals, without the value it may name."""
    given = approvals.first(case) if case.state == Case.State.OPEN else None
    if given is None:
        return None
    kept = {name: given.choice[name] for name in ("choice", "claim", "effective_at", "scopes")}
    pool = [member.key for member in second_person.confirmers(case, given.member)]
    return {"by": given.member.key, "at": written(given.at), **kept, "may_confirm": pool}
