"""Addresses of the pages of conversations."""

from __future__ import annotations

from django.urls import path

from memoryhub.conversations.pages import views

urlpatterns = [
    path("memory/", views.memory, name="memory"),
]
