"""The tags of the smallest components: no database."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.utils import timezone, translation
from django.utils.formats import date_format

from escalations.queue.shown import Side
from escalations.time.due import due
from ledgers.templatetags.components import SIGNS
from tests.factories import ROOT

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


def shown(text: str, **known: Any) -> str:  # noqa: ANN401  # whatever a view puts into a context
    return Template("{% load components queue %}" + text).render(Context(known))


def test_every_sign_a_template_names_is_drawn() -> None:
    written = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "templates").rglob("*.html"))
    named = re.findall(r'{% icon "(\w+)" %}|icon="(\w+)"', written)
    assert {first or second for first, second in named} <= set(SIGNS)
    assert len(named) > 50


def test_a_sign_is_hidden_from_the_ear() -> None:
    assert re.fullmatch(
        r'<svg [^>]*aria-hidden="true" focusable="false"><path [^<]*/></svg>', shown('{% icon "down" %}')
    )


def test_a_badge_escapes_its_words_and_draws_its_sign_before_them() -> None:
    assert shown("{% badge words %}", words="<b>") == '<span class="badge ">&lt;b&gt;</span>'
    late = shown('{% badge words tone="late" icon="alert" %}', words="late")
    assert late == f'<span class="badge late">{SIGNS["alert"]}late</span>'


@pytest.mark.parametrize(
    ("hours", "tone", "sign", "words"),
    [(-3, "late", "alert", "3 hours late"), (3, "wait", "clock", "3 hours left"), (72, "", "clock", "3 days left")],
)
def test_what_is_late_soon_or_far_looks_so(hours: int, tone: str, sign: str, words: str) -> None:
    left = due(NOON + timedelta(hours=hours), NOON)
    assert shown("{% due left %}", left=left) == f'<span class="badge {tone}">{SIGNS[sign]}{words}</span>'


@pytest.mark.parametrize(
    ("language", "tag", "words"),
    [
        ("en", "{% time at %}", "16 Nov 2026"),
        ("en", "{% time at clock=True %}", "16 Nov 2026, 09:00"),
        ("pt-br", "{% time at %}", "16 de nov. de 2026"),
        ("pt-br", "{% time at clock=True %}", "16 de nov. de 2026, 09:00"),
    ],
)
def test_an_instant_is_told_in_the_zone_and_language_of_its_reader(language: str, tag: str, words: str) -> None:
    with translation.override(language), timezone.override(ZoneInfo("America/Sao_Paulo")):
        assert shown(tag, at=NOON) == f'<time datetime="2026-11-16T09:00:00-03:00">{words}</time>'


def test_no_instant_is_a_dash() -> None:
    assert shown("{% time at %}{% time row.at %}", at=None, row={}) == "——"


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_the_hour_stands_where_the_language_puts_it(language: str) -> None:
    with translation.override(language), timezone.override(ZoneInfo("America/Sao_Paulo")):
        assert f">{date_format(timezone.localtime(NOON), 'DATETIME_FORMAT')}<" in shown(
            "{% time at clock=True %}", at=NOON
        )


def test_the_values_of_a_row_are_text_and_hide_no_sign() -> None:
    sides = [Side("<b>Lee\u202e", "<i>", "x"), Side("Max", "CRM", "y")]
    row = SimpleNamespace(current=None, proposed=sides, more=2, sources=["<i> (x)", "CRM (y)"])
    line = shown("{% change row %}", row=row)
    assert '<span class="value">&lt;b&gt;Lee<span class="unseen">U+202E</span></span>' in line
    assert (
        re.sub(r"<[^>]+>", "", line)
        == "no value yetproposed: &lt;b&gt;LeeU+202Eor Max and 2 more\n&lt;i&gt; (x) × CRM (y)"
    )
