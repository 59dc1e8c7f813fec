"""Why a value or a key cannot be taken: a stable code and a sentence that says what to do."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.errors import Problem, Words


class InvalidValue(Problem):
    """A value that its field cannot hold. `code` is the slug of the problem: `invalid-value`, `empty-value`, …"""

    title = _("This value cannot be kept")

    def __init__(self, code: str, detail: Words, *, pointer: str = "#/value") -> None:
        self.slug = self.code = code
        super().__init__(detail, errors=[{"pointer": pointer, "code": code, "detail": detail}])


class InvalidKey(Problem):
    """A subject, field or scope whose name breaks the grammar; `pointer` says which."""

    title = _("This name cannot be used")

    def __init__(self, code: str, detail: Words, *, pointer: str) -> None:
        self.slug = self.code = code
        super().__init__(detail, errors=[{"pointer": pointer, "code": code, "detail": detail}])
