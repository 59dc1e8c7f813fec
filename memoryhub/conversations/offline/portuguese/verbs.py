"""Verbs as Brazilians say them of themselves, and a few that others do."""

from __future__ import annotations

# What one says of oneself without "eu", accents left out.
FIRST = (
    "comeco|termino|mudo|caso|formo|apresento|entrego|recebo|aprendo|compro|procuro|busco|organizo|opero|ajudo|conheco|sustento|celebro|represento|produzo|traduzo|"
    "componho|gravo|posto|pesquiso|oriento|leciono|monto|conserto|reformo|limpo|remo|luto|oro|colho|tricoto|trato|administro|vejo|sou|estou|to|tou|tenho|moro|vivo|trabalho|trampo|gosto|adoro|amo|odeio|detesto|prefiro|estudo|jogo|toco|faco|corro|nado|leio|assisto|falo|bebo|tomo|"
    "como|fumo|uso|cozinho|coleciono|pratico|sofro|namoro|nasci|cresci|tive|fui|fiz|torco|acredito|acho|creio|penso|costumo|quero|pretendo|vou|"
    "preciso|consigo|suporto|aguento|curto|evito|durmo|acordo|pago|dirijo|ando|pedalo|malho|canto|pinto|desenho|escrevo|escuto|ouco|planto|cuido|"
    "crio|ganho|gasto|guardo|viajo|volto|visito|ensino|vendo|treino|participo|frequento|pesco|surfo|danco|sinto|tava|estava|era|morava|trabalhava|"
    "conheci|aprendi|perdi|vendi|descobri|decidi|desisti|consegui|sofri|recebi|comecei|parei|larguei|mudei|casei|comprei|adotei|ganhei|voltei|"
    "entrei|sai|passei|fico|chego|saio|levo|dou|dei|venho|vim|peso|meco|calco|visto|tenho|sei|odiava|amava|gostava|adorava|queria|gostaria|"
    "preferia|sonho|planejo|espero|temos|somos|moramos|vivemos|trabalhamos|estamos|vamos|gostamos|adoramos|fazemos|usamos|jogamos|tinhamos|"
    "tivemos|fomos|casamos|compramos|adotamos|mudamos|viajamos|abomino|aprecio|cultivo|doo|defendo|duvido|confio|rezo|frequento|economizo|invisto|"
    "alugo|aluguei|divido|troco|troquei|mexo|programo|dispenso|voto|votei|choro|perco|esqueco|deixo|administro|coordeno|gerencio|lidero|atendo|curso|faltei|"
    "devo|peguei|operei|torci|quebrei|machuquei|termino|terminei|comemoro|tiro|medito|costuro|bordo|faria|teria|seria|iria|entendo|manjo|sonhei|sigo|"
    "tenho|consumo|mantenho|odiei|amei|entro|apresento|viro|completo|trabalharei|terei|serei|irei|farei|considero|passo|fecho|abro|treinei|cansei|enjoei|"
    "migrei|pego|resolvo|me [a-z]+o|[a-z]{2,}[bcdfglmnprstvz]i|[a-z]{3,}(?:amos|emos|imos)|me [a-z]+[ei]i|[a-z]{2,}ei"
)
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
THIRD = (
    "e|eh|foi|era|sao|eram|esta|estao|ta|tao|tava|estava|tem|tinha|teve|mora|moram|vive|vivem|trabalha|trabalham|gosta|gostam|adora|adoram|odeia|odeiam|ama|"
    "chama|chamam|fica|ficam|ficou|faz|fazem|fez|vai|vao|nasceu|nasceram|morreu|morreram|casou|casa|casam|mudou|mudaram|comecou|parou|passou|joga|jogam|toca|"
    "estuda|estudam|fala|falam|come|comem|bebe|dorme|dormem|late|mia|usa|sofre|tomou|toma|gostava|morava|trabalhava|ganhou|perdeu|comprou|quebrou|"
    "chega|chegam|chegou|sai|saiu|acaba|acabou|termina|comeca|vence|venceu|custa|doi|doem|deu|da|precisa|quer|pode|viaja|viajou|volta|voltou|vem|veio|"
    "significa|cuida|ensina|torce|vende|cresceu|entrou|abriu|fecha|abre|irrita|acalma|assusta|incomoda|ajuda|deixa|deixou|separou|separaram|divorciou|engravidou|"
    "formou|faleceu|virou|completa|faco|sera|seria|existe|somos|moramos|temos|cai|caiu|dura|mede|pesa|puxa|prefere|detesta|odeia|cria|adotou|aposentou|parece|parecem|"
    "[a-z]{3,}(?:ou|aram|eram|iram|ava|avam)"
)
