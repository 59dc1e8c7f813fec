"""The log for those who audit it: its rows, the checkpoints written outside, and whether anybody rewrote it."""

from __future__ import annotations

import logging
from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ledgers import wording_log
from ledgers.models import Chain, Checkpoint, Seal
from ledgers.selectors.log import Logged, sealed_rows
from ledgers.services.object_store import StoreFailed
from ledgers.verify import outside
from ledgers.verify.checking import Checked, check
from ledgers.verify.findings import Wrong
from memoryhub.accounts.models import Workspace
from memoryhub.api.explicit import Explicit
from memoryhub.api.fields import Instant
from memoryhub.api.openapi import PAGE_PARAMETERS, example, paged, problems_for
from memoryhub.api.pages import DEFAULT, MOST, PARAMETERS, page
from memoryhub.api.permissions import ReadsLog, caller_of
from memoryhub.api.problems import StoreAway
from memoryhub.api.queries import Query

FARTHEST = 999_999_999
# More rows than a request may take the time for: what a checkpoint covers already is then left to the command.
AT_ONCE = 20_000
AWAY = {503: [example("checkpoints-unavailable", 503, "The checkpoints in the store cannot be read")]}

log = logging.getLogger(__name__)


class LoggedOut(serializers.Serializer[Logged]):
    seq = serializers.IntegerField(help_text="the sealed position, counted from 1")
    seal = serializers.IntegerField()
    transaction = serializers.UUIDField(source="row.id")
    recorded_at = Instant(source="row.recorded_at")
    kind = serializers.CharField(source="row.kind")
    action = serializers.CharField(source="row.action")
    status = serializers.CharField(source="row.status")
    rule = serializers.CharField(source="row.rule")
    reason = serializers.CharField(source="row.reason")
    policy_version = serializers.IntegerField(source="row.policy_version")
    claim = serializers.UUIDField(source="row.claim_id")
    target = serializers.UUIDField(source="row.target", allow_null=True)
    fact = serializers.UUIDField(source="row.fact", allow_null=True)
    case = serializers.UUIDField(source="row.case", allow_null=True)
    actor = serializers.SerializerMethodField()
    hash = serializers.SerializerMethodField()

    def get_actor(self, logged: Logged) -> str:
        row = logged.row
        if row.actor_member is not None:
            return f"member:{row.actor_member.key}"
        return f"agent:{row.actor_agent.key}" if row.actor_agent is not None else ""

    def get_hash(self, logged: Logged) -> str:
        return bytes(logged.row.hash).hex()


class LogPageOut(serializers.Serializer[Any]):
    items = LoggedOut(many=True)
    next = serializers.IntegerField(allow_null=True, help_text="the `from_seq` of the next page")


class CheckpointOut(serializers.Serializer[Checkpoint]):
    seal = serializers.IntegerField(source="number")
    rows = serializers.IntegerField(source="last_seq")
    root = serializers.SerializerMethodField()  # type: ignore[assignment]  # the seal's root, not the serializer's
    written_at = Instant()
    key = serializers.CharField(help_text="SHA-256 of the public key that signed it")
    signature = serializers.SerializerMethodField()

    def get_root(self, row: Checkpoint) -> str:
        return bytes(row.root).hex()

    def get_signature(self, row: Checkpoint) -> str:
        return bytes(row.signature).hex()


class FindingOut(serializers.Serializer[Any]):
    wrong = serializers.ChoiceField(choices=[str(one) for one in Wrong])
    seq = serializers.IntegerField(allow_null=True)
    transaction = serializers.CharField(allow_null=True)
    seal = serializers.IntegerField(allow_null=True)
    says = serializers.CharField()


class CheckedOut(serializers.Serializer[Any]):
    good = serializers.BooleanField()
    checked_at = Instant()
    from_seq = serializers.IntegerField(help_text="1, or in a long log what follows its last checkpoint")
    rows = serializers.IntegerField()
    unsealed = serializers.IntegerField(help_text="recorded, and not under a seal yet")
    seals = serializers.IntegerField()
    checkpoints = serializers.IntegerField(help_text="how many of those outside the database were compared")
    findings = FindingOut(many=True)


class Log(Explicit):
    """The sealed rows in their order, from a position on. Rows hold codes, ids and digests, never a value."""

    permissions = {"GET": ReadsLog}

    @extend_schema(
        operation_id="log_list",
        tags=["log"],
        parameters=[
            OpenApiParameter(
                "from_seq", OpenApiTypes.INT, description="The sealed position to begin with; 1 unless said."
            ),
            PAGE_PARAMETERS[0],
        ],
        responses={200: LogPageOut, **problems_for(400, 401, 403)},
    )
    def get(self, request: Request) -> Response:
        query = Query(request, ("from_seq", "limit"))
        begin = query.whole("from_seq", default=1, least=0, most=FARTHEST)
        limit = query.whole("limit", default=DEFAULT, least=1, most=MOST)
        rows = sealed_rows(caller_of(request).workspace, max(begin, 1), limit + 1)
        more = rows[limit].seq if len(rows) > limit else None
        return Response({"items": [LoggedOut(row).data for row in rows[:limit]], "next": more})


class Position(Explicit):
    """One row of the log by its position. It has no other method: nothing of the log is changed or taken away."""

    permissions = {"GET": ReadsLog}

    @extend_schema(operation_id="log_read", tags=["log"], responses={200: LoggedOut, **problems_for(401, 403, 404)})
    def get(self, request: Request, seq: int) -> Response:
        Query(request, ())
        rows = sealed_rows(caller_of(request).workspace, seq, 1) if 0 < seq <= FARTHEST else []
        if not rows:
            raise Http404
        return Response(LoggedOut(rows[0]).data)


class Checkpoints(Explicit):
    """The checkpoints that were written, newest first. Only those kept outside the database prove anything."""

    permissions = {"GET": ReadsLog}

    @extend_schema(
        operation_id="log_checkpoints",
        tags=["log"],
        parameters=PAGE_PARAMETERS,
        responses={200: paged("checkpoint", CheckpointOut), **problems_for(400, 401, 403)},
    )
    def get(self, request: Request) -> Response:
        asked = page(Query(request, PARAMETERS), "checkpoints")
        rows = Checkpoint.objects.filter(workspace=caller_of(request).workspace)
        shown: Any = CheckpointOut  # Any: one serializer class, called per row
        return Response(asked.answer(asked.cut(rows), lambda row: shown(row).data))


class Verify(Explicit):
    """Check the log now: every row, seal and checkpoint; of a long log what came after its last checkpoint.

    Checkpoints are read from the file, as far as this machine has it, and the last hundred from the store.
    """

    permissions = {"GET": ReadsLog}

    @extend_schema(
        operation_id="log_verify",
        tags=["log"],
        responses={200: CheckedOut, **problems_for(401, 403, 503, extra=AWAY)},
    )
    def get(self, request: Request) -> Response:
        Query(request, ())
        workspace = caller_of(request).workspace
        since = _since(workspace)
        try:
            known = outside.everywhere(workspace.id, since=since.number if since else 0)
        except StoreFailed as error:
            log.error("the log was not checked: %s", error)  # noqa: TRY400 - the reason says it all
            raise StoreAway(_("Nothing was checked. Ask again when the store answers."), retry_after=60) from error
        done = check(workspace.id, known.by_workspace[str(workspace.id)], since)
        for forgery in known.forgeries:
            done.find(forgery)
        return Response(CheckedOut(_told(done, since)).data)


def _since(workspace: Workspace) -> Seal | None:
    chain = Chain.objects.filter(workspace=workspace).first()
    if chain is None or chain.last_seq <= AT_ONCE:
        return None
    return Seal.objects.filter(workspace=workspace, number__lte=chain.written_number).order_by("-number").first()


def _told(done: Checked, since: Seal | None) -> dict[str, Any]:
    return {
        "good": done.good,
        "checked_at": timezone.now(),
        "from_seq": since.last_seq + 1 if since else 1,
        "rows": done.rows,
        "unsealed": done.unsealed,
        "seals": done.seals,
        "checkpoints": done.checkpoints,
        "findings": [
            {
                "wrong": str(finding.wrong),
                "seq": finding.seq,
                "transaction": finding.transaction,
                "seal": finding.seal,
                "says": wording_log.say(finding),
            }
            for finding in done.findings
        ],
    }
