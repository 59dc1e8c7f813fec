"""What a check of the log found, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from ledgers.verify.findings import Finding, Wrong

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SENTENCES: dict[Wrong, StrOrPromise] = {
    Wrong.ROW_EDITED: _("This row was changed: its content does not fit its hash."),
    Wrong.ROW_NOT_AS_SEALED: _(
        "This row is not the one that was sealed at this position: changed, moved or renumbered."
    ),
    Wrong.ROW_MISSING: _("A row that was recorded here is gone."),
    Wrong.ROW_ADDED: _("This row was added behind the log: nothing sealed it when it was recorded."),
    Wrong.SAID_EDITED: _("What was said was changed: it does not fit the digest that the log keeps of it."),
    Wrong.SEAL_EDITED: _("This seal was changed: its root does not fit, or it does not follow the seal before it."),
    Wrong.SEAL_MISSING: _("A seal is missing here."),
    Wrong.CUT_OFF: _("The log ends before what a checkpoint outside the database has seen: its end was cut off."),
    Wrong.REWRITTEN: _("The log is not the one that a checkpoint outside the database has seen: it was written anew."),
    Wrong.CHECKPOINT_FORGED: _("This checkpoint was not signed by the key of this hub."),
    Wrong.CHECKPOINT_UNREADABLE: _(
        "A line of the file of checkpoints cannot be read. A crash can tear a line; a person can too."
    ),
    Wrong.CHECKPOINT_MISSING: _(
        "The file of checkpoints ends before this one, which is in the store: its end was cut off, or another machine "
        "wrote this one into a file of its own."
    ),
}


def say(finding: Finding) -> str:
    return str(SENTENCES[finding.wrong])
