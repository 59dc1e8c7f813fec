"""How often a token may ask: so many requests in any minute, counted in one statement for all web processes together.

The count is a window of a minute and the one before it, weighed by how much of it still lies within the last sixty
seconds. So a token that was silent gets its whole minute's worth at once, and one that floods gets an even trickle
afterwards instead of a burst at the top of every minute. Refused requests are not counted.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.conf import settings
from django.db import connection

from memoryhub.accounts import secrets

MINUTE = 60.0
# A process that has just been told "no" does not ask again for this long: a flood must not cost a statement each time.
REST = 0.5
# Far more than any hub has tokens; a memory that cannot grow.
REMEMBERED = 10_000
# What is no token is counted under a name, in the same table.
_COUNTED = UUID("2f0b3a56-9d0e-5f8e-9a0f-6f6f3a6a4d51")

# The row of a token is locked for this one statement alone, since it runs outside the transaction of the request.
_COUNT = """
INSERT INTO accounts_tokencount AS held (token_id, most, began, before, used, let_in)
SELECT id, coalesce(requests_per_minute, %s), clock_timestamp(), 0, 1, true FROM accounts_token
WHERE hash = %s AND coalesce(requests_per_minute, %s) > 0
ON CONFLICT (token_id) DO UPDATE SET (most, began, before, used, let_in) = (
    SELECT excluded.most, turned.began, turned.before, turned.used + turned.fits::int, turned.fits
    FROM (
        SELECT began, before, used,
               used + before * (1 - extract(epoch FROM excluded.began - began) / 60) < excluded.most AS fits
        FROM (
            SELECT CASE WHEN gone >= 2 THEN excluded.began ELSE held.began + gone * interval '1 minute' END AS began,
                   CASE gone WHEN 0 THEN held.before WHEN 1 THEN held.used ELSE 0 END AS before,
                   CASE gone WHEN 0 THEN held.used ELSE 0 END AS used
            FROM (SELECT greatest(0, floor(extract(epoch FROM excluded.began - held.began) / 60))::int AS gone) passed
        ) moved
    ) turned
)
RETURNING let_in, most, before, used, extract(epoch FROM clock_timestamp() - began)
"""
# A plain window that begins with its first request: enough where nobody needs to go on at an even pace.
_COUNT_WINDOW = """
INSERT INTO accounts_tokencount AS held (token_id, most, began, before, used, let_in)
VALUES (%(id)s, %(most)s, clock_timestamp(), 0, 1, true)
ON CONFLICT (token_id) DO UPDATE SET (began, used) = (
    SELECT CASE WHEN over THEN excluded.began ELSE held.began END, CASE WHEN over THEN 1 ELSE held.used + 1 END
    FROM (SELECT excluded.began >= held.began + %(seconds)s * interval '1 second' AS over) passed
)
RETURNING used <= most
"""
_resting: dict[bytes, tuple[float, int]] = {}


@dataclass(frozen=True, slots=True)
class Counted:
    """Where a token stands after one more request; `gone` is how many seconds of its window have passed."""

    let_in: bool
    most: int
    before: int
    used: int
    gone: float

    @property
    def wait(self) -> float:
        """Seconds until one more would be let in."""
        room = self.most - self.used
        if self.before == 0 or room <= 0:
            return max(MINUTE - self.gone, 0.0)
        return max((1 - room / self.before) * MINUTE - self.gone, 0.0)


def refused(secret: str) -> int | None:
    """Count a request of this token; the seconds to wait where it is one too many, else None.

    Whether the token opens anything is not asked here; a text that is no token is not counted.
    """
    if not secrets.is_well_formed(secret):
        return None
    key = secrets.digest(secret)
    until, told = _resting.get(key, (0.0, 0))
    if time.monotonic() < until:
        return told
    found = count(key)
    if found is None or found.let_in:
        return None
    told = max(1, math.ceil(found.wait))
    _rest(key, min(found.wait, REST), told)
    return told


def count(key: bytes) -> Counted | None:
    """One more request of the token with this hash; None for a stranger and for a token without a limit."""
    default = settings.TOKEN_REQUESTS_PER_MINUTE
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [default, key, default])
        row = cursor.fetchone()
    return Counted(row[0], row[1], row[2], row[3], float(row[4])) if row else None


def lets_in(key: str, most: int, seconds: int) -> bool:
    """Count one more of whatever `key` names; whether it is among the first `most` in so many seconds."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT_WINDOW, {"id": uuid5(_COUNTED, key), "most": most, "seconds": seconds})
        row = cursor.fetchone()
    return bool(row[0])


def _rest(key: bytes, seconds: float, told: int) -> None:
    if len(_resting) >= REMEMBERED:
        _resting.clear()
    _resting[key] = (time.monotonic() + seconds, told)
