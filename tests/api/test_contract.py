"""The OpenAPI file tells the truth: every route, every refusal with an example, and answers of the shape it says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # ships no types
import pytest
from django.test import Client

from memoryhub.accounts.errors import Problem
from memoryhub.api import problems
from memoryhub.api.cases import DecisionIn
from memoryhub.api.claims import ClaimIn, EvidenceIn, SaidByIn
from memoryhub.api.inputs import SERVER_OWNED, Input
from memoryhub.api.registry.sources import SourceIn
from memoryhub.api.urls import urlpatterns
from tests.api.world import World

pytestmark = pytest.mark.django_db

UNLISTED = {"api-openapi", "api-docs", "api-nothing"}
# Members a client may set. A new one has to be named here, and with it the question whether it may carry rank.
ALLOWED = {
    ClaimIn: "subject field scope source value effective_at expires_at condition kind corrects evidence derived_from "
    "said_by confidence",
    EvidenceIn: "text url ref",
    SaidByIn: "person name role",
    DecisionIn: "choice version evidence_digest decision_key claim value effective_at scopes blame reason",
}


@pytest.fixture(scope="module")
def contract() -> dict[str, Any]:
    found: dict[str, Any] = Client().get("/api/v1/openapi.json").json()
    return found


def operations(contract: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in contract["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def test_the_file_is_openapi_3_1_and_names_no_other_host(contract: dict[str, Any]) -> None:
    assert contract["openapi"].startswith("3.1")
    assert "http://" not in json.dumps(contract).replace("http://127.0.0.1", "")
    assert "https://" not in json.dumps(contract)


def test_every_route_is_in_it(contract: dict[str, Any]) -> None:
    known = {path.removeprefix("/api/v1/") for path in contract["paths"]}
    served = {
        str(pattern.pattern).replace("<uuid:", "{").replace("<int:", "{").replace("<str:", "{").replace(">", "}")
        for pattern in urlpatterns
        if pattern.name not in UNLISTED
    }
    assert known == served


def test_every_refusal_is_told_as_a_problem_with_an_example(contract: dict[str, Any]) -> None:
    for path, method, operation in operations(contract):
        refusals = {status: said for status, said in operation["responses"].items() if status >= "400"}
        assert {"401", "405", "500", "503"} <= set(refusals), (path, method)
        for status, said in refusals.items():
            content = said["content"]["application/problem+json"]
            assert content["schema"], (path, method, status)
            for slug, example in content.get("examples", {}).items():
                assert example["value"]["status"] == int(status), slug
        if method in {"post", "put"}:
            # What reads no body finds no fault in one.
            expected = {"411", "413", "415"} | ({"422"} if "requestBody" in operation else set())
            assert expected <= set(refusals), (path, method)


def test_every_general_problem_has_an_example_somewhere(contract: dict[str, Any]) -> None:
    told = {
        example["value"]["type"]
        for _path, _method, operation in operations(contract)
        for said in operation["responses"].values()
        for content in said.get("content", {}).values()
        for example in content.get("examples", {}).values()
        if "type" in example.get("value", {})
    }
    named = [
        problem for problem in vars(problems).values() if isinstance(problem, type) and issubclass(problem, Problem)
    ]
    # Rare ones, which any request may meet.
    silent = {"invalid-request", "bad-request", "ambiguous-header", "invalid-prefer", "uri-too-long", "rate-limited"}
    ours = {problem.slug for problem in named}
    assert {f"/problems/{slug}" for slug in ours - silent} <= told


def test_answers_have_the_shape_that_is_promised(world: World, contract: dict[str, Any]) -> None:
    claim = json.loads(world.claim().content)["id"]
    world.claim(field="contact.email", value="dana@acme.example")
    waits = json.loads(world.claim("agent_2", field="contact.email", value="lee@acme.example").content)
    case = waits["outcome"]["case"]
    answers = {
        "/claims": "/claims",
        f"/claims/{claim}": "/claims/{claim_id}",
        "/facts": "/facts",
        f"/facts/{claim}": "/facts/{fact_id}",
        f"/facts/{claim}/why": "/facts/{fact_id}/why",
        "/cases": "/cases",
        f"/cases/{case}": "/cases/{case_id}",
        "/registry/sources": "/registry/sources",
        "/registry/fields": "/registry/fields",
        "/registry/scopes": "/registry/scopes",
        "/policies": "/policies",
        "/policies/1": "/policies/{version}",
    }
    for path, name in answers.items():
        told = contract["paths"][f"/api/v1{name}"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        answer = world.get(path)
        assert answer.status_code == 200, path
        check(json.loads(answer.content), told, contract)


def check(found: object, schema: dict[str, Any], contract: dict[str, Any]) -> None:
    """Against the schema, and without a member it does not name."""
    whole = {**schema, "components": closed(contract["components"])}
    jsonschema.validate(found, whole, cls=jsonschema.Draft202012Validator)


def closed(components: dict[str, Any]) -> dict[str, Any]:
    shut = {
        name: {**schema, "additionalProperties": False} if schema.get("properties") else schema
        for name, schema in components["schemas"].items()
    }
    return {"schemas": shut}


def test_what_a_client_may_set_is_a_list_somebody_wrote() -> None:
    for serializer, names in ALLOWED.items():
        assert set(serializer().fields) == set(names.split()), serializer


def test_only_the_registry_of_sources_reads_a_member_the_server_owns_elsewhere() -> None:
    readers = {kind for kind in inputs(Input) if set(kind().fields) & SERVER_OWNED}
    assert readers == {SourceIn}
    assert set(SourceIn().fields) & SERVER_OWNED == {"tier"}


def inputs(kind: type[Input]) -> Iterator[type[Input]]:
    for found in kind.__subclasses__():
        yield found
        yield from inputs(found)
