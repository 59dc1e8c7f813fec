"""Django for a script of the owner of the database, who prepares and looks at every workspace at once."""

from __future__ import annotations

import django


def set_up() -> None:
    """Load the settings, and take the second wall away: the first does not hold a superuser anyway."""
    django.setup()
    from memoryhub.accounts.walled import Walled  # noqa: PLC0415 - the apps are loaded by now

    setattr(Walled, "outside", staticmethod(lambda rows: rows))  # noqa: B010 - mypy forbids the plain way
