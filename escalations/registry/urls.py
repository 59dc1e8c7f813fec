"""Pages of the registry: who answers for what, where claims come from, what they are about, who is away."""

from django.urls import path

from escalations.registry import entry_pages, erasure_pages, responsibility_pages, views, workspace_pages

urlpatterns = [
    path("registry/", views.registry, name="registry"),
    path("registry/unknown-fields/", views.unknown_fields, name="unknown-fields"),
    path("registry/unknown-fields/<uuid:key>/", views.unknown_field, name="unknown-field"),
    path("registry/responsibilities/new/", responsibility_pages.responsibility, name="responsibility-new"),
    path(
        "registry/responsibilities/<uuid:responsibility_id>/",
        responsibility_pages.responsibility,
        name="responsibility",
    ),
    path(
        "registry/responsibilities/<uuid:responsibility_id>/remove/",
        responsibility_pages.responsibility_remove,
        name="responsibility-remove",
    ),
    path("registry/sources/new/", entry_pages.source, name="source-new"),
    path("registry/sources/<uuid:source_id>/", entry_pages.source, name="source"),
    path("registry/fields/new/", entry_pages.field, name="field-new"),
    path("registry/fields/<uuid:field_id>/", entry_pages.field, name="field"),
    path("registry/scopes/new/", entry_pages.scope, name="scope-new"),
    path("registry/scopes/<uuid:scope_id>/", entry_pages.scope, name="scope"),
    path("registry/absences/", workspace_pages.absence_list, name="absences"),
    path("registry/absences/<uuid:absence_id>/end/", workspace_pages.absence_end, name="absence-end"),
    path("registry/erasures/", erasure_pages.erasures, name="erasures"),
    path("registry/erasures/confirm/", erasure_pages.erasure_confirm, name="erasure-confirm"),
    path("registry/workspace/", workspace_pages.workspace_settings, name="workspace-settings"),
]
