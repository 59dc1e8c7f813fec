"""`manage.py policy`: what it says, with which exit status, and what it changes."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from ledgers.domain import contest
from ledgers.domain.policy import RegisteredField
from ledgers.models import Field, PolicyVersion, RegistryChange, Transaction
from ledgers.services import policies, registries
from memoryhub.accounts.models import Workspace
from tests import factories

pytestmark = pytest.mark.django_db

P0 = factories.ROOT / "tests" / "cases" / "p0.toml"
MALFORMED = factories.ROOT / "tests" / "ledgers" / "domain" / "policies"


@pytest.fixture
def workspace() -> Workspace:
    return factories.make_workspace("acme")


def run(*arguments: object) -> tuple[int, str, str]:
    """Exit status, what was said, and what was found."""
    out, found = io.StringIO(), io.StringIO()
    try:
        call_command("policy", *map(str, arguments), stdout=out, stderr=found)
    except CommandError as error:
        return error.returncode, str(error), found.getvalue()
    return 0, out.getvalue(), found.getvalue()


def test_check_says_what_where_and_what_to_do_and_changes_nothing(workspace: Workspace) -> None:
    path = MALFORMED / "unattributed_above_in_field.toml"
    status, said, found = run("--check", path, "--workspace", "acme")
    assert status == 1
    assert f"{path}:8: blocking: fields.diet.order[3]:" in found
    assert "move it to the end or leave it out" in found
    assert "cannot be used" in said
    assert not PolicyVersion.objects.exists()


@pytest.mark.parametrize("path", sorted(MALFORMED.glob("*.toml")), ids=lambda path: path.stem)
def test_every_finding_is_worded(path: Path) -> None:
    status, _said, found = run("--check", path)
    assert status == (0 if path.stem.startswith("warn_") else 1)
    assert len(found.splitlines()) == 1
    assert "{" not in found


def test_nothing_blocks_a_good_policy() -> None:
    status, said, found = run("--check", P0)
    assert (status, said.strip()) == (0, "Nothing blocks this policy.")
    assert found.count("warning:") == 1


def test_a_refused_policy_is_not_activated(workspace: Workspace) -> None:
    status, _said, _found = run("--activate", MALFORMED / "unknown_tier.toml", "--workspace", "acme")
    assert status == 1
    assert not PolicyVersion.objects.exists()
    assert not Field.objects.exists()


def test_activation_is_a_new_version_and_registers_the_declared_fields(workspace: Workspace) -> None:
    ana = factories.make_member(workspace, "ana")
    status, said, _found = run("--activate", P0, "--workspace", "acme", "--by", "ana")
    assert (status, "Version 1 is in force in acme, with 19 declared fields." in said) == (0, True)
    run("--activate", P0, "--workspace", "acme")
    first, second = PolicyVersion.objects.filter(workspace=workspace).order_by("version")
    assert (first.version, first.active, first.activated_by) == (1, False, ana)
    assert (second.version, second.active, second.hash) == (2, True, first.hash)
    skill = Field.objects.get(workspace=workspace, key="skill")
    price = Field.objects.get(workspace=workspace, key="price.list")
    assert (skill.values, price.type, price.review_days) == ("many", "number", 90)
    assert Field.objects.get(workspace=workspace, key="company.address").empty_marks == ["-"]
    assert RegistryChange.objects.filter(workspace=workspace, kind="policy").count() == 2
    assert RegistryChange.objects.filter(workspace=workspace, kind="field", key="skill").count() == 1


def test_the_version_in_force_is_read_anew_and_the_old_ones_stay_what_they_were(workspace: Workspace) -> None:
    factories.activate(workspace)
    version, policy = policies.active(workspace)
    assert (version, policy.rule(RegisteredField("company.plan"), "client:acme").automatic) == (1, True)
    run("--activate", factories.ROOT / "ledgers" / "policies" / "shipped.toml", "--workspace", "acme")
    version, policy = policies.active(workspace)
    assert (version, policy.rule(RegisteredField("working.hours"), "client:acme").automatic) == (2, False)
    assert PolicyVersion.objects.get(workspace=workspace, version=1).document == factories.read_policy(
        "tests/cases/p0.toml"
    )


def test_missing_sources_and_owners_are_told_and_linked_when_they_come(workspace: Workspace) -> None:
    shipped = factories.ROOT / "ledgers" / "policies" / "shipped.toml"
    status, _said, found = run("--activate", shipped, "--workspace", "acme")
    assert status == 0
    assert (
        'The source "crm" is not registered in this workspace yet: whoever registers it later would rank first.'
        in found
    )
    assert found.count('"crm"') == 1
    assert "No responsibility covers this field" in found
    crm = registries.save_source(workspace=workspace, by=None, key="crm", tier="system_of_record")
    assert Field.objects.get(workspace=workspace, key="company.name").authoritative == crm


def test_a_source_of_another_tier_is_told(workspace: Workspace) -> None:
    registries.save_source(workspace=workspace, by=None, key="crm", tier="agent_inference")
    _status, _said, found = run(
        "--check", factories.ROOT / "ledgers" / "policies" / "shipped.toml", "--workspace", "acme"
    )
    assert 'The source "crm" is registered as agent_inference, not as system_of_record:' in found


def test_what_cannot_be_read_is_said_apart(workspace: Workspace, tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("tiers = [\n")
    endless = tmp_path / "endless.toml"
    endless.write_text("a = " + "9" * 5_000)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    cases = [
        (["--check", tmp_path / "nowhere.toml"], "cannot be read"),
        (["--check", binary], "cannot be read"),
        (["--check", broken], "is not TOML"),
        (["--check", endless], "is not TOML: A number with too many digits (at line 1, column 5)"),
        (["--activate", P0], "--workspace KEY"),
        (["--activate", P0, "--workspace", "nobody"], 'There is no workspace "nobody". Known: acme.'),
        (["--activate", P0, "--workspace", "acme", "--by", "ghost"], 'There is no active member "ghost"'),
    ]
    for arguments, message in cases:
        status, said, _found = run(*arguments)
        assert status == 2, arguments
        assert message in said


def test_a_backtest_says_what_would_be_otherwise_and_changes_nothing(workspace: Workspace, tmp_path: Path) -> None:
    disputed(workspace)
    path = tmp_path / "draft.toml"
    path.write_text(P0.read_text().replace('automatic = ["*"]', 'automatic = ["company.status"]'))
    recorded = Transaction.objects.count()
    status, said, _found = run("--backtest", path, "--workspace", "acme", "--json", tmp_path / "told.json")
    assert status == 0, said
    assert "Control: 2 of 2 decisions come out as recorded" in said
    assert "The draft: 1 the same, 1 otherwise" in said
    assert "company.plan: A 0 B 0 C 1 D 0" in said
    assert "Questions to ana: 0, with the draft 1; days: 1" in said
    told = json.loads((tmp_path / "told.json").read_text())
    assert told["buckets"] == {"same": 1, "A": 0, "B": 0, "C": 1, "D": 0}
    assert told["snapshot"][:12] in said
    assert (PolicyVersion.objects.count(), Transaction.objects.count()) == (1, recorded)


def test_a_backtest_goes_as_far_back_as_it_is_told(workspace: Workspace, tmp_path: Path) -> None:
    disputed(workspace)
    status, said, _found = run("--backtest", P0, "--workspace", "acme", "--window", 30, "--scope", "client:other")
    assert status == 0, said
    assert "Control: 0 of 0 decisions" in said
    status, said, found = run("--backtest", P0, "--workspace", "acme", "--window", 30, "--json", "-")
    assert status == 0, said
    assert json.loads(said)["decisions"] == 2
    assert "Control: 2 of 2" in found


def test_where_the_log_does_not_come_out_as_recorded_nothing_counts(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    disputed(workspace)
    monkeypatch.setattr(contest, "_level", lambda *_given: contest.Meeting.TIE)
    status, said, _found = run("--backtest", P0, "--workspace", "acme")
    assert status == 1
    assert "nothing here counts" in said


def test_a_backtest_needs_a_workspace_and_a_policy_that_nothing_blocks(workspace: Workspace) -> None:
    assert run("--backtest", P0)[:2] == (2, "Say whose log it is tried on: --workspace KEY.")
    status, said, _found = run("--backtest", MALFORMED / "unattributed_above_in_field.toml", "--workspace", "acme")
    assert (status, "cannot be used" in said) == (1, True)


def disputed(place: Workspace) -> None:
    """A fact, and a later one of the same source that took its place."""
    ana, eva = factories.make_member(place, "ana"), factories.make_member(place, "eva")
    factories.activate(place)
    registries.save_scope(workspace=place, by=None, key="client:*")
    registries.save_source(workspace=place, by=None, key="crm", tier="system_of_record")
    registries.save_responsibility(workspace=place, by=None, owner=ana, backup=eva, proposers=["agent:sync"])
    sync = factories.make_agent(place, "sync")
    for number, value in enumerate(["gold", "silver"]):
        since = datetime(2026, 1, 1 + number, tzinfo=UTC)
        factories.post(sync, "client:acme", "company.plan", "client:acme", value, source="crm", since=since)
