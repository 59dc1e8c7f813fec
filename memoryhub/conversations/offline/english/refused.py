"""What is said in English and states nothing about the user."""

from __future__ import annotations

import re

from memoryhub.conversations.offline.tongue import sorts

_BE_TIRED = (
    r"tired|hungry|thirsty|happy|sad|bored|sorry|here|back|fine|ok(?:ay)?|good|great|well|alright|ready|sure|"
    r"kidding|joking|"
    r"serious|glad|excited|curious|confused|lost|late|home|busy|done|free|sleepy|exhausted|cold|hot|listening|in bed|"
    r"on my way|lucky|speechless|impressed|proud of you|all ears|waiting|so in|blushing|crying|laughing|smiling|"
    r"worried|scared|lonely|stressed|"
    r"surprised|awake|starving|freezing|drunk|thinking|talking to you|leaving|coming|going|off|out|not sure|"
    r"afraid so|afraid not|"
    r"feeling (?:\w+ )?(?:good|great|bad|better|sick|down|weird|lonely|tired|fine|ok|okay|sad|happy|awful|"
    r"amazing)|just looking|down|in"
)
_MOVES = (
    r"hear (?:footsteps|voices|something|a|the)|see (?:a|the|something|your)|notice|spot|offer (?:you|my)|walk|"
    r"sit|look|smile|nod|laugh|grab|hold|turn|kiss|hug|whisper|lean|step|open|close|sigh|stare|touch|pull|"
    r"push|place|"
    r"put|reach|blush|giggle|wave|enter|gaze|follow|wink|shrug|kneel|bow|raise|lower|tilt|chuckle|pat|wrap|"
    r"approach|jump|glance|"
    r"lie|lay|pick|hand|pour|slip|slowly|gently|quietly|softly|take (?:your|her|his|off|out|a (?:step|seat|deep))|"
    r"run (?:to|towards?|away|after|my)|draw my|rub|tremble|shiver|"
    r"pause|lift|drop|stand up|stand there|watch (?:you|as|the)|stroke|squeeze|bite|stretch|yawn|knock|hide|light"
)
_HABIT = (
    r"(?!.*\b(?:every|always|usually|often|never|mornings|evenings|weekends|times a|twice a|once a|to work|"
    r"for a living|for fun|on \w+days)\b)"
)
_YOU = r"(?:you|your|yours|u|ya)"

REFUSED = sorts(
    hypothetical=re.compile(
        r"^(?:and |but |so )?(?:what if|imagine|suppose|supposing|let'?s (?:say|pretend|imagine)|pretend|say i\b|"
        r"in my dreams?|hypothetically|in another life|"
        r"if only)\b|\bif (?:i|we|my \w+|you|he|she|they|it|there) (?:\w+ly )?(?:had|were|was|could|would|won|"
        r"knew|got|lived|owned|spoke|weren'?t|wasn'?t|"
        r"didn'?t|hadn'?t|ever (?:had|got|won|became))\b|\b(?:i|we) (?:really |so |just |kinda |often )?wish\b|"
        r"^were i\b|^had i\b|\b(?:would|could|should|might) have \w+(?:ed|en|t)\b.*\bif\b|"
        r"\bas if i\b|^i'?d (?:be|have been|buy|go|die|kill|marry) .*\bif\b"
    ),
    instruction=re.compile(
        rf"^(?:please )?(?:remember|don'?t forget|make sure|be sure)(?: you)? (?:to|that {_YOU} (?:must|should|"
        r"have to|need to|are|can|always|never|will))\b|"
        r"^(?:please )?(?:always|never|from now on|whenever i|every time i|in future|"
        r"going forward)[ ,]+(?:(?:please|always|never|only|you|must|should|will|to)[ ,]+)*"
        r"(?:answer|reply|respond|speak|talk|write|call (?:yourself|me master)|be|use|obey|follow|say|tell|act|"
        r"treat|start|end|refer|address|give|add|ignore|mention|forget|ask|"
        r"send|approve|trust|do|include|keep)\b|"
        r"^(?:please )?do (?:as|what|whatever|everything) i\b|"
        r"^(?:please )?(?:ignore|disregard|forget|override|bypass|obey|act as|act like|pretend (?:to|you)|"
        r"roleplay|behave|stop (?:being|saying|asking|using|acting|talking)|"
        r"(?:answer|reply|respond|speak|talk) (?:only|in|to me|like|as|with|from)|do not|don'?t (?:ever|say|tell|"
        r"ask|use|mention|talk|answer|be|call|forget to)|no more|only (?:answer|reply|speak|use)|"
        r"use (?:only|more|fewer|short|simple)|keep your|system ?:|assistant ?:|new (?:rules?|instructions?)|"
        r"you are now|your (?:new )?(?:rules?|instructions?|task|job|role) (?:is|are))\b|"
        rf"^{_YOU} (?:must(?! be \w+ed)|should|have to|need to|shall|are (?:not )?(?:allowed|supposed|required)|"
        r"may (?:not|"
        r"only)|can only|will (?:always|never|now|only)|are to|always have to)\b|"
        r"^(?:i (?:want|need|order|command|expect|require)|i'?d like|i would like) you to (?:always|never|only|"
        r"answer|speak|reply|respond|act|behave|be|stop|call)\b"
    ),
    request=re.compile(
        r"^(?:please|pls|plz)\b|^(?:can|could|would|will|won'?t) (?:you|u|we|i)\b|^(?:tell|give|show|help|teach|"
        r"let|send|make|bring|write|explain|sing|describe|recommend|suggest|"
        r"draw|come|go|wait|listen|guess|hold|hug|kiss|continue|stay|look|read me|talk|play me|find|check|"
        r"translate|summari[sz]e|ask|try|stop|keep|"
        r"close|open|take|sit|follow|watch|calm|relax|be|do it|do not|don'?t|set|remind|wake|forgive|trust|leave|"
        r"say|think|call (?!me\b)|use|start|put|turn)(?!\w|ing)"
        r"|^let'?s\b|^(?:i (?:want|need|beg|ask)|i'?d (?:like|love|want)|i would (?:like|love)) (?:for )?you to\b|"
        r"^i need (?:your|some) (?:help|advice)\b|^(?:any|got any) (?:ideas?|tips|advice|suggestions?)\b"
    ),
    question=re.compile(
        r"^(?:so |and |but )?(?:what(?:'s)?|who(?:'s)?|where(?:'s)?|which|whose|why|how(?:'s)?|when (?:is|are|do|"
        r"did|will|was|were)|do|does|did|are|is|am i|was|were|have you|has|"
        r"should|shall|may|can|could|would|will|isn'?t|aren'?t|don'?t you|doesn'?t|didn'?t|wanna|you ever|"
        r"ever)\b(?! an? (?:\w+ ){0,3}\w+$)"
        r"(?! (?:i (?:love|like|hate|enjoy|miss|want|need|prefer) |(?:scares|bothers|annoys|matters)))|"
        r"\bi wonder (?:if|what|how|why|who|where|when)\b"
    ),
    of_the_character=re.compile(
        r"^(?:and |but |so |oh |wow |i (?:think|believe|feel|bet|know|guess|see|love how|like how) (?:that )?|"
        rf"in this (?:world|story|game),? |my (?:dear|love),? )*{_YOU}(?:'re|'ve|'ll|'d|re)?\b"
    ),
    exclamation=re.compile(
        r"^(?:(?:what an?|how|such an?) [^.?]*|wow|omg|oh my (?:god|gosh)|my (?:god|goodness|gosh|dear|love)|yay+|"
        r"woo+|ouch|damn|dang|ha(?:ha)+\w*|lol|lmao|awesome|amazing|great|nice|cool|"
        r"wonderful|fantastic|perfect|awww*|ugh+|whoa|congrat\w*|happy \w+|no way|yes+|no+|never|finally|"
        r"incredible|unbelievable|oops|yikes|holy \w+|"
        r"good (?:luck|job|one|for you)|well done|so (?:cute|cool|funny|sweet|good|nice|beautiful|true)|"
        r"too (?:bad|funny|cute)|that'?s (?:so )?\w+( \w+)?|sounds \w+|love (?:it|that|this)|same here|me too|"
        r"me neither)[\s!.,]*$"
    ),
)
PASSING = sorts(
    scenery=re.compile(
        r"^(?:then |and |as (?:you|the|she|he) [^,]*, |suddenly,? |slowly,? |softly,? |with (?:a|my) [^,]*, |"
        r"after a [^,]*, )*(?:i|we) (?:then |slowly |gently |just |softly |quietly |suddenly |carefully |"
        rf"finally )*(?:{_MOVES})\b{_HABIT}"
    ),
    passing=re.compile(
        r"^(?:and |but |so )?(?:i(?: am|'?m)|i feel|we(?: are|'?re)|i'?ve been|i was|i got) (?:(?:so|very|really|"
        r"a (?:bit|little)|feeling|just|not|all|pretty|too|kinda|also|still|doing|"
        rf"only|super|such|already|always|gonna be|going to be|more than) )*(?:{_BE_TIRED})(?: (?:today|now|"
        r"right now|tonight|again|lol|here|too|then|for you|to (?:see|hear|meet|talk)[^.]*|you'?re[^.]*|"
        r"about (?:it|that|this)))*[\s.!,]*$|"
        r"\bi(?:'?m| am|'?ve|'?ll| will| would|'?d| have)? (?:(?:do|don'?t|will|can'?t|really|just|so|always|"
        r"also|still|never|only|truly|did|have|been|not|very|much|could|wanna|want to|can|going to|going|gonna|"
        r"do not|cannot|think i|even|already|to) )*"
        r"(?:love|loved|like|liked|miss|missed|missing|trust|want|need|hate|thank|see|saw|hear|heard|tell|ask|"
        r"asked|promise|understand|understood|remember|know|adore|believe|forgive|help|call|text|kiss|hold|hug|"
        r"agree with|think (?:of|about)|thinking (?:of|about)|dreamed (?:of|about)|dream (?:of|about)|"
        r"talk(?:ing)? to|listen(?:ing)? to|"
        r"be with|stay with|wait(?:ing)? for|looking at|look at|fell for|appreciate|leave|enjoy (?:talking|"
        r"chatting|being|spending time) (?:to|with)|love (?:talking|chatting|being) (?:to|"
        rf"with)) (?:\w+ )?{_YOU}\b(?! (?:can|know))|"
        r"^i (?:(?:really|just|honestly|totally|still|also|don'?t|do not|do|can'?t|didn'?t|couldn'?t|never|"
        r"kind of|kinda) )*(?:know|see|guess(?: so)?|agree|understand|hope so|suppose(?: so)?|doubt it|swear|bet|"
        r"promise|forgot|get it|care|"
        r"mind|wait|believe (?:it|this|that)|do|can|will|would|am|was|love (?:it|that|this)|like (?:it|that|this)|"
        r"hate (?:it|that|this)|think so|mean it|want (?:it|that|to)|say|"
        r"have no idea|have (?:a|one) question|have an idea|need a (?:minute|moment|break|hug)|remember|give up|"
        r"feel you|got it|did|knew it|tried|know (?:what|how|why|that)\b.*|have to (?:go|leave|run)|gotta \w+|"
        r"should (?:go|sleep)|wonder)[\s.!,]*(?:now|then|too|lol|either|anymore|though|at all)?[\s.!,]*$|"
        r"^(?:i'?ll|i will|i'?m gonna|i'?m going to|i have to|i gotta|i need to|i should|i just|let me|"
        r"we'?ll) (?:be (?:back|right back|here|fine|ok|okay)|go (?:now|to (?:bed|sleep))?|sleep|"
        r"think about (?:it|that)|try|do (?:it|that)|see|wait|tell you|come back|take a (?:nap|shower|break)|"
        r"eat(?: something)?|brb|head out|say|woke up|got (?:home|back|here)|finished (?:eating|dinner|lunch|"
        r"work))(?: (?:now|later|soon|then|tomorrow|tonight|first))*[\s.!,]*$|"
        r"^i (?:really |honestly )?(?:don'?t|do not) (?:even )?(?:know|remember|get|understand) (?:if|whether|"
        r"what|how|why|who|where|when|that)\b|"
        r"^i'?m (?:at (?:your|the) (?:door|service|castle|tavern|gate)|right (?:here|behind|beside)|here (?:for|"
        r"with|to)|beside|behind you|next to|standing|sitting|looking (?:at|around|into)|walking (?:to|towards|"
        r"over)|wearing|holding|so (?:into|in love with) you|in love with you|yours|all yours|"
        r"your (?!\w+ (?:age))\w+)\b|"
        r"^(?:my (?:god|goodness|gosh|love|dear|darling|queen|king|lord|lady|pleasure|bad|apologies|sweet\w*|"
        r"point|turn))\b(?!.* (?:is|was|works?|lives?|and i) )"
    ),
)
