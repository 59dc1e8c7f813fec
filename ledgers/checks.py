"""What is looked at before anything starts: the settings about checkpoints that a wrong word would make useless."""

from __future__ import annotations

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from ledgers.services import object_store, signing

TAG = "checkpoints"


@register(TAG)
def check(**_asked: object) -> list[CheckMessage]:
    """Where checkpoints are to be put, and what they are to be signed with. Nobody is asked over the network."""
    return [*_store(), *_key()]


def _store() -> list[CheckMessage]:
    if not settings.CHECKPOINT_STORE:
        return []
    try:
        object_store.opened(settings.CHECKPOINT_STORE)
    except object_store.BadAddress as error:
        hint = "Write s3://bucket/folder, gs://… or az://…; what else the store needs comes from the environment."
        return [Error(f"CHECKPOINT_STORE leads to no store: {error}.", hint=hint, id="memoryhub.E002")]
    return []


def _key() -> list[CheckMessage]:
    if not settings.CHECKPOINT_KEY:
        return []
    try:
        signing.ours()
    except signing.BadKey as error:
        hint = "Lines may be parted by \\n. Without the setting a key is made and kept in CHECKPOINT_KEY_FILE."
        return [Error(str(error), hint=hint, id="memoryhub.E003")]
    return []
