"""A receiver of messages on loopback: a real server, which answers as it is told and keeps what it got."""

from __future__ import annotations

import datetime as dt
import ipaddress
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


@dataclass(frozen=True)
class Got:
    """One request as it came."""

    headers: dict[str, str]
    body: str
    path: str


@dataclass
class Receiver:
    """`answers` are given in turn, the last one for ever; a number is a status, a text is where a redirect leads."""

    answers: list[int | str] = field(default_factory=lambda: [204])
    pause: float = 0.0
    drip: bool = False
    got: list[Got] = field(default_factory=list)
    port: int = 0
    scheme: str = "http"
    host: str = "127.0.0.1"

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}/in?from=hub"

    def next_answer(self) -> int | str:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def receiving(receiver: Receiver | None = None, certificate: tuple[Path, Path] | None = None) -> Iterator[Receiver]:
    """Serve until the block ends; with a certificate behind TLS."""
    told = receiver or Receiver()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"told": told}))
    server.daemon_threads = True
    told.port = server.server_address[1]
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        told.scheme = "https"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    told: Receiver

    def do_POST(self) -> None:
        length = int(self.headers["content-length"])
        body = self.rfile.read(length).decode()
        self.told.got.append(Got({name.lower(): value for name, value in self.headers.items()}, body, self.path))
        time.sleep(self.told.pause)
        answer = self.told.next_answer()
        if self.told.drip:
            self._drip()
            return
        self.send_response(answer if isinstance(answer, int) else 302)
        if isinstance(answer, str):
            self.send_header("Location", answer)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _drip(self) -> None:
        """A header that never ends, a byte at a time: every single wait is short."""
        try:
            self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
            for _byte in range(200):
                self.wfile.write(b"a")
                time.sleep(0.05)
        except OSError:
            return

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the parent's name
        pass


def make_certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A certificate for this name that signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([_named(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, private = folder / f"{name}.pem", folder / f"{name}.key"
    certificate.write_bytes(built.public_bytes(serialization.Encoding.PEM))
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    private.write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))
    return certificate, private


def _named(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
