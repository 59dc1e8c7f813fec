"""The Celery application: the bell that says there is work in the outbox, never the memory of that work."""

import os

from celery import Celery
from celery.signals import worker_init

from memoryhub.hooks import bells

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
bells.use()

app = Celery("memoryhub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def sweep(**_sent: object) -> None:
    """Give every worker its sweeper, before it looks for a broker: claims settle without one.

    Workers run with `--pool threads`; a pool that forks would copy this thread's connection.
    """
    from escalations import sweeper  # noqa: PLC0415 - the apps are loaded by now, and were not when this module was

    sweeper.start()
