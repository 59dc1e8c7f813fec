"""The view all resources are made of: what is not named is not open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from django.db import transaction
from django.utils import timezone
from django.utils.decorators import method_decorator
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from memoryhub.api.callers import Caller
from memoryhub.api.permissions import Denied, Reads


class Explicit(APIView):
    """A view that names who may call each of its methods. A method it does not have answers 405, whoever asks."""

    permissions: ClassVar[Mapping[str, type[BasePermission]]] = {}
    # No OPTIONS pages: the contract is the OpenAPI file.
    metadata_class = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Once we know who asks: the words of an answer name days as their workspace counts them."""
        super().initial(request, *args, **kwargs)
        caller: object = request.user
        if isinstance(caller, Caller):
            timezone.activate(caller.workspace.zone)

    def finalize_response(self, request: Request, response: Response, *args: object, **kwargs: object) -> Response:
        timezone.deactivate()
        return super().finalize_response(request, response, *args, **kwargs)

    def get_permissions(self) -> list[BasePermission]:
        method = "GET" if self.request.method == "HEAD" else self.request.method or ""
        if not hasattr(self, method.lower()) or method == "OPTIONS":
            return [Reads()]
        return [self.permissions.get(method, Denied)()]


@method_decorator(transaction.non_atomic_requests, name="dispatch")
class Apart(Explicit):
    """A view that waits for somebody else before it reads: who asks is known by a transaction of its own, and what the
    view reads is in others, which it begins itself (`walls.inside`)."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        with transaction.atomic():
            super().initial(request, *args, **kwargs)

    def handle_exception(self, exc: Exception) -> Response:
        """What a refusal takes back is a transaction of its own too, not the one around it, if there is any."""
        with transaction.atomic():
            return super().handle_exception(exc)
