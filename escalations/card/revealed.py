"""Masked values that somebody asked to see, kept with their session: the answers to their own presses show them too.

What was shown is named by its digest: whatever has changed since is masked again, since nobody logged a look at it.
"""

from __future__ import annotations

import uuid

from django.http import HttpRequest

KEY = "revealed"
# A person looks at one case after another; what was looked at long before is asked for again.
MOST = 5


def remember(request: HttpRequest, case_id: uuid.UUID, digest: str) -> None:
    others = [kept for kept in request.session.get(KEY, []) if kept[0] != str(case_id)]
    request.session[KEY] = [[str(case_id), digest], *others][:MOST]


def forget(request: HttpRequest, case_id: uuid.UUID) -> None:
    """A page opened anew masks them again. The session is written only where there is something to forget."""
    kept = request.session.get(KEY, [])
    if any(one[0] == str(case_id) for one in kept):
        request.session[KEY] = [one for one in kept if one[0] != str(case_id)]


def digest(request: HttpRequest, case_id: uuid.UUID) -> str:
    """What of the case this session was shown unmasked."""
    return next((seen for case, seen in request.session.get(KEY, []) if case == str(case_id)), "")
