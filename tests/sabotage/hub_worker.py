"""The Celery application with a break in it; SABOTAGE names the break."""

import os

import django

from memoryhub.celery import app

__all__ = ["app"]

django.setup()
from tests.sabotage.hub import broken  # noqa: E402 - the apps are loaded by now

broken(os.environ["SABOTAGE"]).patch()
