"""Sending mail, in text and HTML, through the configured back end."""

from __future__ import annotations

from typing import TypedDict

from django.core.mail import EmailMultiAlternatives


class Letter(TypedDict):
    """What `send` takes."""

    to: str
    subject: str
    text: str
    html: str


def send(*, to: str, subject: str, text: str, html: str) -> None:
    """Send one mail; raises what the back end raises."""
    message = EmailMultiAlternatives(subject=" ".join(subject.split()), body=text, to=[to])
    message.attach_alternative(html, "text/html")
    message.send()
