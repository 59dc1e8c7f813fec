"""The written rule of what recall may pass on, before anything learned: by kind and domain of the fact and by the task.

The rules are the policy's; what they read of a fact is here.
"""

from __future__ import annotations

from typing import Literal

from ledgers.domain.patterns import fold
from ledgers.domain.policy import AdmissionRule, Policy
from ledgers.leaves import claim_instructs
from ledgers.models import Claim
from ledgers.selectors.facts import FactView
from memoryhub.recall.question import Question, is_personal
from memoryhub.recall.wording import NOTES

KINDS = ("fact", "preference", "belief", "trait", "role", "instruction")
Verdict = Literal["allowed", "worded", "not_admitted", "not_bound", "instruction", "audience"]
ADMITTED = ("allowed", "worded")


def verdict(policy: Policy, view: FactView, asked: Question) -> Verdict:
    """What may become of one fact in this task. The first rule that is for both speaks for them."""
    if claim_instructs(view.claim):
        return "instruction"
    if asked.audience == "others" and is_personal(view.claim.scope):
        return "audience"
    kind, domain = kind_of(view.claim), domain_of(view)
    rule = rule_for(policy, kind, domain, asked)
    if rule is None:
        return "allowed"
    if rule.allow == "bound":
        return "allowed" if _is_bound(view.claim, asked.task_domain) else "not_bound"
    if rule.allow == "worded":
        return "worded"
    return "instruction" if kind == "instruction" else "not_admitted"


def rule_for(policy: Policy, kind: str, domain: str, asked: Question) -> AdmissionRule | None:
    """The first rule that is for such a fact in such a task."""
    return next((rule for rule in policy.admission if _is_for(rule, kind, domain, asked)), None)


def kind_of(claim: Claim) -> str:
    """`note.belief.work` and `belief.roadmap` are beliefs; whatever names no kind is a fact."""
    parts = claim.kept_field.removeprefix(NOTES).split(".")
    return parts[0] if parts[0] in KINDS else "fact"


def domain_of(view: FactView) -> str:
    """A note names its domain itself; any other fact has that of its registered field."""
    place = view.claim.kept_field
    if place.startswith(NOTES):
        return place.removeprefix(NOTES).partition(".")[2]
    return view.ruled.field.domain if view.ruled else ""


def _is_for(rule: AdmissionRule, kind: str, domain: str, asked: Question) -> bool:
    pairs = (
        (rule.kinds, kind),
        (rule.domains, domain),
        (rule.task_domains, asked.task_domain),
        (rule.task_types, asked.task_type),
    )
    return all(not named or value in named for named, value in pairs)


def _is_bound(claim: Claim, tool: str) -> bool:
    """Whether the fact was said of the very tool that is called."""
    return bool(tool) and f"tool:{fold(tool)}" in {fold(claim.scope), fold(claim.subject)}
