"""What can be wrong with a conversation or a message."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from memoryhub.accounts.errors import Problem


class OutOfOrder(Problem):
    """`seq` is not the number that comes next."""

    slug = "out-of-order"
    status = 409
    title = _("This message is out of order")


class ConversationFull(Problem):
    slug = "conversation-full"
    status = 409
    title = _("This conversation is at its end")


class TooManyConversations(Problem):
    slug = "too-many-conversations"
    status = 409
    title = _("This user has as many conversations as one may have")


class ConversationOver(Problem):
    """Its user, or an erasure of its user, ended it meanwhile: there is nothing at its address any more."""

    slug = "not-found"
    status = 404
    title = _("There is nothing here")
