"""The tables beside these tests: lines as people type them, and what is to be kept of each."""

from __future__ import annotations

from datetime import date
from pathlib import Path

SAID_ON = date(2026, 11, 30)
LANGUAGES = ("en", "pt")


def lines(name: str) -> list[tuple[str, ...]]:
    """The rows of a table, in columns."""
    text = (Path(__file__).parent / "lines" / f"{name}.txt").read_text(encoding="utf-8")
    return [tuple(cell.strip() for cell in row.split(" | ")) for row in text.splitlines() if row.strip()]


def both(name: str) -> list[tuple[str, ...]]:
    return [(language, *row) for language in LANGUAGES for row in lines(f"{language}_{name}")]
