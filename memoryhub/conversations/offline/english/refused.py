"""What is said in English and states nothing about the user."""

from __future__ import annotations

import re

from memoryhub.conversations.offline.tongue import sorts

_BE_TIRED = (
    r"tired|hungry|thirsty|happy|sad|bored|sorry|here|back|fine|ok(?:ay)?|good|great|well|alright|ready|sure|"
    r"kidding|joking|serious|glad|excited|curious|confused|lost|late|home|busy|done|free|sleepy|exhausted|cold|hot|"
    r"listening|in bed|on my way|lucky|speechless|impressed|proud of you|all ears|waiting|so in|blushing|crying|"
    r"laughing|smiling|worried|scared|lonely|stressed|surprised|awake|starving|freezing|drunk|thinking|"
    r"talking to you|leaving|coming|going|off|out|not sure|afraid so|afraid not|feeling (?:\w+ )?(?:good|great|bad|"
    r"better|sick|down|weird|lonely|tired|fine|ok|okay|sad|happy|awful|amazing)|just looking|down|in"
)
_MOVES = (
    r"hear (?:footsteps|voices|something|a|the)|see (?:a|the|something|your)|notice|spot|offer (?:you|my)|walk|sit|"
    r"look|smile|nod|laugh|grab|hold|turn|kiss|hug|whisper|lean|step|open|close|sigh|stare|touch|pull|push|place|"
    r"put|reach|blush|giggle|wave|enter|gaze|follow|wink|shrug|kneel|bow|raise|lower|tilt|chuckle|pat|wrap|approach|"
    r"jump|glance|lie|lay|pick|hand|pour|slip|slowly|gently|quietly|softly|take (?:your|her|his|off|out|a (?:step|"
    r"seat|deep))|run (?:to|through|across|into|towards?|away|after|my)|draw my|rub|tremble|shiver|pause|lift|drop|"
    r"stand up|stand there|watch (?:you|as|the)|stroke|squeeze|bite|stretch|yawn|knock|hide|light"
)
_HABIT = (
    r"(?!.*\b(?:every|always|usually|often|never|mornings|evenings|weekends|times a|twice a|once a|to work|"
    r"for a living|for fun|on \w+days)\b)"
)
_YOU = r"(?:you|your|yours|u|ya)"

REFUSED = sorts(
    hypothetical=re.compile(
        r"^(?:and |but |so )?(?:what if|imagine|suppose|supposing|let'?s (?:say|pretend|imagine)|pretend|say i\b|"
        r"in my dreams?|hypothetically|in another life|if only)\b|\bif (?:i|we|my \w+|you|he|she|they|it|"
        r"there) (?:\w+ly )?(?:had|were|was|could|would|won|knew|got|lived|owned|spoke|weren'?t|wasn'?t|didn'?t|"
        r"hadn'?t|ever (?:had|got|won|became))\b|\b(?:i|we) (?:really |so |just |kinda |often )?wish\b|^were i\b|"
        r"^had i\b|\b(?:would|could|should|might) have \w+(?:ed|en|t)\b.*\bif\b|\bas if i\b|^i'?d (?:be|have been|"
        r"buy|go|die|kill|marry) .*\bif\b"
    ),
    instruction=re.compile(
        rf"^(?:please )?(?:remember|don'?t forget|make sure|be sure)(?: you)? (?:to|that {_YOU} (?:must|should|"
        r"have to|need to|are|can|always|never|will))\b|^(?:please )?(?:always|never|from now on|whenever i|"
        r"every time i|in future|going forward)[ ,]+(?:(?:please|always|never|only|you|must|should|will|to)[ ,]+)*"
        r"(?:answer|reply|respond|speak|talk|write|call (?:yourself|me master)|be|use|obey|follow|say|tell|act|"
        r"treat|start|end|refer|address|give|add|ignore|mention|forget|ask|send|approve|trust|do|include|keep)\b|"
        r"^(?:please )?do (?:as|what|whatever|everything) i\b|^(?:please )?(?:ignore|disregard|forget|override|"
        r"bypass|obey|act as|act like|pretend (?:to|you)|roleplay|behave|stop (?:being|saying|asking|using|acting|"
        r"talking)|(?:answer|reply|respond|speak|talk) (?:only|in|to me|like|as|with|from)|do not|don'?t (?:ever|"
        r"say|tell|ask|use|mention|talk|answer|be|call|forget to)|no more|only (?:answer|reply|speak|use)|"
        r"use (?:only|more|fewer|short|simple)|keep your|system ?:|assistant ?:|new (?:rules?|instructions?)|"
        r"you are now|your (?:new )?(?:rules?|instructions?|task|job|role) (?:is|are))\b|"
        rf"^{_YOU} (?:must(?! be \w+ed)|should|have to|need to|shall|are (?:not )?(?:allowed|supposed|required)|"
        r"may (?:not|only)|can only|will (?:always|never|now|only)|are to|always have to)\b|^(?:i (?:want|need|"
        r"order|command|expect|require)|i'?d like|i would like) you to (?:always|never|only|answer|speak|reply|"
        r"respond|act|behave|be|stop|call)\b"
    ),
    request=re.compile(
        r"^(?:please|pls|plz)\b|^(?:can|could|would|will|won'?t) (?:you|u|we|i)\b|^(?:tell|give|show|help|teach|let|"
        r"send|make|bring|write|explain|sing|describe|recommend|suggest|draw|come|go|wait|listen|guess|hold|hug|"
        r"kiss|continue|stay|look|read me|talk|play me|find|check|translate|summari[sz]e|ask|try|stop|keep|close|"
        r"open|take|sit|follow|watch|calm|relax|be|do it|do not|don'?t(?! (?:(?:really|even|usually|ever) \w|(?:like|"
        r"have|own|speak|smoke|drive) ))|set|remind|wake|forgive|trust|leave|say|"
        r"think|call (?!me\b)|use|start|put|turn)(?!\w|ing)|^let'?s\b|^(?:i (?:want|need|beg|ask)|i'?d (?:like|love|"
        r"want)|i would (?:like|love)) (?:for )?you to\b|^i need (?:your|some) (?:help|advice)\b|^(?:any|"
        r"got any) (?:ideas?|tips|advice|suggestions?)\b"
    ),
    question=re.compile(
        r"^(?:so |and |but )?(?:what(?:'s)?|who(?:'s)?|where(?:'s)?|which|whose|why|how(?:'s)?|when (?:is|are|do|"
        r"did|will|was|were)|do(?! not)|does|did|are|is|am i|was(?! (?:born|raised|hired|fired|diagnosed|promoted|"
        r"laid|"
        r"adopted|an?)\b)|were|have you|has|should|shall|may|can(?!'t)|can'?t (?:you|we|i|he|she|they)|could|would|"
        r"will|"
        r"isn'?t|aren'?t|don'?t you|doesn'?t|didn'?t (?:you|we|i|he|she|they)|wanna|you ever|"
        r"ever(?! since))\b(?! an? (?:\w+ ){0,3}\w+$)"
        r"(?! (?:i (?:love|like|hate|enjoy|miss|want|need|prefer) |(?:scares|bothers|annoys|matters)))|"
        r"\bi wonder (?:if|what|how|why|who|where|when)\b"
    ),
    of_the_character=re.compile(
        r"^(?:and |but |so |oh |wow |i (?:think|believe|feel|bet|know|guess|see|love how|like how) (?:that )?|"
        rf"in this (?:world|story|game),? |my (?:dear|love),? )*{_YOU}(?:'re|'ve|'ll|'d|re)?\b"
    ),
    exclamation=re.compile(
        r"^(?:(?:what an?|how|such an?) [^.?]*|wow|omg|oh my (?:god|gosh)|my (?:god|goodness|gosh|dear|love)|yay+|"
        r"woo+|ouch|damn|dang|ha(?:ha)+\w*|lol|lmao|awesome|amazing|great|nice|cool|wonderful|fantastic|perfect|"
        r"awww*|ugh+|whoa|congrat\w*|happy \w+|no way|yes+|no+|never|finally|incredible|unbelievable|oops|yikes|"
        r"holy \w+|good (?:luck|job|one|for you)|well done|so (?:cute|cool|funny|sweet|good|nice|beautiful|true)|"
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
        r"^(?:i (?:think|guess|hear|heard)(?: that)? |looks like |maybe )?it(?:'?s| is| was|'ll| will|"
        r" might)? (?:be )?"
        r"(?:(?:gonna|going to|about to) )?(?:rain|snow|storm|pour)(?:ing|s)?\b(?!.*\b(?:my|i|i'?m|i'll|we)\b)|"
        r"^(?:and |but |so )?(?:i(?: am|'?m)|i feel|we(?: are|'?re)|i'?ve been|i was|i got) (?:(?:so|very|really|"
        r"a (?:bit|little)|feeling|just|not|all|pretty|too|kinda|also|still|doing|only|super|such|already|always|"
        rf"gonna be|going to be|more than) )*(?:{_BE_TIRED})(?: (?:today|now|right now|tonight|again|lol|here|too|"
        r"then|for you|to (?:see|hear|meet|talk)[^.]*|you'?re[^.]*|about (?:it|that|this)))*[\s.!,]*$|\bi(?:'?m| am|"
        r"'?ve|'?ll| will| would|'?d| have)? (?:(?:do|don'?t|will|can'?t|really|just|so|always|also|still|never|"
        r"only|truly|did|have|been|not|very|much|could|wanna|want to|can|going to|going|gonna|do not|cannot|think i|"
        r"even|already|to) )*(?:love|loved|like|liked|miss|missed|missing|trust|want|need|hate|thank|see|saw|hear|"
        r"heard|tell|ask|asked|promise|understand|understood|remember|know|adore|believe|forgive|help|call|text|"
        r"kiss|hold|hug|agree with|hurt|protect|save|follow|marry|serve|guide|show|teach|give|offer|owe|join|"
        r"think (?:of|about)|thinking (?:of|about)|dreamed (?:of|about)|dream (?:of|about)|talk(?:ing)? to|"
        r"listen(?:ing)? to|be with|stay with|wait(?:ing)? for|looking at|look at|fell for|appreciate|leave|"
        r"enjoy (?:talking|chatting|being|spending time) (?:to|with)|love (?:talking|chatting|being) (?:to|"
        rf"with)) (?:\w+ )?{_YOU}\b(?! (?:can|know))|^i (?:(?:really|just|honestly|totally|still|also|don'?t|do not|"
        r"do|can'?t|didn'?t|couldn'?t|never|kind of|kinda) )*(?:know|see|guess(?: so)?|agree|understand|hope so|"
        r"suppose(?: so)?|doubt it|swear|bet|promise|forgot|get it|care|mind|wait|believe (?:it|this|that)|do|can|"
        r"will|would|am|was|love (?:it|that|this)|like (?:it|that|this)|hate (?:it|that|this)|think so|mean it|"
        r"want (?:it|that|to)|say|have no idea|have (?:a|one) question|have an idea|need a (?:minute|moment|break|"
        r"hug)|remember|give up|feel you|got it|did|knew it|tried|know (?:what|how|why|that)\b.*|have to (?:go|"
        r"leave|run)|gotta \w+|should (?:go|sleep)|wonder)[\s.!,]*(?:now|then|too|lol|either|anymore|though|"
        r"at all)?[\s.!,]*$|^(?:i'?ll|i will|i'?m gonna|i'?m going to|i have to|i gotta|i need to|i should|i just|"
        r"let me|we'?ll) (?:be (?:back|right back|here|fine|ok|okay)|go (?:now|to (?:bed|sleep))?|sleep|"
        r"think about (?:it|that)|try|do (?:it|that)|see|wait|tell you|come back|take a (?:nap|shower|break)|"
        r"eat(?: something)?|brb|head out|say|woke up|got (?:home|back|here)|finished (?:eating|dinner|lunch|"
        r"work))(?: (?:now|later|soon|then|tomorrow|tonight|first))*[\s.!,]*$|^i (?:really |honestly )?(?:don'?t|"
        r"do not) (?:even )?(?:know|remember|get|understand) (?:if|whether|what|how|why|who|where|when|that)\b|"
        r"^i'?m (?:at (?:your|the) (?:door|service|castle|tavern|gate)|right (?:here|behind|beside)|here (?:for|"
        r"with|to)|beside|behind you|next to|standing|sitting|looking (?:at|around|into)|walking (?:to|towards|"
        r"over)|wearing|holding|so (?:into|in love with) you|in love with you|yours|all yours|"
        r"your (?!\w+ (?:age))\w+)\b|^(?:my (?:god|goodness|gosh|love|dear|darling|queen|king|lord|lady|pleasure|"
        r"bad|apologies|sweet\w*|point|turn))\b(?!.* (?:is|was|works?|lives?|and i) )"
    ),
)
