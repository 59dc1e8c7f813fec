"""Whose statement a clause in Portuguese is, and where one begins that could stand alone."""

from __future__ import annotations

import re

from memoryhub.conversations.offline.portuguese.verbs import FIRST, NO_NOUN, NOT_FIRST, THIRD, WITH_OBJECT
from memoryhub.conversations.offline.tongue import any_of, at_start

_SMALL = (
    r"(?:(?:eu|nos|a gente|nao|nunca|ja|ainda|tambem|tbm|tb|sempre|so|agora|hoje|ontem|amanha|anteontem|atualmente|"
    r"ultimamente|recentemente|finalmente|acabei de|hoje em dia|depois|normalmente|geralmente|raramente|quase|"
    r"realmente|sinceramente|me|nos|te|mesmo|apenas|somente|mas|e|antes|antigamente|infelizmente|felizmente|jamais|"
    r"nem|simplesmente|acho que|pra mim|mal|ate|la|aqui|as vezes|de vez em quando|provavelmente|talvez),? )*"
)
# What may stand before the verb: a time, a place, a condition.
_BEFORE = (
    r"(?:(?:a menos que|a nao ser que|contanto que|em|no|na|nos|nas|desde|ha|faz|aos?|as|a partir|todo|toda|todos|"
    r"todas|de|durante|depois|antes|por|pela|pelo|quando|se|sempre|toda vez|enquanto|caso|so|ate|daqui|dia|semana|"
    r"mes|ano|sexta|segunda|terca|quarta|quinta|sabado|domingo|dois|duas|tres|uma|um|apesar|embora|mesmo|tirando|"
    r"exceto|com|sem|pra|para|amanha|ontem|hoje|agora|infelizmente|janeiro|desse|dessa|esse|essa|este|esta|neste|"
    r"nesta|nesse|nessa|alem|aqui|la|entre|proxim[oa]|na verdade|fim de semana|final)\b[^.!?]{0,70}?[ ,]+)?"
)
_I_DO = rf"{_SMALL}{NO_NOUN}{NOT_FIRST}(?:{FIRST}|{WITH_OBJECT})"

SPEAKER = re.compile(
    r"^(?:me |nos )?\w{2,}(?:aram|eram|iram) .*\b(?:meus?|minhas?|noss[oa]s?)\b(?! direcao| frente)|^quem .*\b(?:sou|"
    r"fui|era) eu\b|^(?:sou|fui) eu (?:quem|que)\b|^(?!voce\b|vc\b|tu\b).+\b(?:deixa|deixam|deixou|"
    r"faz|fazem|obriga|obrigam|obrigou) (?:que )?(?:eu|a gente)\b|"
    r"\b(?:e|eh|sera|vai ser|foi) (?:na|no|em|com|pra|de|do|da)(?: \w+){0,3} (?:meu|minha|meus|minhas)\b|^(?:o|a|os|"
    r"as) .*\bme \w{2,}(?:ou|eu|iu|aram|eram)\b|^(?!.*\b(?:voce|vc|"
    rf"te)\b)[^,.]{{1,45}}, (?:{_I_DO}|(?:eu|a gente)\b)(?!\w)|^(?!isso\b|isto\b|esse\b|essa\b|voce\b|vc\b).*\b(?:e|"
    r"eh|sao|foi|era) .*\b(?:pra|para) mim$|^(?!voce\b|vc\b|tu\b).*\b(?:disse|diz|dizem|falou|falam|falaram|acha|"
    r"acham|mandou|me contou|quer|me chamam)(?: pra mim| na minha cara)?(?: que)? (?:eu|meu|minha|a gente|"
    rf"{FIRST})\b|^(?:pra|para) mim,? (?!e$)|^(?:o|a|os|as|um|"
    r"uma) .*\b\w{3,}(?:ou|eu|iu|aram) (?:o |a |os |as )?(?:meus?|minhas?) (?!rosto|mao|cabelo|pele|olhos|braco|"
    rf"ombro|boca|pescoco)|^{_BEFORE}(?:{_I_DO}|{_SMALL}(?:eu|nos|a gente)\b)(?!\w)|\b(?:e|eh|sao|era|foi|"
    r"sera) (?:o |a |os |as )?(?:meu|minha|meus|minhas|nosso|nossa) |^(?:nao )?(?:me|nos) (?:da|dao|irrita\w*|"
    r"acalma\w*|deixa\w*|faz|fazem|incomoda\w*|assusta\w*|chama\w*|relaxa\w*|anima\w*|ajuda\w*|falta\w*)\b|"
    r"\bme (?:da|dao|deixa\w*|irrita\w*|acalma\w*|faz|fazem|incomoda\w*|assusta\w*|chama\w*|relaxa\w*|"
    r"tira do serio)\b|^(?:tem|ha|sao|somos|e|eh|faz|vai fazer) .*\b(?:meu|minha|meus|minhas|que (?:eu )?(?:moro|"
    r"trabalho|namoro|estudo|casei|parei|mudei|larguei|nao \w+o)|em casa|comigo|nosso|nossa)\b|^(?:a|o) (?:coisa|"
    r"comida|lugar|pessoa|musica|filme|livro)? ?(?:de )?que (?:eu )?mais (?:gosto|amo|odeio|adoro|quero|detesto)|"
    r"^(?:aqui em casa|la em casa|na minha casa|aqui no meu|na minha|no meu)\b|^(?:casad[oa]|solteir[oa]|"
    r"divorciad[oa]|noiv[oa]|separad[oa]|vegan[oa]|vegetarian[oa]|formad[oa]|aposentad[oa]|desempregad[oa]|"
    r"alergic[oa]|apaixonad[oa] por|viciad[oa] em|nascid[oa]|criad[oa]) (?:em|a|ha|com|e|por|no|na|desde|de)\b"
)
# "Mãe tá internada": the nearest go without "minha".
_KIN = (
    r"(?:pai|(?:a |o )?(?:mae|mainha|painho|voinha|voinho|vovo|titia|(?:vo|tia|tio|vovo|dinda|madrinha|"
    r"padrinho)(?: \w+)?))"
)
OWN = re.compile(
    rf"^{_BEFORE}{_SMALL}(?:o |a |os |as |todos os |todas as |um d[eo]s |uma das |(?:o |a |os |as )?\w+ d[aeo]s? |"
    rf"eu e )?(?:(?:meu|minha|meus|minhas|nosso|nossa|nossos|nossas)\b|{_KIN} (?:ta|tah|esta|foi|fez|faz|e|eh|mora|"
    r"trabalha|tem|vai|voltou|caiu|operou|ficou|morreu|faleceu|nasceu|era|vem|completa)\b)"
)
VERB = any_of(THIRD, FIRST, r"\w{2,}(?:amos|emos|imos)")
CLAUSE = at_start(
    rf"{_SMALL}{NOT_FIRST}(?:{FIRST})",
    r"(?:o |a )?(?:meu|minha|meus|minhas|nosso|nossa) (?!deus|amor|bem|anjo)\w+",
    r"eu|a gente",
)
JOINT = re.compile(
    r"(?:,|;)\s*(?:e |mas |porem |porém |entao |então |so que |só que |alem disso |além disso )?|\s+(?:e|mas|porem|"
    r"porém|só que) |\s+-+\s+"
)
NAMED = re.compile(
    r"^(?!.*\b(?:capital d\w+|\w+ do mundo|habitantes|estados|planetas?|continente|presidente d\w+|seculo|"
    r"século)\b)(?:[OoAa] )?"
    r"(?P<name>[A-ZÁÉÍÓÚÂÊÔÃÕÇ][\w'-]+(?: [A-ZÁÉÍÓÚÂÊÔÃÕÇ][\w'-]+){0,2}),?(?: [^.!?]{1,30},)? (?:não |"
    r"nao |se |já |ja |ainda |também |sempre |nunca )*(?:é|eh|foi|era|mora|vive|trabalha|tem|teve|gosta|adora|ama|"
    r"odeia|mudou|começou|comecou|faz|fez|estuda|morreu|joga|toca|prefere|nasceu|casou|vai|está|ta|tá|quer|chama)\b"
)
MATTER = re.compile(
    r"^(?:a partir de (?:agora|hoje|\w+),? |agora,? |desde \w+,? |daqui (?:pra|para) frente,? |amanha,? )?(?:o |a |"
    r"os |as |todo |toda |todos os |todas as |nosso |nossa |um |uma |novo |nova |esse |essa )*"
    r"(?:[\w'-]+ ){0,3}?(?:pagamentos?|faturas?|boletos?|transferencias?|reembolsos?|conta|contatos?|contrato|prazo|"
    r"reuni(?:ao|oes)|entregas?|projeto|escritorio|porta|servidor|senha|preco|orcamento|clientes?|equipe|lancamento|"
    r"consulta|prova|aulas?|casamento|festa|voo|entrevista|permiss\w+|acesso|endereco|aluguel|salario|daily|"
    r"admin\w*|loja|assinatura|pedido|viagem|cirurgia|plantao|show|condominio)\b[^.!?]*?\b(?:e|eh|foi|sao|esta|ta|"
    r"fica|ficou|vai|vao|mudou|mudaram|comeca|termina|acaba|fecha|abre|vence|custa|tem|deve\w*|passou|passa|agora|"
    r"sera|cai)\b"
)
AGAIN = at_start(
    r"(?:e |mas |ai )?(?:ele|ela|eles|elas|o nome (?:dele|dela)|(?:o|a) (?:\w+ )?(?:dele|dela|deles|delas)|"
    r"(?:se )?chama-?(?:se)? |os dois|as duas|o mais velho|a mais velha)"
)
BODY = at_start(
    r"(?:com )?(?:a |o |as |os )?(?:minhas?|meus?) (?:maos?|dedos?|olhos|labios|voz|respiracao|coracao|bracos?|"
    r"bochechas?|cabeca|olhar|sorriso|lagrimas?|corpo|joelhos|pernas?|espada|cauda|asas|capa|manto|ombros?|"
    r"rosto) (?!(?:e|eh|sao|era|eram|foi|esta|estao|ta|tem|doi|doem|ruim|operad[oa]|ficou|quebrad[oa])\b)"
)
SCENE = at_start(
    r"(?:o|a|os|as|um|uma|uns|umas|la fora|ao longe|de repente|ha um\w?|no horizonte|chove|neva|silencio|anoitece|"
    r"amanhece) \w+ \w+"
)
