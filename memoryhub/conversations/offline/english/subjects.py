"""Whose statement a clause in English is, and where one begins that could stand alone."""

from __future__ import annotations

import re

from memoryhub.conversations.offline.tongue import any_of, at_start

_ME = r"i|i'?m|i'?ve|i'?ll|i'?d|we|we'?re|we'?ve|we'?ll|im|ive"
# What may stand before the subject: a time, a place, an adverb.
_BEFORE = (
    r"(?:(?:(?:pretty|fairly|quite) sure|since|maybe|perhaps|probably|honestly|starting|in|on|at|from|until|till|by|"
    r"for|during|before|after|"
    r"every|these days|this (?:morning|week|month|year|weekend|summer|winter|spring|afternoon)|last|next|two|three|"
    r"four|five|ten|\d+|a few|a couple|a year|yesterday|today|tomorrow|tonight|now|nowadays|currently|lately|"
    r"recently|sometimes|usually|often|always|most|unless|if|when|whenever|while|as|only|back|once|also|just|and|"
    r"but|because|despite|with|without|right now|growing up|except|apart from|unfortunately|sadly|luckily|"
    r"personally|since|ever since|it'?s been|even though|although|though|even|no|one|so far|both|"
    r"in my opinion)\b[^.!?]{0,70}?[ ,])?"
)
# Said without "I": only what nobody would say as an order.
_OBJECT = r"(?! (?:it|you|your|that|this|me|him|her|them|there|what|so|too|quiet|silent|into (?:the|your))\b) \w+"
_DID = (
    r"(?:(?:got|bought|sold|quit|started|stopped|joined|adopted|passed|failed|finished|broke|sprained|signed|applied|"
    r"switched|lost|became|booked|enrolled|graduated|retired|divorced|married|dropped|took|gave|cut|moved|flew|grew|"
    r"studied|worked|lived|turned|visited|ran|won|spent|landed|tore|fractured|injured|ended|paid|inherited|rescued|"
    r"learned|learnt|trained|volunteered|majored|raised|named|used|missed|decided|agreed|planned|managed|tried)|"
    r"had(?= (?:an?|my|"
    r"to|surgery|twins))|met(?= (?:an?|my))|went(?= (?:to|on|back|vegan|vegetarian))|found(?= (?:an?|my|out))|"
    r"made(?= (?:an?|my))|"
    r"was(?= (?:born|raised|hired|fired|diagnosed|promoted|laid|adopted|an?\b)))"
)
_DOING = (
    r"(?:(?:working|living|sharing|doing|studying|learning|training|planning|recovering|saving|renting|dating|"
    r"raising|paying|"
    r"expecting|volunteering|teaching|moving|staying|commuting|rereading|reading|flying|writing|building|quitting|"
    r"starting|"
    r"taking|trying|hoping|looking|applying|preparing|practi[sc]ing|running|seeing|getting|having|thinking)"
    r"(?= (?:in|at|as|on|from|for|to|with|till|until|up|an?|my|two|three|about \w+ing|of \w+ing|the|\d+|married|"
    r"divorced|off|back|out)\b(?! (?:you|your|it|the (?:sea|sky|window|stars|moon|door|floor|horizon|distance))\b))|"
    r"(?:working|living|studying|learning|training|saving|reading|teaching)(?= (?!you\b|it\b|your\b|that\b)\w)|"
    r"turning (?=\d))"
)
_OFTEN = (
    r"(?:(?:also|still|just|recently|finally|already|currently|now|only|really|so|not|very|pretty|big|huge|totally|"
    r"always|"
    r"never|kinda|mostly|actually|lately|super|usually|mildly|deathly|severely|definitely|as of today|been|"
    r"ive been) )*"
)
# A day or a span tells what was done from what is played: "rescued a dog last week", "sharing a flat since May".
_DATED = (
    r"(?!.*\b(?:you|your|yours)\b|(?:rain|snow|pour|storm|miss|wait|thank)\w*\b)(?:\w{2,}(?:ed|ing)|worn|had|been|"
    r"kept|"
    r"known|slept|"
    r"woke|fell|saw|caught|did|ate|drank|spoke|no \w+) (?:.*[ ,])?(?:since|ago|yesterday|tomorrow|in (?:19|20)\d\d|"
    r"(?:last|next|this|every) (?:week|weekend|month|year|spring|summer|autumn|fall|winter|\w+day)|on \w+days?|"
    r"for \w+ (?:days|weeks|months|years)|on (?:the |\w+ )?\d|until|till?)\b"
)
_DROPPED = (
    rf"^{_OFTEN}(?:{_DID}{_OBJECT}|{_DOING}|{_DATED}|born (?:in|and)|originally from|allergic to|used to|grew up|"
    r"can'?t (?:stand|eat|drink|live|have|swim|drive|cook|sleep)|(?:love|hate|prefer|enjoy) (?!you\b|me\b|it\b|that\b|"
    r"this\b)\w+|gonna (?:be (?:an?|my)|have (?:an?|to|my)|start|move|adopt|marry|apply|study)|(?:live|work) (?:in|at|"
    r"as|for|with|from|near)|married (?:to|for|with)|have (?:an?|two|three|four) \w+|(?:a |proud |single )*(?:mom|mum|"
    r"dad|mother|father|parent) (?:of|to) \w+|\d+ (?:years old|yo|y/o)|(?:don'?t|do not) (?:(?:really|even|usually|"
    r"ever) \w+|(?:like|have|own|speak|smoke|drive) (?!it\b|that\b|this\b)\w+)|(?:scared|afraid|fan|"
    r"tired) of(?! (?:you|it|this|that)\b)|(?:the )?(?:oldest|youngest|eldest) of|"
    r"(?:dentist|doctor'?s?|vet|therapy|exam|interview|flight) (?:.* )?(?:\w{3,}day|tomorrow|on the \d+)|(?:terrible|"
    r"good|bad) at)\b|^(?:really|very|not|so|super|big|huge|also|kinda|totally|still|always) (?:\w+ )?(?:into|fan of|"
    r"on) (?!you\b|it\b|this\b|that\b)|^(?:never|always) (?:been|had|tried|liked|loved|hated|wanted|learned) |"
    rf"^{_OFTEN}an? (?:\w+ )*?(?:person|fan|lover|eater|drinker|smoker|sleeper|cook|reader)$|"
    r"^(?:haven'?t|didn'?t|couldn'?t|wasn'?t|hadn'?t) (?!.*\b(?:you|it|that|this)\b)\w+ \w+|"
    r"^(?:gotta|need to|have to) (?:have|start|renew|pay|quit|move|work|(?:get|see|take) (?:my|an? (?!shower|nap|"
    r"break|bath|minute))) \w+|"
    r"^been (?:\w+ing|\w+ (?:since|for)|married|to|here)\b|^(?:\w+ ){1,3}(?:fan|lover|person|parent|nurse|"
    r"teacher) here$"
)
# "Mum's birthday is on Sunday": the nearest go without "my".
_KIN = (
    r"(?:mom|mum|mummy|mommy|dad|daddy|grandma|gran|granny|nana?|auntie(?: \w+)?|(?:aunt|uncle|nana) \w+|grandpa|"
    r"grandad|hubby|wifey)(?:'?s)?"
)

SPEAKER = re.compile(
    r"^(?:the|one|all|what) (?!you\b)[\w ]{0,30}?\bi (?:love|like|hate|want|need|miss|fear|enjoy|do|really|most|"
    rf"always|never)\b|^(?!.*\b(?:you|your|u)\b)[^,.]{{1,45}}, (?:{_ME})\b|^(?!this\b|that\b|it\b|it's\b|"
    r"you\b).*\b(?:is|are|was|were) .*\b(?:for|to|with) me$|^(?!you\b|u\b).*\b(?:says?|said|told me|tells? me|"
    r"thinks?|diagnosed|warned me|wants?)(?: that)? (?:i|i'?m|my|me|we)\b|^(?:to|for) me,? |^(?:the|a|an|"
    r"some|someone|somebody|they|nobody|no one) .*\b\w{2,}(?:ed|ave|ook|old) (?:me|us|my (?!face|hand|hair|cheek|"
    r"skin|eyes|arm|shoulder|lips|neck))|"
    rf"^{_BEFORE}(?:{_ME}|me and my|myself)\b|{_DROPPED}|\b(?:is|are|was|been) (?:my|our) (?:\w+ )?(?:favou?rite|"
    rf"least|"
    r"\w+)\b|^(?:there (?:are|is|'s)|it'?s|it is) .*\b(?:my|our)\b|^it'?s been .*\bsince (?:i|we)\b|\b(?:scares?|"
    r"bores?|makes?|gives?|calms?|relax(?:es)?|annoys?|terrif(?:y|ies)|disgusts?|drives?|upsets?|bothers?|calls?|"
    r"stress(?:es)?) me\b"
)
OWN = re.compile(
    rf"^{_BEFORE}(?:both |all |one |two |some |most |half |the \w+ )?(?:of )?(?:me and )?(?:(?:my|our|mine)\b|"
    rf"{_KIN} (?=\w))"
)
VERB = any_of(
    r"i'?m|i'?ve|i'?ll|am|is|isn'?t|are|aren'?t|was|were|wasn'?t|weren'?t|has|hasn'?t|have|haven'?t|had|do|does|"
    r"don'?t|doesn'?t|did|didn'?t|will|won'?t|can|can'?t|cannot|would|should|might|must|used to|\w+'s|im|ive|"
    r"(?:live|work|like|love|hate|prefer|enjoy|play|eat|drink|study|teach|run|go|come|start|stop|need|want|know|"
    r"speak|drive|own|collect|sleep|swim|wear|read|write|watch|sing|cook|bake|paint|smoke|take|keep|think|believe|"
    r"feel|get|make|move|stay|call|suffer|own|use|grow|visit|train|practice|hike|travel|support|volunteer|turn|miss|"
    r"meet|pay|spend|die|lose|find|mind|hurt|ache|cost|begin|end|arrive|leave|die|marry|graduate|retire|scare|bore|"
    r"belong|snore|bark|look)(?:s|es)?|studies|marries|\w{2,}ed|went|got|bought|born|broke|met|left|lost|won|quit|"
    r"began|became|found|sold|took|made|came|saw|gave|flew|ran|drove|fell|taught|wrote|grew|knew|'re|'ve|'ll|'d|"
    r"we're|they're|hurts|runs|means"
)
CLAUSE = at_start(rf"(?:also |now |then |so |lately |currently )?(?:{_ME}|my (?!god|dear)\w+|our \w+)")
JOINT = re.compile(r"(?:,|;)\s*(?:and |but |so |plus |also |yet )?|\s+(?:and|but|plus) |\s+-+\s+", re.IGNORECASE)
NAMED = re.compile(
    r"^(?!.*\b(?:capital of|\w+ in the world|inhabitants|states|planets?|continent|president of|century)\b)"
    r"(?P<name>[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2}),?(?: [^.!?]{1,30},)? (?:is|isn't|was|lives?|works?|has|had|"
    r"likes?|loves|hates|moved|started|got|turns|turned|studies|died|plays|prefers|doesn't|will|can't|owns|and I)\b"
)
MATTER = re.compile(
    r"^(?:(?:the|an?|all|every|each|this|our|future|new|from now on|now|as of \w+)[ ,]+)*(?:[\w'-]+ ){0,4}?"
    r"(?:payments?|invoices?|transfers?|refunds?|account|contacts?|contract|deadlines?|meetings?|handover|project|"
    r"delivery|deliveries|orders?|office|port|server|password|price|budget|client|customer|team|release|launch|"
    r"appointment|exam|class|wedding|party|flight|interview|permissions?|access|address|rent|salary|stand-?up|admin|"
    r"shop|store|subscription|order|ticket|trip|surgery|rents)\b[^.!?]*?\b(?:is|are|isn'?t|aren'?t|was|were|has|have|"
    r"goes?|go|moved|moves|starts?|ends?|closes?|opens?|will|now|must|should|costs?|expires?|changed|belongs?|due)\b"
)
AGAIN = at_start(
    r"(?:and |but )?(?:he|she|they|his|her|their|hers|he'?s|she'?s|they'?re|both|the (?:older|younger|other) one)"
)
BODY = at_start(
    r"(?:with )?my (?:\w+ )?(?:hands?|fingers?|eyes|lips|voice|breath|heart|arms?|cheeks?|head|gaze|smile|tears?|"
    r"body|knees|legs?|sword|tail|wings|cloak|robe|shoulders?|face|stomach) (?!is |are |was |has |have |hurts?|"
    r"aches?|attack|disease|surgery|problem|condition|failure|rate)"
)
SCENE = at_start(
    r"(?:the|an?|there (?:is|are|was)|there'?s|outside|inside|in the distance|somewhere|suddenly|night|dawn|rain|"
    r"snow|silence) \w+ \w+"
)
