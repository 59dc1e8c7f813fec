"""What a statement in Portuguese is about. The first that is found says it: health before work, work before food."""

from __future__ import annotations

from memoryhub.conversations.offline.tongue import sorts

DOMAINS = sorts(
    health=(
        r"alergi\w*|asma|asmatic[oa]|diabet\w+|celiac[oa]|enxaqueca\w*|insonia|ansiedade|depress\w+|tdah|autis\w+|"
        r"dislexi\w+|cancer|quimio\w*|"
        r"cirurgia\w*|medic[oa]s?|hospital|remedios?|terapia|terapeuta|pressao alta|colesterol|gravida|gestante|"
        r"gravidez|intoleran\w+|"
        r"(?:quebrei|torci|operei|machuquei|fraturei|rompi) \w+ \w+|joelho|lesao|vacina\w*|oculos|miopia|ceg[oa]|"
        r"surd[oa]|cadeira de rodas|doenca|doente|insulina|"
        r"bombinha|antidepressiv\w+|dor (?:nas?|de|no) \w+|dores|panico|epilep\w+|tipo sanguineo|sangue|fum(?:o|ar|"
        r"ava|ante)|labirintite|artrite|gastrite|"
        r"refluxo|rinite|sinusite|lactose|gluten|exame de|consulta|hernia|psiquiatra"
    ),
    private=(
        r"gay|lesbica|bissexual|trans|amante|religi\w+|igreja|missa|umbanda|candomble|evangelic[oa]|catolic[oa]|"
        r"judeu|judia|muculman[oa]|espirita|ateu|ateia|"
        r"votei|voto|dividas?|pres[oa]|divorci\w+|aborto|separei|nome sujo|serasa"
    ),
    pets=(
        r"gat[oa]s?|gatinh[oa]s?|cachorr\w+|caes|cao|cadela|dog|vira-?latas?|papagaio|calopsita|hamster|"
        r"coelh[oa]s?|tartaruga|jabuti|peixinho|porquinho|"
        r"bichos?|pets?|furao|canario|lagarto|iguana|cobra|caval[oa]|egua|veterinari[oa]|filhote\w*|felin[oa]s?|"
        r"aquario|poodle|labrador|salsicha"
    ),
    work=(
        r"trabalh\w+|tramp\w+|emprego|chef[ea]|colegas?|escritorio|empresa|startup|carreira|promovid[oa]|promocao|"
        r"contratad[oa]|demitid[oa]|"
        r"gerente|clientes?|reuni(?:ao|oes)|prazo|projeto|turno|plantao|salario|freela\w*|aposent\w+|enfermeir[oa]|"
        r"professor\w*|engenheir[oa]|"
        r"desenvolvedor\w*|programador\w*|designer|advogad[oa]|contador\w*|cozinheir[oa]|eletricista|encanador|"
        r"arquitet[oa]|jornalista|barista|dentista|"
        r"psicolog[oa]|farmaceutic[oa]|motorista|bombeir[oa]|policial|pilot[oa]|bibliotecari[oa]|vendedor\w*|caixa|"
        r"estagi\w+|concurso|servidor\w*|"
        r"entrega|negocio|loja|home office|clt|mei|pj|autonom[oa]|diarista|manicure|cabeleireir[oa]|pedreir[oa]|"
        r"fisioterapeuta|nutricionista|medic[oa]|vaga"
    ),
    study=(
        r"estud\w+|faculdade|universidade|curso|cursando|facul|escola|graduacao|prova|doutorado|mestrado|tcc|tese|"
        r"aulas?|semestre|bolsa de estudos|"
        r"form(?:ei|ado|ada|ar)|vestibular|enem|aprend\w+|pos-graduacao|matricul\w+|colegio"
    ),
    events=(
        r"casamento|aniversario|viagem|ferias|feriado|entrevista|velorio|enterro|festa|show|consulta|formatura|"
        r"voo|festival|maratona|mudanca|congresso|"
        r"viaj\w+|lua de mel|batizado|cha de (?:bebe|panela)|churrasco|noivado|passagem|carnaval|no natal|reveillon|"
        r"corrida de rua|encontro"
    ),
    family=(
        r"mae|pai|pais|irma|irmas|irmao|irmaos|filh[oa]s?|espos[oa]|marido|mulher|namorad[oa]|noiv[oa]|av[oo]s?|"
        r"vo|vovo|tia|tio|tios|prim[oa]s?|"
        r"sobrinh[oa]s?|gemeos|gemeas|familia|sogr[oa]|cunhad[oa]|genro|nora|madrasta|padrasto|enteado|enteada|"
        r"casad[oa]|solteir[oa]|viuv[oa]|"
        r"bebe|netos?|neta|cacula|primogenit[oa]|ex|afilhad[oa]|padrinho|madrinha|casei|casamos|melhor amig[oa]|"
        r"namoro|crianca[s]?"
    ),
    home=(
        r"mor(?:o|a|ei|ava|ando|amos|ar)|viv(?:o|emos|endo|ia) (?:em|no|na|com|sozinh[oa]|perto|num|numa)|"
        r"me mud\w+|mudei|nasci|cresci|apartamento|ape|casa|bairro|vizinh\w+|"
        r"republica|aluguel|alug\w+|financi\w+|cidade natal|quintal|rua|sou (?:de|do|da)(?! (?:humanas|exatas|noite|"
        r"manha))|kitnet|condominio"
    ),
    person=(
        r"me chamo|meu nome|me chama\w* de|anos de idade|tenho \d+ anos|fa(?:co|rei|z) \d+ anos|\d+ anos|"
        r"nascid[oa]|meus olhos|meu cabelo|tatuagem|canhot[oa]|"
        r"falo (?:ingles|espanhol|frances|alemao|italiano|japones)|altura|signo|calco \d+|sou (?:brasileir[oa]|"
        r"paulista|carioca|mineir[oa]|baian[oa]|gauch[oa]|nordestin[oa]|pernambucan[oa])"
    ),
    food=(
        r"com(?:o|er|ida|emos)|beb(?:o|er|ida)|cafe|cha|carne|vegan[oa]|vegetarian[oa]|pizza|sushi|cozinh\w+|"
        r"bolos?|coentro|cerveja|vinho|"
        r"chocolate|almoc\w+|jant\w+|prato|queijo|peixe|acucar|frutas?|cebola|alho|tofu|sopa|sobremesa|sorvete|"
        r"azeitona|macarrao|pao|"
        r"restaurante|feijao|feijoada|arroz|acai|moqueca|churrasco|brigadeiro|pimenta|cachaca|refri\w*|doces?|"
        r"salgad\w+|lanche|farofa|pamonha|tapioca"
    ),
    money=(
        r"dinheiro|poupanca|emprestimo|orcamento|banco|invist\w+|investimento\w*|boletos?|parcelas?|economiz\w+|"
        r"juntando"
    ),
    interests=(
        r"jog(?:o|ar|amos|uei|ando)|hobby|musicas?|filmes?|livros?|lei?o|ler|lendo|romances?|games?|violao|"
        r"guitarra|piano|violino|bateria|futebol|volei|"
        r"tenis|basquete|xadrez|yoga|ioga|academia|malh\w+|corr(?:o|er|ida)|nad(?:o|ar|ando|acao)|trilhas?|acamp\w+|"
        r"escal\w+|pedal\w*|bicicleta|bike|pint(?:o|ar|ura|ando)|desenh\w+|"
        r"foto\w*|danc\w+|cant(?:o|ar|ando)|croche|trico|colec\w+|anime|series?|banda|samba|forro|mpb|rock|surf\w*|"
        r"pesc\w+|ceramica|"
        r"assist\w+|escut\w+|podcasts?|poesias?|poemas?|escrev\w+|torc\w+|flamengo|corinthians|palmeiras|time|"
        r"jardin\w+|orquideas|plantas|coral|museus?|praia|"
        r"capoeira|jiu-?jitsu|toco|tocar|novela|rpg"
    ),
)
