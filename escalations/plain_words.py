"""Events of cases and facts in words, for channels that people read: what happened, where, and the page to go to.

In the language of the workspace, since nobody knows who reads along; no value is ever in them. Of anybody's own scope a
channel hears nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone, translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from escalations.models import Case, WriteBack
from ledgers.domain.responsibility import personal
from ledgers.models import Slot
from ledgers.naming import name_of, subject_name
from ledgers.selectors import registries
from memoryhub.accounts.errors import Words
from memoryhub.hooks.slack import Plain

EVENTS: dict[str, Words] = {
    "case.opened": gettext_lazy("a case was opened"),
    "case.decided": gettext_lazy("a case was decided"),
    "case.evidence_requested": gettext_lazy("evidence is asked for"),
    "fact.changed": gettext_lazy("a fact changed"),
    "fact.corrected": gettext_lazy("a fact was never true"),
    "write_back.opened": gettext_lazy("a system has to be brought in line"),
}


def of_case(event: str, case: Case) -> Plain | None:
    workspace = case.slot.workspace
    with translation.override(workspace.language), timezone.override(workspace.zone):
        due = formats.date_format(timezone.localtime(case.due_at), "DATETIME_FORMAT")
        more = [_("Due on %(day)s") % {"day": due}] if event == "case.opened" else []
        return _plain(event, case.slot, more, reverse("case", args=[case.pk]), _("Open the case"))


def of_fact(event: str, slot: Slot, fact: str) -> Plain | None:
    with translation.override(slot.workspace.language):
        return _plain(event, slot, [], reverse("fact", args=[fact]), _("Open the fact"))


def of_write_back(event: str, task: WriteBack) -> Plain | None:
    with translation.override(task.slot.workspace.language):
        url = f"{reverse('write-backs')}#task-{task.pk}"
        return _plain(event, task.slot, [task.source.name or task.source.key], url, _("Open the task"))


def _plain(event: str, slot: Slot, more: Sequence[str], url: str, label: str) -> Plain | None:
    if personal(slot.scope):
        return None
    field = registries.registered_field(slot.workspace, slot.field)
    place = " · ".join([subject_name(slot.subject.shown), name_of(field, slot.field), slot.scope])
    return Plain(capfirst(str(EVENTS[event])), [place, *more], f"{settings.PUBLIC_URL}{url}", label)
