"""What others wrote is pinned: version, checksum and licence; and what a browser loads stays within its budget."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from escalations.models import Case
from ledgers.models import Field
from tests.accounts.devices import Device, add
from tests.factories import ROOT
from tests.screens.limits import OWN_SCRIPT_BYTES, SCRIPT_BYTES, SCRIPT_FILES, STYLE_BYTES, STYLE_FILES
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
    sheets = list((static / "css").glob("*.css"))
    assert len(sheets) == STYLE_FILES
    assert _packed(*sheets) <= STYLE_BYTES


def _scripts(client: Client, address: str) -> int:
    page = client.get(address)
    assert page.status_code == 200, address
    return len(re.findall(r'<script\b[^>]*\ssrc="', page.content.decode()))


def test_a_third_script_is_for_who_may_press_on_a_payment_and_has_a_passkey(firm: Firm, settings: Settings) -> None:
    here = ("http://localhost", "localhost")
    settings.OTP_WEBAUTHN_ALLOWED_ORIGINS = [here[0]]
    dispute = firm.dispute()
    Field.objects.create(workspace=firm.workspace, key="payment.iban", name="IBAN", type="iban", sensitivity="payment")
    firm.say("DE89370400440532013000", source="crm", field="payment.iban")
    firm.say("GB82WEST12345698765432", field="payment.iban")
    plain, payment = (f"/cases/{case.pk}/" for case in (dispute, Case.objects.exclude(pk=dispute.pk).get()))
    for member in (firm.ana, firm.eva):
        add(firm.client(member), Device(*here))
        member.refresh_from_db()
    assert _scripts(firm.client(firm.ana), payment) == SCRIPT_FILES + 1
    assert _scripts(firm.client(firm.eva), payment) == _scripts(firm.client(firm.rui), payment) == SCRIPT_FILES
    for address in (plain, "/queue/", "/profile/", "/profile/passkeys/", "/sign-in/again/?next=/profile/"):
        assert _scripts(firm.client(firm.ana), address) <= SCRIPT_FILES, address
    assert _scripts(Client(SERVER_NAME="localhost"), "/sign-in/") <= SCRIPT_FILES


def test_no_page_but_the_card_takes_the_script_of_passkeys_beside_the_others() -> None:
    texts = {path.name: path.read_text() for path in (ROOT / "templates").rglob("*.html")}
    taking = {name: text for name, text in texts.items() if "js/passkeys.js" in text}
    assert len(taking) > 1
    both = re.compile(r"block scripts %}{{ block\.super }}.*js/passkeys\.js")
    assert [name for name, text in taking.items() if both.search(text)] == ["case.html"]


def test_pages_stay_small(firm: Firm) -> None:
    for number in range(50):
        firm.say(f"+55119{number:08d}", field="contact.phone", subject=f"customer:c{number}")
    client = firm.client(firm.ana)
    queue = client.get("/queue/").content
    assert queue.count(b"data-row>") == 50
    assert len(gzip.compress(queue)) <= 30_000
    case = firm.dispute()
    assert len(gzip.compress(client.get(f"/cases/{case.pk}/").content)) <= 14_000
