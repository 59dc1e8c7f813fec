"""What Django is told about recall besides its tables."""

from django.apps import AppConfig


class RecallConfig(AppConfig):
    name = "memoryhub.recall"

    def ready(self) -> None:
        from escalations import told as asked  # noqa: PLC0415 - models are there by now
        from memoryhub.recall import checks, told  # noqa: F401, PLC0415 - registers them, once the settings are there

        asked.count_by(told.count)
