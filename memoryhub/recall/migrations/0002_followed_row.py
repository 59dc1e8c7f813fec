"""The row of the log at which the vectors end: what comes after it is found by its words."""

import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("recall", "0001_tables")]

    operations = [
        migrations.AddField("followed", "xid", models.BigIntegerField(default=0)),
        migrations.AddField("followed", "row", models.UUIDField(default=uuid.UUID(int=0))),
    ]
