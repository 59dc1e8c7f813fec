"""What the admin site calls tables and columns, in the reader's language.

Columns of one name mean the same in every table, so each is worded once, here. The words are set on the models before
the admin site makes its forms from them; on the models themselves each new wording would be a migration.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.apps import apps
from django.db.models import Model
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

APPS: dict[str, StrOrPromise] = {"accounts": _("Accounts"), "ledgers": _("Ledgers"), "escalations": _("Cases")}

# One of them, several of them.
TABLES: dict[str, tuple[StrOrPromise, StrOrPromise]] = {
    "agent": (_("agent"), _("agents")),
    "case": (_("case"), _("cases")),
    "caseclaim": (_("claim in a case"), _("claims in a case")),
    "caseevent": (_("event of a case"), _("events of a case")),
    "claim": (_("claim"), _("claims")),
    "fact": (_("fact"), _("facts")),
    "field": (_("field"), _("fields")),
    "member": (_("member"), _("members")),
    "notice": (_("notice"), _("notices")),
    "policyversion": (_("policy version"), _("policy versions")),
    "registrychange": (_("registry change"), _("registry changes")),
    "responsibility": (_("responsibility"), _("responsibilities")),
    "scope": (_("scope"), _("scopes")),
    "slot": (_("slot"), _("slots")),
    "source": (_("source"), _("sources")),
    "subject": (_("subject"), _("subjects")),
    "token": (_("token"), _("tokens")),
    "transaction": (_("transaction"), _("transactions")),
    "unknownfield": (_("unknown field"), _("unknown fields")),
    "user": (_("login"), _("logins")),
    "workspace": (_("workspace"), _("workspaces")),
    "writeback": (_("write-back"), _("write-backs")),
}

COLUMNS: dict[str, StrOrPromise] = {
    "action": _("action"),
    "activated_at": _("activated at"),
    "activated_by": _("activated by"),
    "active": _("active"),
    "actor_agent": _("by agent"),
    "actor_member": _("by member"),
    "added_at": _("added at"),
    "addresses": _("addresses"),
    "after": _("after the change"),
    "agent": _("agent"),
    "answer": _("answer"),
    "answered_at": _("answered at"),
    "answered_by": _("answered by"),
    "at": _("at"),
    "author": _("author"),
    "authoritative": _("authoritative source"),
    "backup": _("backup"),
    "before": _("before the change"),
    "blame": _("side that was wrong"),
    "carrier": _("claim that carries it"),
    "case": _("case"),
    "cause": _("cause"),
    "choice": _("choice"),
    "chosen": _("chosen claim"),
    "claim": _("claim"),
    "clock": _("clock of the slot"),
    "closed_at": _("closed at"),
    "closed_because": _("closed because"),
    "closed_by": _("closed by"),
    "code": _("code"),
    "condition": _("condition"),
    "confidence": _("confidence"),
    "controller": _("controlling person"),
    "corrects": _("corrects"),
    "created_at": _("created at"),
    "created_by": _("created by"),
    "date_assumed": _("date assumed"),
    "dated": _("dated"),
    "decided_by": _("decided by"),
    "decision_key": _("decision key"),
    "delegates": _("delegates"),
    "demo": _("demo"),
    "derived_from": _("derived from"),
    "document": _("document"),
    "domain": _("domain"),
    "done_at": _("done at"),
    "done_by": _("done by"),
    "due_at": _("due at"),
    "edge": _("edge"),
    "effective_at": _("holds from"),
    "email": _("e-mail"),
    "empty_marks": _("marks of an empty value"),
    "ended_by": _("ended by"),
    "ended_how": _("how it ended"),
    "evidence": _("evidence"),
    "evidence_digest": _("digest of the evidence"),
    "expires_at": _("expires at"),
    "external": _("from outside"),
    "fact": _("fact"),
    "field": _("field"),
    "first_seen": _("first seen"),
    "hash": _("hash"),
    "idempotency_key": _("idempotency key"),
    "is_active": _("active"),
    "is_staff": _("may open this site"),
    "key": _("key"),
    "kind": _("kind"),
    "language": _("language"),
    "last_login": _("last sign-in"),
    "last_used_at": _("last used"),
    "left_at": _("left at"),
    "login": _("login"),
    "mailed_at": _("mailed at"),
    "mapped_to": _("mapped to"),
    "may_write": _("may post claims"),
    "member": _("member"),
    "name": _("name"),
    "name_pt": _("name in Portuguese"),
    "newer_weaker": _("weaker and newer"),
    "note": _("note"),
    "number": _("number"),
    "opened_at": _("opened at"),
    "opened_by": _("opened by"),
    "options": _("options"),
    "owner": _("owner"),
    "owner_is_self": _("the person the subject is owns it"),
    "owner_word": _("owner's word"),
    "params": _("parameters"),
    "party": _("party"),
    "password": _("password"),
    "person": _("person"),
    "policy_version": _("policy version"),
    "prefix": _("prefix"),
    "proposers": _("proposers"),
    "purpose": _("purpose"),
    "read": _("what was read"),
    "read_at": _("read at"),
    "reason": _("reason"),
    "received_at": _("received at"),
    "recorded_at": _("recorded at"),
    "recorded_during": _("on record during"),
    "relayed": _("passed on by an agent"),
    "renews": _("renews the review"),
    "request_digest": _("digest of the request"),
    "responsible": _("responsible for the document"),
    "returned": _("returned"),
    "review_days": _("review after days"),
    "revoked_at": _("revoked at"),
    "roles": _("roles"),
    "rule": _("rule"),
    "said_by": _("said by"),
    "salt": _("salt"),
    "scope": _("scope"),
    "scopes": _("scopes"),
    "seconds": _("second persons"),
    "sensitivity": _("sensitivity"),
    "shown": _("as first posted"),
    "slot": _("slot"),
    "source": _("source"),
    "sources": _("sources"),
    "speaker": _("speaker"),
    "standing": _("standing"),
    "state": _("state"),
    "status": _("status"),
    "subject": _("subject"),
    "subjects": _("subjects"),
    "target": _("fact it changes"),
    "theme": _("appearance"),
    "tier": _("tier"),
    "tier_reason": _("reason of the tier"),
    "time_zone": _("time zone"),
    "trace": _("trace"),
    "type": _("type"),
    "undated": _("without a date"),
    "user": _("login"),
    "valid_during": _("valid during"),
    "value": _("value"),
    "value_key": _("canonical value"),
    "values": _("how many values"),
    "version": _("version"),
    "weighs": _("weighs"),
    "workspace": _("workspace"),
    "write_back_days": _("days for a write-back"),
    "xid": _("database transaction"),
}


def label(column: str) -> StrOrPromise:
    """The word for a column, as it stands beside a field of a form."""
    return capfirst(COLUMNS[column])


def speak(*models: type[Model]) -> None:
    """Give these models their words. Call it before a form is made from one of them."""
    for model in models:
        meta = model._meta  # noqa: SLF001 - where Django keeps names
        meta.verbose_name, meta.verbose_name_plural = TABLES[str(meta.model_name)]
        apps.get_app_config(meta.app_label).verbose_name = APPS[meta.app_label]
        for column in [*meta.local_fields, *meta.local_many_to_many]:
            column.verbose_name = COLUMNS.get(column.name, column.verbose_name)
