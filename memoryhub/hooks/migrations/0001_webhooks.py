"""Addresses that are told of events, and the messages on their way to them."""

import django.contrib.postgres.fields
import django.db.models.deletion
import uuid_utils.compat
from django.db import migrations, models

from memoryhub.accounts.walls import open_sql, policy_sql

TABLES = ("hooks_webhook", "hooks_delivery")


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0006_desk"),
    ]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                ("url", models.URLField(max_length=500)),
                ("secret", models.BinaryField(max_length=512)),
                (
                    "events",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=64), default=list, size=None
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("stopped_at", models.DateTimeField(blank=True, null=True)),
                ("stopped_because", models.CharField(blank=True, max_length=100)),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="accounts.member"
                    ),
                ),
                ("workspace", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="accounts.workspace")),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("event", models.CharField(max_length=64)),
                ("message", models.CharField(max_length=64)),
                ("about", models.UUIDField(blank=True, null=True)),
                ("body", models.TextField()),
                ("at", models.DateTimeField()),
                ("next_at", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("status", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("error", models.CharField(blank=True, max_length=200)),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("given_up_at", models.DateTimeField(blank=True, null=True)),
                ("workspace", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to="accounts.workspace")),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="deliveries", to="hooks.webhook"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deliveries",
            },
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.UniqueConstraint(fields=("workspace", "name"), name="webhook_name_unique"),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("next_at__isnull", False)), fields=["workspace", "next_at"], name="delivery_waiting"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["workspace", "webhook", "-id"], name="delivery_latest"),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(
                fields=("workspace", "webhook", "message"), name="delivery_once_per_address"
            ),
        ),
        *(migrations.RunSQL(policy_sql(table), open_sql(table)) for table in TABLES),
    ]
