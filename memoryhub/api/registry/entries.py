"""What all registries share over REST: a list in pages, and one POST that adds an entry or changes it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from memoryhub.api.callers import Caller
from memoryhub.api.explicit import Explicit
from memoryhub.api.inputs import Input, checked
from memoryhub.api.openapi import PAGE_PARAMETERS, paged, problems_for
from memoryhub.api.pages import PARAMETERS, page
from memoryhub.api.permissions import caller_of
from memoryhub.api.queries import Query

M = TypeVar("M", bound=Model)
V = TypeVar("V", bound=type)


class Entries(Explicit, Generic[M]):
    """GET lists the entries in the order they were registered; POST answers 201 for a new one, 200 for a change."""

    kind: ClassVar[str]
    body: ClassVar[type[Input]]
    shown: ClassVar[type[BaseSerializer[Any]]]  # Any: the model of the registry

    @abstractmethod
    def rows(self, caller: Caller) -> QuerySet[M]: ...

    @abstractmethod
    def save(self, caller: Caller, data: dict[str, Any]) -> tuple[M, bool]:  # Any: checked members
        """Write the entry by its service; whether it is new."""

    def get(self, request: Request) -> Response:
        asked = page(Query(request, PARAMETERS), self.kind)
        rows = asked.cut(self.rows(caller_of(request)), newest_first=False)
        return Response(asked.answer(rows, lambda row: self.shown(row).data))

    def post(self, request: Request) -> Response:
        data = checked(self.body, request)
        with transaction.atomic():
            row, is_new = self.save(caller_of(request), data)
        return Response(self.shown(row).data, status=201 if is_new else 200)


def documented(name: str, body: type[Input], shown: type[BaseSerializer[Any]]) -> Callable[[V], V]:  # Any: as above
    """The contract of a registry's two operations."""
    return extend_schema_view(
        get=extend_schema(
            operation_id=f"{name}_list",
            tags=["registry"],
            parameters=PAGE_PARAMETERS,
            responses={200: paged(name, shown), **problems_for(400, 401, 403)},
        ),
        post=extend_schema(
            operation_id=f"{name}_save",
            tags=["registry"],
            request=body,
            responses={200: shown, 201: shown, **problems_for(400, 401, 403, 422)},
        ),
    )
