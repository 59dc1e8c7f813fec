"""Who is away, who may be the second person, and bars that an undo takes away."""

import django.contrib.postgres.fields
import django.db.models.deletion
import uuid_utils.compat
from django.db import migrations, models

from memoryhub.accounts.walls import open_sql, policy_sql

SECONDS, PARENT = "ledgers_responsibility_seconds", ("responsibility_id", "ledgers_responsibility")

# A bar is lifted once, by an undo of this very commit; all else about it stays as it was written.
GUARD = """
CREATE FUNCTION ledgers_lift_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.lifted_by_id IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM ledgers_transaction entry WHERE entry.id = NEW.lifted_by_id AND entry.kind = 'undo'
            AND entry.slot_id = NEW.slot_id AND entry.xid = pg_current_xact_id()::text::bigint
    ) THEN
        RAISE EXCEPTION 'a bar is lifted only by the undo that is recorded with it'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'barred_lifted_by_undo';
    END IF;
    RETURN NEW;
END $$;
DROP TRIGGER barred_append_only ON ledgers_barred;
CREATE TRIGGER barred_append_only BEFORE DELETE OR UPDATE OF id, workspace_id, slot_id, value_key, effective_at, tier,
    source, cause, transaction_id ON ledgers_barred FOR EACH ROW EXECUTE FUNCTION ledgers_only_erased('value_key');
CREATE TRIGGER barred_lift_guard BEFORE UPDATE OF lifted_by_id ON ledgers_barred
    FOR EACH ROW EXECUTE FUNCTION ledgers_lift_guard();
"""

UNDO = """
DROP TRIGGER barred_lift_guard ON ledgers_barred;
DROP TRIGGER barred_append_only ON ledgers_barred;
CREATE TRIGGER barred_append_only BEFORE UPDATE OR DELETE ON ledgers_barred
    FOR EACH ROW EXECUTE FUNCTION ledgers_only_erased('value_key');
DROP FUNCTION ledgers_lift_guard;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_desk"),
        ("ledgers", "0012_erased_subjects"),
    ]

    operations = [
        migrations.AddField(
            model_name="barred",
            name="lifted_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="lifted",
                to="ledgers.transaction",
            ),
        ),
        migrations.AddField(
            model_name="responsibility",
            name="seconds",
            field=models.ManyToManyField(blank=True, related_name="confirms", to="accounts.member"),
        ),
        migrations.AlterField(
            model_name="transaction",
            name="kind",
            field=models.CharField(
                choices=[
                    ("claim", "Claim"),
                    ("decision", "Decision"),
                    ("settled", "Settled"),
                    ("review", "Review"),
                    ("registry", "Registry"),
                    ("erasure", "Erasure"),
                    ("undo", "Undo"),
                ],
                max_length=8,
            ),
        ),
        migrations.CreateModel(
            name="Absence",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "fields",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=66), blank=True, default=list, size=None
                    ),
                ),
                ("begins", models.DateTimeField()),
                ("ends", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.member"
                    ),
                ),
                (
                    "delegate",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="stands_in", to="accounts.member"
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="absences", to="accounts.member"
                    ),
                ),
                ("workspace", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="accounts.workspace")),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("ends__gt", models.F("begins"))), name="absence_ends_after_it_begins"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("member", models.F("delegate")), _negated=True),
                        name="absence_delegate_is_another",
                    ),
                ],
            },
        ),
        migrations.RunSQL(policy_sql("ledgers_absence"), open_sql("ledgers_absence")),
        migrations.RunSQL(policy_sql(SECONDS, PARENT), open_sql(SECONDS)),
        migrations.RunSQL(GUARD, UNDO),
    ]
