"""Pages of the queue and of its cases."""

from django.urls import path

from escalations import case_views, views

urlpatterns = [
    path("queue/", views.queue, name="queue"),
    path("queue/count/", views.queue_count, name="queue-count"),
    path("cases/<uuid:case_id>/", case_views.case, name="case"),
    path("cases/<uuid:case_id>/decide", case_views.case_decide, name="case-decide"),
    path("help/", views.help_page, name="help"),
]
