"""How a screen may look: theme, language and width."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Look:
    scheme: str
    locale: str
    width: int

    def __str__(self) -> str:
        return f"{self.scheme}-{self.locale}-{self.width}"

    @property
    def options(self) -> dict[str, Any]:
        """What a browser window takes."""
        viewport = {"width": self.width, "height": 800}
        return {"color_scheme": self.scheme, "locale": self.locale, "viewport": viewport}


EVERY = [Look(*look) for look in itertools.product(("light", "dark"), ("en-US", "pt-BR"), (1280, 360))]
SAMPLE = [Look("light", "en-US", 1280), Look("dark", "pt-BR", 360)]
