"""The usual working day is asked for, not fixed."""

from django.db import migrations, models

import memoryhub.accounts.models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_shortcuts"),
    ]

    operations = [
        migrations.AlterField(
            model_name="workspace",
            name="day_begins",
            field=models.TimeField(default=memoryhub.accounts.models.usual_beginning),
        ),
        migrations.AlterField(
            model_name="workspace",
            name="day_ends",
            field=models.TimeField(default=memoryhub.accounts.models.usual_end),
        ),
    ]
