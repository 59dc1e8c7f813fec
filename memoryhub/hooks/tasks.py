"""The doorbell of the postman: it wakes the one of this worker, which then looks for itself."""

from __future__ import annotations

from celery import shared_task

from memoryhub.hooks import postman


@shared_task(name="memoryhub.hooks.tasks.wake_postman", ignore_result=True)
def wake_postman() -> None:
    postman.wake()
