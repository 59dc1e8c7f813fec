"""What a statement in English is about. The first that is found says it: health before work, work before food."""

from __future__ import annotations

from memoryhub.conversations.offline.tongue import sorts

DOMAINS = sorts(
    health=(
        r"allerg\w+|asthma|diabet\w+|celiac|coeliac|migraine\w*|headaches?|insomnia|anxiety|depress\w+|adhd|"
        r"autis\w+|dyslexi\w+|cancer|chemo\w*|surgery|surgeon|doctor'?s?|dentist appointment|hospital|medic(?:ine|"
        r"ation)|pills?|therap(?:y|ist)|blood pressure|cholesterol|pregnan\w+|intoleran\w+|broke my (?:arm|leg|"
        r"ankle|wrist|foot|nose|hand)|sprained|knee|injur\w+|vaccin\w+|glasses|blind|deaf|wheelchair|disease|ill|"
        r"sick with|insulin|inhaler|antidepressants?|my back (?:hurts|aches)|panic attacks?|epilep\w+|blood type|"
        r"quit smoking|stopped smoking|smoke|hives|vertigo|arthritis"
    ),
    private=(
        r"gay|lesbian|bisexual|trans|queer|affair|religio\w+|church|mosque|synagogue|muslim|christian|jewish|"
        r"catholic|atheist|vote[ds]?|debts?|prison|arrested|divorc\w+|miscarriage"
    ),
    pets=(
        r"(?:my|our|a|an|two|three|the|old|rescue) (?:\w+ )?(?:cats?|dogs?|pupp(?:y|ies)|kittens?|parrots?|"
        r"hamsters?|rabbits?|turtles?|goldfish|pony|guinea pigs?|pets?|ferret|canary|lizard|gecko|snake|horses?)|"
        r"vet|(?:cats?|dogs?) (?:person|named|called)"
    ),
    work=(
        r"work(?:s|ed|ing)?|jobs?|boss|colleague\w*|co-?workers?|office|company|startup|career|promot(?:ed|ion)|"
        r"hired|fired|laid off|manager|clients?|meetings?|deadlines?|project|shift|salary|freelanc\w+|employe\w+|"
        r"retired|nurse|teacher|engineer|developer|programmer|designer|lawyer|accountant|chef|electrician|plumber|"
        r"architect|journalist|barista|dentist|psychologist|pharmacist|truck driver|firefighter|police officer|"
        r"pilot|librarian|carpenter|handover|server|sales(?:person|man|woman)?|intern(?:ship)?"
    ),
    study=(
        r"stud(?:y|ies|ying|ied)|college|university|uni|school|degree|exams?|phd|master'?s|thesis|class(?:es)?|"
        r"major(?:ing)? in|semester|scholarship|grad(?:uat\w+)?|learning|homework|course"
    ),
    events=(
        r"wedding|birthday|anniversary|trip|vacation|holidays?|interview|funeral|party|concert|appointment|"
        r"graduation|flight|festival|marathon|moving (?:day|house)|due date|conference|reunion|travel(?:ing|ling|"
        r"led|s)?|fly(?:ing)? to|honeymoon"
    ),
    family=(
        r"(?:my|our|a|two|three|four|only|older|younger|little|big|step|twin) ?-?(?:mom|mum|mother|dad|father|"
        r"parents|sisters?|brothers?|sons?|daughters?|kids?|child(?:ren)?|wife|husband|partner|girlfriend|boyfriend|"
        r"fiance\w?|grand\w+|uncle|aunt|cousins?|niece|nephew|twins?|family|in-laws|mother-in-law|father-in-law|"
        r"stepmom|stepdad|ex)|married|single|engaged|widow\w*|only child|siblings?|\w+ is my (?:sister|brother|wife|"
        r"husband|mom|mum|dad|son|daughter|cousin|best friend)|kids|children|boyfriend|girlfriend"
    ),
    home=(
        r"liv(?:e|es|ed|ing) (?:in|with|on|near|at|by|alone|together|here|there)|mov(?:e|ed|ing) (?:to|in|out|here|"
        r"from|back)|born in|grew up|(?:i'?m|i am|come|comes|originally) from|apartment|flat|house|neighbou?r\w*|"
        r"roommates?|rent(?:ing)?|mortgage|hometown|garden|street"
    ),
    person=(
        r"(?:my )?name(?:'s| is)|call me|years old|my age|(?:turn(?:ing|ed)|i'?m|i am) \d+|birthdate|tall|my eyes|"
        r"my hair|tattoo|left-handed|speak|native language|pronouns"
    ),
    food=(
        r"eat|drink|coffee|tea|meat|vegan|vegetarian|pizza|sushi|cook\w*|bak(?:e|es|ing)|food|spicy|cilantro|beer|"
        r"wine|chocolate|breakfast|dinner|lunch|dish|cake|cheese|fish|seafood|sugar|fruit|mushrooms?|onions?|garlic|"
        r"tofu|soup|dessert|ice cream|olives?|pasta|noodles|bread|restaurant"
    ),
    money=r"money|savings?|loan|budget|bank|invest\w*|mortgage|bills?|afford",
    interests=(
        r"play(?:s|ing|ed)?|hobb(?:y|ies)|music|movies?|films?|books?|read(?:ing|s)?|novels?|games?|gaming|guitar|"
        r"piano|violin|drums|football|soccer|tennis|basketball|chess|yoga|gym|run(?:ning|s)?|swim\w*|hik\w+|camp\w*|"
        r"climb\w*|cycl\w+|bik\w+|paint\w*|draw\w*|photograph\w*|danc\w+|sing\w*|knit\w*|collect\w*|anime|series|"
        r"band|jazz|rock|surf\w*|ski\w*|fish(?:es|ing)|pottery|watch(?:es|ing)?|listen\w*|podcasts?|poetry|poems?|"
        r"writ(?:e|ing)|team|gardening|choir|museum\w*|beach"
    ),
)
