"""The settings that docs/mcp.md gives to hosts start a server."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from tests import looping
from tests.factories import ROOT

PAGE = (ROOT / "docs/mcp.md").read_text(encoding="utf-8")
CONFIGS = [json.loads(found) for found in re.findall(r"^```json\n(.+?)^```", PAGE, re.MULTILINE | re.DOTALL)]


def servers(key: str) -> list[dict[str, Any]]:  # Any: JSON
    return [one for config in CONFIGS for one in config["mcpServers"].values() if key in one]


@pytest.mark.processes
def test_the_command_for_hosts_starts_a_server(tmp_path: Path) -> None:
    (found,) = servers("command")
    (tmp_path / "token").write_text("mh_pat_abc\n")
    real = {
        "/path/to/memory-hub/.venv/bin/python": sys.executable,
        "/path/to/memory-hub/manage.py": str(ROOT / "manage.py"),
        "/path/to/token": str(tmp_path / "token"),
        "/path/to/a/folder": str(tmp_path),
    }
    started = StdioServerParameters(
        command=real[found["command"]],
        args=[real.get(part, part) for part in found["args"]],
        env={name: real.get(value, value) for name, value in found["env"].items()},
    )

    async def tools() -> set[str]:
        async with Client(started) as client:
            return {tool.name for tool in (await client.list_tools()).tools}

    assert looping.run(tools()) == {"remember", "recall", "why", "disputes"}


def test_the_page_names_every_tool_and_the_way_over_http() -> None:
    (found,) = servers("url")
    assert found["url"].endswith(":8765/mcp")
    assert found["headers"]["Authorization"].startswith("Bearer mh_pat_")
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == ["remember", "recall", "why", "disputes"]
