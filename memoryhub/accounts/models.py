"""Who there is: workspaces, the people and agents in them, and the tokens they carry."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from typing import ClassVar

import uuid_utils.compat
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.walled import Walled


def check_zone(name: str) -> None:
    """Refuse a name the time zone database does not know."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("%(name)s is not a time zone, such as America/Sao_Paulo."), params={"name": name})


# Asked for each time: a fixed time of day as the default looks like a mistake to Django, and to its check whenever the
# process starts at that very time.
def usual_beginning() -> dt.time:
    return dt.time(9)


def usual_end() -> dt.time:
    return dt.time(18)


class Workspace(models.Model):
    """A tenant: everything else belongs to exactly one."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    key = models.SlugField(max_length=64, unique=True)
    name = models.CharField(max_length=200)
    time_zone = models.CharField(max_length=64, default="America/Sao_Paulo", validators=[check_zone])
    language = models.CharField(max_length=10, default="en")
    demo = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    undo_seconds = models.PositiveSmallIntegerField(
        default=20,
        validators=[MaxValueValidator(120)],
        help_text=_("How long a decision may be taken back; 0: not at all."),
    )
    # Deadlines run in business hours, outside the public holidays of this country and region (ISO 3166).
    country = models.CharField(max_length=2, default="BR")
    region = models.CharField(max_length=8, default="", blank=True)
    day_begins = models.TimeField(default=usual_beginning)
    day_ends = models.TimeField(default=usual_end)
    mails_contacts = models.BooleanField(
        default=False, help_text=_("Show contacts in full in mails. Payments and permissions never are.")
    )

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.time_zone)


class Users(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **extra: object) -> User:
        user = self.model(email=self.normalize_email(email).casefold(), **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **extra: object) -> User:
        return self.create_user(email, password, is_staff=True, **extra)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=(username or "").casefold())


class User(AbstractBaseUser):
    """A login. What a person may do hangs on the membership, never on the login."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    email = models.EmailField(unique=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    language = models.CharField(max_length=10, default="", blank=True)
    theme = models.CharField(
        max_length=5, default="auto", choices=[("auto", _("auto")), ("light", _("light")), ("dark", _("dark"))]
    )

    time_zone = models.CharField(max_length=64, default="", blank=True, validators=[check_zone])
    keys = models.CharField(
        max_length=3, default="on", choices=[("on", _("on")), ("alt", _("with Alt")), ("off", _("off"))]
    )
    # The keys chosen in place of the usual ones, by what they do; see `shortcuts`.
    shortcuts = models.JSONField(default=dict, blank=True)
    # Ten times as long to take a decision back.
    undo_long = models.BooleanField(default=False)
    mail = models.CharField(
        max_length=6, default="soon", choices=[("soon", _("one by one")), ("digest", _("once a day, at 8:00"))]
    )
    # Every session carries it, hashed with the password: another number ends them all.
    session_round = models.PositiveIntegerField(default=0)

    objects = Users()
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What Django compares with each session: the password, and the round the session was begun in."""
        held = f"{self.password}:{self.session_round}"
        return salted_hmac("memoryhub.accounts.User.session", held, secret=secret, algorithm="sha256").hexdigest()

    def has_perm(self, perm: str, obj: object = None) -> bool:
        return self.is_active and self.is_staff

    def has_module_perms(self, app_label: str) -> bool:
        return self.is_active and self.is_staff


class Role(models.TextChoices):
    """What a member may do besides owning facts (owning comes from responsibilities)."""

    OWNER = "owner", _("owner")
    REVIEWER = "reviewer", _("reviewer")
    POLICY_EDITOR = "policy_editor", _("policy editor")
    POLICY_APPROVER = "policy_approver", _("policy approver")
    REGISTRY_ADMIN = "registry_admin", _("registry admin")
    ACCOUNT_ADMIN = "account_admin", _("account admin")
    AUDITOR = "auditor", _("auditor")


class Member(models.Model):
    """A person in a workspace; `key` is what claims and responsibilities call them.

    `asked` is no column: the login that was to be theirs and is somebody's already, who has to say yes first.
    """

    asked: User | None = None

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="members")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships", null=True, blank=True)
    key = models.SlugField(max_length=64)
    name = models.CharField(max_length=200)
    roles = ArrayField(models.CharField(max_length=32, choices=Role.choices), default=list, blank=True)
    active = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["workspace", "key"], name="member_key_unique"),
            models.UniqueConstraint(fields=["workspace", "user"], name="member_user_unique"),
        ]

    def __str__(self) -> str:
        return self.name

    def has_role(self, *roles: Role) -> bool:
        return self.active and any(role in self.roles for role in roles)

    @property
    def only_audits(self) -> bool:
        """An auditor who holds nothing beyond that reads everything and decides nothing."""
        return self.roles == [Role.AUDITOR]


# Of whom a case may be put to.
MAY_DECIDE = models.Q(active=True) & ~models.Q(roles=[Role.AUDITOR])


class Agent(models.Model):
    """A program that posts claims and recalls facts, with the person who controls it."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="agents")
    key = models.SlugField(max_length=64)
    name = models.CharField(max_length=200)
    purpose = models.CharField(max_length=300, blank=True)
    controller = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="agents", null=True, blank=True)
    active = models.BooleanField(default=True)

    objects = Walled["Agent"]()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["workspace", "key"], name="agent_key_unique")]

    def __str__(self) -> str:
        return self.name


class Token(models.Model):
    """A credential `mh_pat_…` of an agent or a member. Only its hash is kept; the secret is shown once.

    `sources` are the registered sources the holder may post through, `scopes` patterns (`client:*`) of the scopes it
    may read and post to; an empty list allows none (deny by default), `["*"]` allows all.
    """

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="tokens")
    name = models.CharField(max_length=200)
    agent = models.ForeignKey(Agent, on_delete=models.PROTECT, null=True, blank=True, related_name="tokens")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="tokens")
    prefix = models.CharField(max_length=24, db_index=True)
    hash = models.BinaryField(max_length=32, unique=True)
    sources = ArrayField(models.CharField(max_length=64), default=list, blank=True)
    scopes = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    may_write = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    revoked_because = models.CharField(max_length=200, blank=True)
    # The token this one takes the place of; both are good until the older one expires.
    follows = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    last_used_at = models.DateTimeField(null=True, blank=True)
    # Ranges (`10.0.0.0/8`) or single addresses it may be used from; empty for anywhere.
    addresses = ArrayField(models.CharField(max_length=50), default=list, blank=True)
    # Null: as the setting says. 0: no limit.
    requests_per_minute = models.PositiveIntegerField(null=True, blank=True)
    open_cases = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(agent__isnull=False, member__isnull=True)
                | models.Q(agent__isnull=True, member__isnull=False),
                name="token_has_one_holder",
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @property
    def holder(self) -> Agent | Member:
        """Whom the token speaks for; the constraint makes sure there is exactly one."""
        return self.agent or self.member  # type: ignore[return-value]  # token_has_one_holder

    @property
    def state(self) -> str:
        if self.revoked_at is not None:
            return "revoked"
        ended = self.expires_at is not None and self.expires_at <= timezone.now()
        return "expired" if ended else "valid"


class TokenCount(models.Model):
    """How often a token asked within its minute and the one before; see `rates`. Worth nothing after a crash."""

    token_id = models.UUIDField(primary_key=True)
    most = models.PositiveIntegerField()
    began = models.DateTimeField()
    before = models.PositiveIntegerField()
    used = models.PositiveIntegerField()
    let_in = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.used} of {self.most}"


class SecurityEvent(models.Model):
    """A change somebody known asked for and did not get, or another way to sign in. It says who, where and why, never
    what they sent."""

    id = models.UUIDField(primary_key=True, default=uuid_utils.compat.uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, related_name="security_events")
    at = models.DateTimeField(auto_now_add=True)
    author = models.CharField(max_length=80)
    code = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    method = models.CharField(max_length=8)
    path = models.CharField(max_length=200)
    request_id = models.CharField(max_length=64, blank=True)

    objects = Walled["SecurityEvent"]()

    class Meta:
        indexes: ClassVar = [models.Index(fields=["workspace", "-id"], name="security_event_latest")]

    def __str__(self) -> str:
        return f"{self.code} by {self.author}"


class Setup(models.Model):
    """How far an admin got in setting up a workspace of their own, with what they typed and did not save yet."""

    workspace = models.OneToOneField(Workspace, on_delete=models.PROTECT, primary_key=True)
    template = models.CharField(max_length=64, blank=True)
    step = models.CharField(max_length=16)
    # One object a kind of fact, as typed.
    rows = models.JSONField(default=list, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    objects = Walled["Setup"]()

    def __str__(self) -> str:
        return self.step
