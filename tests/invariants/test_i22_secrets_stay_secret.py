"""I22: a token and a password go in, and come out nowhere: no log, answer, mail, statement or row of the database."""

from __future__ import annotations

import json
import logging
import re
import sys
from pathlib import Path

import pytest
from django.core import mail
from django.db import connection
from django.test import Client, override_settings
from django.urls import get_resolver

from memoryhub.accounts import secrets, tokens
from memoryhub.accounts.models import Role, Token
from memoryhub.logs.lines import Lines
from tests.api.bad_cases import case_of
from tests.api.bad_showing import recorded
from tests.api.server import serving
from tests.api.world import BODY, JSON, World, build
from tests.factories import mail_all, make_member

PASSWORD = "canary-9f31 password of nobody"
LOCMEM = "django.core.mail.backends.locmem.EmailBackend"
ADDRESSES = sorted({"/api/v1/" + str(entry.pattern) for entry in get_resolver("memoryhub.api.urls").url_patterns})


@pytest.fixture
def world(db: None) -> World:
    return build()


def _everywhere(world: World, secret: str) -> list[bytes]:
    """The token in the header, the query, the path and the body of every address; the password at the door."""
    client, said = Client(raise_request_exception=False), []
    for address in ADDRESSES:
        path = re.sub(r"<[^>]+>", "01a22b23-0e96-7502-8fc6-f5600a0ec5bc", address).replace("^.*$", secret)
        for method in ("GET", "POST"):
            said.append(client.generic(method, f"{path}?access_token={secret}&q={secret}", content_type=JSON))
            body = json.dumps({**BODY, "value": "09:00", "token": secret})
            headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": f"{len(said)}"}
            said.append(client.generic(method, path, body, content_type=JSON, headers=headers))
    pages = (f"/cases/link/{secret}", f"/facts/?q={secret}", f"/{secret}", f"/sign-in/?next=/{secret}")
    said += [client.get(path) for path in pages]
    person = make_member(world.workspace, "canary", Role.OWNER)
    assert person.user is not None
    forms = [{"username": person.user.email, "password": password} for password in (PASSWORD, "wrong")]
    said += [client.post("/sign-in/", form) for form in forms]
    # The sign-in page gives back what the sender put into its own address, to the sender alone.
    return [
        answer.content for answer in said if secret not in answer.request["PATH_INFO"] + answer.request["QUERY_STRING"]
    ]


def _canary(world: World) -> str:
    agent = Token.objects.get(agent__key="agent", workspace=world.workspace).agent
    issued = tokens.issue(
        workspace=world.workspace, name="canary", agent=agent, sources=["crm-main"], scopes=["*"], may_write=True
    )
    return issued.secret


def test_no_log_and_no_answer_tells_a_secret(world: World) -> None:
    secret = _canary(world)
    root = logging.getLogger()
    before, root_level = root.level, logging.DEBUG
    root.setLevel(root_level)
    try:
        with recorded() as records:
            answers = _everywhere(world, secret)
    finally:
        root.setLevel(before)
    lines = [Lines().format(record) for record in records]
    assert len(lines) > len(ADDRESSES)
    heart = secret[len(secrets.MARK) + 8 :]
    assert [line for line in lines if heart in line or PASSWORD in line] == []
    assert [answer for answer in answers if heart.encode() in answer or PASSWORD.encode() in answer] == []


def test_the_database_holds_hashes_only(world: World) -> None:
    secret = _canary(world)
    _everywhere(world, secret)
    with override_settings(EMAIL_BACKEND=LOCMEM):
        case_of(world)
        mail_all(world.workspace)
        letters = [str(letter.body) for letter in mail.outbox]
    links = [found for letter in letters for found in re.findall(r"/cases/link/(\S+)", str(letter))]
    assert links
    heart = secret[len(secrets.MARK) + 8 :]
    held = _dump()
    assert heart not in held
    assert PASSWORD not in held
    assert not [link for link in links if link in held]
    assert not [letter for letter in letters if heart in letter]


def _dump() -> str:
    """Every row of every table that the application may read, as text."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        tables = [name for (name,) in cursor.fetchall()]
        found = []
        for table in tables:
            cursor.execute(f'SELECT t::text FROM "{table}" t')  # noqa: S608 - a name of the catalogue
            found += [row for (row,) in cursor.fetchall()]
    return "\n".join(found)


@pytest.mark.processes
@pytest.mark.django_db(transaction=True)
def test_the_process_itself_writes_lines_of_json_without_secrets(tmp_path: Path) -> None:
    world = build()
    secret = _canary(world)
    written = tmp_path / "web.log"
    with serving(log=written, LOG_LEVEL="DEBUG") as server:
        for path in (f"/api/v1/claims?access_token={secret}", f"/cases/link/{secret}", f"/{secret}%0Aforged"):
            server.send("GET", path, {"Authorization": f"Bearer {secret}"})
        server.send("POST", "/api/v1/claims", {"Authorization": f"Bearer {secret}x"}, secret.encode())
    lines = written.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not line.startswith("{")] == []
    said = [json.loads(line) for line in lines]
    requests = [line for line in said if line["event"] == "request"]
    assert len(requests) >= 4
    assert {"route", "status", "actor", "workspace", "peer", "ms", "request_id"} <= set(requests[0])
    assert secret[len(secrets.MARK) + 8 :] not in "\n".join(lines)


def test_a_fault_is_told_by_its_place_and_never_by_its_words() -> None:
    secret = secrets.generate()
    try:
        int(secret)
    except ValueError:
        fault = sys.exc_info()
    record = logging.LogRecord("x", logging.ERROR, __file__, 1, "told\nforged %s", (secret,), fault)
    line = Lines().format(record)
    assert "\n" not in line
    assert secret[len(secrets.MARK) + 8 :] not in line
    assert json.loads(line)["fault"] == ["builtins.ValueError"]
    assert json.loads(line)["frames"][0].endswith("test_a_fault_is_told_by_its_place_and_never_by_its_words")
