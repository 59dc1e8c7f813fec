"""A link by which somebody sets their password: an invitation, or the way back for whoever forgot it.

Nothing is kept of a link. Django derives its text from the password and the last sign-in, so it works once, and ends
with either of them, or after PASSWORD_RESET_TIMEOUT.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from memoryhub.accounts.models import Member, User


def link_for(user: User) -> str:
    uid = urlsafe_base64_encode(str(user.pk).encode())
    path = reverse("sign-in-link", args=[uid, default_token_generator.make_token(user)])
    return f"{settings.PUBLIC_URL}{path}"


def find(uid: str, token: str) -> User | None:
    """Whose link it is; nobody's where it was used, has run out, or is none."""
    try:
        user = User.objects.filter(pk=urlsafe_base64_decode(uid).decode(), is_active=True).first()
    except (ValueError, ValidationError):
        return None
    return user if user is not None and default_token_generator.check_token(user, token) else None


def take(user: User, password: str) -> None:
    """Set the password. The link ends with the old one, and so does every session."""
    user.set_password(password)
    user.save(update_fields=["password"])


def may_be_shown(member: Member) -> bool:
    """Whether an admin who invites may see the link: only for a login that is new, and opens nothing else.

    Anybody else's would let the admin sign in as them, in other workspaces too.
    """
    user = member.user
    if user is None or user.has_usable_password():
        return False
    return not Member.objects.filter(user=user).exclude(pk=member.pk).exists()
