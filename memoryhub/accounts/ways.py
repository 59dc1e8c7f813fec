"""Where somebody goes once they are done here: back, as long as that leads nowhere else."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme


def way_back(request: HttpRequest, wanted: str = "") -> str:
    """The local page that was wanted, or that `next` names; the queue when there is none or it leads elsewhere."""
    wanted = wanted or request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure()):
        return wanted
    return resolve_url(settings.LOGIN_REDIRECT_URL)
