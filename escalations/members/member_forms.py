"""What an admin types about a person."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.models import Member, Role


class Person(forms.Form):
    """A person already there: their name, roles and e-mail. Nobody gives themselves another sign-in: a slip in the
    address would shut them out."""

    name = forms.CharField(max_length=200, label=_("Name"))
    email = forms.EmailField(
        label=_("E-mail"),
        help_text=_(
            "They sign in with it. Another one is another sign-in: an invitation goes there, and the old address and "
            "the other account admins hear of it."
        ),
        error_messages={"required": _("Write the e-mail they sign in with. To shut them out, deactivate them.")},
    )
    roles = forms.MultipleChoiceField(
        required=False, label=_("Roles"), choices=Role.choices, widget=forms.CheckboxSelectMultiple
    )

    @classmethod
    def of(cls, member: Member, by: Member, data: QueryDict | None = None) -> Person:
        email = member.user.email if member.user else ""
        form = cls(data, initial={"name": member.name, "email": email, "roles": member.roles})
        form.fields["email"].required = bool(email)
        if member == by:
            del form.fields["email"]
        return form


class NewPerson(Person):
    """A person to be invited."""

    email = forms.EmailField(label=_("E-mail"), help_text=_("Where the invitation goes; they sign in with it."))
    key = forms.SlugField(
        max_length=64,
        label=_("Key"),
        help_text=_("What claims and responsibilities call them: small letters, digits, - and _. It never changes."),
    )
    field_order = ["email", "name", "key", "roles"]

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.order_fields(self.field_order)
