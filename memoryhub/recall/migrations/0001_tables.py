"""Vectors made of the ledgers, the scopes that have a graph of them, and who was told what."""

import django.db.models.deletion
import pgvector.django.halfvec
import uuid_utils.compat
from django.contrib.postgres.operations import TrigramExtension, UnaccentExtension
from django.db import migrations, models
from pgvector.django import VectorExtension

from memoryhub.accounts.walls import open_sql, policy_sql

TABLES = ("recall_factvector", "recall_indexedscope", "recall_receipt", "recall_servedfact")
# Five hundred numbers are more than two kilobytes: kept in the row, so that looking through many needs no second read.
PLAIN = "ALTER TABLE recall_factvector ALTER COLUMN vector SET STORAGE PLAIN;"
COMPRESSED = "ALTER TABLE recall_factvector ALTER COLUMN vector SET STORAGE EXTERNAL;"

# What a claim said is gone with an erasure, and so is what was made of it.
FORGET = """
CREATE FUNCTION recall_forget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM recall_factvector WHERE claim_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER recall_forget AFTER UPDATE OF erased_at ON ledgers_claim
    FOR EACH ROW WHEN (NEW.erased_at IS NOT NULL) EXECUTE FUNCTION recall_forget();
"""
REMEMBER = "DROP TRIGGER recall_forget ON ledgers_claim; DROP FUNCTION recall_forget;"

# The application may not make an index; it may ask for this one, of a scope of the workspace it is in.
INDEX = """
CREATE FUNCTION recall_index_scope(the_scope text, the_model text, dims integer) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    place uuid := current_setting('memoryhub.workspace')::uuid;
    named text := 'vector_near_' || substr(md5(place || ' ' || the_model || ' ' || the_scope), 1, 24);
BEGIN
    EXECUTE format(
        'CREATE INDEX IF NOT EXISTS %I ON recall_factvector USING hnsw ((vector::halfvec(%s)) halfvec_cosine_ops) '
        'WHERE workspace_id = %L AND scope = %L AND model = %L', named, dims, place, the_scope, the_model);
    INSERT INTO recall_indexedscope (workspace_id, scope, model, index) VALUES (place, the_scope, the_model, named)
    ON CONFLICT DO NOTHING;
END $$;
CREATE FUNCTION recall_unindex_scope(the_scope text, the_model text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    place uuid := current_setting('memoryhub.workspace')::uuid;
    named text;
BEGIN
    DELETE FROM recall_indexedscope WHERE workspace_id = place AND scope = the_scope AND model = the_model
    RETURNING index INTO named;
    IF named IS NOT NULL THEN
        EXECUTE format('DROP INDEX IF EXISTS %I', named);
    END IF;
END $$;
REVOKE EXECUTE ON FUNCTION recall_index_scope(text, text, integer), recall_unindex_scope(text, text) FROM PUBLIC;
"""
UNINDEX = "DROP FUNCTION recall_index_scope(text, text, integer); DROP FUNCTION recall_unindex_scope(text, text);"


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0008_working_day"),
        ("ledgers", "0022_what_nobody_said_for_long"),
    ]

    operations = [
        VectorExtension(),
        TrigramExtension(),
        UnaccentExtension(),
        migrations.CreateModel(
            name="Followed",
            fields=[
                (
                    "workspace",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="accounts.workspace",
                    ),
                ),
                ("model", models.CharField(max_length=200)),
                ("seq", models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Receipt",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("at", models.DateTimeField()),
                ("task_domain", models.CharField(blank=True, max_length=64)),
                ("task_type", models.CharField(blank=True, max_length=32)),
                ("audience", models.CharField(blank=True, max_length=16)),
                ("as_of", models.DateTimeField(blank=True, null=True)),
                ("known_at", models.DateTimeField(blank=True, null=True)),
                ("policy_version", models.PositiveIntegerField()),
                (
                    "agent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.agent",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounts.member",
                    ),
                ),
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
        ),
        migrations.CreateModel(
            name="ServedFact",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField()),
                ("score", models.FloatField()),
                ("left_out", models.CharField(blank=True, max_length=32)),
                (
                    "fact",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledgers.claim",
                    ),
                ),
                (
                    "receipt",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="facts", to="recall.receipt"
                    ),
                ),
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
        ),
        migrations.CreateModel(
            name="FactVector",
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
                ("scope", models.CharField(max_length=200)),
                ("model", models.CharField(max_length=200)),
                ("vector", pgvector.django.halfvec.HalfVectorField()),
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
            options={
                "indexes": [models.Index(fields=["workspace", "scope", "model"], name="vector_scope")],
            },
        ),
        migrations.CreateModel(
            name="IndexedScope",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("scope", models.CharField(max_length=200)),
                ("model", models.CharField(max_length=200)),
                ("index", models.CharField(max_length=63)),
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
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("workspace", "scope", "model"), name="indexed_scope_unique")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="receipt",
            index=models.Index(fields=["workspace", "at"], name="receipt_at"),
        ),
        migrations.AddConstraint(
            model_name="receipt",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("agent__isnull", False), ("member__isnull", True)),
                    models.Q(("agent__isnull", True), ("member__isnull", False)),
                    _connector="OR",
                ),
                name="receipt_one_reader",
            ),
        ),
        migrations.AddIndex(
            model_name="servedfact",
            index=models.Index(fields=["workspace", "fact", "receipt"], name="served_fact"),
        ),
        migrations.AddConstraint(
            model_name="servedfact",
            constraint=models.UniqueConstraint(fields=("workspace", "receipt", "fact"), name="served_fact_once"),
        ),
        migrations.RunSQL(PLAIN, COMPRESSED),
        migrations.RunSQL(FORGET, REMEMBER),
        migrations.RunSQL(INDEX, UNINDEX),
        *(migrations.RunSQL(policy_sql(table), open_sql(table)) for table in TABLES),
    ]
