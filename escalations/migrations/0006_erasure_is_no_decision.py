"""Erasing is a change of its own kind: what it closes in a sensitive field needs no owner's decision."""

from django.db import migrations

GUARD = """
CREATE FUNCTION escalations_erased_by(the_entry uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT 1 FROM ledgers_transaction entry
        JOIN ledgers_erasure told ON told.workspace_id = entry.workspace_id AND told.xid = entry.xid
        WHERE entry.id = the_entry AND entry.kind = 'erasure' AND entry.slot_id = ANY (told.slots)
    )
$$;
DROP TRIGGER fact_sensitive_close_guard ON ledgers_fact;
CREATE TRIGGER fact_sensitive_close_guard BEFORE UPDATE OF recorded_during, closed_by_id ON ledgers_fact
    FOR EACH ROW WHEN (NOT escalations_erased_by(NEW.closed_by_id))
    EXECUTE FUNCTION escalations_sensitive_guard();
"""

UNDO = """
DROP TRIGGER fact_sensitive_close_guard ON ledgers_fact;
CREATE TRIGGER fact_sensitive_close_guard BEFORE UPDATE ON ledgers_fact
    FOR EACH ROW EXECUTE FUNCTION escalations_sensitive_guard();
DROP FUNCTION escalations_erased_by;
"""


class Migration(migrations.Migration):
    dependencies = [("escalations", "0005_look_alikes"), ("ledgers", "0011_erasing")]

    operations = [migrations.RunSQL(GUARD, UNDO)]
