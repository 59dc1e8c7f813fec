"""Subjects get their outlines, and claims the classes of sensitive content found in them.

Claims of before were looked at by nobody: their classes stay empty, as what is accepted is not judged again by itself.
"""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from ledgers.formats.skeleton import skeleton


def outline(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    for subject in apps.get_model("ledgers", "Subject").objects.iterator():
        subject.skeleton, subject.drawn = skeleton(subject.key), skeleton(subject.shown)
        subject.save(update_fields=["skeleton", "drawn"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_security_events"), ("ledgers", "0005_transaction_details")]

    operations = [
        migrations.AddField(
            model_name="claim",
            name="content",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=16), blank=True, default=list, size=None
            ),
        ),
        migrations.AddField(
            model_name="subject", name="skeleton", field=models.CharField(blank=True, default="", max_length=200)
        ),
        migrations.AddField(
            model_name="subject", name="drawn", field=models.CharField(blank=True, default="", max_length=200)
        ),
        migrations.AddField(
            model_name="subject",
            name="looks_like",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="ledgers.subject",
            ),
        ),
        migrations.AddField(
            model_name="subject", name="told_apart_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            model_name="subject",
            name="told_apart_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="accounts.member",
            ),
        ),
        migrations.RunPython(outline, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="subject", index=models.Index(fields=["workspace", "skeleton"], name="subject_skeleton")
        ),
        migrations.AddIndex(
            model_name="subject", index=models.Index(fields=["workspace", "drawn"], name="subject_drawn")
        ),
    ]
