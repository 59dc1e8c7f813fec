"""What is wrong with a policy document, found without history: each finding names its place.

First the shape (members and types), then, where the shape is right, what the rules would mean.
"""

from __future__ import annotations

from ledgers.domain import shape
from ledgers.domain.content import CONTENT
from ledgers.domain.findings import Finding, Findings, Level, Written, blocking, warning
from ledgers.domain.lint_admission import lint_admission
from ledgers.domain.lint_order import check_entry, check_order
from ledgers.domain.lint_scope import check_automatic, lint_automatic
from ledgers.domain.order import Order
from ledgers.domain.patterns import covers, is_field_pattern, is_pattern
from ledgers.domain.shape import SENSITIVITIES, SLA_CLASSES

__all__ = ["SLA_CLASSES", "Finding", "Level", "lint"]

# Types whose values are somebody's account, identity or address.
PRIVATE_TYPES = ("iban", "pix", "cpf_cnpj", "email", "phone")


def _field_key(key: Written, where: str) -> Findings:
    if not is_field_pattern(key):
        yield blocking("bad_field_key", where, key=key)


def _authoritative(value: Written, where: str) -> Findings:
    wrong = list(shape.text(value, where)) or list(check_entry(value, where))
    yield from wrong
    if not wrong and ":" not in value:
        yield blocking("authority_without_source", where, entry=value)


DECLARED = {
    "name": shape.text,
    "name_pt": shape.text,
    "type": shape.one_of(*shape.VALUE_TYPES),
    "values": shape.one_of("one", "many"),
    "sensitivity": shape.one_of("", *SENSITIVITIES),
    "review_days": shape.positive,
    "authoritative": _authoritative,
    "order": check_order,
    "newer_weaker": shape.one_of(*shape.NEWER_WEAKER),
    "four_eyes": shape.flag,
    "options": shape.list_of(shape.text),
    "empty_marks": shape.list_of(shape.text),
    "domain": shape.text,
    "owner_role": shape.text,
    "owner_role_pt": shape.text,
}
ADMISSION = {
    "allow": shape.one_of(*shape.ALLOW),
    "kinds": shape.list_of(shape.one_of(*shape.KINDS)),
    "domains": shape.list_of(shape.text),
    "task_domains": shape.list_of(shape.text),
    "task_types": shape.list_of(shape.text),
}
DOCUMENT = {
    "name": shape.text,
    "tiers": check_order,
    "automatic": check_automatic,
    "newer_weaker": shape.one_of(*shape.NEWER_WEAKER),
    "four_eyes": shape.list_of(shape.one_of(*SENSITIVITIES)),
    "detectors": shape.list_of(shape.one_of(*CONTENT)),
    "sla_hours": shape.table_of(shape.positive, shape.one_of(*SLA_CLASSES)),
    "write_back_days": shape.positive,
    "fields": shape.table_of(shape.record_of(DECLARED), _field_key),
    "admission": shape.list_of(shape.record_of(ADMISSION, required=("allow",))),
}


def lint(document: Written) -> tuple[Finding, ...]:
    """All findings, in the order of the document: the shape's alone when the shape is wrong."""
    wrong = misshapen(document)
    return wrong or tuple(_meaning(document))


def misshapen(document: Written) -> tuple[Finding, ...]:
    """What keeps the document from being read at all."""
    return tuple(shape.record_of(DOCUMENT, required=("tiers",))(document, ""))


def _meaning(document: dict[str, Written]) -> Findings:
    if sources := [entry for group in Order.read(document["tiers"]).groups for entry in group if entry.source]:
        yield blocking("source_in_tiers", "tiers", entry=sources[0])
    yield from _tied(document["tiers"], "tiers")
    fields = document.get("fields", {})
    for key, said in fields.items():
        where = f'fields."{key}"'
        yield from _values(said, where)
        yield from _authority(said, where)
        yield from _sensitivity(key, said, fields, where)
    yield from lint_automatic(document.get("automatic", []), fields)
    yield from lint_admission(document.get("admission", []))


def _values(said: dict[str, Written], where: str) -> Findings:
    if said.get("type") == "enum" and not said.get("options"):
        yield blocking("enum_without_options", f"{where}.options")
    if said.get("options") and said.get("type") != "enum":
        yield blocking("options_without_enum", f"{where}.options")


def _authority(said: dict[str, Written], where: str) -> Findings:
    authoritative, written = said.get("authoritative", ""), said.get("order")
    if written is None:
        return
    if authoritative and authoritative not in (written[0] if isinstance(written[0], list) else [written[0]]):
        yield warning("authority_not_first", f"{where}.order", entry=authoritative)
    yield from _tied(written, f"{where}.order")


def _tied(written: Written, where: str) -> Findings:
    for place, group in enumerate(Order.read(written).groups):
        if len({entry.tier for entry in group}) > 1:
            yield warning("tiers_tied", f"{where}[{place}]", entries=", ".join(map(str, group)))


def _sensitivity(key: str, said: dict[str, Written], fields: dict[str, Written], where: str) -> Findings:
    if said.get("sensitivity"):
        return
    if said.get("type") in PRIVATE_TYPES:
        yield warning("private_type_not_sensitive", where, type=said["type"])
    for pattern, wider in fields.items():
        if pattern != key and is_pattern(pattern) and covers(pattern, key) and wider.get("sensitivity"):
            yield warning("less_sensitive_than_pattern", where, pattern=pattern, sensitivity=wider["sensitivity"])
