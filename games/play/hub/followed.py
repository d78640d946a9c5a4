"""A game that a process follows: its value, those who see it here, and who is known to be there."""

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field

from games import mnk
from games.play import facts, history, live, protocol
from games.play.audience import Audience
from games.play.connected import Connected, ConnectedHere
from games.play.crowd import Crowd, Hears, Subscriber


@dataclass(eq=False, slots=True, weakref_slot=True)
class FollowedGame:
    """A game this process follows."""

    game: live.LiveGame
    answered: dict[tuple[mnk.Side, str], facts.Happened]
    """What came of each command, by its sender (the side they had at first) and its id."""
    subscribers: Crowd = field(default_factory=Crowd)
    """Those who see it as it is played."""
    audience: Audience | None = None
    """The spectators, if it is shown late."""
    writing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held from reading the game to telling of its change: one command at a time per game."""
    users: int = 0
    is_doubtful: bool = False
    """Whether what is held may differ from the database, after a write of unknown fate."""
    comparing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while its version, or its seats' keys, are compared with the database, for all who come
    meanwhile."""
    sure_at: float = -math.inf
    """What is held is no older than the database was then (loop time)."""
    seats_at: float = -math.inf
    """The same of the seats, whose keys and holders change without a version."""
    here: ConnectedHere = field(default_factory=ConnectedHere)
    """Who is connected through this process."""
    presence_told: Connected | None = None
    here_until: dict[mnk.Side, float] = field(default_factory=dict)
    """When each side's player was last known to be connected (loop time); if never, when
    this process began to follow the game."""
    presence_due: asyncio.TimerHandle | None = None
    on_swap: Callable[["FollowedGame"], None] = lambda followed: None
    """Hears when the two players have changed sides."""

    def begin_writing(self) -> bool:
        """Hold `writing` from now on, if nobody has it or waits for it; whether that is so."""
        acquiring = self.writing.acquire()
        try:
            acquiring.send(None)
        except StopIteration:
            return True
        acquiring.close()  # it would have to wait
        return False

    def take(self, loaded: history.Loaded) -> None:
        """Hold what was read from the database."""
        self._hold(loaded.game)
        self.answered = loaded.answered
        self.is_doubtful = False

    def take_step(self, happened: facts.Happened, after: live.LiveGame) -> None:
        """Hold the game after what has happened, and that it answers a command, if it does."""
        sender = None if happened.by is None else self.game.first_side(happened.by)
        self._hold(after)
        if sender is None or not happened.command:
            return
        key = sender, happened.command
        before = self.answered.get(key)
        if before is not None and before.version != happened.version:
            what = f"command {happened.command}"
            history.note_doubled(after.slug, happened.version, what)
        self.answered[key] = happened

    def _hold(self, game: live.LiveGame) -> None:
        swaps = game.swapped is not self.game.swapped
        self.game = game
        if swaps:
            # In one turn of the loop: whatever a socket asks for is for the side it has now.
            for each in self.subscribers:
                each.side = None if each.side is None else each.side.other
            self.on_swap(self)

    def tell(self, news: history.News) -> None:
        """Tell every socket here what has happened, when it may know: the same bytes for all."""
        text = protocol.encode(news.message)
        self.push(text)
        if self.audience is not None:
            self.audience.hear(news.moment, text, is_over=self.game.state.is_over)

    def push(self, text: str) -> None:
        """The same bytes to every socket here that sees the game as it is played."""
        self.subscribers.push(text)

    def push_to_all(self, text: str, hears: Hears = lambda side: True) -> None:
        """The same bytes to every socket here that hears them: they say nothing about the game."""
        self.subscribers.push(text, hears)
        if self.audience is not None:
            self.audience.subscribers.push(text, hears)

    def audience_of(self, subscriber: Subscriber) -> Audience | None:
        """The audience a socket belongs to; None if it sees the game as it is played."""
        return None if subscriber.side is not None else self.audience

    def beside(self, subscriber: Subscriber) -> Crowd:
        """The crowd a socket belongs to."""
        audience = self.audience_of(subscriber)
        return self.subscribers if audience is None else audience.subscribers

    def version_for(self, subscriber: Subscriber) -> int:
        """The version a socket has been shown."""
        audience = self.audience_of(subscriber)
        return self.game.version if audience is None else audience.version
