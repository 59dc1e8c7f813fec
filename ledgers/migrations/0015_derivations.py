"""What was made of a claim gets rows of its own, since behind the walls no index serves the list in a claim."""

from django.db import migrations, models
from django.db.models.deletion import PROTECT

from memoryhub.accounts.walls import open_sql, policy_sql

TABLE, CLAIMS = "ledgers_derivation", "ledgers_claim"
# A claim may name another twice.
FILL = f"""
INSERT INTO {TABLE} (workspace_id, claim_id, parent_id)
SELECT DISTINCT made.workspace_id, made.id, parent.id FROM {CLAIMS} made
JOIN {CLAIMS} parent ON parent.id = ANY (made.derived_from) AND parent.workspace_id = made.workspace_id
WHERE made.derived_from <> '{{}}' AND made.erased_at IS NULL AND parent.erased_at IS NULL;
"""  # noqa: S608 - our own names


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_desk"), ("ledgers", "0014_stored_checkpoints")]

    operations = [
        migrations.CreateModel(
            name="Derivation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("workspace", models.ForeignKey("accounts.workspace", PROTECT, db_index=False)),
                ("claim", models.ForeignKey("ledgers.claim", PROTECT, related_name="derivations")),
                ("parent", models.ForeignKey("ledgers.claim", PROTECT, related_name="made", db_index=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("workspace", "parent", "claim"), name="derivation_once")
                ],
            },
        ),
        # Filled before its own wall stands, and with that of the claims down for the moment.
        migrations.RunSQL(open_sql(CLAIMS) + FILL + policy_sql(CLAIMS), migrations.RunSQL.noop),
        migrations.RunSQL(policy_sql(TABLE), open_sql(TABLE)),
    ]
