"""The Celery application: the bell that says there is work in the outbox, never the memory of that work."""

import logging.config
import os

from celery import Celery
from celery.signals import setup_logging, worker_init
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from memoryhub.hooks import bells

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
bells.use()

app = Celery("memoryhub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log(**_sent: object) -> None:
    """Celery writes its lines as everything else does, instead of setting up a log of its own."""
    logging.config.dictConfig(settings.LOGGING)


@worker_init.connect
def sweep(**_sent: object) -> None:
    """Give every worker its sweeper and its sealer, before it looks for a broker: neither needs one.

    Workers run with `--pool threads`; a pool that forks would copy these threads' connections.
    """
    # The apps are loaded by now, and were not when this module was.
    from escalations import sweeper  # noqa: PLC0415
    from ledgers import checks, clock, sealer, store_keeper  # noqa: PLC0415
    from memoryhub.accounts import plain_role  # noqa: PLC0415
    from memoryhub.conversations import keeper as listener  # noqa: PLC0415
    from memoryhub.hooks import postman  # noqa: PLC0415
    from memoryhub.recall import checks as recall_checks  # noqa: PLC0415
    from memoryhub.recall import keeper  # noqa: PLC0415

    if wrong := [*checks.check(), *recall_checks.check()]:
        raise SystemExit("\n".join(map(str, wrong)))
    try:
        plain_role.serve()
    except ImproperlyConfigured as refused:
        # Celery would log what a signal's receiver raises, and go on.
        raise SystemExit(str(refused)) from refused
    sweeper.start()
    sealer.start()
    postman.start(clock.now)
    store_keeper.start()
    keeper.start()
    listener.start()
