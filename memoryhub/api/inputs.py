"""From a body to checked data: what the server owns and what nobody knows is refused before anything is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TypeVar

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.request import Request

from memoryhub.accounts.errors import FieldError
from memoryhub.api import problems
from memoryhub.api.permissions import caller_of
from memoryhub.api.pointers import pointer

# Rank, identity and clock come from the credential and the database, never from a body.
SERVER_OWNED = frozenset(
    [
        "id",
        "workspace",
        "tenant",
        "author",
        "by",
        "tier",
        "source_type",
        "authority",
        "rank",
        "state",
        "status",
        "recorded_at",
    ]
)
# Codes of the framework, in the words of the contract. Codes of our own pass as they are.
CODES = {"max_length": "too-long", "min_length": "too-short", "max_value": "too-large", "min_value": "too-small",
         "invalid_choice": "not-a-choice", "not_a_list": "wrong-type", "not_a_dict": "wrong-type", "null": "null",
         "invalid": "wrong-type", "empty": "empty", "does_not_exist": "unknown"}  # fmt: skip
# Breaking one of these makes a body invalid; they are too general to be its title.
GENERAL = frozenset(CODES.values()) | {"required", "blank"}


class Input(serializers.Serializer[Any]):  # Any: the data is read by name
    """A body with exactly these members."""

    # The problem's code when no single rule says it better.
    slug: ClassVar[str] = "invalid-request"

    def to_internal_value(self, data: Any) -> Any:  # noqa: ANN401 - as the framework declares it
        if isinstance(data, Mapping):
            refuse_members(data, self)
        return super().to_internal_value(data)


T = TypeVar("T", bound=Input)


def body(request: Request) -> object:
    """The JSON of the body. Nothing at all is not JSON (the framework would take it for an empty form)."""
    if request.META.get("CONTENT_LENGTH") in {None, "", "0"}:
        raise problems.MalformedJSON(_("The body is empty."))
    return request.data


def checked(kind: type[T], request: Request) -> dict[str, Any]:  # Any: read by name
    """The body of a request by its serializer, or one problem that lists every error with its place."""
    data = body(request)
    if not isinstance(data, Mapping):
        raise problems.Invalid(
            kind.slug, [{"pointer": "#", "code": "wrong-type", "detail": _("The body must be one JSON object.")}]
        )
    serializer = kind(data=data, context={"zone": caller_of(request).workspace.zone, "request": request})
    if serializer.is_valid():
        return dict(serializer.validated_data)
    errors = list(_flatten(serializer.errors))
    raise problems.Invalid(slug_of(errors, kind.slug), errors)


def refuse_members(data: Mapping[str, Any], serializer: Input) -> None:  # Any: JSON
    """Raise before anything else is looked at: a body that tries to set its own rank is not read any further."""
    known = {name for name, field in serializer.fields.items() if not field.read_only}
    strangers = [name for name in data if name not in known]
    owned = [name for name in strangers if name in SERVER_OWNED]
    if owned:
        raise _refused(owned, "server-owned-member", _("The hub sets this itself. Leave it out."))
    if strangers:
        raise _refused(strangers, "unknown-member", _("Nothing here reads this. Check its name or leave it out."))


def slug_of(errors: list[FieldError], general: str) -> str:
    """The one rule that all errors break, else the general code of the resource."""
    codes = {error["code"] for error in errors}
    return codes.pop() if len(codes) == 1 and not codes & GENERAL else general


def _refused(names: list[str], code: str, detail: str) -> serializers.ValidationError:
    return serializers.ValidationError({name: [ErrorDetail(detail, code=code)] for name in names})


def _flatten(found: object, path: tuple[str | int, ...] = ()) -> Iterator[FieldError]:
    if isinstance(found, ErrorDetail):
        code = CODES.get(found.code or "", found.code or "wrong-type")
        yield {"pointer": pointer(path), "code": code, "detail": str(found)}
    elif isinstance(found, Mapping):
        for name, entries in found.items():
            yield from _flatten(entries, path if name == "non_field_errors" else (*path, name))
    elif isinstance(found, list):
        # A list holds the messages of one place, or one tree per entry of a JSON array.
        for index, entry in enumerate(found):
            yield from _flatten(entry, path if isinstance(entry, ErrorDetail) else (*path, index))
