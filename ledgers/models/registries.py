"""What is registered: sources, fields, scopes and who is responsible for which facts."""

from __future__ import annotations

from typing import ClassVar

import uuid_utils.compat
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from ledgers.domain.tiers import Tier
from memoryhub.accounts.models import Member, Workspace
from memoryhub.accounts.walled import Walled

TIERS = [
    (Tier.SYSTEM_OF_RECORD, _("system of record")),
    (Tier.APPROVED_DOCUMENT, _("approved document")),
    (Tier.AUTHORIZED_PERSON, _("authorised person")),
    (Tier.COUNTERPARTY, _("other party, own data")),
    (Tier.AGENT_INFERENCE, _("agent inference")),
    (Tier.UNATTRIBUTED, _("no known source")),
]
SENSITIVITIES = [
    ("", _("not sensitive")),
    ("payment", _("payment")),
    ("permission", _("permission")),
    ("contact", _("contact")),
    ("legal", _("legal commitment")),
    ("personal", _("personal data")),
]
VALUE_TYPES = [
    ("text", _("text")),
    ("number", _("number")),
    ("money", _("money")),
    ("date", _("date")),
    ("datetime", _("date and time")),
    ("email", _("e-mail address")),
    ("phone", _("phone number")),
    ("iban", "IBAN"),
    ("cpf_cnpj", "CPF / CNPJ"),
    ("pix", _("PIX key")),
    ("enum", _("one of a list")),
    ("json", "JSON"),
]


class Source(models.Model):
    """A registered origin of claims. Its tier decides rank; an external one can only be unattributed."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    key = models.SlugField(max_length=64)
    name = models.CharField(max_length=200, blank=True)
    tier = models.CharField(max_length=32, choices=TIERS)
    external = models.BooleanField(default=False)
    relayed = models.BooleanField(default=False, help_text=_("Messages that an agent passes on."))
    undated = models.CharField(
        max_length=8,
        choices=[
            ("now", _("holds from when it is said")),
            ("repeats", _("keeps its first date")),
            ("unknown", _("unknown")),
        ],
        blank=True,
        help_text=_("What a missing effective date means; empty: the usual for the tier."),
    )
    subjects = ArrayField(
        models.CharField(max_length=200), default=list, blank=True, help_text=_("Subjects a counterparty speaks for.")
    )
    party = models.CharField(
        max_length=200, blank=True, help_text=_("The registered person or party that speaks here.")
    )
    person = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    responsible = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    review_days = models.PositiveIntegerField(null=True, blank=True)
    write_back_days = models.PositiveIntegerField(
        default=5, help_text=_("Days a write-back to this system may stay open before its owner is asked.")
    )

    objects = Walled["Source"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["workspace", "key"], name="source_key_unique"),
            models.CheckConstraint(
                condition=models.Q(external=False) | models.Q(tier=Tier.UNATTRIBUTED),
                name="source_external_is_unattributed",
            ),
            models.CheckConstraint(
                condition=~models.Q(tier=Tier.APPROVED_DOCUMENT)
                | models.Q(responsible__isnull=False, review_days__isnull=False),
                name="source_document_has_responsible",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.key


class Field(models.Model):
    """A registered attribute, or a pattern of them (`preference.*`)."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    key = models.CharField(max_length=66)
    name = models.CharField(max_length=200, blank=True)
    name_pt = models.CharField(max_length=200, blank=True)
    type = models.CharField(max_length=16, choices=VALUE_TYPES, default="text")
    values = models.CharField(
        max_length=4, choices=[("one", _("one value")), ("many", _("many values"))], default="one"
    )
    sensitivity = models.CharField(max_length=16, choices=SENSITIVITIES, default="", blank=True)
    review_days = models.PositiveIntegerField(null=True, blank=True)
    options = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    empty_marks = ArrayField(models.CharField(max_length=32), default=list, blank=True)
    domain = models.CharField(max_length=32, default="", blank=True)
    authoritative = models.ForeignKey(Source, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    objects = Walled["Field"]()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["workspace", "key"], name="field_key_unique")]

    def __str__(self) -> str:
        return self.name or self.key


class Scope(models.Model):
    """A place where facts hold: `client:acme`, or a pattern `user:*` that admits any such key."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    key = models.CharField(max_length=200)
    name = models.CharField(max_length=200, blank=True)

    objects = Walled["Scope"]()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["workspace", "key"], name="scope_key_unique")]

    def __str__(self) -> str:
        return self.name or self.key


class Responsibility(models.Model):
    """Who owns, backs up and may propose the facts a pattern of scope, field and subject covers.

    `proposers` lists keys: `member:ana`, `agent:inbox`, `agent:*`, or `self` (the person the subject is).
    `owner_is_self` makes the person the subject is the owner.
    """

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    scope = models.CharField(max_length=200, default="*")
    field = models.CharField(max_length=66, default="*")
    subject = models.CharField(max_length=200, default="*")
    owner = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="owns")
    owner_is_self = models.BooleanField(default=False)
    backup = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="backs_up")
    delegates = models.ManyToManyField(Member, blank=True, related_name="deputises")
    # Who may be the second person where two are needed; with nobody named, every reviewer may.
    seconds = models.ManyToManyField(Member, blank=True, related_name="confirms")
    proposers = ArrayField(models.CharField(max_length=80), default=list, blank=True)

    objects = Walled["Responsibility"]()

    class Meta:
        verbose_name_plural = "responsibilities"
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["workspace", "scope", "field", "subject"], name="responsibility_pattern_unique"
            ),
            models.CheckConstraint(
                condition=models.Q(owner__isnull=False) ^ models.Q(owner_is_self=True),
                name="responsibility_has_one_owner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scope} · {self.field} · {self.subject}"


class UnknownField(models.Model):
    """A field claims used that nobody registered: one row per key, in the registry admin's list until answered."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    key = models.CharField(max_length=64)
    first_seen = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(
        max_length=8, blank=True, choices=[("register", _("register")), ("map", _("map")), ("refuse", _("refuse"))]
    )
    mapped_to = models.ForeignKey(Field, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    answered_by = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    objects = Walled["UnknownField"]()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["workspace", "key"], name="unknown_field_key_unique")]

    def __str__(self) -> str:
        return self.key


class Absence(models.Model):
    """Somebody is away, and a delegate decides for them: from the first moment to the last, in the fields named."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="absences")
    delegate = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="stands_in")
    # Patterns of fields (`payment.*`); empty for all.
    fields = ArrayField(models.CharField(max_length=66), default=list, blank=True)
    begins = models.DateTimeField()
    ends = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    created_by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")

    objects = Walled["Absence"]()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(ends__gt=models.F("begins")), name="absence_ends_after_it_begins"
            ),
            models.CheckConstraint(
                condition=~models.Q(member=models.F("delegate")), name="absence_delegate_is_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} until {self.ends}"
