"""Compiles the translations without gettext's programs, which a fresh machine does not have."""

from __future__ import annotations

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_all(folders: list[Path]) -> list[Path]:
    """Compile each catalogue that is newer than its compiled form; return what was written."""
    sources = [source for folder in folders for source in sorted(folder.glob("*/LC_MESSAGES/*.po"))]
    stale = [source for source in sources if _stale(source)]
    return [_compile(source) for source in stale]


def _stale(source: Path) -> bool:
    compiled = source.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime


def _compile(source: Path) -> Path:
    """Written aside and renamed: a process that reads meanwhile sees the old one or the new one."""
    compiled = source.with_suffix(".mo")
    part = compiled.with_suffix(f".{os.getpid()}")
    with source.open("rb") as text, part.open("wb") as out:
        write_mo(out, read_po(text, locale=source.parent.parent.name))
    part.replace(compiled)
    return compiled
