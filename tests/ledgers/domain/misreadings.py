"""Five plausible ways to read the law wrongly, each as a timeline of its own.

They take the claims in the order they arrived, since four of the five let that order decide. The tests show that the
comparison with the oracle tells each of them from the law; a comparison that could not would prove nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from tests.ledgers.domain.oracle import Said, Stretch, boundaries, joined, standing, stretches, strongest, value_at

Timeline = Callable[[Sequence[Said]], tuple[Stretch, ...]]
Cells = dict[datetime, Said]


def support_lifts_the_whole_fact(claims: Sequence[Said]) -> tuple[Stretch, ...]:
    """A fact gets the rank of its strongest support at every instant, also where that support does not hold."""
    best = {said.value: max(other.rank for other in claims if other.value == said.value) for said in claims}
    # The own rank comes last, only so that two lifted facts never stand level.
    return stretches([replace(said, rank=best[said.value] * 10 + said.rank) for said in claims])


def noop_is_dropped(claims: Sequence[Said]) -> tuple[Stretch, ...]:
    """A claim that only repeats what stands is thrown away, so it cannot carry the fact later."""
    kept: list[Said] = []
    for said in claims:
        repeats = said.value is not None and value_at(kept, said.effective_at) == said.value
        if not repeats or stretches([*kept, said]) != stretches(kept):
            kept.append(said)
    return stretches(kept)


def retract_over_nothing_is_dropped(claims: Sequence[Said]) -> tuple[Stretch, ...]:
    """A retract that finds no value to end is thrown away, so a weaker late arrival lives on."""
    kept: list[Said] = []
    for said in claims:
        if said.value is not None or stretches([*kept, said]) != stretches(kept):
            kept.append(said)
    return stretches(kept)


def loser_never_comes_back(claims: Sequence[Said]) -> tuple[Stretch, ...]:
    """A newcomer that loses at its start is refused for good, and what a newcomer covers ends for good."""
    points = boundaries(claims)
    cells: Cells = {}
    for said in claims:
        won = [point for point in points if said.holds_at(point) and not _outweighed(cells.get(point), said)]
        if said.effective_at not in won:
            continue
        ended = {cells[point].name: point for point in reversed(won) if point in cells}
        cells = {point: held for point, held in cells.items() if held.name not in ended or point < ended[held.name]}
        cells.update(dict.fromkeys(won, said))
    return _read(points, cells)


def correction_leaves_a_hole(claims: Sequence[Said]) -> tuple[Stretch, ...]:
    """What a correction takes out is cut from the timeline, and nobody looks what lay beneath."""
    points = boundaries(claims)
    remaining = {said.name for said in standing(claims)}
    cells: Cells = {}
    for point in points:
        best = strongest([said for said in claims if said.corrects is None], point)
        cells |= {point: best[0]} if best and best[0].name in remaining else {}
    for said in claims:
        if said.corrects is not None and said.name in remaining:
            cells |= {p: said for p in points if said.holds_at(p) and not _outweighed(cells.get(p), said)}
    return _read(points, cells)


def _outweighed(held: Said | None, said: Said) -> bool:
    return held is not None and held.strength > said.strength


def _read(points: Sequence[datetime], cells: Mapping[datetime, Said]) -> tuple[Stretch, ...]:
    pairs = zip(points, [*points[1:], None], strict=True)
    return joined(
        [Stretch(at, end, value) for at, end in pairs if at in cells and (value := cells[at].value) is not None]
    )


MISREADINGS: dict[str, Timeline] = {
    "support lifts the whole fact": support_lifts_the_whole_fact,
    "a noop claim is dropped": noop_is_dropped,
    "a retract over nothing is dropped": retract_over_nothing_is_dropped,
    "a loser never comes back": loser_never_comes_back,
    "a correction leaves a hole": correction_leaves_a_hole,
}
