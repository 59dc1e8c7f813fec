"""Sentences in Portuguese that are fiction, a joke or somebody else's words, whatever they say."""

from __future__ import annotations

import re

from memoryhub.conversations.offline.tongue import sorts

_WORK = (
    r"(?:filme|novela|serie|anime|livro|romance|conto|historia|jogo|game|rpg|campanha|sonho|peca|musica|letra|"
    r"episodio|capitulo|fanfic|desenho)"
)
_LAUGH = r"(?:k{2,}\w*|(?:ha){2,}\w*|(?:rs)+|(?:he){2,}\w*|(?:hua)+\w*|lol|xd)"

FRAMES = sorts(
    hypothetical=re.compile(
        rf"^(?:e |mas |ai |entao )*(?:n[oa]|nesse|nessa|neste|nesta|naquel[ea]|num|numa|em um|em uma) (?:meu |minha |"
        rf"outr[oa] )?"
        rf"(?:\w+ )?{_WORK}\b(?! (?:de (?:ontem|sabado|domingo|quarta|quinta)|ontem|passad[oa]))|^era uma vez\b|"
        r"^(?:vamos|bora|a gente podia) (?:fazer de conta|fingir|brincar)\b|^faz de conta\b|"
        r"^(?:o|a|esse|essa) (?:protagonista|heroi|heroina|vilao|vila|mocinh[oa]|personagem|narrador[a]?)\b|"
        r"^(?:o |a )?(?:meu|minha) (?:\w+ )?(?:personagem|avatar|persona|oc|ficha|mago|paladino)\b|"
        r"\b(?:sonhei|tive um sonho) (?:que|com|em que)\b|"
        # Nobody is so old.
        r"\b(?:tenho|fiz|faco) (?:1[3-9]\d|[2-9]\d\d|\d{4,}) anos\b"
    ),
    scenery=re.compile(
        r"^(?:e |mas |entao )*(?:era|eram|estava|fazia|ja era) (?:um |uma )?(?:\w+ )?(?:noite|noites|manha|tarde|"
        r"madrugada|"
        r"dia|fim de tarde|inverno|verao|outono|primavera|frio|calor|silencio|meia-noite)\b(?!.*\b(?:eu|meu|minha)\b)"
    ),
    passing=re.compile(
        r"^(?:(?:ah|nossa|oh)[ ,]+(?:claro|sim|com certeza|ta)[ ,]+|(?:aham|uhum|ata)\b).*\b(?:adoro|amo|super|feliz|"
        r"sou|"
        r"tenho)\b|"
        r"\b(?:so que nao|sqn|brincadeira|brinks|zoeira|to zoando|tou zoando|to brincando|mentira)[\s.!)]*(?:k+|rs|"
        r"(?:ha)+)?[\s.!)]*$|"
        r"\b(?:sou|eu sou|virei|meu nome e) (?:(?:um|uma|o|a|praticamente|literalmente|quase|podre de|super|muito) )*"
        r"(?:ric[oa]|milionari[oa]|bilionari[oa]|batman|superman|super-?homem|genio|deus|deusa|rei|rainha|famos[oa]|"
        rf"vidente|imortal|lenda|vampir[oa]|robo|et|fantasma|espi[ao]o?|ninja)\b.*\b{_LAUGH}[\s.!]*$"
    ),
    unclear_who=re.compile(
        r"(?:\b(?:diss\w+|diz\w*|fal(?:a|ou|ava|aram|am|ando)|gritou|perguntou|escreveu|respondeu|mandou|tipo|"
        r"vers\w+|letra|"
        r"frase)\b|:)[,:\s]*\"(?:[^\"]*\s[^\"]*(?:\"|$))|^\"[^\"]*\s[^\"]*\"|^[^\"]*[a-z.!?]\"[\s.!]*$|"
        r"^como (?:dizia|diz|dizem|escreveu|ja dizia|falava)\b"
    ),
)
