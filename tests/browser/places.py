"""Every screen with something on it: what the accessibility checks walk through, and what the pictures show."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

from escalations.letters import links
from escalations.members.joining import link_text
from escalations.models import Case
from ledgers import clock
from ledgers.models import Field, Responsibility, Scope, Source, UnknownField
from memoryhub.accounts import ways_in
from tests.browser import places_policy, places_recall
from tests.browser.conftest import Desk, NewDesk
from tests.browser.house import House, make_house
from tests.browser.place import Place
from tests.browser.steps import choose, meanwhile, press, see, served, spoil, type_in
from tests.factories import PASSWORD

__all__ = ["House", "Place", "make_house", "places_of", "walk"]
PROVE = bool(os.environ.get("PROVE"))


def walk(
    house: House,
    new_desk: NewDesk,
    *,
    rare: bool = PROVE,
    only: Collection[str] = (),
    **options: Any,  # noqa: ANN401  # a window's options
) -> Iterator[tuple[Place, Desk]]:
    """Open every screen in a window of whoever looks at it."""
    desks: dict[str, Desk] = {}
    for place in places_of(house):
        if (place.rare and not rare) or (only and place.name not in only):
            continue
        key = str(place.who.pk) if place.who is not None else ""
        desk = desks.get(key) or desks.setdefault(key, new_desk(place.who, **options))
        desk.open(place.path)
        for step in place.steps:
            step(desk.page)
        yield place, desk


def places_of(house: House) -> list[Place]:
    """All of them. Those that change something come last: what they leave behind stands on no other picture."""
    quiet = (
        _door,
        _queue,
        _cards,
        _open_cards,
        _facts,
        places_recall.recalled,
        places_recall.remembered,
        places_policy.policies,
        _registry,
        _people,
    )
    rooms = (*quiet, _start, _trouble, _pressed)
    return [place for room in rooms for place in room(house)]


def _door(house: House) -> list[Place]:
    ana, user = house.firm.ana, house.firm.eva.user
    assert user is not None
    password = ways_in.link_for(user).partition("/sign-in/")[2]
    founder = house.founders["facts"]
    assert founder.user is not None
    joining = link_text(house.nils, founder.user, house.admin)
    link, late = links.issue(house.cases["conflict"], ana), links.issue(house.cases["tie"], ana, timedelta(hours=-1))
    to_code = (type_in("#id_username", user.email), type_in("#id_password", PASSWORD), press("#sign-in"))
    return [
        Place("sign-in", None, "/sign-in/"),
        Place("sign-in-wrong", None, "/sign-in/", (type_in("#id_username", "who@firm.example"),
              type_in("#id_password", "wrong"), press("#sign-in"), see("#form-errors")), rare=True),
        Place("sign-in-code", None, "/sign-in/", (*to_code, see("#send-code"))),
        Place("sign-in-again", ana, "/sign-in/again/"),
        Place("forgotten", None, "/sign-in/forgot/"),
        Place("set-password", None, f"/sign-in/{password}"),
        Place("set-password-dead", None, "/sign-in/link/none/none/", rare=True),
        Place("join", founder, f"/join/{joining}/"),
        Place("join-dead", ana, f"/join/{joining}/", rare=True),
        Place("link-nobody", None, f"/cases/link/{link}"),
        Place("link", ana, f"/cases/link/{link}"),
        Place("link-late", ana, f"/cases/link/{late}", rare=True),
        Place("link-theirs", house.rita, f"/cases/link/{link}", rare=True),
        Place("link-used", ana, f"/cases/link/{links.issue(house.cases['over'], ana)}", rare=True),
    ]  # fmt: skip


def _queue(house: House) -> list[Place]:
    ana = house.firm.ana
    picked = (press("[name=case] >> nth=3"), press("[name=case] >> nth=4"))
    return [
        Place("queue", ana, "/queue/"),
        Place("queue-grouped", ana, "/queue/?group=origin"),
        Place("queue-none", ana, "/queue/?q=none"),
        Place("queue-closed", ana, "/queue/?state=closed"),
        Place("queue-to-confirm", house.rita, "/queue/"),
        Place("queue-empty", house.nils, "/queue/", rare=True),
        Place("queue-late-empty", ana, "/queue/?view=late", rare=True),
        Place("queue-waiting", ana, "/queue/?view=waiting", rare=True),
        Place("queue-team", house.nils, "/queue/?view=all&sort=risk", rare=True),
        Place("queue-why", ana, "/queue/", (press("#why-order", "#view-save"),), rare=True),
        Place("queue-picked", ana, "/queue/", (*picked, see("#bulk-keep"))),
        Place("queue-menu", ana, "/queue/", (press("#member-menu"),), rare=True),
        Place("bulk-keep", ana, "/queue/", (*picked, press("#bulk-keep"), see("#bulk-commit"))),
        Place("bulk-accept", ana, "/queue/", (press("#pick-page"), see("[name=case]:checked"), press("#bulk-accept"),
              see("#skipped")), rare=True),
        Place("bulk-delegate", ana, "/queue/", (*picked, press("#bulk-delegate"), see("#to")), rare=True),
        Place("bulk-snooze", ana, "/queue/", (*picked, press("#bulk-snooze"), see("#until")), rare=True),
        Place("saved-views", ana, "/queue/views/"),
        Place("saved-views-none", house.nils, "/queue/views/", rare=True),
    ]  # fmt: skip


def _cards(house: House) -> list[Place]:
    ana, cases = house.firm.ana, house.cases
    usual = {"conflict", "payment", "tie", "many", "review", "decided"}
    return [
        *[Place(f"case-{name}", ana, f"/cases/{case.pk}/", rare=name not in usual) for name, case in cases.items()],
        Place("case-confirm", house.rita, f"/cases/{cases['payment'].pk}/"),
        Place("case-read-only", house.admin, f"/cases/{cases['conflict'].pk}/"),
        Place("case-inline", ana, f"/cases/{cases['hostile'].pk}/?diff=inline", rare=True),
        Place("revert", ana, f"/cases/{cases['over'].pk}/revert"),
    ]


def _open_cards(house: House) -> list[Place]:
    """What opens or is missing on a card, before anything is recorded."""
    ana, at = house.firm.ana, {name: f"/cases/{case.pk}/" for name, case in house.cases.items()}
    steps = ("#step-evidence > summary", "#step-delegate > summary", "#step-snooze > summary")
    return [
        Place("case-another-value", ana, at["conflict"], (press("#outcome-3"),), rare=True),
        Place("case-both-true", ana, at["conflict"], (press("#outcome-4"),), rare=True),
        Place("case-more-outcomes", ana, at["many"], (press("#more-candidates > summary", "#more-outcomes > summary"),),
              rare=True),
        Place("case-missing", ana, at["conflict"], (press("#commit"), see("#errors")), rare=True),
        Place("case-steps", ana, at["conflict"], (press(*steps),), rare=True),
        Place("case-what-if", ana, at["conflict"], (press("#what-if > summary"),), rare=True),
        Place("case-revealed", ana, at["payment"], (press("#reveal"), see("#card:not(:has(#masked))")), rare=True),
        Place("keys", ana, "/queue/", (lambda page: page.keyboard.press("?"), see("#keys[open]")), rare=True),
    ]  # fmt: skip


def _facts(house: House) -> list[Place]:
    ana, nils, fact = house.firm.ana, house.nils, _proposed(house.cases["conflict"])
    day = (clock.now() - timedelta(days=60)).date().isoformat()
    returned, proposed = house.cases["returned"].fact, (press("#propose-go"), see("#errors"))
    return [
        Place("facts", ana, "/facts/"),
        Place("facts-none", ana, "/facts/?q=none", rare=True),
        Place("my-facts", ana, "/facts/mine/"),
        Place("my-facts-none", ana, "/facts/mine/?q=none", rare=True),
        Place("my-facts-empty", nils, "/facts/mine/", rare=True),
        Place("fact", ana, f"/facts/{fact}/"),
        Place("fact-returned", ana, f"/facts/{returned}/", rare=True),
        Place("fact-first", ana, f"/facts/{_proposed(house.cases['first'])}/", rare=True),
        Place("fact-decided", ana, f"/facts/{house.cases['over'].chosen}/", rare=True),
        Place("fact-read-only", nils, f"/facts/{fact}/", rare=True),
        Place("fact-as-of", ana, f"/facts/{fact}/?as_of={day}"),
        Place("fact-as-known", ana, f"/facts/{fact}/?as_of={day}T09:30&axis=recorded", rare=True),
        Place("record", ana, f"/facts/{fact}/record/"),
        Place("fact-propose", nils, f"/facts/{fact}/propose/"),
        Place("fact-propose-missing", nils, f"/facts/{fact}/propose/", proposed, rare=True),
        Place("fact-by-people", ana, f"/facts/{house.cases['over'].chosen}/?show=people", rare=True),
        Place("inbox", ana, "/inbox/"),
        Place("inbox-empty", nils, "/inbox/", rare=True),
        Place("write-backs", ana, "/write-backs/"),
        Place("write-backs-none", house.founders["policy"], "/write-backs/", rare=True),
        Place("policy", ana, "/policy/"),
        Place("policy-none", house.founders["policy"], "/policy/", rare=True),
        Place("help", ana, "/help/"),
        Place("help-roles", ana, "/help/roles/"),
    ]


def _proposed(case: Case) -> UUID:
    """The claim that opened the case; others may have joined it."""
    return case.candidates.order_by("pk")[0].claim_id


def _registry(house: House) -> list[Place]:
    olga, here = house.admin, {"workspace": house.firm.workspace}
    row = Responsibility.objects.filter(**here).order_by("scope")[0]
    source, field, scope = (model.objects.filter(**here).order_by("key")[0] for model in (Source, Field, Scope))
    unknown = UnknownField.objects.get(**here)
    return [
        Place("registry", olga, "/registry/"),
        Place("registry-read-only", house.firm.ana, "/registry/", rare=True),
        Place("responsibility", olga, f"/registry/responsibilities/{row.pk}/"),
        Place("responsibility-new", olga, "/registry/responsibilities/new/", rare=True),
        Place("responsibility-preview", olga, f"/registry/responsibilities/{row.pk}/", (press("#row-preview"),
              see("main")), rare=True),
        Place("responsibility-remove", olga, f"/registry/responsibilities/{row.pk}/remove/"),
        Place("source", olga, f"/registry/sources/{source.pk}/", rare=True),
        Place("source-new", olga, "/registry/sources/new/"),
        Place("field", olga, f"/registry/fields/{field.pk}/", rare=True),
        Place("field-new", olga, "/registry/fields/new/"),
        Place("scope", olga, f"/registry/scopes/{scope.pk}/", rare=True),
        Place("scope-new", olga, "/registry/scopes/new/"),
        Place("absences", olga, "/registry/absences/"),
        Place("erasures", olga, "/registry/erasures/"),
        Place("erasure-preview", olga, "/registry/erasures/", (type_in("#id_subject", "customer:ACME"),
              press("#erasure-look"), see("#erase"))),
        Place("workspace", olga, "/registry/workspace/"),
        Place("unknown-fields", olga, "/registry/unknown-fields/"),
        Place("unknown-field", olga, f"/registry/unknown-fields/{unknown.pk}/"),
        Place("webhooks", olga, "/webhooks/"),
        Place("webhook", olga, f"/webhooks/{house.webhook.pk}/"),
        Place("tokens", olga, "/tokens/"),
        Place("token", olga, f"/tokens/{house.token.pk}/"),
    ]  # fmt: skip


def _people(house: House) -> list[Place]:
    """The second factor asks for a fresh sign-in, so these two have not been anywhere before."""
    olga, ana, eva = house.admin, house.firm.ana, house.firm.eva
    return [
        Place("members", olga, "/members/"),
        Place("member", olga, f"/members/{eva.pk}/"),
        Place("member-deactivate", olga, f"/members/{eva.pk}/deactivate/"),
        Place("member-new", olga, "/members/new/"),
        Place("profile", ana, "/profile/"),
        Place("shortcuts", ana, "/profile/keys/"),
        Place("passkeys", ana, "/profile/passkeys/"),
        Place("second-factor", house.firm.rui, "/profile/second-factor/"),
        Place("second-factor-begun", house.firm.rui, "/profile/second-factor/", (press("#begin"), see("#turn-on"))),
        Place("second-factor-on", eva, "/profile/second-factor/"),
    ]


def _start(house: House) -> list[Place]:
    return [
        Place("start", house.admin, "/start/"),
        *[Place(f"start-{step}", founder, f"/start/{step}/") for step, founder in house.founders.items()],
        Place("start-over", house.founders["claim"], "/demo/start-over/"),
    ]


def _trouble(house: House) -> list[Place]:
    ana = house.firm.ana
    return [
        Place("not-found", ana, "/nowhere/"),
        Place("not-allowed", ana, "/tokens/"),
        Place("form-too-old", ana, "/help/", (press("#member-menu"), spoil("[name=csrfmiddlewaretoken]"),
              press("[name=theme][value=auto]"), see("main .button")), rare=True),
        Place("broken", None, "/sign-in/", (served("500.html"), see("main a")), rare=True),
        Place("away", None, "/sign-in/", (served("503.html"), see("main h1")), rare=True),
        Place("offline", ana, "/queue/", (lambda page: page.context.set_offline(True), see("#offline:not([hidden])"),
              lambda page: page.context.set_offline(False)), rare=True),
    ]  # fmt: skip


def _pressed(house: House) -> list[Place]:
    """What comes after something was recorded."""
    ana, at = house.firm.ana, {name: f"/cases/{case.pk}/" for name, case in house.cases.items()}
    said = meanwhile(lambda: house.firm.say("Kim Sato"))
    keep = (press("#outcome-1", "#chip-phone", "#commit"),)
    new_token = (type_in("#id_name", "day run"), choose("#id_agent", "inbox"), press("#token-make"), see("#secret"))
    new_agent = (type_in("#id_key", "inbox"), type_in("#id_purpose", "reads mail"), press("[name=sources]"))
    return [
        Place("start-token", house.founders["agent"], "/start/agent/", (*new_agent, press("#start-go"),
              see("#token-stored")), rare=True),
        Place("token-issued", house.admin, "/tokens/", new_token, rare=True),
        Place("case-stale", ana, at["conflict"], (said, *keep, see("#stale")), rare=True),
        Place("case-both-of-two", ana, at["conflict"], (press("[name=choice][value=both]"), see("#both-claim")),
              rare=True),
        Place("dock", ana, at["tie"], (*keep, see("#dock-undo-1")), rare=True),
        Place("bulk-done", ana, "/queue/", (press("[name=case] >> nth=3", "[name=case] >> nth=4", "#bulk-keep"),
              type_in("#reason", "Seen in the contract."), press("#bulk-commit"), see("#bulk-on")), rare=True),
        Place("dock-of-three", ana, "/facts/", (see("#dock-undo-1"),), rare=True),
    ]  # fmt: skip
