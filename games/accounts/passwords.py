"""Passwords that anybody would try at this server first."""

import re
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError

from games.say import say

WORDS = (
    *("inarow", "gomoku", "renju", "caro", "tictactoe", "fiveinarow", "noughts", "crosses"),
    *("password", "passwort", "letmein", "welcome", "admin", "moderator", "operator", "server"),
)
"""What a password here may not consist of, besides the server's own host name and the name."""
LEFT = 5
"""Without these words this many letters and digits have to be left."""


class NotTheFirstGuess:
    """Refuses a password that is little more than words of this server and a name."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raises `ValidationError` if little is left of a password without such words."""
        left = _plain(password)
        host = urlsplit(settings.INAROW_URL).hostname or ""
        name = user.get_username() if user is not None else ""
        words = {*WORDS, *map(_plain, host.split(".")), _plain(name)}
        for word in sorted((each for each in words if len(each) > 2), key=len, reverse=True):
            left = left.replace(word, "")
        if len(left) < LEFT and left != _plain(password):
            raise ValidationError(
                say("This is among the first passwords anybody would try here. Add words of yours.")
            )

    def get_help_text(self) -> str:
        return say("Not just your name or this server’s.")


def _plain(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()
