"""What admins do with the addresses that are told of events; the registry's record says who did it."""

from __future__ import annotations

from collections.abc import Sequence

from ledgers import clock
from ledgers.services.registry_changes import record
from memoryhub.accounts.models import Member, Role
from memoryhub.hooks import webhooks
from memoryhub.hooks.models import Webhook
from memoryhub.hooks.webhooks import Issued

MANAGERS = (Role.REGISTRY_ADMIN, Role.ACCOUNT_ADMIN)


def add(*, by: Member, name: str, url: str, events: Sequence[str], form: str = Webhook.Format.STANDARD) -> Issued:
    """Raises AddressRefused, WebhookNameTaken."""
    named = name or webhooks.free_name(by.workspace, url)
    issued = webhooks.add(by=by, name=named, url=url, events=events, form=form, at=clock.now())
    made = issued.webhook
    _record(made, by, {}, {"url": made.shown_url, "events": made.events, "format": form, "state": "told"})
    return issued


def rotate(webhook: Webhook, by: Member) -> Issued:
    at = clock.now()
    issued = webhooks.rotate(webhook, at)
    _record(webhook, by, {}, {"secret_since": at.isoformat()})
    return issued


def stop(webhook: Webhook, by: Member) -> None:
    if webhooks.stop(webhook, clock.now()):
        _record(webhook, by, {"state": "told"}, {"state": "stopped"})


def start(webhook: Webhook, by: Member) -> None:
    if webhooks.start(webhook):
        _record(webhook, by, {"state": "stopped"}, {"state": "told"})


def _record(webhook: Webhook, by: Member, before: dict[str, object], after: dict[str, object]) -> None:
    record(workspace=by.workspace, by=by, kind="webhook", key=webhook.name, before=before, after=after)
