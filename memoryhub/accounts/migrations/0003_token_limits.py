from django.db import migrations, models

# Counted with every request and worth nothing after a crash: no write-ahead log, so no wait for the disk either.
UNLOGGED = "ALTER TABLE accounts_tokencount SET UNLOGGED, SET (fillfactor = 50);"
LOGGED = "ALTER TABLE accounts_tokencount SET LOGGED, RESET (fillfactor);"


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_security_events"),
    ]

    operations = [
        migrations.CreateModel(
            name="TokenCount",
            fields=[
                ("token_id", models.UUIDField(primary_key=True, serialize=False)),
                ("most", models.PositiveIntegerField()),
                ("began", models.DateTimeField()),
                ("before", models.PositiveIntegerField()),
                ("used", models.PositiveIntegerField()),
                ("let_in", models.BooleanField()),
            ],
        ),
        migrations.AddField(
            model_name="token", name="requests_per_minute", field=models.PositiveIntegerField(blank=True, null=True)
        ),
        migrations.AddField(
            model_name="token", name="open_cases", field=models.PositiveIntegerField(blank=True, null=True)
        ),
        migrations.RunSQL(UNLOGGED, LOGGED),
    ]
