"""How an address takes its messages: by the Standard Webhooks specification, or as Slack does."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("hooks", "0001_webhooks"),
    ]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="format",
            field=models.CharField(
                choices=[("standard", "Standard Webhooks"), ("slack", "Slack")],
                db_default="standard",
                default="standard",
                max_length=16,
            ),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(("format__in", ["standard", "slack"])), name="webhook_format_known"
            ),
        ),
    ]
