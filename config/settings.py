"""All settings, from environment variables, with defaults that are safe on a laptop.

INAROW_URL    the address people open, default http://127.0.0.1:8000; https: secures the cookies
INAROW_HOSTS  further host names, separated by commas (a LAN address, say)
INAROW_PROXIED  1 believes X-Forwarded-For and -Proto: only behind a proxy that sets them; as
                 --proxied of config.serve
INAROW_DATA   the folder of the database and the secret key, default ./data
INAROW_SECRET_KEY  instead of the key generated in the data folder
INAROW_DEBUG  1 shows errors in the browser: for developers only
INAROW_FRAMES_PER_SECOND  frames one socket may send, default 10 (three times that at once)
INAROW_SOCKETS_PER_ADDRESS  connections one address may have open, default 300; 0: no cap
INAROW_REQUESTS_PER_ADDRESS  requests of one address that are answered at a time, default 100;
                 0: no cap (docs/hosting.md says what an address is, with a proxy and without)
INAROW_LIMITS  how much one network may ask for (games/limits.py has the table and its defaults), as
                 in games=30/minute,imports=off; off: no limits
INAROW_LEAVE_S  seconds a player may be away before the other may claim the game, default 60
INAROW_THINKERS  processes that search for the bots, default one less than there are processors;
                 0: no bots here
INAROW_ENGINES  a file that names engines of your own (docs/engines.md)
INAROW_BOT_PACE_MS  a bot waits this long with its move, and at most twice that; default 500
INAROW_PUZZLES_SHARE  per cent of a core for looking for puzzles in finished games, default 10
INAROW_STARTER_PUZZLES  1: the puzzles that come with the server are shown, too; 0: only those
                 from games played here; default 1
INAROW_KEPT_ASSESSMENTS  assessed positions kept that no review needs, default 200,000
INAROW_KEPT_GUESTS_DAYS  guests who left no trace are forgotten after this many days, default 30;
                 0: never
INAROW_EMBED_ANCESTORS  sites that may show games in frames, separated by spaces: origins as in
                 https://club.example or https://*.club.example; default *: all; none: nobody
INAROW_PICTURES_MB  megabytes of pictures kept in INAROW_DATA/pictures, default 200; 0: none
INAROW_CONTACT  how visitors reach whoever runs this server, a mail or a web address, shown at the
                 foot of the pages; default: nothing
INAROW_SOURCE_URL  where the source code of this server is, shown beside it; default: nothing
INAROW_METRICS_PORT  where Prometheus reads this process's figures; default 0: nowhere
INAROW_METRICS_HOST  the address of that port, default 127.0.0.1: this machine alone
INAROW_EMAIL_URL  where letters go out: smtp+tls://user:password@mail.example.org:587, smtps://… or
                 smtp://…; default: they are written to the log
INAROW_EMAIL_FROM  whom letters are from, default Inarow <inarow@the server's host>
INAROW_VAPID_KEY  the key that browsers' push services know this server by, instead of the one
                 generated in the data folder: 32 bytes in base64url
INAROW_VAPID_SUBJECT  whom they can write to: mailto:… or https://…; default INAROW_URL if that is
                 https, else the address of INAROW_EMAIL_FROM
INAROW_SIGN_IN_WITH  a file that names other sites whose accounts may sign in (docs/accounts.md)
INAROW_LOCALES  a folder with catalogues of further languages (docs/translating.md); default none
INAROW_LOG    json: the log as one JSON object a line; default text
DATABASE_URL  postgres://user:password@host/name instead of SQLite
REDIS_URL     redis://host:6379 when several server processes share the games
"""

import os
import re
import sys
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config import bodies, languages, mail, providers
from config.secret import is_vapid_key, secret_key, vapid_key
from games import limits
from games.engines import config as engines

BASE_DIR = Path(__file__).resolve().parent.parent
DEFAULT_DATA_DIR = BASE_DIR / "data"
DATA_DIR = Path(os.environ.get("INAROW_DATA", DEFAULT_DATA_DIR)).resolve()


def _switch(name: str) -> bool:
    """Whether a setting is on. Nothing, 0, off, false and no are off."""
    text = os.environ.get(name, "").strip().lower()
    if text not in ("", "0", "off", "false", "no", "1", "on", "true", "yes"):
        raise ImproperlyConfigured(f"{name} must be 1 (on) or 0 (off), not {text!r}.")
    return text in ("1", "on", "true", "yes")


DEBUG = _switch("INAROW_DEBUG")
SECRET_KEY = os.environ.get("INAROW_SECRET_KEY") or secret_key(DATA_DIR / "secret_key")

# --- Where it is reached -------------------------------------------------------------------------

INAROW_URL = (os.environ.get("INAROW_URL") or "http://127.0.0.1:8000").rstrip("/")
try:
    _url = urlsplit(INAROW_URL)
    _is_origin = (
        _url.scheme in ("http", "https")
        and _url.hostname is not None
        and f"{_url.scheme}://{_url.netloc}" == INAROW_URL
        and "@" not in _url.netloc
        and _url.port != 0  # reading it raises ValueError when it is not a number
    )
except ValueError:
    _is_origin = False
if not _is_origin:
    raise ImproperlyConfigured(
        f"INAROW_URL must be like https://play.example.org, not {INAROW_URL!r}."
    )
_hosts = [host.strip() for host in os.environ.get("INAROW_HOSTS", "").split(",") if host.strip()]
INAROW_PROXIED = _switch("INAROW_PROXIED")
ALLOWED_HOSTS = [_url.hostname or "", "127.0.0.1", "localhost", "[::1]", *_hosts]
CSRF_TRUSTED_ORIGINS = [INAROW_URL]

_https = _url.scheme == "https"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _https else None
SECURE_SSL_REDIRECT = _https
SECURE_REDIRECT_EXEMPT = ["^readyz$"]  # asked from beside the server, past the proxy
SECURE_HSTS_SECONDS = 31_536_000 if _https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = _https
SECURE_HSTS_PRELOAD = _https
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = _https
CSRF_COOKIE_SECURE = _https
SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_NAME = "inarow_session"
CSRF_COOKIE_NAME = "inarow_csrf"
SESSION_COOKIE_AGE = 400 * 24 * 3600  # a guest's seats live in it; browsers keep no cookie longer
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

_embed_ancestors = (os.environ.get("INAROW_EMBED_ANCESTORS") or "*").split()
if _embed_ancestors == ["none"]:
    INAROW_EMBED_ANCESTORS = [NONE]
elif all(
    re.fullmatch(r"\*|https?://(\*\.)?[A-Za-z0-9.-]+(:([0-9]{1,5}|\*))?", each)
    for each in _embed_ancestors
):
    INAROW_EMBED_ANCESTORS = _embed_ancestors
else:
    raise ImproperlyConfigured(
        "INAROW_EMBED_ANCESTORS must be *, none, or origins like https://club.example, "
        f"separated by spaces, not {' '.join(_embed_ancestors)!r}."
    )

# --- Who runs it ---------------------------------------------------------------------------------


def _web_address(text: str) -> bool:
    try:
        url = urlsplit(text)
    except ValueError:
        return False
    return url.scheme in ("http", "https") and bool(url.hostname) and text.isprintable()


INAROW_CONTACT = (os.environ.get("INAROW_CONTACT") or "").strip()
if re.fullmatch(r"[^@\s:/?]+@[^@\s:/?]+", INAROW_CONTACT):
    INAROW_CONTACT = f"mailto:{INAROW_CONTACT}"
elif INAROW_CONTACT and not _web_address(INAROW_CONTACT):
    raise ImproperlyConfigured(
        "INAROW_CONTACT must be a mail address, or begin with http:// or https://, not "
        f"{INAROW_CONTACT!r}."
    )
INAROW_SOURCE_URL = (os.environ.get("INAROW_SOURCE_URL") or "").strip()
if INAROW_SOURCE_URL and not _web_address(INAROW_SOURCE_URL):
    raise ImproperlyConfigured(
        f"INAROW_SOURCE_URL must begin with http:// or https://, not {INAROW_SOURCE_URL!r}."
    )

# --- Languages -----------------------------------------------------------------------------------

_locales = os.environ.get("INAROW_LOCALES")
if _locales and not Path(_locales).is_dir():
    raise ImproperlyConfigured(f"INAROW_LOCALES must be a folder, not {_locales!r}.")
LOCALE_PATHS = [
    *([Path(_locales).resolve()] if _locales else []),
    BASE_DIR / "games" / "words" / "locale",
]
LANGUAGE_CODE = languages.ENGLISH[0]
LANGUAGES = languages.spoken(LOCALE_PATHS)
LANGUAGE_COOKIE_NAME = "inarow_language"
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
LANGUAGE_COOKIE_SECURE = _https
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_AGE = SESSION_COOKIE_AGE
USE_I18N = len(LANGUAGES) > 1
"""English alone is not looked up: every sentence of a page would take time."""

# --- What it is made of --------------------------------------------------------------------------

INSTALLED_APPS = [
    # First: it gives runserver its sockets. No other command needs Twisted.
    *(["daphne"] if "runserver" in sys.argv[1:2] else []),
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "servestatic.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.usersessions",
    "django.contrib.humanize",  # for allauth's lists
    "games.accounts",
    "games.players",
    "games.play",
    "games.ahead",
    "games.vacations",
    "games.lobby",  # for its command
    "games.friends",
    "games.notices",
    "games.review",
    "games.moderation",
    "games.pages",
    "games.workers",  # for its commands
    "games.words",
    "games.ops",  # for its commands
]
MIDDLEWARE = [
    "config.headers.security_headers",  # first: what the others answer by themselves has them, too
    "config.inloop.Security",
    "config.compressing.Compression",
    "config.inloop.Policy",
    "config.inloop.Frames",
    # Behind what gives every answer its headers, before what reads cookies and bodies.
    *(["config.inloop.Language"] if USE_I18N else []),
    "config.limiting.Limits",
    "games.http.refusing.Refusals",
    "config.inloop.Sessions",
    "config.inloop.Common",
    "config.inloop.Tokens",
    "games.http.closing.Closing",
    "config.inloop.Users",
    "config.inloop.Messages",
    "allauth.account.middleware.AccountMiddleware",
]
# `check --deploy` looks for three of Django's by their names; these are they (config/inloop.py).
SILENCED_SYSTEM_CHECKS = ["security.W001", "security.W002", "security.W003"]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "frontend" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.pages.footer.footer",
                "games.words.browser.script",
            ]
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATA_UPLOAD_MAX_MEMORY_SIZE = bodies.USUAL

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "static"
STATICFILES_DIRS: list[Path] = [BASE_DIR / "frontend" / "dist"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "servestatic.storage.CompressedManifestStaticFilesStorage"},
}

# --- Where games are kept ------------------------------------------------------------------------

DATABASES = {
    "default": dj_database_url.parse(
        os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'inarow.sqlite3'}",
        conn_max_age=60,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # Writers queue at BEGIN instead of failing at their first write.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL: a move told to people has reached the disk, power cut or not.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }

REDIS_URL = os.environ.get("REDIS_URL", "")
if REDIS_URL:
    _layer: dict[str, object] = {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "inarow"},
    }
else:
    _layer = {"BACKEND": "channels.layers.InMemoryChannelLayer"}
CHANNEL_LAYERS = {"default": _layer}

# --- Accounts (games.accounts, docs/decisions/0034) ----------------------------------------------

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["games.accounts.hashing.InTurn"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "django.contrib.auth.password_validation.MinimumLengthValidator",
        "django.contrib.auth.password_validation.CommonPasswordValidator",
        "django.contrib.auth.password_validation.NumericPasswordValidator",
        "games.accounts.passwords.NotTheFirstGuess",
    )
]
PASSWORD_RESET_TIMEOUT = 3600  # a link in a letter box opens the account for no longer
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "home"

ACCOUNT_ADAPTER = "games.accounts.adapters.Accounts"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*"]  # an address may be added later
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # strangers are not written to
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_MAX_EMAIL_ADDRESSES = 2
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 1
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 900
# What a network may ask for is counted by games/limits.py; allauth's own stay for one account.
# Wrong codes after the right password are one account's, from however many networks they come.
ACCOUNT_RATE_LIMITS = {"login": None, "login_failed": "10/10m/key", "signup": None}
ACCOUNT_USERNAME_VALIDATORS = "games.accounts.adapters.NO_VALIDATORS"  # see its clean_username
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _url.scheme

MFA_ADAPTER = "games.accounts.adapters.Factors"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an address is optional
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not _https  # browsers allow it at localhost alone

USERSESSIONS_ADAPTER = "games.accounts.adapters.Sessions"

SOCIALACCOUNT_ADAPTER = "games.accounts.adapters.OtherSites"
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False  # an address at another site opens no account here
SOCIALACCOUNT_QUERY_EMAIL = False
try:
    _other_sites = providers.configured(os.environ.get("INAROW_SIGN_IN_WITH") or "")
except ValueError as error:
    raise ImproperlyConfigured(f"INAROW_SIGN_IN_WITH: {error}") from None
SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {"OAUTH_PKCE_ENABLED": True, "APPS": _other_sites.apps}
}
CONTENT_SECURITY_POLICY["DIRECTIVES"]["form-action"] += _other_sites.origins

try:
    _mail = mail.configured(os.environ.get("INAROW_EMAIL_URL") or "")
except ValueError as error:
    raise ImproperlyConfigured(f"INAROW_EMAIL_URL: {error}") from None
EMAIL_BACKEND = _mail.backend
EMAIL_HOST, EMAIL_PORT = _mail.host, _mail.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.user, _mail.password
EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.starttls, _mail.tls
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = (
    os.environ.get("INAROW_EMAIL_FROM") or f"Inarow <inarow@{_url.hostname}>"
)

INAROW_SENDS_LETTERS = bool(os.environ.get("INAROW_EMAIL_URL"))
"""Whether people are offered notices by e-mail: not where letters end in the log."""

# --- Notices to browsers (games.notices) ----------------------------------------------------------

INAROW_VAPID_KEY = os.environ.get("INAROW_VAPID_KEY") or vapid_key(DATA_DIR / "push_key")
if not is_vapid_key(INAROW_VAPID_KEY):
    raise ImproperlyConfigured(
        "INAROW_VAPID_KEY must be a private key of the curve P-256: 32 bytes in base64url."
    )
INAROW_VAPID_SUBJECT = os.environ.get("INAROW_VAPID_SUBJECT") or (
    INAROW_URL if _https else f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}"
)
if not INAROW_VAPID_SUBJECT.startswith(("mailto:", "https://")):
    raise ImproperlyConfigured(
        f"INAROW_VAPID_SUBJECT must begin with mailto: or https://, not {INAROW_VAPID_SUBJECT!r}."
    )

# What allauth notes for a while, a code that was used for one: in all processes.
CACHES = {
    "default": (
        {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}

# --- How much a network may ask for, and a socket send --------------------------------------------

try:
    INAROW_LIMITS = limits.configured(os.environ.get("INAROW_LIMITS") or "")
except ValueError as error:
    raise ImproperlyConfigured(f"INAROW_LIMITS: {error}") from None

INAROW_FRAMES_PER_SECOND = float(os.environ.get("INAROW_FRAMES_PER_SECOND") or "10")
INAROW_FRAMES_BURST = 3 * INAROW_FRAMES_PER_SECOND

# --- Players who leave ----------------------------------------------------------------------------


def _number(name: str, default: int, most: int) -> int:
    text = os.environ.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and int(text) <= most):
        raise ImproperlyConfigured(f"{name} must be a whole number, 0 to {most}, not {text!r}.")
    return int(text)


INAROW_LEAVE_S = _number("INAROW_LEAVE_S", 60, 86_400)

# --- What one address may hold at a time (config.doors) ------------------------------------------

INAROW_SOCKETS_PER_ADDRESS = _number("INAROW_SOCKETS_PER_ADDRESS", 300, 65_536)
INAROW_REQUESTS_PER_ADDRESS = _number("INAROW_REQUESTS_PER_ADDRESS", 100, 65_536)

# --- Bots ----------------------------------------------------------------------------------------


INAROW_THINKERS = _number("INAROW_THINKERS", max(1, min(8, (os.cpu_count() or 2) - 1)), 64)
# With Redis the bots are played by workers, processes of their own.
INAROW_HAS_BOTS = bool(REDIS_URL or INAROW_THINKERS)
try:
    INAROW_ENGINES = engines.configured()
except engines.BadConfiguration as error:
    raise ImproperlyConfigured(str(error)) from None
INAROW_BOT_PACE_MS = _number("INAROW_BOT_PACE_MS", 500, 60_000)
INAROW_KEPT_ASSESSMENTS = _number("INAROW_KEPT_ASSESSMENTS", 200_000, 1_000_000_000)
INAROW_KEPT_GUESTS_DAYS = _number("INAROW_KEPT_GUESTS_DAYS", 30, 36_500)
INAROW_PUZZLES_SHARE = _number("INAROW_PUZZLES_SHARE", 10, 100)  # percent of a core; 0: none
INAROW_STARTER_PUZZLES = bool(_number("INAROW_STARTER_PUZZLES", 1, 1))

# --- Pictures ------------------------------------------------------------------------------------

INAROW_PICTURES_BYTES = _number("INAROW_PICTURES_MB", 200, 1_000_000) * 1_000_000

# --- Figures for the operator --------------------------------------------------------------------

INAROW_METRICS_PORT = _number("INAROW_METRICS_PORT", 0, 65_535)
INAROW_METRICS_HOST = os.environ.get("INAROW_METRICS_HOST") or "127.0.0.1"

# --- Time ----------------------------------------------------------------------------------------

TIME_ZONE = "UTC"
USE_TZ = True

# --- The log -------------------------------------------------------------------------------------

INAROW_LOG = os.environ.get("INAROW_LOG") or "text"
if INAROW_LOG not in ("text", "json"):
    raise ImproperlyConfigured(f"INAROW_LOG must be text or json, not {INAROW_LOG!r}.")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {"format": "{asctime} {levelname} {name} {message}", "style": "{"},
        "json": {"()": "config.logs.JsonLines"},
    },
    "filters": {"without_keys": {"()": "config.logs.WithoutKeys"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": INAROW_LOG,
            "filters": ["without_keys"],
        }
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        # A visitor's mistake (403, 404, a forged host) is not an event for the operator.
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},  # Django calls these mistakes errors
        "daphne.server": {"level": "WARNING"},  # serve.py says where it listens
    },
}
