"""What a draft, or a version, decides otherwise: every case there is, in words."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ledgers.models import PolicyVersion
from ledgers.policy_pages import reading
from ledgers.policy_pages.heading import draft_of, heading
from ledgers.policy_pages.reading import Found, version_of
from ledgers.selectors.policies import versions
from memoryhub.accounts.access import acting, member_required
from memoryhub.accounts.offered import NotOffered


@require_safe
@member_required
def draft_diff(request: HttpRequest, draft_id: UUID) -> HttpResponse:
    """Of a draft that was judged as it stands, what was seen then; of any other, as the registries are now."""
    draft = draft_of(request, draft_id)
    head = heading(request, draft)
    return _shown(request, "ledgers/policy/diff.html", reading.of_draft(draft, head.known), draft=draft, head=head)


@require_safe
@member_required
def version_diff(request: HttpRequest, version: int) -> HttpResponse:
    """Against the version before it, or any other."""
    new = version_of(request, version)
    numbers = list(versions(acting(request).workspace).values_list("version", flat=True))
    old = _other(request, new, numbers)
    context = {"version": new, "old": old, "numbers": [number for number in numbers if number != new.version]}
    if old is None:
        return render(request, "ledgers/policy/version_diff.html", context)
    found = reading.of_versions(acting(request).workspace, old, new)
    return _shown(request, "ledgers/policy/version_diff.html", found, **context)


def _other(request: HttpRequest, new: PolicyVersion, numbers: list[int]) -> PolicyVersion | None:
    asked = request.GET.get("against", "")
    if not asked:
        before = [number for number in numbers if number < new.version]
        return version_of(request, before[0]) if before else None
    if not asked.isdecimal() or len(asked) > 9 or int(asked) not in numbers or int(asked) == new.version:
        raise NotOffered
    return version_of(request, int(asked))


def _shown(request: HttpRequest, template: str, found: Found, **context: object) -> HttpResponse:
    shown = found.told(reading.narrowed(request, found.comparison))
    return render(request, template, {**context, "shown": shown, "seen": found.seen})
