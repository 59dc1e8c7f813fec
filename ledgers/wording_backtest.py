"""A backtest in words, for whoever runs it from a command line."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledgers.backtest.buckets import CHANGES, Bucket
from ledgers.backtest.control import Control, Differing, Unreadable
from ledgers.backtest.result import Result
from ledgers.replay.retaken import Difference


def lines(result: Result) -> Iterator[str]:
    """The result line by line: control, buckets, fields with changes, load of owners, and what it was made from."""
    yield from _control(result)
    counts = result.sorted.counts
    yield _("The draft: %(same)d the same, %(other)d otherwise") % {
        "same": counts[Bucket.SAME],
        "other": counts.total() - counts[Bucket.SAME],
    }
    for bucket in CHANGES:
        yield f"  {bucket} {counts[bucket]:>6}  {meaning(bucket)}"
    for key, found in result.sorted.by_field():
        if found.total() > found[Bucket.SAME]:
            yield f"  {key}: " + " ".join(f"{bucket} {found[bucket]}" for bucket in CHANGES)
    for load in result.loads:
        yield _("Questions to %(owner)s: %(active)d, with the draft %(draft)d; days: %(days)d") % {
            "owner": load.owner or _("nobody"),
            "days": result.days,
            "active": load.active.total(),
            "draft": load.draft.total(),
        } + (" (!)" if load.warns() else "")
    yield _("Snapshot %(snapshot)s, engine %(engine)s, policy %(base)s, draft %(draft)s") % {
        "snapshot": result.snapshot[:12],
        "engine": result.engine,
        "base": result.base[:12],
        "draft": result.draft[:12],
    }


def meaning(bucket: Bucket) -> str:
    """What a bucket means to people."""
    match bucket:
        case Bucket.WINNER:
            return _("something else stands by rule")
        case Bucket.AGAINST_PERSON:
            return _("contradicts what a person decided")
        case Bucket.TO_PERSON:
            return _("was settled by rule, would go to a person")
        case Bucket.TO_RULE:
            return _("went to a person, would be settled by rule")
    return _("the same")


def reason(why: Unreadable) -> str:
    """Why a decision cannot be taken again."""
    match why:
        case Unreadable.INPUT_MISSING:
            return _("the log says too briefly what was read")
        case Unreadable.OTHER_ENGINE:
            return _("another engine took it down")


def difference(found: Differing) -> str:
    """A decision that came out otherwise."""
    return _("transaction %(transaction)s, %(field)s: %(said)s") % {
        "transaction": found.transaction,
        "field": found.field,
        "said": differs(found.what),
    }


def differs(what: Difference) -> str:
    """In what a decision taken again is another one."""
    match what.name:
        case "version":
            return _("version %(version)s of the policy is not the one it was decided by") % {"version": what.said}
        case "gap":
            return _("something would come back where it says that nothing does")
        case "stood":
            return _("the fact it names is not the one that stood")
        case "trace":
            return _("the lines of the decision differ")
        case "windows":
            return _("it wrote a window that it did not decide")
        case name:
            return _("%(name)s is %(said)s, taken again it is %(found)s") % {
                "name": name,
                "said": what.said or _("nothing"),
                "found": what.found or _("nothing"),
            }


def _control(result: Result) -> Iterator[str]:
    control: Control = result.control
    yield _("Control: %(same)d of %(all)d decisions come out as recorded") % {
        "same": control.reproduced,
        "all": control.decisions,
    }
    for found in control.differences:
        yield "  " + difference(found)
    for why, count in control.unreadable.items():
        if count:
            yield "  " + ngettext(
                "%(count)d decision cannot be taken again: %(reason)s",
                "%(count)d decisions cannot be taken again: %(reason)s",
                count,
            ) % {"count": count, "reason": reason(why)}
