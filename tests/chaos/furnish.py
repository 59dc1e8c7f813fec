"""Makes the workspaces of a run and prints who may post and who is signed in: `… furnish acme beta`."""

# ruff: noqa: T201 - the printed line is what it is run for
from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from tests.chaos import owning

HERE = Path(__file__).parent
KEYS = ("acme", "beta")
DECIDERS = ("ana", "bia")


def main(keys: Sequence[str]) -> None:
    owning.set_up()
    from django.core.management import call_command  # noqa: PLC0415 - the settings are loaded by now

    call_command("migrate", verbosity=0)
    call_command("roles", login=True, stdout=StringIO())
    print(json.dumps({key: _furnished(key) for key in keys}))
    if key := os.environ.get("SABOTAGE"):
        _break(key)


def _break(key: str) -> None:
    from django.db import connection  # noqa: PLC0415

    from tests.sabotage.hub import broken  # noqa: PLC0415

    with connection.cursor() as cursor:
        for statement in broken(key).sql:
            cursor.execute(statement)


def _furnished(key: str) -> dict[str, Any]:  # Any: as JSON has it
    from tests.cases.world import build  # noqa: PLC0415

    place = build(HERE / "world.toml", key=key)
    signed_in = {who: _session(place.members[who]) for who in DECIDERS}
    return {"id": str(place.workspace.id), "tokens": place.secrets, "sessions": signed_in}


def _session(member: Any) -> dict[str, str]:  # noqa: ANN401 - a Member, whose class cannot be imported before set-up
    """The cookies of a signed-in member."""
    from django.test import Client  # noqa: PLC0415

    client = Client()
    client.force_login(member.user, backend="django.contrib.auth.backends.ModelBackend")
    return {name: cookie.value for name, cookie in client.cookies.items()}


if __name__ == "__main__":
    main(sys.argv[1:])
