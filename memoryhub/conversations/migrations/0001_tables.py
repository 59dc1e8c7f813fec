"""What was said, what waits to be read, and summaries; an erasure of the user takes the words away."""

import django.db.models.deletion
import uuid_utils.compat
from django.db import migrations, models

from memoryhub.accounts.walls import open_sql, policy_sql

TABLES = ("conversations_conversation", "conversations_message", "conversations_summary")

# The certificate names the subjects that are erased, and is written before their names are emptied. What a user said,
# and what was summed up of it, goes with either name of the user.
FORGET = """
CREATE FUNCTION conversations_forget() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    gone uuid[];
BEGIN
    SELECT array_agg(held.id) INTO gone FROM conversations_conversation held
    JOIN accounts_member person ON person.id = held.user_id
    WHERE held.workspace_id = NEW.workspace_id AND held.erased_at IS NULL AND EXISTS (
        SELECT 1 FROM ledgers_subject named WHERE named.workspace_id = NEW.workspace_id AND named.id = ANY (NEW.subjects)
        AND named.key IN ('user:' || lower(person.key), 'person:' || lower(person.key)));
    IF gone IS NULL THEN RETURN NULL; END IF;
    DELETE FROM conversations_unread USING conversations_message said
    WHERE said.id = message_id AND said.conversation_id = ANY (gone);
    DELETE FROM conversations_summary WHERE conversation_id = ANY (gone);
    UPDATE conversations_message SET text = '', idempotency_key = '', request_digest = '' WHERE conversation_id = ANY (gone);
    UPDATE conversations_conversation SET erased_at = NEW.at, idempotency_key = 'erased:' || id, request_digest = ''
    WHERE id = ANY (gone);
    RETURN NULL;
END $$;
CREATE TRIGGER conversations_forget AFTER INSERT ON ledgers_erasure
    FOR EACH ROW EXECUTE FUNCTION conversations_forget();
"""
REMEMBER = "DROP TRIGGER conversations_forget ON ledgers_erasure; DROP FUNCTION conversations_forget;"


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0008_working_day"),
        ("ledgers", "0022_what_nobody_said_for_long"),
    ]

    operations = [
        migrations.CreateModel(
            name="Conversation",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("character", models.CharField(max_length=64)),
                ("language", models.CharField(blank=True, max_length=10)),
                ("started_at", models.DateTimeField()),
                ("last", models.PositiveIntegerField(default=0)),
                ("author", models.CharField(max_length=80)),
                ("idempotency_key", models.CharField(max_length=255)),
                ("request_digest", models.BinaryField(max_length=32)),
                ("erased_at", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.member"
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
            name="Message",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("role", models.CharField(choices=[("user", "user"), ("character", "character")], max_length=9)),
                ("text", models.TextField()),
                ("said_at", models.DateTimeField()),
                ("author", models.CharField(max_length=80)),
                ("idempotency_key", models.CharField(blank=True, max_length=255)),
                ("request_digest", models.BinaryField(default=bytes, max_length=32)),
                ("read_at", models.DateTimeField(blank=True, null=True)),
                ("offline", models.BooleanField(blank=True, null=True)),
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
                    "conversation",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="messages",
                        to="conversations.conversation",
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
            name="Unread",
            fields=[
                (
                    "message",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="unread",
                        serialize=False,
                        to="conversations.message",
                    ),
                ),
                ("queued_at", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Summary",
            fields=[
                (
                    "conversation",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="conversations.conversation",
                    ),
                ),
                ("until", models.PositiveIntegerField()),
                ("lines", models.JSONField(default=list)),
                ("offline", models.BooleanField(default=True)),
                ("written_at", models.DateTimeField()),
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
        migrations.AddIndex(
            model_name="conversation",
            index=models.Index(fields=["workspace", "user", "character"], name="conversation_pair"),
        ),
        migrations.AddConstraint(
            model_name="conversation",
            constraint=models.UniqueConstraint(
                fields=("workspace", "author", "idempotency_key"), name="conversation_idempotency_unique"
            ),
        ),
        migrations.AddField(
            model_name="unread",
            name="workspace",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.workspace"
            ),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.UniqueConstraint(
                fields=("workspace", "conversation", "number"), name="message_number_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.UniqueConstraint(
                condition=models.Q(("idempotency_key", ""), _negated=True),
                fields=("workspace", "conversation", "author", "idempotency_key"),
                name="message_idempotency_unique",
            ),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("agent__isnull", False), ("member__isnull", True)),
                    models.Q(("agent__isnull", True), ("member__isnull", False)),
                    _connector="OR",
                ),
                name="message_one_author",
            ),
        ),
        migrations.AddIndex(
            model_name="unread",
            index=models.Index(fields=["tries", "queued_at"], name="unread_queued"),
        ),
        migrations.RunSQL(FORGET, REMEMBER),
        *(migrations.RunSQL(policy_sql(table), open_sql(table)) for table in TABLES),
    ]
