"""Where letters go out: what INAROW_EMAIL_URL says."""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


@dataclass(frozen=True, slots=True)
class Mail:
    """Django's settings for sending mail."""

    backend: str
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    starttls: bool = False
    tls: bool = False


def configured(url: str) -> Mail:
    """The settings an address stands for; without one, letters go to the log.

    Raises `ValueError` with a sentence.

    >>> mail = configured("smtp+tls://me%40example.org:s3cret@mail.example.org")
    >>> mail.host, mail.port, mail.user, mail.starttls, mail.tls
    ('mail.example.org', 587, 'me@example.org', True, False)
    """
    if not url:
        return Mail("django.core.mail.backends.console.EmailBackend")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError(_WANTED) from None
    if parts.scheme not in _PORTS or not parts.hostname or parts.path.strip("/"):
        raise ValueError(_WANTED)
    return Mail(
        "django.core.mail.backends.smtp.EmailBackend",
        parts.hostname,
        port or _PORTS[parts.scheme],
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        starttls=parts.scheme == "smtp+tls",
        tls=parts.scheme == "smtps",
    )


_WANTED = "write it like smtp+tls://user:password@mail.example.org:587 (or smtps://…, smtp://…)."
