"""A case may ask whose a look-alike name is: it is a question of the slot like the other two."""

from django.db import migrations, models
from django.db.models import Q

KINDS = [
    ("conflict", "Conflict"), ("first_value", "First Value"), ("look_alike", "Look Alike"),
    ("review_due", "Review Due"), ("returned", "Returned"), ("write_back", "Write Back"),
]  # fmt: skip
QUESTIONS = ["conflict", "first_value", "look_alike"]


class Migration(migrations.Migration):
    dependencies = [("escalations", "0004_guard_whole_rows"), ("ledgers", "0006_look_alikes_and_content")]

    operations = [
        migrations.RemoveConstraint(model_name="case", name="case_one_question_per_slot"),
        migrations.RemoveConstraint(model_name="case", name="case_one_check_per_fact_and_cause"),
        migrations.AlterField(model_name="case", name="kind", field=models.CharField(choices=KINDS, max_length=16)),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.UniqueConstraint(
                condition=Q(kind__in=QUESTIONS, state="open"),
                fields=("workspace", "slot"),
                name="case_one_question_per_slot",
            ),
        ),
        migrations.AddConstraint(
            model_name="case",
            constraint=models.UniqueConstraint(
                condition=~Q(kind__in=QUESTIONS),
                fields=("workspace", "slot", "fact", "kind", "cause"),
                name="case_one_check_per_fact_and_cause",
            ),
        ),
    ]
