"""Where passkeys work: what follows from the public address, and what keeps a hub from starting."""

from __future__ import annotations

import pytest
from django.core.checks import run_checks
from pytest_django.fixtures import Settings

from memoryhub.accounts import checks
from memoryhub.accounts.passkey_place import BadPlace, Place, check, place


@pytest.mark.parametrize(
    ("public", "domain", "origins"),
    [
        ("http://127.0.0.1:8000", "localhost", ["http://localhost:8000"]),
        ("http://[::1]:8000", "localhost", ["http://localhost:8000"]),
        ("http://localhost", "localhost", ["http://localhost"]),
        ("https://hub.example.org", "hub.example.org", ["https://hub.example.org"]),
        ("https://hub.example.org:8443/x", "hub.example.org", ["https://hub.example.org:8443"]),
        ("http://hub.example.org", "localhost", []),
        ("https://10.0.0.7", "localhost", []),
    ],
)
def test_the_defaults_follow_the_public_address(public: str, domain: str, origins: list[str]) -> None:
    found = place(public)
    assert (found.domain, found.origins) == (domain, origins)
    check(found)


def test_the_settings_say_more() -> None:
    found = place("http://127.0.0.1:8000", "example.org", ["https://hub.example.org", "https://desk.example.org"])
    assert found == Place("example.org", ["https://hub.example.org", "https://desk.example.org"])
    check(found)
    assert place("http://127.0.0.1:8000", "", ["https://hub.example.org"]).domain == "hub.example.org"


@pytest.mark.parametrize(
    ("domain", "origin", "says"),
    [
        ("10.0.0.7", "https://10.0.0.7", "no domain"),
        ("https://hub.example", "https://hub.example", "no domain"),
        ("example.org", "https://example.org/", "scheme, host and port"),
        ("example.org", "example.org", "scheme, host and port"),
        ("example.org", "http://example.org", "https alone"),
        ("example.org", "https://notexample.org", "does not lie in the domain"),
        ("hub.example.org", "https://example.org", "does not lie in the domain"),
    ],
)
def test_a_place_no_browser_would_take_keeps_it_from_starting(
    domain: str, origin: str, says: str, settings: Settings
) -> None:
    with pytest.raises(BadPlace, match=says):
        check(Place(domain, [origin]))
    settings.OTP_WEBAUTHN_RP_ID, settings.OTP_WEBAUTHN_ALLOWED_ORIGINS = domain, [origin]
    (error,) = run_checks(tags=[checks.TAG])
    assert (error.id, says in str(error.msg)) == ("memoryhub.E004", True)
