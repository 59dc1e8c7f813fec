"""What Django is told about accounts besides their tables."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "memoryhub.accounts"

    def ready(self) -> None:
        from memoryhub.accounts import checks  # noqa: F401, PLC0415 - registers them, once the settings are there
