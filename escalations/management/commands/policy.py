"""Checks a policy file, tries it on the log, or makes it the next version of a workspace's policy."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from escalations.management.policy_diff import NoSuchVersion, diff
from escalations.registry.registering import activate_policy
from ledgers import clock
from ledgers.backtest import report
from ledgers.backtest.result import Window
from ledgers.backtest.running import run
from ledgers.domain.patterns import ANY
from ledgers.domain.policy import Finding, Level, lint, parse, recorded
from ledgers.policies import toml
from ledgers.policies.files import line_of
from ledgers.registry_errors import PolicyRefused, RegistryRefused
from ledgers.selectors.policies import active_version
from ledgers.selectors.policy_check import against_registries
from ledgers.wording_backtest import lines
from ledgers.wording_policy import say
from memoryhub.accounts import walls
from memoryhub.accounts.models import Member, Workspace

# 0: nothing blocks. 1: the policy cannot be used. 2: it could not be looked at.
BLOCKED, UNREADABLE = 1, 2


class Command(BaseCommand):
    help = (
        "Check a policy written in TOML, say what it would have done with the decisions of the log, or make it the "
        "next version of a workspace's policy. Every finding is one line: file, line, place, what is wrong and what to "
        "do. Exit status: 0 nothing blocks, 1 something does, 2 the file or the workspace could not be read."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--check", metavar="FILE", type=Path, help="say what is wrong with it, change nothing")
        what.add_argument("--activate", metavar="FILE", type=Path, help="put it in force as a new version")
        what.add_argument("--diff", metavar="FILE", type=Path, help="say what it decides otherwise, change nothing")
        what.add_argument("--backtest", metavar="FILE", type=Path, help="try it on the log, change nothing")
        parser.add_argument("--workspace", metavar="KEY", help="whose registries to compare with, whose policy to set")
        parser.add_argument("--window", metavar="DAYS", type=int, help="of the log only the last days; else all of it")
        parser.add_argument("--scope", metavar="SCOPE", default=ANY, help="of the log only one scope, or a pattern")
        parser.add_argument("--json", metavar="FILE", help="write a diff or a backtest whole; - for the output")
        parser.add_argument("--base", metavar="N", type=int, help="what a diff compares with; else the active one")
        parser.add_argument("--by", metavar="MEMBER", help="the member who activates it, by key")

    def handle(self, *args: str, **options: Any) -> None:  # noqa: ANN401 - Django hands options over untyped
        path: Path = options["check"] or options["activate"] or options["diff"] or options["backtest"]
        workspace = _workspace(options["workspace"])
        if options["activate"] and workspace is None:
            raise CommandError(_("Say whose policy it becomes: --workspace KEY."), returncode=UNREADABLE)
        if options["diff"] and workspace is None:
            raise CommandError(_("Say what it is compared in: --workspace KEY."), returncode=UNREADABLE)
        if options["backtest"] and workspace is None:
            raise CommandError(_("Say whose log it is tried on: --workspace KEY."), returncode=UNREADABLE)
        with walls.inside(workspace) if workspace else nullcontext():
            document = self._work(path, workspace, options)
        # The reading is a transaction of its own.
        if options["backtest"] and workspace is not None:
            self._backtest(workspace, document, options)

    def _work(
        self, path: Path, workspace: Workspace | None, options: dict[str, Any]
    ) -> dict[str, Any]:  # Any: as above, and what a file says
        text = _read(path)
        document = _parse(path, text)
        findings = self._report(path, text, document, workspace)
        if any(found.level is Level.BLOCKING for found in findings):
            raise CommandError(_("This policy cannot be used until what blocks it is mended."), returncode=BLOCKED)
        if options["activate"] and workspace is not None:
            self._activate(workspace, document, _member(workspace, options["by"]))
        elif options["diff"] and workspace is not None:
            self._diff(workspace, document, options)
        elif options["check"]:
            self.stdout.write(_("Nothing blocks this policy."))
        return document

    def _backtest(
        self, workspace: Workspace, document: dict[str, Any], options: dict[str, Any]
    ) -> None:  # Any: as above
        window = Window(options["window"], clock.now() if options["window"] else None, options["scope"])
        result = run(workspace, parse(document), window)
        text = report.as_bytes(result).decode()
        if options["json"] not in {None, "-"}:
            Path(options["json"]).write_text(text + "\n", encoding="utf-8")
        out = self.stderr if options["json"] == "-" else self.stdout
        for line in lines(result):
            out.write(line)
        if options["json"] == "-":
            self.stdout.write(text)
        if result.control.found:
            raise CommandError(_("The log does not come out as recorded, so nothing here counts."), returncode=BLOCKED)

    def _report(
        self, path: Path, text: str, document: dict[str, Any], workspace: Workspace | None
    ) -> tuple[Finding, ...]:
        findings = lint(document)
        if workspace is not None and not any(found.level is Level.BLOCKING for found in findings):
            active = active_version(workspace)
            before = recorded(active.document) if active else None
            findings = (*_later(against_registries(workspace, parse(document), before)), *findings)
        for found in findings:
            line = line_of(text, found.where)
            place = f"{path}:{line}" if line else str(path)
            level = _("blocking") if found.level is Level.BLOCKING else _("warning")
            self.stderr.write(f"{place}: {level}: {found.where}: {say(found)}")
        return findings

    def _diff(self, workspace: Workspace, document: dict[str, Any], options: dict[str, Any]) -> None:  # Any: as above
        try:
            diff(workspace, parse(document), base=options["base"], json=options["json"], say=self.stdout.write)
        except NoSuchVersion as missing:
            raise CommandError(str(missing), returncode=UNREADABLE) from missing

    def _activate(self, workspace: Workspace, document: dict[str, Any], member: Member | None) -> None:
        try:
            version = activate_policy(workspace=workspace, document=document, member=member)
        except (PolicyRefused, RegistryRefused) as refused:
            for error in refused.errors:
                self.stderr.write(f"{error['pointer']}: {error['detail']}")
            raise CommandError(_("The policy was not activated."), returncode=BLOCKED) from refused
        count = len(document.get("fields", {}))
        fields = ngettext("%(count)d declared field", "%(count)d declared fields", count) % {"count": count}
        self.stdout.write(
            _("Version %(version)d is in force in %(workspace)s, with %(fields)s.")
            % {"version": version.version, "workspace": workspace.key, "fields": fields}
        )


def _later(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """What the registries lack may come after the policy; whoever runs the machine is told, and not stopped."""
    return tuple(replace(found, level=Level.WARNING) for found in findings)


def _workspace(key: str | None) -> Workspace | None:
    if key is None:
        return None
    found = Workspace.objects.filter(key=key).first()
    if found is None:
        known = ", ".join(Workspace.objects.order_by("key").values_list("key", flat=True)[:20]) or _("none yet")
        message = _('There is no workspace "%(key)s". Known: %(known)s.') % {"key": key, "known": known}
        raise CommandError(message, returncode=UNREADABLE)
    return found


def _member(workspace: Workspace, key: str | None) -> Member | None:
    if key is None:
        return None
    found = Member.objects.filter(workspace=workspace, key=key, active=True).first()
    if found is None:
        message = _('There is no active member "%(key)s" in this workspace.') % {"key": key}
        raise CommandError(message, returncode=UNREADABLE)
    return found


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = _("%(path)s cannot be read: %(error)s") % {"path": path, "error": error}
        raise CommandError(message, returncode=UNREADABLE) from error


def _parse(path: Path, text: str) -> dict[str, Any]:
    try:
        return toml.read(text)
    except tomllib.TOMLDecodeError as error:
        message = _("%(path)s is not TOML: %(error)s") % {"path": path, "error": error}
        raise CommandError(message, returncode=UNREADABLE) from error
