"""Where things are: the top level, the layers, and what the deciding code may import."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOP = {
    *("manage.py", "pyproject.toml", "memoryhub", "escalations", "ledgers", "templates", "static", "tests"),
    *("README.md", "LICENSE", "Makefile", "docs", ".ci", "requirements.lock"),
}
# The project's own wiring stands outside the layers.
WIRING = {"settings", "celery", "wsgi", "urls"}
# Same input, same answer: no clock, no chance, no world outside.
IMPURE = {"time", "random", "secrets", "os", "pathlib", "socket", "subprocess", "threading", "asyncio", "logging", "io"}
NAMELESS = re.compile(r"(^|_)(utils?|helpers?|common|base|misc)(_|$)")


def _tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [Path(name) for name in listed.split("\0") if name]


def _deciding() -> list[Path]:
    return [*sorted((ROOT / "ledgers/domain").rglob("*.py")), ROOT / "escalations/routing.py"]


def _imported(source: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: relative import"
            found.add(node.module or "")
    return found


def test_the_top_level_holds_what_the_map_says() -> None:
    top = {path.parts[0] for path in _tracked()}
    assert {name for name in top if name not in TOP and not name.startswith(".")} == set()
    assert TOP - top == set()


def test_every_package_of_the_project_has_its_layer() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    named = set(re.findall(r"memoryhub\.(\w+)", " ".join(layers)))
    packages = {path.parts[1] for path in _tracked() if path.parts[0] == "memoryhub" and len(path.parts) > 2}
    # The client imports nothing of the rest, and locale holds no code.
    assert packages - named - {"client", "locale"} == set()


def test_the_project_itself_holds_only_wiring() -> None:
    modules = {path.stem for path in (ROOT / "memoryhub").glob("*.py")} - {"__init__"}
    assert modules <= WIRING


@pytest.mark.parametrize("source", _deciding(), ids=lambda path: path.name)
def test_the_deciding_code_is_plain(source: Path) -> None:
    for module in _imported(source):
        ours = module.startswith("ledgers.domain") or module == "escalations.routing"
        assert ours or module.partition(".")[0] in sys.stdlib_module_names - IMPURE, f"{source.name} imports {module}"


# What a file of the client needs besides, and nobody who does not import it.
EXTRA = {"langgraph_store.py": ("langgraph",)}


@pytest.mark.parametrize("source", sorted((ROOT / "memoryhub/client").glob("*.py")), ids=lambda path: path.name)
def test_the_client_needs_nothing_but_its_one_library(source: Path) -> None:
    for module in _imported(source):
        ours = module == "memoryhub.client" or module.startswith("memoryhub.client.")
        theirs = {*sys.stdlib_module_names, "httpx", *EXTRA.get(source.name, ())}
        assert ours or module.partition(".")[0] in theirs, f"{source.name} imports {module}"


def test_no_file_is_named_for_its_lack_of_a_subject() -> None:
    ours = [path for path in _tracked() if path.suffix == ".py" and "vendor" not in path.parts]
    assert [str(path) for path in ours if NAMELESS.search(path.stem)] == []
