"""Starts Debian's Chromium for the tests that need a browser, and says loudly when there is none."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_SKIPPED = pytest.StashKey[int]()


def chromium() -> str | None:
    """The path of the first browser found, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what asks for a browser as a browser test; skip those where there is none."""
    wanting = [item for item in items if "browser" in getattr(item, "fixturenames", ())]
    for item in wanting:
        item.add_marker(pytest.mark.browser)
    if chromium() is None:
        config.stash[_SKIPPED] = len(wanting)
        for item in wanting:
            item.add_marker(pytest.mark.skip(reason="no Chromium found"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """A green line must not hide that nobody looked at the screens."""
    if skipped := config.stash.get(_SKIPPED, 0):
        names = ", ".join(NAMES)
        terminalreporter.section("NO BROWSER", sep="!", red=True, bold=True)
        terminalreporter.write_line(
            f"{skipped} browser tests were skipped: none of {names} is installed. Nobody looked at the screens.",
            red=True,
            bold=True,
        )


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the system's Chromium: Playwright's own build is never downloaded."""
    return {**browser_type_launch_args, "executable_path": chromium(), "args": list(FLAGS)}
