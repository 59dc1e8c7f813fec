"""What a check of a policy found, in words: what is wrong, and what to do."""

from __future__ import annotations

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from ledgers.domain.findings import Finding
from memoryhub.accounts.errors import Words

# Each text ends with what to do, unless saying what is wrong says it.
WORDS = {
    "unknown_member": _('There is no member "{member}" here. Known: {known}.'),
    "unknown_member_near": _('There is no member "{member}" here; did you mean "{near}"?'),
    "missing_member": _('"{member}" is missing: add it.'),
    "wrong_type": _("This has to be {expected}."),
    "not_positive": _("This has to be a whole number from 1 up, not {value}."),
    "too_large": _("This is more than {most}: write a smaller number."),
    "not_allowed": _('"{value}" is not one of: {allowed}.'),
    "unknown_tier": _('"{entry}" is not a tier, nor a tier and a source of it. The tiers are: {allowed}.'),
    "missing_tier": _('The tier "{tier}" has no place in this order: add it, or two claims could not be compared.'),
    "repeated_entry": _('"{entry}" stands in this order twice: keep one place.'),
    "tie_not_transitive": _(
        '"{entry}" counts like {others}, which do not all count alike: keep "{entry}" in one group, or put all in one.'
    ),
    "order_in_a_circle": _('"{entry}" stands above "{other}" and below it again: keep one of its places.'),
    "entry_without_source": _('"{entry}" ends with a colon: name the source after it, or drop the colon.'),
    "source_below_tier": _('"{entry}" has to stand above the rest of its tier: move it before "{tier}".'),
    "source_in_tiers": _(
        '"{entry}" names one source in the order of all fields: give it a place in the order of the fields it knows.'
    ),
    "empty_group": _("This tie group is empty: remove it."),
    "unattributed_not_last": _(
        '"unattributed" is last in every order, because nobody known said it: move it to the end or leave it out.'
    ),
    "unattributed_tied": _('"unattributed" ties with nothing: take it out of the group, it is last by itself.'),
    "unattributed_source": _('"{entry}" cannot have a place or authority: what nobody known said ranks last.'),
    "bad_field_key": _(
        '"{key}" is not a field key: small letters, digits, dots and underscores, such as contact.primary, '
        "or a pattern such as contact.*."
    ),
    "bad_scope_pattern": _('"{pattern}" is not a scope or a pattern that ends in a star, such as pair:*.'),
    "enum_without_options": _('A field of type "enum" needs its list: add options.'),
    "options_without_enum": _('Options are only read for the type "enum": set the type or remove them.'),
    "authority_without_source": _('"{entry}" is a whole tier: name one source of it, such as {entry}:crm.'),
    "automatic_sensitive": _('"{field}" is sensitive, and rules never settle sensitive fields alone: take it out.'),
    "sensitive_to_rule": _(
        '"{field}" was sensitive ({sensitivity}) and would be settled by rule: nobody would be asked any '
        "more. Meant so?"
    ),
    "no_longer_sensitive": _(
        '"{field}" was sensitive ({sensitivity}) and would no longer be: a first value would no longer wait for a '
        "person, and values would be shown in full. Meant so?"
    ),
    "one_person_for_two": _(
        'On "{field}" ({sensitivity}) two people have to agree now, and one would be enough. Meant so?'
    ),
    "admits_nothing": _(
        "This entry is for every fact in every task: recall may pass nothing on. Name the kinds, domains or tasks it "
        "is for."
    ),
    "unreachable_admission": _(
        "An entry before this one (number {before}) already speaks for all this one is for, so this one is never "
        "asked: move it up or take it out."
    ),
    "less_sensitive_than_pattern": _(
        'The pattern "{pattern}" makes such fields sensitive ({sensitivity}), and this field is not. Meant so?'
    ),
    "private_type_not_sensitive": _('Fields of type "{type}" are usually sensitive, and this one is not. Meant so?'),
    "tiers_tied": _("Here {entries} count alike: two of their claims for one date always go to the owner."),
    "authority_not_first": _('"{entry}" is called authoritative, but this order ranks others above it.'),
    "nothing_automatic": _("No field is settled by rule: every change of a value will wait for its owner."),
    "unreachable_entry": _(
        'An entry before this one already covers "{field}", so this one is never asked: take it out.'
    ),
    "automatic_leaves_out": _('"{field}" does not reach these sensitive fields: {sensitive}.'),
    "source_not_registered": _(
        'The source "{source}" is not registered in this workspace yet: whoever registers it later would rank first. '
        "Register it, or take it out here."
    ),
    "source_of_other_tier": _(
        'The source "{source}" is registered as {registered}, not as {tier}: write {registered}:{source}, or register '
        "it anew."
    ),
    "external_above_internal": _(
        'The source "{source}" brings content from outside, which never ranks above our own: take it out.'
    ),
    "nobody_responsible": _(
        "No responsibility covers this field: its questions would reach nobody. Add one in the registry."
    ),
    "too_few_people": _(
        'Two people have to agree on "{field}", and for {scope} there are fewer: {people}. Name another owner, backup '
        "or second person in the registry."
    ),
    "shorter_than_a_day": _(
        "{hours} hours are less than a working day here ({day}): whoever is away for one is late. Give it a day, or "
        "name people who cover for each other."
    ),
    "many_cases": _(
        "By what history shows, {owner} would get {cases} cases a day, more than {most}: let rules settle more, or "
        "share the work."
    ),
}
EXPECTED = {
    "text": _("a text"),
    "number": _("a whole number"),
    "flag": _("true or false"),
    "table": _("a table"),
    "list": _("a list"),
}


def say(found: Finding) -> Words:
    """The finding in the reader's language."""
    params = {name: EXPECTED[text] if name == "expected" else text for name, text in found.params.items()}
    code = "unknown_member_near" if found.code == "unknown_member" and found.params["near"] else found.code
    return format_lazy(WORDS[code], **params)
