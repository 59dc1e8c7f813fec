"""Checkpoints in an object store: each an object of its own, with the body of its line in the file.

What is left to put follows from the database: the checkpoints after the last that `Chain.stored_number` knows as put.
Every worker may put them, since an object is made once; one that meets another at it leaves it the rest. No transaction
is open while the store is asked.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from uuid import UUID

from django.conf import settings
from django.db.models import F

from ledgers.models import Chain, Checkpoint
from ledgers.services import checkpoints, object_store
from ledgers.services.checkpoints import Written
from ledgers.services.object_store import Store

log = logging.getLogger(__name__)

BATCH = 100
# A year of one busy workspace is half a million objects; one after the other they would take hours to read.
READERS = 16
NAME = re.compile(r"[0-9a-f-]{36}/\d{20}\.json")


def put_waiting() -> int:
    """Put what the store lacks, each workspace in the order of its seals; how many. Raises StoreFailed."""
    behind = Chain.objects.filter(stored_number__lt=F("written_number")).order_by("written_at")
    workspaces = list(behind.values_list("workspace_id", flat=True))
    if not workspaces:
        return 0
    store, put = object_store.opened(settings.CHECKPOINT_STORE), 0
    for workspace in workspaces:
        while found := _waiting(workspace):
            for one in found:
                if not _put(store, one):
                    return put
                put += 1
    return put


def read(store: Store, about: str = "") -> Iterator[tuple[str, Written | None]]:
    """Every checkpoint in the store by its name, None for one that is not what its name says.

    `about` is the id of a workspace: only its objects are read.
    """
    return _read(store, store.names(about))


def newest(store: Store, workspace: UUID, *, since: int, most: int) -> Iterator[tuple[str, Written | None]]:
    """The last ones of a workspace, none of a seal before `since`: what a request has the time for."""
    before = name_of(workspace, since - 1) if since > 0 else ""
    return _read(store, sorted(store.names(str(workspace), after=before))[-most:])


def _read(store: Store, found: Iterable[str]) -> Iterator[tuple[str, Written | None]]:
    names = (name for name in found if NAME.fullmatch(name))
    with ThreadPoolExecutor(READERS) as readers:
        while some := list(islice(names, BATCH * READERS)):
            bodies = readers.map(store.read, some)
            yield from ((name, _parsed(name, body)) for name, body in zip(some, bodies, strict=True))


def name_of(workspace: UUID | str, number: int) -> str:
    """Names in the order of the alphabet are in the order of the seals."""
    return f"{workspace}/{number:020d}.json"


def _waiting(workspace: UUID) -> Sequence[Checkpoint]:
    last = Chain.objects.filter(workspace_id=workspace).values("stored_number")
    return list(Checkpoint.objects.filter(workspace_id=workspace, number__gt=last).order_by("number")[:BATCH])


def _put(store: Store, one: Checkpoint) -> bool:
    """Put one, and whether it was this worker that noted it."""
    name = name_of(one.workspace_id, one.number)
    if not store.keep(name, checkpoints.as_written(one)):
        # Waiting here would keep every later checkpoint out of the store.
        log.error(
            "%s holds another checkpoint as %s and keeps it: was this database restored from a backup, does another "
            "hub put its checkpoints there, or did somebody write one? Run `manage.py verify_log`.",
            store.address,
            name,
        )
    behind = Chain.objects.filter(workspace_id=one.workspace_id, stored_number__lt=one.number)
    return bool(behind.update(stored_number=one.number))


def _parsed(name: str, body: bytes | None) -> Written | None:
    try:
        found = checkpoints.parsed(json.loads(body or b""))
    except (ValueError, KeyError, TypeError):
        return None
    return found if name == name_of(found.workspace, found.seal) else None
