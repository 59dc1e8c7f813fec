"""What an open card asks for time and again: whether the case changed since it was read, and who else has it open."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from escalations import presence
from escalations.delegation import visible_to
from escalations.models import Case
from escalations.presence import There
from memoryhub.accounts.models import Member


@dataclass(frozen=True, slots=True)
class News:
    """What a card shows of it. `seen` is the version the card was read at; `say` is told to the ear, once."""

    seen: str
    there: There
    changed: bool = False
    say: str = ""

    @property
    def query(self) -> str:
        """What the card knows, for the next time it asks."""
        return urlencode({"seen": self.seen, "told": int(self.changed), "there": self.there.key})


def at_opening(case: Case, member: Member) -> News:
    """For a card that is shown now: it is as fresh as can be, and its reader is there from now on."""
    if case.state == Case.State.OPEN:
        presence.look(member, case.pk, timezone.now())
    return News(str(case.version), presence.of(case))


def since(member: Member, case_id: UUID, known: QueryDict) -> News | None:
    """What a card that is `known` to show something should show now; None where it is the same. Http404 for a case that
    is not theirs to see."""
    at = timezone.now()
    cases = Case.objects.filter(visible_to(member), pk=case_id).annotate(there=presence.others(member, at))
    case = cases.only("version").first()
    if case is None:
        raise Http404
    presence.look(member, case_id, at)
    seen, told, there = known.get("seen", ""), known.get("told") == "1", presence.of(case)
    changed = str(case.version) != seen
    if (changed, there.key) == (told, known.get("there", "")):
        return None
    heard = [there.words] if there.joined(known.get("there", "")) else []
    if changed and not told:
        heard.append(_("This case changed since you opened it."))
    return News(seen, there, changed, ". ".join(heard))
