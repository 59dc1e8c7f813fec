"""What the written rule lets of a summary into a task."""

from __future__ import annotations

from ledgers.domain.policy import parse
from memoryhub.conversations.context import admitted
from memoryhub.conversations.summaries import Line
from memoryhub.recall.question import Question
from tests.factories import read_policy

PET = Line("My dog Rex is ill", domain="private")
NAMED = Line("Yesterday we took Rex along to the office", domain="")
WORK = Line("The report is due on Friday", domain="work")


def told(task_domain: str) -> list[Line]:
    policy = parse(read_policy("ledgers/policies/shipped.toml"))
    asked = Question("report", ("pair:ana/luna",), task_domain=task_domain, task_type="draft")
    return admitted(policy, [PET, NAMED, WORK], asked)


def test_at_work_neither_what_is_private_nor_what_names_whom_it_is_about() -> None:
    assert told("work") == [WORK]


def test_elsewhere_all_of_it() -> None:
    assert told("chat") == [PET, NAMED, WORK]
