"""A case keeps how much hangs on the fact in force, so that the queue is sorted by it without looking at any fact; and a
view of the queue may be shared with those of one role."""

from django.db import migrations, models

from memoryhub.accounts.walls import open_sql, policy_sql

CASES, FACTS, DERIVATIONS = "escalations_case", "ledgers_fact", "ledgers_derivation"
# The cases that are open: the others stand in the order in which they were closed.
FILL = f"""
UPDATE {CASES} held SET dependents = found.number FROM (
    SELECT fact.slot_id, count(DISTINCT made.id) AS number FROM {FACTS} fact
    JOIN {DERIVATIONS} made ON made.workspace_id = fact.workspace_id AND made.parent_id = fact.carrier_id
    WHERE fact.standing = 'timeline' AND upper_inf(fact.recorded_during) AND fact.valid_during @> now()
    GROUP BY fact.slot_id
) found WHERE held.slot_id = found.slot_id AND held.state = 'open';
"""  # noqa: S608 - our own names
ROLES = [
    ("owner", "owner"),
    ("reviewer", "reviewer"),
    ("policy_editor", "policy editor"),
    ("policy_approver", "policy approver"),
    ("registry_admin", "registry admin"),
    ("account_admin", "account admin"),
    ("auditor", "auditor"),
]
TABLES = (CASES, FACTS, DERIVATIONS)


class Migration(migrations.Migration):
    dependencies = [("escalations", "0015_fill_place_of_a_case"), ("ledgers", "0015_derivations")]

    operations = [
        migrations.AddField("case", "dependents", models.PositiveIntegerField(default=0, db_default=0)),
        migrations.AddField(
            "savedview",
            "role",
            models.CharField(blank=True, choices=ROLES, db_default="", default="", max_length=16),
        ),
        migrations.RunSQL(
            "".join(open_sql(table) for table in TABLES) + FILL + "".join(policy_sql(table) for table in TABLES),
            migrations.RunSQL.noop,
        ),
    ]
