"""Addresses that are told of events: added, given another secret, stopped and started, and tried out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from cryptography.fernet import InvalidToken
from django.db.models import Count, Max, Q, QuerySet
from django.utils.translation import gettext as _

from memoryhub.accounts.models import Member, Workspace
from memoryhub.hooks import destinations, outgoing, ringing, sending, signing
from memoryhub.hooks.errors import WebhookNameTaken, WebhookStopped
from memoryhub.hooks.models import Delivery, Webhook
from memoryhub.hooks.slack import Plain

TEST = "test"
BY_HAND = "by_hand"


@dataclass(frozen=True, slots=True)
class Issued:
    """An address with its secret, which is out of the printed form so that no log shows it."""

    webhook: Webhook
    secret: str = field(repr=False)


def in_workspace(workspace: Workspace) -> QuerySet[Webhook]:
    """With the number of messages that wait, and when one was taken last."""
    rows = Webhook.objects.filter(workspace=workspace).select_related("created_by")
    waits = Count("deliveries", filter=Q(deliveries__next_at__isnull=False))
    return rows.annotate(waiting=waits, last_sent=Max("deliveries__sent_at")).order_by("-id")


def deliveries(webhook: Webhook) -> QuerySet[Delivery]:
    return Delivery.objects.filter(workspace_id=webhook.workspace_id, webhook=webhook).order_by("-id")


def add(
    *, by: Member, name: str, url: str, events: Sequence[str], at: datetime, form: str = Webhook.Format.STANDARD
) -> Issued:
    """Tell this address of these events from now on. Raises AddressRefused, WebhookNameTaken."""
    destinations.check(url)
    if Webhook.objects.filter(workspace_id=by.workspace_id, name=name).exists():
        raise WebhookNameTaken(_("Another address has this name. Choose one that tells them apart."))
    secret = signing.generate()
    webhook = Webhook.objects.create(
        workspace_id=by.workspace_id,
        name=name,
        url=url,
        secret=signing.seal(signing.Secrets(secret)),
        events=sorted(set(events)),
        format=form,
        created_by=by,
        created_at=at,
    )
    return Issued(webhook, secret)


def free_name(workspace: Workspace, url: str) -> str:
    """A name for an address nobody named: its host, with a number where that is taken."""
    host = destinations.host_of(url)[:90]
    taken = set(Webhook.objects.filter(workspace=workspace, name__startswith=host).values_list("name", flat=True))
    numbered = (f"{host} {number}" for number in range(2, len(taken) + 3))
    return host if host not in taken else next(name for name in numbered if name not in taken)


def rotate(webhook: Webhook, at: datetime) -> Issued:
    """Another secret. Messages carry the signatures of both for a day, so that the receiver can change in peace; one
    that was sealed with another SECRET_KEY signs nothing any more."""
    locked = Webhook.objects.select_for_update().get(pk=webhook.pk)
    try:
        known = signing.rotated(signing.unseal(locked.secret), at)
    except InvalidToken:
        known = signing.Secrets(signing.generate())
    Webhook.objects.filter(pk=webhook.pk).update(secret=signing.seal(known))
    return Issued(webhook, known.current)


def stop(webhook: Webhook, at: datetime) -> bool:
    """Tell it nothing any more, what waits included; False when it was stopped before."""
    return sending.stop(webhook, at, because=BY_HAND)


def start(webhook: Webhook) -> bool:
    """Tell it again, of what happens from now on; False when it was not stopped."""
    stopped = Webhook.objects.filter(pk=webhook.pk, stopped_at__isnull=False)
    return stopped.update(stopped_at=None, stopped_because="") == 1


def send_test(webhook: Webhook) -> Delivery:
    """A message that tells of nothing. Raises WebhookStopped."""
    _check_told(webhook)
    data = {"webhook": str(webhook.id)}
    return outgoing.keep([webhook], workspace_id=webhook.workspace_id, event=TEST, data=data, plain=_plain_test)[0]


def send_again(delivery: Delivery, at: datetime) -> None:
    """The same message with the same id, as if it had never been tried. Raises WebhookStopped."""
    _check_told(delivery.webhook)
    kept = Delivery.objects.filter(pk=delivery.pk, next_at__isnull=True).exclude(error=outgoing.TAKEN_BACK)
    kept.exclude(body="").update(next_at=at, attempts=0, sent_at=None, given_up_at=None)
    ringing.ring(outgoing.POSTMAN)


def _plain_test() -> Plain:
    return Plain(_("A test from the Memory Hub: it tells of nothing."))


def _check_told(webhook: Webhook) -> None:
    if webhook.stopped_at is not None:
        raise WebhookStopped(_("It was stopped. Start it before you send anything to it."))
