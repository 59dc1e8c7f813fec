"""What a statement in English is: its kind, how sure it sounds, who may have to be asked."""

from __future__ import annotations

import re

from memoryhub.conversations.offline.tongue import any_of, sorts

_VERY = (
    r"(?:(?:a|an|the|so|very|really|pretty|quite|too|such a|kind of|kinda|a bit|usually|always|often|never|not|"
    r"super|extremely|naturally|generally|rather|more of) )*"
)
_I_AM = r"i(?: am|'?m)"

# "My sister loves sushi" is a fact about her.
_I_DO = (
    r"^|(?:i|we|i'd|we'd)(?: (?:really|also|still|just|do|don'?t|never|always|absolutely|would|used to|sort of|"
    r"kind of|kinda|mostly|secretly|actually|quite|only|both|so|truly|\w+ly))* "
)

KINDS = sorts(
    belief=any_of(
        r"i (?:really |honestly |strongly |firmly |truly |still |don'?t |do not )*(?:think|believe|reckon|suspect|"
        r"assume|figure)(?: |$)",
        r"in my (?:opinion|view|experience)|imo|i feel (?:like|that)|i have (?:no )?faith in",
        rf"{_I_AM} (?:convinced|certain|sure|positive)(?: that)? ",
    ),
    role=any_of(
        rf"{_I_AM} (?:the |an? |your |this )*(?:admin\w*|moderator|root|superuser|owner of this|developer of this)",
        rf"{_I_AM} (?:the |an? |your )*(?:\w+ )?(?:vampire|elf|knight|wizard|witch|king|queen|prince|princess|pirate|"
        r"dragon|demon|angel|werewolf|warrior|emperor|sorcerer|mage|goddess|god|master|superhero|alien)",
    ),
    preference=any_of(
        rf"(?:{_I_DO})(?:like|love|enjoy|prefer|hate|dislike|adore|loathe|despise|detest)(?! you\b)",
        r"can'?t stand|cannot stand|can'?t live without|fond of|(?:'m|am|really|so|pretty) into",
        r"(?:love|hate|like)s? (?:it )?when|favou?rite|least favou?rite|(?:big|huge) fan of|fan of|crazy about|"
        r"obsessed with|sick of",
        r"(?:i|we)'?d rather|i would rather|call me|calls me|rather (?:have|drink|eat|be)|don'?t mind|not a fan|"
        r"allergic to mornings",
        r"(?:i|we) (?:only |never |always |usually |mostly |still |just |really )*(?:don'?t |do not |no longer |"
        r"stopped |never )?(?:really )?(?:eat|drink|take sugar|listen to)",
        rf"{_I_AM} {_VERY}(?:vegan|vegetarian|pescatarian)|makes me (?:happy|smile)|(?:annoys|bores|disgusts|relaxes|"
        r"calms) me",
    ),
    trait=any_of(
        rf"{_I_AM} {_VERY}(?:shy|introvert\w*|extrovert\w*|anxious|impatient|patient|stubborn|clumsy|organi[sz]ed|"
        r"disorgani[sz]ed|messy|punctual|sensitive|jealous|optimis\w+|pessimis\w+|perfectionist|night owl|"
        r"early bird|morning person|competitive|talkative|quiet|lazy|curious|honest|forgetful|emotional|sarcastic|"
        r"workaholic|people person|procrastinator|tidy|reserved|calm)",
        rf"{_I_AM} (?:\w+ )?(?:good|bad|terrible|great|awful|hopeless) (?:at|with)|i tend to|"
        r"i get (?:\w+ )?(?:nervous|anxious|shy|seasick|distracted)|i (?:talk too|cry easily|procrastinate|"
        r"overthink|worry (?:a lot|too))|i lose my (?:temper|patience)",
    ),
)

UNSURE = any_of(
    r"maybe|perhaps|probably|might|may be|(?:not|pretty|fairly|quite) sure|possibly|i guess|i suppose|kind of think|"
    r"i think i(?:'?ll|'?m|"
    r" will| might| may)|apparently|supposedly|i'?m thinking (?:of|about)|thinking about|if i remember (?:right|"
    r"correctly)|considering|could be|who knows|or so i'?m told"
)
CALLED = re.compile(
    r"(?:^|\b)(?:my (?:full |first |real |nick)?name(?:'s| is)|(?:you can |please |just |but )?(?:everyone |people |"
    r"friends |they |everybody )?(?:usually |all )?calls? me|i go by|i'?m called|"
    r"i am called) (?:the )?(?P<name>[^\W\d_][\w'-]*)"
)
GOVERNED = sorts(
    payment=(
        r"payments?|pay(?:s|ing)? (?:to|into)|invoices? (?:go|goes|are paid|should)|bank account|account (?:number|"
        r"\d+)|iban|pix(?: key)?|routing number|credit card|wire transfers?|transfers? (?:go|goes|must|should|are)|"
        r"refunds?"
    ),
    permission=(
        r"admin(?:istrator)?(?: (?:rights|access|permissions?))?|permissions?|access (?:rights|to the (?:system|"
        r"server|account|database|production))|root access|password|is allowed to (?:approve|sign|access)|clearance|"
        r"authori[sz]ed to"
    ),
    contact=(
        r"(?:main|primary|billing|key) contact|contact (?:for|of|person)|point of contact|my (?:new )?(?:e-?mail|"
        r"phone(?: number)?|number|address) is|reach me at"
    ),
    legal=r"contracts?|lawsuit|nda|legally|terms of (?:service|the)|signed an? agreement|liabilit\w+",
    personal=r"ssn|social security|passport number|tax id|cpf|driver'?s licen[cs]e number",
)
