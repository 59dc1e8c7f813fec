"""Every address the hub answers at, and the package that answers there."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path(settings.ADMIN_PATH, admin.site.urls),
    path("", include("memoryhub.local.urls")),
    path("api/v1/", include("memoryhub.api.urls")),
    path("", include("memoryhub.accounts.urls")),
    path("", include("escalations.urls")),
    path("", include("ledgers.urls")),
]

handler404 = "memoryhub.api.last_resort.not_found"
handler500 = "memoryhub.api.last_resort.server_error"
