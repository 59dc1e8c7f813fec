"""The machine in words: a figure without it says little."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path


def described() -> str:
    cores, load = os.cpu_count(), os.getloadavg()[0]
    gib = round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
    python = f"Python {platform.python_version()}"
    return f"{cores} cores ({_model()}), {gib} GiB, {platform.system()}, {python}, load {load:.1f}"


def _model() -> str:
    said = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    return said[1].strip() if said else platform.machine()
