"""Who may call what. Nothing is open by default: a view names a permission for each method it has."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext as _
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from memoryhub.accounts.models import Role
from memoryhub.api.callers import Caller
from memoryhub.api.problems import HumanRequired, InsufficientScope, RoleRequired

if TYPE_CHECKING:
    # The framework's views load this module while they are being loaded.
    from rest_framework.views import APIView


class Denied(BasePermission):
    """What a view gets that names nothing."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return False


class Reads(BasePermission):
    """Anyone we know; what they may see is decided by scope, in the query."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        user: object = request.user
        return isinstance(user, Caller)


class Posts(Reads):
    """A caller that may write: a member, or a token with that right."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not super().has_permission(request, view):
            return False
        if not caller_of(request).may_write:
            raise InsufficientScope(_("Ask a registry admin for a token that may post."))
        return True


class Decides(Reads):
    """A signed-in person. Whether it is the right one is decided with the case at hand."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not super().has_permission(request, view):
            return False
        if caller_of(request).token is not None:
            raise HumanRequired(_("The owner signs in and decides; a token never does."))
        return True


class HasRole(Posts):
    """A member with one of `roles`, signed in or by a token of their own that may write."""

    roles: ClassVar[tuple[Role, ...]] = ()

    def has_permission(self, request: Request, view: APIView) -> bool:
        return super().has_permission(request, view) and _in_role(request, self.roles)


class Erases(Decides):
    """An account admin who is signed in: what is erased does not come back."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return super().has_permission(request, view) and _in_role(request, (Role.ACCOUNT_ADMIN,))


class ReadsLog(Reads):
    """An auditor or an admin, signed in or by a token of their own."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        allowed = (Role.AUDITOR, Role.ACCOUNT_ADMIN, Role.REGISTRY_ADMIN)
        return super().has_permission(request, view) and _in_role(request, allowed)


class IsMember(Reads):
    """A person of the workspace, signed in or by a token of their own; never an agent."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not super().has_permission(request, view):
            return False
        if caller_of(request).member is None:
            raise RoleRequired(_("Only members of the workspace see this."))
        return True


class MemberWrites(Posts):
    """A person, signed in or by a token of their own that may write; which role it takes is for the service to say."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if not super().has_permission(request, view):
            return False
        if caller_of(request).member is None:
            raise RoleRequired(_("Only members of the workspace do this."))
        return True


class ManagesRegistry(HasRole):
    roles = (Role.REGISTRY_ADMIN,)


class ManagesPeople(HasRole):
    """Agents, tokens and members; which roles someone may hand out is for the service to say."""

    roles = (Role.REGISTRY_ADMIN, Role.ACCOUNT_ADMIN)


def caller_of(request: Request) -> Caller:
    """The caller behind a request that a permission has let in."""
    user: object = request.user
    if not isinstance(user, Caller):
        raise TypeError("no permission class has run")
    return user


def _in_role(request: Request, roles: tuple[Role, ...]) -> bool:
    """True, or RoleRequired with the names of the roles that would do."""
    if not caller_of(request).has_role(*roles):
        names = ", ".join(str(role.label) for role in roles)
        raise RoleRequired(_("This needs the role: %(roles)s.") % {"roles": names})
    return True
