"""The guard of sensitive fields also watches rows that stand without weighing, and rows that are closed.

Taking a fact out of force is a change like any other. A delegate counts where the row that names them covers the place.
"""

from django.db import migrations

GUARD = """
CREATE OR REPLACE FUNCTION escalations_covers(the_pattern text, the_key text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT the_pattern = the_key
        OR (right(the_pattern, 1) = '*' AND starts_with(the_key, left(the_pattern, length(the_pattern) - 1)))
$$;

CREATE OR REPLACE FUNCTION escalations_may_decide(
    the_case uuid, the_member uuid, the_instant timestamptz, the_slot uuid
) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT 1 FROM escalations_case c
        JOIN ledgers_slot asked ON asked.id = c.slot_id
        JOIN ledgers_slot changed ON changed.id = the_slot
        JOIN ledgers_subject subject ON subject.id = changed.subject_id
        WHERE c.id = the_case AND asked.subject_id = changed.subject_id AND asked.field = changed.field
          AND (c.owner_id = the_member
               OR (c.backup_id = the_member AND (c.owner_id IS NULL OR the_instant >= c.due_at))
               OR EXISTS (SELECT 1 FROM ledgers_responsibility_delegates d
                          JOIN ledgers_responsibility r ON r.id = d.responsibility_id
                          WHERE r.workspace_id = c.workspace_id AND d.member_id = the_member
                            AND escalations_covers(r.scope, changed.scope)
                            AND escalations_covers(r.field, changed.field)
                            AND escalations_covers(r.subject, subject.key)))
    )
$$;

CREATE OR REPLACE FUNCTION escalations_sensitive_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    entry ledgers_transaction%ROWTYPE;
    place ledgers_slot%ROWTYPE;
BEGIN
    IF NEW.standing <> 'timeline' OR (NOT NEW.weighs AND isempty(NEW.valid_during)) THEN RETURN NEW; END IF;
    SELECT * INTO place FROM ledgers_slot WHERE id = NEW.slot_id;
    IF coalesce(escalations_field_sensitivity(NEW.workspace_id, place.field), '') = '' THEN RETURN NEW; END IF;
    IF TG_OP = 'UPDATE' THEN
        SELECT * INTO entry FROM ledgers_transaction WHERE id = NEW.closed_by_id;
    ELSE
        SELECT * INTO entry FROM ledgers_transaction WHERE id = NEW.opened_by_id;
    END IF;
    IF entry.actor_member_id IS NOT NULL AND entry.evidence_digest <> ''
        AND escalations_may_decide(entry."case", entry.actor_member_id, entry.recorded_at, NEW.slot_id) THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'INSERT' AND entry.rule = 'sensitive.first_from_record' AND NEW.tier = 'system_of_record'
        AND NOT EXISTS (
            SELECT 1 FROM ledgers_fact f JOIN ledgers_slot s ON s.id = f.slot_id
            WHERE s.workspace_id = place.workspace_id AND s.subject_id = place.subject_id
              AND s.field = place.field AND s.scope = place.scope
              AND f.standing = 'timeline' AND f.weighs AND f.value_key IS NOT NULL AND f.claim_id <> NEW.claim_id
        ) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a sensitive fact changes only by its owner''s decision'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'sensitive_needs_owner';
END $$;
CREATE TRIGGER fact_sensitive_close_guard BEFORE UPDATE ON ledgers_fact
    FOR EACH ROW EXECUTE FUNCTION escalations_sensitive_guard();
"""

# The functions stay as they are: they hold more, never less.
UNDO = """
DROP TRIGGER fact_sensitive_close_guard ON ledgers_fact;
"""


class Migration(migrations.Migration):
    dependencies = [("escalations", "0003_sensitive_needs_owner")]

    operations = [migrations.RunSQL(GUARD, UNDO)]
