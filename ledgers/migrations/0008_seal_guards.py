"""Every row of the log leaves its mark for the sealer, and seals never change."""

from django.db import migrations

GUARDS = """
CREATE FUNCTION ledgers_leave_unsealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO ledgers_unsealed (transaction_id, workspace_id, xid, hash, left_at)
    VALUES (NEW.id, NEW.workspace_id, NEW.xid, NEW.hash, clock_timestamp());
    RETURN NULL;
END $$;
CREATE TRIGGER transaction_leaves_unsealed AFTER INSERT ON ledgers_transaction
    FOR EACH ROW EXECUTE FUNCTION ledgers_leave_unsealed();

-- The order of the log is that of the database's own numbers, whatever an insert says.
CREATE FUNCTION ledgers_number_of_commit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.xid := pg_current_xact_id()::text::bigint;
    RETURN NEW;
END $$;
CREATE TRIGGER transaction_takes_its_number BEFORE INSERT ON ledgers_transaction
    FOR EACH ROW EXECUTE FUNCTION ledgers_number_of_commit();

CREATE TRIGGER seal_append_only BEFORE UPDATE OR DELETE ON ledgers_seal
    FOR EACH ROW EXECUTE FUNCTION ledgers_append_only();
CREATE TRIGGER checkpoint_append_only BEFORE UPDATE OR DELETE ON ledgers_checkpoint
    FOR EACH ROW EXECUTE FUNCTION ledgers_append_only();

INSERT INTO ledgers_unsealed (transaction_id, workspace_id, xid, hash, left_at)
    SELECT id, workspace_id, xid, hash, clock_timestamp() FROM ledgers_transaction;
"""

UNDO = """
DROP TRIGGER checkpoint_append_only ON ledgers_checkpoint;
DROP TRIGGER seal_append_only ON ledgers_seal;
DROP TRIGGER transaction_takes_its_number ON ledgers_transaction;
DROP FUNCTION ledgers_number_of_commit;
DROP TRIGGER transaction_leaves_unsealed ON ledgers_transaction;
DROP FUNCTION ledgers_leave_unsealed;
"""


class Migration(migrations.Migration):
    dependencies = [("ledgers", "0007_seals")]

    operations = [migrations.RunSQL(GUARDS, UNDO)]
