"""Pages of the queue and of its cases."""

from django.urls import path
from django.views.generic import RedirectView

from escalations import case_views, registry_views, views

urlpatterns = [
    # Where people arrive who type the address that `make run` prints.
    path("", RedirectView.as_view(pattern_name="queue"), name="home"),
    path("queue/", views.queue, name="queue"),
    path("queue/count/", views.queue_count, name="queue-count"),
    path("cases/<uuid:case_id>/", case_views.case, name="case"),
    path("cases/<uuid:case_id>/decide", case_views.case_decide, name="case-decide"),
    path("registry/", registry_views.registry, name="registry"),
    path("registry/unknown-fields/", registry_views.unknown_fields, name="unknown-fields"),
    path("registry/unknown-fields/<uuid:key>/", registry_views.unknown_field, name="unknown-field"),
    path("help/", views.help_page, name="help"),
]
