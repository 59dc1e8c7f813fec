"""Addresses of the pages of recall."""

from __future__ import annotations

from django.urls import path

from memoryhub.recall.pages import ask_views, told_views

urlpatterns = [
    path("ask/", ask_views.ask, name="ask"),
    path("facts/<uuid:fact_id>/told/", told_views.fact_told, name="fact-told"),
]
