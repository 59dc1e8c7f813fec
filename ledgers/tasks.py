"""Doorbells: each may ring twice, late or never."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from ledgers.services.drafts import trying


@shared_task(name="ledgers.tasks.run_backtest", ignore_result=True)
def run_backtest(workspace: str, backtest: str) -> None:
    """Try a draft on recorded history."""
    trying.carry_out(UUID(workspace), UUID(backtest))


@shared_task(name="ledgers.tasks.run_waiting_backtests", ignore_result=True)
def run_waiting_backtests() -> None:
    """Try the drafts whose bell was lost."""
    trying.carry_out_waiting()
