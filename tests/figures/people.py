"""Signs people in at a hub: `python -m tests.figures.people 20` prints the cookies of so many sessions as JSON."""

# ruff: noqa: T201 - the printed line is what it is run for
from __future__ import annotations

import json
import sys

from tests.chaos import owning


def main(count: int) -> None:
    owning.set_up()
    from django.test import Client  # noqa: PLC0415 - the settings are loaded by now

    from memoryhub.accounts.models import Member  # noqa: PLC0415
    from tests.chaos.furnish import DECIDERS  # noqa: PLC0415
    from tests.factories import sign_in  # noqa: PLC0415

    members = list(Member.objects.filter(key__in=DECIDERS).order_by("workspace__key", "key")[: len(DECIDERS)])
    sessions = []
    for number in range(count):
        user = members[number % len(members)].user
        assert user is not None
        client = Client()
        sign_in(client, user)
        sessions.append({name: cookie.value for name, cookie in client.cookies.items()})
    print(json.dumps(sessions))


if __name__ == "__main__":
    main(int(sys.argv[1]))
