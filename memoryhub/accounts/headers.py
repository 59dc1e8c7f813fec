"""What every answer says to browsers beyond what Django says: keep nothing, and let no page use the device."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

# Pages use none of these; a script that got in would find them closed.
FEATURES = ("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "microphone", "payment", "usb")
PERMISSIONS = ", ".join(f"{feature}=()" for feature in FEATURES)


class Headers:
    """Pages are full of what others told in confidence, so no store keeps one; files of the look may be kept."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers["Permissions-Policy"] = PERMISSIONS
        if not request.path_info.startswith("/static/"):
            response.headers.setdefault("Cache-Control", "no-store")
        return response
