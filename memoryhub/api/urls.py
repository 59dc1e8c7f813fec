"""Addresses under /api/v1/."""

from django.urls import path, re_path

from memoryhub.api import cases, claims, contract, erasures, facts, log, nothing, policies, tokens
from memoryhub.api.registry import fields, people, responsibilities, scopes, sources, unknown_fields

urlpatterns = [
    path("claims", claims.Claims.as_view(), name="api-claims"),
    path("claims/<uuid:claim_id>", claims.OneClaim.as_view(), name="api-claim"),
    path("facts", facts.Facts.as_view(), name="api-facts"),
    path("facts/<uuid:fact_id>", facts.OneFact.as_view(), name="api-fact"),
    path("facts/<uuid:fact_id>/why", facts.Why.as_view(), name="api-fact-why"),
    path("cases", cases.Cases.as_view(), name="api-cases"),
    path("cases/<uuid:case_id>", cases.OneCase.as_view(), name="api-case"),
    path("cases/<uuid:case_id>/decision", cases.Decision.as_view(), name="api-case-decision"),
    path("erasures", erasures.Erasures.as_view(), name="api-erasures"),
    path("erasures/<uuid:erasure_id>", erasures.OneErasure.as_view(), name="api-erasure"),
    path("log", log.Log.as_view(), name="api-log"),
    path("log/checkpoints", log.Checkpoints.as_view(), name="api-log-checkpoints"),
    path("log/verify", log.Verify.as_view(), name="api-log-verify"),
    path("log/<int:seq>", log.Position.as_view(), name="api-log-position"),
    path("policies", policies.Policies.as_view(), name="api-policies"),
    path("policies/<int:version>", policies.OnePolicy.as_view(), name="api-policy"),
    path("registry/sources", sources.Sources.as_view(), name="api-sources"),
    path("registry/fields", fields.Fields.as_view(), name="api-fields"),
    path("registry/scopes", scopes.Scopes.as_view(), name="api-scopes"),
    path("registry/responsibilities", responsibilities.Responsibilities.as_view(), name="api-responsibilities"),
    path("registry/members", people.Members.as_view(), name="api-members"),
    path("registry/agents", people.Agents.as_view(), name="api-agents"),
    path("registry/unknown-fields", unknown_fields.UnknownFields.as_view(), name="api-unknown-fields"),
    path("registry/unknown-fields/<str:key>", unknown_fields.OneUnknownField.as_view(), name="api-unknown-field"),
    path("tokens", tokens.Tokens.as_view(), name="api-tokens"),
    path("tokens/<uuid:token_id>", tokens.OneToken.as_view(), name="api-token"),
    path("openapi.json", contract.openapi, name="api-openapi"),
    path("docs", contract.docs, name="api-docs"),
    re_path(r"^.*$", nothing.Nothing.as_view(), name="api-nothing"),
]
