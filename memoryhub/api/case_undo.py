"""Taking a decision back while there is time."""

from __future__ import annotations

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from escalations.deciding.undoing import undo
from memoryhub.api.case_shapes import WholeCaseOut, whole
from memoryhub.api.cases import visible_case
from memoryhub.api.explicit import Explicit
from memoryhub.api.inputs import Input, checked
from memoryhub.api.openapi import example, problems_for
from memoryhub.api.permissions import Decides, caller_of
from memoryhub.api.registry.people import acting

REFUSALS = {
    403: [example("not-the-owner", 403, "Only the owner of this fact decides it")],
    409: [example("undo-over", 409, "This decision can no longer be taken back")],
}


class UndoIn(Input):
    """Nothing: the case is named by the address."""


class Undo(Explicit):
    """Take back one's own decision, or one's first of two approvals: the ledgers stand as before, the case is open."""

    permissions = {"POST": Decides}

    @extend_schema(
        operation_id="case_undo",
        tags=["cases"],
        request=None,
        responses={200: WholeCaseOut, **problems_for(400, 401, 403, 404, 409, extra=REFUSALS)},
    )
    def post(self, request: Request, case_id: uuid.UUID) -> Response:
        caller = caller_of(request)
        case = visible_case(caller, case_id)
        if request.data:
            checked(UndoIn, request)
        undo(member=acting(caller), case_id=case.pk)
        return Response(whole(visible_case(caller, case_id), caller))
