"""Masked values that somebody asked to see, kept with their session: the answers to their own presses show them too.

What was shown is named by its digest: whatever has changed since is masked again, since nobody logged a look at it.
It is forgotten after as long as a sign-in is fresh, and when its person enters a workspace.
"""

from __future__ import annotations

import time
import uuid

from django.conf import settings
from django.http import HttpRequest

from memoryhub.accounts.membership import ENTERED

KEY = "revealed"
# A person looks at one case after another; what was looked at long before is asked for again.
MOST = 5


def remember(request: HttpRequest, case_id: uuid.UUID, digest: str) -> None:
    others = [one for one in _kept(request) if one[0] != str(case_id)]
    request.session[KEY] = [(str(case_id), digest, time.time()), *others][:MOST]


def forget(request: HttpRequest, case_id: uuid.UUID) -> None:
    """A page opened anew masks them again. The session is written only where there is something to forget."""
    kept = _kept(request)
    if any(one[0] == str(case_id) for one in kept):
        request.session[KEY] = [one for one in kept if one[0] != str(case_id)]


def digest(request: HttpRequest, case_id: uuid.UUID) -> str:
    """What of the case this session was shown unmasked, a short while ago."""
    return next((seen for case, seen, _at in _kept(request) if case == str(case_id)), "")


def _kept(request: HttpRequest) -> list[tuple[str, str, float]]:
    since = max(time.time() - settings.STEP_UP_SECONDS, request.session.get(ENTERED, 0))
    # Sessions of an older release know no instants.
    return [(one[0], one[1], one[2]) for one in request.session.get(KEY, []) if len(one) == 3 and one[2] > since]
