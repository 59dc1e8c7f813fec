"""Every address under /api/v1/ that does not exist."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from memoryhub.api.explicit import Explicit
from memoryhub.api.problems import NotFound


@extend_schema(exclude=True)
class Nothing(Explicit):
    """404 for anyone we know, 401 for strangers, whatever the method."""

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        raise NotFound(_("The reference is at /api/v1/docs."))
