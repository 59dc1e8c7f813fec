"""The transaction row says all that a change read and wrote, in one canonical text.

Rows of before are told again in the same form: what they wrote stands in the fact rows they opened and closed. What
they read was kept more briefly, so those decisions cannot be taken again; the replay says how many they are.
"""

import hashlib

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from ledgers.services import journal


def tell_again(apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    transactions = apps.get_model("ledgers", "Transaction")
    facts, bars = apps.get_model("ledgers", "Fact"), apps.get_model("ledgers", "Barred")
    for row in transactions.objects.select_related("claim").iterator():
        closed = {fact.id: fact for fact in facts.objects.filter(closed_by=row)}
        opened = list(facts.objects.filter(opened_by=row).order_by("id"))
        barred = list(bars.objects.filter(transaction=row).order_by("id"))
        row.note_digest = journal.salted(row.claim, row.note) if row.note else ""
        row.details = journal.canonical(
            {
                "said": journal.said_digest(row.claim) if row.number == 1 else None,
                "read": {"brief": row.read},
                "trace": row.trace,
                "wrote": journal.wrote(closed, opened, barred),
            }
        )
        row.hash = hashlib.sha256(journal.body(row).encode()).digest()
        row.save(update_fields=["details", "note_digest", "hash"])


class Migration(migrations.Migration):
    dependencies = [("ledgers", "0004_transaction_numbers_itself")]

    operations = [
        migrations.AddField(
            model_name="transaction", name="details", field=models.TextField(default="{}"), preserve_default=False
        ),
        migrations.AddField(
            model_name="transaction",
            name="note_digest",
            field=models.CharField(blank=True, default="", max_length=64),
            preserve_default=False,
        ),
        migrations.RunSQL("ALTER TABLE ledgers_transaction DISABLE TRIGGER transaction_append_only"),
        migrations.RunPython(tell_again, migrations.RunPython.noop),
        migrations.RunSQL(
            "SET CONSTRAINTS ALL IMMEDIATE; ALTER TABLE ledgers_transaction ENABLE TRIGGER transaction_append_only"
        ),
        migrations.RemoveField(model_name="transaction", name="trace"),
        migrations.RemoveField(model_name="transaction", name="read"),
    ]
