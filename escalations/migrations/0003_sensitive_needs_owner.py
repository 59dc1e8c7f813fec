"""No change in a sensitive field without a deciding owner, held by the database.

The one exception is the first value a subject, field and scope ever held, when it comes from a system of record.
"""

from django.db import migrations

GUARD = """
CREATE FUNCTION escalations_field_sensitivity(the_workspace uuid, the_field text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT sensitivity FROM ledgers_field
    WHERE workspace_id = the_workspace
      AND (key = the_field OR (key LIKE '%.*' AND starts_with(the_field, left(key, length(key) - 1))))
    ORDER BY key = the_field DESC, length(key) DESC LIMIT 1
$$;

CREATE FUNCTION escalations_may_decide(the_case uuid, the_member uuid, the_instant timestamptz, the_slot uuid)
RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT 1 FROM escalations_case c
        JOIN ledgers_slot asked ON asked.id = c.slot_id
        JOIN ledgers_slot changed ON changed.id = the_slot
        WHERE c.id = the_case AND asked.subject_id = changed.subject_id AND asked.field = changed.field
          AND (c.owner_id = the_member
               OR (c.backup_id = the_member AND (c.owner_id IS NULL OR the_instant >= c.due_at))
               OR EXISTS (SELECT 1 FROM ledgers_responsibility_delegates d
                          JOIN ledgers_responsibility r ON r.id = d.responsibility_id
                          WHERE r.workspace_id = c.workspace_id AND d.member_id = the_member
                            AND (r.owner_id = c.owner_id OR r.owner_is_self)))
    )
$$;

CREATE FUNCTION escalations_sensitive_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    entry ledgers_transaction%ROWTYPE;
    place ledgers_slot%ROWTYPE;
BEGIN
    IF NEW.standing <> 'timeline' OR NOT NEW.weighs THEN RETURN NEW; END IF;
    SELECT * INTO place FROM ledgers_slot WHERE id = NEW.slot_id;
    IF coalesce(escalations_field_sensitivity(NEW.workspace_id, place.field), '') = '' THEN RETURN NEW; END IF;
    SELECT * INTO entry FROM ledgers_transaction WHERE id = NEW.opened_by_id;
    IF entry.actor_member_id IS NOT NULL AND entry.evidence_digest <> ''
        AND escalations_may_decide(entry."case", entry.actor_member_id, entry.recorded_at, NEW.slot_id) THEN
        RETURN NEW;
    END IF;
    IF entry.rule = 'sensitive.first_from_record' AND NEW.tier = 'system_of_record' AND NOT EXISTS (
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
CREATE TRIGGER fact_sensitive_guard BEFORE INSERT ON ledgers_fact
    FOR EACH ROW EXECUTE FUNCTION escalations_sensitive_guard();

CREATE TRIGGER case_event_append_only BEFORE UPDATE OR DELETE ON escalations_caseevent
    FOR EACH ROW EXECUTE FUNCTION ledgers_append_only();
"""

UNDO = """
DROP TRIGGER case_event_append_only ON escalations_caseevent;
DROP TRIGGER fact_sensitive_guard ON ledgers_fact;
DROP FUNCTION escalations_sensitive_guard;
DROP FUNCTION escalations_may_decide;
DROP FUNCTION escalations_field_sensitivity;
"""


class Migration(migrations.Migration):
    dependencies = [("escalations", "0002_links"), ("ledgers", "0002_guards")]

    operations = [migrations.RunSQL(GUARD, UNDO)]
