"""What is refused on the way of a draft to being the policy, by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ledgers.domain.findings import Finding
from ledgers.policies.changes import Clash
from ledgers.policies.editing import EditRefused
from ledgers.registry_errors import pointer
from ledgers.wording_policy import say
from memoryhub.accounts.errors import FieldError, NotAllowed, Problem, Words

EDITS: dict[str, Words] = {
    "tier_locked": _("What nobody known said is last in every order, so it cannot be moved."),
    "tier_not_alone": _("This tier has no place of its own to move from: take it out of its tie group first."),
    "tier_at_the_end": _("This tier cannot be moved any further."),
    "entry_not_there": _("This order gives “{entry}” no place."),
    "field_declared": _("The draft says something of “{field}” already."),
    "field_not_declared": _("The draft says nothing of this field."),
    "unknown_edit": _("There is no such edit. Known: {known}."),
    "wrong_parameters": _("This edit takes other members: {takes}."),
}


class DraftBlocked(Problem):
    """A draft that lint blocks; one error per finding."""

    slug = "draft-blocked"
    title = _("This draft cannot go on as it stands")

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        errors: list[FieldError] = [
            {"pointer": pointer(found.where), "code": found.code.replace("_", "-"), "detail": say(found)}
            for found in self.findings
        ]
        super().__init__(_("Mend what is listed and try again."), errors=errors)


class InvalidEdit(Problem):
    slug = "invalid-edit"
    title = _("This edit is not possible")

    def __init__(self, refused: EditRefused) -> None:
        super().__init__(str(EDITS[refused.code]).format(**refused.params))
        self.code = refused.code


class NotAnAuthor(NotAllowed):
    """Somebody else's draft is read, until one joins it."""

    slug = "not-an-author"
    title = _("You are not an author of this draft")

    def __init__(self) -> None:
        super().__init__(_("Join it first. Whoever joins does not approve it."))


class AuthorsDoNotApprove(NotAllowed):
    slug = "author-cannot-judge"
    title = _("Authors do not judge their own draft")

    def __init__(self, detail: Words = "") -> None:
        words = _("You wrote in this draft or joined it: another person with the right to approve has to.")
        super().__init__(detail or words)


class WroteTheSame(AuthorsDoNotApprove):
    """Content is not judged by whoever wrote it, under whose name ever it comes back."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "You wrote what this draft says yourself, in another draft, or put it in force alone: another person "
                "with the right to approve has to."
            )
        )


class DraftChanged(Problem):
    """What somebody acted on is not what stands any more."""

    slug = "draft-changed"
    status = 409
    title = _("This draft changed since you opened it")

    def __init__(self) -> None:
        super().__init__(_("Look at it again, then decide."))


class TooLong(Problem):
    """A reason or a note longer than anybody reads, refused whole: what is cut off is missed by whoever reads it."""

    slug = "too-long"
    title = _("This text is too long")

    def __init__(self, length: int, longest: int) -> None:
        # One sentence for both: the numbers are told as the reader's language writes them.
        words = _("It has {length} characters, and at most {longest} are kept. Make it shorter: nothing was kept yet.")
        super().__init__(format_lazy(words, length=length, longest=longest))


class DraftOver(Problem):
    slug = "draft-over"
    status = 409
    title = _("This draft is over")

    def __init__(self) -> None:
        super().__init__(_("It was activated or withdrawn: start another one."))


class WrongState(Problem):
    """A step that does not follow from where the draft stands."""

    slug = "draft-not-there-yet"
    status = 409
    title = _("This step does not follow from where the draft stands")


class BaseMoved(Problem):
    slug = "base-moved"
    status = 409
    title = _("Another version came into force meanwhile")

    def __init__(self) -> None:
        super().__init__(_("Bring the draft up to the version in force, and try it on history again."))


class RebaseClashes(Problem):
    """Places that the draft and the version in force both changed, each to something else."""

    slug = "rebase-clashes"
    status = 409
    title = _("The draft and the version in force changed the same places")

    def __init__(self, clashes: Sequence[Clash]) -> None:
        self.clashes = tuple(clashes)
        detail = _("Say for each whether the draft or the version in force counts.")
        super().__init__(
            detail, errors=[{"pointer": pointer(one.path), "code": "clash", "detail": detail} for one in clashes]
        )


class NotProven(Problem):
    """What the draft would do is not known, or not answered for."""

    slug = "draft-not-proven"
    status = 409
    title = _("What this draft would do has to be known first")


class BacktestMissing(NotProven):
    slug = "backtest-missing"

    def __init__(self) -> None:
        super().__init__(_("Try it on history first: on all of it, and in all accounts."))


class BacktestStale(NotProven):
    slug = "backtest-stale"

    def __init__(self) -> None:
        super().__init__(_("The draft or its base changed since it was tried on history: try it again."))


class ControlDiffers(NotProven):
    """The engine does not reproduce what was decided; the first decisions that came out otherwise are listed."""

    slug = "control-differs"

    def __init__(self, count: int, transactions: Sequence[str]) -> None:
        self.count, self.transactions = count, tuple(transactions)
        detail = _("Taken again, past decisions come out otherwise, so what the draft would do cannot be believed.")
        super().__init__(
            detail,
            errors=[
                {"pointer": f"#/control/{number}", "code": "differs", "detail": number} for number in self.transactions
            ],
        )


class Unacknowledged(NotProven):
    """Decisions of people that the draft contradicts, without a word from anybody who wrote it."""

    slug = "contradictions-unacknowledged"

    def __init__(self, transactions: Sequence[str]) -> None:
        self.transactions = tuple(transactions)
        super().__init__(
            _("The draft contradicts what people decided: answer each with a note."),
            errors=[
                {"pointer": f"#/acknowledged/{number}", "code": "required", "detail": number}
                for number in self.transactions
            ],
        )


class BacktestGoing(Problem):
    slug = "backtest-going"
    status = 409
    title = _("This draft is being tried on history")

    def __init__(self) -> None:
        super().__init__(_("Wait for the end of it, or cancel it."))


class UnknownAccount(Problem):
    """A backtest in an account that no claim can be of."""

    slug = "unknown-scope"
    title = _("There is no such account")

    def __init__(self) -> None:
        detail = _(
            "No account is registered under this: write its key, such as client:acme, or a kind, such as client:*."
        )
        super().__init__(detail, errors=[{"pointer": "#/scope", "code": self.slug, "detail": detail}])


class SecondPersonNeeded(NotAllowed):
    """There is a policy already, so the next version needs a draft that somebody else approved."""

    slug = "second-person-needed"
    title = _("A second person has to approve a change of the policy")

    def __init__(self) -> None:
        super().__init__(_("Start a draft, try it on history and submit it."))


class NotAlone(NotAllowed):
    """What an emergency does not excuse: it takes a draft that a second person lets pass."""

    slug = "second-person-first"
    title = _("One person alone does not put this back")


class NotRatifiedBefore(NotAlone):
    def __init__(self) -> None:
        super().__init__(
            _(
                "It was put back in an emergency before, and nobody let it stand: roll back with a second person "
                "instead."
            )
        )


class GuardsLess(NotAlone):
    """Fields, and patterns of fields, that would be guarded less than now; the words name the first ones."""

    NAMED = 6

    def __init__(self, fields: Sequence[str]) -> None:
        self.fields, self.unnamed = tuple(fields), len(fields) > self.NAMED
        named = ", ".join(self.fields[: self.NAMED]) + ("…" if self.unnamed else "")
        words = _(
            "It would guard what is said of {fields} less than now, or ask fewer people: roll back with a second "
            "person instead."
        )
        super().__init__(format_lazy(words, fields=named))
