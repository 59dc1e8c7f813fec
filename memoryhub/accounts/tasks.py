"""Doorbells for letters about signing in. One that fails is not sent again by itself: who waits asks for another."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from memoryhub.accounts import letters


@shared_task(name="memoryhub.accounts.tasks.mail_way_back", ignore_result=True)
def mail_way_back(user_id: str) -> None:
    letters.send_way_back(UUID(user_id))


@shared_task(name="memoryhub.accounts.tasks.mail_invitation", ignore_result=True)
def mail_invitation(member_id: str) -> None:
    letters.send_invitation(UUID(member_id))


@shared_task(name="memoryhub.accounts.tasks.mail_change", ignore_result=True)
def mail_change(user_id: str, change: str) -> None:
    letters.send_change(UUID(user_id), change)
