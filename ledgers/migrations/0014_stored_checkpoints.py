"""Up to which seal the checkpoints of a workspace are in the object store."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledgers", "0013_desk")]

    operations = [
        migrations.AddField(
            model_name="chain",
            name="stored_number",
            field=models.PositiveBigIntegerField(default=0),
        ),
    ]
