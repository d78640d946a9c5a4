"""Whose the sockets of this process are: they are sent away when that changes.

Somebody signs in, is signed out elsewhere, changes their password, joins a guest's games to their
account: each of their open pages comes back as whoever they are then.
"""

import hashlib
from collections.abc import Iterable
from typing import Protocol

from games.play import notices
from games.play.hub.others import Others
from games.players.identify import Visitor


class Personal(Protocol):
    """A socket that somebody has opened."""

    who: Visitor
    session: str | None
    """What the browser's session is known by (`digest_of`); None without one."""

    def change_person(self) -> None:
        """Go, and have the page come back as whoever it is now."""


class People:
    """The sockets here that belong to somebody."""

    def __init__(self, others: Others) -> None:
        self._others = others
        self._here: set[Personal] = set()
        others.on(notices.PeopleChanged, self._hear_changed)

    def comes(self, socket: Personal) -> None:
        """A socket has been opened."""
        self._here.add(socket)

    def goes(self, socket: Personal) -> None:
        """It is closed."""
        self._here.discard(socket)

    def tell_changed(self, *, players: Iterable[int] = (), sessions: Iterable[str] = ()) -> None:
        """These players, or whoever has these sessions (digests), are somebody else from now on."""
        self._others.tell_all(notices.PeopleChanged(tuple(players), tuple(sessions)))

    def _hear_changed(self, sender: str, notice: notices.PeopleChanged) -> None:
        for each in tuple(self._here):
            if each.who.player_id in notice.players or each.session in notice.sessions:
                each.change_person()


def digest_of(session_key: str) -> str:
    """What a session is known by among processes: its id is a secret."""
    return hashlib.blake2b(session_key.encode(), digest_size=12).hexdigest()
