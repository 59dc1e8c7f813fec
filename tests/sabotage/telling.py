"""Breaks of what a log may tell."""

from __future__ import annotations

import logging
from typing import Any

from memoryhub.api.authentication import TokenAuthentication
from memoryhub.logs import lines


def the_token_is_logged() -> None:
    """Whoever authenticates writes down with what, and nothing masks it."""
    plain = TokenAuthentication.authenticate

    def telling(self: TokenAuthentication, request: Any) -> Any:  # noqa: ANN401 - as the framework's
        logging.getLogger("memoryhub.api").warning("token %s", request.headers.get("Authorization"))
        return plain(self, request)

    vars(lines)["_SECRETS"] = []
    TokenAuthentication.authenticate = telling  # type: ignore[method-assign]  # the break itself
