"""Addresses of the last steps of a draft."""

from django.urls import path

from escalations.policy_steps import activate_pages, emergency_pages, reevaluate_pages

urlpatterns = [
    path("policy/drafts/<uuid:draft_id>/activate", activate_pages.activate, name="policy-draft-activate"),
    path("policy/emergency/", emergency_pages.emergency, name="policy-emergency"),
    path("policy/re-evaluation/", reevaluate_pages.reevaluate, name="policy-reevaluate"),
]
