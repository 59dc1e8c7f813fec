"""What the form of a card sends, read into a choice; what is missing is said field by field, what was typed is kept."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from escalations.card.reading import Card, ending
from escalations.card.widgets import typed
from escalations.deciding.choice import CHOICES, Choice
from escalations.models import Case
from ledgers.formats.moments import typed_day
from ledgers.selectors.rules import ruled
from memoryhub.accounts import offered
from memoryhub.accounts.errors import Problem, Words

CHIPS: dict[str, Words] = {
    "phone": gettext_lazy("confirmed by phone"),
    "document": gettext_lazy("document seen"),
    "typo": gettext_lazy("typing mistake"),
}
BLAMES: dict[str, Words] = {
    "current": gettext_lazy("current is out of date"),
    "new": gettext_lazy("new is wrong"),
    "both": gettext_lazy("both are wrong"),
    "neither": gettext_lazy("both are right"),
    "unknown": gettext_lazy("cannot tell"),
}
# Where a refusal's pointer is on the page.
TARGETS = {"value": "value", "scopes": "scope-1", "effective_at": "effective-at", "reason": "reason"}


@dataclass(frozen=True, slots=True)
class FormError:
    """What is wrong and the id of the field that mends it."""

    target: str
    text: Words


@dataclass(frozen=True, slots=True)
class DecisionForm:
    """As typed; an empty one carries a fresh key, so that one press is one decision. `onward` is the next case."""

    choice: str = ""
    value: str = ""
    effective_at: str = ""
    scopes: Sequence[str] = ("", "")
    both_claim: str = ""
    blame: str = ""
    chips: Sequence[str] = ()
    reason: str = ""
    last4: str = ""
    version: int = 0
    digest: str = ""
    key: str = field(default_factory=lambda: str(uuid.uuid4()))
    seen_at: str = ""
    onward: uuid.UUID | None = None

    @property
    def targets(self) -> dict[str, str]:
        return TARGETS


def read_form(post: QueryDict) -> DecisionForm:
    """Raises NotOffered where an id or a choice is none that a card offers."""
    choice = post.get("choice", "")
    _kind, named, claim = choice.partition(":")
    for sent in (post.get("both_claim", ""), post.get("decision_key", ""), claim):
        offered.key_or_none(sent)
    if named:
        offered.one_of(choice, [f"accept:{offered.key(claim)}"])
    return DecisionForm(
        choice=choice,
        value=post.get("value", "").strip(),
        effective_at=post.get(f"effective_{choice}", ""),
        scopes=(post.get("scope_current", "").strip(), post.get("scope_new", "").strip()),
        both_claim=post.get("both_claim", ""),
        blame=offered.one_of(post.get("blame", ""), ["", *BLAMES]),
        chips=[offered.one_of(chip, CHIPS) for chip in post.getlist("chip")],
        reason=post.get("reason", "").strip(),
        last4=post.get("last4", "").strip(),
        version=_number(post.get("version", "")),
        digest=post.get("evidence_digest", ""),
        key=post.get("decision_key", ""),
        seen_at=post.get("seen_at", ""),
        onward=key_of(post.get("onward", "")),
    )


def missing(form: DecisionForm, case: Case, card: Card | None = None) -> list[FormError]:
    """What the page can tell without asking the ledgers; of values only with the card."""
    found = []
    if form.choice.partition(":")[0] not in CHOICES[case.kind]:
        found.append(FormError("outcomes", _("Choose an outcome.")))
    if form.choice == "other" and not form.value:
        found.append(FormError("value", _("Enter the value that holds.")))
    if form.choice == "both" and (not all(form.scopes) or form.scopes[0] == form.scopes[1]):
        found.append(FormError("scope-1", _("Name two different scopes.")))
    if form.effective_at and typed_day(form.effective_at, ZoneInfo("UTC")) is None:
        found.append(FormError("effective-at", _("Write the day as year-month-day.")))
    if card is not None and not _ends_right(form, card):
        found.append(FormError("last4", _("Type the last four signs of the value you let stand.")))
    if not form.reason and not form.chips:
        found.append(FormError("reason", _("Give a reason: it goes to the ledger.")))
    return found


def _ends_right(form: DecisionForm, card: Card) -> bool:
    """A payment's value is masked: who lets one stand types its last signs, so that it is the one they mean."""
    chosen = (
        f"accept:{form.both_claim or card.proposed[0].id}" if form.choice == "both" and card.proposed else form.choice
    )
    wanted = card.endings.get(chosen, "")
    return not wanted or ending(form.last4) == wanted


def as_choice(form: DecisionForm, case: Case) -> Choice:
    zone = case.slot.workspace.zone
    kind, _colon, claim = form.choice.partition(":")
    claim = form.both_claim if kind == "both" else claim
    return Choice(
        choice=kind,
        version=form.version,
        evidence_digest=form.digest,
        decision_key=key_of(form.key),
        claim=key_of(claim),
        value=typed(form.value, _type_of(case), zone) if kind == "other" else None,
        effective_at=None if kind == "keep" else typed_day(form.effective_at, zone),
        scopes=list(form.scopes) if kind == "both" else (),
        blame=form.blame,
        reason=reason_of(form),
    )


def _type_of(case: Case) -> str:
    governing = ruled(case.slot)
    return governing.field.type if governing is not None else ""


def reason_of(form: DecisionForm) -> str:
    """The chips in words, then what was written."""
    return "; ".join([*(str(CHIPS[chip]) for chip in form.chips), *([form.reason] if form.reason else [])])


def refused(problem: Problem, *, targets: Mapping[str, str] = TARGETS, else_at: str = "outcomes") -> list[FormError]:
    """A refusal of the ledgers, on the fields it points to."""
    if not problem.errors:
        return [FormError(else_at, problem.detail)]
    return [
        FormError(targets.get(error["pointer"].removeprefix("#/"), else_at), error["detail"])
        for error in problem.errors
    ]


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def key_of(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
