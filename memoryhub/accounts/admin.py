"""Accounts in the admin site. Tokens are looked at here and never made: their secret is shown on the tokens page."""

from __future__ import annotations

from typing import ClassVar

from django import forms
from django.contrib import admin
from django.contrib.auth.forms import ReadOnlyPasswordHashField
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.admin_words import label, speak
from memoryhub.accounts.models import Agent, Member, Role, Token, User, Workspace

speak(User, Workspace, Member, Agent, Token)


class UserForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A login; the password is set here and can never be read."""

    password = ReadOnlyPasswordHashField(label=_("Password"))
    new_password = forms.CharField(
        required=False,
        strip=False,
        label=_("New password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    class Meta:
        model = User
        fields: ClassVar = ["email", "is_active", "is_staff", "language", "theme"]

    def clean_new_password(self) -> str:
        password = str(self.cleaned_data["new_password"])
        if password:
            validate_password(password, self.instance)
        return password


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    form = UserForm
    list_display = ("email", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email",)

    def save_model(self, request: HttpRequest, obj: User, form: UserForm, change: bool) -> None:
        if form.cleaned_data["new_password"]:
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
class MemberAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    form = MemberForm
    list_display = ("key", "name", "workspace", "active")
    list_filter = ("workspace", "active")
    search_fields = ("key", "name")
    autocomplete_fields = ("user",)


@admin.register(Agent)
class AgentAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    list_display = ("key", "name", "workspace", "controller", "active")
    list_filter = ("workspace", "active")
    search_fields = ("key", "name")


@admin.register(Token)
class TokenAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
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
