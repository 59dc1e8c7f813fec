"""Doorbells: each may ring twice, late or never."""

from __future__ import annotations

from celery import shared_task

from memoryhub.recall import receipts


@shared_task(name="memoryhub.recall.tasks.prune_receipts", ignore_result=True)
def prune_receipts() -> None:
    """Delete the receipts that are older than they are kept."""
    receipts.sweep()
