"""The WSGI application that granian serves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memoryhub.settings")

application = get_wsgi_application()

from memoryhub.accounts import plain_role  # noqa: E402 - after the settings are loaded

plain_role.serve()
