"""Why an address is not told."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.errors import FieldError, Problem, Words


class AddressRefused(Problem):
    """An address that may not be called. `code` is one word of it, kept with the delivery that met it."""

    slug = "url-not-allowed"
    status = 422
    title = _("This address may not be told")

    def __init__(self, detail: Words, *, code: str = "not_allowed") -> None:
        super().__init__(detail, errors=[FieldError(pointer="#/url", code=self.slug, detail=detail)])
        self.code = code


class WebhookNameTaken(Problem):
    slug = "name-taken"
    status = 422
    title = _("This name is taken")


class WebhookStopped(Problem):
    slug = "webhook-stopped"
    status = 409
    title = _("This address is not told of anything")
