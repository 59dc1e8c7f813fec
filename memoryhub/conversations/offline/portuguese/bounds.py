"""Conditions, ends and beginnings in Portuguese."""

from __future__ import annotations

import re

from memoryhub.conversations.offline.portuguese.verbs import FIRST, NO_NOUN
from memoryhub.conversations.offline.tongue import any_of

# Not the "se" of "ele se chama": one that a subject, a "não" or a verb of the conditional follows.
_SE = (
    r"se (?=(?:eu|voce|vc|ele|ela|eles|a gente|nao|nada|tudo|o|a|os|as|meu|minha|alguem|tiver\w*|estiver\w*|for|"
    r"forem|formos|houver|puder\w*|quiser\w*|fizer\w*|der|vier\w*|chover|tem|ta|esta|e|eh|faz|precis\w+|der tempo|"
    r"sobrar|\w{2,}(?:ar|er|ir)(?:em|mos)?)\b)"
)
# "Quando eu era criança" tells a time that is over.
_QUANDO = (
    r"quando(?! (?:eu |a gente |ele |ela |meu \w+ |minha \w+ |nos )?(?:era|eramos|tinha|morava|fui|foi|nasci|casei|"
    r"mudei|cheguei|comecei|estava|tava|trabalhava|estudava|me \w+ei|conheci|sai|entrei|fiz|\w+ava|\w+ei)\b)"
)
_PLACE = r"em|no|na|nos|nas|aos|a noite|de manha|de noite|a tarde|quando|com|depois|antes|durante|de vez"

CONDITION = any_of(
    rf"(?:e |mas )?(?:so |mesmo |exceto |menos |a nao ser |apenas |somente )?{_SE}",
    r"caso|contanto que|desde que(?= \w+(?:e|a|m|er|ir|ar)\b)|a menos que|a nao ser(?: que| em| quando)?|sempre que|"
    r"toda vez que|dependendo d\w+|exceto|menos (?:aos|as|no|na|em|quando|se|peixe|o|a)|salvo|tirando",
    rf"(?:mas |so |menos |exceto |principalmente |apenas |somente )?{_QUANDO}",
    r"por enquanto|por ora|enquanto(?= \w+)|no momento em que",
)
NARROWED = re.compile(
    r"\b(?:so|apenas|somente) (?!tenho\b|tem\b|falta\w*\b|\w+ (?:filh\w+|"
    rf"irm\w+))(?:\w+ ){{0,5}}?(?P<at>(?:{_PLACE}) .+)"
)
# "Quando viajo fico em hotel": the second verb begins the main clause, said without "eu".
_ON = "".join(rf"(?<!\b{before} )" for before in ("eu", "gente", "nao", "me", "ja", "se", "quando", "mais", "so"))
LEADING_END = re.compile(
    rf",| (?=(?:eu|a gente|nos|meu|minha|ele|ela|ai eu|entao)\b)| {NO_NOUN}{_ON}(?=(?:nao|{FIRST})\b)", re.IGNORECASE
)
ENDING = any_of(r"ate|pelos proximos|pelas proximas|por mais|so (?:por )?(?:esta|essa|este|esse)|vale ate")
# Not "até o cachorro gosta": an end is a verb or a time.
OPEN_END = any_of(
    r"ate (?=(?:eu|ele|ela|a gente|o fim|o final|segunda ordem|que|meu|minha|sair|acabar|terminar|voltar|passar|"
    r"conseguir|\w+(?:ar|er|ir)(?:em)?\b|o bebe|\d{1,2} ?(?:h|hrs|horas|:)|[oa] (?:nascimento|casamento|formatura|"
    r"prova|natal|pascoa|carnaval|cirurgia|viagem|parto|alta|mudanca)\b))"
)
SINCE = any_of(
    r"desde(?! que \w+e\b)|(?:ha|faz)(?= (?:uns |umas |mais de |quase |cerca de )?[\w ]{1,8} (?:dias?|semanas?|"
    r"mes(?:es)?|anos?)\b(?! atras))"
)
STARTING = any_of(r"a partir d\w+|a partir|comecando|com inicio")
PAST = any_of(
    r"foi|fui|era|tinha|nasci|nasceu|morreu|casei|conheci|perdi|vendi|aconteceu|saiu|sai|veio|vim|fiz|fez|teve|tive|"
    r"deu|passad[oa]|ultim[oa]|\w{3,}(?:ei|ou|eu|iu|aram|eram|iram|amos|"
    r"emos)(?<!sou)(?<!vou)(?<!estou)(?<!tou)(?<!meu)(?<!temos)(?<!somos)(?<!vamos)(?<!estamos)|atras"
)
