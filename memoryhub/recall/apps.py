"""What Django is told about recall besides its tables."""

from django.apps import AppConfig


class RecallConfig(AppConfig):
    name = "memoryhub.recall"

    def ready(self) -> None:
        from memoryhub.recall import checks  # noqa: F401, PLC0415 - registers them, once the settings are there
