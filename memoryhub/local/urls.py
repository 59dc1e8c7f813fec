"""Addresses for those who watch the processes, and for those who try the demo."""

from django.urls import path

from memoryhub.local import demo_pages, health, metrics

urlpatterns = [
    path("healthz", health.alive, name="healthz"),
    path("readyz", health.ready, name="readyz"),
    path("demo/start-over/", demo_pages.start_over, name="demo-start-over"),
    path("metrics", metrics.metrics, name="metrics"),
]
