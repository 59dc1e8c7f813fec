"""What the application's role may do in the database: to look and to add everywhere, to change and delete by name.

A table nobody names here can be read and added to. `manage.py roles` carries it out; docs/security/walls.md explains.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ALL: Sequence[str] = ("*",)


@dataclass(frozen=True, slots=True)
class Rights:
    """The columns that may be changed in a row that is there, whether rows may be added, and whether deleted."""

    update: Sequence[str] = ()
    insert: bool = True
    delete: bool = False


KEPT = Rights()
CHANGED = Rights(update=ALL)
OWN = Rights(update=ALL, delete=True)
READ = Rights(insert=False)

RIGHTS = {
    "accounts_agent": CHANGED,
    "accounts_member": CHANGED,
    "accounts_securityevent": KEPT,
    "accounts_setup": CHANGED,
    "accounts_token": CHANGED,
    "accounts_tokencount": CHANGED,
    "accounts_user": CHANGED,
    "accounts_workspace": CHANGED,
    "escalations_approval": Rights(update=("choice", "cleared_at", "cleared_because")),
    "escalations_case": CHANGED,
    "escalations_caseclaim": CHANGED,
    "escalations_caseevent": KEPT,
    "escalations_caselink": Rights(update=("used_at",)),
    "escalations_evidencerequest": CHANGED,
    "escalations_notice": CHANGED,
    "escalations_presence": OWN,
    "escalations_savedview": OWN,
    "escalations_writeback": CHANGED,
    "hooks_delivery": CHANGED,
    "hooks_webhook": CHANGED,
    "ledgers_absence": CHANGED,
    "ledgers_backtest": Rights(
        update=("state", "done", "total", "result", "snapshot", "engine", "ended_at", "error", "acknowledged")
    ),
    "ledgers_barred": Rights(update=("lifted_by_id",)),
    # A claim of an unknown field gets its slot when the field is registered.
    "ledgers_chain": CHANGED,
    "ledgers_checkpoint": KEPT,
    "ledgers_claim": Rights(update=("slot_id", "value_key")),
    # Two ids, which go when one of the claims is erased.
    "ledgers_derivation": Rights(delete=True),
    "ledgers_draftedit": KEPT,
    "ledgers_draftverdict": KEPT,
    "ledgers_emergencyrollback": Rights(
        update=(
            "ratified_by_id",
            "ratified_because",
            "ended_at",
            "draft_id",
            "given_back_id",
            "failed_at",
            "failed_because",
        )
    ),
    # What erases is a function of the owner's; the application only writes down what it is to erase.
    "ledgers_erasure": KEPT,
    "ledgers_fact": Rights(update=("recorded_during", "closed_by_id")),
    "ledgers_field": CHANGED,
    "ledgers_outbox": OWN,
    "ledgers_policydraft": CHANGED,
    "ledgers_policyversion": Rights(update=("active", "activated_at", "activated_by_id")),
    "ledgers_registrychange": KEPT,
    "ledgers_responsibility": OWN,
    "ledgers_responsibility_delegates": OWN,
    "ledgers_responsibility_seconds": OWN,
    "ledgers_scope": CHANGED,
    "ledgers_seal": KEPT,
    "ledgers_slot": Rights(update=("clock",)),
    "ledgers_source": CHANGED,
    "ledgers_subject": Rights(update=("told_apart_at", "told_apart_by_id")),
    "ledgers_transaction": KEPT,
    "ledgers_unknownfield": CHANGED,
    # Left by a trigger with every row of the log, gone once it is sealed.
    "ledgers_unsealed": Rights(delete=True),
    # With a person their words go by a trigger of the owner's; the application ends one conversation for its user.
    "conversations_conversation": Rights(update=("last", "erased_at", "idempotency_key", "request_digest")),
    "conversations_message": Rights(update=("read_at", "offline", "text", "idempotency_key", "request_digest")),
    "conversations_summary": CHANGED,
    "conversations_unread": OWN,
    # Made of the ledgers, and made anew at any time.
    "recall_factvector": OWN,
    "recall_followed": OWN,
    "recall_setaside": OWN,
    # Written by the functions below, with the index itself.
    "recall_indexedscope": READ,
    # Who was told what: kept for a while, then deleted.
    "recall_receipt": Rights(delete=True),
    "recall_servedfact": Rights(delete=True),
    "axes_accessattempt": OWN,
    "axes_accessattemptexpiration": OWN,
    "axes_accessfailurelog": OWN,
    "axes_accesslog": OWN,
    "django_otp_webauthn_webauthncredential": OWN,
    "django_otp_webauthn_webauthnattestation": OWN,
    "django_otp_webauthn_webauthnuserhandle": KEPT,
    "django_session": OWN,
    "otp_static_staticdevice": OWN,
    "otp_static_statictoken": OWN,
    "otp_totp_totpdevice": OWN,
    "django_admin_log": KEPT,
    "auth_group": READ,
    "auth_group_permissions": READ,
    "auth_permission": READ,
    "django_content_type": READ,
    "django_migrations": READ,
}
# What runs with the owner's rights and may be called, with the table that its migration makes.
FUNCTIONS = {
    "ledgers_erasure": ("ledgers_erase(uuid)",),
    "recall_indexedscope": ("recall_index_scope(text, text, integer)", "recall_unindex_scope(text, text)"),
}
# What an auditor has no use for: sessions, counts of failed sign-ins, and whatever opens something.
UNREAD = ("django_session", "axes_", "otp_", "django_otp_webauthn_")
SECRET = {
    "accounts_user": ("password",),
    "accounts_token": ("hash",),
    "escalations_caselink": ("hash",),
    "hooks_webhook": ("secret",),
}


def of_app(role: str, table: str, columns: Sequence[str]) -> Iterable[str]:
    """The statements that give the application's role what it needs of one table, and nothing else."""
    rights = RIGHTS.get(table, KEPT)
    yield f'REVOKE ALL ON "{table}" FROM {role}'
    whole = ["SELECT"]
    whole += ["INSERT"] * rights.insert + ["UPDATE"] * (rights.update == ALL) + ["DELETE"] * rights.delete
    yield f'GRANT {", ".join(whole)} ON "{table}" TO {role}'
    some = [f'"{column}"' for column in rights.update if column in columns]
    if some:
        yield f'GRANT UPDATE ({", ".join(some)}) ON "{table}" TO {role}'


def of_auditor(role: str, table: str, columns: Sequence[str]) -> Iterable[str]:
    """The same for an auditor, who only reads, and reads no secret."""
    yield f'REVOKE ALL ON "{table}" FROM {role}'
    if table.startswith(UNREAD):
        return
    if table in SECRET:
        shown = ", ".join(f'"{column}"' for column in columns if column not in SECRET[table])
        yield f'GRANT SELECT ({shown}) ON "{table}" TO {role}'
    else:
        yield f'GRANT SELECT ON "{table}" TO {role}'
