"""Links in mail, by their hashes, behind the walls."""

import django.db.models.deletion
import uuid_utils.compat
from django.db import migrations, models

from memoryhub.accounts.walls import open_sql, policy_sql

TABLE = "escalations_caselink"


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_walls"), ("escalations", "0006_erasure_is_no_decision")]

    operations = [
        migrations.CreateModel(
            name="CaseLink",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("hash", models.BinaryField(max_length=32)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="links", to="escalations.case"
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.member"
                    ),
                ),
                (
                    "workspace",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="accounts.workspace"),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("workspace", "hash"), name="case_link_hash_unique")],
            },
        ),
        migrations.RunSQL(policy_sql(TABLE), open_sql(TABLE)),
    ]
