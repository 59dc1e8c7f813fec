"""Where a policy comes into force without a draft: the first of a workspace, and the operator's command."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from escalations.registry import registering
from ledgers.draft_errors import SecondPersonNeeded
from ledgers.models import PolicyVersion, RegistryChange
from tests import factories

pytestmark = pytest.mark.django_db

P0 = "tests/cases/p0.toml"


def test_only_the_first_version_needs_nobody_else() -> None:
    workspace = factories.make_workspace()
    ana = factories.make_member(workspace, "ana")
    document = factories.read_policy(P0)
    registering.first_policy(workspace=workspace, document=document, member=ana)
    with pytest.raises(SecondPersonNeeded):
        registering.first_policy(workspace=workspace, document=document, member=ana)
    assert PolicyVersion.objects.filter(workspace=workspace).count() == 1
    assert RegistryChange.objects.get(workspace=workspace, key="v1").after["way"] == "first"


def test_the_record_says_that_an_operator_did_it() -> None:
    workspace = factories.make_workspace("acme")
    for _time in range(2):
        call_command(
            "policy", "--activate", str(factories.ROOT / P0), "--workspace", "acme", stdout=io.StringIO(),
            stderr=io.StringIO(),
        )  # fmt: skip
    ways = RegistryChange.objects.filter(workspace=workspace, kind="policy").order_by("key")
    assert [(row.key, row.after["way"], row.member) for row in ways] == [
        ("v1", "first", None),
        ("v2", "operator", None),
    ]


def test_nothing_else_puts_a_policy_in_force() -> None:
    """Who may call what: by the text, since a new caller would be a new way around."""
    callers: dict[str, set[str]] = {}
    for folder in ("ledgers", "escalations", "memoryhub"):
        for path in (factories.ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            for name in ("policies.activate(", "activate_policy(", "first_policy("):
                if name in text and f"def {name}" not in text:
                    callers.setdefault(name, set()).add(_named(path))
    assert callers == {
        "policies.activate(": {
            "ledgers/services/drafts/activating.py",
            # At once, by one person, for a day.
            "ledgers/services/drafts/emergencies.py",
            "escalations/registry/registering.py",
            # Workspaces of their own, made to be measured.
            "memoryhub/learning/month/workspace.py",
            "memoryhub/learning/heritages/workspace.py",
            "memoryhub/learning/locomo/workspace.py",
            "memoryhub/learning/memory/finding.py",
        },
        "activate_policy(": {"escalations/management/commands/policy.py"},
        "first_policy(": {"escalations/start/setting_up.py", "memoryhub/local/demo/world.py"},
    }


def _named(path: Path) -> str:
    return str(path.relative_to(factories.ROOT))
