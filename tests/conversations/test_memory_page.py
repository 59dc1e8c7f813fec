"""The page on which a person sees, corrects and forgets what is remembered about them."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from ledgers.models import Claim, Field, PolicyVersion, Responsibility, Scope, Source
from memoryhub.accounts.models import Member
from memoryhub.conversations.models import Conversation, Message
from tests.factories import activate_document
from tests.screens.budget import asked
from tests.screens.world import Firm, make_firm

pytestmark = pytest.mark.django_db(transaction=True)
SAID = {"text": "I was late because of Faísca, my dog.", "ref": "chat:7/12"}


@pytest.fixture
def firm(transactional_db: None) -> Firm:
    firm = make_firm()
    here = {"workspace": firm.workspace}
    Field.objects.create(**here, key="note.*", name="Note", values="many")
    Scope.objects.create(**here, key="pair:*")
    Source.objects.create(**here, key="chat", name="Chat", tier="agent_inference")
    Responsibility.objects.create(**here, scope="pair:*", owner_is_self=True, backup=firm.eva, proposers=["*"])
    document = PolicyVersion.objects.get(workspace=firm.workspace, active=True).document
    automatic = [*document["automatic"], {"field": "note.*", "scope": "pair:*"}]
    activate_document(firm.workspace, {**document, "automatic": automatic})
    return firm


def remembered(firm: Firm, value: str, character: str = "tutor", user: str = "ana", **more: Any) -> Claim:  # noqa: ANN401  # members of a claim
    place = {"scope": f"pair:{user}/{character}", "subject": f"person:{user}", "field": "note.fact", "source": "chat"}
    since = datetime(2026, 11, 1, tzinfo=UTC)
    return firm.say(value, **{**place, "effective_at": since, "evidence": SAID, **more})


def look(firm: Firm, member: Member) -> str:
    return firm.client(member).get("/memory/").content.decode()


def press(client: Client, act: str, **more: object) -> str:
    sent = {"act": act, "key": str(uuid.uuid4()), **more}
    return client.post("/memory/", sent, follow=True).content.decode()


def in_force(page: str) -> str:
    return page.partition('id="forgotten"')[0]


def test_each_character_shows_what_it_remembers_and_why(firm: Firm) -> None:
    remembered(firm, "Has a dog called Faísca.")
    remembered(firm, "Runs on Sundays.", "coach")
    page = look(firm, firm.ana)
    assert "Has a dog called Faísca." in page
    assert "I was late because of Faísca, my dog." in page
    assert page.index("coach") < page.index("Runs on Sundays.") < page.index("Has a dog called Faísca.")
    assert "dog" not in look(firm, firm.eva)


def test_forgetting_takes_it_from_everybody_and_it_can_be_put_back(firm: Firm) -> None:
    note, client = remembered(firm, "Has a dog called Faísca."), firm.client(firm.ana)
    page = press(client, "forget", fact=note.pk)
    assert "It is forgotten" in page
    assert "dog called" not in in_force(page)
    retract = Claim.objects.get(kind="retract")
    page = press(client, "back", fact=retract.pk)
    assert "dog called" in in_force(page)
    assert "Forgotten of late" not in page


def test_a_correction_takes_the_place_of_what_was_wrong(firm: Firm) -> None:
    note, client = remembered(firm, "Has a dog called Faísca."), firm.client(firm.ana)
    page = press(client, "correct", fact=note.pk, text="Has a cat called Faísca.")
    assert "Has a cat called Faísca." in page
    assert "Has a dog called Faísca." not in page
    assert "You entered it yourself on" in page


def test_something_can_be_added_and_a_second_press_adds_nothing(firm: Firm) -> None:
    remembered(firm, "Has a dog called Faísca.")
    client, key = firm.client(firm.ana), str(uuid.uuid4())
    for _again in range(2):
        page = press(client, "add", scope="pair:ana/tutor", kind="preference", text="Short answers.", key=key)
    assert "Short answers." in page
    assert Claim.objects.filter(field="note.preference").count() == 1


def test_what_nobody_was_sure_of_waits_until_its_person_says_so(firm: Firm) -> None:
    note, client = remembered(firm, "Likes jazz.", unsure=True), firm.client(firm.ana)
    assert "Nobody is told it yet" in client.get("/memory/").content.decode()
    assert "Nobody is told it yet" not in press(client, "keep", fact=note.pk)


@pytest.mark.parametrize("act", ["forget", "correct", "keep", "back"])
def test_nobody_changes_what_is_remembered_about_somebody_else(firm: Firm, act: str) -> None:
    note = remembered(firm, "Has a dog called Faísca.")
    sent = {"act": act, "fact": note.pk, "text": "Has none.", "key": str(uuid.uuid4())}
    assert firm.client(firm.eva).post("/memory/", sent).status_code == 404
    assert Claim.objects.count() == 1


@pytest.mark.parametrize("sent", [{"scope": "pair:eva/tutor"}, {"kind": "instruction"}, {"scope": "team:dev"}])
def test_only_what_the_page_offers_is_added(firm: Firm, sent: dict[str, str]) -> None:
    remembered(firm, "Has a dog called Faísca.")
    whole = {"act": "add", "scope": "pair:ana/tutor", "kind": "fact", "text": "x", "key": str(uuid.uuid4()), **sent}
    assert firm.client(firm.ana).post("/memory/", whole).status_code == 422
    assert Claim.objects.count() == 1


def test_an_empty_text_is_refused_in_words(firm: Firm) -> None:
    remembered(firm, "Has a dog called Faísca.")
    page = press(firm.client(firm.ana), "add", scope="pair:ana/tutor", kind="fact", text="  ")
    assert "Write what is to be remembered" in page


def test_without_anything_remembered_the_page_says_how_it_begins(firm: Firm) -> None:
    page = look(firm, firm.ana)
    assert "Nothing is remembered about you" in page
    assert "It is a greeting or a thank-you." in page


@pytest.mark.parametrize("count", [4, 40])
def test_it_asks_the_database_as_often_however_much_is_remembered(firm: Firm, count: int) -> None:
    for number in range(count):
        remembered(firm, f"Has read book {number}.", f"tutor{number % 3}")
    client = firm.client(firm.ana)
    assert len(asked(lambda: client.get("/memory/")).own) <= 22


def test_what_was_said_and_not_kept_is_shown_with_its_reason(firm: Firm) -> None:
    now = datetime(2026, 11, 20, tzinfo=UTC)
    here = {"workspace": firm.workspace}
    talk = Conversation.objects.create(
        **here, user=firm.ana, character="luna", started_at=now, author="agent:inbox", request_digest=b""
    )
    said = {"conversation": talk, "role": "user", "said_at": now, "agent": firm.agent, "author": "agent:inbox"}
    Message.objects.create(**here, **said, number=1, text="What a day!", read_at=now, offline=True)
    Message.objects.create(**here, **said, number=2, text="By a model.", read_at=now, offline=False)
    page = look(firm, firm.ana)
    assert "What a day" in page
    assert "By a model." not in page
    assert "luna" in page
    assert "What a day" not in look(firm, firm.eva)


@pytest.mark.parametrize("act", ["forget", "correct", "keep"])
def test_a_second_press_is_a_repeat_and_tells_the_same(firm: Firm, act: str) -> None:
    note, client = remembered(firm, "Likes jazz.", unsure=act == "keep"), firm.client(firm.ana)
    sent = {"fact": note.pk, "text": "Likes folk.", "key": str(uuid.uuid4())}
    first, count = press(client, act, **sent), Claim.objects.count()
    said = "It is forgotten" if act == "forget" else "It is remembered."
    assert said in first
    assert said in press(client, act, **sent)
    assert Claim.objects.count() == count


def test_putting_back_twice_is_a_repeat(firm: Firm) -> None:
    note, client = remembered(firm, "Likes jazz."), firm.client(firm.ana)
    press(client, "forget", fact=note.pk)
    sent = {"fact": Claim.objects.get(kind="retract").pk, "key": str(uuid.uuid4())}
    for _again in range(2):
        assert "It is remembered." in press(client, "back", **sent)
    assert "not so any more" in press(client, "back", fact=sent["fact"])


@pytest.mark.parametrize("act", ["forget", "correct", "keep"])
def test_a_page_that_is_out_of_date_says_so_and_shows_what_is(firm: Firm, act: str) -> None:
    note, client = remembered(firm, "Likes jazz."), firm.client(firm.ana)
    remembered(firm, "Runs on Sundays.")
    sent = {"fact": note.pk, "key": str(uuid.uuid4())}
    press(client, "forget", **sent)
    count = Claim.objects.count()
    for key in (sent["key"], str(uuid.uuid4())):
        page = press(client, act, fact=note.pk, text="Likes folk.", key=key)
        assert ("It is forgotten" if act != "correct" and key == sent["key"] else "not so any more") in page
        assert "Runs on Sundays." in page
    assert Claim.objects.count() == count


@pytest.mark.parametrize("act", ["forget", "correct"])
def test_what_waits_for_a_decision_is_not_said_to_be_forgotten(firm: Firm, act: str) -> None:
    note, client = remembered(firm, "Likes jazz.", unsure=True), firm.client(firm.ana)
    page = press(client, act, fact=note.pk, text="Likes folk.")
    assert "It waits for a decision: see your review queue." in page
    assert Claim.objects.count() == 1


@pytest.mark.parametrize("registered", [True, False])
def test_what_somebody_is_asked_about_waits_also_where_its_person_writes_it(firm: Firm, registered: bool) -> None:
    if registered:
        Field.objects.create(workspace=firm.workspace, key="payment.*", name="Payment", sensitivity="payment")
    note, client = remembered(firm, "Likes jazz."), firm.client(firm.ana)
    said = {"act": "add", "scope": "pair:ana/tutor", "kind": "fact", "text": "My payments go to account 998"}
    assert "It waits for a decision" in press(client, **said)
    assert "It waits for a decision" in press(client, "correct", fact=note.pk, text="My payments go to account 997")
    fields = set(Claim.objects.filter(member=firm.ana, kind="assert").values_list("field", flat=True))
    assert fields == ({"payment.said"} if registered else {"note.fact"})


def test_saying_twice_that_it_is_right_leaves_one_more_claim_and_one_line(firm: Firm) -> None:
    Field.objects.create(workspace=firm.workspace, key="payment.*", name="Payment", sensitivity="payment")
    note, client = remembered(firm, "Payments go to account 999", field="payment.said"), firm.client(firm.ana)
    for _again in range(3):
        page = press(client, "keep", fact=note.pk)
        assert "It waits for a decision" in page
    assert Claim.objects.count() == 2
    assert page.count("Payments go to account 999</a>") == 1


def test_signs_that_are_not_seen_say_nothing(firm: Firm) -> None:
    note, client = remembered(firm, "Likes jazz."), firm.client(firm.ana)
    assert "Write what is to be remembered" in press(client, "correct", fact=note.pk, text="\u200b\u2060")
