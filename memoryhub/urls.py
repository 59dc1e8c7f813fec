"""Every address the hub answers at, and the package that answers there."""

from importlib.util import find_spec

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path


def _room(prefix: str, module: str) -> list[URLResolver]:
    parent = module.rpartition(".")[0]
    return [path(prefix, include(module))] if find_spec(parent) and find_spec(module) else []


urlpatterns: list[URLPattern | URLResolver] = [
    path(settings.ADMIN_PATH, admin.site.urls),
    *_room("", "memoryhub.local.urls"),
    *_room("api/v1/", "memoryhub.api.urls"),
    *_room("", "memoryhub.api.docs_urls"),
    *_room("", "memoryhub.accounts.urls"),
    *_room("", "escalations.urls"),
    *_room("", "ledgers.urls"),
]

handler404 = "memoryhub.api.last_resort.not_found"
handler500 = "memoryhub.api.last_resort.server_error"
