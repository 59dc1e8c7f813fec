"""The policy explains itself: what it says about authority, fields and people, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from ledgers.domain.content import CONTENT
from ledgers.domain.lint_scope import AUTHORITATIVE
from ledgers.domain.order import Entry, Group, Order
from ledgers.domain.patterns import ANY
from ledgers.domain.policy import SLA_CLASSES, Declared, FieldRule, Policy, RegisteredField
from ledgers.domain.tiers import Tier
from ledgers.models.registries import SENSITIVITIES, TIERS
from ledgers.wording_content import NAMES

# Names of sources by key; a source that is not registered is called by its key.
Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class FieldWords:
    """One declared field: its name, whose matter it is, and its rule as sentences."""

    key: str
    name: str
    owner: str
    sensitivity: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClassWords:
    """A class of sensitivity: how long its owner has, and whether whoever proposed may decide."""

    name: str
    hours: str
    four_eyes: bool


@dataclass(frozen=True, slots=True)
class PolicyWords:
    """A whole policy, in the order in which its page tells it."""

    order: tuple[str, ...]
    automatic: tuple[str, ...]
    newer_weaker: str
    detectors: str
    write_back: str
    classes: tuple[ClassWords, ...]
    by_person: tuple[FieldWords, ...]
    by_rule: tuple[FieldWords, ...]
    by_owner: tuple[FieldWords, ...]


def explain(policy: Policy, names: Names, registered: Sequence[Declared] = ()) -> PolicyWords:
    """The policy in words; `names` are those of the registered sources, `registered` the fields as the registry says.

    A field that only the registry knows is told too, unless a pattern of the policy speaks for it.
    """
    only_there = {said.key: said for said in registered if policy.declared(said.key) is None}
    # By key: a pattern comes before what it covers, and the database does not keep the order of the file.
    fields = dict(sorted({**only_there, **_as_strict(policy, registered)}.items())).values()
    told = [(_field(policy, said, names), _scopes(policy, said)) for said in fields]
    days = policy.write_back_days
    return PolicyWords(
        order=tuple(_group(group, names) for group in policy.order.groups if not _outside(group)),
        automatic=tuple(_automatic(entry.field, entry.scope) for entry in policy.automatic),
        newer_weaker=_newer_weaker(policy.newer_weaker),
        detectors=_detectors(policy),
        write_back=ngettext(
            "When a decision goes against a system of record, somebody has %(n)d day to bring it in line.",
            "When a decision goes against a system of record, somebody has %(n)d days to bring it in line.",
            days,
        )
        % {"n": days},
        classes=tuple(_class(policy, name) for name in SLA_CLASSES),
        by_person=tuple(words for words, _unused in told if words.sensitivity),
        by_rule=tuple(words for words, scopes in told if not words.sensitivity and scopes),
        by_owner=tuple(words for words, scopes in told if not words.sensitivity and not scopes),
    )


def _as_strict(policy: Policy, registered: Sequence[Declared]) -> dict[str, Declared]:
    """The declared fields; one that the registry calls sensitive is sensitive, whatever the policy leaves unsaid."""
    known = {said.key: said.sensitivity for said in registered}
    return {key: replace(said, sensitivity=said.sensitivity or known.get(key)) for key, said in policy.fields.items()}


def tier_name(tier: Tier) -> str:
    return str(dict(TIERS)[tier])


def class_name(sensitivity: str) -> str:
    return str(dict(SENSITIVITIES).get(sensitivity, _("everything else")))


def order_in_words(order: Order, names: Names) -> str:
    """One line, strong to weak; what counts alike is joined by an equals sign."""
    groups = [_group(group, names, alike=" = ") for group in order.groups if not _outside(group)]
    return " › ".join([*groups, tier_name(Tier.UNATTRIBUTED)])


def hours_in_words(hours: int) -> str:
    """The time an owner has: from a day on in days, where it is whole days."""
    days, rest = divmod(hours, 24)
    if days and not rest:
        return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}
    return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}


def _field(policy: Policy, said: Declared, names: Names) -> FieldWords:
    rule = policy.rule(_registered(said), ANY)
    portuguese = (get_language() or "").startswith("pt")
    return FieldWords(
        key=said.key,
        name=(said.name_pt if portuguese else said.name) or said.name or said.key,
        owner=(said.owner_role_pt if portuguese else said.owner_role) or said.owner_role,
        sensitivity=class_name(rule.sensitivity) if rule.sensitivity else "",
        sentences=tuple(_sentences(policy, said, rule, names)),
    )


def _registered(said: Declared) -> RegisteredField:
    return RegisteredField(
        said.key,
        many=said.values == "many",
        sensitivity=said.sensitivity or "",
        review_days=said.review_days,
        authoritative=said.authoritative,
    )


def _sentences(policy: Policy, said: Declared, rule: FieldRule, names: Names) -> Iterable[str]:
    scopes = _scopes(policy, said)
    if scopes and ANY not in scopes:
        yield _("By rule only in %(scopes)s.") % {"scopes": ", ".join(scopes)}
    if said.order is not None:
        yield _("Order of its own: %(order)s.") % {"order": order_in_words(said.order, names)}
    if said.authoritative is not None:
        source = {"source": _entry(Entry(*said.authoritative), names)}
        above = _("%(source)s has authority here, above all others.") % source
        yield _("%(source)s has authority here.") % source if said.order is not None else above
    if rule.review_days:
        days = {"n": rule.review_days}
        yield ngettext("Review after %(n)d day.", "Review after %(n)d days.", rule.review_days) % days
    if rule.many:
        yield _("Several values may hold side by side.")
    if rule.four_eyes:
        yield _("Whoever proposed a value does not decide on it.")
    if said.newer_weaker is not None:
        yield _newer_weaker(said.newer_weaker)


def _scopes(policy: Policy, said: Declared) -> list[str]:
    """The scopes in which rules settle this field alone; none for a sensitive one."""
    if said.sensitivity:
        return []
    known = said.authoritative is not None
    return [entry.scope for entry in policy.automatic if entry.admits(said.key, entry.scope, authoritative=known)]


def _automatic(field: str, scope: str) -> str:
    if field == AUTHORITATIVE:
        what = _("Fields that are not sensitive and have an authoritative source")
    elif field == ANY:
        what = _("Every field that is not sensitive")
    else:
        what = field
    return what if scope == ANY else _("%(field)s in %(scope)s") % {"field": what, "scope": scope}


def _newer_weaker(mode: str) -> str:
    return {
        "record": _("A later claim of a weaker source changes nothing and is kept on record."),
        "caveat": _("A later claim of a weaker source changes nothing; for 30 days the fact says that it exists."),
        "ask": _("A later claim of a weaker source changes nothing by itself; the owner is asked."),
    }[mode]


def _detectors(policy: Policy) -> str:
    if not policy.detectors:
        return _("What a value says is not looked at: only its field decides whether it is sensitive.")
    found = {"names": ", ".join(str(NAMES[name]) for name in CONTENT if name in policy.detectors)}
    return _("Whatever the field, a value that reads as one of these waits for its owner: %(names)s.") % found


def _class(policy: Policy, name: str) -> ClassWords:
    return ClassWords(class_name(name), hours_in_words(policy.sla_hours(name)), name in policy.four_eyes)


def _group(group: Group, names: Names, alike: str = "") -> str:
    entries = [_entry(entry, names) for entry in group]
    if alike or len(entries) == 1:
        return alike.join(entries)
    return _("%(entries)s, which count alike") % {"entries": ", ".join(entries)}


def _entry(entry: Entry, names: Names) -> str:
    if not entry.source:
        return tier_name(entry.tier)
    source = names.get(entry.source) or entry.source
    return _("%(source)s (%(tier)s)") % {"source": source, "tier": tier_name(entry.tier)}


def _outside(group: Group) -> bool:
    return any(entry.tier is Tier.UNATTRIBUTED for entry in group)
