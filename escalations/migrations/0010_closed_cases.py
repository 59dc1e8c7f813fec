"""An index for what was decided last: each card shows past decisions, and read every case there ever was for them."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("escalations", "0009_reverts")]

    operations = [
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                fields=["workspace", "-closed_at", "id"],
                condition=models.Q(("state", "open"), _negated=True),
                name="case_closed",
            ),
        ),
    ]
