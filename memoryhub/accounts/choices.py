"""What a form offers that is known only when it is shown."""

from __future__ import annotations

from typing import Any

from django import forms


def offer(form: forms.Form, name: str, choices: Any) -> None:  # noqa: ANN401  # whatever Django's fields take as choices
    """Give a field of choices of this form what it offers."""
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"{name} has no choices")
    field.choices = choices
