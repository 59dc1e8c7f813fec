"""Pages of the queue and of its cases."""

from django.urls import path

from escalations import views

urlpatterns = [
    path("queue/", views.queue, name="queue"),
    path("queue/count/", views.queue_count, name="queue-count"),
    path("help/", views.help_page, name="help"),
]
