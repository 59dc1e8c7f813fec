"""An erasure also names its subjects: one known by claims that nobody could place yet has no slot to be found by.

The function works only in a workspace that the transaction named, and only for the role that `manage.py roles` lets.
"""

import django.contrib.postgres.fields
from django.db import migrations, models

ERASE = """
-- Empties what the erasure of this very commit names, in the workspace that this transaction works in.
CREATE OR REPLACE FUNCTION ledgers_erase(the_erasure uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    told ledgers_erasure%ROWTYPE;
BEGIN
    SELECT * INTO STRICT told FROM ledgers_erasure WHERE id = the_erasure;
    IF told.xid <> pg_current_xact_id()::text::bigint
        OR told.workspace_id IS DISTINCT FROM nullif(current_setting('memoryhub.workspace', true), '')::uuid THEN
        RAISE EXCEPTION 'an erasure empties only what it names, once' USING ERRCODE = 'insufficient_privilege';
    END IF;
    PERFORM set_config('memoryhub.erasing', the_erasure::text, true);
    UPDATE ledgers_claim SET value = NULL, value_key = NULL, condition = '', evidence = '{}', said_by = '{}',
        speaker = CASE WHEN speaker = '' THEN '' ELSE told.mark END, subject = told.mark, salt = decode(repeat('00', 16), 'hex'),
        scope = CASE WHEN scope ~ '^(user|pair):' THEN told.mark ELSE scope END,
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
          AND id = ANY (told.subjects)
          AND NOT EXISTS (SELECT 1 FROM ledgers_slot s WHERE s.subject_id = subject.id AND NOT s.id = ANY (told.slots));
    PERFORM set_config('memoryhub.erasing', '', true);
END $$;
REVOKE EXECUTE ON FUNCTION ledgers_erase(uuid) FROM PUBLIC;
"""


class Migration(migrations.Migration):
    dependencies = [("ledgers", "0011_erasing"), ("escalations", "0006_erasure_is_no_decision")]

    operations = [
        migrations.AddField(
            model_name="erasure",
            name="subjects",
            field=django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=list, size=None),
        ),
        migrations.RunSQL(ERASE, migrations.RunSQL.noop),
    ]
