"""Sentences in English that are fiction, a joke or somebody else's words, whatever they say."""

from __future__ import annotations

import re

from memoryhub.conversations.offline.tongue import sorts

_WORK = (
    r"(?:movie|film|show|series|sitcom|anime|book|novel|story|play|game|rpg|campaign|dream|fantasy|song|lyrics|"
    r"episode|chapter|fanfic)"
)
_LAUGH = r"(?:lol|lmao+|rofl|(?:ha){2,}\w*|(?:he){2,}\w*|xd|jk)"

FRAMES = sorts(
    hypothetical=re.compile(
        rf"^(?:so |and |but |oh )*in (?:the|this|that|my|our|a|one) (?:\w+ ){{0,2}}?{_WORK}\b(?! (?:on \w+day|"
        rf"yesterday|last|club|group|night|industry|business|shop|store)\b)|"
        r"^in (?:dnd|d&d|minecraft|skyrim|fiction|my dreams?)\b|^once upon a time\b|^(?:let'?s|we could|"
        r"you and i) (?:pretend|make believe)\b|"
        r"^(?:the|this) (?:main |lead )?(?:protagonist|hero|heroine|villain|character|narrator|guy in the \w+)\b|"
        r"^my (?:[\w&-]+ )?(?:character|oc|avatar|persona|paladin|mage|wizard)\b|"
        rf"^i(?:'?m| am) (?:playing|being) (?:an?|the) (?!\w*(?:gig|show|piano|game))|\bi (?:dreamt|dreamed|"
        rf"had a dream)\b|"
        # Nobody is so old, or sleeps there.
        r"\b(?:i'?m|i am|turned|turning) (?:1[3-9]\d|[2-9]\d\d|\d{4,}) years old\b"
    ),
    passing=re.compile(
        r"^(?:oh|yeah|yep|sure|right|wow|ah|well|ok)(?:[ ,]+(?:sure|yeah|right|yes|great|of course|because))+[ ,]+"
        r"(?:because )?(?:i|i'?m|my|we)\b.*\b(?:just |absolutely |totally |so |simply )(?:love|adore|enjoy|live for|"
        r"thrilled|"
        r"happy|excited)\b|^oh,? (?:sure|great|wonderful|fantastic|perfect|joy)[,. ]+i (?:just )?(?:love|adore)\b|"
        r"^(?:yep|yup|yeah|sure|oh),? (?:super|so|totally|absolutely) (?:thrilled|happy|excited)\b|"
        r"\b(?:said no one ever|as if|yeah right|/s|, not|just kidding|kidding|jk|joking)[\s.!)]*$|"
        rf"\b(?:i'?m|i am|my \w+ is) (?:(?:a|an|the|such|basically|literally|actually|filthy|secretly|so|totally) )*"
        r"(?:rich|millionaire|billionaire|batman|superman|genius|god|goddess|king|queen|royalty|famous|psychic|"
        r"immortal|"
        rf"legend|vampire|robot|alien|ghost|spy|ninja)\b.*\b{_LAUGH}[\s.!]*$"
    ),
    unclear_who=re.compile(
        r"(?:\b(?:says?|said|saying|goes|went|like|asked|told \w+|yelled|shouted|wrote|writes|texted|replied|put it|"
        r"quote|lyrics?|line)\b|:)[,:\s]*\"(?:[^\"]*\s[^\"]*(?:\"|$))|^\"[^\"]*\s[^\"]*\"|^[^\"]*[a-z.!?]\"[\s.!]*$|"
        r"^as (?:the )?\w+(?: \w+){0,2} (?:puts?|said|says|wrote|used to say)\b"
    ),
)
