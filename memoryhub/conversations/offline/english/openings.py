"""What stands before and after a statement in English."""

from __future__ import annotations

import re

_CALLED_TO = (
    r"(?: (?:there|everyone|everybody|all|again|guys|sweetie|dear|love|honey|darling|buddy|friend|you|my (?:friend|"
    r"dear|love))| [a-z]+(?=[,!.]))?"
)
GREETING = re.compile(
    r"^(?:(?:hi+|hello+|hey+|heya|hiya|yo|howdy|good (?:morning|afternoon|evening|night|day)|morning|greetings|"
    r"welcome back|what'?s up|sup|how(?:'s| is) it going|how are you(?: doing)?(?: today)?|how have you been|"
    r"nice to (?:meet|see) you|long time no see|bye+|goodbye|see (?:you|ya)(?: \w+)?|good ?night|sleep well|"
    r"sweet dreams|take care|ttyl|cheers|(?:thanks?(?: you)?(?: so much| a lot)?|thx|ty)"
    rf"(?: for (?:today|tonight|everything|that|this|listening|asking|the (?:chat|talk|help)|your help))?){_CALLED_TO}"
    r"(?!\w)[\s,.!?:;)(-]*)++"
)
FILLER = re.compile(
    r"^(?:(?:well|so|y'?know|(?:all|team|guys|folks|everyone)(?=,)|btw|by the way|anyways?|oh|ah|um+|uh+|hm+|haha\w*|"
    r"lol|lmao|ok(?:ay)?|yeah|yes|yep|nope?(?=,)|"
    r"no(?=,)|actually|honestly|to be honest|tbh|ngl|basically|literally|seriously|obviously|not to brag|"
    r"no offen[cs]e|long story short|fair warning|ugh+|oof|argh|phew|yikes|like(?=,)|you see|"
    r"you know(?: what)?(?=[,:?])|look(?=,)|listen(?=,)|guess what|fun fact|confession|fyi|just so you know|"
    r"for the record|wow|omg|sure|right|true|alright|and|but|also(?=,)|plus|funny thing|true story|random|update|"
    r"the thing is|it turns out(?: that)?|turns out(?: that)?|not gonna lie|i mean(?=,)?|in fact|as i said|"
    r"as you know|speaking of (?:which|that)|of course|exactly|hello|hey|unfortunately|sadly|"
    r"luckily)(?!\w)[\s,.:;!?-]+)++"
)
TELLING = re.compile(
    r"^(?:please )?(?:remember|note|keep in mind|don'?t forget|bear in mind|know|be aware|take note|"
    r"write down)(?: that|:|,)? (?=(?:i|i'?m|im|i've|my|we|our|the|all|payments?|invoices?|\w+ (?:goes?|is|are|"
    r"has))\b)|^(?:i (?:just )?(?:want(?:ed)?|have|need|wanna|gotta)(?: to)? (?:tell|let) you (?:know )?(?:that )?|"
    r"did i (?:ever )?(?:tell|mention)(?: (?:you|to you))?(?: that)? |(?:have )?i (?:ever )?(?:told|"
    r"mentioned to) you (?:before )?(?:that )?|let me tell you(?: that|:|,)? |(?:i )?(?:should|forgot to) (?:mention|"
    r"say|"
    r"tell you)(?: that|,|:)? |(?:please be advised|i'?d like to inform you|this is to (?:inform|let) you(?: know)?|"
    r"(?:please|kindly) note) (?:that )?|i must (?:admit|confess) (?:that )?|i have to (?:admit|say) (?:that )?|"
    r"you (?:should )?know (?:that )?(?=(?:i|my)\b)|(?:the )?truth is,? (?:that )?|what you (?:don'?t|"
    r"should) know is (?:that )?)"
)
TAG = re.compile(
    r"(?:,\s*(?:right|okay|though|please|wish me luck)|[,\s]+(?:you know|ya know|can you believe (?:it|that)|"
    r"isn'?t (?:it|that) \w+|ok|lol|haha\w*|lmao|xd|hehe\w*|tbh|believe it or not|if you (?:must|wanna|"
    r"want to) know|just so you know|as you know|if that (?:makes sense|helps)|by the way|btw|fyi|:\w))++[\s?!.]*$"
)

TAIL = re.compile(
    r"(?:[,-]\s*|\s+)(?:and |but |so )?(?:what about|how about|and you\b|you\?|do you|are you|have you|did you|"
    r"can you|could you|would you|will you|what'?s yours|what do|what should|which one|any (?:tips|ideas?|advice|"
    r"recommendations?)|is that|isn'?t that|should i|don'?t you)\b[^?]*$"
)
