"""A slot's history in sentences: why the present fact holds, and what each change was."""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from ledgers import wording
from ledgers.leaves import Reader, Shown
from ledgers.models import Claim, Transaction
from ledgers.selectors.history import History
from ledgers.showing import day

TONES = {"append": "good", "revise": "good", "defer_verify": "wait", "reject_conflict": "late", "noop": ""}


@dataclass(frozen=True, slots=True)
class Entry:
    """One change in words, with the steps behind it."""

    id: uuid.UUID
    at: dt.datetime
    tone: str
    action: str
    said: str
    value: Shown
    text: str
    note: str
    rule: str
    policy_version: int
    case_url: str
    steps: list[str]
    digest: str


def entries(history: History, reader: Reader) -> list[Entry]:
    return [_entry(change, history, reader) for change in history.changes]


def _entry(change: Transaction, history: History, reader: Reader) -> Entry:
    return Entry(
        id=change.pk,
        at=change.recorded_at,
        tone=TONES.get(change.action, ""),
        action=wording.action(change.action),
        said=_said(change, reader),
        value=reader.value(change.claim),
        text=_text(change, history, reader),
        note="" if history.hidden else change.note,
        rule=wording.rule(change.rule),
        policy_version=change.policy_version,
        case_url=_case_url(change, history),
        steps=[wording.say(line["code"], line.get("params", {})) for line in change.trace],
        digest=bytes(change.hash).hex()[:12],
    )


def _case_url(change: Transaction, history: History) -> str:
    """Where a person decided this, or had decided against it before."""
    before = history.decided_before.get(change.target) if change.target else None
    case = change.case or before
    return reverse("case", args=[case]) if case else ""


def _said(change: Transaction, reader: Reader) -> str:
    """Who put the value forward."""
    claim = change.claim
    if change.actor_member is not None and claim.member_id == change.actor_member_id:
        return change.actor_member.name
    return reader.sources.get(claim.source) or claim.source


def _text(change: Transaction, history: History, reader: Reader) -> str:
    """What came of it."""
    said = {
        "who": change.actor_member.name if change.actor_member else "",
        "reason": wording.reason(change.reason),
        "old": _value(change.target, history, reader),
        "rule": wording.rule(change.rule),
    }
    if change.kind in {Transaction.Kind.DECISION, Transaction.Kind.REVIEW}:
        return _("%(who)s decided: %(rule)s.") % said
    if change.kind == Transaction.Kind.UNDO:
        return _("%(who)s took the decision back.") % said
    match change.action:
        case "defer_verify":
            return _("Sent to its owner: %(reason)s.") % said
        case "revise":
            return _("It replaced “%(old)s” by rule: %(rule)s.") % said
        case _:
            return _("By rule: %(rule)s.") % said


def _value(key: uuid.UUID | None, history: History, reader: Reader) -> str:
    claim = history.targets.get(key) if key else None
    return reader.value(claim).text if claim else ""


def answer(history: History, reader: Reader) -> str:
    """Why the hub believes what it believes here, in one sentence from the record alone."""
    view = history.standing
    if view is None:
        return _nothing(history)
    change = _decisive(history, view.claim)
    said = {
        "value": reader.value(view.claim).text,
        "source": reader.sources.get(view.claim.source) or view.claim.source,
        "tier": wording.tier(view.claim.tier),
        "since": day(view.valid_from or view.claim.effective_at),
    }
    if change is None:
        return _("“%(value)s” holds since %(since)s: %(source)s (%(tier)s) said it.") % said
    said |= {
        "who": change.actor_member.name if change.actor_member else "",
        "day": day(change.recorded_at),
        "rule": wording.rule(change.rule),
        "old": _value(change.target, history, reader),
        "why": change.note,
    }
    return _decided(change, said, hidden=history.hidden)


def _decided(change: Transaction, said: dict[str, str], *, hidden: bool) -> str:
    replaced = bool(said["old"]) and change.action == "revise"
    if change.kind in {Transaction.Kind.DECISION, Transaction.Kind.REVIEW}:
        words = _("%(who)s decided on %(day)s that “%(value)s” holds, said by %(source)s (%(tier)s)")
        if said["why"] and not hidden:
            words += _(", because: “%(why)s”")
    else:
        words = _("“%(value)s” holds since %(since)s because %(source)s (%(tier)s) said it; rule: %(rule)s")
    if replaced:
        words += _("; it replaced “%(old)s”")
    return (words + ".") % said


def _nothing(history: History) -> str:
    if any(view.status == "pending" for view in history.others):
        return _("No value is in force here; what was proposed waits for its owner.")
    if any(view.status == "scheduled" for view in history.others):
        return _("No value is in force yet; one is scheduled.")
    return _("No value is in force here any more.")


def _decisive(history: History, claim: Claim) -> Transaction | None:
    """The last change that was about this fact, or that named it as the one that stands."""
    about = (change for change in history.latest if claim.pk in {change.claim_id, change.fact})
    return next((change for change in about if change.action in {"append", "revise"} or change.case), None)
