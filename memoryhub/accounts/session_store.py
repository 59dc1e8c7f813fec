"""Sessions in the database. The id of a person's session begins with a mark of that person, so that their sessions are
found by the index of ids, without reading everybody's."""

from __future__ import annotations

from django.contrib.sessions.backends.db import SessionStore as Stored
from django.utils.crypto import salted_hmac

from memoryhub.accounts.models import User

# Of 40 characters that an id may have; the other 32 are random.
MARK_LENGTH = 8


def mark_of(user: User) -> str:
    """Keyed, so that an id in somebody's hands does not say whose it is. Two people may share one."""
    return salted_hmac("memoryhub.accounts.session", str(user.pk), algorithm="sha256").hexdigest()[:MARK_LENGTH]


class SessionStore(Stored):
    mark = ""

    def _get_new_session_key(self) -> str:
        # Where Django makes the next id of a session.
        return f"{self.mark}{super()._get_new_session_key()}"  # type: ignore[misc]  # django-stubs leave it out
