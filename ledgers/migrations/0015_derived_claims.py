"""Find what was made of a fact without reading every claim."""

import django.contrib.postgres.indexes
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_desk"),
        ("ledgers", "0014_stored_checkpoints"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="claim",
            index=django.contrib.postgres.indexes.GinIndex(fields=["derived_from"], name="claim_derived_from"),
        ),
    ]
