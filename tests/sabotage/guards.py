"""SQL that takes the database's own guards away."""

from __future__ import annotations

DROP_LOG_KEYS = """
DO $$
DECLARE held record;
BEGIN
    FOR held IN SELECT conname, conrelid::regclass AS place FROM pg_constraint
                WHERE confrelid = 'ledgers_transaction'::regclass AND contype = 'f' LOOP
        EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', held.place, held.conname);
    END LOOP;
END $$;
"""
DROP_SENSITIVE_GUARDS = """
DROP TRIGGER fact_sensitive_guard ON ledgers_fact;
DROP TRIGGER fact_sensitive_close_guard ON ledgers_fact;
"""
DROP_FACT_GUARDS = "DROP TRIGGER fact_guard ON ledgers_fact;" + DROP_SENSITIVE_GUARDS
ONE_IN_FORCE = "ALTER TABLE ledgers_fact DROP CONSTRAINT fact_one_in_force;"
ONE_DECISION = "ALTER TABLE ledgers_transaction DROP CONSTRAINT transaction_claim_number_unique;"
