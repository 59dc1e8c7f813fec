"""What the automatic scope may not name: rules never settle a sensitive field alone."""

from __future__ import annotations

from ledgers.domain import shape
from ledgers.domain.findings import Findings, Written, blocking, warning
from ledgers.domain.patterns import ANY, covers, is_field_pattern, is_pattern

AUTHORITATIVE = "@authoritative"


def _field(value: Written, where: str) -> Findings:
    wrong = list(shape.text(value, where))
    yield from wrong
    if not wrong and value not in (ANY, AUTHORITATIVE) and not is_field_pattern(value):
        yield blocking("bad_field_key", where, key=value)


def _scope(value: Written, where: str) -> Findings:
    wrong = list(shape.text(value, where))
    yield from wrong
    if not wrong and (not value or ANY in value[:-1]):
        yield blocking("bad_scope_pattern", where, pattern=value)


_ENTRY = shape.record_of({"field": _field, "scope": _scope}, required=("field",))


def _entry(value: Written, where: str) -> Findings:
    yield from _field(value, where) if isinstance(value, str) else _ENTRY(value, where)


check_automatic = shape.list_of(_entry)


def lint_automatic(entries: list[Written], fields: dict[str, Written]) -> Findings:
    """Name what an entry cannot reach, and refuse one that is there for a sensitive field."""
    if not entries:
        yield warning("nothing_automatic", "automatic")
    read = [(entry, ANY) if isinstance(entry, str) else (entry["field"], entry.get("scope", ANY)) for entry in entries]
    sensitive = [key for key, said in fields.items() if said.get("sensitivity")]
    for place, (pattern, scope) in enumerate(read):
        where = f"automatic[{place}]"
        if any(_inside((pattern, scope), wider) for wider in read[:place]):
            yield blocking("unreachable_entry", where, field=pattern)
        if _governed(pattern, fields) in sensitive:
            yield blocking("automatic_sensitive", where, field=pattern)
        elif is_pattern(pattern) and pattern != ANY and (held := [key for key in sensitive if covers(pattern, key)]):
            yield warning("automatic_leaves_out", where, field=pattern, sensitive=", ".join(held))


def _governed(pattern: str, fields: dict[str, Written]) -> str | None:
    """The declaration that governs all an entry names, if one does."""
    found = [key for key in fields if key == pattern or (is_pattern(key) and covers(key, pattern))]
    return max(found, key=len) if found else None


def _inside(entry: tuple[str, str], wider: tuple[str, str]) -> bool:
    return AUTHORITATIVE not in (entry[0], wider[0]) and covers(wider[0], entry[0]) and covers(wider[1], entry[1])
