"""What stands above every page of a draft: where it stands, who wrote it, and the steps open to whoever reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from uuid import UUID

from django.db.models import Func
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ledgers.domain.findings import Finding, Level
from ledgers.models import Backtest, DraftEdit, PolicyDraft
from ledgers.selectors import drafts
from ledgers.selectors.drafts import Trial
from ledgers.selectors.policy_check import Registered, registered
from ledgers.services.drafts.rights import wrote_the_same
from memoryhub.accounts.access import acting
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import Member, Role

State = PolicyDraft.State
NO_PARTS: Mapping[str, Func] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Mark:
    """A state in a word, and how that looks."""

    words: Words
    tone: str = ""
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Tab:
    """One page of the draft."""

    name: str
    words: Words
    url: str


@dataclass(frozen=True, slots=True)
class Steps:
    """What whoever reads may do with the draft as it stands; the services ask again."""

    write: bool = False
    tries: bool = False
    join: bool = False
    submit: bool = False
    judge: bool = False
    activate: bool = False
    rebase: bool = False
    withdraw: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """`authors`: their names by key; `status`: written, checked, tried; `findings`, `trial` and `last` are what it was
    read from, `known` the registries beside it."""

    draft: PolicyDraft
    state: Mark
    authors: Mapping[str, str]
    status: tuple[Mark, ...]
    findings: tuple[Finding, ...]
    trial: Trial | None
    last: Backtest | None
    known: Registered
    steps: Steps
    tabs: tuple[Tab, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.authors.values())

    @property
    def blocked(self) -> tuple[Finding, ...]:
        return drafts.blocking(self.findings)


def draft_of(request: HttpRequest, draft_id: UUID) -> PolicyDraft:
    """A draft of the reader's workspace, or 404."""
    workspace = acting(request).workspace
    rows = drafts.drafts(workspace).annotate(**drafts.beside(acting(request)))
    found = get_object_or_404(rows, pk=draft_id)
    found.workspace = workspace
    return found


def heading(
    request: HttpRequest,
    draft: PolicyDraft,
    known: Registered | None = None,
    edits: Sequence[DraftEdit] | None = None,
    parts: Mapping[str, Func] = NO_PARTS,
) -> Heading:
    """`known` and `edits`: the registries and all edits of the draft, where a page has read them already; `parts`: what
    it wants cut out of the result of the trial."""
    member = acting(request)
    wrote = [(row.member.key, row.member.name) for row in edits] if edits is not None else _wrote(draft)
    # Whoever started it comes first.
    authors = {draft.created_by.key: draft.created_by.name, **dict(wrote)}
    last, trial = drafts.tries(draft, **parts)
    forecast = trial.forecast if trial is not None and trial.fresh else None
    known = known or registered(draft.workspace)
    findings = drafts.findings_of(draft, forecast, known)
    steps = _steps(draft, member, member.key in authors)
    return Heading(
        draft=draft,
        state=Mark(State(draft.state).label, *TONES[State(draft.state)]),
        authors=authors,
        status=(_written(draft), _checked(findings), _tried(trial, last)),
        findings=findings,
        trial=trial,
        last=last,
        known=known,
        steps=steps,
        tabs=_tabs(draft, steps),
    )


TONES = {
    State.EDITING: ("news", "pen"),
    State.SUBMITTED: ("wait", "clock"),
    State.APPROVED: ("good", "check"),
    State.SCHEDULED: ("good", "clock"),
    State.CONFLICT: ("late", "alert"),
    State.ACTIVE: ("good", "check"),
    State.WITHDRAWN: ("", ""),
}


def _wrote(draft: PolicyDraft) -> Iterable[tuple[str, str]]:
    if "wrote" in vars(draft):
        return [(one["key"], one["name"]) for one in vars(draft)["wrote"]]
    return DraftEdit.objects.filter(draft=draft).order_by("id").values_list("member__key", "member__name")


def _same(draft: PolicyDraft, member: Member) -> bool:
    if "wrote_the_same" in vars(draft):
        return bool(vars(draft)["wrote_the_same"])
    return wrote_the_same(draft, member)


def _steps(draft: PolicyDraft, member: Member, author: bool) -> Steps:
    state, editor = draft.state, member.has_role(Role.POLICY_EDITOR)
    approver = member.has_role(Role.POLICY_APPROVER)
    if draft.over:
        return Steps()
    return Steps(
        write=editor and author,
        tries=editor and author and state == State.EDITING,
        join=editor and not author and state in (State.EDITING, State.CONFLICT),
        submit=editor and author and state == State.EDITING,
        judge=approver and not author and state == State.SUBMITTED and not _same(draft, member),
        activate=approver and state in (State.APPROVED, State.SCHEDULED),
        rebase=editor and author and state == State.CONFLICT,
        withdraw=editor and author,
    )


def _tabs(draft: PolicyDraft, steps: Steps) -> tuple[Tab, ...]:
    approval = "activate" if steps.activate else "submit" if steps.submit or steps.rebase else "judge"
    pages = [
        ("edit", _("Edit") if steps.write else _("What it says"), "policy-draft"),
        ("diff", _("Differences"), "policy-draft-diff"),
        ("backtest", _("Backtest"), "policy-backtest-ask"),
        # Where the next step towards being the policy is taken, by whoever reads.
        ("approval", _("Approval"), f"policy-draft-{approval}"),
    ]
    return tuple(Tab(name, words, reverse(page, args=[draft.pk])) for name, words, page in pages)


def _written(draft: PolicyDraft) -> Mark:
    if draft.hash == draft.base.hash:
        return Mark(_("says what its base says"))
    return Mark(_("edited"), "news")


def _checked(findings: tuple[Finding, ...]) -> Mark:
    if blocked := len(drafts.blocking(findings)):
        words = ngettext("check: %(n)d thing blocks it", "check: %(n)d things block it", blocked) % {"n": blocked}
        return Mark(words, "late", "alert")
    if warned := sum(found.level is Level.WARNING for found in findings):
        words = ngettext("check: %(n)d warning", "check: %(n)d warnings", warned) % {"n": warned}
        return Mark(words, "wait", "alert")
    return Mark(_("check: nothing found"), "good", "check")


def _tried(trial: Trial | None, last: Backtest | None) -> Mark:
    if last is not None and last.state in Backtest.GOING:
        return Mark(_("backtest running"), "news", "clock")
    if trial is not None and trial.fresh:
        return _fresh(trial)
    if last is not None and last.state == Backtest.State.FAILED:
        return Mark(_("backtest failed"), "late", "alert")
    if trial is not None:
        return Mark(_("backtest out of date"), "wait", "clock")
    if last is not None and last.state == Backtest.State.DONE:
        return Mark(_("backtest of a part only"), "wait", "clock")
    return Mark(_("no backtest yet"))


def _fresh(trial: Trial) -> Mark:
    if trial.differs:
        return Mark(_("backtest: past decisions come out otherwise"), "late", "alert")
    if left := len(trial.unanswered):
        words = ngettext("backtest: %(n)d note is missing", "backtest: %(n)d notes are missing", left) % {"n": left}
        return Mark(words, "wait", "alert")
    return Mark(_("backtest up to date"), "good", "check")
