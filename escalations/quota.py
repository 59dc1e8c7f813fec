"""A quota of open cases: whoever floods the owners with questions is told to wait until some are answered."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from escalations.models import Case, CaseClaim
from ledgers.domain.tiers import Tier
from ledgers.models import Source
from memoryhub.accounts.errors import Problem
from memoryhub.accounts.models import Token

# Owners answer within hours; there is no telling when.
COME_BACK = 600
# What these say is inferred or comes from anywhere; connectors and imports carry what somebody keeps.
COUNTED = frozenset({Tier.AGENT_INFERENCE, Tier.UNATTRIBUTED})


class TooManyOpenCases(Problem):
    slug = "too-many-open-cases"
    status = 429
    title = _("Too many of your claims wait for their owners")


def refuse_crowding(token: Token | None, author: str, source: Source) -> None:
    """Raise when as many open cases as the token may have hold claims of this author."""
    most = quota_of(token, source)
    if token is None or not most:
        return
    waiting = CaseClaim.objects.filter(
        case__workspace=token.workspace_id, case__state=Case.State.OPEN, left_at__isnull=True, claim__author=author
    )
    # Not a count of all of them: where there are thousands, the first `most` tell as much.
    if len(waiting.order_by().values("case_id").distinct()[:most]) >= most:
        raise TooManyOpenCases(
            _("At most %(most)d open cases may hold claims of one author. Post again once owners have decided some.")
            % {"most": most},
            retry_after=COME_BACK,
        )


def quota_of(token: Token | None, source: Source) -> int:
    """How many open cases at most; 0 for no limit. What the token says goes before the setting."""
    if token is None:
        return 0
    if token.open_cases is not None:
        return token.open_cases
    return settings.TOKEN_OPEN_CASES if Tier(source.tier) in COUNTED else 0
