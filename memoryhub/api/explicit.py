"""The view all resources are made of: what is not named is not open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rest_framework.permissions import BasePermission
from rest_framework.views import APIView

from memoryhub.api.permissions import Denied, Reads


class Explicit(APIView):
    """A view that names who may call each of its methods. A method it does not have answers 405, whoever asks."""

    permissions: ClassVar[Mapping[str, type[BasePermission]]] = {}
    # No OPTIONS pages: the contract is the OpenAPI file.
    metadata_class = None

    def get_permissions(self) -> list[BasePermission]:
        method = "GET" if self.request.method == "HEAD" else self.request.method or ""
        if not hasattr(self, method.lower()) or method == "OPTIONS":
            return [Reads()]
        return [self.permissions.get(method, Denied)()]
