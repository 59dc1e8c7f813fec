"""The WSGI application that granian serves."""

import os
import sys

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")
# A short request waits for the interpreter after each answer of the database while a long one computes in another
# thread: a millisecond at a time instead of five.
sys.setswitchinterval(0.001)

application = get_wsgi_application()

from memoryhub.accounts import plain_role  # noqa: E402 - after the settings are loaded
from memoryhub.recall.embedding.choosing import embedder  # noqa: E402 - as above

# Refused at the start in words, rather than at the first recall.
embedder()
plain_role.serve()
