"""What stands before and after a statement in Portuguese."""

from __future__ import annotations

import re

_CALLED_TO = (
    r"(?: (?:gente|pessoal|amig[oa]|querid[oa]|lind[oa]|amor|meu amor|meu bem|galera|mano|cara|flor|voce|pra voce|"
    r"vc|ai|sumid[oa])| [a-z]+(?=[,!.]))?"
)
GREETING = re.compile(
    r"^(?:(?:oi+e?|ola|opa|eai|e ai|iae|eae|hey|ei(?=[ ,!])|salve|fala(?= ai|,|!)(?: ai)?|alo|bom dia|boa tarde|"
    r"boa noite|boa madrugada|tudo (?:bem|bom|certo|joia|tranquilo|ok)(?: (?:com (?:voce|vc|ce|ai)|ai|por ai|"
    r"contigo))?|td (?:bem|bom)|blz|beleza|suave|como (?:voce|vc|ce) (?:esta|ta|vai)|como (?:vai|vao)(?: (?:voce|vc|"
    r"as coisas))?|como (?:foi|ta|esta) (?:o )?seu dia|quanto tempo|prazer(?: em \w+(?: voce| te)?)?|tchau|"
    r"ate (?:mais|logo|amanha|depois|breve|ja)(?=[,.!]|$)|falou|flw|vlw|valeu|(?:muito )?obrigad[oa]|obg|brigad[oa]|"
    rf"durma bem|dorme bem|bons sonhos|um abraco|abracos?|beijos?|bjs?|de novo|bem-vind[oa]){_CALLED_TO}"
    r"(?!\w)[\s,.!?:;)(-]*)++"
)
FILLER = re.compile(
    r"^(?:(?:entao|bom(?=,)|bem(?=,)|olha(?: so)?|ah+|ai(?=,)|eh+(?=,)|hm+|hum+|haha\w*|k{2,}\w*|rs+|ok|okay|ta(?=,|"
    r" bom,)|ta bom|sim|nao(?=,)|na verdade|sinceramente|pra ser sincer[oa]|pra falar a verdade|"
    r"falando (?:a verdade|nisso|serio)|sabe(?: de uma coisa| o que)?(?=,|\?|:)|escuta(?=,)|adivinha(?: so)?|"
    r"curiosidade|confissao|so (?:pra|para) (?:constar|voce saber|vc saber|avisar)|aliás|alias|a proposito|"
    r"nossa(?=[,!]| (?:que|eu|meu|minha|como|hoje)\b)|caramba|claro|certo|isso(?=,)|verdade(?=,)|pois e|pois eh|mas|"
    r"tipo(?: assim)?|tipo(?=,)|mano|cara|gente|(?:pessoal|galera|turma|meninas|time|amig[oa]s)(?=,)|novidade|"
    r"novidades|atualizacao|o negocio e que|acontece que|e que|"
    r"quer dizer|como (?:eu )?(?:te )?disse|como (?:voce|vc) sabe|com certeza|exato|infelizmente|felizmente|ne(?=,)|"
    r"poxa|puts|putz|eita|uai|oxe|bah|meu(?=,)|enfim|basicamente|literalmente|obviamente|serio(?=,)|"
    r"modestia a parte|sem querer me gabar|resumindo|ja que (?:voce|vc) perguntou|mudando de assunto|outra coisa|"
    r"detalhe|ps|obs|ainda bem que|que bom que)(?!\w)[\s,.:;!?-]*)++(?=\S)"
)
TELLING = re.compile(
    r"^(?:por favor,? )?(?:(?:se )?lembr[ae](?:-se)?|anota(?: ai)?|anote(?: ai)?|nao (?:se )?esquec[ae]|"
    r"guarda(?: ai)?|guarde|tenha em mente|saiba|fica sabendo|fique sabendo|registra(?: ai)?|considere|"
    r"leve em conta)(?: de)?(?: que|:|,)++ (?!(?:voce|vc|tu|sua|seu|suas|seus|deve|sempre|nunca)\b)|"
    r"^(?:(?:eu )?(?:so )?(?:queria|quero|preciso|tenho que|precisava|vou|posso) (?:te )?(?:contar|dizer|falar|"
    r"confessar|avisar)(?: pra (?:voce|vc)| uma coisa| a voce)?(?: que|:|,)? |(?:eu )?(?:ja )?(?:te )?(?:contei|"
    r"falei|disse|comentei)(?: pra (?:voce|vc))?(?: ja)? que |(?:voce|vc|ce) (?:sabia|sabe|lembra) que (?=(?:eu|meu|"
    r"minha|a gente|nao)\b)|deixa eu te (?:contar|falar|dizer)(?: uma coisa)?(?: que|:|,)? |(?:gostaria de |venho |"
    r"quero |queria )?(?:inform|avis|comunic)(?:o|ar|amos)(?:-(?:lhes?|vos)| a (?:voces|todos))? que |confesso que |"
    r"admito que |devo (?:admitir|dizer|confessar) que |a verdade e que |o que (?:voce|vc) nao sabe e que |"
    r"esqueci de (?:te )?(?:contar|dizer|falar) que |(?:voce|vc) precisa saber que |acredita que (?=(?:eu|meu|"
    r"minha)\b)|sabe que (?=(?:eu|meu|minha)\b)|eu ja (?:te )?(?:falei|contei|disse) que )"
)
TAG = re.compile(
    r"(?:,\s*(?:viu|sabia|sabe|acredita|ta|certo|entende|cara|mano|gente|pode|por favor|(?:torce|torca|"
    r"me desej[ae]) [^,]*)|[,\s]+(?:ne|voce sabia|vc sabia|ok|k{2,}\w*|haha\w*|(?:rs)+s*|lol|entendeu|tlgd|"
    r"ta ligad[oa]|pode crer|alias|como (?:voce|vc) sabe|se (?:voce|vc) quer saber|so pra constar|pra (?:voce|"
    r"vc) saber|acredita nisso|xd|:\w))++[\s?!.]*$"
)
TAIL = re.compile(
    r"(?:[,-]\s*|\s+)(?:e |mas )?(?:e (?:voce|vc|ce|o seu|a sua|tu|ai)|(?:voce|vc|ce) (?:tem|gosta|sabe|conhece|"
    r"acha|ja|quer|pode|mora|trabalha|tambem|prefere|curte|faz|lembra|concorda)|qual (?:o |a |e )|quer (?:ver|"
    r"saber)|o que (?:voce|vc|eu|acha)|sera que|alguma (?:dica|ideia|sugestao)|tem (?:alguma )?(?:dica|ideia|"
    r"sugestao)|como (?:faco|eu faco|posso|voce)|me indica|pode me)(?!\w)[^?]*$"
)
