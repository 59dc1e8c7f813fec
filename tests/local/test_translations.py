"""Translations are compiled when they changed, without gettext's programs."""

from __future__ import annotations

import gettext
import os
from pathlib import Path

from memoryhub.local.translations import compile_all

CATALOGUE = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "owner"
msgstr "responsável"

#, fuzzy
msgid "case"
msgstr "estojo"

msgid "%(count)s fact"
msgid_plural "%(count)s facts"
msgstr[0] "%(count)s fato"
msgstr[1] "%(count)s fatos"
"""


def _write(folder: Path) -> Path:
    source = folder / "pt_BR" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(CATALOGUE, encoding="utf-8")
    return source


def test_what_is_compiled_can_be_read(tmp_path: Path) -> None:
    _write(tmp_path)
    compile_all([tmp_path])
    words = gettext.translation("django", tmp_path, ["pt_BR"])
    assert words.gettext("owner") == "responsável"
    assert words.ngettext("%(count)s fact", "%(count)s facts", 0) == "%(count)s fato"
    assert words.ngettext("%(count)s fact", "%(count)s facts", 2) == "%(count)s fatos"
    assert words.gettext("case") == "case"  # a guess nobody confirmed is not shown


def test_only_what_changed_is_compiled_again(tmp_path: Path) -> None:
    source = _write(tmp_path)
    assert compile_all([tmp_path]) == [source.with_suffix(".mo")]
    assert compile_all([tmp_path]) == []
    later = source.with_suffix(".mo").stat().st_mtime + 5
    os.utime(source, (later, later))
    assert compile_all([tmp_path]) == [source.with_suffix(".mo")]
    assert [path.suffix for path in sorted(source.parent.iterdir())] == [".mo", ".po"]
