"""What must be true after a bad input about identity, cases or links; each entry is the `then` of its line."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from escalations import triage
from escalations.models import Case, CaseEvent
from ledgers.models import Claim
from memoryhub.accounts.models import SecurityEvent
from memoryhub.logs.lines import Lines
from tests.api import bad_browsing as browsing
from tests.api.bad_cases import case_of, elsewhere
from tests.api.bad_showing import recorded
from tests.api.world import Answer, World

Then = Callable[[World, Answer], None]
_TAGS = re.compile(r"<[^>]+>")


def _challenged(world: World, answer: Answer) -> None:
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def _spoof_is_noted(world: World, answer: Answer) -> None:
    event = SecurityEvent.objects.get(workspace=world.workspace)
    assert (event.code, event.author, event.status) == ("source_spoof", "agent:agent", 403)
    assert not Claim.objects.filter(source="billing-system").exists()


def _external_changes_nothing(world: World, answer: Answer) -> None:
    triage.drain()
    found = json.loads(world.get(f"/claims/{json.loads(answer.content)['id']}", "agent").content)
    assert found["outcome"]["action"] == "reject_conflict"
    assert [fact["value"] for fact in world.facts()] == ["14:00"]


def _as_if_it_were_not_there(world: World, answer: Answer) -> None:
    """Body and work are those of an id that nobody has: the same questions to the database, in the same order."""
    path = elsewhere(world).made["claim_id"]
    theirs, asked = _asked(world, path)
    nobodys, as_much = _asked(world, str(uuid.uuid4()))
    assert theirs == nobodys
    assert asked == as_much


def _asked(world: World, claim_id: str) -> tuple[dict[str, Any], list[str]]:
    with CaptureQueriesContext(connection) as queries:
        answer = world.get(f"/claims/{claim_id}")
    found = json.loads(answer.content)
    for own in ("instance", "request_id"):
        found.pop(own)
    asked = [re.sub(r"'[^']*'|\d+", "?", query["sql"]) for query in queries.captured_queries]
    return {"status": answer.status_code, **found}, asked


def _empty(world: World, answer: Answer) -> None:
    assert json.loads(answer.content)["items"] == []


def _who_when_what(world: World, answer: Answer) -> None:
    case, detail = case_of(world), json.loads(answer.content)["detail"]
    assert case.decided_by is not None
    assert case.decided_by.name in detail
    assert str(case.closed_at.year if case.closed_at else "") in detail
    assert case.choice == "accept"
    assert "accept" in detail.lower()


def _decider_shown_without_buttons(world: World, answer: Answer) -> None:
    body = answer.content.decode()
    assert "<html" not in body
    assert "Delegate" in _TAGS.sub(" ", body) or "Owner" in _TAGS.sub(" ", body)
    assert 'type="submit"' not in body


def _says_to_reload(world: World, answer: Answer) -> None:
    client = browsing.browser(world, "owner")
    fragment = client.post(f"/cases/{world.made['case_id']}/decide", {}, headers={"HX-Request": "true"})
    assert fragment.status_code == 403
    body = fragment.content.decode()
    assert "<html" not in body
    assert "Load the page again" in body
    assert browsing.still_open(world)


def _still_open(world: World, answer: Answer) -> None:
    assert browsing.still_open(world)


def _in_no_frame(world: World, answer: Answer) -> None:
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Frame-Options"] == "DENY"


def _leads_to_sign_in(world: World, answer: Answer) -> None:
    assert answer.headers["HX-Redirect"].startswith("/sign-in/")
    client = browsing.browser(world, "anonymous")
    path = f"/cases/{world.made['case_id']}/decide"
    plain = client.post(path, {"csrfmiddlewaretoken": browsing.csrf_token(client)})
    assert plain.status_code == 302
    assert plain.headers["Location"].startswith("/sign-in/")
    assert browsing.still_open(world)


def _opened_and_open(world: World, answer: Answer) -> None:
    """Twenty times, as scanners do, then by the owner: strangers are told nothing, and nothing happens to the case."""
    case, path = case_of(world), f"/cases/link/{world.made['token']}"
    events = CaseEvent.objects.filter(case=case).count()
    for _time in range(20):
        page = browsing.browser(world, "anonymous").get(path)
        assert page.status_code == 200
        assert not re.search(r"acme|contact\.email|team:sales", page.content.decode())
    assert world.signed_in("owner").get(path).status_code == 200
    case.refresh_from_db()
    assert (case.state, case.version) == (Case.State.OPEN, int(world.made["version"]))
    assert CaseEvent.objects.filter(case=case).count() == events
    assert case.links.filter(used_at__isnull=False).count() == 0


def _shows_what_came_of_it(world: World, answer: Answer) -> None:
    page = world.signed_in("owner").get(f"/cases/link/{world.made['used_token']}")
    assert page.status_code == 200


def _masked_in_the_log(world: World, answer: Answer) -> None:
    secret = world.secrets["agent"]
    lines = _logged(lambda: world.client.get(f"/api/v1/claims?access_token={secret}"))
    assert [line["query"] for line in lines if line["event"] == "request"] == ["access_token=***"]
    assert secret not in json.dumps(lines)


def _peer_is_kept(world: World, answer: Answer) -> None:
    """What the client says of itself changes neither the answer nor the address in the log."""
    plain = world.get("/claims")
    assert json.loads(answer.content)["items"] == json.loads(plain.content)["items"]
    said = {**world.headers("agent"), "X-Forwarded-For": "127.0.0.1", "X-User-Id": "1", "X-Tenant-Id": "other"}
    [line] = _logged(lambda: world.client.get("/api/v1/claims", headers=said, REMOTE_ADDR="198.51.100.7"))
    assert (line["peer"], line["actor"], line["workspace"]) == ("198.51.100.7", "agent:agent", world.workspace.key)


def _logged(ask: Callable[[], object]) -> list[dict[str, Any]]:
    """The lines of the log as they would be written meanwhile."""
    with recorded() as records:
        ask()
    return [json.loads(Lines().format(record)) for record in records]


OUTCOMES: dict[str, Then] = {
    "AUT-01": _challenged,
    "AUT-06": _spoof_is_noted,
    "AUT-13": _external_changes_nothing,
    "AUT-14": _as_if_it_were_not_there,
    "AUT-15": _empty,
    "AUT-18": _still_open,
    "AUT-19": _still_open,
    "AUT-21": _masked_in_the_log,
    "AUT-23": _peer_is_kept,
    "REV-01": _who_when_what,
    "REV-02": _decider_shown_without_buttons,
    "REV-03": _still_open,
    "REV-05": _still_open,
    "REV-06": _opened_and_open,
    "REV-07": _still_open,
    "REV-09": _shows_what_came_of_it,
    "REV-10": _says_to_reload,
    "REV-11": _still_open,
    "REV-13": _in_no_frame,
    "REV-14": _leads_to_sign_in,
    "REV-15": _still_open,
}
