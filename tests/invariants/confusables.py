"""Names that a reader takes for another: generated, so that no list of ours is the measure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random

from ledgers.formats.skeleton import prototypes

# Nothing to see: zero width, soft hyphen, direction, joiners, fillers.
UNSEEN = "\u200b\u200c\u200d\u2060\u00ad\u202e\u200e\u2066\ufeff\u3164\u115f\ufe0f\u034f"
# Digits and letters that pass for each other in most typefaces.
LEET = {"o": "0", "l": "1", "i": "1l", "0": "o", "1": "l", "e": "3", "a": "4@", "s": "5$", "b": "8", "t": "7"}
# Pairs that read as one letter.
PAIRS = {"m": "rn", "w": "vv", "d": "cl"}
SEPARATORS = {".": ("..", "_", ". ", " .", "。", "．", "·", "-", "/"), "_": ("__", ".", "-", " ")}


def drawn_like(sign: str) -> list[str]:
    """Every sign that Unicode's data says is drawn like this one."""
    return _ALIKE[prototypes().get(sign, sign)]


def _reversed() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for sign, prototype in sorted(prototypes().items()):
        found[prototype].append(sign)
    return found


_ALIKE = _reversed()


def of_key(key: str, count: int, random: Random) -> list[str]:
    """That many look-alikes of a field key, each once, none the key itself."""
    return _some(_key_variants(key, random), key, count)


def of_subject(name: str, count: int, random: Random) -> list[str]:
    """That many look-alikes of a subject: other alphabets, digits for letters, pairs for one letter."""
    return _some(_drawn_variants(name, random), name, count)


def _some(variants: Iterator[str], name: str, count: int) -> list[str]:
    found: dict[str, None] = {}
    for variant in variants:
        if variant.casefold() != name:
            found[variant] = None
        if len(found) == count:
            return list(found)
    raise AssertionError("The generator ran dry.")


def _key_variants(key: str, random: Random) -> Iterator[str]:
    drawn = _drawn_variants(key, random)
    while True:
        yield next(drawn)
        place = random.randrange(len(key) + 1)
        yield key[:place] + random.choice(UNSEEN) + key[place:]
        at = random.randrange(len(key))
        sign = key[at]
        for other in (
            *LEET.get(sign, ""),
            *SEPARATORS.get(sign, ()),
            *PAIRS.get(sign, ()),
            sign.upper(),
            chr(ord(sign) + 0xFEE0),
        ):
            if sign not in "._" or ord(other[0]) < 0xFEE0:
                yield key[:at] + other + key[at + 1 :]
        yield f"{key}s"
        yield key[:at] + key[at] + key[at:]
        yield random.choice([" ", "\t", "\n", ".", "_"]).join([key, ""])


def _drawn_variants(name: str, random: Random) -> Iterator[str]:
    """One or more signs replaced by others that are drawn the same."""
    places = [at for at, sign in enumerate(name) if drawn_like(sign)]
    while True:
        signs = list(name)
        for at in random.sample(places, random.randint(1, min(3, len(places)))):
            signs[at] = random.choice(drawn_like(signs[at]))
        yield "".join(signs)
        for sign, pair in PAIRS.items():
            if sign == "m" and sign in name:
                yield name.replace(sign, pair, 1)
        yield name.replace("l", "1").replace("o", "0")
