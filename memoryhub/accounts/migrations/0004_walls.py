"""The walls between workspaces, around every table that holds what one knows, in one step for all packages.

With them the end of a short way: no table of the record can be emptied in one sweep, past the guards of its rows.
"""

from django.db import migrations

from memoryhub.accounts.walls import open_sql, policy_sql

TABLES = [
    "accounts_agent",
    "accounts_securityevent",
    "escalations_case",
    "escalations_notice",
    "escalations_writeback",
    "ledgers_barred",
    "ledgers_claim",
    "ledgers_fact",
    "ledgers_field",
    "ledgers_policyversion",
    "ledgers_registrychange",
    "ledgers_responsibility",
    "ledgers_scope",
    "ledgers_slot",
    "ledgers_source",
    "ledgers_subject",
    "ledgers_transaction",
    "ledgers_unknownfield",
]
# Rows that name no workspace and hang on one that does: by which column, on which table.
HANGING = {
    "escalations_caseclaim": ("case_id", "escalations_case"),
    "escalations_caseevent": ("case_id", "escalations_case"),
    "ledgers_responsibility_delegates": ("responsibility_id", "ledgers_responsibility"),
}
KEPT = [
    "escalations_caseevent",
    "ledgers_barred",
    "ledgers_claim",
    "ledgers_fact",
    "ledgers_registrychange",
    "ledgers_seal",
    "ledgers_transaction",
]
NEVER_EMPTIED = """
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON {} FOR EACH STATEMENT EXECUTE FUNCTION ledgers_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_token_limits"),
        ("ledgers", "0009_log_order"),
        ("escalations", "0005_look_alikes"),
    ]

    operations = [
        *(migrations.RunSQL(policy_sql(table), open_sql(table)) for table in TABLES),
        *(migrations.RunSQL(policy_sql(table, on), open_sql(table)) for table, on in HANGING.items()),
        *(migrations.RunSQL(NEVER_EMPTIED.format(table), f"DROP TRIGGER never_emptied ON {table};") for table in KEPT),
    ]
