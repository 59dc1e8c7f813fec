"""A suggestion of the dial made a draft. What it says is counted again: a form may be old, or made up."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ledgers.dial import edits
from ledgers.dial.suggestions import Suggestion
from ledgers.dial.telling import title
from ledgers.dial.today import count, today
from ledgers.domain.policy import digest
from ledgers.models import PolicyDraft, PolicyVersion, Source
from ledgers.selectors.drafts import open_drafts
from ledgers.services.drafts import editing, rights
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Member

# Letters in the title of a draft.
LONGEST = 120


class SuggestionGone(Problem):
    """What was suggested is not any more: people decided otherwise since, or the policy changed."""

    slug = "suggestion-gone"
    status = 409
    title = _("This is no longer suggested")

    def __init__(self) -> None:
        super().__init__(_("People decided otherwise since, or the policy or a field changed. Nothing was made."))


@transaction.atomic
def make_draft(*, member: Member, key: str) -> PolicyDraft:
    """A draft with the one edit that was suggested, or the open one that says the same already."""
    rights.may_edit(member)
    standing = today(member.workspace)
    found = count(member.workspace, standing).suggestions if standing is not None else []
    wanted = next((one for one in found if one.key == key), None)
    if standing is None or wanted is None:
        raise SuggestionGone
    known = _made_before(member, standing.version, wanted)
    if known is not None:
        return known
    sources = dict(Source.objects.filter(workspace=member.workspace).values_list("key", "name"))
    draft = editing.start(member=member, title=title(wanted, standing, sources)[:LONGEST])
    return editing.edit(
        member=member, draft_id=draft.pk, version=draft.version, kind=wanted.edit, params=dict(wanted.params)
    )


def _made_before(member: Member, version: PolicyVersion, wanted: Suggestion) -> PolicyDraft | None:
    made = digest(edits.made(version.document, wanted.edit, wanted.params))
    return open_drafts(member.workspace).filter(base=version, hash=made).first()
