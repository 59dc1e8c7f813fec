"""Where somebody is signed in, and the end of it: one session, or all but this one."""

from __future__ import annotations

import datetime as dt
import hashlib
import time
from dataclasses import dataclass

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, update_session_auth_hash
from django.contrib.sessions.models import Session
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from memoryhub.accounts import sessions
from memoryhub.accounts.devices import device_name
from memoryhub.accounts.models import User
from memoryhub.accounts.session_store import SessionStore, mark_of


@dataclass(frozen=True, slots=True)
class SignedIn:
    """One session as its person may know it again. `id` is no key to it: the key itself is shown nowhere."""

    id: str
    device: str
    address: str
    began: dt.datetime
    seen: dt.datetime
    here: bool


def sessions_of(request: HttpRequest, user: User) -> list[SignedIn]:
    """The sessions that would still let this person in; this one first, then the latest used."""
    found = [_shown(key, held, request) for key, held in _live(user).items()]
    return sorted(found, key=lambda row: (not row.here, -row.seen.timestamp()))


def end(user: User, wanted: str) -> bool:
    """End the session with this id; False where it is over by now, or somebody else's."""
    keys = [key for key in _live(user) if constant_time_compare(_id(key), wanted)]
    return Session.objects.filter(session_key__in=keys).delete()[0] > 0


def end_others(request: HttpRequest, user: User) -> None:
    """End every session of this person but the one of this request, which gets a new id."""
    end_all(user)
    user.refresh_from_db(fields=["session_round"])
    sessions.keep_mark(request, user)
    update_session_auth_hash(request, user)


def end_all(user: User) -> None:
    User.objects.filter(pk=user.pk).update(session_round=F("session_round") + 1)


def _live(user: User) -> dict[str, SessionStore]:
    rows = Session.objects.filter(session_key__startswith=mark_of(user), expire_date__gt=timezone.now())
    held = {key: SessionStore(key) for key in rows.values_list("session_key", flat=True)}
    return {key: one for key, one in held.items() if _lets_in(one, user)}


def _lets_in(held: SessionStore, user: User) -> bool:
    same = held.get(SESSION_KEY) == str(user.pk)
    current = constant_time_compare(str(held.get(HASH_SESSION_KEY, "")), user.get_session_auth_hash())
    return same and current and not sessions.is_over(held, int(time.time()))


def _shown(key: str, held: SessionStore, request: HttpRequest) -> SignedIn:
    return SignedIn(
        id=_id(key),
        device=device_name(str(held.get(sessions.DEVICE, ""))),
        address=str(held.get(sessions.ADDRESS, "")),
        began=_moment(held.get(sessions.BEGAN)),
        seen=_moment(held.get(sessions.SEEN)),
        here=key == request.session.session_key,
    )


def _id(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def _moment(at: object) -> dt.datetime:
    return dt.datetime.fromtimestamp(at if isinstance(at, int) else 0, dt.UTC)
