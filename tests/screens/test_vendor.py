"""What others wrote is pinned: version, checksum and licence; and what a browser loads stays within its budget."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

import pytest

from tests.factories import ROOT
from tests.screens.limits import OWN_SCRIPT_BYTES, SCRIPT_BYTES, STYLE_BYTES
from tests.screens.world import Firm

FOLDERS = (ROOT / "static" / "vendor", ROOT / "tests" / "vendor")


def _packed(*paths: Path) -> int:
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_vendored_files_are_the_ones_in_the_manifest(folder: Path) -> None:
    files = json.loads((folder / "manifest.json").read_text())["files"]
    assert {entry["file"] for entry in files} == {path.name for path in folder.glob("*.js")}
    for entry in files:
        content = (folder / entry["file"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == entry["sha256"], entry["file"]
        assert entry["version"] in entry["file"]
        assert (folder / entry["licence_file"]).read_text().strip()


def test_scripts_and_styles_stay_small() -> None:
    static = ROOT / "static"
    own, htmx = static / "js" / "app.js", static / "vendor" / "htmx-2.0.11.min.js"
    assert _packed(own) <= OWN_SCRIPT_BYTES
    assert _packed(own, htmx) <= SCRIPT_BYTES
    assert _packed(*(static / "css").glob("*.css")) <= STYLE_BYTES


def test_pages_stay_small(firm: Firm) -> None:
    for number in range(50):
        firm.say(f"+55119{number:08d}", field="contact.phone", subject=f"customer:c{number}")
    client = firm.client(firm.ana)
    queue = client.get("/queue/").content
    assert queue.count(b"data-row>") == 50
    assert len(gzip.compress(queue)) <= 30_000
    case = firm.dispute()
    assert len(gzip.compress(client.get(f"/cases/{case.pk}/").content)) <= 14_000
