"""Names that a reader cannot tell apart have one outline; names that differ to the eye keep theirs."""

from __future__ import annotations

import pytest

from ledgers.formats.skeleton import ascii_of, skeleton

ALIKE = [
    ("customer:acme", "customer:аcme"), ("customer:acme", "сustomer:acme"), ("ACME", "АСМЕ"), ("acme1", "acmel"),
    ("a0", "aO"), ("Bill", "BiII"), ("modern", "modem"), ("acme-x", "acme–x"), ("pay", "ｐay"), ("aγ", "ay"),
    ("acme", "a\u00adcme"),
]  # fmt: skip
APART = [("josé", "jose"), ("fill", "fiil"), ("c1", "c2"), ("acme", "acme2"), ("ana", "anna"), ("user:u1", "user:u11")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_look_alikes_share_an_outline(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_other_names_do_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize("name", ["customer:acme", "АСМЕ", "ﷺ" * 200, "𝐦" * 200])
def test_an_outline_stays_the_same_and_short(name: str) -> None:
    assert skeleton(skeleton(name)) == skeleton(name)
    assert len(skeleton(name)) <= 200


def test_digits_keep_their_difference() -> None:
    assert len({skeleton(f"order:{number}") for number in range(2_000)}) == 2_000


def test_a_sign_is_read_as_the_latin_one_it_is_drawn_like() -> None:
    assert ascii_of("а") == "a"
    assert ascii_of("á") == "á"
