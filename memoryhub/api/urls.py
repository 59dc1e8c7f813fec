"""Addresses under /api/v1/."""

from django.urls import path, re_path

from memoryhub.api import contract, nothing, policies, tokens
from memoryhub.api.registry import fields, people, responsibilities, scopes, sources

urlpatterns = [
    path("policies", policies.Policies.as_view(), name="api-policies"),
    path("policies/<int:version>", policies.OnePolicy.as_view(), name="api-policy"),
    path("registry/sources", sources.Sources.as_view(), name="api-sources"),
    path("registry/fields", fields.Fields.as_view(), name="api-fields"),
    path("registry/scopes", scopes.Scopes.as_view(), name="api-scopes"),
    path("registry/responsibilities", responsibilities.Responsibilities.as_view(), name="api-responsibilities"),
    path("registry/members", people.Members.as_view(), name="api-members"),
    path("registry/agents", people.Agents.as_view(), name="api-agents"),
    path("tokens", tokens.Tokens.as_view(), name="api-tokens"),
    path("tokens/<uuid:token_id>", tokens.OneToken.as_view(), name="api-token"),
    path("openapi.json", contract.openapi, name="api-openapi"),
    path("docs", contract.docs, name="api-docs"),
    re_path(r"^.*$", nothing.Nothing.as_view(), name="api-nothing"),
]
