"""Every address the hub answers at, and the package that answers there."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

urlpatterns = [
    # One door: what sign-in does for a session, it does for that of the admin site too.
    path(
        f"{settings.ADMIN_PATH}login/",
        RedirectView.as_view(pattern_name="sign-in", query_string=True, http_method_names=["get", "head"]),
    ),
    path(settings.ADMIN_PATH, admin.site.urls),
    path("", include("memoryhub.local.urls")),
    path("api/v1/", include("memoryhub.api.urls")),
    path("", include("memoryhub.accounts.urls")),
    path("", include("escalations.urls")),
    path("", include("escalations.members.urls")),
    path("", include("memoryhub.conversations.urls")),
    path("", include("memoryhub.recall.urls")),
    path("", include("ledgers.urls")),
]

handler404 = "memoryhub.api.last_resort.not_found"
handler500 = "memoryhub.api.last_resort.server_error"
