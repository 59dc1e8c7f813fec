"""Verbs as Brazilians say them of themselves, and a few that others do."""

from __future__ import annotations

# What one says of oneself without "eu", accents left out.
_FIRST = (
    "abomino abro acho acordo acredito administro adoramos adorava adoro adotamos adotei aguento ajudo alugo aluguei",
    "amava amei amo ando aprecio aprendi aprendo apresento assisto atendo bebo bordo busco calco cansei canto casamos",
    "casei caso celebro chego choro coleciono colho comecei comeco comemoro como completo componho compramos comprei",
    "compro confio conheci conheco consegui conserto considero consigo consumo coordeno corro costumo costuro cozinho",
    "creio cresci crio cuido cultivo curso curto danco decidi defendo dei deixo descobri desenho desisti detesto devo",
    "dirijo dispenso divido doo dou durmo duvido economizo enjoei ensino entendo entrego entrei entro era",
    "escrevo escuto espero esqueco estamos estava estou estudo evito faco falo faltei farei faria fazemos fecho fico",
    "fiz fomos formo frequento fui fumo ganhei ganho gasto gerencio gostamos gostaria gostava gosto gravo guardo",
    "invisto irei iria jogamos jogo larguei leciono leio levo lidero limpo luto machuquei malho manjo mantenho meco",
    "medito mexo migrei monto moramos morava moro mudamos mudei mudo nado namoro nasci odeio odiava odiei operei",
    "opero organizo oriento oro ouco pago parei participo passei passo pedalo pego peguei penso perco perdi pesco",
    "peso pesquiso pinto planejo planto posso posto pratico preciso preferia prefiro pretendo procuro produzo",
    "programo quebrei queria quero recebi recebo reformo remo represento resolvo rezo sai saio sei serei seria sigo",
    "sinto sofri sofro somos sonhei sonho sou suporto surfo sustento tava temos tenho terei teria terminei termino",
    "tinhamos tiro tive tivemos to toco tomo torci torco tou trabalhamos trabalharei trabalhava trabalho traduzo",
    "trampo trato treinei treino tricoto troco troquei usamos uso vamos vejo vendi vendo venho viajamos viajo vim",
    "viro visito visto vivemos vivo voltei volto votei voto vou",
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
THIRD = "|".join((*" ".join(_THIRD).split(), r"[a-z]{3,}(?:ou|aram|eram|iram|ava|avam)"))
# A first word in -o that takes an object is a verb far more often than a noun without its article.
WITH_OBJECT = (
    r"(?!como|quando|tudo|isso|isto|claro|certo|muito|pouco|quanto|tanto|cedo|mesmo|dentro|perto|segundo|sabado|"
    r"domingo|outro|obrigado|brigado|cansado|vento|fogo|silencio|sangue|dragao|olho|sento|sorrio|rio|aceno|suspiro|"
    r"encaro|caminho|beijo|abraco|sussurro|levanto|primeiro|ultimo|proximo|zero|adeus|socorro)[a-z]{3,}o(?= (?:o|a|"
    r"os|as|um|uma|na|no|nas|nos|em|de|do|da|com|pra|pro|para|por|ate|todo|toda|muito|minha|meu|meus|minhas|sempre|"
    r"aos|pelo|pela|duas|dois|tres|\d+)\b)"
)
NOT_FIRST = (
    r"(?!rei\b|lei\b|sei la\b|hei\b|ei\b|como (?:voce|vc|ce|vai|e|eh|foi|ta|esta|se|que|assim|seria|anda|faz|posso|"
    r"eu|estao|sao|as|os|o|a|ela|ele)\b)"
)
