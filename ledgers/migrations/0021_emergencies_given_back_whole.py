"""What an emergency rollback changed in the registry, what became of it, and that nobody approves their own content."""

import django.db.models.deletion
from django.db import migrations, models

# Whoever wrote anything of a draft, or wrote in any draft what this one says, or put that in force alone in an
# emergency, does not let it pass. An edit that changed nothing (a start from what is in force, somebody joining) wrote
# nothing. The row of the draft is locked, so that nobody becomes an author meanwhile.
SECOND_PERSON = """
CREATE OR REPLACE FUNCTION ledgers_verdict_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    judged ledgers_policydraft%ROWTYPE;
BEGIN
    SELECT * INTO judged FROM ledgers_policydraft WHERE id = NEW.draft_id FOR UPDATE;
    IF NEW.hash IS DISTINCT FROM judged.hash OR NEW.base_id IS DISTINCT FROM judged.base_id THEN
        RAISE EXCEPTION 'a verdict is about the draft as it stands'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'verdict_about_what_stands';
    END IF;
    IF NEW.approved AND (judged.created_by_id = NEW.member_id OR EXISTS (
        SELECT 1 FROM ledgers_draftedit edit WHERE edit.draft_id = NEW.draft_id AND edit.member_id = NEW.member_id
    )%(same)s) THEN
        RAISE EXCEPTION 'an author does not approve a draft'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'verdict_by_a_second_person';
    END IF;
    RETURN NEW;
END $$;
"""
SAME = """ OR EXISTS (
        SELECT 1 FROM ledgers_draftedit edit WHERE edit.workspace_id = NEW.workspace_id
            AND edit.member_id = NEW.member_id AND edit.after = NEW.hash AND edit.changes <> '[]'
    ) OR EXISTS (
        SELECT 1 FROM ledgers_emergencyrollback done JOIN ledgers_policyversion put ON put.id = done.version_id
        WHERE done.workspace_id = NEW.workspace_id AND done.member_id = NEW.member_id AND put.hash = NEW.hash
    )"""


class Migration(migrations.Migration):
    dependencies = [
        ("ledgers", "0020_decisions_of_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="emergencyrollback", name="registry", field=models.JSONField(blank=True, default=dict)
        ),
        migrations.AddField(
            model_name="emergencyrollback", name="failed_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            model_name="emergencyrollback",
            name="failed_because",
            field=models.TextField(blank=True, default=""),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="emergencyrollback",
            name="given_back",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledgers.policyversion",
            ),
        ),
        migrations.RunSQL(SECOND_PERSON.replace("%(same)s", SAME), SECOND_PERSON.replace("%(same)s", "")),
    ]
