"""What Django is told about conversations besides its tables."""

from django.apps import AppConfig


class ConversationsConfig(AppConfig):
    name = "memoryhub.conversations"

    def ready(self) -> None:
        from ledgers.services import kept_elsewhere  # noqa: PLC0415 - models are there by now
        from memoryhub.conversations import erasing  # noqa: PLC0415

        kept_elsewhere.count_by(erasing.kept)
