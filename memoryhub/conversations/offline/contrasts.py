"""Words that negate, and words that exclude each other, in English and Portuguese, accents left out."""

from __future__ import annotations

import re
from functools import cache

from memoryhub.conversations.offline.tongue import any_of

NEGATIONS = any_of(
    r"not|never|no (?:longer|more|one)|\w+n't|cannot|cant|dont|doesnt|isnt|wont|without|neither|nor|nobody|none|"
    r"nothing|hardly|barely|stopped|quit|gave up|nao|nunca|jamais|nem|sem|ninguem|nenhum|nenhuma|tampouco|(?:parei|"
    r"parou|deixei|deixou|larguei|largou) de"
)
# What was once and what is are two statements.
ONCE = any_of(
    r"used to|formerly|was|were|once|antigamente|era|fui|(?:mor|trabalh|gost|jog|estud|us|tom|fum|cant|ador|odi|nad|"
    r"am|toc)ava|tinha|bebia|comia|vivia|fazia|corria"
)
# "No" is "in the" in Portuguese.
ENGLISH_NO = any_of("no")
# A group per row; the spellings of one member, in both languages, stand in one entry.
EXCLUDING: tuple[tuple[str, ...], ...] = (
    ("mornings?|manha|manhas", "afternoons?|a tarde|de tarde|da tarde|tardes", "evenings?|nights?|noites?"),
    ("before|antes", "after|depois"),
    ("early|cedo", "late|tarde"),
    ("yesterday|ontem", "today|hoje", "tomorrow|amanha"),
    ("last|passad[oa]|ultim[oa]", "next|que vem|proxim[oa]"),
    (
        "married|casad[oa]s?",
        "single|solteir[oa]s?",
        "divorced|divorciad[oa]s?|separad[oa]s?",
        "widow(?:ed|er)?|viuv[oa]s?",
        "engaged|noiv[oa]s?",
    ),
    ("likes?|loves?|enjoys?|adores?|gost\\w+|ador\\w+|am[oa]", "hates?|dislikes?|detests?|odei\\w+|detest\\w+"),
    (
        "start(?:ed|s|ing)?|begins?|began|comec\\w+",
        "stop(?:ped|s)?|ends?|ended|quit|finish\\w*|termin\\w+|acab\\w+|par(?:ei|ou)",
    ),
    ("arriv\\w+|cheg\\w+", "leav\\w+|left|part\\w+|sai\\w*"),
    ("left|esquerd[oa]", "right|direit[oa]"),
    ("hot|quente", "cold|fri[oa]", "warm|morn[oa]"),
    ("more|mais", "less|fewer|menos"),
    ("bought|buy\\w*|compr\\w+", "sold|sell\\w*|vend\\w+"),
    ("won|win|wins|ganh\\w+", "lost|lose|loses|perd\\w+"),
    ("opens?|opened|abre\\w*|abr\\w+iu", "closes?|closed|fech\\w+"),
    ("older|mais velh[oa]", "younger|mais nov[oa]|cacula"),
    ("big|large|grande", "small|little|pequen[oa]"),
    (
        "daily|every day|todo dia|todos os dias",
        "weekly|every week|toda semana",
        "monthly|every month|todo mes",
        "yearly|every year|todo ano",
    ),
    ("always|sempre", "sometimes|as vezes", "rarely|seldom|raramente"),
    (
        "red|vermelh[oa]",
        "blue|azul",
        "green|verde",
        "yellow|amarel[oa]",
        "black|pret[oa]",
        "white|branc[oa]",
        "purple|rox[oa]",
        "pink|rosa",
        "grey|gray|cinza",
    ),
    ("spring|primavera", "summer|verao", "autumn|fall|outono", "winter|inverno"),
    ("weekends?|fim de semana|fins de semana", "weekdays?|dias? uteis|durante a semana"),
    ("alive|viv[oa]s?", "dead|died|mort[oa]s?|morreu|faleceu"),
    ("hired|contratad[oa]", "fired|laid off|demitid[oa]"),
    ("employed|empregad[oa]", "unemployed|desempregad[oa]", "retired|aposentad[oa]"),
    ("rais\\w+|increas\\w+|went up|aument\\w+|subiu", "lower\\w*|decreas\\w+|went down|cut|diminu\\w+|baix\\w+|caiu"),
    ("introvert\\w*", "extrovert\\w*"),
    ("allow\\w*|permit\\w*|permiti\\w+", "forbid\\w*|forbidden|banned|proib\\w+"),
)
WHOSE: tuple[tuple[str, ...], ...] = (
    (
        "mom|mum|mother|mae",
        "dad|father|pai",
        "parents|pais",
        "sisters?|irmas?",
        "brothers?|irmaos?",
        "sons?|filhos?",
        "daughters?|filhas?",
        "wife|esposa|mulher",
        "husband|marido",
        "girlfriend|namorada",
        "boyfriend|namorado",
        "grandmother|grandma|avo|vo|vovo",
        "grandfather|grandpa",
        "aunts?|tias?",
        "uncles?|tios?",
        "cousins?|prim[oa]s?",
        "boss|chefe|chefa",
        "neighbou?rs?|vizinh[oa]s?",
        "roommates?|flatmates?",
        "friends?|amig[oa]s?",
        "colleagues?|coworkers?|colegas?",
    ),
    (
        "cats?|kittens?|gat[oa]s?|gatinh[oa]s?",
        "dogs?|pupp(?:y|ies)|cachorr\\w+|caes|cao|cadela",
        "parrots?|papagaio",
        "hamsters?",
        "rabbits?|coelh[oa]s?",
        "horses?|caval[oa]s?",
    ),
)
# Of these one holds at a time: another word is another value. Of what one likes or plays there may be many.
ONE_AT_A_TIME = any_of(
    r"liv(?:e|es|ing)|mor(?:o|a|ando|amos)|viv(?:o|e|endo)|resid\w+|works?|working|trabalh\w+|tramp\w+|name|nome|"
    r"called|cham\w+|favou?rite|favorit\w+|preferid\w+|birthday|aniversario|born|nasc\w+|my (?:boss|address|phone|"
    r"e-?mail|height|weight|password|plan)|meu (?:endereco|telefone|e-?mail|peso|plano)|contact|contato|deadline|"
    r"prazo|meeting|reuniao|port|porta|status|account|conta|role|cargo|position|salary|salario|i am an?|i'?m an?|sou"
)


@cache
def _members(group: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(any_of(spellings) for spellings in group)


def concepts(group: tuple[str, ...], folded: str) -> frozenset[int]:
    """Which members of a group a text names."""
    return frozenset(number for number, member in enumerate(_members(group)) if member.search(folded))
