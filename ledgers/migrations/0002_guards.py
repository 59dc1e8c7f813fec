"""What must always hold in the ledgers, held by the database."""

from django.db import migrations

ONE_IN_FORCE = """
ALTER TABLE ledgers_fact ADD CONSTRAINT fact_one_in_force EXCLUDE USING gist (
    workspace_id WITH =, slot_id WITH =, valid_during WITH &&
) WHERE (standing = 'timeline' AND upper_inf(recorded_during));
"""

# A row of a fact is closed once and otherwise never touched; both ends name a transaction of the same commit.
FACT_ROWS = """
CREATE FUNCTION ledgers_fact_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    entry ledgers_transaction%ROWTYPE;
BEGIN
    IF TG_OP = 'DELETE' THEN
        RAISE EXCEPTION 'facts are never deleted' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT * INTO entry FROM ledgers_transaction WHERE id = NEW.opened_by_id;
        IF NOT upper_inf(NEW.recorded_during) OR lower(NEW.recorded_during) IS DISTINCT FROM entry.recorded_at THEN
            RAISE EXCEPTION 'a fact row opens at the instant of its transaction'
                USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'fact_opens_with_transaction';
        END IF;
    ELSE
        IF NOT upper_inf(OLD.recorded_during) THEN
            RAISE EXCEPTION 'a closed fact row never changes'
                USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'fact_closed_is_immutable';
        END IF;
        SELECT * INTO entry FROM ledgers_transaction WHERE id = NEW.closed_by_id;
        IF upper_inf(NEW.recorded_during)
            OR lower(NEW.recorded_during) IS DISTINCT FROM lower(OLD.recorded_during)
            OR upper(NEW.recorded_during) IS DISTINCT FROM entry.recorded_at
            OR (to_jsonb(NEW) - 'recorded_during' - 'closed_by_id')
                IS DISTINCT FROM (to_jsonb(OLD) - 'recorded_during' - 'closed_by_id') THEN
            RAISE EXCEPTION 'a fact row is only ever closed'
                USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'fact_only_closes';
        END IF;
    END IF;
    IF entry.id IS NULL OR entry.xid IS DISTINCT FROM pg_current_xact_id()::text::bigint
        OR entry.slot_id IS DISTINCT FROM NEW.slot_id THEN
        RAISE EXCEPTION 'no transaction row of this commit and slot accounts for the change'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'fact_change_has_transaction';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER fact_guard BEFORE INSERT OR UPDATE OR DELETE ON ledgers_fact
    FOR EACH ROW EXECUTE FUNCTION ledgers_fact_guard();
"""

APPEND_ONLY = """
CREATE FUNCTION ledgers_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% rows are never changed or deleted', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_TABLE_NAME || '_append_only';
END $$;
-- A claim of an unknown field gets its slot once, when the field is registered; nothing else of a claim ever changes.
CREATE FUNCTION ledgers_claim_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.slot_id IS NULL AND NEW.slot_id IS NOT NULL
        AND (to_jsonb(NEW) - 'slot_id' - 'value_key') = (to_jsonb(OLD) - 'slot_id' - 'value_key') THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'claims are never changed or deleted'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ledgers_claim_append_only';
END $$;
CREATE TRIGGER claim_append_only BEFORE UPDATE OR DELETE ON ledgers_claim
    FOR EACH ROW EXECUTE FUNCTION ledgers_claim_guard();
CREATE TRIGGER transaction_append_only BEFORE UPDATE OR DELETE ON ledgers_transaction
    FOR EACH ROW EXECUTE FUNCTION ledgers_append_only();
CREATE TRIGGER barred_append_only BEFORE UPDATE OR DELETE ON ledgers_barred
    FOR EACH ROW EXECUTE FUNCTION ledgers_append_only();
"""

SLOT_CLOCK = """
CREATE FUNCTION ledgers_slot_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.clock IS NULL OR NEW.clock < OLD.clock
        OR (to_jsonb(NEW) - 'clock') IS DISTINCT FROM (to_jsonb(OLD) - 'clock') THEN
        RAISE EXCEPTION 'the clock of a slot only goes forward and its place never changes'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'slot_clock_goes_forward';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER slot_guard BEFORE UPDATE ON ledgers_slot
    FOR EACH ROW EXECUTE FUNCTION ledgers_slot_guard();
"""

UNDO = """
DROP TRIGGER slot_guard ON ledgers_slot;
DROP FUNCTION ledgers_slot_guard;
DROP TRIGGER barred_append_only ON ledgers_barred;
DROP TRIGGER transaction_append_only ON ledgers_transaction;
DROP TRIGGER claim_append_only ON ledgers_claim;
DROP FUNCTION ledgers_claim_guard;
DROP FUNCTION ledgers_append_only;
DROP TRIGGER fact_guard ON ledgers_fact;
DROP FUNCTION ledgers_fact_guard;
ALTER TABLE ledgers_fact DROP CONSTRAINT fact_one_in_force;
"""


class Migration(migrations.Migration):
    dependencies = [("ledgers", "0001_tables")]

    operations = [
        migrations.RunSQL(ONE_IN_FORCE + FACT_ROWS + APPEND_ONLY + SLOT_CLOCK, UNDO),
    ]
