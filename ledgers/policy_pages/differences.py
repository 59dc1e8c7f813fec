"""A comparison of two policies as a page tells it: sorted by gravity, what reads alike in several fields told once.

Tens of thousands of cases end in some hundred groups, and these mostly say the same of several fields: folded so, a
page stays short and nothing is left out. Narrowed to one field it tells each group with an example of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy, ngettext

from ledgers.comparison_words import SHIFTS, GroupWords, explain
from ledgers.domain.amended import Amended
from ledgers.domain.compared import Comparison, Group, Shift
from ledgers.domain.space import Case, Comes, Stands
from ledgers.policy_pages.place_words import Names, place, said
from memoryhub.accounts.errors import Words

# Kinds of difference that a page tells of each shift, until it is narrowed to one; and then.
FEW, MANY = 4, 25
MEANINGS: Final[Mapping[Shift, Words]] = {
    Shift.TO_RULE: gettext_lazy("Look at these first: nobody is asked any more."),
    Shift.TO_OWNER: gettext_lazy("More questions for owners."),
    Shift.RESULT: gettext_lazy("Another fact wins, or it wins for another time."),
    Shift.ASKED: gettext_lazy("Another reason, other hours, or two people put on or taken off."),
    Shift.REASON: gettext_lazy("Only what the log and the caveats say is another."),
}
TONES: Final[Mapping[Shift, str]] = {Shift.TO_RULE: "late", Shift.TO_OWNER: "wait", Shift.RESULT: "news"}


@dataclass(frozen=True, slots=True)
class Where:
    """A field in which cases end so, and how many."""

    key: str
    name: str
    count: str


@dataclass(frozen=True, slots=True)
class Kind:
    """Cases that read alike: told of the first field, with the others named."""

    id: str
    words: GroupWords
    count: str
    others: tuple[Where, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """All cases of one shift; `left` is how many kinds this page does not tell."""

    shift: str
    title: Words
    meaning: Words
    tone: str
    count: str
    kinds: tuple[Kind, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Change:
    """A place of the document that says something else."""

    place: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What a reader wants to see of it: a shift, a field, and from which kind on."""

    shift: str = ""
    field: str = ""
    start: int = 0


WHOLE: Final = Narrowed()


@dataclass(frozen=True, slots=True)
class Differences:
    """`count` and `total` are of all of it, whatever is shown; `fields` to choose from; `recall`: whether what recall
    may pass on changes, which is no case of it."""

    total: int
    count: str
    danger: str
    sections: tuple[Section, ...]
    fields: tuple[Where, ...]
    changes: tuple[Change, ...]
    narrowed: Narrowed
    recall: bool
    onward: int = 0


def told(found: Comparison, names: Names, narrowed: Narrowed = WHOLE) -> Differences:
    by_shift = _by_shift(found.groups, narrowed.field)
    shown = [shift for shift in by_shift if narrowed.shift in ("", shift)]
    sections = tuple(_section(shift, by_shift[shift], names, narrowed) for shift in shown)
    after = narrowed.start + MANY
    return Differences(
        total=found.count,
        count=_cases(found.count),
        danger=_danger(found.groups),
        sections=sections,
        fields=_fields(found.groups, names),
        changes=tuple(_change(one, names) for one in found.amended),
        narrowed=narrowed,
        recall=any(one.path == "admission" for one in found.amended),
        onward=after if narrowed.shift and any(section.left for section in sections) else 0,
    )


def shifts(found: Comparison) -> frozenset[str]:
    return frozenset(str(group.shift) for group in found.groups)


_Alike = tuple[Any, ...]  # Any: an outcome's key, a case and a pair


def _by_shift(groups: Sequence[Group], field: str) -> dict[Shift, list[list[Group]]]:
    """Groups that read alike together, the plainest first; by shift, the gravest first."""
    found: dict[_Alike, list[Group]] = {}
    for group in groups:
        if field in ("", group.field):
            found.setdefault(_alike(group), []).append(group)
    by_shift: dict[Shift, list[list[Group]]] = {shift: [] for shift in Shift}
    for alike in sorted(found.values(), key=_plainness):
        by_shift[alike[0].shift].append(alike)
    return {shift: kinds for shift, kinds in by_shift.items() if kinds}


def _alike(group: Group) -> _Alike:
    return group.shift, group.was.key, group.becomes.key, group.scopes, group.example.case, group.example.pair


def _plainness(alike: Sequence[Group]) -> tuple[int, int, int]:
    """What people meet every day before what is far-fetched; of equals the more frequent first."""
    case = alike[0].example.case
    unusual = sum(getattr(case, one.name) != one.default for one in fields(Case) if one.default is not MISSING)
    return unusual, list(Comes).index(case.comes) + list(Stands).index(case.stands), -_count(alike)


def _section(shift: Shift, kinds: Sequence[Sequence[Group]], names: Names, narrowed: Narrowed) -> Section:
    start, most = (narrowed.start, MANY) if narrowed.shift else (0, FEW)
    shown = kinds[start : start + most]
    return Section(
        shift=str(shift),
        title=SHIFTS[shift],
        meaning=MEANINGS[shift],
        tone=TONES.get(shift, ""),
        count=_cases(sum(_count(alike) for alike in kinds)),
        kinds=tuple(_kind(f"{shift}-{start + at}", alike, names) for at, alike in enumerate(shown)),
        left=len(kinds) - start - len(shown),
    )


def _kind(name: str, alike: Sequence[Group], names: Names) -> Kind:
    first, *others = alike
    return Kind(name, explain(first, names.fields), _cases(_count(alike)), _fields(others, names))


def _fields(groups: Iterable[Group], names: Names) -> tuple[Where, ...]:
    counts: dict[str, int] = {}
    for group in groups:
        counts[group.field] = counts.get(group.field, 0) + group.count
    named = ((names.fields.get(key) or key, key) for key in counts)
    return tuple(Where(key, name, _cases(counts[key])) for name, key in sorted(named))


def _change(one: Amended, names: Names) -> Change:
    return Change(place(one.path, names), said(one.path, one.old, names), said(one.path, one.new, names))


def _danger(groups: Iterable[Group]) -> str:
    count = sum(group.count for group in groups if group.shift is Shift.TO_RULE)
    if not count:
        return ""
    return ngettext(
        "%(count)s case that goes to a person would be decided by rule.",
        "%(count)s cases that go to a person would be decided by rule.",
        count,
    ) % {"count": number_format(count, force_grouping=True)}


def _count(groups: Iterable[Group]) -> int:
    return sum(group.count for group in groups)


def _cases(count: int) -> str:
    words = ngettext("%(count)s case", "%(count)s cases", count)
    return words % {"count": number_format(count, force_grouping=True)}
