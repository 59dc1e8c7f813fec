"""Questions put to owners, what happened to each, and what follows from an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import uuid_utils.compat
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from ledgers.models import Claim, Slot, Source
from memoryhub.accounts.models import Agent, Member, Role, Workspace
from memoryhub.accounts.walled import Walled

if TYPE_CHECKING:
    from escalations.hearing import Heard


class Case(models.Model):
    """One question about a slot. At most one conflict is open per slot, and one check per fact and cause.

    `version` rises with everything that changes what the owner would see; a decision names the version it saw. `heard`
    is no column: what whoever decides it has read under its lock (see `hearing`).
    """

    heard: Heard | None = None

    class Kind(models.TextChoices):
        CONFLICT = "conflict", _("Conflict")
        FIRST_VALUE = "first_value", _("First Value")
        LOOK_ALIKE = "look_alike", _("Look Alike")
        REVIEW_DUE = "review_due", _("Review Due")
        RETURNED = "returned", _("Returned")
        WRITE_BACK = "write_back", _("Write Back")
        REVERT = "revert", _("Revert")

    class State(models.TextChoices):
        OPEN = "open", _("Open")
        DECIDED = "decided", _("Decided")
        CLOSED = "closed", _("Closed")

    QUESTIONS = (Kind.CONFLICT, Kind.FIRST_VALUE, Kind.LOOK_ALIKE)
    # How the cause of a check begins that a person asked for, and no date.
    ASKED = "asked "

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    slot = models.ForeignKey(Slot, on_delete=models.PROTECT, related_name="cases")
    # As the slot has them: the queue is counted and sorted without looking at every slot.
    scope = models.CharField(max_length=200)
    field = models.CharField(max_length=64)
    kind = models.CharField(max_length=16, choices=Kind.choices)
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    fact = models.UUIDField(null=True, blank=True)
    cause = models.CharField(max_length=80, blank=True)
    sensitivity = models.CharField(max_length=16, blank=True)
    # How many claims were worked out from the fact in force, when the case was opened or last changed.
    dependents = models.PositiveIntegerField(default=0, db_default=0)
    owner = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="cases")
    backup = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    version = models.PositiveIntegerField(default=1)
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    choice = models.CharField(max_length=16, blank=True)
    chosen = models.UUIDField(null=True, blank=True)
    reason = models.TextField(blank=True)
    blame = models.CharField(max_length=16, blank=True)
    decision_key = models.UUIDField(null=True, blank=True)
    closed_because = models.CharField(max_length=64, blank=True)
    # Whom the owner asked to decide it for them; the owner stays.
    assignee = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    snoozed_until = models.DateTimeField(null=True, blank=True)
    # When the next reminder is due, and the share of the time (in percent) that was reminded of last.
    reminds_at = models.DateTimeField(null=True, blank=True)
    reminded = models.PositiveSmallIntegerField(default=0)
    # Until when the decision may be taken back.
    undo_until = models.DateTimeField(null=True, blank=True)

    objects = Walled["Case"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["workspace", "slot"],
                condition=Q(state="open", kind__in=["conflict", "first_value", "look_alike"]),
                name="case_one_question_per_slot",
            ),
            models.UniqueConstraint(
                fields=["workspace", "slot", "fact", "kind", "cause"],
                condition=~Q(kind__in=["conflict", "first_value", "look_alike"]),
                name="case_one_check_per_fact_and_cause",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["workspace", "owner", "due_at", "id"], condition=Q(state="open"), name="case_queue"),
            models.Index(fields=["workspace", "due_at", "id"], condition=Q(state="open"), name="case_due"),
            models.Index(fields=["workspace", "reminds_at"], condition=Q(state="open"), name="case_reminders"),
            # What was decided last: past decisions on a card, and the list of closed cases.
            models.Index(fields=["workspace", "-closed_at", "id"], condition=~Q(state="open"), name="case_closed"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"

    @property
    def asked_for(self) -> bool:
        return self.cause.startswith(self.ASKED)


class CaseClaim(models.Model):
    """A claim that waits in a case, until it leaves."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="candidates")
    claim = models.ForeignKey(Claim, on_delete=models.PROTECT)
    added_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["case", "claim"], name="case_claim_once")]

    def __str__(self) -> str:
        return str(self.claim_id)


class CaseEvent(models.Model):
    """What happened to a case, in order; never updated."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="events")
    at = models.DateTimeField()
    code = models.CharField(max_length=32)
    params = models.JSONField(default=dict)
    member = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    def __str__(self) -> str:
        return self.code


class Notice(models.Model):
    """Something a member is told: in the app from `not_before` on, and later by one mail if nobody opened it."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="notices")
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="notices")
    code = models.CharField(max_length=32)
    at = models.DateTimeField()
    # Waits until the decision it tells of can no longer be taken back.
    not_before = models.DateTimeField(null=True, blank=True)
    read_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)

    objects = Walled["Notice"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["case", "member", "code"], name="notice_once_per_case_and_code")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["workspace", "at"],
                condition=Q(mailed_at__isnull=True, read_at__isnull=True),
                name="notice_to_mail",
            )
        ]

    def __str__(self) -> str:
        return self.code


class CaseLink(models.Model):
    """The link of one mail to one case, by its hash; `member` is whom the mail went to."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="links")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    hash = models.BinaryField(max_length=32)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    objects = Walled["CaseLink"]()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["workspace", "hash"], name="case_link_hash_unique")]

    def __str__(self) -> str:
        return str(self.id)


class WriteBack(models.Model):
    """A system of record still says otherwise after a decision: open until someone brings it in line."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    slot = models.ForeignKey(Slot, on_delete=models.PROTECT, related_name="write_backs")
    case = models.ForeignKey(Case, on_delete=models.PROTECT)
    source = models.ForeignKey(Source, on_delete=models.PROTECT)
    fact = models.UUIDField()
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    done_by = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    objects = Walled["WriteBack"]()

    def __str__(self) -> str:
        return str(self.source_id)


class Approval(models.Model):
    """What the first of two people pressed, on what they saw, until a second confirms it or something clears it."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="approvals")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    choice = models.JSONField()
    evidence_digest = models.CharField(max_length=64)
    decision_key = models.UUIDField(null=True, blank=True)
    at = models.DateTimeField()
    cleared_at = models.DateTimeField(null=True, blank=True)
    cleared_because = models.CharField(max_length=32, blank=True)

    objects = Walled["Approval"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["workspace", "case"], condition=Q(cleared_at__isnull=True), name="approval_one_first_per_case"
            )
        ]

    def __str__(self) -> str:
        return f"{self.member_id} in {self.case_id}"


class EvidenceRequest(models.Model):
    """An owner asks the agent that proposed a value for what is missing: the case waits for it until the date."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="evidence_requests")
    claim = models.ForeignKey(Claim, on_delete=models.PROTECT, related_name="+")
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, blank=True, related_name="evidence_requests")
    asked_by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    missing = ArrayField(models.CharField(max_length=16))
    note = models.CharField(max_length=500, blank=True)
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_because = models.CharField(max_length=16, blank=True)
    answer = models.JSONField(default=dict, blank=True)

    objects = Walled["EvidenceRequest"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["workspace", "case"], condition=Q(closed_at__isnull=True), name="evidence_one_open_per_case"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["workspace", "agent", "id"], name="evidence_of_agent"),
            models.Index(fields=["workspace", "due_at"], name="evidence_due"),
        ]

    def __str__(self) -> str:
        return str(self.case_id)


class Presence(models.Model):
    """Who had a case open, and when their page last asked: a hint between colleagues, and no record.

    The database holds no foreign key here: checking one would wait for whoever decides the case just then.
    """

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False)
    case = models.ForeignKey(Case, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+")
    member = models.ForeignKey(Member, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    seen_at = models.DateTimeField()

    objects = Walled["Presence"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["workspace", "case", "member"], name="presence_once_per_case_and_member")
        ]

    def __str__(self) -> str:
        return f"{self.member_id} at {self.case_id}"


class SavedView(models.Model):
    """A name for a set of the queue's filters, its maker's alone or shared with those who hold a role, or with everyone
    where none is named; the address works without it, and shows each reader what they may see."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="saved_views")
    name = models.CharField(max_length=40)
    query = models.CharField(max_length=500)
    shared = models.BooleanField(default=False)
    role = models.CharField(max_length=16, choices=Role.choices, blank=True, default="", db_default="")

    objects = Walled["SavedView"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["workspace", "member", "name"], name="saved_view_name_unique"),
            models.UniqueConstraint(
                fields=["workspace", "name"], condition=Q(shared=True), name="saved_view_shared_name_unique"
            ),
        ]

    def __str__(self) -> str:
        return self.name
