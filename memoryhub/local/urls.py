"""Addresses for those who watch the processes."""

from django.urls import path

from memoryhub.local import health, metrics

urlpatterns = [
    path("healthz", health.alive, name="healthz"),
    path("readyz", health.ready, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
]
