"""An index for what people decided: the dial reads the newest of it, whatever rules settled meanwhile."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledgers", "0019_emergency_rollbacks")]

    operations = [
        migrations.AddIndex(
            model_name="transaction",
            index=models.Index(
                fields=["workspace", "-recorded_at", "-id"],
                condition=models.Q(kind__in=["decision", "review", "undo"]),
                name="transaction_of_people",
            ),
        ),
    ]
