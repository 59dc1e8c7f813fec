"""Where a backtest stands, and what whoever reads may do about it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledgers.models import Backtest
from ledgers.policy_pages.backtest_told import figure
from ledgers.policy_pages.heading import Heading
from memoryhub.accounts.errors import Words

ENDS: dict[str, Words] = {
    "draft_changed": gettext_lazy("The draft was changed before a worker came to it. Try it again as it stands."),
    "base_moved": gettext_lazy("Another version of the policy came into force meanwhile: compare with that one."),
    "stopped": gettext_lazy(
        "It was stopped before its end. Try it again; if that ends in the same way, try a shorter time, and tell "
        "whoever runs the hub: its log names this backtest."
    ),
}


@dataclass(frozen=True, slots=True)
class Failed:
    """Why there is no result, and where to go on if not with another trial."""

    words: Words
    url: str = ""
    link: str = ""


def failed(backtest: Backtest) -> Failed:
    words = ENDS.get(backtest.error, ENDS["stopped"])
    if backtest.error != "base_moved":
        return Failed(words)
    return Failed(words, reverse("policy-draft-rebase", args=[backtest.draft_id]), _("Bring the draft up to date"))


def how_far(backtest: Backtest) -> dict[str, object]:
    return {"done": figure(backtest.done), "total": figure(backtest.total)}


def proves(backtest: Backtest, head: Heading) -> bool:
    """Whether this is the run that counts for the draft as it stands."""
    return head.trial is not None and head.trial.fresh and head.trial.backtest.pk == backtest.pk


def answering(request: HttpRequest, backtest: Backtest, head: Heading) -> dict[str, object]:
    """Whether whoever reads may answer for what is contradicted; and what they ticked and wrote."""
    return {
        "proves": proves(backtest, head),
        "answers": proves(backtest, head) and head.steps.tries,
        "tick_all": request.GET.get("tick") == "all",
        "ticked": request.POST.getlist("transaction"),
        "typed": request.POST.get("note", ""),
    }
