"""Pages of what is known: facts, the policy in force and the registries."""

from django.urls import path

from ledgers import views, views_policy, views_record

urlpatterns = [
    path("facts/", views.facts, name="facts"),
    path("facts/<uuid:fact_id>/", views.fact, name="fact"),
    path("facts/<uuid:fact_id>/record/", views_record.record, name="fact-record"),
    path("policy/", views_policy.policy, name="policy"),
]
