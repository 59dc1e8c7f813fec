"""The written policy and its versions, to read."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ledgers.models import PolicyVersion
from ledgers.policies import toml
from memoryhub.api.draft_shapes import TomlOut
from memoryhub.api.explicit import Explicit
from memoryhub.api.fields import Instant
from memoryhub.api.openapi import PAGE_PARAMETERS, paged, problems_for
from memoryhub.api.pages import PARAMETERS, page
from memoryhub.api.permissions import Reads, caller_of
from memoryhub.api.queries import Query
from memoryhub.api.registry.references import KeyOf


class PolicyOut(serializers.Serializer[PolicyVersion]):
    version = serializers.IntegerField()
    hash = serializers.CharField()
    active = serializers.BooleanField()
    activated_at = Instant(allow_null=True)
    activated_by = KeyOf()


class WholePolicyOut(PolicyOut):
    document = serializers.DictField()


class Policies(Explicit):
    """Versions, newest first."""

    permissions = {"GET": Reads}

    @extend_schema(
        operation_id="policy_list",
        tags=["policies"],
        parameters=PAGE_PARAMETERS,
        responses={200: paged("policy", PolicyOut), **problems_for(400, 401)},
    )
    def get(self, request: Request) -> Response:
        asked = page(Query(request, PARAMETERS), "policies")
        rows = PolicyVersion.objects.filter(workspace=caller_of(request).workspace)
        shown: Any = PolicyOut  # Any: one serializer class, called per row
        return Response(
            asked.answer(asked.cut(rows.select_related("activated_by").defer("document")), lambda row: shown(row).data)
        )


class OnePolicy(Explicit):
    """One version with its document, as it was written."""

    permissions = {"GET": Reads}

    @extend_schema(
        operation_id="policy_read", tags=["policies"], responses={200: WholePolicyOut, **problems_for(401, 404)}
    )
    def get(self, request: Request, version: int) -> Response:
        Query(request, ())
        return Response(WholePolicyOut(_version(request, version)).data)


class PolicyToml(Explicit):
    """One version as a file, which can be read in again as a draft."""

    permissions = {"GET": Reads}

    @extend_schema(operation_id="policy_toml", tags=["policies"], responses={200: TomlOut, **problems_for(401, 404)})
    def get(self, request: Request, version: int) -> Response:
        Query(request, ())
        return Response({"toml": toml.write(_version(request, version).document)})


def _version(request: Request, version: int) -> PolicyVersion:
    rows = PolicyVersion.objects.filter(workspace=caller_of(request).workspace).select_related("activated_by")
    # A larger number than the column holds is no version either.
    return get_object_or_404(rows, version=min(version, 2**31 - 1))
