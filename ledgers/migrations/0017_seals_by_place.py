"""An index that leads from a row of the log to the seal it stands under."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledgers", "0016_kinds_of_registry_change")]

    operations = [
        migrations.AddIndex(
            model_name="seal",
            index=models.Index(fields=["workspace", "first_xid", "first_id"], name="seal_place"),
        ),
    ]
