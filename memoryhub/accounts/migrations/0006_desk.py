"""What a workspace and its people may set, how far a set-up got, and which token follows which."""

import datetime as dt

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

import memoryhub.accounts.models
from memoryhub.accounts.walls import open_sql, policy_sql


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_sessions_and_addresses"),
    ]

    operations = [
        migrations.CreateModel(
            name="Setup",
            fields=[
                (
                    "workspace",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        serialize=False,
                        to="accounts.workspace",
                    ),
                ),
                ("template", models.CharField(blank=True, max_length=64)),
                ("step", models.CharField(max_length=16)),
                ("rows", models.JSONField(blank=True, default=list)),
                ("done_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name="token",
            name="follows",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="accounts.token",
            ),
        ),
        migrations.AddField(
            model_name="token",
            name="revoked_because",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddField(
            model_name="token",
            name="revoked_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="accounts.member",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="keys",
            field=models.CharField(
                choices=[("on", "on"), ("alt", "with Alt"), ("off", "off")], default="on", max_length=3
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="mail",
            field=models.CharField(
                choices=[("soon", "one by one"), ("digest", "once a day, at 8:00")], default="soon", max_length=6
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="time_zone",
            field=models.CharField(
                blank=True, default="", max_length=64, validators=[memoryhub.accounts.models.check_zone]
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="undo_long",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="workspace",
            name="country",
            field=models.CharField(default="BR", max_length=2),
        ),
        migrations.AddField(
            model_name="workspace",
            name="day_begins",
            field=models.TimeField(default=dt.time(9, 0)),
        ),
        migrations.AddField(
            model_name="workspace",
            name="day_ends",
            field=models.TimeField(default=dt.time(18, 0)),
        ),
        migrations.AddField(
            model_name="workspace",
            name="mails_contacts",
            field=models.BooleanField(
                default=False, help_text="Show contacts in full in mails. Payments and permissions never are."
            ),
        ),
        migrations.AddField(
            model_name="workspace",
            name="region",
            field=models.CharField(blank=True, default="", max_length=8),
        ),
        migrations.AddField(
            model_name="workspace",
            name="undo_seconds",
            field=models.PositiveSmallIntegerField(
                default=20,
                help_text="How long a decision may be taken back; 0: not at all.",
                validators=[django.core.validators.MaxValueValidator(120)],
            ),
        ),
        migrations.RunSQL(policy_sql("accounts_setup"), open_sql("accounts_setup")),
    ]
