"""What the entries on recall mean together: the first that is for a fact and a task speaks for them."""

from __future__ import annotations

from ledgers.domain.findings import Findings, Written, warning

# What narrows an entry; left out, or empty, a list means all.
NARROWING = ("kinds", "domains", "task_domains", "task_types")


def lint_admission(entries: list[Written]) -> Findings:
    """Name an entry that switches recall off, and one that another before it leaves nothing to say."""
    for place, entry in enumerate(entries):
        where = f"admission[{place}]"
        if entry["allow"] == "never" and not any(entry.get(name) for name in NARROWING):
            yield warning("admits_nothing", where)
        wider = [number for number, other in enumerate(entries[:place], start=1) if _inside(entry, other)]
        if wider:
            yield warning("unreachable_admission", where, before=wider[0])


def _inside(entry: dict[str, Written], wider: dict[str, Written]) -> bool:
    return all(not wider.get(name) or (entry.get(name) and set(entry[name]) <= set(wider[name])) for name in NARROWING)
