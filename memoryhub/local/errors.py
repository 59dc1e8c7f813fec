"""Why the hub cannot start: each reason is a class with an exit code of its own, listed in docs/local.md."""

from __future__ import annotations


class CannotStart(Exception):
    """Said to the person at the terminal: what is wrong, where, and what to do."""

    code = 1


class PortTaken(CannotStart):
    code = 3

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(
            f"Port {port} on {host} cannot be used: {reason}. Stop the program that has it, or choose another port:\n"
            f'    make run ARGS="--port {port + 1}"'
        )


class DiskFull(CannotStart):
    code = 4

    def __init__(self, where: object) -> None:
        super().__init__(f"The disk that holds {where} is full. Free some space and start again; nothing was lost.")


class OtherVersion(CannotStart):
    code = 5

    def __init__(self, where: object, found: str, ours: str) -> None:
        super().__init__(
            f"The data in {where} was written by PostgreSQL {found}, and this hub brings PostgreSQL {ours}.\n"
            f"It was left as it is. Start the hub that wrote it and export with pg_dump, or name another folder in "
            "MEMORYHUB_HOME."
        )


class NoAccount(CannotStart):
    code = 6

    def __init__(self) -> None:
        super().__init__(
            "PostgreSQL does not run as root, and no account to run it as was found or could be made.\n"
            "Make one and start again:  useradd --system --shell /usr/sbin/nologin memoryhub"
        )


class DatabaseFailed(CannotStart):
    code = 7

    def __init__(self, log: object, lines: str) -> None:
        super().__init__(f"The database failed at the start. More is in {log}:\n{lines}")


class ProcessFailed(CannotStart):
    code = 8

    def __init__(self, name: str, log: object, lines: str) -> None:
        super().__init__(f"The {name} process did not start. The last lines of {log}:\n{lines}")


class DatabaseUnreachable(CannotStart):
    code = 9

    def __init__(self, reason: str) -> None:
        super().__init__(f"The database named by DATABASE_URL cannot be used: {reason}")
