"""What Django is told about the ledgers besides their tables."""

from django.apps import AppConfig


class LedgersConfig(AppConfig):
    name = "ledgers"

    def ready(self) -> None:
        from ledgers import checks  # noqa: F401, PLC0415 - registers them, once the settings are there
