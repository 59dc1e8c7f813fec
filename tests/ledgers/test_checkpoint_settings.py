"""The settings about checkpoints: a wrong one is refused before anything starts, and the key may come by itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from ledgers import checks
from ledgers.services import signing

ROOT = Path(__file__).resolve().parents[2]


def written(password: bytes = b"") -> tuple[Ed25519PrivateKey, str]:
    made = Ed25519PrivateKey.generate()
    lock = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    return made, made.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, lock).decode()


def said() -> list[str]:
    return [f"{one.id} {one.msg}" for one in run_checks(tags=[checks.TAG])]


@pytest.mark.parametrize("address", ["s3://proofs", "s3://proofs/hub/one", "gs://proofs/hub"])
def test_an_address_of_a_store_is_taken(settings: Settings, address: str) -> None:
    settings.CHECKPOINT_STORE = address
    assert said() == []


@pytest.mark.parametrize(
    "address",
    ["proofs", "s3:/proofs", "s3://", "file:///srv/proofs", "https://proofs.example/x", "s3://id:secret@proofs/x",
     "s3://proofs/x?versionId=1", "s3://proofs//x", "az://proofs/without-an-account"],
)  # fmt: skip
def test_an_address_that_leads_to_no_store_is_refused(
    settings: Settings, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AZURE_STORAGE_ACCOUNT_NAME", raising=False)
    settings.CHECKPOINT_STORE = address
    [words] = said()
    assert words.startswith("memoryhub.E002 CHECKPOINT_STORE leads to no store: ")
    assert "secret" not in words


def test_a_key_may_stand_in_the_environment(settings: Settings, tmp_path: Path) -> None:
    settings.CHECKPOINT_KEY_FILE = str(tmp_path / "signing.pem")
    key, text = written()
    for given in (text, text.replace("\n", "\\n")):
        settings.CHECKPOINT_KEY = given
        assert said() == []
        assert signing.right(key.public_key(), b"body", signing.ours().sign(b"body"))
    assert not list(tmp_path.iterdir())
    printed, beside = StringIO(), StringIO()
    call_command("checkpoint_key", stdout=printed, stderr=beside)
    (tmp_path / "noted.pem").write_text(printed.getvalue())
    assert signing.fingerprint(signing.public_key(tmp_path / "noted.pem")) == signing.ours().name
    assert signing.ours().name in beside.getvalue()


def test_the_public_key_of_the_file_is_printed_once_it_is_made(settings: Settings, tmp_path: Path) -> None:
    settings.CHECKPOINT_KEY, settings.CHECKPOINT_KEY_FILE = "", str(tmp_path / "signing.pem")
    with pytest.raises(CommandError, match="There is no key yet"):
        call_command("checkpoint_key")
    name = signing.ours().name
    printed, beside = StringIO(), StringIO()
    call_command("checkpoint_key", stdout=printed, stderr=beside)
    assert printed.getvalue() == (tmp_path / "signing.pub.pem").read_text()
    assert name in beside.getvalue()


def other_kind() -> str:
    return (
        generate_private_key(SECP256R1())
        .private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        .decode()
    )


@pytest.mark.parametrize(
    "bad",
    [
        lambda: "no key at all, but a few words",
        lambda: written()[1][:60],
        lambda: written(password=b"pw")[1],
        other_kind,
    ],
    ids=["words", "torn", "locked", "another kind"],
)
def test_a_bad_key_is_refused_and_not_quoted(settings: Settings, bad: Callable[[], str]) -> None:
    settings.CHECKPOINT_KEY = text = bad()
    [words] = said()
    assert words.startswith("memoryhub.E003 CHECKPOINT_KEY holds ")
    assert "`openssl genpkey -algorithm ed25519` makes one" in words
    assert text[-20:] not in words


@pytest.mark.parametrize("arguments", [["manage.py", "up"], ["-m", "celery", "--app", "memoryhub", "worker"]])
def test_neither_hub_nor_worker_starts_with_a_bad_key(arguments: list[str], tmp_path: Path) -> None:
    environment = {**os.environ, "MEMORYHUB_HOME": str(tmp_path / "home"), "SECRET_KEY": "x", "CHECKPOINT_KEY": "bad"}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert "CHECKPOINT_KEY holds no key that can be read" in done.stdout + done.stderr
    assert not (tmp_path / "home" / "checkpoints").exists()
