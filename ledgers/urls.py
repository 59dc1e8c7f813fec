"""Pages of what is known: facts, the policy and the registries."""

from django.urls import include, path

from ledgers import views, views_record

urlpatterns = [
    path("facts/", views.facts, name="facts"),
    path("facts/<uuid:fact_id>/", views.fact, name="fact"),
    path("facts/<uuid:fact_id>/record/", views_record.record, name="fact-record"),
    path("", include("ledgers.policy_pages.urls")),
]
