"""Two claims that somebody supposes, checked: what makes no sense at all is refused beside its field."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from ledgers.domain.content import CONTENT, sensitivity_of
from ledgers.domain.space import Comes, Stands, Voice
from ledgers.domain.supposed import Came, Stood, Supposed
from ledgers.domain.tiers import Tier
from ledgers.errors import InvalidClaim
from ledgers.formats.detectors import classes
from ledgers.formats.refusal import InvalidValue
from ledgers.policy_pages.what_if_fields import FIRST, LAST, STRANGER, VALUES, TwoClaims
from ledgers.selectors.supposing import Offered, tier_of
from ledgers.services.intake import read_value
from memoryhub.accounts.models import Workspace

DAYS = ("stood_since", "stood_until", "stood_said", "came_since", "came_until", "came_at")


class WhatIf(TwoClaims):
    """`refused`: the values that an address had brought, to be told beside their fields."""

    def __init__(
        self,
        data: QueryDict | None,
        *,
        workspace: Workspace,
        offered: Offered,
        refused: Collection[str] = (),
        initial: dict[str, Any] | None = None,
    ) -> None:
        self.workspace, self.offered = workspace, offered
        self.refused = [name for name in VALUES if name in refused]
        super().__init__(data, offered=offered, initial=initial)

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        for name in self.refused:
            self.add_error(
                name, _("An address holds no values, so it was taken out. Type it here: the link will not show it.")
            )
        self._check_days()
        self._check_first()
        self._check_counts("stood")
        self._check_counts("came")
        if not self.errors:
            self._read_values()
        return said

    def _check_days(self) -> None:
        said = self.cleaned_data
        for name in DAYS:
            if said.get(name) and not FIRST <= said[name] <= LAST:
                self.add_error(name, _("Choose a day from 1900 to 2200."))
        # What nobody dated holds from when it is recorded.
        begins = {"stood_until": said.get("stood_since"), "came_until": said.get("came_since") or said.get("came_at")}
        for name, since in begins.items():
            if since and said.get(name) and said[name] <= since:
                self.add_error(name, _("It has to end after it begins."))
        if said.get("stood_said") and said.get("came_at") and said["stood_said"] > said["came_at"]:
            self.add_error("stood_said", _("What stands was said before the other claim was recorded."))

    def _check_first(self) -> None:
        """Over nothing there is nothing to repeat or correct; what stands was said by somebody, some day."""
        said = self.cleaned_data
        stands, comes = said.get("stands"), said.get("comes")
        if stands == Stands.NOTHING and comes in (Comes.SAME, Comes.CORRECT, Comes.BARRED):
            self.add_error("comes", _("Nothing stands, so there is nothing to repeat, to correct or to have lost to."))
        if stands == Stands.RETRACT and comes == Comes.SAME:
            self.add_error("comes", _("What stands is no value, so there is none to repeat."))
        for name in ("stood_source", "stood_since", "stood_said") if stands != Stands.NOTHING else ():
            if name not in self.errors and not said.get(name):
                self.add_error(name, _("Say this, or choose that nothing stands."))

    def _check_counts(self, side: str) -> None:
        entry, counts = self.cleaned_data.get(f"{side}_source"), self.cleaned_data.get(f"{side}_counts")
        if not entry or not counts:
            return
        tier = tier_of(entry)
        if counts == STRANGER and tier is not Tier.COUNTERPARTY:
            self.add_error(f"{side}_counts", _("Only another party speaks for its own data."))
        elif tier in (Tier.AGENT_INFERENCE, Tier.UNATTRIBUTED):
            self.add_error(f"{side}_counts", _("This source counts for no more than that already."))

    def _read_values(self) -> None:
        """Typed values say whether the two are the same, and whether one reads as something sensitive."""
        said = self.cleaned_data
        keys = {name: self._read(name) for name in VALUES if said.get(name)}
        if self.errors:
            return
        if len(keys) == 2 and said["stands"] == Stands.VALUE and said["comes"] in (Comes.OTHER, Comes.SAME):
            said["comes"] = str(Comes.SAME if len(set(keys.values())) == 1 else Comes.OTHER)

    def _read(self, name: str) -> str | None:
        said, field = self.cleaned_data, self.offered.fields[self.cleaned_data["field"]]
        try:
            shown, key = read_value(self.workspace, field, "assert", said[name], "")
        except (InvalidClaim, InvalidValue) as refused:
            self.add_error(name, str(refused.detail))
            return None
        found = classes(shown, field=field.key)
        grave = sensitivity_of(frozenset(found))
        side = name.partition("_")[0]
        said[f"{side}_content"] = next((one for one in found if CONTENT[one] == grave), said[f"{side}_content"])
        return key

    def address(self) -> str:
        """All that was said but the values, as the query of an address; what says nothing is left out."""
        said = self.cleaned_data
        names = [name for name in self.fields if name not in VALUES and said.get(name)]
        return urlencode({name: "on" if said[name] is True else said[name] for name in names})

    def supposed(self) -> Supposed:
        said = self.cleaned_data
        came = Came(
            Comes(said["comes"]),
            self._voice("came"),
            self._instant("came_since"),
            self._instant("came_until"),
            self._at("came_at"),
            may_propose=said["proposes"],
            content=said["came_content"],
            lookalike=said["alike"],
        )
        if said["stands"] == Stands.NOTHING:
            return Supposed(None, came, held=said["held"])
        stood = Stood(
            Stands(said["stands"]),
            self._voice("stood"),
            self._at("stood_since"),
            self._instant("stood_until"),
            self._at("stood_said"),
            chosen=said["chosen"],
            content=said["stood_content"],
        )
        return Supposed(stood, came)

    def _voice(self, side: str) -> Voice:
        """The source as its claims count."""
        entry, counts = self.cleaned_data[f"{side}_source"], self.cleaned_data[f"{side}_counts"]
        tier, source = tier_of(entry), entry.partition(":")[2]
        if counts:
            tier = Tier.UNATTRIBUTED if counts == STRANGER else Tier.AGENT_INFERENCE
        return Voice(source, tier, counts)

    def _instant(self, name: str) -> dt.datetime | None:
        return self._at(name) if self.cleaned_data[name] else None

    def _at(self, name: str) -> dt.datetime:
        """Noon of the day: the same day wherever somebody reads it."""
        return dt.datetime.combine(self.cleaned_data[name], dt.time(12), tzinfo=self.workspace.zone)
