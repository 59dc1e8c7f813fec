"""The policy in force, and how a document becomes it."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.db import transaction
from django.db.models import Max

from ledgers import clock
from ledgers.domain.policy import InvalidPolicy, Policy, digest, parse, recorded
from ledgers.models import PolicyDraft, PolicyVersion
from ledgers.registry_errors import NoActivePolicy, PolicyRefused
from ledgers.services.declared import register_declared
from ledgers.services.drafts.conflicts import base_moved
from ledgers.services.registry_changes import record
from memoryhub.accounts.models import Member, Workspace


def active(workspace: Workspace) -> tuple[int, Policy]:
    """The version in force and its policy. Which version it is, is asked each time; each is parsed once per process."""
    current = PolicyVersion.objects.filter(workspace=workspace, active=True).values_list("version", "hash").first()
    if current is None:
        raise NoActivePolicy
    version, content = current
    return version, parsed(workspace, version, content)


def parsed(workspace: Workspace, version: int, content: str) -> Policy:
    """The policy of a version whose hash was just read, perhaps together with something else."""
    return _parsed(workspace.pk, version, content)


# The hash is part of the key although versions are never edited: a test's workspace may be rolled back and made again.
@lru_cache(maxsize=256)
def _parsed(workspace: uuid.UUID, version: int, _content: str) -> Policy:
    document = PolicyVersion.objects.values_list("document", flat=True).get(workspace=workspace, version=version)
    return recorded(document)


def activate(
    *,
    workspace: Workspace,
    document: Mapping[str, Any],
    member: Member | None,
    draft: PolicyDraft | None = None,
    way: str = "",
) -> PolicyVersion:
    """Make the document the next version, in force from now on, and register the fields it declares.

    `draft` is what it was written as. Without one it is the first version of a workspace, or an operator's; the record
    says which, or in `way` what else it was. Other drafts are in conflict from now on. Raises PolicyRefused with every
    blocking finding, and RegistryRefused where a field in use would change its type.
    """
    try:
        policy = parse(document)
    except InvalidPolicy as refused:
        raise PolicyRefused(refused.findings) from refused
    with transaction.atomic():
        # Two activations at once would take the same number; claims that refer to the workspace are not held up.
        Workspace.objects.select_for_update(no_key=True).get(pk=workspace.pk)
        before = PolicyVersion.objects.filter(workspace=workspace, active=True).first()
        PolicyVersion.objects.filter(workspace=workspace, active=True).update(active=False)
        version = PolicyVersion.objects.create(
            workspace=workspace,
            version=_next(workspace),
            # What JSON cannot hold was refused; tuples and other readers' types become plain lists here.
            document=json.loads(json.dumps(document)),
            hash=digest(document),
            active=True,
            activated_at=clock.now(),
            activated_by=member,
        )
        register_declared(workspace=workspace, policy=policy, by=member)
        _record(version, before, policy.name, way=way or _way(draft, before))
        base_moved(version, member, apart=draft)
    return version


def _way(draft: PolicyDraft | None, before: PolicyVersion | None) -> str:
    return f"draft {draft.pk}" if draft else "operator" if before else "first"


def _record(version: PolicyVersion, before: PolicyVersion | None, name: str, *, way: str) -> None:
    """What came into force after what, by whom and by which way."""
    record(
        workspace=version.workspace,
        by=version.activated_by,
        kind="policy",
        key=f"v{version.version}",
        before={"version": before.version, "hash": before.hash} if before else {},
        after={"version": version.version, "hash": version.hash, "name": name, "way": way},
    )


def _next(workspace: Workspace) -> int:
    last = PolicyVersion.objects.filter(workspace=workspace).aggregate(last=Max("version"))["last"]
    return (last or 0) + 1
