"""A result as files: a table for spreadsheets, and all of it as JSON, the same bytes each time."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from ledgers.backtest import report
from ledgers.models import Backtest
from ledgers.services.journal import canonical
from memoryhub.accounts.access import acting, member_required


@require_safe
@member_required
def table(request: HttpRequest, backtest_id: UUID) -> HttpResponse:
    done = _done(request, backtest_id)
    return _file(report.as_csv(done.result), f"backtest-{done.snapshot[:12]}.csv", "text/csv; charset=utf-8")


@require_safe
@member_required
def whole(request: HttpRequest, backtest_id: UUID) -> HttpResponse:
    done = _done(request, backtest_id)
    return _file(canonical(done.result), f"backtest-{done.snapshot[:12]}.json", "application/json")


def _done(request: HttpRequest, backtest_id: UUID) -> Backtest:
    rows = Backtest.objects.filter(workspace=acting(request).workspace, state=Backtest.State.DONE)
    return get_object_or_404(rows, pk=backtest_id)


def _file(text: str, name: str, kind: str) -> HttpResponse:
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
