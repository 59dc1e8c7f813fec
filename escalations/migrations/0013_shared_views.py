"""Views of the queue may be shared with the workspace, where each shared name is used once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("escalations", "0012_presence")]

    operations = [
        migrations.AddField(
            model_name="savedview",
            name="shared",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="savedview",
            constraint=models.UniqueConstraint(
                condition=models.Q(("shared", True)),
                fields=("workspace", "name"),
                name="saved_view_shared_name_unique",
            ),
        ),
    ]
