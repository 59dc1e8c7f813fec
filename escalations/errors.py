"""What a decision is refused for, by name."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.errors import NotAllowed, Problem, Words


class NotYours(NotAllowed):
    """The member may look and not decide; `reason` is routing's code."""

    slug = "not-the-owner"
    title = _("Only the owner of this fact decides it")

    def __init__(self, detail: Words, *, reason: str) -> None:
        super().__init__(detail)
        self.reason = reason


class FourEyes(NotYours):
    """Whoever proposed a claim does not decide it where two people have to agree."""

    slug = "four-eyes-required"
    title = _("Another person has to confirm this")


class SignInHeld(NotYours):
    """The member came by another sign-in a short while ago, and money and rights wait until that is sure."""

    slug = "sign-in-on-hold"
    title = _("This sign-in is too new to decide that")


class StepUpRequired(NotAllowed):
    """A payment is recorded, and somebody erased, by who has just shown that they are the one signed in."""

    slug = "step-up-required"
    title = _("Sign in again first")


class AlreadyDecided(Problem):
    """Someone decided first, or the case closed itself: who, when and what."""

    slug = "already-decided"
    status = 409
    title = _("This case was decided already")

    def __init__(self, detail: Words, *, who: str, when: datetime, choice: str) -> None:
        super().__init__(detail)
        self.who, self.when, self.choice = who, when, choice


class EvidenceChanged(Problem):
    """What the page showed is not what the case holds now."""

    slug = "evidence-changed"
    status = 409
    title = _("This case changed since you opened it")


class InvalidChoice(Problem):
    slug = "invalid-choice"
    title = _("This case cannot be decided so")

    def __init__(self, pointer: str, detail: Words, *, code: str = "invalid-choice") -> None:
        super().__init__(detail, errors=[{"pointer": pointer, "code": code, "detail": detail}])


class InvalidStep(Problem):
    """A case cannot be handed on, put off or asked about so; the pointer says which member stands in the way."""

    slug = "invalid-step"
    title = _("This step is not possible")

    def __init__(self, pointer: str, detail: Words) -> None:
        super().__init__(detail, errors=[{"pointer": pointer, "code": "invalid-step", "detail": detail}])


class RequestClosed(Problem):
    """Evidence that nobody waits for any more."""

    slug = "evidence-request-closed"
    status = 409
    title = _("This evidence is no longer awaited")


class LinkDead(Problem):
    """A link of a mail that was used, or has run out."""

    slug = "link-dead"
    status = 410
    title = _("This link no longer works")


class UndoOver(Problem):
    """A decision that can no longer be taken back as if it had not been; it can be reverted by a new one."""

    slug = "undo-over"
    status = 409
    title = _("This decision can no longer be taken back")


class NobodyConfirms(NotAllowed):
    """Two people have to agree, and there is no second one who may."""

    slug = "no-second-person"
    title = _("Nobody may confirm this")
