"""Drafts of the policy, their edits, verdicts and backtests; and what the database itself holds of the second person."""

import django.db.models.deletion
import uuid_utils.compat
from django.db import migrations, models

from memoryhub.accounts.walls import open_sql, policy_sql

TABLES = ("ledgers_policydraft", "ledgers_draftedit", "ledgers_draftverdict", "ledgers_backtest")

APPEND_ONLY = """
CREATE TRIGGER draft_edit_append_only BEFORE UPDATE OR DELETE ON ledgers_draftedit
    FOR EACH ROW EXECUTE FUNCTION ledgers_append_only();
CREATE TRIGGER draft_verdict_append_only BEFORE UPDATE OR DELETE ON ledgers_draftverdict
    FOR EACH ROW EXECUTE FUNCTION ledgers_append_only();
"""

# Whoever wrote anything of a draft does not let it pass. The row of the draft is locked, so that nobody becomes an
# author meanwhile.
SECOND_PERSON = """
CREATE FUNCTION ledgers_verdict_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    judged ledgers_policydraft%ROWTYPE;
BEGIN
    SELECT * INTO judged FROM ledgers_policydraft WHERE id = NEW.draft_id FOR UPDATE;
    IF NEW.hash IS DISTINCT FROM judged.hash OR NEW.base_id IS DISTINCT FROM judged.base_id THEN
        RAISE EXCEPTION 'a verdict is about the draft as it stands'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'verdict_about_what_stands';
    END IF;
    IF NEW.approved AND (judged.created_by_id = NEW.member_id OR EXISTS (
        SELECT 1 FROM ledgers_draftedit edit WHERE edit.draft_id = NEW.draft_id AND edit.member_id = NEW.member_id
    )) THEN
        RAISE EXCEPTION 'an author does not approve a draft'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'verdict_by_a_second_person';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER verdict_guard BEFORE INSERT ON ledgers_draftverdict
    FOR EACH ROW EXECUTE FUNCTION ledgers_verdict_guard();
"""

# What is approved, scheduled or activated was approved by somebody with this very content, on this very base.
APPROVED = """
CREATE FUNCTION ledgers_draft_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.state IN ('active', 'withdrawn') THEN
        RAISE EXCEPTION 'a draft that is over never changes'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'draft_over_never_changes';
    END IF;
    IF NEW.state IN ('approved', 'scheduled', 'active') AND NOT EXISTS (
        SELECT 1 FROM ledgers_draftverdict verdict WHERE verdict.draft_id = NEW.id AND verdict.approved
            AND verdict.hash = NEW.hash AND verdict.base_id = NEW.base_id
    ) THEN
        RAISE EXCEPTION 'nobody approved this draft as it stands'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'draft_approved_as_it_stands';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER draft_guard BEFORE INSERT OR UPDATE ON ledgers_policydraft
    FOR EACH ROW EXECUTE FUNCTION ledgers_draft_guard();
"""

UNDO = """
DROP TRIGGER draft_guard ON ledgers_policydraft;
DROP FUNCTION ledgers_draft_guard;
DROP TRIGGER verdict_guard ON ledgers_draftverdict;
DROP FUNCTION ledgers_verdict_guard;
DROP TRIGGER draft_verdict_append_only ON ledgers_draftverdict;
DROP TRIGGER draft_edit_append_only ON ledgers_draftedit;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_shortcuts"),
        ("ledgers", "0017_seals_by_place"),
    ]

    operations = [
        migrations.CreateModel(
            name="PolicyDraft",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("title", models.CharField(max_length=120)),
                ("document", models.JSONField()),
                ("hash", models.CharField(max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("editing", "being edited"),
                            ("submitted", "waiting for approval"),
                            ("approved", "approved"),
                            ("scheduled", "scheduled"),
                            ("conflict", "in conflict with the version in force"),
                            ("active", "activated"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="editing",
                        max_length=9,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField()),
                ("submitted_at", models.DateTimeField(blank=True, null=True)),
                ("activate_at", models.DateTimeField(blank=True, null=True)),
                (
                    "activated",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="written_as",
                        to="ledgers.policyversion",
                    ),
                ),
                (
                    "base",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="drafts", to="ledgers.policyversion"
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.member"
                    ),
                ),
                (
                    "submitted_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.member",
                    ),
                ),
                ("workspace", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="accounts.workspace")),
            ],
        ),
        migrations.CreateModel(
            name="DraftVerdict",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("at", models.DateTimeField()),
                ("approved", models.BooleanField()),
                ("reason", models.TextField()),
                ("hash", models.CharField(max_length=64)),
                ("seen", models.PositiveIntegerField()),
                ("comparison", models.JSONField()),
                (
                    "base",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ledgers.policyversion"
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.member"
                    ),
                ),
                ("workspace", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="accounts.workspace")),
                (
                    "draft",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="verdicts", to="ledgers.policydraft"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DraftEdit",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("at", models.DateTimeField()),
                ("kind", models.CharField(max_length=24)),
                ("before", models.CharField(blank=True, max_length=64)),
                ("after", models.CharField(max_length=64)),
                ("changes", models.JSONField(default=list)),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.member"
                    ),
                ),
                ("workspace", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="accounts.workspace")),
                (
                    "draft",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="edits", to="ledgers.policydraft"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Backtest",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("hash", models.CharField(max_length=64)),
                ("window_days", models.PositiveIntegerField(blank=True, null=True)),
                ("scope", models.CharField(blank=True, default="", max_length=200)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("queued", "queued"),
                            ("running", "running"),
                            ("done", "done"),
                            ("cancelled", "cancelled"),
                            ("failed", "failed"),
                        ],
                        default="queued",
                        max_length=9,
                    ),
                ),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("result", models.JSONField(blank=True, default=dict)),
                ("snapshot", models.CharField(blank=True, max_length=64)),
                ("engine", models.CharField(blank=True, max_length=64)),
                ("asked_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("error", models.CharField(blank=True, max_length=200)),
                ("acknowledged", models.JSONField(blank=True, default=dict)),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.member"
                    ),
                ),
                (
                    "base",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ledgers.policyversion"
                    ),
                ),
                ("workspace", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="accounts.workspace")),
                (
                    "draft",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="backtests", to="ledgers.policydraft"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="policydraft",
            index=models.Index(fields=["workspace", "-id"], name="draft_latest"),
        ),
        migrations.AddIndex(
            model_name="policydraft",
            index=models.Index(
                condition=models.Q(("state", "scheduled")), fields=["workspace", "activate_at"], name="draft_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="policydraft",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("state__in", ["editing", "submitted", "approved", "scheduled", "conflict", "active", "withdrawn"])
                ),
                name="draft_known_state",
            ),
        ),
        migrations.AddConstraint(
            model_name="policydraft",
            constraint=models.CheckConstraint(
                condition=models.Q(("hash__regex", "^[0-9a-f]{64}$")), name="draft_has_its_hash"
            ),
        ),
        migrations.AddConstraint(
            model_name="policydraft",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("activated__isnull", False), ("state", "active")),
                    models.Q(models.Q(("state", "active"), _negated=True), ("activated__isnull", True)),
                    _connector="OR",
                ),
                name="draft_active_names_its_version",
            ),
        ),
        migrations.AddConstraint(
            model_name="policydraft",
            constraint=models.UniqueConstraint(fields=("workspace", "activated"), name="draft_one_per_version"),
        ),
        migrations.AddConstraint(
            model_name="policydraft",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "scheduled"), _negated=True), ("activate_at__isnull", False), _connector="OR"
                ),
                name="draft_scheduled_has_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="policydraft",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state__in", ["submitted", "approved", "scheduled"]), _negated=True),
                    models.Q(("submitted_at__isnull", False), ("submitted_by__isnull", False)),
                    _connector="OR",
                ),
                name="draft_judged_was_submitted",
            ),
        ),
        migrations.AddConstraint(
            model_name="draftverdict",
            constraint=models.CheckConstraint(
                condition=models.Q(("hash__regex", "^[0-9a-f]{64}$")), name="verdict_has_its_hash"
            ),
        ),
        migrations.AddConstraint(
            model_name="draftverdict",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="verdict_has_a_reason"
            ),
        ),
        migrations.AddConstraint(
            model_name="draftverdict",
            constraint=models.UniqueConstraint(fields=("workspace", "draft", "seen"), name="verdict_once_per_state"),
        ),
        migrations.AddConstraint(
            model_name="draftedit",
            constraint=models.CheckConstraint(
                condition=models.Q(("after__regex", "^[0-9a-f]{64}$")), name="draft_edit_has_its_hash"
            ),
        ),
        migrations.AddConstraint(
            model_name="backtest",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["queued", "running", "done", "cancelled", "failed"])),
                name="backtest_known_state",
            ),
        ),
        migrations.AddConstraint(
            model_name="backtest",
            constraint=models.CheckConstraint(
                condition=models.Q(("hash__regex", "^[0-9a-f]{64}$")), name="backtest_has_its_hash"
            ),
        ),
        migrations.AddConstraint(
            model_name="backtest",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at__isnull", True), ("state__in", ["queued", "running"])),
                    models.Q(
                        models.Q(("state__in", ["queued", "running"]), _negated=True), ("ended_at__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="backtest_ends_when_it_is_over",
            ),
        ),
        migrations.AddConstraint(
            model_name="backtest",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["queued", "running"])),
                fields=("workspace", "draft"),
                name="backtest_one_running_per_draft",
            ),
        ),
        migrations.RunSQL("".join(map(policy_sql, TABLES)), "".join(map(open_sql, TABLES))),
        migrations.RunSQL(APPEND_ONLY + SECOND_PERSON + APPROVED, UNDO),
    ]
