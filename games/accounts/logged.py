"""What happens to accounts, in the log: a line when somebody signs in, fails to, or changes how.

A line names the account by its number and says how it was entered. It never has what somebody has
typed, which may be a password in the wrong field, nor an address on the internet: the privacy page
says that the log has none.
"""

import logging
from functools import partial
from typing import Any

from django.dispatch import Signal
from django.http import HttpRequest

log = logging.getLogger(__name__)


def hear(signal: Signal, what: str, level: int = logging.INFO) -> None:
    """Have a line `account_event what=…` written whenever this is sent."""
    signal.connect(partial(_note, what, level), weak=False)


def _note(
    what: str, level: int, *, request: HttpRequest | None = None, user: Any = None, **told: Any
) -> None:
    from allauth.account.authentication import get_authentication_records  # its app must be ready

    factor = getattr(told.get("authenticator"), "type", None)
    ways = [] if request is None else get_authentication_records(request)
    by = factor or ",".join(dict.fromkeys(each["method"] for each in ways)) or None
    log.log(level, "account_event what=%s user=%s by=%s", what, getattr(user, "pk", None), by)
