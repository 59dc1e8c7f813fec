"""Breaks of the way of a draft to being the policy: who approves, what exactly, and on what grounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from escalations import reevaluating
from escalations.models import Case
from escalations.registry import registering
from ledgers.draft_errors import DraftChanged
from ledgers.models import PolicyDraft, PolicyVersion
from ledgers.selectors import drafts
from ledgers.selectors.drafts import Trial
from ledgers.services import policies
from ledgers.services.drafts import activating, editing, judging, rights, taking
from ledgers.services.drafts.judging import Seen
from ledgers.services.registry_changes import By
from memoryhub.accounts.models import Member

NO_GUARD_OF_VERDICTS = "DROP TRIGGER verdict_guard ON ledgers_draftverdict;"
NO_GUARD_OF_DRAFTS = "DROP TRIGGER draft_guard ON ledgers_policydraft;"
NO_GUARDS = NO_GUARD_OF_VERDICTS + NO_GUARD_OF_DRAFTS
APPEND_ANYTHING = """
DROP TRIGGER draft_edit_append_only ON ledgers_draftedit;
DROP TRIGGER draft_verdict_append_only ON ledgers_draftverdict;
"""


def nobody_is_an_author() -> None:
    """Whoever has the role approves, also what they wrote."""

    def nobody(_draft: PolicyDraft) -> frozenset[str]:
        return frozenset()

    def anybody(_draft: PolicyDraft, _member: Member) -> None:
        return None

    vars(rights).update(authors=nobody, may_write_in=anybody)


def approvals_are_of_anything() -> None:
    """What somebody saw is not compared with what stands."""

    def whatever(_draft: PolicyDraft, _seen: Seen) -> None:
        return None

    vars(judging)["_check_seen"] = whatever


def edits_keep_the_approval() -> None:
    """A draft that is edited stays where it was."""
    honest = taking.change

    def kept(draft: PolicyDraft, by: By, **said: Any) -> PolicyDraft:  # noqa: ANN401 - columns
        if "document" in said and draft.state != PolicyDraft.State.CONFLICT:
            said = {name: value for name, value in said.items() if name in {"document", "hash", "base"}}
        return honest(draft, by, **said)

    vars(editing)["change"] = kept


def any_result_will_do() -> None:
    """A result counts for whatever the draft says by now."""
    honest = drafts.trial

    def fresh(draft: PolicyDraft) -> Trial | None:
        found = honest(draft)
        return replace(found, fresh=True) if found is not None else None

    vars(drafts)["trial"] = fresh


def the_control_run_is_not_looked_at() -> None:
    setattr(Trial, "differs", property(lambda _trial: 0))  # noqa: B010 - a property in place of a property


def nobody_answers() -> None:
    """What people decided may be contradicted without a word."""
    setattr(Trial, "unanswered", property(lambda _trial: []))  # noqa: B010 - as above


def lint_is_not_asked() -> None:
    def nothing(_found: object) -> tuple[()]:
        return ()

    vars(drafts)["blocking"] = nothing


def other_versions_are_ignored() -> None:
    """No draft is in conflict with a version that came first."""

    def silent(_version: PolicyVersion, _by: By, apart: PolicyDraft | None = None) -> None:
        return None

    vars(policies)["base_moved"] = silent


def drafts_are_not_held() -> None:
    """Two may act on one draft at the same moment."""

    def free(member: Member, draft_id: UUID, version: int | None = None, *, may: Any) -> PolicyDraft:  # noqa: ANN401
        draft = PolicyDraft.objects.select_related("workspace", "base", "created_by").get(pk=draft_id)
        may(draft, member)
        if version is not None and version != draft.version:
            raise DraftChanged
        return draft

    for module in (judging, editing, activating):
        vars(module)["take"] = free


def any_version_is_the_first() -> None:
    def none(_workspace: object) -> None:
        return None

    vars(registering)["active_version"] = none


def previews_stay() -> None:
    """What looking again would do is done."""

    def tried(case: Case) -> None:
        reevaluating._look(case)

    vars(reevaluating)["_tried"] = tried
