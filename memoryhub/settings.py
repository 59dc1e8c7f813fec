"""Settings, each read from the environment once; docs/settings.md lists them."""

import os
from pathlib import Path

import dj_database_url

from memoryhub.accounts import passkey_place
from memoryhub.local import places

BASE_DIR = Path(__file__).resolve().parent.parent
PLACES = places.home(os.environ.get("MEMORYHUB_HOME"), BASE_DIR / "var")
HOME = PLACES.root


def _flag(name: str, default: bool = False) -> bool:
    return os.environ.get(name, "1" if default else "0").lower() in {"1", "true", "yes", "on"}


def _list(name: str, default: str) -> list[str]:
    return [entry.strip() for entry in os.environ.get(name, default).split(",") if entry.strip()]


DEBUG = _flag("DEBUG")
# The one-machine mode makes a key of its own under MEMORYHUB_HOME at the first start.
SECRET_KEY = os.environ.get("SECRET_KEY") or places.stored_secret(PLACES)
SECRET_KEY_FALLBACKS = _list("SECRET_KEY_FALLBACKS", "")
ALLOWED_HOSTS = _list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = _list("CSRF_TRUSTED_ORIGINS", "")
PUBLIC_URL = os.environ.get("PUBLIC_URL", "http://127.0.0.1:8000")
# Where programs of this project that ask over HTTP find the hub.
MEMORYHUB_URL = os.environ.get("MEMORYHUB_URL") or PUBLIC_URL
HTTPS = PUBLIC_URL.startswith("https://")
# Only these may say in X-Forwarded-For and -Proto for whom they ask, and how it was asked.
TRUSTED_PROXIES = _list("TRUSTED_PROXIES", "")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.admin",
    "django.contrib.postgres",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "django_otp_webauthn",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "memoryhub.accounts",
    "memoryhub.hooks",
    "ledgers",
    "escalations",
    "memoryhub.recall",
    "memoryhub.conversations",
    "memoryhub.api",
    "memoryhub.mcp",
    "memoryhub.learning",
    "memoryhub.local",
]

MIDDLEWARE = [
    "memoryhub.logs.peer.Proxies",
    "memoryhub.logs.access.Access",
    "memoryhub.api.middleware.Requests",
    "memoryhub.api.rate_limit.RateLimit",
    "memoryhub.accounts.middleware.Walls",
    "memoryhub.accounts.headers.Headers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "memoryhub.accounts.sessions.Lifetime",
    "memoryhub.accounts.middleware.Language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "memoryhub.recall.middleware.Embedded",
    "memoryhub.accounts.middleware.CurrentMember",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "memoryhub.accounts.offered.Offered",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "memoryhub.urls"
WSGI_APPLICATION = "memoryhub.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "escalations.context.shell",
            ],
        },
    },
]

# Without DATABASE_URL: the embedded server of this home, whether or not it runs just now.
DATABASE_URL = os.environ.get("DATABASE_URL") or PLACES.database_url
DATABASE_LIMITS = (
    "-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=10000 -c timezone=UTC"
)
_database = dj_database_url.parse(DATABASE_URL, conn_max_age=60, conn_health_checks=True)
# One transaction per request: what names the workspace to the database ends with it.
DATABASES = {
    "default": {
        **_database,
        "OPTIONS": {**_database.get("OPTIONS", {}), "options": DATABASE_LIMITS},
        "ATOMIC_REQUESTS": True,
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
# The name of the field in our form; axes would look for that of the model and count nobody.
AXES_USERNAME_FORM_FIELD = "username"
AXES_RESET_ON_SUCCESS = True
AXES_CLIENT_IP_CALLABLE = "memoryhub.logs.peer.peer"
AXES_VERBOSE = False
AXES_LOCKOUT_TEMPLATE = "accounts/locked.html"
# What is recorded about payments, and how one signs in, is asked for again after so long.
STEP_UP_SECONDS = int(os.environ.get("STEP_UP_SECONDS", "300"))
# An invitation, and a way back for a forgotten password.
PASSWORD_RESET_TIMEOUT = 72 * 3600
# What apps show beside the code.
OTP_TOTP_ISSUER = "Memory Hub"
# Passkeys are bound to the domain and taken from these addresses alone; without any there are none.
_passkeys = passkey_place.place(PUBLIC_URL, os.environ.get("PASSKEY_DOMAIN", ""), _list("PASSKEY_ORIGINS", ""))
OTP_WEBAUTHN_RP_NAME = "Memory Hub"
OTP_WEBAUTHN_RP_ID = _passkeys.domain
OTP_WEBAUTHN_ALLOWED_ORIGINS = _passkeys.origins
OTP_WEBAUTHN_TIMEOUT_SECONDS = 300
# No address at all is what a hub over plain http has.
SILENCED_SYSTEM_CHECKS = ["otp_webauthn.E030"]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "queue"
LOGOUT_REDIRECT_URL = "sign-in"
ADMIN_PATH = os.environ.get("ADMIN_PATH", "backoffice/")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("pt-br", "Português (Brasil)")]
LOCALE_PATHS = [BASE_DIR / "memoryhub" / "locale"]
FORMAT_MODULE_PATH = "memoryhub.locale"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = PLACES.static
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
# Not "no-referrer": browsers then send "Origin: null" with every form, and the CSRF check refuses them all.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "memoryhub.accounts.views.csrf_failure"
# On plain http (the one-machine mode on loopback) a browser would drop Secure cookies.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
# A session ends when nobody used it for so long, and in any case after so long.
SESSION_ENGINE = "memoryhub.accounts.session_store"
SESSION_IDLE_SECONDS = int(os.environ.get("SESSION_IDLE_SECONDS", str(12 * 3600)))
SESSION_COOKIE_AGE = int(os.environ.get("SESSION_LIFETIME_SECONDS", str(7 * 24 * 3600)))
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS

DATA_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "memoryhub.api.authentication.TokenAuthentication",
        "memoryhub.api.authentication.MemberAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["memoryhub.api.permissions.Denied"],
    "DEFAULT_PARSER_CLASSES": ["memoryhub.api.parsing.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "rest_framework.negotiation.DefaultContentNegotiation",
    "EXCEPTION_HANDLER": "memoryhub.api.errors.handler",
    "DEFAULT_SCHEMA_CLASS": "memoryhub.api.openapi.Schema",
    "UNAUTHENTICATED_USER": None,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Memory Hub",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "CaseKind": "memoryhub.api.cases.KINDS",
        "CaseState": "memoryhub.api.cases.STATES",
        "ClaimKind": "memoryhub.api.claims_contract.KINDS",
        "ClaimState": "memoryhub.api.claims_contract.STATES",
        "TokenState": "memoryhub.api.tokens.STATES",
        "DeliveryState": "memoryhub.api.webhooks.STATES",
        "DraftState": "memoryhub.api.draft_shapes.DRAFT_STATES",
        "BacktestState": "memoryhub.api.draft_shapes.BACKTEST_STATES",
    },
}

BROKER_URL = os.environ.get("BROKER_URL", "filesystem://localhost")
CELERY_BROKER_URL = BROKER_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "UTC"
# A bell that cannot be rung must not hold the request: the sweeper rings later.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
    # kombu would otherwise try a dead broker for six seconds inside the request (measured with Redis and AMQP).
    "max_retries": 0,
}
if BROKER_URL.startswith("filesystem"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(PLACES.broker / "queue"),
        "data_folder_out": str(PLACES.broker / "queue"),
        "control_folder": str(PLACES.broker / "control"),
        "polling_interval": 0.05,
    }
# A claim whose bell nobody answered within OUTBOX_LATE_SECONDS is settled by a sweep every OUTBOX_SWEEP_SECONDS.
OUTBOX_LATE_SECONDS = float(os.environ.get("OUTBOX_LATE_SECONDS", "30"))
OUTBOX_SWEEP_SECONDS = float(os.environ.get("OUTBOX_SWEEP_SECONDS", "10"))
# Messages to other systems: how often a worker looks for what is due, and where they may go.
DELIVERY_SWEEP_SECONDS = float(os.environ.get("DELIVERY_SWEEP_SECONDS", "5"))
WEBHOOK_PORTS = _list("WEBHOOK_PORTS", "443,8443")
WEBHOOK_ALLOWED_NETWORKS = _list("WEBHOOK_ALLOWED_NETWORKS", "")
WEBHOOK_ALLOW_INSECURE = _flag("WEBHOOK_ALLOW_INSECURE")
# The log is sealed that often; checkpoints of it are signed and kept outside the database.
SEAL_SECONDS = float(os.environ.get("SEAL_SECONDS", "0.2"))
# How facts are found by meaning: "built-in", "endpoint" (any that speaks as OpenAI's does), or "none"; and how often a
# worker embeds what was recorded since.
EMBEDDER = os.environ.get("EMBEDDER", "built-in")
EMBEDDER_URL = os.environ.get("EMBEDDER_URL", "")
EMBEDDER_MODEL = os.environ.get("EMBEDDER_MODEL", "")
EMBEDDER_KEY = os.environ.get("EMBEDDER_KEY", "")
EMBEDDER_DIMS = int(os.environ.get("EMBEDDER_DIMS", "384"))
EMBEDDER_CUT = float(os.environ.get("EMBEDDER_CUT", "0.92"))
EMBEDDER_QUERY_PREFIX = os.environ.get("EMBEDDER_QUERY_PREFIX", "")
EMBEDDER_DOCUMENT_PREFIX = os.environ.get("EMBEDDER_DOCUMENT_PREFIX", "")
EMBEDDER_SECONDS = float(os.environ.get("EMBEDDER_SECONDS", "10"))
EMBED_SECONDS = float(os.environ.get("EMBED_SECONDS", "1"))
# The language model that reads conversations, behind an endpoint that speaks as OpenAI's does; without an address the
# patterns that ship read them.
CHAT_URL = os.environ.get("CHAT_URL", "")
CHAT_MODEL = os.environ.get("CHAT_MODEL", "")
CHAT_KEY = os.environ.get("CHAT_KEY", "")
CHAT_SECONDS = float(os.environ.get("CHAT_SECONDS", "20"))
# So many conversations one user may have at once, whoever starts them; those that were erased do not count.
CONVERSATIONS_PER_USER = int(os.environ.get("CONVERSATIONS_PER_USER", "1000"))
# Who was told which fact is kept that long.
RECEIPT_DAYS = int(os.environ.get("RECEIPT_DAYS", "400"))
CHECKPOINTS = os.environ.get("CHECKPOINTS") or str(PLACES.checkpoints / "checkpoints.jsonl")
CHECKPOINT_KEY_FILE = os.environ.get("CHECKPOINT_KEY_FILE") or str(PLACES.checkpoints / "signing.pem")
CHECKPOINT_KEY = os.environ.get("CHECKPOINT_KEY", "")
CHECKPOINT_STORE = os.environ.get("CHECKPOINT_STORE", "")
# Every schedule is a short interval, so nothing is worth remembering on disk, where a kill could leave it torn.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_SCHEDULE = {
    "sweep-checks": {"task": "escalations.tasks.sweep_checks", "schedule": 60.0},
    "keep-time": {"task": "escalations.tasks.keep_time", "schedule": 60.0},
    "activate-drafts": {"task": "escalations.tasks.activate_drafts", "schedule": 60.0},
    "try-drafts": {"task": "ledgers.tasks.run_waiting_backtests", "schedule": 60.0},
    "prune-receipts": {"task": "memoryhub.recall.tasks.prune_receipts", "schedule": 3600.0},
}

EMAIL_BACKEND = os.environ.get("EMAIL_BACKEND", "django.core.mail.backends.filebased.EmailBackend")
EMAIL_FILE_PATH = str(PLACES.mail)
EMAIL_HOST = os.environ.get("EMAIL_HOST", "localhost")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "25"))
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "Memory Hub <hub@localhost>")

# A notice that nobody opened by then is mailed, and a digest goes out at this hour; what is urgent is mailed at once.
NOTICE_MAIL_SECONDS = int(os.environ.get("NOTICE_MAIL_SECONDS", "600"))
DIGEST_HOUR = int(os.environ.get("DIGEST_HOUR", "8"))

# Per token, unless the token says otherwise; 0 for no limit.
TOKEN_REQUESTS_PER_MINUTE = int(os.environ.get("TOKEN_REQUESTS_PER_MINUTE", "600"))
TOKEN_OPEN_CASES = int(os.environ.get("TOKEN_OPEN_CASES", "50"))

LOG_LEVEL = os.environ.get("LOG_LEVEL", "WARNING")
ACCESS_LOG = _flag("ACCESS_LOG", default=True)
# Who brings it may read /metrics; without one only this machine may, and behind https nobody.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")

# Only a test sets a clock, in its own process: no environment variable does.
LEDGER_CLOCK: str | None = None

# Every line is one JSON document (memoryhub/logs): what is in it, and what never, `lines` says.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": "memoryhub.logs.lines.Lines"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    "loggers": {
        "memoryhub.access": {"level": "INFO" if ACCESS_LOG else "CRITICAL"},
        # Its own handlers would mail a page full of values.
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        # The access line says it already; faults are told by whoever answers them.
        "django.request": {"level": "ERROR"},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
        # At DEBUG this one writes statements with their values.
        "django.db.backends": {"level": "WARNING"},
    },
}
DEFAULT_EXCEPTION_REPORTER_FILTER = "memoryhub.logs.reporting.NoValues"
