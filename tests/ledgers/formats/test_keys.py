"""Names of subjects, fields and scopes: what compares equal, and what is refused."""

from __future__ import annotations

import pytest

from ledgers.formats import InvalidKey
from ledgers.formats.keys import field_key, scope_key, subject_key


@pytest.mark.parametrize(
    ("posted", "key", "shown"),
    [
        ("customer:acme", "customer:acme", "customer:acme"),
        ("Customer : ACME  Ltd ", "customer:acme ltd", "Customer:ACME Ltd"),
        ("customer:Jose\u0301", "customer:josé", "customer:José"),
        ("code", "code", "code"),
        ("site:Foo : Bar", "site:foo : bar", "site:Foo : Bar"),
        ("straße", "strasse", "straße"),
        ("x" * 200, "x" * 200, "x" * 200),
    ],
)
def test_a_subject_has_a_key_and_is_shown_as_posted(posted: str, key: str, shown: str) -> None:
    assert subject_key(posted) == (key, shown)
    assert subject_key(shown) == (key, shown)


@pytest.mark.parametrize(
    ("posted", "code"),
    [
        (12, "invalid-claim"),
        (None, "invalid-claim"),
        ("", "invalid-claim"),
        ("   ", "invalid-claim"),
        ("x" * 201, "invalid-claim"),
        ("ﬃ" * 150, "invalid-claim"),
        ("two words", "invalid-claim"),
        (":acme", "invalid-claim"),
        ("customer: ", "invalid-claim"),
        ("\u200b", "invisible-characters"),
        ("customer:\u202ecma", "invisible-characters"),
        ("a\x00b", "invisible-characters"),
        ("a\tb:c", "invisible-characters"),
        ("a\u00adb", "invisible-characters"),
        ("a\u0378", "invisible-characters"),
        ("a\ue000", "invisible-characters"),
        ("a\u3164", "invisible-characters"),
        ("a\ufe0f", "invisible-characters"),
        ("a\u2028b", "invisible-characters"),
        ("\udfff", "invalid-unicode"),
    ],
)
def test_a_subject_nobody_could_tell_from_another_is_refused(posted: object, code: str) -> None:
    with pytest.raises(InvalidKey) as refused:
        subject_key(posted)
    assert refused.value.slug == code
    assert refused.value.errors[0]["pointer"] == "#/subject"


@pytest.mark.parametrize("key", ["a", "contact.primary", "infra.ssh_port", "a1.b2_c3", "a" * 64])
def test_a_field_key_is_taken_as_it_is(key: str) -> None:
    assert field_key(key) == key


@pytest.mark.parametrize(
    ("posted", "meant"),
    [
        ("ｐａｙｍｅｎｔ.iban", "payment.iban"),
        ("pay\u200bment.iban", "payment.iban"),
        ("p\u00adayment.iban", "payment.iban"),
        ("payment.iban ", "payment.iban"),
        ("Payment.IBAN", "payment.iban"),
        ("payment/../notes", None),
        ("value__contains", None),
        ("payment..iban", None),
        ("1st", None),
        ("раyment.iban", None),
        ("a" * 65, None),
        ("payment.iban\n", "payment.iban"),
    ],
)
def test_a_field_key_is_never_repaired_in_silence(posted: str, meant: str | None) -> None:
    with pytest.raises(InvalidKey) as refused:
        field_key(posted)
    assert refused.value.slug == "invalid-field-key"
    assert (f'"{meant}"' in str(refused.value.detail)) == (meant is not None)


@pytest.mark.parametrize("posted", [None, 12, ""])
def test_a_missing_field_key_is_an_invalid_claim(posted: object) -> None:
    with pytest.raises(InvalidKey) as refused:
        field_key(posted)
    assert refused.value.slug == "invalid-claim"


def test_a_scope_compares_folded_and_has_no_blanks() -> None:
    assert scope_key("Pair:u1/C1") == "pair:u1/c1"
    with pytest.raises(InvalidKey):
        scope_key("client:acme corp")
