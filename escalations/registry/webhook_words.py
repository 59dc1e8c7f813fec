"""What became of a message, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryhub.accounts.errors import Words
from memoryhub.hooks.models import Delivery

STATES: dict[str, tuple[str, Words]] = {
    "waiting": ("wait", gettext_lazy("waits to be sent")),
    "retrying": ("late", gettext_lazy("will be tried again")),
    "sent": ("good", gettext_lazy("taken")),
    "given_up": ("late", gettext_lazy("given up")),
    "taken_back": ("", gettext_lazy("taken back in time")),
    "stopped": ("", gettext_lazy("not sent: the address was stopped")),
    "erased": ("", gettext_lazy("not sent: whom it was about was erased")),
}
ERRORS: dict[str, Words] = {
    "timeout": gettext_lazy("no answer within 15 seconds"),
    "refused": gettext_lazy("nobody listens there"),
    "certificate": gettext_lazy("the certificate is not that of the name, or nobody known signed it"),
    "unknown_host": gettext_lazy("the name leads nowhere"),
    "not_allowed": gettext_lazy("the name leads to an inside address"),
    "malformed": gettext_lazy("the address cannot be called"),
    "broken": gettext_lazy("the connection broke"),
    "secret_unreadable": gettext_lazy("the secret was made with another SECRET_KEY: rotate it"),
}
STOPPED: dict[str, Words] = {
    "by_hand": gettext_lazy("stopped by hand"),
    "gone": gettext_lazy("stopped: the receiver answered 410, gone for good"),
    "failing": gettext_lazy("stopped: it took nothing for five days"),
}


def state(row: Delivery) -> tuple[str, Words]:
    """The tone and the word for where a message is."""
    return STATES[row.state]


def error(row: Delivery) -> str:
    """What the last attempt met; nothing for what was taken."""
    if row.error in ERRORS:
        return str(ERRORS[row.error])
    if row.status is not None and row.sent_at is None:
        return _("answered %(status)s") % {"status": row.status}
    return ""
