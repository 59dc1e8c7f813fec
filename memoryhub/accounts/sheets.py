"""Style sheets as they travel: what one imports stands in it, so that a page waits for one file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import (  # type: ignore[import-untyped]  # it gives its classes no types
    CompressedManifestStaticFilesStorage,
)

IMPORT = re.compile(r'@import "(?P<name>[\w-]+\.css)" layer\((?P<layer>\w+)\);')


class WholeSheets(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # as above
    """Collects each sheet with the ones it imports from beside it, under the layer it names for them."""

    def post_process(self, paths: dict[str, tuple[Storage, str]], *args: Any, **options: Any) -> Iterator[Any]:  # noqa: ANN401  # as Django calls it
        for name, (storage, path) in list(paths.items()):
            sheet = _read(storage, path) if name.endswith(".css") else ""
            if IMPORT.search(sheet):
                self.delete(name)
                paths[name] = (self, self.save(name, ContentFile(_whole(storage, path, sheet).encode())))
        yield from super().post_process(paths, *args, **options)


def _whole(storage: Storage, path: str, sheet: str) -> str:
    folder = path.rpartition("/")[0]

    def inside(found: re.Match[str]) -> str:
        beside = f"{folder}/{found['name']}"
        return f"@layer {found['layer']} {{\n{_read(storage, beside)}}}"

    return IMPORT.sub(inside, sheet)


def _read(storage: Storage, path: str) -> str:
    with storage.open(path) as file:
        content: bytes = file.read()
    return content.decode()
