"""The audit of the registries; and what may never happen to it, or to a version of the policy."""

import django.db.models.deletion
import uuid_utils.compat
from django.conf import settings
from django.db import migrations, models

APPEND_ONLY = """
CREATE TRIGGER registry_change_append_only BEFORE UPDATE OR DELETE ON ledgers_registrychange
    FOR EACH ROW EXECUTE FUNCTION ledgers_append_only();
"""

# A version only becomes active or ceases to be; what it says never changes.
POLICY_ROWS = """
CREATE FUNCTION ledgers_policy_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' OR (to_jsonb(NEW) - 'active' - 'activated_at' - 'activated_by_id')
        IS DISTINCT FROM (to_jsonb(OLD) - 'active' - 'activated_at' - 'activated_by_id') THEN
        RAISE EXCEPTION 'a version of the policy never changes: activate a new one'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'policy_version_never_changes';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER policy_guard BEFORE UPDATE OR DELETE ON ledgers_policyversion
    FOR EACH ROW EXECUTE FUNCTION ledgers_policy_guard();
"""

# What nobody known said is last and alone in every order: held here too, so that no other door can say otherwise.
OUTSIDE_LAST = """
CREATE FUNCTION ledgers_order_keeps_outside_last(written jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT NOT EXISTS (
        SELECT 1
        FROM jsonb_array_elements(written) WITH ORDINALITY AS place(held, number),
            LATERAL jsonb_array_elements_text(
                CASE WHEN jsonb_typeof(held) = 'array' THEN held ELSE jsonb_build_array(held) END
            ) AS entry
        WHERE entry LIKE 'unattributed:%'
            OR (entry = 'unattributed' AND (
                number < jsonb_array_length(written)
                OR (jsonb_typeof(held) = 'array' AND jsonb_array_length(held) > 1)
            ))
    )
$$;
CREATE FUNCTION ledgers_policy_keeps_outside_last(document jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT ledgers_order_keeps_outside_last(document->'tiers') AND NOT EXISTS (
        SELECT 1 FROM jsonb_each(coalesce(document->'fields', '{}')) AS field(key, said)
        WHERE said ? 'order' AND NOT ledgers_order_keeps_outside_last(said->'order')
    )
$$;
ALTER TABLE ledgers_policyversion
    ADD CONSTRAINT policy_outside_last CHECK (ledgers_policy_keeps_outside_last(document));
"""

UNDO = """
ALTER TABLE ledgers_policyversion DROP CONSTRAINT policy_outside_last;
DROP FUNCTION ledgers_policy_keeps_outside_last;
DROP FUNCTION ledgers_order_keeps_outside_last;
DROP TRIGGER policy_guard ON ledgers_policyversion;
DROP FUNCTION ledgers_policy_guard;
DROP TRIGGER registry_change_append_only ON ledgers_registrychange;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("ledgers", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RegistryChange",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("source", "source"),
                            ("field", "field"),
                            ("scope", "scope"),
                            ("responsibility", "responsibility"),
                            ("unknown_field", "unknown field"),
                            ("member", "member"),
                            ("agent", "agent"),
                            ("policy", "policy"),
                        ],
                        max_length=16,
                    ),
                ),
                ("key", models.CharField(max_length=500)),
                ("before", models.JSONField(default=dict)),
                ("after", models.JSONField(default=dict)),
                (
                    "login",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
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
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="accounts.workspace"),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["workspace", "kind", "key", "-at"], name="registry_change_entry")],
            },
        ),
        migrations.RunSQL(APPEND_ONLY + POLICY_ROWS + OUTSIDE_LAST, UNDO),
    ]
