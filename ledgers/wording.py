"""The words for what decisions say in codes, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.utils import formats, timezone
from django.utils.dateformat import format as date_format
from django.utils.translation import gettext_lazy as _

from ledgers import wording_content
from ledgers.showing import day
from memoryhub.accounts.errors import Words

TIERS: dict[str, Words] = {
    "system_of_record": _("system of record"),
    "approved_document": _("approved document"),
    "authorized_person": _("authorised person"),
    "counterparty": _("other party, own data"),
    "agent_inference": _("agent inference"),
    "unattributed": _("no known source"),
}

SENSITIVITIES: dict[str, Words] = {
    "payment": _("payment"),
    "permission": _("permission"),
    "contact": _("contact"),
    "legal": _("legal commitment"),
    "personal": _("personal data"),
}

ACTIONS: dict[str, Words] = {
    "append": _("added"),
    "noop": _("kept as a support"),
    "revise": _("replaces what stood"),
    "reject_conflict": _("not taken over"),
    "defer_verify": _("waits for its owner"),
}

STATUSES: dict[str, Words] = {
    "accepted": _("accepted"),
    "scheduled": _("scheduled"),
    "pending": _("pending"),
    "superseded": _("superseded"),
    "expired": _("expired"),
    "corrected": _("corrected"),
    "erased": _("erased"),
    "rejected": _("rejected"),
}

LINES: dict[str, Words] = {
    "detect.nothing_there": _("Nothing stood there before."),
    "detect.same_value": _("It says the same as the fact that stands."),
    "detect.other_value": _("It says something else than the fact that stands."),
    "detect.no_value": _("It says that there is no value any more."),
    "scope.same": _("Same subject, field and scope: the two compete."),
    "scope.apart": _("No other fact holds at the same time."),
    "authority.counted_as.not_bound_to_subject": _(
        "The source does not speak for this subject, so the claim counts as one of no known source."
    ),
    "authority.counted_as.derived": _(
        "It is derived from other claims, so it weighs no more than the weakest of them."
    ),
    "authority.counted_as.value_not_in_quote": _(
        "The quoted message does not contain the value, so the claim counts as the agent's own inference."
    ),
    "authority.alone": _("Its source (%(tier)s) meets no other fact."),
    "authority.stronger": _("Its source (%(tier)s) outranks that of the other fact (%(other_tier)s)."),
    "authority.weaker": _("Its source (%(tier)s) ranks below that of the other fact (%(other_tier)s)."),
    "authority.equal": _("Both sources have the same rank in this field (%(tier)s and %(other_tier)s)."),
    "dates.assumed": _("Nobody gave a date; the moment of recording stands in for it."),
    "dates.alone": _("It holds from %(date)s."),
    "dates.later": _("It holds from %(date)s, later than the other fact (%(other_date)s)."),
    "dates.older": _("It holds from %(date)s, before the other fact (%(other_date)s)."),
    "dates.same": _("Both hold from the same date (%(date)s)."),
    "dates.past_review": _("The fact that stands is past its review date."),
    "ownership.sensitive": _("The field is sensitive (%(class)s): only its owner decides."),
    "ownership.sensitive_value": _("The field is harmless and the value is not (%(content)s): only its owner decides."),
    "ownership.unsure": _("Whoever noted it was not sure of it."),
    "detect.lookalike_subject": _("Its subject looks like another one, and nobody has said yet whose the name is."),
    "ownership.not_proposer": _("Its author may not propose here."),
    "ownership.may_propose": _("Its author may propose here, and rules may settle this field."),
    "ownership.outside_scope": _("Its author may propose here, but rules may not settle this field alone."),
    "decide.append": _("The rules added it."),
    "decide.noop": _("The rules kept it as a support."),
    "decide.revise": _("The rules let it replace what stood."),
    "decide.reject_conflict": _("The rules did not take it over."),
    "decide.owner.tie": _("Stopped: two values with the same rank and date. The owner decides."),
    "decide.owner.past_review": _("Stopped: the fact that stands is past its review and the new one is older."),
    "decide.owner.no_speaker": _("Stopped: nobody is known to have said it, so a later date alone does not count."),
    "decide.owner.date_assumed": _("Stopped: its date is assumed, so it does not replace another value by itself."),
    "decide.owner.after_retract": _("Stopped: a stronger source said that there is no value any more."),
    "decide.owner.newer_weaker": _(
        "Stopped: a weaker source says something newer, and this field asks its owner then."
    ),
    "decide.owner.sensitive_field": _("Stopped: a sensitive field changes only by its owner."),
    "decide.owner.lookalike_subject": _("Stopped: an owner says first whether the subject is the one it looks like."),
    "decide.owner.sensitive_value": _("Stopped: the value looks sensitive, so the owner decides."),
    "decide.owner.unsure": _(
        "Stopped: whoever noted it was not sure. It waits until it is said again, or its owner decides."
    ),
    "decide.owner.proposer_not_authorised": _(
        "Stopped: it would change a fact whose owner has not let its author propose."
    ),
    "decide.owner.outside_automatic_scope": _("Stopped: rules may not change this field alone."),
    "decide.owner.would_return": _("Stopped: an earlier value would come back, and the owner decides whether it does."),
    "decide.owner.unregistered_field": _("Stopped: the field is not registered."),
    "decide.by_owner.accept": _("The owner accepted it."),
    "decide.by_owner.keep": _("The owner kept what stood."),
    "decide.by_owner.other": _("The owner gave another value."),
    "decide.by_owner.both": _("The owner let both stand, each in a scope of its own."),
    "decide.by_owner.ended": _("The owner said that it is no longer true."),
    "decide.by_owner.still_true": _("The owner said that it is still true."),
    "decide.by_owner.same": _("The owner said that the subject is the one it looks like, and said it again there."),
    "decide.by_owner.another": _("The owner said that the subject is another one."),
    "decide.by_owner.refuse": _("The owner refused the name."),
    "decide.by_owner.undo": _("Whoever decided took the decision back."),
    "correct.replaced": _("The fact that stood went into history."),
    "correct.rejected": _("It went into history as rejected: it was never in force."),
    "correct.superseded": _("It went into history as superseded: it held for a time that is over."),
    "correct.expired": _("It went into history as expired: it had run out."),
}

# Two sources of one tier are told apart by their names: the field, or its order, puts one above the other.
NEARER: dict[str, Words] = {
    "authority.stronger": _(
        "Its source (%(source)s) outranks that of the other fact (%(other_source)s) in this field."
    ),
    "authority.weaker": _(
        "Its source (%(source)s) ranks below that of the other fact (%(other_source)s) in this field."
    ),
}

RULES: dict[str, Words] = {
    "detect.first_value": _("first value: nothing stood there"),
    "detect.same_value": _("same value: kept as a support"),
    "detect.repeats_waiting": _("repeats a claim that already waits"),
    "detect.barred_owner": _("refused before: an owner decided against this value and date"),
    "detect.barred_corrected": _("refused before: this value and date were corrected"),
    "scope.apart": _("holds at a time nothing else covers"),
    "authority.stronger": _("stronger source"),
    "authority.weaker": _("weaker source"),
    "authority.uncovered": _("takes only the time no stronger source covers"),
    "authority.newer_weaker": _("a weaker source says something newer"),
    "dates.later_effective": _("same rank, later effective date"),
    "dates.older_effective": _("same rank, earlier effective date"),
    "dates.scheduled": _("holds from a future date"),
    "dates.past_review_loses": _("same date, and the fact that stood was past its review"),
    "dates.tie": _("same rank, same date"),
    "dates.past_review": _("the fact that stands is past its review"),
    "dates.no_speaker": _("nobody is known to have said it"),
    "dates.date_assumed": _("its date is assumed"),
    "dates.covered": _("something else holds at that time by now"),
    "dates.ran_out": _("the fact it asked about ran out"),
    "write_back.done": _("the system was brought in line"),
    "dates.after_retract": _("said after a stronger source ended the value"),
    "ownership.sensitive": _("sensitive field: its owner decides"),
    "ownership.sensitive_value": _("sensitive content in a harmless field: its owner decides"),
    "ownership.unsure": _("whoever noted it was not sure: it waits until it is said again"),
    "detect.lookalike_subject": _("the subject looks like another one: an owner says whose the name is"),
    "ownership.not_proposer": _("its author may not propose here"),
    "ownership.outside_scope": _("rules may not settle this field alone"),
    "sensitive.first_from_record": _("first value of a sensitive field, from a system of record"),
    "correct.replaces": _("correction by a source at least as strong"),
    "correct.too_weak": _("correction by a weaker source"),
    "registry.refused_field": _("the registry refused the field"),
    "owner.accept": _("the owner accepted it"),
    "erasure.person": _("erased on purpose: what it said is gone for good"),
    "owner.keep": _("the owner kept what stood"),
    "owner.other": _("the owner gave another value"),
    "owner.both": _("the owner let both stand, each in its scope"),
    "owner.ended": _("the owner said it is no longer true"),
    "owner.still_true": _("the owner said it is still true"),
    "owner.same": _("the owner said it is the same subject"),
    "owner.another": _("the owner said it is another subject"),
    "owner.refuse": _("the owner refused the name"),
    "owner.undo": _("the decision was taken back"),
}

REASONS: dict[str, Words] = {
    "tie": _("two values with the same rank and date"),
    "past_review": _("the fact that stands is past its review"),
    "no_speaker": _("nobody is known to have said it"),
    "date_assumed": _("its date is assumed"),
    "after_retract": _("a stronger source ended the value"),
    "newer_weaker": _("a weaker source says something newer"),
    "sensitive_field": _("the field is sensitive"),
    "sensitive_value": _("the value looks sensitive"),
    "lookalike_subject": _("the subject looks like another one"),
    "unregistered_field": _("the field is not registered"),
    "proposer_not_authorised": _("its author may not propose here"),
    "outside_automatic_scope": _("rules may not settle this field alone"),
    "would_return": _("an earlier value would come back"),
    "unsure": _("whoever noted it was not sure"),
}

CAVEATS: dict[str, Words] = {
    "under_review": _("This may have changed; its owner is reviewing it since %(since)s."),
    "past_review": _("Past its review date since %(since)s."),
    "evidence_withdrawn": _("The evidence for this was withdrawn."),
    "just_decided": _("Just decided; it may still be undone."),
    "newer_weaker_claim": _("A weaker source says something newer since %(since)s."),
    "returned": _("An earlier value is back since %(since)s, because what had replaced it ended."),
    "date_assumed": _("Nobody gave a date for this; it counts from when it was recorded."),
    "no_known_source": _("Nobody is known to have said this."),
    "differs_from": _("Another fact says something else."),
}


def say(code: str, params: Mapping[str, str | int] | None = None) -> str:
    """One trace line in words; a code this version does not know is shown as it is."""
    said = params or {}
    same = code in NEARER and said.get("tier") == said.get("other_tier") and "other_source" in said
    return _worded(NEARER if same else LINES, code, params)


def rule(code: str) -> str:
    return _worded(RULES, code)


def reason(code: str) -> str:
    return _worded(REASONS, code)


def caveat(code: str, since: datetime | None = None) -> str:
    shown = day(since) if since else ""
    return _worded(CAVEATS, code, {"since": shown})


def tier(code: str) -> str:
    return str(TIERS.get(code, code))


def action(code: str) -> str:
    return str(ACTIONS.get(code, code))


def status(code: str) -> str:
    return str(STATUSES.get(code, code))


def _worded(words: Mapping[str, Words], code: str, params: Mapping[str, str | int] | None = None) -> str:
    found = words.get(code)
    if found is None:
        return code
    given = params or {}
    said = {name: _shown(name, value) for name, value in given.items()}
    dates = {name: value for name, value in given.items() if name in {"date", "other_date"}}
    if len(set(dates.values())) == 2 and said["date"] == said["other_date"]:
        said |= _apart({name: datetime.fromisoformat(str(value)) for name, value in dates.items()})
    return str(found) % said


def _shown(name: str, value: str | int) -> str:
    if name.endswith("tier"):
        return tier(str(value))
    if name.endswith("date"):
        return day(datetime.fromisoformat(str(value)))
    if name == "class":
        return str(SENSITIVITIES.get(str(value), value))
    if name == "content":
        return wording_content.names(str(value))
    return str(value)


def _apart(dates: Mapping[str, datetime]) -> dict[str, str]:
    """Two moments of one day, told as finely as it takes to tell them apart."""
    found: dict[str, str] = {}
    for finer in ("", ":s", ":s.u"):
        found = {name: _moment(instant, finer) for name, instant in dates.items()}
        if len(set(found.values())) > 1:
            break
    return found


def _moment(instant: datetime, finer: str) -> str:
    """The local day and time; every format of ours ends in the minutes."""
    return date_format(timezone.localtime(instant), formats.get_format("DATETIME_FORMAT") + finer)
