"""A kind of case for decisions that are reverted."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("escalations", "0008_desk"),
    ]

    operations = [
        migrations.AlterField(
            model_name="case",
            name="kind",
            field=models.CharField(
                choices=[
                    ("conflict", "Conflict"),
                    ("first_value", "First Value"),
                    ("look_alike", "Look Alike"),
                    ("review_due", "Review Due"),
                    ("returned", "Returned"),
                    ("write_back", "Write Back"),
                    ("revert", "Revert"),
                ],
                max_length=16,
            ),
        ),
    ]
