"""The brokers a run can have: Redis, RabbitMQ, or a folder. Each can be killed (but the folder) and made to forget."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from kombu import Connection, Queue
from kombu.exceptions import OperationalError

from memoryhub.local.accounts import Account, for_server
from memoryhub.local.places import Home
from tests.chaos.processes import Kept, free_port
from tests.local.processes import until

RABBIT = Path("/usr/lib/rabbitmq/bin/rabbitmq-server")


class Broker:
    """A folder of messages: nothing to kill."""

    kind = "filesystem"

    def __init__(self, home: Home) -> None:
        self.home = home
        self.processes: list[Kept] = []

    @property
    def url(self) -> str:
        return "filesystem://localhost"

    def start(self) -> None:
        """Returns when it answers."""
        for process in self.processes:
            process.start()
        until(self.answers, f"the broker ({self.kind})")

    def answers(self) -> bool:
        return True

    def forget(self) -> None:
        """Lose every bell it holds."""
        for message in (self.home.broker / "queue").glob("*"):
            message.unlink(missing_ok=True)


class Redis(Broker):
    """Append-only file every second and no eviction, as a firm would run it."""

    kind = "redis"

    def __init__(self, home: Home) -> None:
        super().__init__(home)
        self.port = free_port()
        folder = home.root / "redis"
        folder.mkdir()
        command = [shutil.which("redis-server") or "redis-server", "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--dir", str(folder), "--appendonly", "yes", "--appendfsync", "everysec"]
        command += ["--maxmemory-policy", "noeviction", "--save", ""]
        self.processes = [Kept("broker", command, home.logs, dict(os.environ))]

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def answers(self) -> bool:
        return self.ask(b"PING") == b"+PONG\r\n"

    def forget(self) -> None:
        self.ask(b"FLUSHALL")

    def ask(self, command: bytes) -> bytes:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=2) as wire:
            wire.sendall(command + b"\r\n")
            return wire.recv(100)
        return b""


class Rabbit(Broker):
    """A node of its own under an unprivileged account, with its own name server: nothing leaves the loopback."""

    kind = "rabbitmq"

    def __init__(self, home: Home) -> None:
        super().__init__(home)
        self.port, names, peers = free_port(), free_port(), free_port()
        account = for_server(home.data)
        folder = home.root / "rabbitmq"
        folder.mkdir()
        environment = _environment(folder, self.port, names, peers)
        (folder / "enabled_plugins").write_text("[].\n", encoding="ascii")
        _give(folder, account)
        epmd = ["epmd", "-address", "127.0.0.1", "-port", str(names)]
        self.processes = [
            Kept("epmd", epmd, home.logs, environment, account),
            Kept("broker", [str(RABBIT)], home.logs, environment, account),
        ]

    @property
    def url(self) -> str:
        return f"amqp://guest:guest@127.0.0.1:{self.port}//"

    def answers(self) -> bool:
        with suppress(OSError, OperationalError), Connection(self.url, connect_timeout=2) as connection:
            connection.connect()
            return True
        return False

    def forget(self) -> None:
        with suppress(OSError, OperationalError), Connection(self.url, connect_timeout=2) as connection:
            Queue("celery", channel=connection.default_channel).purge()


def _environment(folder: Path, port: int, names: int, peers: int) -> Mapping[str, str]:
    return {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "LANG": "C.UTF-8",
        "HOME": str(folder),
        "RABBITMQ_NODENAME": f"chaos-{port}@localhost",
        "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
        "RABBITMQ_NODE_PORT": str(port),
        "RABBITMQ_DIST_PORT": str(peers),
        "ERL_EPMD_ADDRESS": "127.0.0.1",
        "ERL_EPMD_PORT": str(names),
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1}",
        "RABBITMQ_MNESIA_BASE": str(folder / "data"),
        "RABBITMQ_LOG_BASE": str(folder / "log"),
        "RABBITMQ_CONF_ENV_FILE": str(folder / "none"),
        "RABBITMQ_CONFIG_FILE": str(folder / "none"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "enabled_plugins"),
    }


def _give(folder: Path, account: Account | None) -> None:
    """The node's folder to its account, and the way there open to it."""
    if account is None:
        return
    for entry in (folder, *folder.rglob("*")):
        os.chown(entry, account.uid, account.gid)
    for above in (folder.parent, folder.parent.parent):
        above.chmod(above.stat().st_mode | 0o011)


def broker(kind: str, home: Home) -> Broker:
    """The broker of that kind; `auto` is Redis where it is installed, else the folder."""
    kinds = {one.kind: one for one in (Broker, Redis, Rabbit)}
    chosen = ("redis" if shutil.which("redis-server") else "filesystem") if kind == "auto" else kind
    return kinds[chosen](home)
