"""Addresses of the pages of conversations."""

from __future__ import annotations

from django.urls import path

from memoryhub.conversations.pages import talk_views, views

urlpatterns = [
    path("memory/", views.memory, name="memory"),
    path("memory/conversations/", talk_views.conversations, name="conversations"),
    path("memory/conversations/<uuid:conversation_id>/", talk_views.conversation, name="conversation"),
]
