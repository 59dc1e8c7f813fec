"""Putting the previous version back at once, by one person; and what the database itself holds of the second one."""

import django.db.models.deletion
import uuid_utils.compat
from django.db import migrations, models

from memoryhub.accounts.walls import open_sql, policy_sql

TABLE = "ledgers_emergencyrollback"

# Ratified or not, that is said once.
OVER = """
CREATE FUNCTION ledgers_emergency_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.ended_at IS NOT NULL THEN
        RAISE EXCEPTION 'an emergency that is over never changes'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'emergency_over_never_changes';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER emergency_guard BEFORE UPDATE ON ledgers_emergencyrollback
    FOR EACH ROW EXECUTE FUNCTION ledgers_emergency_guard();
"""
UNDO = "DROP TRIGGER emergency_guard ON ledgers_emergencyrollback; DROP FUNCTION ledgers_emergency_guard();"


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_working_day"),
        ("ledgers", "0018_drafts"),
    ]

    operations = [
        migrations.CreateModel(
            name="EmergencyRollback",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("reason", models.TextField()),
                ("at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                ("ratified_because", models.TextField(blank=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "draft",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledgers.policydraft",
                    ),
                ),
                (
                    "left",
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
                (
                    "ratified_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.member",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ledgers.policyversion"
                    ),
                ),
                ("workspace", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="accounts.workspace")),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="emergency_has_a_reason"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ratified_by__isnull", True),
                            models.Q(("ratified_by", models.F("member")), _negated=True),
                            _connector="OR",
                        ),
                        name="emergency_ratified_by_a_second_person",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ratified_because", ""), ("ratified_by__isnull", True)),
                            models.Q(
                                ("draft__isnull", True),
                                ("ended_at__isnull", False),
                                ("ratified_by__isnull", False),
                                models.Q(("ratified_because", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="emergency_ratified_with_a_reason",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("workspace",),
                        name="emergency_one_waiting_per_workspace",
                    ),
                ],
            },
        ),
        migrations.RunSQL(policy_sql(TABLE), open_sql(TABLE)),
        migrations.RunSQL(OVER, UNDO),
    ]
