"""The Django project, and everything that uses the ledgers."""

from memoryhub.celery import app as celery_app

__all__ = ["celery_app"]
