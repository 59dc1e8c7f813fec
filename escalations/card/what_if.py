"""What each choice would lead to, in words: the next state of the slot, told by its values."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from escalations.card.beside import Beside
from ledgers.domain.actions import Action, Next, Standing
from ledgers.domain.claim import ClaimId
from ledgers.domain.timeline import Timeline, Window, at, before
from ledgers.models import Fact
from ledgers.selectors.foresight import UNSAID, Board, Foreseen
from memoryhub.accounts.errors import Words

NAMES: dict[Action, Words] = {
    Action.APPEND: gettext_lazy("Add it beside what stands"),
    Action.NOOP: gettext_lazy("Keep it as a support"),
    Action.REVISE: gettext_lazy("Put it in the place of what stands"),
    Action.REJECT_CONFLICT: gettext_lazy("Refuse it"),
    Action.DEFER_VERIFY: gettext_lazy("Let it wait"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One of the five actions, and what it would leave in each of the three ledgers.

    `would`: what authority and dates alone would have done.
    """

    action: str
    name: Words
    accepted: str
    pending: str
    history: str
    would: bool


@dataclass(frozen=True, slots=True)
class Table:
    """The five actions on one claim. `told`: authority and dates alone would have decided."""

    value: str
    rows: list[Row]
    told: bool


@dataclass(frozen=True, slots=True)
class Telling:
    """The words for one board: `values` names canonical values, `claims` the values of claims."""

    board: Board
    beside: Beside
    values: Mapping[str | None, str]
    claims: Mapping[ClaimId, str]

    def keep(self) -> str:
        return self._told(self.board.keep())

    def accept(self, claim: ClaimId) -> str:
        return self._told(self.board.accept(_id(claim)))

    def other(self) -> str:
        return self._told(self.board.say())

    def ended(self) -> str:
        return self._told(self.board.say(retract=True))

    def table(self, row: Fact) -> Table:
        """What each of the five actions would leave in accepted, pending and history."""
        claim = _claim(row)
        found = self.board.actions(row.claim_id)
        rows = [self._row(action, found.after[action], claim, would=action is found.would) for action in Action]
        return Table(self.claims[claim], rows, told=found.would is not None)

    def _told(self, after: Foreseen) -> str:
        said = [*self._in_force(after.timeline), *self._gone(after.timeline), *self._waits(after)]
        return " ".join([*said, *self._reminders(after)])

    def _in_force(self, timeline: Timeline) -> Iterable[str]:
        now, was = at(timeline, self.board.now), at(self.board.timeline, self.board.now)
        if now is None or now.value is None:
            yield _("From now on there is no value.") if was and was.value else _("There is still no value.")
        elif was is not None and was.value == now.value and was.end == now.end:
            yield _("“%(value)s” stays in force.") % {"value": self._name(now)}
        else:
            yield self._holds(now, new=was is None or was.value != now.value)
        for window in timeline:
            if window.start > self.board.now and window.value is not None and window not in self.board.timeline:
                yield self._holds(window, new=True)

    def _holds(self, window: Window, *, new: bool) -> str:
        if window.value == UNSAID:
            return _("What you enter is in force as your word, from now or the date you give.")
        said = {"value": self._name(window), "day": _day(window.start), "end": _day(window.end) if window.end else ""}
        if not new:
            words = _("“%(value)s” stays in force until %(end)s.") if window.end else _("“%(value)s” stays in force.")
            return words % said
        if window.end:
            return _("“%(value)s” is in force from %(day)s until %(end)s.") % said
        return _("“%(value)s” is in force from %(day)s.") % said

    def _gone(self, timeline: Timeline) -> Iterable[str]:
        """What stood, or would have stood, now or later, and does no more."""
        held = {window.value for window in timeline if before(self.board.now, window.end)}
        stands, ended = held - {None}, _("“%(value)s” ends and stays in history.")
        lost = [window for window in self.board.timeline if before(self.board.now, window.end) and window.value]
        for value in dict.fromkeys(self._name(window) for window in lost if window.value not in held):
            yield (_("“%(value)s” is superseded and stays in history.") if stands else ended) % {"value": value}

    def _waits(self, after: Foreseen) -> Iterable[str]:
        if after.supports:
            words = ngettext("%(n)d claim that says the same counts for it.",
                             "%(n)d claims that say the same count for it.", len(after.supports))  # fmt: skip
            yield words % {"n": len(after.supports)}
        if after.refused:
            names = ", ".join(f"“{name}”" for name in dict.fromkeys(self.claims[claim] for claim in after.refused))
            yield _("Rejected, kept in history and refused when said again: %(new)s.") % {"new": names}
        for window in after.returning:
            yield _("“%(value)s” would come back: it waits for you first.") % {"value": self._name(window)}

    def _reminders(self, after: Foreseen) -> Iterable[str]:
        for source in against(after, self.board, self.beside):
            name = self.beside.sources.get(source) or source
            yield _("A reminder to correct %(source)s stays open.") % {"source": name}

    def _row(self, action: Action, after: Next, claim: ClaimId, *, would: bool) -> Row:
        accepted = [self._name(window) for window in _from(after.timeline, self.board.now)]
        was = [self._name(window) for window in _from(self.board.timeline, self.board.now)]
        mine = self.claims[claim]
        gone = [value for value in was if value not in accepted]
        if after.standing is Standing.REJECTED or (after.standing is Standing.TIMELINE and mine not in accepted):
            gone.append(mine)
        waiting = {self.claims[one] for one in map(_claim, self.board.waiting)} - {mine}
        pending = [*sorted(waiting), *([mine] if after.standing is Standing.PENDING else [])]
        return Row(str(action), NAMES[action], _list(accepted), _list(pending), _list(gone), would)

    def _name(self, window: Window) -> str:
        if window.value == UNSAID:
            return _("what you enter")
        known = self.values.get(window.value) or self.claims.get(window.carrier)
        return known or _("an earlier value")


def against(after: Foreseen, board: Board, beside: Beside) -> list[str]:
    """The systems of record whose last word goes against what is to hold: each gets, or keeps, a reminder."""
    told = {source for source, _due in beside.tasks}
    asked = set(after.records) | told
    said = [word for word in beside.last_words if word.source in asked]
    return [word.source for word in said for stands in after.lets_stand if word.value != stands]


def _from(timeline: Timeline, now: dt.datetime) -> Sequence[Window]:
    return [window for window in timeline if before(now, window.end) and window.value is not None]


def _list(values: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(values)) or "—"


def _id(claim: ClaimId) -> UUID:
    return UUID(claim)


def _claim(row: Fact) -> ClaimId:
    return ClaimId(str(row.claim_id))


def _day(instant: dt.datetime) -> str:
    return formats.date_format(timezone.localtime(instant), "DATE_FORMAT")
