"""What a statement in Portuguese is about. The first that is found says it: health before work, work before food."""

from __future__ import annotations

from memoryhub.conversations.offline.tongue import sorts

DOMAINS = sorts(
    health=(
        r"alergi\w*|asma|asmatic[oa]|diabet\w+|celiac[oa]|enxaqueca\w*|insonia|ansiedade|depress\w+|tdah|autis\w+|"
        r"dislexi\w+|cancer|quimio\w*|cirurgia\w*|medic[oa]s?|hospital|remedios?|terapia|terapeuta|pressao alta|"
        r"colesterol|gravida|gestante|gravidez|intoleran\w+|(?:quebrei|torci|operei|machuquei|fraturei|"
        r"rompi) \w+ \w+|joelho|lesao|vacina\w*|oculos|miopia|ceg[oa]|surd[oa]|cadeira de rodas|doenca|doente|"
        r"insulina|bombinha|antidepressiv\w+|dor (?:nas?|de|no) \w+|dores|panico|epilep\w+|tipo sanguineo|sangue|"
        r"fum(?:o|ar|ava|ante)|labirintite|artrite|gastrite|refluxo|rinite|sinusite|lactose|gluten|exame de|"
        r"consulta|hernia|psiquiatra"
    ),
    private=(
        r"gay|lesbica|bissexual|trans|amante|religi\w+|igreja|missa|umbanda|candomble|evangelic[oa]|catolic[oa]|"
        r"judeu|judia|muculman[oa]|espirita|ateu|ateia|votei|voto|dividas?|pres[oa]|divorci\w+|aborto|separei|"
        r"nome sujo|serasa"
    ),
    pets=(
        r"gat[oa]s?|gatinh[oa]s?|cachorr\w+|caes|cao|cadela|dog|vira-?latas?|papagaio|calopsita|hamster|coelh[oa]s?|"
        r"tartaruga|jabuti|peixinho|porquinho|bichos?|pets?|furao|canario|lagarto|iguana|cobra|caval[oa]|egua|"
        r"veterinari[oa]|filhote\w*|felin[oa]s?|aquario|poodle|labrador|salsicha"
    ),
    work=(
        r"trabalh\w+|tramp\w+|emprego|chef[ea]|colegas?|escritorio|empresa|startup|carreira|promovid[oa]|promocao|"
        r"contratad[oa]|demitid[oa]|gerente|clientes?|reuni(?:ao|oes)|prazo|projeto|turno|plantao|salario|freela\w*|"
        r"aposent\w+|enfermeir[oa]|professor\w*|engenheir[oa]|desenvolvedor\w*|programador\w*|designer|advogad[oa]|"
        r"contador\w*|cozinheir[oa]|eletricista|encanador|arquitet[oa]|jornalista|barista|dentista|psicolog[oa]|"
        r"farmaceutic[oa]|motorista|bombeir[oa]|policial|pilot[oa]|bibliotecari[oa]|vendedor\w*|caixa|estagi\w+|"
        r"concurso|servidor\w*|entrega|negocio|loja|home office|clt|mei|pj|autonom[oa]|diarista|manicure|"
        r"cabeleireir[oa]|pedreir[oa]|fisioterapeuta|nutricionista|medic[oa]|vaga"
    ),
    study=(
        r"estud\w+|faculdade|universidade|curso|cursando|facul|escola|graduacao|prova|doutorado|mestrado|tcc|tese|"
        r"aulas?|semestre|bolsa de estudos|form(?:ei|ado|ada|ar)|vestibular|enem|aprend\w+|pos-graduacao|"
        r"matricul\w+|colegio"
    ),
    events=(
        r"casamento|aniversario|viagem|ferias|feriado|entrevista|velorio|enterro|festa|show|consulta|formatura|voo|"
        r"festival|maratona|mudanca|congresso|viaj\w+|lua de mel|batizado|cha de (?:bebe|panela)|churrasco|noivado|"
        r"passagem|carnaval|no natal|reveillon|corrida de rua|encontro"
    ),
    family=(
        r"mae|pai|pais|irma|irmas|irmao|irmaos|filh[oa]s?|espos[oa]|marido|mulher|namorad[oa]|noiv[oa]|av[oo]s?|vo|"
        r"vovo|tia|tio|tios|prim[oa]s?|sobrinh[oa]s?|gemeos|gemeas|familia|sogr[oa]|cunhad[oa]|genro|nora|madrasta|"
        r"padrasto|enteado|enteada|casad[oa]|solteir[oa]|viuv[oa]|bebe|netos?|neta|cacula|primogenit[oa]|ex|"
        r"afilhad[oa]|padrinho|madrinha|casei|casamos|melhor amig[oa]|namoro|crianca[s]?"
    ),
    home=(
        r"mor(?:o|a|ei|ava|ando|amos|ar)|viv(?:o|emos|endo|ia) (?:em|no|na|com|sozinh[oa]|perto|num|numa)|me mud\w+|"
        r"mudei|nasci|cresci|apartamento|ape|casa|bairro|vizinh\w+|republica|aluguel|alug\w+|financi\w+|"
        r"cidade natal|quintal|rua|sou (?:de|do|da)(?! (?:humanas|exatas|noite|manha))|kitnet|condominio"
    ),
    person=(
        r"me chamo|meu nome|me chama\w* de|anos de idade|tenho \d+ anos|fa(?:co|rei|z) \d+ anos|\d+ anos|nascid[oa]|"
        r"meus olhos|meu cabelo|tatuagem|canhot[oa]|falo (?:ingles|espanhol|frances|alemao|italiano|japones)|altura|"
        r"signo|calco \d+|sou (?:brasileir[oa]|paulista|carioca|mineir[oa]|baian[oa]|gauch[oa]|nordestin[oa]|"
        r"pernambucan[oa])"
    ),
    food=(
        r"com(?:o|er|ida|emos)|beb(?:o|er|ida)|cafe|cha|carne|vegan[oa]|vegetarian[oa]|pizza|sushi|cozinh\w+|bolos?|"
        r"coentro|cerveja|vinho|chocolate|almoc\w+|jant\w+|prato|queijo|peixe|acucar|frutas?|cebola|alho|tofu|sopa|"
        r"sobremesa|sorvete|azeitona|macarrao|pao|restaurante|feijao|feijoada|arroz|acai|moqueca|churrasco|"
        r"brigadeiro|pimenta|cachaca|refri\w*|doces?|salgad\w+|lanche|farofa|pamonha|tapioca"
    ),
    money=(
        r"dinheiro|poupanca|emprestimo|orcamento|banco|invist\w+|investimento\w*|boletos?|parcelas?|economiz\w+|"
        r"juntando"
    ),
    interests=(
        r"jog(?:o|ar|amos|uei|ando)|hobby|musicas?|filmes?|livros?|lei?o|ler|lendo|romances?|games?|violao|guitarra|"
        r"piano|violino|bateria|futebol|volei|tenis|basquete|xadrez|yoga|ioga|academia|malh\w+|corr(?:o|er|ida)|"
        r"nad(?:o|ar|ando|acao)|trilhas?|acamp\w+|escal\w+|pedal\w*|bicicleta|bike|pint(?:o|ar|ura|ando)|desenh\w+|"
        r"foto\w*|danc\w+|cant(?:o|ar|ando)|croche|trico|colec\w+|anime|series?|banda|samba|forro|mpb|rock|surf\w*|"
        r"pesc\w+|ceramica|assist\w+|escut\w+|podcasts?|poesias?|poemas?|escrev\w+|torc\w+|flamengo|corinthians|"
        r"palmeiras|time|jardin\w+|orquideas|plantas|coral|museus?|praia|capoeira|jiu-?jitsu|toco|tocar|novela|rpg"
    ),
)
