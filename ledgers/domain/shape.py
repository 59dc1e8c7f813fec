"""The members a policy document may have, and what each may hold."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping

from ledgers.domain.findings import Findings, Written, blocking

SENSITIVITIES = ("payment", "permission", "contact", "legal", "personal")
SLA_CLASSES = (*SENSITIVITIES, "other")
VALUE_TYPES = (
    "text", "number", "money", "date", "datetime", "email", "phone", "iban", "cpf_cnpj", "pix", "enum", "json",
)  # fmt: skip
NEWER_WEAKER = ("record", "caveat", "ask")
KINDS = ("fact", "preference", "belief", "trait", "role", "instruction")
ALLOW = ("never", "worded", "bound")

# A hundred years in days. No date can be told that lies much further off.
LARGEST = 36_500

# A check takes the value and where it stands, and yields what is wrong with it.
Check = Callable[[Written, str], Findings]


def _is(kind: type, expected: str) -> Check:
    def check(value: Written, where: str) -> Findings:
        # A bool is an int to Python, never to the writer of a policy.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            yield blocking("wrong_type", where, expected=expected)

    return check


text, flag, table, listing = _is(str, "text"), _is(bool, "flag"), _is(Mapping, "table"), _is(list, "list")
_number = _is(int, "number")


def positive(value: Written, where: str) -> Findings:
    wrong = list(_number(value, where))
    yield from wrong
    if not wrong and value < 1:
        yield blocking("not_positive", where, value=value)
    elif not wrong and value > LARGEST:
        yield blocking("too_large", where, most=LARGEST)


def one_of(*allowed: str) -> Check:
    def check(value: Written, where: str) -> Findings:
        if value not in allowed:
            yield blocking("not_allowed", where, value=value, allowed=", ".join(word for word in allowed if word))

    return check


def list_of(check: Check) -> Check:
    def each(value: Written, where: str) -> Findings:
        wrong = list(listing(value, where))
        yield from wrong
        for place, entry in enumerate([] if wrong else value):
            yield from check(entry, f"{where}[{place}]")

    return each


def members(value: Mapping[str, Written], where: str, known: Mapping[str, Check]) -> Findings:
    """Check every member that is known and refuse every other, with the name that was probably meant."""
    for name, held in value.items():
        place = f"{where}.{name}" if where else name
        if name in known:
            yield from known[name](held, place)
        else:
            near = difflib.get_close_matches(name, known, n=1)
            yield blocking("unknown_member", place, member=name, near=near[0] if near else "", known=", ".join(known))


def table_of(check: Check, keys: Check) -> Check:
    """A table whose keys and values each pass a check."""

    def each(value: Written, where: str) -> Findings:
        wrong = list(table(value, where))
        yield from wrong
        for key, held in ({} if wrong else value).items():
            place = f"{where}.{key}" if key.isidentifier() else f'{where}."{key}"'
            yield from keys(key, place)
            yield from check(held, place)

    return each


def record_of(known: Mapping[str, Check], *, required: tuple[str, ...] = ()) -> Check:
    """A table with named members."""

    def check(value: Written, where: str) -> Findings:
        wrong = list(table(value, where))
        yield from wrong
        if wrong:
            return
        yield from members(value, where, known)
        for name in required:
            if name not in value:
                yield blocking("missing_member", f"{where}.{name}" if where else name, member=name)

    return check
