"""Find the notices that wait to be mailed without reading every notice."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_desk"),
        ("escalations", "0010_closed_cases"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("mailed_at__isnull", True), ("read_at__isnull", True)),
                fields=["workspace", "at"],
                name="notice_to_mail",
            ),
        ),
    ]
