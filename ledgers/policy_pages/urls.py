"""Addresses of the policy and its drafts."""

from django.urls import path

from ledgers.policy_pages import editor, overview

urlpatterns = [
    path("policy/", overview.policy, name="policy"),
    path("policy/drafts/<uuid:draft_id>/", editor.draft, name="policy-draft"),
]
