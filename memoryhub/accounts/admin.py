"""Accounts in the admin site. Tokens are looked at here and never made: their secret is shown on the tokens page."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.auth.forms import ReadOnlyPasswordHashField
from django.contrib.auth.password_validation import validate_password
from django.db.models import ForeignKey, ManyToManyField, QuerySet
from django.forms import ModelChoiceField, ModelMultipleChoiceField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from memoryhub.accounts import walls
from memoryhub.accounts.admin_words import label, speak
from memoryhub.accounts.models import Agent, Member, Role, Token, User, Workspace

speak(User, Workspace, Member, Agent, Token)
# Pages that show the keys of second factors, or make one for somebody else.
admin.site.unregister([StaticDevice, TOTPDevice])


class InWorkspace(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Rows of the workspace one works in; others are not listed and cannot be chosen."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:  # Any: the model of the subclass
        return super().get_queryset(request).filter(workspace=walls.here())

    def formfield_for_foreignkey(
        self,
        db_field: ForeignKey[Any, Any],
        request: HttpRequest,
        **kwargs: Any,  # noqa: ANN401 - what Django hands over
    ) -> ModelChoiceField[Any] | None:
        kwargs.update(_choices(db_field.related_model))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_manytomany(
        self,
        db_field: ManyToManyField[Any, Any],
        request: HttpRequest,
        **kwargs: Any,  # noqa: ANN401 - as above
    ) -> ModelMultipleChoiceField[Any] | None:
        kwargs.update(_choices(db_field.related_model))
        return super().formfield_for_manytomany(db_field, request, **kwargs)


def _choices(model: object) -> dict[str, QuerySet[Any]]:  # Any: one of the two models that stand outside the walls
    if model is Workspace:
        return {"queryset": Workspace.objects.filter(pk__in=filter(None, [walls.here()]))}
    return {"queryset": Member.objects.filter(workspace=walls.here())} if model is Member else {}


class UserForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A login. Whose it is, and its password, only a link changes that goes to its address."""

    password = ReadOnlyPasswordHashField(label=_("Password"))

    class Meta:
        model = User
        fields: ClassVar = ["email", "is_active", "is_staff", "language", "theme"]


class NewUserForm(UserForm):
    """A login that nobody has yet, so that its first password may be set for them; it can never be read."""

    new_password = forms.CharField(
        required=False,
        strip=False,
        label=_("New password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_new_password(self) -> str:
        password = str(self.cleaned_data["new_password"])
        if password:
            validate_password(password, self.instance)
        return password


def _form_for(obj: User | None) -> dict[str, type[UserForm]]:
    return {} if obj else {"form": NewUserForm}


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    form = UserForm
    list_display = ("email", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email",)

    def get_form(
        self,
        request: HttpRequest,
        obj: User | None = None,
        change: bool = False,
        **kwargs: Any,  # noqa: ANN401 - what Django hands over
    ) -> type[forms.ModelForm[User]]:
        return super().get_form(request, obj, change, **{**_form_for(obj), **kwargs})

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        # Another address is another sign-in: that is told, and waits, on the page of the member.
        return ("email",) if obj else ()

    def save_model(self, request: HttpRequest, obj: User, form: UserForm, change: bool) -> None:
        if not change and form.cleaned_data["new_password"]:
            obj.set_password(form.cleaned_data["new_password"])
        elif not change:
            obj.set_unusable_password()
        super().save_model(request, obj, form, change)


@admin.register(Workspace)
class WorkspaceAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    list_display = ("key", "name", "time_zone", "language")
    search_fields = ("key", "name")

    def has_delete_permission(self, request: HttpRequest, obj: Workspace | None = None) -> bool:
        return False


class MemberForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    roles = forms.MultipleChoiceField(
        label=label("roles"), choices=Role.choices, required=False, widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = Member
        fields: ClassVar = ["workspace", "user", "key", "name", "roles", "active"]


@admin.register(Member)
class MemberAdmin(InWorkspace):
    form = MemberForm
    list_display = ("key", "name", "workspace", "active")
    list_filter = ("workspace", "active")
    search_fields = ("key", "name")
    autocomplete_fields = ("user",)

    def get_readonly_fields(self, request: HttpRequest, obj: Member | None = None) -> tuple[str, ...]:
        # Who signs in as somebody changes on the page of the member: those who would notice are told, and it waits.
        return ("user",) if obj else ()


@admin.register(Agent)
class AgentAdmin(InWorkspace):
    list_display = ("key", "name", "workspace", "controller", "active")
    list_filter = ("workspace", "active")
    search_fields = ("key", "name")


@admin.register(Token)
class TokenAdmin(InWorkspace):
    fields = ("workspace", "name", "agent", "member", "prefix", "sources", "scopes", "may_write", "created_at",
              "created_by", "expires_at", "revoked_at", "last_used_at", "requests_per_minute",
              "open_cases")  # fmt: skip
    list_display = ("name", "prefix", "workspace", "agent", "member", "expires_at", "revoked_at", "last_used_at")
    list_filter = ("workspace",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        return False
