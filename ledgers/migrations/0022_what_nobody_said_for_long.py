"""Indexes for what the clock looks through every minute: values nobody has said for long, and those that came back."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledgers", "0021_emergencies_given_back_whole")]

    operations = [
        migrations.AddIndex(
            model_name="fact",
            index=models.Index(
                fields=["workspace", "renews", "recorded_at"],
                condition=models.Q(standing="timeline", recorded_during__upper_inf=True, value_key__isnull=False),
                name="fact_said",
            ),
        ),
        migrations.AddIndex(
            model_name="fact",
            index=models.Index(
                fields=["workspace"],
                condition=models.Q(recorded_during__upper_inf=True, returned=True),
                name="fact_returned",
            ),
        ),
    ]
