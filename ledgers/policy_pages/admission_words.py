"""What recall may pass on, entry by entry in words: which facts, in which tasks, and whether."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from memoryhub.accounts.errors import Words

Said = Mapping[str, Any]  # JSON: an entry
ALLOWED: Final[Mapping[str, Words]] = {
    "never": gettext_lazy("never"),
    "worded": gettext_lazy("only as what somebody believes"),
    "bound": gettext_lazy("only where it is bound to the tool"),
}
KINDS: Final[Mapping[str, Words]] = {
    "fact": gettext_lazy("facts"),
    "preference": gettext_lazy("preferences"),
    "belief": gettext_lazy("beliefs"),
    "trait": gettext_lazy("traits"),
    "role": gettext_lazy("roles"),
    "instruction": gettext_lazy("instructions"),
}


def admission(entries: Sequence[Said]) -> str:
    """In their order, since the first that is for a fact and a task speaks for them."""
    return "; ".join(map(_entry, entries)) or _("nothing is held back")


def _entry(entry: Said) -> str:
    allow = str(entry.get("allow", ""))
    about = " ".join(_about(entry)) or _("everything, in every task")
    return f"{about}: {ALLOWED.get(allow, allow)}"


def _about(entry: Said) -> Iterator[str]:
    kinds, domains, tasks, types = (
        ", ".join(str(KINDS.get(one, one)) for one in entry.get(name) or ())
        for name in ("kinds", "domains", "task_domains", "task_types")
    )
    if kinds or domains or tasks or types:
        yield kinds or _("everything")
    if domains:
        yield _("from the domains %(names)s") % {"names": domains}
    if tasks:
        yield _("in work on %(names)s") % {"names": tasks}
    if types:
        yield _("in tasks of the kind %(names)s") % {"names": types}
