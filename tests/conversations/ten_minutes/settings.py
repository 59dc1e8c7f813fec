"""The settings of a process that lives on a day of its own; the product's own take no clock from outside."""

from __future__ import annotations

import os

from memoryhub.settings import *  # noqa: F403 - all of them, and one more

LEDGER_CLOCK = os.environ["TEN_MINUTES_DAY"]
