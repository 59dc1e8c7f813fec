"""A policy as a file: chosen or pasted, and read; a draft begun with what is in force, or with a file."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledgers.models import PolicyDraft
from ledgers.policies import toml

LONGEST_TITLE = int(PolicyDraft._meta.get_field("title").max_length or 0)  # noqa: SLF001 - where Django keeps it
# Where the reader of TOML says that it stopped; the words before it are its own, unless they are ours.
OWN = {
    toml.TOO_DEEP: gettext_lazy("lists or tables nested too deeply"),
    toml.TOO_LONG_A_NUMBER: gettext_lazy("a number with too many digits"),
    toml.NO_SIGN: gettext_lazy("a text with the sign U+0000, which no database keeps"),
}
PLACE = re.compile(r"(?P<reason>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)", re.DOTALL)


class FileForm(forms.Form):
    """`document` and `text` are what was read, once it is valid; a file comes before what was pasted."""

    file = forms.FileField(
        required=False,
        label=gettext_lazy("A file"),
        widget=forms.FileInput(attrs={"accept": ".toml,text/plain,application/toml"}),
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label=gettext_lazy("or its text"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "secret"}),
    )

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        text = told.get("text") or ""
        if isinstance(told.get("file"), UploadedFile):
            text = self._opened(told["file"])
        if not text.strip() and not self.errors and self.wanted:
            self.add_error("file", _("Choose a file, or paste its text."))
        elif text.strip() and not self.errors:
            told["document"] = self._read(text)
        told["text"] = text
        return told

    @property
    def wanted(self) -> bool:
        return True

    def _opened(self, file: UploadedFile[Any]) -> str:
        # Every sign takes a byte at least, and none more than four.
        data = file.read(4 * toml.LONGEST + 1)
        try:
            return bytes(data).decode("utf-8-sig")
        except UnicodeDecodeError:
            self.add_error("file", _("This file is not text in UTF-8: choose a policy as it was downloaded here."))
            return ""

    def _read(self, text: str) -> dict[str, Any] | None:
        if len(text) > toml.LONGEST:
            longest = {"n": toml.LONGEST}
            self.add_error("file", _("This is longer than any policy: at most %(n)d characters are read.") % longest)
            return None
        try:
            return toml.read(text)
        except tomllib.TOMLDecodeError as error:
            self.add_error("text", _not_read(str(error)))
            return None


class StartForm(FileForm):
    """A title, and a file where it is not what is in force."""

    title = forms.CharField(
        max_length=LONGEST_TITLE,
        label=gettext_lazy("What it is about"),
        help_text=gettext_lazy("A few words for those who will read and approve it."),
    )
    field_order = ("title", "file", "text")

    @property
    def wanted(self) -> bool:
        return False


def _not_read(said: str) -> str:
    place = PLACE.fullmatch(said)
    if place is None:
        return _("This is not TOML: %(error)s") % {"error": OWN.get(said, said)}
    told = {"line": place["line"], "column": place["column"], "reason": OWN.get(place["reason"], place["reason"])}
    return _("Line %(line)s cannot be read, at sign %(column)s: %(reason)s") % told
