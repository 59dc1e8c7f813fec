"""What a registry admin fills in about an entry. The entry's service judges it, in the same words at every door."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.db.models import Model
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ledgers.admin_registry import Lines
from ledgers.models import Field, Responsibility, Scope, Source
from ledgers.registry_errors import RegistryRefused
from memoryhub.accounts.admin_words import label
from memoryhub.accounts.errors import Words
from memoryhub.accounts.models import MAY_DECIDE, Member, Workspace


class Told(forms.BaseForm):
    """A form that says what a service refused beside each member it is about; `names` where the form calls it else."""

    names: ClassVar[dict[str, str]] = {}

    def told(self, refused: RegistryRefused) -> None:
        for error in refused.errors:
            said = error["pointer"].split("/")[1]
            member = self.names.get(said, said)
            self.add_error(member if member in self.fields else None, str(error["detail"]))


class Entry(Told, forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """An entry of a workspace's registry. `fixed` is what identifies it: asked once, never changed."""

    fixed: ClassVar[tuple[str, ...]] = ("key",)
    # What it is called, and its form while there is none yet.
    title: ClassVar[Words] = ""
    adding: ClassVar[Words] = ""
    # What stands where nothing is chosen yet.
    nothing: ClassVar[dict[str, Words]] = {}

    def __init__(self, data: QueryDict | None = None, *, workspace: Workspace, row: Model | None = None) -> None:
        super().__init__(data, instance=row)
        people = Member.objects.filter(MAY_DECIDE, workspace=workspace).order_by("name")
        for name, field in self.fields.items():
            field.label = label(name)
            if isinstance(field, forms.ModelChoiceField):
                named = field.queryset.model is Member if field.queryset is not None else False
                field.queryset = people if named else Source.objects.filter(workspace=workspace).order_by("key")
                if not isinstance(field, forms.ModelMultipleChoiceField):
                    field.empty_label = _("nobody") if named else _("none")
            elif name in self.nothing:
                field.choices = [("", self.nothing[name]), *(one for one in field.choices if one[0])]  # type: ignore[attr-defined]  # a field of choices
        for name in self.fixed if row else ():
            del self.fields[name]

    def _post_clean(self) -> None:
        """Nothing: Django would judge the entry by the model, and write on the row that the service has to compare."""


def lines(help_text: Any = "") -> Lines:  # noqa: ANN401 - a text, translated or to be
    return Lines(help_text=help_text)


class SourceForm(Entry):
    title, adding = _("Source"), _("Add a source")
    nothing: ClassVar[dict[str, Words]] = {"tier": _("choose one"), "undated": _("as usual for its tier")}
    subjects = lines(_("Subjects a counterparty speaks for, one a line."))

    class Meta:
        model = Source
        fields: ClassVar = [
            "key", "name", "tier", "external", "relayed", "undated", "subjects", "party", "person", "responsible",
            "review_days", "write_back_days",
        ]  # fmt: skip
        help_texts: ClassVar = {
            "key": _("Such as crm; claims name it so, and it never changes."),
            "tier": _("What kind of word it is. How strong that is, field by field, the policy says."),
            "external": _("Content that no registered party said: web pages, unverified mail, pasted text."),
            "person": _("The colleague who speaks here, where it is one."),
            "responsible": _("Who keeps an approved document right; only documents need one."),
            "review_days": _("How often an approved document is looked through again."),
        }


class FieldForm(Entry):
    title, adding = _("Field"), _("Add a field")
    options = lines(_("For one of a list: the values, one a line."))
    empty_marks = lines(_("Texts that mean that there is no value, one a line."))

    class Meta:
        model = Field
        fields: ClassVar = [
            "key", "name", "name_pt", "type", "values", "sensitivity", "review_days", "options", "empty_marks",
            "domain", "authoritative",
        ]  # fmt: skip
        help_texts: ClassVar = {
            "key": _("Such as contact.primary; a pattern such as preference.* stands for all that begin so."),
            "name": _("In English, for people."),
            "name_pt": _("For people who read Portuguese; empty where it is the same."),
            "sensitivity": _("Changes of what is sensitive wait for their owner."),
            "review_days": _("Empty for never."),
            "domain": _("What it is about in one word, such as health or billing."),
            "authoritative": _("The source whose word counts most here."),
        }


class ScopeForm(Entry):
    title, adding = _("Scope"), _("Add a scope")

    class Meta:
        model = Scope
        fields: ClassVar = ["key", "name"]
        help_texts: ClassVar = {
            "key": _("Such as client:acme; client:* admits every client."),
            "name": _("For people."),
        }


class ResponsibilityForm(Entry):
    fixed: ClassVar[tuple[str, ...]] = ()
    proposers = lines(
        _("member:ana, agent:inbox, a beginning such as agent:*, self for the person the subject is, or *; one a line.")
    )

    class Meta:
        model = Responsibility
        fields: ClassVar = [
            "scope", "field", "subject", "owner", "owner_is_self", "backup", "delegates", "seconds", "proposers",
        ]  # fmt: skip
        help_texts: ClassVar = {
            "scope": _("Such as client:acme, client:* for all clients, or * for everywhere."),
            "field": _("Such as payment.iban, payment.* for all of them, or * for every field."),
            "subject": _("Such as customer:acme, or * for every subject."),
            "backup": _("May decide once a case is due, and at once where no owner is active."),
            "delegates": _("May decide beside the owner."),
            "seconds": _("Who confirms where two people have to agree; with nobody named, every reviewer."),
        }
        widgets: ClassVar = {
            "delegates": forms.CheckboxSelectMultiple,
            "seconds": forms.CheckboxSelectMultiple,
        }
