"""The cases that are there take scope and field from their slots, in every workspace at once."""

from django.db import migrations

from memoryhub.accounts.walls import open_sql, policy_sql

CASES, SLOTS = "escalations_case", "ledgers_slot"
FILL = f"UPDATE {CASES} held SET scope = slot.scope, field = slot.field FROM {SLOTS} slot WHERE slot.id = held.slot_id;"  # noqa: S608


class Migration(migrations.Migration):
    dependencies = [("escalations", "0014_place_of_a_case"), ("accounts", "0004_walls")]

    operations = [
        migrations.RunSQL(
            open_sql(CASES) + open_sql(SLOTS) + FILL + policy_sql(CASES) + policy_sql(SLOTS), migrations.RunSQL.noop
        ),
    ]
