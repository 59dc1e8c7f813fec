"""What is said in Portuguese and states nothing about the user."""

from __future__ import annotations

import re

from memoryhub.conversations.offline.tongue import sorts

_BE_TIRED = (
    r"cansad[oa]|com (?:fome|sede|sono|frio|calor|preguica|saudades?|pressa|tedio|raiva|vontade)|feliz|triste|"
    r"entediad[oa]|aqui|de volta|bem|mal|otim[oa]|pront[oa]|brincando|zoando|falando serio|serio|animad[oa]|"
    r"curios[oa]|confus[oa]|perdid[oa]|atrasad[oa]|em casa|ocupad[oa]|livre|exaust[oa]|ouvindo|escutando|na cama|"
    r"a caminho|indo|saindo|chegando|voltando|sem palavras|impressionad[oa]|orgulhos[oa] de voce|esperando|chorando|"
    r"rindo|sorrindo|preocupad[oa]|assustad[oa]|sozinh[oa]|surpres[oa]|acordad[oa]|morrendo de \w+|pensando|melhor|"
    r"pior|de boa|tranquil[oa]|legal|ok|mort[oa]|lendo|chateada?o?|estranh[oa]|apaixonad[oa]|nervos[oa]|no banho|"
    r"na rua|no onibus|de saco cheio"
)
_MOVES = (
    r"(?:me )?curvo|ouco (?:passos|vozes|um|uma|algo)|vejo (?:um|uma|seu|sua|algo)|ofereco|percebo|avisto|corremos|"
    r"entramos|caminhamos|seguimos|andamos (?:ate|pela|pelo)|pego na sua|ando (?:ate|devagar|em sua)|sento|olho|"
    r"sorrio|aceno|rio|pego (?:sua|seu|na sua|a|o|uma|um)|seguro|viro (?:para|pra|de|o rosto)|beijo|abraco|sussurro|"
    r"abro (?:a|o|os)|fecho (?:a|o|os)|suspiro|encaro|toco (?:seu|sua|o seu|a sua|em voce|no seu|na sua|teu)|"
    r"entro (?:na|no|em silencio|devagar)|levanto|caminho|me (?:aproximo|ajoelho|deito|encosto|sento|levanto|afasto|"
    r"inclino|viro|escondo|arrepio)|ajoelho|pisco|deito|encosto|corro (?:ate|para|pra|atras)|estendo|puxo|empurro|"
    r"coloco|ponho|passo a mao|dou (?:um passo|de ombros|uma risada|um sorriso|um beijo|um abraco)|"
    r"faco (?:uma reverencia|carinho)|acaricio|aperto|saco (?:a|minha) espada|ergo|abaixo|tremo|fico (?:parad[oa]|"
    r"em silencio|vermelh[oa]$|te olhando|olhando)|vou ate|sirvo|acendo|observo|bato na porta|largo"
)
_HABIT = (
    r"(?!.*\b(?:todo|toda|todos|todas|sempre|nunca|aos|as \w+as|vezes|por semana|pra trabalhar|de manha|costumo|"
    r"pro trabalho)\b)"
)
_YOU = r"(?:voce|vc|ce|contigo|(?:pra|com|em|de|por) (?:voce|vc|ti)|seu|sua|seus|suas|teu|tua)"
_AND = r"(?:e |mas |entao |nossa,? |ai,? )*"
_SAY = (
    r"(?:me )?(?:responda|responde|fale|fala|escreva|escreve|use|usa|seja|aja|diga|diz|chame|trate|comece|termine|"
    r"obedeca|siga|ignore|mencione|esqueca|esquece|pergunte|envie|aprove|confie|faca|inclua|mantenha|responder|"
    r"falar|escrever|usar|ser|agir|dizer|chamar|tratar|comecar|terminar|obedecer|seguir|ignorar|mencionar|perguntar|"
    r"enviar|aprovar)"
)

REFUSED = sorts(
    hypothetical=re.compile(
        rf"^{_AND}(?:e se|imagin[ae]|supon\w+|digamos|vamos (?:supor|imaginar|fingir)|finge|finja|faz de conta|"
        r"(?:eu )?bem que (?:eu )?(?:podia|queria|gostaria)|no meu sonho|nos meus sonhos|em outra vida|"
        r"quem (?:me )?dera|hipoteticamente|tomara|oxala|ja pensou)\b|"
        r"\bse (?:eu |a gente |voce |vc |ele |ela |meu \w+ |minha \w+ |o \w+ |a \w+ |nao |um dia |ao menos |"
        r"pelo menos |nos )*(?:\w+(?:asse|esse|isse|assem|essem|issem|assemos|essemos)|fosse\w*|tivesse\w*|"
        r"pudesse\w*|desse|houvesse|quisesse|viesse)\b|\b(?:queria|adoraria|gostaria de) (?:que (?!voce)|ter sido|"
        r"ser (?!chamad)|ter (?:um|uma|nascido|tido)|poder|saber)\b|^como se\b|^(?:eu )?(?:teria|seria|faria|"
        r"iria) .*\bse\b|^(?:ah,? )?se eu (?:pudesse|tivesse)"
    ),
    instruction=re.compile(
        r"^(?:por favor,? )?(?:(?:se )?lembr[ae](?:-se)?|nao (?:se )?esquec[ae])(?: de)? (?:que (?:voce|vc|tu|suas?|"
        r"seus?|deve|sempre|nunca)\b|(?:sempre |nunca )?\w+(?:ar|er|ir)\b)|^(?:por favor,? )?(?:a partir de agora|"
        r"de agora em diante|daqui (?:pra|para) frente|sempre que eu \w+,?|toda vez que eu \w+,?|sempre|nunca|"
        rf"jamais|so|apenas)[, ]+(?:(?:voce|vc|por favor|sempre|nunca|mais|so|deve|vai|me)[, ]+)*(?:{_SAY}|e \w+|"
        r"eh \w+)\b|^(?:por favor,? )?fa(?:ca|z) (?:o que|tudo(?: o)? que) eu\b|^(?:por favor,? )?(?:ignor[ae]|"
        r"desconsider[ae]|esquec[ae] (?:tudo|as|suas|o que|das)|burl[ae]|obedec[ae]|aja|atue|finja|comport[ae]|"
        r"par[ae] de (?:ser|falar|perguntar|usar|agir|dizer|me chamar)|(?:responda|responde|fale|fala) (?:so|apenas|"
        r"em|sempre|comigo|como|de|com)|nao (?:fale|fala|diga|diz|use|usa|mencione|pergunte|pergunta|responda|"
        r"responde|seja|me chame|me chama|conte|faca|repita|comente)|use (?:so|apenas|frases)|mantenha|sistema ?:|"
        r"system ?:|novas (?:regras|instrucoes)|(?:suas?|seus?|tua) (?:nov[oa]s? )?(?:regras?|instruc\w+|tarefa|"
        r"funcao|missao) (?:e|eh|sao|agora)|me chame de (?:mestre|senhor)|chega de)\b|^(?:voce|vc|tu|ce) (?:sempre |"
        r"nunca |agora |so |nao )*(?:deve(?! estar| ser| ter)|devera|tem que|tem de|precisa|vai (?:sempre|agora|so|"
        r"responder|falar|agir)|pode (?:so|apenas)|esta (?:proibid\w+|autorizad\w+)|nao pode|deveria)\b|"
        r"^(?:eu )?(?:quero|exijo|ordeno|preciso|gostaria) que (?:voce|vc|tu) (?:sempre|nunca|so|responda|fale|aja|"
        r"seja|pare|me chame|use|nao)\b"
    ),
    request=re.compile(
        r"^(?:por favor|pfv|pf)\b|^(?:voce |vc |ce |tu )?(?:pode|poderia|consegue|podia|da pra|daria pra|tem como|"
        r"sera que (?:voce|vc|da))(?: me| \w+(?:ar|er|ir)\b)|^me (?:conta|conte|fala|fale|diz|diga|ajuda|ajude|"
        r"da (?:um|uma|sua|seu|a|o)\b|de|mostra|mostre|explica|explique|manda|mande|abraca|beija|escreve|faz (?:um|"
        r"uma)|faca|ensina|ensine|indica|indique|recomenda|recomende|sugere|sugira|lembra|lembre|passa|traz|leva|"
        r"espera|deixa|empresta|acorda|avisa|perdoa|desculpa|liga|responde|chama(?! de))\b|^(?:conta|fala|diz|diga|"
        r"ajuda|mostra|explica|explique|escreve|escreva|canta (?:pra|uma)|descreve|descreva|recomenda|sugere|vem|"
        r"venha|vamos|bora|vambora|espera|espere|escuta|continua|continue|olha|olhe|para|pare|tenta|traduz|traduza|"
        r"resume|resuma|corrige|corrija|fica (?:comigo|aqui|calm)|faz (?:um|uma|isso|pra mim|de conta)|faca|procura|"
        r"procure|pesquisa|pesquise|verifica|manda|mande|envia|envie|deixa|deixe|segura|senta|sente-se|liga|desliga|"
        r"fecha a|abre a|abra a|pega|pegue|coloca|coloque|cria (?:um|uma)|crie|gera|gere|lista|liste|calcula|"
        r"calcule|adivinhe?|acalme?-se|relaxa|esquece|nao (?:se )?(?:preocup\w+|va|vai embora|me deix\w+)|chega|"
        r"pensa|pense|lembra|lembre)\b(?! (?:de \w+o\b|eu\b))|^(?:eu )?(?:quero|preciso|gostaria|"
        r"queria) que (?:voce|vc|tu)\b|^preciso (?:da sua|de sua|de ajuda|de um conselho|da tua)"
    ),
    question=re.compile(
        r"^(?:e |mas |entao )?(?:o que (?:voce|vc|e|eh|foi|ta|esta|acha|aconteceu|faz|significa|houve|tem)|"
        r"que (?:horas|dia|tipo|cor)|qual|quais|quem (?:e|eh|foi|voce|sao|te|ta|esta|mora)|onde (?:voce|fica|e|eh|"
        r"ta|esta|posso|tem|vc|mora)|cade|quando (?:voce|vc|e|eh|foi|sera|vai|comeca|a gente)|por ?que|pq (?:voce|"
        r"vc|ce|o|a|as|os)|como (?:voce|vc|ce|e|eh|foi|ta|esta|faz|funciona|seria|posso|faco|se|vai|anda|que)|"
        r"quant[oa]s?|sera que|(?:voce|vc|ce|tu) (?:ja|sabe|conhece|gosta|tem|acha|quer|pode|lembra|concorda|curte|"
        r"prefere|mora|acredita) .*$(?<=\?)|tem (?:alguma )?(?:dica|ideia|sugestao)|alguma dica)\b(?! eu (?:era|"
        r"tinha|morava|estou|to|vou|posso))"
    ),
    of_the_character=re.compile(
        rf"^{_AND}(?:(?:eu )?(?:acho|creio|acredito|sinto|aposto|sei|vejo|adoro|amo) (?:que |como |"
        r"quando )?)?(?:(?:o|a|os|as) )?(?:voce|vc|ce|tu|seu|sua|seus|suas|teu|tua|teus|tuas)\b(?! chef)|^(?:tens|"
        r"es|estas linda|esta lind[oa]|ta lind[oa]|que (?:olhos|sorriso|cabelo) )\b"
    ),
    exclamation=re.compile(
        r"^(?:(?:que|quanta?o?|mas que) (?!horas)(?!.*\?)[^.?]*|nossa|caramba|caraca|meu deus(?: do ceu)?|"
        r"minha nossa|meu bem|meu amor|eba+|uhul?|ai+|aff+|ufa|puts|putz|eita|credo|k{2,}\w*|(?:ha){2,}\w*|rs+|"
        r"legal|otimo|show(?: de bola)?|bacana|massa|top|maravilh\w+|perfeito|fofo|lindo|fofa|linda|"
        r"parabens(?: \w+)*|feliz \w+|nem me fale|serio|jura|sim|nao|claro|com certeza|isso(?: ai| mesmo)?|verdade|"
        r"exatamente|mentira|finalmente|incrivel|inacreditavel|boa(?: sorte)?|muito (?:bom|boa|legal|bem|fofo|"
        r"engracado)|tao (?:fofo|fofa|lindo|linda|bom)|eu tambem(?: nao)?|tambem acho|concordo|deus me livre|"
        r"gra[cs]as a deus|tomara|amei|adorei|arrasou|mandou bem|socorro|to chocad[oa])[\s!.,]*(?:kkk*\w*|hein|"
        r"demais|cara|mano|gente|isso|essa?)?[\s!.,]*$"
    ),
)
PASSING = sorts(
    scenery=re.compile(
        rf"^{_AND}(?:entao |de repente |devagar,? |lentamente,? |em silencio,? |"
        rf"suavemente,? )*(?:eu )?(?:(?:lentamente|devagar|so|entao) )?(?:{_MOVES})\b{_HABIT}"
    ),
    passing=re.compile(
        r"^(?:acho que |parece que |sera que )?(?:ia|vai|ta|esta|estava|tava|pode|deve)? ?(?:chover|chovendo|chove|"
        r"nevando|"
        r"esfriando|ventando|esfriar|esquentar)\b(?!.*\b(?:eu|meu|minha|a gente|nao vou|fico|vou)\b)|"
        r"^(?:depois|ja|amanha|mais tarde|logo|qualquer coisa),? (?:a gente|nos|eu)(?: se| te)? (?:fala|falo|"
        r"conversa|ve|vemos|"
        r"continua|volto|explico|conto|mando)(?: mais| melhor)?[\s.!,]*$|^a gente se (?:fala|ve)\b|^(?:entendi|"
        r"saquei|concordo|verdade)[, ]+faz (?:todo |muito )?sentido[\s.!,]*$|"
        rf"^{_AND}(?:(?:eu|hoje|agora|ja|so) )*(?:estou|to|tou|fiquei|fico|me sinto|estava|tava|ando|"
        r"continuo) (?:(?:muito|bem|tao|meio|um pouco|super|mega|so|ja|ainda|aqui|sempre|morta? de|mais|so o|hoje|"
        rf"tambem) )*(?:{_BE_TIRED})(?: (?:hoje|agora|aqui|tambem|demais|de novo|ja|por (?:voce|isso)|com isso|"
        r"de (?:te|falar) [^.]*|em te [^.]*))*[\s.!,]*$|\bte (?!conto|contei|falei|disse|liga|chama)(?:\w+[oi]|"
        r"\w+ria|\w+ei|\w+ndo|\w+r)\b|\b(?:eu )?te (?:amo|adoro|odeio|quero|entendo|vejo|ouco|conheco|espero|"
        r"prometo|agradeco|perdoo|desejo|devo|ligo|aviso|conto|abraco|beijo|admiro|amei|encontrei|procurei)\b|"
        r"\b(?:amo|adoro|odeio|gosto (?:muito )?de|confio em|preciso de|acredito em|sinto (?:a )?(?:sua )?falta de|"
        r"quero|penso em|pensando em|saudades? de|pensei em|sonhei com|falar com|conversar com|estar com|"
        rf"conversando com|concordo com|cuido de|feliz (?:em|por) te) {_YOU}\b(?! (?:chef|sogr))|"
        r"^(?:eu )?(?:nao )?(?:(?:ja|so|tambem|nem|mais|muito|agora) )*(?:sei|entendo|entendi|concordo|"
        r"acho(?: que (?:sim|nao))?|vejo|juro|prometo|esqueci|lembro|posso|vou|quero|consigo|tentei|imagino|espero|"
        r"sinto muito|aceito|gostei|adorei|amei|fui|faco|tenho (?:uma )?(?:pergunta|duvida|ideia)|aguento mais|"
        r"acredito|ligo|me importo|tenho (?:nada|tempo)|volto|quero (?:isso|sim|saber)|sei la|desisto|preciso|"
        r"vou (?:tentar|pensar|ver|la|sim))(?: (?:disso|nisso|isso|agora|sim|tambem|nao|mais|ja|muito|mesmo|logo|"
        r"la))*[\s.!,]*$|^(?:eu )?(?:nao|nem) sei (?:nem |direito )?(?:se|o que|como|quando|por ?que|qual|onde)\b|"
        r"^(?:eu )?(?:(?:ja|agora|hoje|so) )*(?:vou|preciso|tenho que|vo|bora|acabei de) (?:(?:ja|ali|la|"
        r"so) )*(?:dormir|sair|indo|nessa|la|comer|almocar|jantar|tomar (?:um )?banho|descansar|embora|acordar|"
        r"chegar|desligar|ir|trabalhar|pensar (?:nisso|um pouco)|voltar|deitar|ali)(?: (?:agora|ja|logo|mais tarde|"
        r"um pouco|em casa|aqui|entao|que|amanha|hoje|ja volto))*[\s.!,]*$|^(?:eu )?(?:estou|to|tou) (?:bem |"
        r"aqui )*(?:ao seu lado|sentad[oa]|em pe|olhando|caminhando|segurando|vestindo|do seu lado|na sua frente|"
        r"deitad[oa]|parad[oa]|apaixonad[oa] por (?:voce|vc)|a sua (?:espera|disposicao))\b|^(?:eu )?(?:sou|vou ser|"
        r"serei) (?:tod[oa] )?(?:seu|sua|teu|tua)\b|^(?:minha nossa|meu (?:deus|bem|amor|anjo|querido)|"
        r"minha (?:querida|linda|vida|rainha|flor|deusa)|meu (?:rei|lindo|senhor))\b(?!.* (?:e eu|mora|trabalha|"
        r"tem)\b)"
    ),
)
