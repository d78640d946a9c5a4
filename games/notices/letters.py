"""Notices by e-mail: a short letter in plain text, and a link that ends them with one press."""

import smtplib
from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import parseaddr
from urllib.parse import urljoin

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.urls import reverse

from games.notices import wording
from games.notices.wording import Told
from games.say import count, say

_SALT = "inarow.notices.stop"


class NotTaken(Exception):
    """A letter that the mail server did not take."""

    def __init__(self, why: str, *, for_good: bool) -> None:
        super().__init__(why)
        self.for_good = for_good
        """Whether it never will."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter, and to whom it goes."""

    player_id: int
    name: str
    address: str
    number: str
    """Its own: sent twice by mistake, it is recognized as the same letter."""
    told: Sequence[Told]


def send(letter: Letter) -> None:
    """Send it, in the language that is spoken now; the mail server has it when this returns.

    Raises `NotTaken`. Takes as long as `settings.EMAIL_TIMEOUT` allows for each answer.
    """
    try:
        message(letter).send()
    except (smtplib.SMTPException, OSError) as error:
        raise NotTaken(repr(error), for_good=_is_for_good(error)) from None


def message(letter: Letter) -> EmailMessage:
    """The letter as it is sent."""
    stop = urljoin(settings.INAROW_URL, stop_path(letter.player_id))
    _, sender = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return EmailMessage(
        subject=subject(letter.told),
        body=_body(letter, stop),
        to=[letter.address],
        headers={
            "Message-ID": f"<notice-{letter.number}@{sender.rpartition('@')[2] or 'localhost'}>",
            "Auto-Submitted": "auto-generated",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


def subject(told: Sequence[Told]) -> str:
    """What a list of letters shows: one line, whatever a name has in it."""
    if len(told) == 1:
        return " ".join(wording.title(told[0]).split())
    return count("{count} of your games has news", "{count} of your games have news", len(told))


def _body(letter: Letter, stop: str) -> str:
    lines = [say("Hello {name},", name=letter.name), ""]
    for each in letter.told:
        lines += [wording.title(each), wording.body(each), urljoin(settings.INAROW_URL, each.link)]
        lines += [""]
    if len(letter.told) > 1:
        every = urljoin(settings.INAROW_URL, reverse("turns"))
        lines += [say("All your games in progress: {link}", link=every), ""]
    choose = urljoin(settings.INAROW_URL, f"{reverse('settings')}#notices")
    lines += [
        "-- ",
        say("You asked for these letters. Choose which you get: {link}", link=choose),
        say("No more letters, with one press: {link}", link=stop),
    ]
    return "\n".join(lines) + "\n"


def _is_for_good(error: Exception) -> bool:
    """Whether the mail server will never take a letter to this address."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code // 100 == 5 for code, _ in error.recipients.values())
    return isinstance(error, smtplib.SMTPDataError) and error.smtp_code // 100 == 5


# --- The link that ends them ---------------------------------------------------------------------


def stop_path(player_id: int) -> str:
    """The address that ends a player's letters; nobody can make one for somebody else."""
    return reverse("stop_letters", args=[signing.Signer(salt=_SALT).sign(str(player_id))])


def player_of(token: str) -> int | None:
    """Whose letters a link ends; None if we have not made it."""
    try:
        return int(signing.Signer(salt=_SALT).unsign(token))
    except (signing.BadSignature, ValueError):
        return None
