"""Rated games of people who come, sign up, sign in on second devices, pause for weeks and leave.

The games are rows; what becomes of them is the product's own: counted by two hubs, joined, left.
"""

import asyncio
import random
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db import transaction

from games import mnk
from games.accounts import joining, leaving, signing
from games.mnk.clock import DAY
from games.play import errors, facts
from games.play.clock import now_ms
from games.play.hub import Hub
from games.play.models import Fact, Game, Move, Seat
from games.play.services import rating
from games.play.terms import Terms
from games.players.models import Player

VARIANTS = ("3x3", "7x7", "10x10", "15x15")


@dataclass
class Town:
    """The people of a server, and their games."""

    hubs: tuple[Hub, ...]
    """The processes that count; all but the first look on, too."""
    rng: random.Random
    at: int = field(default_factory=now_ms)
    guests: list[int] = field(default_factory=list)
    """Players, by number."""
    accounts: list[int] = field(default_factory=list)
    uncounted: list[str] = field(default_factory=list)
    """Games that are over."""
    counted: int = 0
    joins: int = 0
    left: int = 0
    draws: int = 0
    pauses: int = 0
    busy: int = 0

    @property
    def told(self) -> str:
        """What came to pass."""
        return (
            f"{self.counted} games counted, {self.draws} drawn, {self.busy} tried again; "
            f"{self.joins} guests joined accounts, {self.left} accounts were deleted, "
            f"{self.pauses} pauses of weeks"
        )

    async def play(self, games: int) -> None:
        """Until this many are counted."""
        while self.counted < games:
            await self._live_on()
        while self.uncounted:
            await self._count()

    async def _live_on(self) -> None:
        self.at += self.rng.randrange(10 * 60_000)
        chance = self.rng.random()
        read = self.hubs[0].read
        if len(self.guests) + len(self.accounts) < 8 or chance < 0.05:
            self.guests.append(await read(_guest))
        elif chance < 0.08 and len(self.guests) > 2:
            self.accounts.append(await read(_sign_up, len(self.accounts) + self.left))
            await self._sign_in(self.accounts[-1])
        elif chance < 0.10 and len(self.guests) > 2 and self.accounts:
            # While games of theirs are being counted.
            await asyncio.gather(self._sign_in(self.rng.choice(self.accounts)), self._count())
        elif chance < 0.105 and len(self.accounts) > 3:
            await self._leave()
        elif chance < 0.12:
            self.pauses += 1
            self.at += self.rng.randrange(60 * DAY)
        if chance < 0.7 and len(self.guests) + len(self.accounts) > 1:
            await self._meet()
        if chance > 0.3 and self.uncounted:
            await self._count()

    async def _meet(self) -> None:
        """Two play, and one of them wins, or neither."""
        black, white = self.rng.sample([*self.guests, *self.accounts], 2)
        # Whoever came earlier is stronger.
        likely = mnk.Side.BLACK if black < white else mnk.Side.WHITE
        winner = self.rng.choice((likely, likely, None, *mnk.Side))
        self.draws += winner is None
        how = mnk.Termination.AGREEMENT if winner is None else mnk.Termination.RESIGNATION
        outcome = mnk.Outcome(winner, how)
        self.uncounted.append(await self._keeps_game(black, white, outcome))

    async def _keeps_game(self, black: int, white: int, outcome: mnk.Outcome | None) -> str:
        variant = mnk.PRESETS[self.rng.choice(VARIANTS)].variant
        players = mnk.BySide(black, white)
        return await self.hubs[0].read(_game, variant, players, outcome, self.at)

    async def _count(self) -> None:
        """Some games at once, by several processes, not in the order in which they ended."""
        most = min(len(self.uncounted), self.rng.randrange(1, 4))
        some = self.rng.sample(self.uncounted, most)
        await asyncio.gather(*(self._counts(self.rng.choice(self.hubs), slug) for slug in some))

    async def _counts(self, hub: Hub, slug: str) -> None:
        try:
            counts = await rating.count(hub, slug, at=self.at - self.rng.randrange(2_000))
        except errors.Busy:
            self.busy += 1  # another game of one of them was counted at the same moment
            return
        self.uncounted.remove(slug)
        self.counted += counts

    async def _sign_in(self, account: int) -> None:
        """The guest of another browser joins, while their games may be over and not counted."""
        guest = self.guests.pop(self.rng.randrange(len(self.guests)))
        self.joins += 1
        await self.hubs[0].read(lambda: joining.join(guest, account, at=self.at))
        if self.rng.random() < 0.1:  # an old session of theirs
            await self.hubs[0].read(lambda: joining.join(guest, account, at=self.at))

    async def _leave(self) -> None:
        """Somebody deletes their account, in the middle of a game."""
        account = self.accounts.pop(self.rng.randrange(len(self.accounts)))
        await self._keeps_game(account, self.rng.choice(self.accounts), None)
        self.left += 1
        await leaving.leave(self.hubs[0], await User.objects.aget(player=account))
        # What they had played to the end was counted with that.
        over = Game.objects.uncounted().filter(slug__in=self.uncounted)
        self.uncounted = [slug async for slug in over.values_list("slug", flat=True)]


def _guest() -> int:
    return Player.objects.create(name="Guest").pk


def _sign_up(number: int) -> int:
    return signing.make_player(User.objects.create(username=f"Person {number}")).pk


@transaction.atomic
def _game(
    variant: mnk.Variant, players: mnk.BySide[int], outcome: mnk.Outcome | None, at: int
) -> str:
    """A game in which both have moved, and that goes on, or was given up, or drawn by agreement."""
    game = Game.objects.create_of(
        variant,
        terms=Terms(rated=True),
        started=True,
        version=2 if outcome is None else 3,
        ply=2,
        winner=outcome and outcome.winner,
        termination="" if outcome is None else outcome.termination,
        changed_ms=at,
    )
    for side in mnk.Side:
        Seat.objects.create(
            game=game,
            side=side,
            player_id=players[side],
            ended_ms=None if outcome is None else at,
        )
        Move.objects.create(game=game, ply=side, square=side, at_ms=at, version=1 + side)
    if outcome is not None:
        ended = facts.encode(facts.Ended(outcome))
        Fact.objects.create(game=game, version=3, text=ended, at_ms=at)
    return game.slug
