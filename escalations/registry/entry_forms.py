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
from memoryhub.accounts.models import Member, Workspace


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

    def __init__(self, data: QueryDict | None = None, *, workspace: Workspace, row: Model | None = None) -> None:
        super().__init__(data, instance=row)
        people = Member.objects.filter(workspace=workspace, active=True).order_by("name")
        for name, field in self.fields.items():
            field.label = label(name)
            if isinstance(field, forms.ModelChoiceField):
                named = field.queryset.model is Member if field.queryset is not None else False
                field.empty_label = _("nobody") if named else _("none")
                field.queryset = people if named else Source.objects.filter(workspace=workspace).order_by("key")
        for name in self.fixed if row else ():
            del self.fields[name]

    def _post_clean(self) -> None:
        """Nothing: Django would judge the entry by the model, and write on the row that the service has to compare."""


def lines(help_text: Any = "") -> Lines:  # noqa: ANN401 - a text, translated or to be
    return Lines(help_text=help_text)


class SourceForm(Entry):
    subjects = lines(_("Subjects a counterparty speaks for, one a line."))

    class Meta:
        model = Source
        fields: ClassVar = [
            "key", "name", "tier", "external", "relayed", "undated", "subjects", "party", "person", "responsible",
            "review_days", "write_back_days",
        ]  # fmt: skip


class FieldForm(Entry):
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
            "review_days": _("Empty for never."),
        }


class ScopeForm(Entry):
    class Meta:
        model = Scope
        fields: ClassVar = ["key", "name"]
        help_texts: ClassVar = {"key": _("Such as client:acme; client:* admits every client.")}


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
