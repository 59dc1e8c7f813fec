"""What is looked at before anything starts: an embedder that a wrong word in the settings would make impossible."""

from __future__ import annotations

from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import ImproperlyConfigured

from memoryhub.recall.embedding.choosing import embedder

TAG = "recall"


@register(TAG)
def check(**_asked: object) -> list[CheckMessage]:
    """The embedder the settings name. Nobody is asked over the network, and no model is loaded."""
    try:
        embedder()
    except ImproperlyConfigured as error:
        return [Error(str(error), hint="docs/settings.md says what there is, under Recall.", id="memoryhub.E005")]
    return []
