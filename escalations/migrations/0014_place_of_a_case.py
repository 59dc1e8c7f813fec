"""A case keeps scope and field of its slot, so that the queue is counted and sorted without looking at every slot."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("escalations", "0013_shared_views")]

    operations = [
        migrations.AddField("case", "scope", models.CharField(default="", max_length=200), preserve_default=False),
        migrations.AddField("case", "field", models.CharField(default="", max_length=64), preserve_default=False),
        migrations.AddIndex(
            "case",
            models.Index(fields=["workspace", "due_at", "id"], condition=Q(state="open"), name="case_due"),
        ),
        migrations.AddIndex("evidencerequest", models.Index(fields=["workspace", "due_at"], name="evidence_due")),
    ]
