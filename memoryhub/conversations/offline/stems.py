"""Which words of two texts are left when those they share are taken away."""

from __future__ import annotations

import re

from memoryhub.conversations.offline.tongue import any_of

WORD = re.compile(r"\b[^\W\d_][\w'-]*")
# Words that carry no fact, or only its strength.
_SMALL = (
    "a an the and or but of to in on at for with by from as is am are was were be been being do does did have has",
    "had i i'm im i've my me we our us you your he she it its his her they their them this that these those there",
    "here so very really quite pretty just also too still now currently all both always usually often much lot",
    "lots each every would will can could should 's it's there's ive got",
    "o as os um uma uns umas e ou mas de do da dos das em no na nos nas num numa ao aos pra para pro por pelo",
    "pela com que se eu meu minha meus minhas me nosso nossa ele ela eles elas seu sua dele dela isso esse essa",
    "este esta eh sou estou to ta tou sao foi era ser estar tem tenho ter ha muito muita bem tao bastante mesmo",
    "ainda tambem ja agora so sempre todo toda todos todas la aqui gente",
)
SMALL = frozenset(word for row in _SMALL for word in row.split())
# Two words for one thing.
ALIKE = tuple(
    any_of(spellings)
    for spellings in (
        r"liv(?:e|es|ing)|resid\w+|mor(?:o|a|ando|amos)|viv(?:o|e|endo|emos)",
        r"lik(?:e|es)|lov(?:e|es)|enjoys?|ador(?:o|a)|gost(?:o|a|amos)|curt(?:o|e)|am[oa]",
        r"hat(?:e|es)|detests?|dislikes?|odei[oa]|detest[oa]|stand|suport[oa]",
        r"call(?:ed|s)?|named?|cham[oa]|nome",
        r"jobs?|works?|working|trabalh\w+|tramp\w+|emprego",
        r"dogs?|cachorr[oa]s?|puppy",
        r"cats?|gat[oa]s?",
        r"mom|mum|mother|mae",
        r"dad|father|pai",
        r"kids?|child(?:ren)?|filhos?",
        r"wed|married|wife|husband|casad[oa]|casei|espos[oa]|marido|mulher",
        r"big|huge|large|enorme|grande",
        r"eats?|drinks?|com[oe]|beb[oe]|tom[oa]",
        r"begins?|starts?|comec\w+",
        r"due|deadline|prazo|venc\w+",
        r"happens?|takes place|acontec\w+|fic[oa]",
        r"office|company|firm|empresa|firma|escritorio",
        r"scared|afraid|fear|med[oa]",
        r"has|got|own|owns|possu[io]",
        r"main|primary|principal",
        r"go|goes|going|vou|vai",
        r"studies|study|studying|estud\w+|faz|faco",
        r"phone|telefone|celular|cell",
    )
)
ENDING = re.compile(r"(?:ings?|ed|ies|es|s|y|e|ando|endo|indo|amos|emos|ar|er|ir|ou|ei|eu|iu|os|as|[aeo])$")
# As long a beginning in common makes one word of two.
COMMON = 5


def residue(one: str, other: str) -> tuple[int, int, int]:
    """How many words two folded texts share, and how many each has to itself."""
    mine, theirs = _content(one), _content(other)
    left = [word for word in mine if not any(_alike(word, each) for each in theirs)]
    left_other = [word for word in theirs if not any(_alike(word, each) for each in mine)]
    return len(mine) - len(left), len(left), len(left_other)


def _content(folded: str) -> list[str]:
    return [word for word in WORD.findall(folded) if word not in SMALL]


def _alike(one: str, other: str) -> bool:
    if one == other or _stem(one) == _stem(other) or (len(one) >= COMMON and one[:COMMON] == other[:COMMON]):
        return True
    return any(pattern.fullmatch(one) and pattern.fullmatch(other) for pattern in ALIKE)


def _stem(word: str) -> str:
    stem = ENDING.sub("", word)
    return stem if len(stem) > 2 else word
