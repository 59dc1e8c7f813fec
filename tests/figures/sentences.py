"""Sentences as people say them, in both languages, and questions about them: what vectors of real texts are made of."""

from __future__ import annotations

from itertools import product

PEOPLE = (
    "Dana", "Lee", "Ana", "Rui", "Marta", "Otto", "Bia", "Caio", "Ines", "Noah", "Yara", "Hugo", "Lia", "Davi", "Nora",
    "Paulo", "Clara", "Ivan", "Rosa", "Theo", "Alice", "Bruno", "Elena", "Felix", "Gilda", "Igor", "Joana", "Kurt",
    "Laura", "Milo", "Olga", "Pedro", "Rita", "Samir", "Tania", "Ulla", "Vera", "Wanda", "Xavier", "Zoe",
)  # fmt: skip
FACTS = (
    "{} answers the phone at the front desk", "{} likes to eat grilled fish on Fridays", "{} works in Lisbon now",
    "{} has a dog called Rex", "{} is allergic to peanuts", "{} prefers short answers in the morning",
    "{} signs the contract with the printer", "{} drives to work on the coast road", "{} plays the cello on Sundays",
    "{} has an appointment at the dentist on Tuesday", "{} moved to a house with a garden", "{} speaks German at home",
    "{} approves invoices above two thousand", "{} is afraid of flying", "{} runs ten kilometres before breakfast",
    "{} wants the weekly report as a table", "{} is on holiday in August", "{} collects old radios",
    "{} studies law in the evening", "{} keeps the keys of the warehouse", "{} was born in a village in the mountains",
    "{} cannot drink milk", "{} leads the team that ships the app", "{} pays by bank transfer on the tenth",
    "{} reads crime novels on the train",
    "{} atende o telefone na recepção", "{} gosta de comer peixe grelhado às sextas", "{} trabalha em Lisboa agora",
    "{} tem um cachorro chamado Rex", "{} é alérgico a amendoim", "{} prefere respostas curtas de manhã",
    "{} assina o contrato com a gráfica", "{} vai de carro pela estrada da costa", "{} toca violoncelo aos domingos",
    "{} tem consulta no dentista na terça", "{} mudou para uma casa com jardim", "{} fala alemão em casa",
    "{} aprova faturas acima de dois mil", "{} tem medo de avião", "{} corre dez quilômetros antes do café",
    "{} quer o relatório semanal em tabela", "{} está de férias em agosto", "{} coleciona rádios antigos",
    "{} estuda direito à noite", "{} guarda as chaves do depósito", "{} nasceu numa aldeia nas montanhas",
    "{} não pode tomar leite", "{} lidera a equipe que lança o aplicativo", "{} paga por transferência no dia dez",
    "{} lê romances policiais no trem",
)  # fmt: skip
ASKED = (
    "what does {} like to eat?", "where does {} work?", "who answers the phone, {}?", "what is {} allergic to?",
    "when does {} see the dentist?", "o que {} gosta de comer?", "onde {} trabalha agora?", "{} tem medo de quê?",
    "como {} paga?", "que instrumento {} toca?",
)  # fmt: skip


def facts() -> list[str]:
    """Two thousand."""
    return [said.format(name) for said, name in product(FACTS, PEOPLE)]


def questions() -> list[str]:
    """Four hundred."""
    return [said.format(name) for said, name in product(ASKED, PEOPLE)]
