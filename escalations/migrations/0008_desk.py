"""What owners may do with a case besides deciding it: hand it on, put it off, ask for evidence, confirm as a second person."""

import django.contrib.postgres.fields
import django.db.models.deletion
import uuid_utils.compat
from django.db import migrations, models

from memoryhub.accounts.walls import open_sql, policy_sql

TABLES = ("escalations_approval", "escalations_evidencerequest", "escalations_savedview")

# Whom the owner handed the case to counts as well, in the place that the case is about.
MAY_DECIDE = """
CREATE OR REPLACE FUNCTION escalations_may_decide(
    the_case uuid, the_member uuid, the_instant timestamptz, the_slot uuid
) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT 1 FROM escalations_case c
        JOIN ledgers_slot asked ON asked.id = c.slot_id
        JOIN ledgers_slot changed ON changed.id = the_slot
        JOIN ledgers_subject subject ON subject.id = changed.subject_id
        WHERE c.id = the_case AND asked.subject_id = changed.subject_id AND asked.field = changed.field
          AND (c.owner_id = the_member
               OR c.assignee_id = the_member
               OR (c.backup_id = the_member AND (c.owner_id IS NULL OR the_instant >= c.due_at))
               OR EXISTS (SELECT 1 FROM ledgers_responsibility_delegates d
                          JOIN ledgers_responsibility r ON r.id = d.responsibility_id
                          WHERE r.workspace_id = c.workspace_id AND d.member_id = the_member
                            AND escalations_covers(r.scope, changed.scope)
                            AND escalations_covers(r.field, changed.field)
                            AND escalations_covers(r.subject, subject.key)))
    )
$$;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_desk"),
        ("escalations", "0007_case_links"),
        ("ledgers", "0013_desk"),
    ]

    operations = [
        migrations.CreateModel(
            name="Approval",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("choice", models.JSONField()),
                ("evidence_digest", models.CharField(max_length=64)),
                ("decision_key", models.UUIDField(blank=True, null=True)),
                ("at", models.DateTimeField()),
                ("cleared_at", models.DateTimeField(blank=True, null=True)),
                ("cleared_because", models.CharField(blank=True, max_length=32)),
            ],
        ),
        migrations.CreateModel(
            name="EvidenceRequest",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "missing",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=16), size=None),
                ),
                ("note", models.CharField(blank=True, max_length=500)),
                ("opened_at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("closed_because", models.CharField(blank=True, max_length=16)),
                ("answer", models.JSONField(blank=True, default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="SavedView",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("query", models.CharField(max_length=500)),
            ],
        ),
        migrations.AddField(
            model_name="case",
            name="assignee",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="accounts.member",
            ),
        ),
        migrations.AddField(
            model_name="case",
            name="reminded",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="case",
            name="reminds_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="case",
            name="snoozed_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="case",
            name="undo_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="notice",
            name="not_before",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("state", "open")), fields=["workspace", "reminds_at"], name="case_reminders"
            ),
        ),
        migrations.AddField(
            model_name="approval",
            name="case",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="approvals", to="escalations.case"
            ),
        ),
        migrations.AddField(
            model_name="approval",
            name="member",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.member"
            ),
        ),
        migrations.AddField(
            model_name="approval",
            name="workspace",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="accounts.workspace"),
        ),
        migrations.AddField(
            model_name="evidencerequest",
            name="agent",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="evidence_requests",
                to="accounts.agent",
            ),
        ),
        migrations.AddField(
            model_name="evidencerequest",
            name="asked_by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.member"
            ),
        ),
        migrations.AddField(
            model_name="evidencerequest",
            name="case",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="evidence_requests", to="escalations.case"
            ),
        ),
        migrations.AddField(
            model_name="evidencerequest",
            name="claim",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ledgers.claim"),
        ),
        migrations.AddField(
            model_name="evidencerequest",
            name="workspace",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="accounts.workspace"),
        ),
        migrations.AddField(
            model_name="savedview",
            name="member",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="saved_views", to="accounts.member"
            ),
        ),
        migrations.AddField(
            model_name="savedview",
            name="workspace",
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="accounts.workspace"),
        ),
        migrations.AddConstraint(
            model_name="approval",
            constraint=models.UniqueConstraint(
                condition=models.Q(("cleared_at__isnull", True)),
                fields=("workspace", "case"),
                name="approval_one_first_per_case",
            ),
        ),
        migrations.AddIndex(
            model_name="evidencerequest",
            index=models.Index(fields=["workspace", "agent", "id"], name="evidence_of_agent"),
        ),
        migrations.AddConstraint(
            model_name="evidencerequest",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at__isnull", True)),
                fields=("workspace", "case"),
                name="evidence_one_open_per_case",
            ),
        ),
        migrations.AddConstraint(
            model_name="savedview",
            constraint=models.UniqueConstraint(fields=("workspace", "member", "name"), name="saved_view_name_unique"),
        ),
        *(migrations.RunSQL(policy_sql(table), open_sql(table)) for table in TABLES),
        migrations.RunSQL(MAY_DECIDE, migrations.RunSQL.noop),
    ]
