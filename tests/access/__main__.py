"""`python -m tests.access` adds to docs/security/access.md a row for every route without one, its cells unfilled."""

from __future__ import annotations

import os

os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")

import django

django.setup()

from tests.access import matrix  # noqa: E402 - after the settings are loaded


def main() -> None:
    known = matrix.rows()
    text = matrix.PAGE.read_text(encoding="utf-8").rstrip()
    for route in sorted(matrix.routes() - {row.route for row in known}):
        alike = next((row for row in known if row.route.split("/")[1] == route.split("/")[1]), known[0])
        line = f"| `GET {route}` |" + " ? |" * len(alike.cells)
        at = text.index("\n", text.index(f"| `{alike.key}` |"))
        text = f"{text[:at]}\n{line}{text[at:]}"
        print(f"added: GET {route}")  # noqa: T201 - its purpose
    matrix.PAGE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
