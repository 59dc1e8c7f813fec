"""What the registries say about a claim at the door: its place, its canonical value, its dates and its weight."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from ledgers.domain.content import DERIVED, UNSURE
from ledgers.domain.patterns import covers
from ledgers.domain.policy import FieldRule
from ledgers.domain.tiers import Tier
from ledgers.domain.trust import weigh
from ledgers.errors import InvalidClaim, ScopeNotAllowed, SourceNotAllowed
from ledgers.formats import Json, canonical, contains
from ledgers.formats.detectors import classes
from ledgers.formats.keys import field_key, scope_key, subject_key
from ledgers.formats.refusal import InvalidKey
from ledgers.models import Claim, Field, Slot, Source
from ledgers.selectors import registries
from ledgers.selectors.rules import rule_for
from ledgers.services.authors import Author
from ledgers.services.lineage import Lineage, trace
from memoryhub.accounts.models import Member, Workspace

if TYPE_CHECKING:
    from ledgers.services.claims import ClaimInput

CONDITION_LIMIT = 500
# Sets the condition apart from the value in what is compared; no canonical value contains it.
BETWEEN = "\x1f"
# What a missing date means where the source does not say.
UNDATED = {
    Tier.SYSTEM_OF_RECORD: "repeats",
    Tier.APPROVED_DOCUMENT: "unknown",
    Tier.AUTHORIZED_PERSON: "now",
    Tier.COUNTERPARTY: "now",
    Tier.AGENT_INFERENCE: "now",
    Tier.UNATTRIBUTED: "unknown",
}


@dataclass(frozen=True, slots=True)
class Checked:
    """A claim that may be stored. `field` and `rule` are None while the field is unknown."""

    source: Source
    subject_key: str
    subject_shown: str
    field_key: str
    scope_key: str
    field: Field | None
    rule: FieldRule | None
    value: Any  # any JSON, as the field's type shows it
    value_key: str | None
    condition: str
    target: Claim | None
    lineage: Lineage | None = None
    unsure: bool = False

    @property
    def content(self) -> tuple[str, ...]:
        """The classes of sensitive content in it, whatever its field is called, and whether nobody is sure of it."""
        found = classes(self.value, self.condition, field=self.field_key)
        derived = (DERIVED,) if self.lineage is not None and self.lineage.sensitive else ()
        return (*found, *derived, *((UNSURE,) if self.unsure else ()))

    @property
    def slot_value(self) -> str:
        """What tells slots of one many-valued field apart; empty where values compete."""
        if self.field is None or self.field.values == "one" or self.value_key is None:
            return ""
        return hashlib.sha256(self.value_key.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Dated:
    """When the claim holds; `assumed` when nobody gave a date and the moment of recording stands in."""

    effective_at: datetime
    expires_at: datetime | None
    assumed: bool = False


@dataclass(frozen=True, slots=True)
class Weight:
    """Tier, why it is not the source's own, and whose word it is (empty: nobody's), with their roles on that day."""

    tier: Tier
    reason: str
    speaker: str
    roles: tuple[str, ...] = ()


def check(workspace: Workspace, author: Author, data: ClaimInput) -> Checked:
    """Check a claim against the registries; rights (403) before rules (422)."""
    source = registries.source(workspace, data.source)
    scope = scope_key(data.scope)
    _allow(author, data.source, scope)
    if source is None:
        raise InvalidClaim("#/source", _("No source is registered under this key."), code="unknown-source")
    if not registries.scope_exists(workspace, scope):
        raise InvalidClaim("#/scope", _("No scope is registered under this key."), code="unknown-scope")
    key, shown = subject_key(data.subject)
    field, registered = _field(workspace, field_key(data.field))
    value, value_key = read_value(workspace, registered, data.kind, data.value, data.condition)
    return Checked(
        source=source,
        subject_key=key,
        subject_shown=shown,
        field_key=field,
        scope_key=scope,
        field=registered,
        rule=None if registered is None else rule_for(workspace, registered, field, scope),
        value=value,
        value_key=value_key,
        condition=_condition(data.condition),
        target=_target(workspace, author, data, (key, field, scope)),
        lineage=trace(workspace, author, data.derived_from),
        unsure=data.unsure,
    )


def refuse_unbound(author: Author, body: object) -> None:
    """The same refusal (403) for a body that is no claim, as far as it names a source and a scope."""
    named = [body.get(name) for name in ("source", "scope")] if isinstance(body, Mapping) else []
    match named:
        case [str(source), str(scope)]:
            with suppress(InvalidKey):
                _allow(author, source, scope_key(scope))


def _allow(author: Author, source: str, scope: str) -> None:
    """Raises SourceNotAllowed or ScopeNotAllowed for what the author's token does not grant."""
    if source not in author.sources and "*" not in author.sources:
        raise SourceNotAllowed(_("Ask a registry admin to bind this token to the source, or use one it is bound to."))
    if not any(covers(pattern, scope) for pattern in author.scopes):
        raise ScopeNotAllowed(_("Ask a registry admin to add the scope to this token, or post to one it holds."))


def _field(workspace: Workspace, key: str) -> tuple[str, Field | None]:
    """The field a name is read as: the registered one, or the one a registry admin mapped the name to."""
    registered = registries.registered_field(workspace, key)
    answered = None if registered else registries.answered_name(workspace, key)
    if answered is not None and answered.answer == "refuse":
        raise InvalidClaim("#/field", _("A registry admin refused this field: use another one."), code="refused-field")
    if answered is None or answered.mapped_to is None:
        return key, registered
    return answered.mapped_to.key, answered.mapped_to


def read_value(
    workspace: Workspace, field: Field | None, kind: str, value: Json, condition: str
) -> tuple[Json, str | None]:
    """The value as shown and the text that is compared, condition included; None while the field is unknown."""
    if kind == "retract" and value is None:
        if field is not None and field.values == "many":
            raise InvalidClaim("#/value", _("This field holds many values: say which one ended."))
        return None, None
    if kind == "retract" and field is not None and field.values == "one":
        raise InvalidClaim("#/value", _("A retract of a field with one value takes no value."))
    if field is None:
        canonical("json", value, zone=workspace.zone)
        return value, None
    read = canonical(field.type, value, options=field.options, empty_marks=field.empty_marks, zone=workspace.zone)
    said = _condition(condition)
    return read.value, f"{read.key}{BETWEEN}{said}" if said else read.key


def _condition(text: str) -> str:
    said = " ".join(unicodedata.normalize("NFC", text).split())
    if len(said) > CONDITION_LIMIT:
        raise InvalidClaim("#/condition", _("A condition has at most 500 characters."))
    return said


def _target(workspace: Workspace, author: Author, data: ClaimInput, where: tuple[str, str, str]) -> Claim | None:
    if data.kind != "correct":
        if data.corrects is not None:
            raise InvalidClaim("#/corrects", _("Only a claim of kind correct names a fact it corrects."))
        return None
    named = Claim.objects.select_related("slot__subject").filter(workspace=workspace, slot__isnull=False)
    found = named.filter(id=data.corrects).first() if data.corrects else None
    if found is None or found.slot is None or not author.may_read(found.scope):
        raise InvalidClaim("#/corrects", _("Name the fact that is corrected, by its id."), code="unknown-fact")
    place = found.slot
    if (place.subject.key, place.field, place.scope) != where:
        raise InvalidClaim("#/corrects", _("A correction keeps the subject, field and scope of the fact it corrects."))
    return found


def date(data: ClaimInput, checked: Checked, slot: Slot | None, received_at: datetime) -> Dated:
    """When the claim holds. A missing date means what the source says it means."""
    start, assumed = data.effective_at, False
    end = data.expires_at
    if start is None and checked.target is not None:
        start = checked.target.effective_at
        end = end or checked.target.expires_at
    if start is None:
        start, assumed = _undated(checked, slot, received_at, data.kind)
    if end is not None and end <= start:
        raise InvalidClaim("#/expires_at", _("The end must be later than the beginning."))
    return Dated(start, end, assumed)


def _undated(checked: Checked, slot: Slot | None, received_at: datetime, kind: str) -> tuple[datetime, bool]:
    match checked.source.undated or UNDATED[Tier(checked.source.tier)]:
        case "now":
            return received_at, False
        case "repeats":
            said = _said_without_break(checked, slot, kind)
            return (said or received_at), False
        case _:
            return received_at, True


def _said_without_break(checked: Checked, slot: Slot | None, kind: str) -> datetime | None:
    """Since when this source has said just this, if it is what it said last."""
    if slot is None:
        return None
    last = Claim.objects.filter(workspace_id=slot.workspace_id, slot=slot, source=checked.source.key)
    claim = last.order_by("-id").first()
    if claim is None or claim.value_key != checked.value_key or (claim.kind == "retract") != (kind == "retract"):
        return None
    return claim.effective_at


def weigh_claim(workspace: Workspace, author: Author, data: ClaimInput, checked: Checked) -> Weight:
    """What the claim weighs and whose word it is."""
    source = checked.source
    speaker_tier = Tier(source.tier)
    person = _person(workspace, author, data, source) if speaker_tier is Tier.AUTHORIZED_PERSON else None
    speaker = person.key if person else _speaker(author, source)
    if checked.lineage is not None:
        # What an agent makes of claims is its own word, whoever said those.
        speaker = author.key
    weighed = weigh(
        speaker_tier,
        speaks_for_subject=any(covers(subject_key(bound)[0], checked.subject_key) for bound in source.subjects),
        relayed=source.relayed,
        quoted=_quoted(workspace, data, checked),
        derived_from=checked.lineage.tiers if checked.lineage is not None else None,
    )
    said = "" if weighed.tier is Tier.UNATTRIBUTED else speaker
    return Weight(weighed.tier, weighed.reason, said, tuple(person.roles) if person else ())


def _speaker(author: Author, source: Source) -> str:
    match Tier(source.tier):
        case Tier.SYSTEM_OF_RECORD:
            return source.key
        case Tier.APPROVED_DOCUMENT if source.responsible is not None:
            return source.responsible.key
        case Tier.COUNTERPARTY:
            return source.party or source.key
        case _:
            return author.key


def _person(workspace: Workspace, author: Author, data: ClaimInput, source: Source) -> Member:
    """The registered person whose word it is: named by `said_by`, bound to the source, or the member who posts."""
    key = data.said_by.get("person")
    if key:
        found = Member.objects.filter(workspace=workspace, key=key, active=True).first()
        # A source that is one person's, and a member who posts, speak for nobody else.
        bound = [person.id for person in (source.person, author.member) if person is not None]
        if found is None or any(person != found.id for person in bound):
            raise InvalidClaim("#/said_by/person", _("No such person may speak here."), code="unknown-person")
        return found
    person = source.person or author.member
    if person is None:
        raise InvalidClaim(
            "#/said_by", _("Say which registered person said it: said_by.person."), code="unknown-person"
        )
    return person


def _quoted(workspace: Workspace, data: ClaimInput, checked: Checked) -> bool:
    quote = data.evidence.get("text", "")
    if checked.field is None or checked.value_key is None or not quote:
        return checked.value_key is None and bool(quote)
    key = checked.value_key.split(BETWEEN)[0]
    return contains(checked.field.type, quote, key, zone=workspace.zone)
