"""The one way past the guards: a function that empties what a person's claims say, and nothing else.

It belongs to the owner of the tables. The guards let a change pass only inside it, and only one that empties.
"""

from django.db import migrations

from memoryhub.accounts.walls import open_sql, policy_sql

ERASING = """
CREATE FUNCTION ledgers_erasing() RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce(current_setting('memoryhub.erasing', true), '') <> '' AND current_user =
        (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = 'ledgers_claim'::regclass)
$$;

-- Its arguments are the columns that an erasure may empty.
CREATE FUNCTION ledgers_only_erased() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    kept jsonb := to_jsonb(NEW);
    was jsonb := to_jsonb(OLD);
BEGIN
    IF TG_OP = 'UPDATE' AND ledgers_erasing() THEN
        FOR place IN 0 .. TG_NARGS - 1 LOOP
            kept := kept - TG_ARGV[place];
            was := was - TG_ARGV[place];
        END LOOP;
        IF kept = was THEN RETURN NEW; END IF;
    END IF;
    RAISE EXCEPTION '% rows are never changed or deleted', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = TG_TABLE_NAME || '_append_only';
END $$;

DROP TRIGGER transaction_append_only ON ledgers_transaction;
CREATE TRIGGER transaction_append_only BEFORE UPDATE OR DELETE ON ledgers_transaction
    FOR EACH ROW EXECUTE FUNCTION ledgers_only_erased('note');
DROP TRIGGER barred_append_only ON ledgers_barred;
CREATE TRIGGER barred_append_only BEFORE UPDATE OR DELETE ON ledgers_barred
    FOR EACH ROW EXECUTE FUNCTION ledgers_only_erased('value_key');
CREATE TRIGGER erasure_append_only BEFORE UPDATE OR DELETE ON ledgers_erasure
    FOR EACH ROW EXECUTE FUNCTION ledgers_append_only();

CREATE OR REPLACE FUNCTION ledgers_claim_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    empties text[] := ARRAY['value', 'value_key', 'condition', 'evidence', 'said_by', 'speaker', 'subject', 'scope',
        'salt', 'answer', 'erased_at', 'idempotency_key', 'request_digest'];
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.slot_id IS NULL AND NEW.slot_id IS NOT NULL
        AND (to_jsonb(NEW) - 'slot_id' - 'value_key') = (to_jsonb(OLD) - 'slot_id' - 'value_key') THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND ledgers_erasing() AND NEW.erased_at IS NOT NULL AND NEW.value IS NULL
        AND (to_jsonb(NEW) - empties) = (to_jsonb(OLD) - empties) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'claims are never changed or deleted'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'ledgers_claim_append_only';
END $$;

CREATE OR REPLACE FUNCTION ledgers_slot_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF ledgers_erasing() AND (to_jsonb(NEW) - ARRAY['value_key', 'scope']) = (to_jsonb(OLD) - ARRAY['value_key', 'scope'])
    THEN
        RETURN NEW;
    END IF;
    IF NEW.clock IS NULL OR NEW.clock < OLD.clock
        OR (to_jsonb(NEW) - 'clock') IS DISTINCT FROM (to_jsonb(OLD) - 'clock') THEN
        RAISE EXCEPTION 'the clock of a slot only goes forward and its place never changes'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'slot_clock_goes_forward';
    END IF;
    RETURN NEW;
END $$;

-- The guard of fact rows stays as it is; an emptied value passes it by.
DROP TRIGGER fact_guard ON ledgers_fact;
CREATE FUNCTION ledgers_fact_guard_or_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT (ledgers_erasing() AND NEW.value_key IS NULL
        AND (to_jsonb(NEW) - 'value_key') = (to_jsonb(OLD) - 'value_key')) THEN
        RAISE EXCEPTION 'a fact row is only ever closed'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'fact_only_closes';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER fact_guard BEFORE INSERT OR DELETE OR UPDATE OF id, workspace_id, slot_id, claim_id, carrier_id,
    standing, valid_during, recorded_during, effective_at, expires_at, tier, source, dated, owner_word, edge, weighs,
    returned, newer_weaker, reason, ended_by, ended_how, recorded_at, renews, opened_by_id, closed_by_id
    ON ledgers_fact FOR EACH ROW EXECUTE FUNCTION ledgers_fact_guard();
CREATE TRIGGER fact_value_guard BEFORE UPDATE OF value_key ON ledgers_fact
    FOR EACH ROW EXECUTE FUNCTION ledgers_fact_guard_or_erased();

-- Empties what the erasure of this very commit names, in the workspace that this transaction works in.
CREATE FUNCTION ledgers_erase(the_erasure uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    told ledgers_erasure%ROWTYPE;
BEGIN
    SELECT * INTO STRICT told FROM ledgers_erasure WHERE id = the_erasure;
    IF told.xid <> pg_current_xact_id()::text::bigint
        OR told.workspace_id::text <> coalesce(nullif(current_setting('memoryhub.workspace', true), ''),
                                               told.workspace_id::text) THEN
        RAISE EXCEPTION 'an erasure empties only what it names, once' USING ERRCODE = 'insufficient_privilege';
    END IF;
    PERFORM set_config('memoryhub.erasing', the_erasure::text, true);
    UPDATE ledgers_claim SET value = NULL, value_key = NULL, condition = '', evidence = '{}', said_by = '{}',
        speaker = CASE WHEN speaker = '' THEN '' ELSE told.mark END, subject = told.mark, salt = decode(repeat('00', 16), 'hex'),
        scope = CASE WHEN slot_id = ANY (told.slots) AND scope ~ '^(user|pair):' THEN told.mark ELSE scope END,
        answer = '{}', idempotency_key = 'erased:' || id, request_digest = '', erased_at = told.at
        WHERE workspace_id = told.workspace_id AND id = ANY (told.claims);
    UPDATE ledgers_fact SET value_key = NULL
        WHERE workspace_id = told.workspace_id AND claim_id = ANY (told.claims) AND value_key IS NOT NULL;
    UPDATE ledgers_barred SET value_key = NULL
        WHERE workspace_id = told.workspace_id AND slot_id = ANY (told.slots) AND value_key IS NOT NULL;
    UPDATE ledgers_transaction SET note = ''
        WHERE workspace_id = told.workspace_id AND slot_id = ANY (told.slots) AND note <> '';
    UPDATE ledgers_slot SET value_key = 'erased:' || id,
        scope = CASE WHEN scope ~ '^(user|pair):' THEN told.mark || ':' || id ELSE scope END
        WHERE workspace_id = told.workspace_id AND id = ANY (told.slots);
    UPDATE ledgers_subject subject SET key = told.mark || ':' || subject.id, shown = told.mark, skeleton = '', drawn = ''
        WHERE workspace_id = told.workspace_id
          AND EXISTS (SELECT 1 FROM ledgers_slot s WHERE s.subject_id = subject.id AND s.id = ANY (told.slots))
          AND NOT EXISTS (SELECT 1 FROM ledgers_slot s WHERE s.subject_id = subject.id AND NOT s.id = ANY (told.slots));
    PERFORM set_config('memoryhub.erasing', '', true);
END $$;
"""

UNDO = """
DROP FUNCTION ledgers_erase;
DROP TRIGGER fact_value_guard ON ledgers_fact;
DROP TRIGGER fact_guard ON ledgers_fact;
DROP FUNCTION ledgers_fact_guard_or_erased;
CREATE TRIGGER fact_guard BEFORE INSERT OR UPDATE OR DELETE ON ledgers_fact
    FOR EACH ROW EXECUTE FUNCTION ledgers_fact_guard();
DROP TRIGGER erasure_append_only ON ledgers_erasure;
DROP TRIGGER barred_append_only ON ledgers_barred;
CREATE TRIGGER barred_append_only BEFORE UPDATE OR DELETE ON ledgers_barred
    FOR EACH ROW EXECUTE FUNCTION ledgers_append_only();
DROP TRIGGER transaction_append_only ON ledgers_transaction;
CREATE TRIGGER transaction_append_only BEFORE UPDATE OR DELETE ON ledgers_transaction
    FOR EACH ROW EXECUTE FUNCTION ledgers_append_only();
DROP FUNCTION ledgers_only_erased;
"""


class Migration(migrations.Migration):
    dependencies = [("ledgers", "0010_erasures"), ("accounts", "0004_walls")]

    operations = [
        migrations.RunSQL(policy_sql("ledgers_erasure"), open_sql("ledgers_erasure")),
        migrations.RunSQL(ERASING, UNDO),
    ]
