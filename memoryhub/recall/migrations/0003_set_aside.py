"""Facts whose words a model refused; and no name of a scope outlives its person."""

import django.db.models.deletion
from django.db import migrations, models

from memoryhub.accounts.walls import open_sql, policy_sql

# What a claim said is gone with an erasure, and so is what was made of it.
FORGET = """
CREATE OR REPLACE FUNCTION recall_forget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM recall_factvector WHERE claim_id = NEW.id;
    DELETE FROM recall_setaside WHERE claim_id = NEW.id;
    RETURN NULL;
END $$;
"""
REMEMBER = """
CREATE OR REPLACE FUNCTION recall_forget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM recall_factvector WHERE claim_id = NEW.id;
    RETURN NULL;
END $$;
"""

# A scope that an erasure emptied while its graph was about to be made gets none: no vector is deleted under this lock.
# With the usual numbers a graph over 20,000 vectors of sentences found 0.98 of the five nearest; with these all.
INDEX = """
CREATE OR REPLACE FUNCTION recall_index_scope(the_scope text, the_model text, dims integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    place uuid := current_setting('memoryhub.workspace')::uuid;
    named text := 'vector_near_' || substr(md5(place || ' ' || the_model || ' ' || the_scope), 1, 24);
BEGIN
    LOCK TABLE recall_factvector IN SHARE MODE;
    IF NOT EXISTS (
        SELECT 1 FROM recall_factvector WHERE workspace_id = place AND scope = the_scope AND model = the_model
    ) THEN
        RETURN;
    END IF;
    EXECUTE format(
        'CREATE INDEX IF NOT EXISTS %I ON recall_factvector USING hnsw ((vector::halfvec(%s)) halfvec_cosine_ops) '
        'WITH (m = 24, ef_construction = 128) WHERE workspace_id = %L AND scope = %L AND model = %L', named, dims, place, the_scope, the_model);
    INSERT INTO recall_indexedscope (workspace_id, scope, model, index) VALUES (place, the_scope, the_model, named)
    ON CONFLICT DO NOTHING;
END $$;
"""

# The condition of a graph names its scope, and that of a person names the person. Names of subjects are the last thing
# that an erasure empties: whoever recalls waits for the lock from there to the commit only.
UNNAME = """
CREATE FUNCTION recall_forget_scopes() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    place uuid := nullif(current_setting('memoryhub.workspace', true), '')::uuid;
    scopes text[];
    models text[];
BEGIN
    SELECT array_agg(held.scope ORDER BY id), array_agg(held.model ORDER BY id) INTO scopes, models
    FROM recall_indexedscope held
    WHERE held.workspace_id = place AND held.scope ~ '^(user|pair):' AND NOT EXISTS (
        SELECT 1 FROM recall_factvector vector WHERE vector.workspace_id = place AND vector.scope = held.scope);
    FOR place_of IN 1 .. coalesce(cardinality(scopes), 0) LOOP
        PERFORM recall_unindex_scope(scopes[place_of], models[place_of]);
    END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER recall_forget_scopes AFTER UPDATE OF key ON ledgers_subject
    FOR EACH STATEMENT EXECUTE FUNCTION recall_forget_scopes();
"""
NAME = "DROP TRIGGER recall_forget_scopes ON ledgers_subject; DROP FUNCTION recall_forget_scopes();"


class Migration(migrations.Migration):
    dependencies = [("recall", "0002_followed_row")]

    operations = [
        migrations.CreateModel(
            name="SetAside",
            fields=[
                (
                    "claim",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="ledgers.claim",
                    ),
                ),
                ("model", models.CharField(max_length=200)),
                (
                    "workspace",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.workspace",
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["workspace", "model"], name="set_aside")]},
        ),
        migrations.RunSQL(policy_sql("recall_setaside"), open_sql("recall_setaside")),
        migrations.RunSQL(FORGET, REMEMBER),
        migrations.RunSQL(INDEX, migrations.RunSQL.noop),
        migrations.RunSQL(UNNAME, NAME),
    ]
