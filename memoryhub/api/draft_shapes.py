"""What is told of drafts of the policy, and what is sent about them."""

from __future__ import annotations

import tomllib
import uuid
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from ledgers.domain.findings import Finding
from ledgers.models import Backtest, DraftEdit, DraftVerdict, PolicyDraft
from ledgers.policies import toml
from ledgers.policies.changes import Clash
from ledgers.policies.toml import LONGEST
from ledgers.selectors import backtests
from ledgers.selectors.drafts import proof
from ledgers.services.drafts.rights import authors
from ledgers.wording_policy import say
from memoryhub.api.fields import Choice, Identifier, Instant, Moment, Text, Value, Whole
from memoryhub.api.inputs import Input
from memoryhub.api.registry.references import KeyOf

DRAFT_STATES = PolicyDraft.State.values
BACKTEST_STATES = Backtest.State.values
TITLE, REASON = 120, 2_000
VERSIONS = 2**31 - 1


class Said(serializers.DictField):
    """A JSON object, as the ledgers read it."""


class DraftOut(serializers.Serializer[PolicyDraft]):
    id = serializers.UUIDField()
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=DRAFT_STATES)
    version = serializers.IntegerField(help_text="Rises with every change; each step names the one it saw.")
    hash = serializers.CharField()
    base = serializers.IntegerField(source="base.version", help_text="The version of the policy it was written on.")
    created_by = KeyOf()
    created_at = Instant()
    submitted_by = KeyOf()
    submitted_at = Instant(allow_null=True)
    activate_at = Instant(allow_null=True)
    activated = serializers.IntegerField(source="activated.version", allow_null=True)


class WholeDraftOut(DraftOut):
    authors = serializers.SerializerMethodField()
    backtest = serializers.SerializerMethodField(
        help_text="The run over all history and all accounts that speaks of it as it stands; a verdict names it."
    )
    document = serializers.DictField()

    def get_authors(self, row: PolicyDraft) -> list[str]:
        return sorted(authors(row))

    def get_backtest(self, row: PolicyDraft) -> uuid.UUID | None:
        found = proof(row)
        return found.backtest.pk if found else None


class EditOut(serializers.Serializer[DraftEdit]):
    id = serializers.UUIDField()
    at = Instant()
    by = KeyOf(source="member")
    kind = serializers.CharField()
    before = serializers.CharField(help_text="The hash before it; empty for the first.")
    after = serializers.CharField()
    changes = serializers.ListField(child=serializers.DictField())


class LintFindingOut(serializers.Serializer[Finding]):
    level = serializers.ChoiceField(choices=["blocking", "warning"])
    code = serializers.CharField()
    where = serializers.CharField(help_text='A path, such as fields."contact.primary".order[1].')
    detail = serializers.SerializerMethodField()

    def get_detail(self, found: Finding) -> str:
        return str(say(found))


class LintOut(serializers.Serializer[Any]):  # Any: a plain dictionary
    findings = LintFindingOut(many=True)


class ComparisonOut(serializers.Serializer[Any]):  # Any: JSON
    count = serializers.IntegerField(help_text="How many cases end otherwise, of all there are.")
    groups = serializers.ListField(child=serializers.DictField())
    amended = serializers.ListField(child=serializers.DictField())


class BacktestOut(serializers.Serializer[Backtest]):
    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=BACKTEST_STATES)
    hash = serializers.CharField()
    base = serializers.IntegerField(source="base.version")
    fresh = serializers.SerializerMethodField(help_text="Whether it speaks of the draft as it stands.")
    whole = serializers.BooleanField(
        help_text="Whether it is over all history and all accounts: only such a run counts."
    )
    days = serializers.IntegerField(source="window_days", allow_null=True)
    scope = serializers.CharField()
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    asked_by = KeyOf()
    asked_at = Instant()
    ended_at = Instant(allow_null=True)
    error = serializers.CharField()
    snapshot = serializers.CharField()
    engine = serializers.CharField()
    acknowledged = serializers.DictField()
    result = serializers.SerializerMethodField(help_text="Without its long lists, which have addresses of their own.")

    def get_fresh(self, row: Backtest) -> bool:
        return (row.hash, row.base_id) == (row.draft.hash, row.draft.base_id)

    def get_result(self, row: Backtest) -> dict[str, Any]:  # Any: JSON
        return dict(backtests.summary(row))


class LineOut(serializers.Serializer[Any]):  # Any: JSON
    """A line of a list of a backtest; which members it has, the list says (docs/backtest.md)."""

    transaction = serializers.CharField(required=False)
    field = serializers.CharField(required=False)


class TriedOut(serializers.Serializer[Any]):  # Any: JSON
    backtest = serializers.UUIDField()
    snapshot = serializers.CharField()
    engine = serializers.CharField()
    decisions = serializers.IntegerField()
    notes = serializers.DictField(help_text="By transaction, as `acknowledged` was.")


class VerdictOut(serializers.Serializer[DraftVerdict]):
    id = serializers.UUIDField()
    at = Instant()
    by = KeyOf(source="member")
    approved = serializers.BooleanField()
    reason = serializers.CharField()
    hash = serializers.CharField()
    base = serializers.IntegerField(source="base.version")
    comparison = ComparisonOut(help_text="As it was when the verdict was given.")
    tried = serializers.SerializerMethodField(
        help_text="The run that proved it, with the notes as they stood; null: there was none."
    )

    @extend_schema_field(TriedOut(allow_null=True))
    def get_tried(self, row: DraftVerdict) -> dict[str, Any] | None:  # Any: JSON
        kept = row.comparison.get("tried")
        return dict(TriedOut(kept).data) if kept else None


class ClashOut(serializers.Serializer[Clash]):
    path = serializers.CharField()
    base = Value()
    ours = Value()
    theirs = Value()


class RebaseOut(serializers.Serializer[Any]):  # Any: a plain dictionary
    base = serializers.IntegerField(help_text="The version in force, which becomes the base.")
    clashes = ClashOut(many=True)


class TomlOut(serializers.Serializer[Any]):  # Any: a plain dictionary
    toml = serializers.CharField()


class Toml(Text):
    """A policy as TOML, read as the document it says."""

    def to_internal_value(self, data: object) -> Any:  # noqa: ANN401 - a document
        text = super().to_internal_value(data)
        try:
            return toml.read(text)
        except tomllib.TOMLDecodeError as error:
            raise serializers.ValidationError(
                _("This is not TOML: %(error)s") % {"error": error}, code="not-toml"
            ) from error


class StartIn(Input):
    """A draft on the version in force. With `of` it says what that version said, with `document` or `toml` its own."""

    slug = "invalid-draft"

    title = Text(max_length=TITLE)
    of = Whole(required=False, min_value=1, max_value=VERSIONS)
    document = Said(required=False)
    toml = Toml(required=False, max_length=LONGEST)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:  # Any: checked members
        if len(attrs.keys() & {"of", "document", "toml"}) > 1:
            raise serializers.ValidationError(_("Send one of: of, document, toml."), code="one-of")
        return attrs


class SeenIn(Input):
    """The version of the draft that was seen."""

    slug = "invalid-draft"

    version = Whole(min_value=1, max_value=VERSIONS)


class SaveIn(SeenIn):
    """A whole document in place of the draft's, as JSON or as TOML."""

    document = Said(required=False)
    toml = Toml(required=False, max_length=LONGEST)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:  # Any: checked members
        if len(attrs.keys() & {"document", "toml"}) != 1:
            raise serializers.ValidationError(_("Send one of: document, toml."), code="one-of")
        return attrs


class EditIn(SeenIn):
    """One edit by its name, such as `move_tier`, and the members it takes."""

    edit = Text(max_length=32)
    params = Said()


class VerdictIn(SeenIn):
    """What was seen, by content, base and run over history too, and why."""

    hash = Text(max_length=64)
    base = Whole(min_value=1, max_value=VERSIONS)
    backtest = Identifier(allow_null=True, help_text="As the draft says it.")
    reason = Text(max_length=REASON)


class ActivateIn(SeenIn):
    """Now; with `at` at that time, with null never by itself."""

    at = Moment(required=False, allow_null=True)


class BacktestIn(SeenIn):
    """Which decisions: of the last `days`, in one scope, or in those of a pattern. Without both, everything: only that
    counts for the approval."""

    days = Whole(required=False, allow_null=True, min_value=1, max_value=36_500)
    scope = Text(required=False, max_length=200)


class NotesIn(Input):
    """By the ids of transactions: why the draft may contradict what a person decided there."""

    slug = "invalid-draft"

    notes = serializers.DictField(child=Text(max_length=REASON))


class ChoicesIn(SeenIn):
    """By path: whether the draft (`ours`) or the version in force (`theirs`) counts where both changed a place."""

    choices = serializers.DictField(child=Choice(choices=["ours", "theirs"]), required=False)


class ReevaluateIn(Input):
    """The cases to look at again, and the version of the policy under which that was previewed."""

    slug = "invalid-draft"

    policy_version = Whole(min_value=1, max_value=VERSIONS)
    cases = serializers.ListField(child=Identifier(), min_length=1, max_length=200)
