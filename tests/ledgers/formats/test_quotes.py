"""Whether a quote says the value: the reading that gives a passed-on message its speaker's rank."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from ledgers.formats import contains

ZONE = ZoneInfo("America/Sao_Paulo")
SAYS = [
    ("text", "10:00 suits us better from February", "10:00"),
    ("text", "Lee runs the project now", "Lee"),
    ("text", "agora é com o JOSÉ.", "José"),
    ("text", "we moved to Rua A\n1", "Rua A 1"),
    ("text", "it is C++, not C", "C++"),
    ("text", "not 10.5 but 10", "10"),
    ("enum", "please put us on the pro plan", "Pro plan"),
    ("number", "são 1.234,5 kg", "1234.5"),
    ("number", "30 days", "30"),
    ("number", "cerca de 2 mil peças", "2000"),
    ("number", "down to -5 today", "-5"),
    ("number", "1,234,567 units", "1234567"),
    ("money", "R$ 1.200,00 por mês", "BRL 1200.00"),
    ("money", "R$ 1.200 por mês", "BRL 1200.00"),
    ("money", "agora custa R$5 mil.", "BRL 5000.00"),
    ("money", "1200 reais", "BRL 1200.00"),
    ("money", "2 milhões de reais", "BRL 2000000.00"),
    ("money", "we pay 1,200.50 EUR", "EUR 1200.50"),
    ("money", "US$ 10", "USD 10.00"),
    ("date", "Entrega em 16 de outubro", "2026-10-16"),
    ("date", "entrega em 16 de outubro de 2026", "2026-10-16"),
    ("date", "1º de março", "2026-03-01"),
    ("date", "due on October 16th, 2026", "2026-10-16"),
    ("date", "on the 16th of October", "2026-10-16"),
    ("date", "até 16/10/2026", "2026-10-16"),
    ("date", "até 16/10.", "2026-10-16"),
    ("date", "by 2026-10-16, please", "2026-10-16"),
    ("date", "16 out. 2026", "2026-10-16"),
    ("datetime", "16/10 às 10h", "2026-10-16T13:00:00Z"),
    ("datetime", "16 de outubro, 10h30", "2026-10-16T13:30:00Z"),
    ("datetime", "October 16, 3 pm", "2026-10-16T18:00:00Z"),
    ("datetime", "at 2026-10-16T10:00:00-03:00", "2026-10-16T13:00:00Z"),
    ("email", "Write to <Lee@Example.com>.", "lee@example.com"),
    ("phone", "me ligue no 11 9 1234-5678", "+5511912345678"),
    ("phone", "call +1 (202) 555-0143", "+12025550143"),
    ("iban", "conta DE89 3704 0044 0532 0130 00, obrigado", "DE89370400440532013000"),
    ("cpf_cnpj", "CPF 111.444.777-35.", "11144477735"),
    ("cpf_cnpj", "CNPJ 11.222.333/0001-81", "11222333000181"),
    ("pix", "minha chave: lee@example.com", "lee@example.com"),
    ("pix", "chave +55 11 91234-5678", "+5511912345678"),
    ("pix", "chave 123E4567-E89B-12D3-A456-426655440000", "123e4567-e89b-12d3-a456-426655440000"),
    ("json", ' {"b": 1, "a": 2} ', '{"a":2,"b":1}'),
]
DOES_NOT_SAY = [
    ("text", "could we meet later?", "10:00"),
    ("text", "110:00", "10:00"),
    ("text", "10:00:30", "10:00"),
    ("text", "10.5", "10"),
    ("text", "the Leeds office", "Lee"),
    ("text", "Jose", "José"),
    ("text", "Lee\u0331", "Lee"),
    ("text", "", "Lee"),
    ("number", "300", "30"),
    ("number", "30/11", "30"),
    # Thousands or a fraction? The quote does not say, so it proves neither.
    ("number", "1.200 kg", "1200"),
    ("number", "1.200 kg", "1.2"),
    ("money", "R$ 5 mil", "BRL 5.00"),
    ("money", "1200", "BRL 1200.00"),
    ("money", "$ 1200", "USD 1200.00"),
    ("money", "R$ 1.200", "BRL 1.2000"),
    ("date", "entrega em 16 de outubro de 2025", "2026-10-16"),
    ("date", "entrega em 15 de outubro", "2026-10-16"),
    ("date", "10/11", "2026-10-11"),
    ("date", "116 October", "2026-10-16"),
    ("datetime", "16/10", "2026-10-16T13:00:00Z"),
    ("datetime", "10h", "2026-10-16T13:00:00Z"),
    ("datetime", "16/10 às 10h", "2026-10-16T10:00:00Z"),
    ("email", "lee@example.com.br", "lee@example.com"),
    ("phone", "11 9 1234-5679", "+5511912345678"),
    ("iban", "XDE89370400440532013000", "DE89370400440532013000"),
    ("cpf_cnpj", "111444777350", "11144477735"),
    ("json", '{"a": 2}', '{"a":2,"b":1}'),
    ("json", "not json", "1"),
]


@pytest.mark.parametrize(("type_", "text", "key"), SAYS)
def test_the_quote_says_it(type_: str, text: str, key: str) -> None:
    assert contains(type_, text, key, zone=ZONE)


@pytest.mark.parametrize(("type_", "text", "key"), DOES_NOT_SAY)
def test_the_quote_does_not_say_it(type_: str, text: str, key: str) -> None:
    assert not contains(type_, text, key, zone=ZONE)
