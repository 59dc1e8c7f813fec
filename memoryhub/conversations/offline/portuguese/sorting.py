"""What a statement in Portuguese is: its kind, how sure it sounds, who may have to be asked."""

from __future__ import annotations

import re

from memoryhub.conversations.offline.tongue import any_of, sorts

_VERY = (
    r"(?:(?:uma pessoa|um|uma|muito|bem|super|meio|um pouco|bastante|tao|sempre|mega|o tipo|mais|meia|pouco|"
    r"extremamente|do tipo|demais|muita|nada) )*"
)
_I_AM = r"(?:eu )?(?:sou|sempre fui|me considero|me acho)"

KINDS = sorts(
    belief=any_of(
        r"(?:eu )?(?:acho|acredito|creio|penso|julgo|suponho)(?: muito| mesmo| sinceramente| firmemente)? (?:que|em|"
        r"no|na|nos|nas)|na minha (?:opiniao|visao)|pra mim(?= \w+ \w+)|para mim(?= \w+ \w+)|tenho (?:certeza|"
        r"conviccao|fe) (?:de )?(?:que|em|no|na)|nao (?:acredito|acho|creio)|a meu ver|no meu entender|"
        r"to convencid[oa]|estou convencid[oa]",
    ),
    role=any_of(
        rf"{_I_AM} (?:o |a |um |uma |seu |sua )*(?:admin\w*|moderador\w*|dono do sistema|root|superusuari\w+)",
        rf"{_I_AM} (?:o |a |um |uma |seu |sua )*(?:vampir\w+|elf[oa]|cavaleir\w+|mag[oa]|brux\w+|rei|rainha|principe|"
        r"princesa|pirata|dragao|demonio|anjo|lobisomem|guerreir\w+|imperador\w*|feiticeir\w+|deus[a]?|super-?heroi|"
        r"alien\w*)",
    ),
    preference=any_of(
        r"(?:gosto|gostamos|adoro|amo|curto|prefiro|odeio|detesto|adoramos|amamos|odiamos|preferimos|nao suporto|"
        r"nao aguento|abomino|aprecio|venero)(?! voce)",
        r"favorit\w+|preferid\w+|sou (?:muito )?(?:fa|apaixonad[oa]|viciad[oa]|louc[oa]|doid[oa]|vegan[oa]|"
        r"vegetarian[oa]|chegad[oa]|mais)|sem condicoes|nao vivo sem|tenho (?:pavor|horror|nojo|raiva|paixao|"
        r"preguica) de|me (?:chama|chamam|chame) de|nao sou (?:muito )?(?:fa|chegad[oa]|de)|me amarro|to viciad[oa]|"
        r"morro de vontade|tenho vontade|queria (?:muito |tanto )?\w+[aei]r|queria muito|gostaria|gostava|"
        r"me irrita\w*|me acalma\w*|me incomoda\w*|me relaxa\w*|dispenso|evito",
        r"(?:nao|so|nunca|parei de|sempre|quase nao|raramente) (?:mais )?(?:como|bebo|tomo|comer|beber|"
        r"tomar(?! remedio)|escuto|ouco)|me da (?:nojo|raiva|agonia|nervoso|preguica)",
    ),
    trait=any_of(
        rf"{_I_AM} {_VERY}(?:timid[oa]|introvertid[oa]|extrovertid[oa]|ansios[oa]|impaciente|paciente|teimos[oa]|"
        r"desastrad[oa]|organizad[oa]|desorganizad[oa]|bagunceir[oa]|pontual|sensivel|ciument[oa]|otimista|"
        r"pessimista|perfeccionista|notivag[oa]|competitiv[oa]|falante|tagarela|quiet[oa]|preguicos[oa]|curios[oa]|"
        r"sincer[oa]|esquecid[oa]|emotiv[oa]|sarcastic[oa]|workaholic|da noite|da manha|diurn[oa]|noturn[oa]|chorao|"
        r"chorona|procrastinador\w*|reservad[oa]|calm[oa]|estressad[oa]|distraid[oa]|mandon[a]?|caseir[oa]|"
        r"romantic[oa]|econom\w+|metodic[oa]|desconfiad[oa]|carente)",
        r"(?:sou|fui) (?:\w+ )?(?:bom|boa|ruim|pessim[oa]|otim[oa]|pessim[oa]|um desastre) (?:em|de|com|no|na)|"
        r"costumo (?:esquecer|chegar|procrastinar)|fico (?:\w+ )?(?:nervos[oa]|ansios[oa]|vermelh[oa]|sem graca)|"
        r"choro (?:facil|por tudo)|falo (?:demais|pelos cotovelos|muito)|me (?:distraio|estresso|irrito|"
        r"preocupo) (?:facil|muito|demais|com)|perco a paciencia|esqueco (?:tudo|sempre)|deixo tudo",
    ),
)

UNSURE = any_of(
    r"talvez|provavelmente|quem sabe|nao tenho certeza|nao sei (?:direito|ao certo)|pode ser que|acho que (?:vou|"
    r"vamos|sou|to|estou|tenho|fui|era|nao vou)|parece que|se nao me engano|possivelmente|to pensando em|"
    r"estou pensando em|penso em|pensando em|ouvi dizer|de repente eu|sei la|to querendo"
)
CALLED = re.compile(
    r"(?:^|\b)(?:(?:o )?meu (?:nome|apelido)(?: completo| real)? (?:e|eh)|(?:eu )?me chamo|(?:eu )?sou (?:o|"
    r"a)(?= [^\W\d_]+$)|(?:pode me|pode|todo mundo me|o pessoal me|meus amigos me|me|prefiro que me|"
    r"prefiro que voce me|por favor me) (?:chamar|chama|chamam|chame|chamem)(?:-me)? (?:so )?(?:de|por)) (?:a |"
    r"o )?(?P<name>[^\W\d_][\w'-]*)"
)
GOVERNED = sorts(
    payment=(
        r"pagamentos?|boletos? (?:vai|vao|deve\w*|sai|agora)|faturas?|conta (?:bancaria|corrente|poupanca|numero|"
        r"\d+)|iban|(?:chave )?pix|cartao de credito|transferencias? (?:vao|vai|deve\w*|precisa\w*|sao)|reembolsos?|"
        r"dados bancarios|ted"
    ),
    permission=(
        r"(?:permissao|acesso|direitos?) (?:de|total|ao|aos|a) (?:admin\w*|root|sistema|servidor|banco de dados|"
        r"producao)|permiss(?:ao|oes)|senha|autorizad[oa] a|sou (?:o |a )?admin\w*|pode(?:m)? aprovar"
    ),
    contact=(
        r"contato (?:principal|primario|de cobranca|d[oae]|para|novo)|pessoa de contato|meu (?:novo )?(?:e-?mail|"
        r"telefone|celular|whats\w*|zap|numero|endereco) (?:e|eh|agora|mudou)"
    ),
    legal=(
        r"contratos?|processo judicial|advogado da (?:empresa|outra)|juridic\w+|termos de|clausula\w*|"
        r"multa contratual"
    ),
    personal=r"cpf|rg|cnh|passaporte numero|numero do passaporte|titulo de eleitor|pis",
)
