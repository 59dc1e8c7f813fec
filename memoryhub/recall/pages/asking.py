"""The form of the question page, as its address carries it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledgers.domain.patterns import fold, is_pattern
from memoryhub.accounts.choices import offer
from memoryhub.accounts.models import Member
from memoryhub.recall.pages.scopes import Offer, may_read
from memoryhub.recall.pages.words import AUDIENCES, TASKS
from memoryhub.recall.question import MOST_ITEMS, MOST_SCOPES, Question

USUAL_NUMBER = 5
LONGEST = 2000
# A field is as long as what a question takes for it.
DOMAIN, SUBJECT, OTHERS = 64, 200, 1000


class Moment(forms.DateTimeInput):
    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class AskForm(forms.Form):
    """`q` and the rest under short names: the address is what people send to each other."""

    q = forms.CharField(label=gettext_lazy("Question"), max_length=LONGEST, strip=True)
    scope = forms.MultipleChoiceField(label=gettext_lazy("Scopes"), required=False, widget=forms.CheckboxSelectMultiple)
    other = forms.CharField(label=gettext_lazy("Other scopes"), required=False, max_length=OTHERS)
    subject = forms.CharField(label=gettext_lazy("Only about the subject"), required=False, max_length=SUBJECT)
    task = forms.ChoiceField(label=gettext_lazy("What it is for"), required=False, choices=lambda: list(TASKS.items()))
    domain = forms.CharField(label=gettext_lazy("Area or tool"), required=False, max_length=DOMAIN)
    audience = forms.ChoiceField(
        label=gettext_lazy("Who reads the answer"), required=False, choices=lambda: list(AUDIENCES.items())
    )
    as_of = forms.DateTimeField(label=gettext_lazy("What held on"), required=False, widget=Moment())
    known_at = forms.DateTimeField(label=gettext_lazy("As known on"), required=False, widget=Moment())
    k = forms.IntegerField(
        label=gettext_lazy("At most so many facts"), required=False, min_value=1, max_value=MOST_ITEMS
    )
    history = forms.BooleanField(label=gettext_lazy("Superseded facts, too, after those in force"), required=False)

    def __init__(self, data: QueryDict | None, *, member: Member, offered: Sequence[Offer]) -> None:
        self.member = member
        ticked = [one.key for one in offered]
        named = [_key(key) for key in data.getlist("scope")] if data is not None else []
        self.closed = [key for key in named if not may_read(member, key)]
        super().__init__(
            _filled(data, ticked, self.closed), initial={"scope": ticked, "k": USUAL_NUMBER}, label_suffix=""
        )
        # A link may name a scope that is not offered: it stands among them then, ticked.
        linked = [key for key in named if key not in ticked and key not in self.closed]
        choices = [(one.key, f"{one.name} · {one.key}" if one.name else one.key) for one in offered]
        offer(self, "scope", [*choices, *((key, key) for key in linked[:MOST_SCOPES])])
        for name in ("q", "domain", "subject", "other"):
            self.fields[name].widget.attrs["autocomplete"] = "off"
        self.fields["other"].widget.attrs["placeholder"] = "client:acme, team:dev"
        self.fields["subject"].widget.attrs["placeholder"] = "customer:acme"
        self.fields["domain"].widget.attrs["placeholder"] = _("work, health")
        self.fields["domain"].widget.attrs["list"] = "ask-domains"

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        named = [_key(key) for key in re.split(r"[,\s]+", said.get("other", "")) if key]
        self._check("scope", said.get("scope", []))
        self._check("other", named)
        said["scopes"] = list(dict.fromkeys([*said.get("scope", []), *named]))
        if not self.errors and not said["scopes"]:
            self._check("scope", self.closed)
            self.add_error("other", _("Name a scope to look into."))
        elif len(said["scopes"]) > MOST_SCOPES:
            self.add_error("other", _("At most %(n)d scopes at once.") % {"n": MOST_SCOPES})
        return said

    def _check(self, name: str, keys: Sequence[str]) -> None:
        for key in keys:
            if is_pattern(key):
                self.add_error(name, _("%(scope)s is a pattern: name each scope by its key.") % {"scope": key})
            elif not may_read(self.member, key):
                self.add_error(name, _("%(scope)s is somebody else's own.") % {"scope": key})

    @property
    def question(self) -> Question:
        """What was asked, once it is valid."""
        said = self.cleaned_data
        return Question(
            query=said["q"],
            scopes=tuple(said["scopes"]),
            subject=fold(said["subject"]),
            task_domain=said["domain"],
            task_type=said["task"],
            audience=said["audience"],
            as_of=said["as_of"],
            known_at=said["known_at"],
            k=said["k"] or USUAL_NUMBER,
            history=said["history"],
        )

    @property
    def purpose(self) -> list[forms.BoundField]:
        return [self[name] for name in ("task", "domain", "k")]

    @property
    def finer(self) -> list[forms.BoundField]:
        return [self[name] for name in ("other", "subject", "audience", "as_of", "known_at")]

    @property
    def unfolded(self) -> bool:
        """Whether something that is folded away was filled in, or is wrong."""
        names = ("subject", "audience", "as_of", "known_at", "history", "other")
        return any(self.data.get(name) or name in self.errors for name in names)


def _key(said: str) -> str:
    """A scope as it is written to, however it is spelt; what no database takes is replaced, as a browser does."""
    return fold(said).replace("\x00", "\N{REPLACEMENT CHARACTER}")


def _filled(data: QueryDict | None, ticked: Sequence[str], closed: Sequence[str]) -> QueryDict | None:
    """An address that names no scope asks all that are offered, and says so in the form. One that a colleague sent may
    name scopes of their own: these are left out, which the answer says."""
    if data is None:
        return None
    filled = data.copy()
    named = [_key(key) for key in filled.getlist("scope")]
    if named:
        filled.setlist("scope", [key for key in named if key not in closed])
    elif not filled.get("other", "").strip():
        filled.setlist("scope", list(ticked))
    filled.setdefault("k", str(USUAL_NUMBER))
    return filled
