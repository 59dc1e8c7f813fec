"""Who changed a registry or the policy, when, and from what to what."""

from __future__ import annotations

from typing import ClassVar

import uuid_utils.compat
from django.db import models
from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.models import Member, User, Workspace
from memoryhub.accounts.walled import Walled


class RegistryChange(models.Model):
    """One change of a registry entry; never updated or deleted (trigger).

    `before` and `after` hold the members that differ; `before` is empty for a new entry, `after` for one taken out.
    `login` names staff who are no member of the workspace; with neither, the change came from the command line.
    """

    class Kind(models.TextChoices):
        SOURCE = "source", _("source")
        FIELD = "field", _("field")
        SCOPE = "scope", _("scope")
        RESPONSIBILITY = "responsibility", _("responsibility")
        UNKNOWN_FIELD = "unknown_field", _("unknown field")
        MEMBER = "member", _("member")
        AGENT = "agent", _("agent")
        POLICY = "policy", _("policy")
        WORKSPACE = "workspace", _("workspace")
        TOKEN = "token", _("token")
        WEBHOOK = "webhook", _("webhook")

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    at = models.DateTimeField()
    kind = models.CharField(max_length=16, choices=Kind.choices)
    key = models.CharField(max_length=500)
    member = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    login = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    objects = Walled["RegistryChange"]()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["workspace", "kind", "key", "-at"], name="registry_change_entry")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
