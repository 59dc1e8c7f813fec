"""Is this process alive, and can it do its work? Answered without a sign-in, for supervisors and load balancers."""

from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@transaction.non_atomic_requests
@never_cache
@require_safe
def alive(request: HttpRequest) -> JsonResponse:
    """Answer as long as the process answers at all; touches nothing else, so that a lost database restarts nobody."""
    return JsonResponse({"status": "ok"})


@transaction.non_atomic_requests
@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """200 when the database answers and has every migration of this code, otherwise 503 with the reason."""
    try:
        missing = _missing_migrations()
    except DatabaseError:
        return JsonResponse({"status": "unavailable", "database": "unreachable"}, status=503)
    if missing:
        return JsonResponse({"status": "unavailable", "database": "ok", "migrations_missing": missing}, status=503)
    return JsonResponse({"status": "ok", "database": "ok"})


def _missing_migrations() -> int:
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
