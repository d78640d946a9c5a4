"""Letters leave after the answer: how long a mail server takes tells nobody who has an account."""

import logging
import threading
from concurrent.futures import ThreadPoolExecutor

from django.core.mail import EmailMessage

log = logging.getLogger(__name__)

MOST_WAITING = 1_000
"""With this many letters waiting for a mail server that is away, further ones are dropped."""

_sender = ThreadPoolExecutor(max_workers=1, thread_name_prefix="post")
_places = threading.BoundedSemaphore(MOST_WAITING)


def post(letter: EmailMessage) -> None:
    """Have a letter sent soon. If it can't be, the log says so and its reader asks again."""
    if _places.acquire(blocking=False):
        _sender.submit(_send, letter)
    else:
        log.warning("letter_dropped waiting=%d", MOST_WAITING)


def wait() -> None:
    """Return when all letters posted so far have been sent, or could not be."""
    _sender.submit(lambda: None).result()


def _send(letter: EmailMessage) -> None:
    try:
        letter.send()
    except Exception as error:  # whatever a mail server does
        log.warning("letter_failed error=%r", error)  # its address is in the trace
    finally:
        _places.release()
