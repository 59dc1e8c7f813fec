"""With the settings of production, Django's own check of them has nothing to say."""

from __future__ import annotations

import datetime as dt
import json
import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.db import connection

ROOT = Path(__file__).resolve().parents[2]
FORMER = secrets.token_urlsafe(60)
# What other tests set in this process, or the machine for itself.
SET_BY_OTHERS = {"DEBUG", "TRUSTED_PROXIES", "DJANGO_ALLOW_ASYNC_UNSAFE"}
ASKED = """
import django, json
django.setup()
from django.conf import settings
names = ("DEBUG", "ALLOWED_HOSTS", "SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_SSL_REDIRECT",
         "SESSION_COOKIE_SECURE", "SESSION_COOKIE_HTTPONLY", "SESSION_COOKIE_SAMESITE", "SESSION_COOKIE_NAME",
         "CSRF_COOKIE_SECURE", "CSRF_COOKIE_NAME", "SECRET_KEY_FALLBACKS", "CONN_HEALTH_CHECKS", "X_FRAME_OPTIONS")
found = {name: getattr(settings, name, None) for name in names}
found["CONN_HEALTH_CHECKS"] = settings.DATABASES["default"]["CONN_HEALTH_CHECKS"]
found["ATOMIC_REQUESTS"] = settings.DATABASES["default"]["ATOMIC_REQUESTS"]
print(json.dumps(found))
"""


def _run(*command: str, **more: str) -> subprocess.CompletedProcess[str]:
    production = {
        "PUBLIC_URL": "https://hub.example",
        "ALLOWED_HOSTS": "hub.example",
        "SECRET_KEY": secrets.token_urlsafe(60),
        "SECRET_KEY_FALLBACKS": FORMER,
        "DJANGO_SETTINGS_MODULE": "memoryhub.settings",
    }
    kept = {name: value for name, value in os.environ.items() if name not in SET_BY_OTHERS}
    environment = {**kept, **production, **more}
    return subprocess.run(
        [sys.executable, *command], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )


def test_the_check_of_a_deployment_is_clean() -> None:
    done = _run("manage.py", "check", "--deploy", "--fail-level", "INFO")
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_no_default_is_a_fixed_moment() -> None:
    # Django's check says so only of one that is within seconds of now: red at that time of day, and at no other.
    fixed = [
        str(field)
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if isinstance(getattr(field, "default", None), dt.date | dt.time)
    ]
    assert not fixed


def test_the_check_would_see_a_debug_page() -> None:
    assert _run("manage.py", "check", "--deploy", "--fail-level", "INFO", DEBUG="1").returncode != 0


def test_production_has_the_settings_that_must_be() -> None:
    done = _run("-c", ASKED)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["hub.example"],
        "SECURE_HSTS_SECONDS": 31_536_000,
        "SECURE_HSTS_INCLUDE_SUBDOMAINS": True,
        "SECURE_SSL_REDIRECT": True,
        "SESSION_COOKIE_SECURE": True,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_NAME": "__Host-session",
        "CSRF_COOKIE_SECURE": True,
        "CSRF_COOKIE_NAME": "__Host-csrf",
        "SECRET_KEY_FALLBACKS": [FORMER],
        "CONN_HEALTH_CHECKS": True,
        "X_FRAME_OPTIONS": "DENY",
        "ATOMIC_REQUESTS": True,
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("statement_timeout", "5s"),
        ("lock_timeout", "2s"),
        ("idle_in_transaction_session_timeout", "10s"),
        ("timezone", "UTC"),
    ],
)
def test_every_connection_has_its_limits(name: str, value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting(%s)", [name])
        assert cursor.fetchone() == (value,)
