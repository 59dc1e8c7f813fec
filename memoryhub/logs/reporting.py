"""What Django's own page about a fault shows (with DEBUG, and never to strangers): where it happened, no values."""

from __future__ import annotations

from collections.abc import ItemsView
from types import FrameType

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

from memoryhub.logs.lines import MASK


class NoValues(SafeExceptionReporterFilter):
    """Names of variables and parameters; what they hold is nobody's to read."""

    def is_active(self, request: HttpRequest | None) -> bool:
        return True

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, str]:
        return dict.fromkeys(request.POST, MASK) if request is not None else {}

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: FrameType) -> ItemsView[str, str]:
        return dict.fromkeys(tb_frame.f_locals, MASK).items()
