"""A mail server on loopback that takes mail over SMTP and keeps it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.handlers import AsyncMessage
from django.test import override_settings


class Kept(AsyncMessage):
    """Every mail that came, read as mail programs read it."""

    def __init__(self) -> None:
        super().__init__()
        self.mails: list[EmailMessage] = []

    async def handle_message(self, message: object) -> None:
        self.mails.append(message_from_bytes(bytes(message), policy=policy.default))  # type: ignore[call-overload]  # a message


@contextmanager
def mail_server() -> Iterator[Kept]:
    """Serve until the block ends; the hub sends there by its ordinary SMTP back end."""
    kept = Kept()
    port = _free_port()
    controller = Controller(kept, hostname="127.0.0.1", port=port)
    controller.start()
    smtp = {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": port,
    }
    try:
        with override_settings(**smtp):
            yield kept
    finally:
        controller.stop()


def _free_port() -> int:
    """The server looks for itself under the port it was given, so it cannot choose one."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def html_of(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())
