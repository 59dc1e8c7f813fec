"""Pages of the queue and of its cases."""

from django.urls import path
from django.views.generic import RedirectView

from escalations import case_views, link_views, registry_views, views

urlpatterns = [
    # Where people arrive who type the address that `make run` prints.
    path("", RedirectView.as_view(pattern_name="queue", http_method_names=["get", "head"]), name="home"),
    path("queue/", views.queue, name="queue"),
    path("queue/count/", views.queue_count, name="queue-count"),
    path("cases/<uuid:case_id>/", case_views.case, name="case"),
    # As people type it, without a way round.
    path("cases/<uuid:case_id>", case_views.case),
    path("cases/<uuid:case_id>/decide", case_views.case_decide, name="case-decide"),
    path("cases/link/<str:text>", link_views.case_link, name="case-link"),
    path("registry/", registry_views.registry, name="registry"),
    path("registry/unknown-fields/", registry_views.unknown_fields, name="unknown-fields"),
    path("registry/unknown-fields/<uuid:key>/", registry_views.unknown_field, name="unknown-field"),
    path("help/", views.help_page, name="help"),
]
