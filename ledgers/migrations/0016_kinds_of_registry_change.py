"""Changes of a workspace's settings, of tokens and of webhooks are named kinds too."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledgers", "0015_derivations")]

    operations = [
        migrations.AlterField(
            model_name="registrychange",
            name="kind",
            field=models.CharField(
                choices=[
                    ("source", "source"),
                    ("field", "field"),
                    ("scope", "scope"),
                    ("responsibility", "responsibility"),
                    ("unknown_field", "unknown field"),
                    ("member", "member"),
                    ("agent", "agent"),
                    ("policy", "policy"),
                    ("workspace", "workspace"),
                    ("token", "token"),
                    ("webhook", "webhook"),
                ],
                max_length=16,
            ),
        ),
    ]
