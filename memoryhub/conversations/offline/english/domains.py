"""What a statement in English is about. The first that is found says it: health before work, work before food."""

from __future__ import annotations

from memoryhub.conversations.offline.tongue import sorts

DOMAINS = sorts(
    health=(
        r"allerg\w+|asthma|diabet\w+|celiac|coeliac|migraine\w*|headaches?|insomnia|anxiety|depress\w+|adhd|"
        r"autis\w+|dyslexi\w+|"
        r"cancer|chemo\w*|surgery|surgeon|doctor'?s?|dentist appointment|hospital|medic(?:ine|ation)|pills?|"
        r"therap(?:y|ist)|blood pressure|"
        r"cholesterol|pregnan\w+|intoleran\w+|broke my (?:arm|leg|ankle|wrist|foot|nose|hand)|sprained|knee|injur\w+|"
        r"vaccin\w+|glasses|"
        r"blind|deaf|wheelchair|disease|ill|sick with|insulin|inhaler|antidepressants?|my back (?:hurts|aches)|"
        r"panic attacks?|epilep\w+|"
        r"blood type|quit smoking|stopped smoking|smoke|hives|vertigo|arthritis"
    ),
    private=(
        r"gay|lesbian|bisexual|trans|queer|affair|religio\w+|church|mosque|synagogue|muslim|christian|jewish|"
        r"catholic|atheist|"
        r"vote[ds]?|debts?|prison|arrested|divorc\w+|miscarriage"
    ),
    pets=(
        r"(?:my|our|a|an|two|three|the|old|rescue) (?:\w+ )?(?:cats?|dogs?|pupp(?:y|ies)|kittens?|parrots?|"
        r"hamsters?|rabbits?|turtles?|"
        r"goldfish|pony|guinea pigs?|pets?|ferret|canary|lizard|gecko|snake|horses?)|vet|(?:cats?|dogs?) (?:person|"
        r"named|called)"
    ),
    work=(
        r"work(?:s|ed|ing)?|jobs?|boss|colleague\w*|co-?workers?|office|company|startup|career|promot(?:ed|ion)|"
        r"hired|fired|laid off|"
        r"manager|clients?|meetings?|deadlines?|project|shift|salary|freelanc\w+|employe\w+|retired|nurse|teacher|"
        r"engineer|developer|"
        r"programmer|designer|lawyer|accountant|chef|electrician|plumber|architect|journalist|barista|dentist|"
        r"psychologist|pharmacist|"
        r"truck driver|firefighter|police officer|pilot|librarian|carpenter|handover|server|sales(?:person|man|"
        r"woman)?|intern(?:ship)?"
    ),
    study=(
        r"stud(?:y|ies|ying|ied)|college|university|uni|school|degree|exams?|phd|master'?s|thesis|class(?:es)?|"
        r"major(?:ing)? in|"
        r"semester|scholarship|grad(?:uat\w+)?|learning|homework|course"
    ),
    events=(
        r"wedding|birthday|anniversary|trip|vacation|holidays?|interview|funeral|party|concert|appointment|"
        r"graduation|flight|"
        r"festival|marathon|moving (?:day|house)|due date|conference|reunion|travel(?:ing|ling|led|s)?|fly(?:ing)? to|"
        r"honeymoon"
    ),
    family=(
        r"(?:my|our|a|two|three|four|only|older|younger|little|big|step|twin) ?-?(?:mom|mum|mother|dad|father|"
        r"parents|sisters?|brothers?|sons?|"
        r"daughters?|kids?|child(?:ren)?|wife|husband|partner|girlfriend|boyfriend|fiance\w?|grand\w+|uncle|aunt|"
        r"cousins?|niece|nephew|"
        r"twins?|family|in-laws|mother-in-law|father-in-law|stepmom|stepdad|ex)|married|single|engaged|widow\w*|"
        r"only child|siblings?|"
        r"\w+ is my (?:sister|brother|wife|husband|mom|mum|dad|son|daughter|cousin|best friend)|kids|children|"
        r"boyfriend|girlfriend"
    ),
    home=(
        r"liv(?:e|es|ed|ing) (?:in|with|on|near|at|by|alone|together|here|there)|mov(?:e|ed|ing) (?:to|in|out|"
        r"here|from|back)|born in|"
        r"grew up|from|apartment|flat|house|neighbou?r\w*|roommates?|rent(?:ing)?|mortgage|hometown|garden|street"
    ),
    person=(
        r"(?:my )?name(?:'s| is)|call me|years old|my age|(?:turn(?:ing|ed)|i'?m|i am) \d+|birthdate|tall|my eyes|"
        r"my hair|tattoo|"
        r"left-handed|speak|native language|pronouns"
    ),
    food=(
        r"eat|drink|coffee|tea|meat|vegan|vegetarian|pizza|sushi|cook\w*|bak(?:e|es|ing)|food|spicy|cilantro|beer|"
        r"wine|chocolate|"
        r"breakfast|dinner|lunch|dish|cake|cheese|fish|seafood|sugar|fruit|mushrooms?|onions?|garlic|tofu|soup|"
        r"dessert|ice cream|"
        r"olives?|pasta|noodles|bread|restaurant"
    ),
    money=r"money|savings?|loan|budget|bank|invest\w*|mortgage|bills?|afford",
    interests=(
        r"play(?:s|ing|ed)?|hobb(?:y|ies)|music|movies?|films?|books?|read(?:ing|s)?|novels?|games?|gaming|guitar|"
        r"piano|violin|"
        r"drums|football|soccer|tennis|basketball|chess|yoga|gym|run(?:ning|s)?|swim\w*|hik\w+|camp\w*|climb\w*|"
        r"cycl\w+|bik\w+|paint\w*|"
        r"draw\w*|photograph\w*|danc\w+|sing\w*|knit\w*|collect\w*|anime|series|band|jazz|rock|surf\w*|ski\w*|"
        r"fish(?:es|ing)|pottery|"
        r"watch(?:es|ing)?|listen\w*|podcasts?|poetry|poems?|writ(?:e|ing)|team|gardening|choir|museum\w*|beach"
    ),
)
