"""Nothing inside is called: not by number, by name, in disguise, or by a name that changes its mind."""

from __future__ import annotations

import socket

import pytest
from pytest_django import Settings

from memoryhub.hooks import destinations, posting
from memoryhub.hooks.errors import AddressRefused
from tests.hooks.receiver import receiving

INSIDE = [
    "http://hooks.example.test/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://db.localhost/",
    "https://10.0.0.7/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://100.100.100.200/",
    "https://168.63.129.16/",
    "https://0.0.0.0/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://[::1]/",
    "https://[::]/",
    "https://[fe80::1]/",
    "https://[fd00:ec2::254]/",
    "https://[ff02::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:8.8.8.8]/",
    "https://[64:ff9b::a9fe:a9fe]/",
    "https://[2002:7f00:1::]/",
    "https://user:pass@hooks.example.test/",
    "https://hooks.example.test@127.0.0.1/",
    "https://hooks.example.test:22/",
    "https://hooks.example.test:8080/",
    "ftp://hooks.example.test/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_PING",
    "https://",
    "//hooks.example.test/",
    "https://hooks.example.test\\@127.0.0.1/",
    "https://hooks.example.test/\r\nX-Injected: yes",
    "https://[fe80::1%25eth0]/",
]


@pytest.mark.parametrize("url", INSIDE)
def test_an_inside_address_is_refused_when_it_is_registered(url: str) -> None:
    with pytest.raises(AddressRefused) as refused:
        destinations.check(url)
    assert refused.value.errors[0]["pointer"] == "#/url"


@pytest.mark.parametrize(
    "url", ["https://hooks.example.test/r?x=1", "https://8.8.8.8/", "https://hooks.example.test:8443/a%20b"]
)
def test_a_public_address_is_taken_without_asking_a_resolver(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_asked, **_how: pytest.fail("a resolver was asked"))
    destinations.check(url)


def resolving(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """A resolver that gives these answers in turn, the last one for ever; the names it was asked for."""
    asked: list[str] = []

    def answer(host: str, port: int, *_how: object, **_more: object) -> list[object]:
        if host[0].isdigit():
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, port))]
        asked.append(host)
        now = answers[min(len(asked), len(answers)) - 1]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in now]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    return asked


@pytest.mark.parametrize("addresses", [["10.0.0.7"], ["8.8.8.8", "127.0.0.1"], ["169.254.169.254"]])
def test_a_name_that_leads_inside_is_not_called_even_in_part(
    addresses: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    resolving(monkeypatch, addresses)
    assert posting.post("https://hooks.example.test/", "{}", {}) == posting.Answer(error="not_allowed")


def test_a_name_is_looked_up_once_and_what_was_checked_is_called(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second answer of such a resolver would lead to what is not allowed."""
    settings.WEBHOOK_ALLOW_INSECURE, settings.WEBHOOK_PORTS = True, ["*"]
    settings.WEBHOOK_ALLOWED_NETWORKS = ["127.0.0.1/32"]
    asked = resolving(monkeypatch, ["127.0.0.1"], ["127.0.0.2"])
    with receiving() as receiver:
        url = f"http://turns.example.test:{receiver.port}/in"
        assert posting.post(url, "{}", {}) == posting.Answer(status=204)
        assert asked == ["turns.example.test"]
        assert receiver.got[0].headers["host"] == f"turns.example.test:{receiver.port}"
        assert posting.post(url, "{}", {}) == posting.Answer(error="not_allowed")
    assert len(receiver.got) == 1


def test_a_name_nobody_knows_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_asked: object, **_how: object) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert posting.post("https://nowhere.example.test/", "{}", {}) == posting.Answer(error="unknown_host")


def test_networks_are_opened_by_the_setting_alone(settings: Settings) -> None:
    settings.WEBHOOK_ALLOWED_NETWORKS = ["10.20.0.0/16"]
    destinations.check("https://10.20.3.4/")
    with pytest.raises(AddressRefused):
        destinations.check("https://10.21.3.4/")
