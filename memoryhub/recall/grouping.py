"""Facts about the same thing come back as one: the personal one first, and what says otherwise beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from uuid import UUID

from ledgers.domain.patterns import fold
from ledgers.domain.policy import Policy
from ledgers.selectors import facts
from ledgers.selectors.about import Moment
from ledgers.selectors.facts import FactView
from ledgers.selectors.standing import in_force
from memoryhub.accounts.models import Workspace
from memoryhub.recall.admission import ADMITTED, verdict
from memoryhub.recall.question import Item, Question, is_personal
from memoryhub.recall.wording import NOTES, names_of, shown

Place = tuple[str, str]
WORD = re.compile(r"\w+")
# The words of a field's name that tell something.
TELLING = 4


def together(workspace: Workspace, policy: Policy, items: Sequence[Item], asked: Question, at: Moment) -> list[Item]:
    """One item for each subject and field that holds one value: the scopes asked for, the other ones' facts beside it,
    also those that were not near; and notes that speak of such a fact."""
    groups: dict[Place, list[Item]] = {}
    for item in items:
        groups.setdefault(_place(item.view), []).append(item)
    others = _elsewhere(workspace, policy, groups, asked, at)
    found = [_one(group, others.get(place, [])) for place, group in groups.items()]
    return _with_notes(sorted(found, key=lambda item: -item.score))


def _place(view: FactView) -> Place:
    """What two facts have in common that cannot both be told. One that is over, or of many values, has its own."""
    claim = view.claim
    key = claim.kept_field
    alone = view.status != "accepted" or key.startswith(NOTES) or view.ruled is None or view.ruled.rule.many
    return (fold(claim.subject), f"{key} {view.id}" if alone else key)


def _one(group: Sequence[Item], others: Iterable[FactView]) -> Item:
    """The first of them: personal before shared, then the nearest."""
    ordered = sorted(group, key=lambda item: (not is_personal(item.view.claim.scope), -item.score))
    views = {item.view.id: item.view for item in ordered} | {view.id: view for view in others}
    first = next((view for view in views.values() if is_personal(view.claim.scope)), ordered[0].view)
    differing = tuple(view for view in views.values() if view.value != first.value)
    return Item(first, max(item.score for item in group), any(item.worded for item in group), differing)


def _elsewhere(
    workspace: Workspace, policy: Policy, groups: Iterable[Place], asked: Question, at: Moment
) -> dict[Place, list[FactView]]:
    """The facts about the same in the other scopes that were asked for, as far as the rule lets them into the task."""
    if len(asked.scopes) < 2:
        return {}
    single = [place for place in groups if " " not in place[1]]
    rows = in_force(at.as_of, at.known_at).filter(
        workspace=workspace,
        slot__scope__in=asked.scopes,
        slot__subject__key__in={subject for subject, _field in single},
        slot__field__in={field for _subject, field in single},
    )
    ids: list[UUID] = list(rows.values_list("carrier_id", flat=True).distinct())
    found: dict[Place, list[FactView]] = {}
    for view in facts.views(workspace, ids, at):
        if verdict(policy, view, asked) in ADMITTED:
            found.setdefault(_place(view), []).append(view)
    return found


def _with_notes(items: Sequence[Item]) -> list[Item]:
    """A note that names the field of a fact about the same subject stands beside it, not on a line of its own; unless
    it is only somebody's belief, which is told as one."""
    taken: set[UUID] = set()
    found: list[Item] = []
    for item in items:
        if _is_note(item.view):
            continue
        near = [other for other in items if other.worded == item.worded and other.view.id not in taken]
        notes = [other for other in near if _speaks_of(other.view, item.view)]
        taken |= {note.view.id for note in notes}
        differing = tuple(note.view for note in notes if not _says(note.view, item.view.value))
        score = max([item.score, *(note.score for note in notes)])
        found.append(replace(item, score=score, beside=(*item.beside, *differing)))
    alone = [item for item in items if _is_note(item.view) and item.view.id not in taken]
    return sorted([*found, *alone], key=lambda item: -item.score)


def _is_note(view: FactView) -> bool:
    return view.claim.kept_field.startswith(NOTES)


def _speaks_of(note: FactView, fact: FactView) -> bool:
    if not _is_note(note) or fact.ruled is None or fold(note.claim.subject) != fold(fact.claim.subject):
        return False
    said = set(WORD.findall(fold(shown(note.value))))
    names = names_of([fact.ruled.field], fact.ruled.field.key)
    telling = [{word for word in WORD.findall(fold(name)) if len(word) >= TELLING} for name in names]
    return any(words and words <= said for words in telling)


def _says(note: FactView, value: object) -> bool:
    return fold(shown(value)) in fold(shown(note.value))
