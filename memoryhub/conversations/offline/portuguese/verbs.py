"""Verbs as Brazilians say them of themselves, and a few that others do."""

from __future__ import annotations

# What one says of oneself without "eu", accents left out.
_FIRST = (
    "abomino abro acho acordo acredito adapto administro adoramos adorava adoro adotamos adotei aguento ajudo",
    "alimento alugo aluguei amava amei amo analiso ando aplico aprecio aprendi aprendo apresento arrumo assisto",
    "atendo bato bebo bordo busco calco calculo cansei canto capino carpinto carrego casamos casei caso cato celebro",
    "chego choro cobro coleciono colho coloco combino comecei comeco comemoro como completo componho compramos",
    "comprei compro confio conheci conheco consegui conserto considero consigo construo consumo controlo convivo",
    "coordeno corrijo corro costumo costuro cozinho creio cresci crio cuido cultivo curso curto danco decidi dedico",
    "defendo dei deixo dependo descobri desenho desenvolvo desisti desmonto detesto devo dirijo dispenso divido",
    "divulgo dobro domino doo dou durmo duvido economizo edito emagreco empresto engordo enjoei ensino entendo",
    "entrego entrei entro enxergo era escolho escrevo escuto espero esqueco esquio estamos estava estou estudo evito",
    "exerco explico exporto fabrico faco falo faltei falto farei faria fazemos fecho fico filmo fiz foco fomos formo",
    "forneco fotografo frequento frito fui fumo ganhei ganho gasto gerencio gostamos gostaria gostava gosto gravo",
    "guardo guio habito herdo hospedo ilustro imito importo insisto instalo invisto irei iria jejuo jogamos jogo",
    "larguei lavo lecciono leciono leio levo lidero ligo limpo lustro luto machuquei malho mando manjo mantenho marco",
    "meco medito mereco mexo migrei misturo monto moramos morava moro morro mudamos mudei mudo nado namoro nasci nego",
    "negocio odeio odiava odiei operei opero organizo oriento oro ouco pago parei participo parto passei passeio",
    "passo patino pedalo pego peguei penso perco perdi pesco peso pesquiso pinto planejo planto posso posto poupo",
    "pratico preciso preferia prefiro preparo preservo pretendo procuro produzo programo pulo quebrei quebro queria",
    "quero rabisco recebi recebo reciclo reclamo recolho recorto redijo reformo relaxo remo repito represento resolvo",
    "respeito restauro rezo ronco sai saio sei serei seria sigo sinto sirvo sofri sofro somos sonhei sonho sou subo",
    "suo supervisiono suporto surfo sustento tava temo temos tenho terei teria terminei termino testo tinhamos tinjo",
    "tiro tive tivemos to toco tomo torci torco tou trabalhamos trabalharei trabalhava trabalho traduzo trago trampo",
    "tranco transporto trato treinei treino tricoto troco troquei usamos uso vamos vario varro vejo velejo vendi",
    "vendo venho viajamos viajo vim viro visito visto vivemos vivo voltei volto votei voto vou xingo zelo",
)
# What others do.
_THIRD = (
    "abre abriu acaba acabou acalma adora adoram adotou ajuda ama aposentou assusta bebe cai caiu casa casam",
    "casou chama chamam chega chegam chegou come comeca comecou comem completa comprou cresceu cria cuida custa da",
    "deixa deixou detesta deu divorciou doem doi dorme dormem dura e eh engravidou ensina entrou era eram esta estao",
    "estava estuda estudam existe faco fala falam faleceu faz fazem fecha fez fica ficam ficou foi formou ganhou",
    "gosta gostam gostava incomoda irrita joga jogam late mede mia mora moram moramos morava morreram morreu",
    "mudaram mudou nasceram nasceu odeia odeiam parece parecem parou passou perdeu pesa pode precisa prefere puxa",
    "quebrou quer sai saiu sao separaram separou sera seria significa sofre somos ta tao tava tem temos termina teve",
    "tinha toca toma tomou torce trabalha trabalham trabalhava usa vai vao veio vem vence venceu vende viaja viajou",
    "virou vive vivem volta voltou",
)
# Besides them what the ending tells: "me mudo", "resolvi", "comprei", "casamos".
FIRST = "|".join(
    (
        *" ".join(_FIRST).split(),
        r"me [a-z]+o|[a-z]{2,}[bcdfglmnprstvz]i|[a-z]{3,}(?:amos|emos|imos)|me [a-z]+[ei]i|[a-z]{2,}ei",
    )
)
THIRD = "|".join((*" ".join(_THIRD).split(), r"[a-z]{3,}(?:ou|eu|iu|aram|eram|iram|ava|avam)"))
# A first word in -o that takes an object is a verb far more often than a noun without its article.
WITH_OBJECT = (
    r"(?!como|quando|tudo|isso|isto|claro|certo|muito|pouco|quanto|tanto|cedo|mesmo|dentro|perto|segundo|sabado|"
    r"domingo|outro|obrigado|brigado|cansado|vento|fogo|silencio|sangue|dragao|olho|sento|sorrio|rio|aceno|suspiro|"
    r"encaro|caminho|beijo|abraco|sussurro|levanto|primeiro|ultimo|proximo|zero|adeus|socorro)[a-z]{3,}o(?= (?:o|a|"
    r"os|as|um|uma|em|com|pra|pro|para|por|ate|todo|toda|muito|minha|meu|meus|minhas|sempre|"
    r"aos|pelo|pela|duas|dois|tres|\d+)\b)"
)
# "O trabalho", "meu jogo": nouns that look like a verb.
NO_NOUN = "".join(
    rf"(?<!\b{before} )"
    for before in "o a os as um de do no ao em pelo esse este meu seu voce que tal ele ela".split()  # noqa: SIM905
)
NOT_FIRST = (
    r"(?!rei\b|lei\b|sei la\b|hei\b|ei\b|como (?:voce|vc|ce|vai|e|eh|foi|ta|esta|se|que|assim|seria|anda|faz|posso|"
    r"eu|estao|sao|as|os|o|a|ela|ele)\b)"
)
