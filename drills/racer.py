"""One process of `drills.races`: it does what it is told on its standard input, line by line.

`mover` and `flagger` are what `config.serve` starts, except for the sockets: a hub with its write
path, a pulse, and (`flagger`) the timekeeper, all of them much quicker than in production, so that
races are close. `reader` prepares games and reads them afresh. A whole server, sockets and all, is
`drills.raceserver`.
"""

import asyncio
import contextlib
import logging
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Sequence

import django
import msgspec

django.setup()

import uvloop  # noqa: E402
from django.db.models import Count as CountRows  # noqa: E402

from drills.races import (  # noqa: E402
    Count,
    Flag,
    Follow,
    Order,
    Play,
    Played,
    Prepare,
    Race,
    Rows,
    Show,
    View,
)
from games import mnk  # noqa: E402
from games.play import (  # noqa: E402
    commands,
    errors,
    facts,
    history,
    live,
    models,
    protocol,
    sql,
    steps,
)
from games.play.clock import now_ms  # noqa: E402
from games.play.clocktime import downtime, timekeeping  # noqa: E402
from games.play.clocktime.pulse import Pulse  # noqa: E402
from games.play.hub import FollowedGame, Hub, current  # noqa: E402
from games.players.models import Player  # noqa: E402
from games.refusals import Refused  # noqa: E402
from games.workers import timekeeper  # noqa: E402

CONTROL = mnk.time_control_from_text("1+2")
BLACK = mnk.Side.BLACK
VARIANT = mnk.PRESETS["3x3"].variant
BEAT_S = 0.004
TICK_S = 0.02
SLOW_S = 0.1
"""A write waits this long at most for a slow disk, so that flags have a chance."""
PATIENCE_S = 30.0
"""A flag is tried for this long."""


class Racer:
    """Carries out orders on one hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._followed: dict[str, FollowedGame] = {}
        self._following = contextlib.AsyncExitStack()

    async def does(self, order: Order) -> object:
        """Carry out an order; returns the answer."""
        match order:
            case Prepare(dues_ms=dues):
                return await self._hub.read(prepare, dues)
            case Follow(slugs=slugs):
                return await self._follow(slugs)
            case Race():
                return await self._race(order)
            case Show(slugs=slugs):
                return dict(zip(slugs, [await self._view(slug) for slug in slugs], strict=True))
            case Count(slugs=slugs):
                return await self._hub.read(count, slugs)

    async def _follow(self, slugs: Sequence[str]) -> int:
        await self._following.aclose()
        self._followed = {
            slug: await self._following.enter_async_context(self._hub.games.following(slug))
            for slug in slugs
        }
        return len(slugs)

    async def _race(self, race: Race) -> list[Played]:
        if race.stops:
            # Said now: the next word from this process comes long after it has stopped.
            _say(b"stops")
            await until(race.plays[0].at_ms)
        plays = [asyncio.ensure_future(self._play(play)) for play in race.plays]
        flags = [asyncio.ensure_future(self._flag(flag)) for flag in race.flags]
        if race.stops:
            for _ in range(race.turns):
                await asyncio.sleep(0)
            os.kill(os.getpid(), signal.SIGSTOP)
        await asyncio.gather(*flags)
        return list(await asyncio.gather(*plays))

    async def _play(self, play: Play) -> Played:
        followed = self._followed[play.slug]
        command = protocol.PlayMove(id=f"{os.getpid()}-{play.edge_ms}", ply=2, square=2)
        await until(play.at_ms)
        at = now_ms()
        due = followed.game.due_ms
        if due is None or followed.game.state.ply != 2:  # flagged or played already
            return Played(play.slug, at, 0, "tooLate")
        lag_ms = timekeeping.grace_ms(max(0, at - due - play.edge_ms))
        heard = commands.Arrival(at, lag_ms)
        told = Played(play.slug, at, due + lag_ms, "kept")
        while True:
            try:
                try:
                    await commands.carry_out(self._hub, followed, BLACK, command, heard)
                except errors.TimeIsUp:
                    await commands.settle_late(self._hub, followed, BLACK, command, heard)
            except (errors.Busy, errors.NotKept, errors.DatabaseAway):
                heard = commands.Arrival(
                    now_ms(), lag_ms
                )  # as a page does: it sends the move again
            except (mnk.RuleError, Refused) as refusal:
                return msgspec.structs.replace(told, answer=refusal.code)
            else:
                return told

    async def _flag(self, flag: Flag) -> None:
        followed = self._followed[flag.slug]
        due = followed.game.due_ms
        await until(flag.at_ms)
        async with asyncio.timeout(PATIENCE_S):
            while followed.game.due_ms == due is not None:
                await timekeeping.flag(
                    self._hub, followed, at=now_ms(), grace_ms=timekeeping.LAG_CAP_MS
                )
                await asyncio.sleep(flag.every_ms / 1000)

    async def _view(self, slug: str) -> View:
        followed = self._followed.get(slug)
        if followed is None:
            return _view((await self._hub.read(history.load, slug)).game)
        await self._hub.games.make_sure(followed, since=self._hub.loop.time())
        return _view(followed.game)


def prepare(dues: Sequence[int]) -> list[str]:
    """Games in which both have moved, and black has thought since."""
    players = Player.objects.bulk_create([Player(name="Alice"), Player(name="Bob")])
    games = models.Game.objects.bulk_create(
        models.Game(
            width=VARIANT.width,
            height=VARIANT.height,
            k=VARIANT.k,
            line_rule=VARIANT.line_rule,
            initial_ms=CONTROL.initial_ms,
            increment_ms=CONTROL.increment_ms,
            period_ms=0,
            periods=0,
            started=True,
            version=2,
            ply=2,
            last_square=1,
            changed_ms=due - CONTROL.initial_ms,
            due_ms=due,
        )
        for due in dues
    )
    models.Seat.objects.bulk_create(
        models.Seat(game=game, side=side, player=player)
        for game in games
        for side, player in enumerate(players)
    )
    models.Move.objects.bulk_create(
        models.Move(game=game, ply=ply, square=ply, at_ms=game.changed_ms, version=ply + 1)
        for game in games
        for ply in range(2)
    )
    return [game.slug for game in games]


def count(slugs: Sequence[str]) -> dict[str, Rows]:
    """What is kept about games."""
    games = models.Game.objects.filter(slug__in=slugs).annotate(count=CountRows("moves"))
    third = dict(
        models.Move.objects.filter(game__slug__in=slugs, ply=2).values_list("game_id", "at_ms")
    )
    ends: dict[int, list[int]] = {}
    for game_id, text, at in models.Fact.objects.filter(game__slug__in=slugs).values_list(
        "game_id", "text", "at_ms"
    ):
        if isinstance(facts.decode(text), facts.Ended):
            ends.setdefault(game_id, []).append(at)
    return {
        slug: Rows(version, termination, third.get(pk), moves, tuple(ends.get(pk, ())))
        for pk, slug, version, termination, moves in games.values_list(
            "pk", "slug", "version", "termination", "count"
        )
    }


def _view(game: live.LiveGame) -> View:
    outcome = game.state.outcome
    return View(
        game.version,
        tuple(game.state.moves),
        None if outcome is None else f"{outcome.termination.value} {outcome.winner}",
        game.due_ms,
    )


async def until(at_ms: int) -> None:
    """Wait until this moment."""
    await asyncio.sleep(max(0, at_ms - now_ms()) / 1000)


def _say(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


async def _work(role: str) -> None:
    hub = current()
    if role != "reader":
        await hub.part(Pulse).start()
        await hub.hear_others()
    if role == "flagger":
        await timekeeper.Timekeeper(hub).start()
    racer = Racer(hub)
    _say(b"ready")
    read: Callable[[], bytes] = sys.stdin.buffer.readline
    while line := await asyncio.to_thread(read):
        answer = await racer.does(msgspec.json.decode(line, type=Order))
        _say(msgspec.json.encode(answer))
    await hub.close()


def quicken() -> None:
    """Look at clocks and beat much more often, and have a slow disk, so that races are close."""
    write = sql.write

    def write_slowly(batch: Sequence[tuple[steps.Taken, int]]) -> set[int]:
        time.sleep(random.uniform(0, SLOW_S))
        return write(batch)

    sql.write = write_slowly
    downtime.BEAT_S = BEAT_S
    timekeeper.TICK_S = TICK_S


def main() -> None:
    quicken()
    logging.disable(logging.INFO)
    uvloop.install()
    asyncio.run(_work(sys.argv[1]))


if __name__ == "__main__":
    main()
