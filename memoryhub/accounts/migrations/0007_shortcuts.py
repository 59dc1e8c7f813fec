"""The keys that somebody chose in place of the usual ones."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_desk"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="shortcuts",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
