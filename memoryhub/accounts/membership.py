"""As which member a signed-in person acts: people may belong to several workspaces and work in one at a time."""

from __future__ import annotations

import time
import uuid
from collections.abc import Sequence

from django.db.models import QuerySet
from django.http import HttpRequest

from memoryhub.accounts.models import Member, User
from memoryhub.accounts.prepared import prepared

WORKSPACE_KEY = "workspace"
# When: what a session keeps of the workspace it left counts for nothing from then on.
ENTERED = "entered"


def memberships(user: User) -> Sequence[Member]:
    """The workspaces a person may enter, longest known first."""
    return _of(user=user.pk)


@prepared
def _of(*, user: uuid.UUID) -> QuerySet[Member]:
    return Member.objects.select_related("workspace", "user").filter(user=user, active=True).order_by("id")


def current_member(request: HttpRequest) -> Member | None:
    """The membership chosen in this session, else the person's first; None for strangers."""
    user = request.user
    if not isinstance(user, User) or not user.is_active:
        return None
    mine = memberships(user)
    request.memberships = mine  # type: ignore[attr-defined]  # requests take attributes; the menu lists them
    chosen = request.session.get(WORKSPACE_KEY)
    return next((member for member in mine if str(member.workspace_id) == chosen), mine[0] if mine else None)


def enter(request: HttpRequest, workspace: uuid.UUID) -> Member | None:
    """Work in another workspace from now on; None when this person does not belong there."""
    user = request.user
    mine = memberships(user) if isinstance(user, User) else []
    member = next((member for member in mine if member.workspace_id == workspace), None)
    if member is not None:
        request.session[WORKSPACE_KEY] = str(workspace)
        request.session[ENTERED] = time.time()
    return member
