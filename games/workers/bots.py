"""The bots' side of their games: woken by name, they claim, think, and play as a person does.

1. wake      after a commit, by name; or the sweep finds a game that waits (claims.py)
2. claim     by updating a row: one worker sees to one version of a game
3. think     in a thinker (pool.py): not on the event loop, and in no transaction
4. pace      a bot does not answer at once
5. play      through the door that people's moves take

Whatever goes wrong with the thinking, the bot moves: first a simpler level is asked, then instinct.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from django.db import Error as DatabaseError

from games import metrics, mnk, refusals
from games.engines import EngineFailed
from games.lobby import exhibitions
from games.play import commands, commit, errors, live, notices, protocol, steps
from games.play.clock import now_ms
from games.play.hub import QUIET_S, WORKER_S, FollowedGame, Hub
from games.play.notices import BotDue
from games.play.services import against_bots, openings, play
from games.play.tick import Tick
from games.players import bots
from games.thinking import questions
from games.thinking.pool import NoThinker, ThinkerFailed
from games.thinking.service import Thinking
from games.turns import Urgency
from games.workers import claims, leases
from games.workers.instinct import instinct
from games.workers.running import Running

log = logging.getLogger(__name__)

SWEEP_S = 0.5
"""How often the database is asked for games whose bot waits."""
IDLE_S = 2.0
"""How often it is asked while no bot has anything to do, by the only process: whatever happens here
wakes it."""
SWEEP_GAMES = 200
RENEW_S = 0.3
"""How often the claims of this worker are renewed."""
THINK_S = 10.0
"""How long a search may take before it is given up."""
LEAST_S = 0.3
"""How long a bot may think even if its clock stands at zero."""
SIMPLER = "casual"
"""The level that stands in for one that failed."""
SIMPLER_NODES = 1_000
SIMPLER_S = 3.0
INSTINCT = "instinct"
"""What is kept as the level of a move that no level chose."""
DRAW_NODES = 20_000
STOP_S = 3.0
"""How long a worker that is told to stop goes on with what it has begun; another does the rest."""
RETRY_S = 1.0
"""How soon a game whose bot could not play because the database was away is tried again."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a bot waits with its move, in milliseconds from the move before."""

    least_ms: int = 500
    spread_ms: int = 500

    def until(self, since_ms: int, seed: int) -> int:
        """When the move that answers one made at `since_ms` is due."""
        return since_ms + self.least_ms + Random(seed).randint(0, self.spread_ms)


AT_ONCE = Pace(0, 0)


@dataclass(frozen=True, slots=True)
class ChosenMove:
    """A move, and how it was found."""

    square: mnk.Square
    level: str
    aggressiveness: float | None = None
    seed: int = 0
    nodes: int = 0
    depth: int | None = None
    score: int | None = None


Submit: TypeAlias = Callable[[], Awaitable[object]]
"""Do what the bot has decided on."""


class Bots:
    """One worker. Started on a hub, it sees to bots until the hub closes."""

    def __init__(self, hub: Hub, thinking: Thinking, *, pace: Pace | None = None) -> None:
        self.name = leases.new_holder()
        self._hub = hub
        self._thinkers = thinking
        self._pace = pace or Pace()
        self._waiting: dict[str, BotDue] = {}
        """Games to be seen to, by name, in the order in which they came."""
        self._busy: set[str] = set()
        self._again: dict[str, BotDue] = {}
        """Games that were woken while they were being seen to."""
        self._thinking = 0
        self._claimed: set[int] = set()
        self._stopping = False
        self._ticks: tuple[Tick, ...] = ()
        self._engines = Running()
        self._idle = asyncio.Event()
        self._idle.set()

    async def start(self) -> None:
        """Hear what wakes the bots, and look for what waits already."""
        self._hub.others.on(BotDue, lambda sender, due: self.wake(due))
        self._hub.part(commit.Writer)  # made before the stop is noted: closed after it
        self._hub.at_close(self.stop)
        await self._hub.hear_others()
        self._ticks = (
            self._hub.every(SWEEP_S, self._sweep, "bots"),
            self._hub.every(WORKER_S, self._say_here, "worker"),
        )
        # `stop` does not stop this: what was begun is finished under its claim.
        self._hub.every(RENEW_S, self._renew, "claims", first_s=RENEW_S)

    async def stop(self) -> None:
        """Begin nothing new; finish what is begun, if it does not take long."""
        self._stopping = True
        for tick in self._ticks:
            tick.stop()
        self._hub.others.on(BotDue, lambda sender, due: None)
        self._waiting.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_S):
                await self._idle.wait()
        await self._engines.close()

    def wake(self, due: BotDue) -> None:
        """A bot has something to do in this game."""
        if self._stopping:
            return
        if due.game in self._busy:
            self._again[due.game] = due
        else:
            self._waiting[due.game] = due
            self._begin()

    def _begin(self) -> None:
        # No more than can be thought about: another worker may take what waits in the database.
        while self._waiting and self._thinking < self._thinkers.soon.for_moves:
            due = self._waiting.pop(next(iter(self._waiting)))
            self._busy.add(due.game)
            self._idle.clear()
            self._thinking += 1
            self._hub.spawn(self._see_to(due))

    async def _see_to(self, due: BotDue) -> None:
        is_thinking = True

        def thought() -> None:
            nonlocal is_thinking
            if is_thinking:
                is_thinking = False
                self._thinking -= 1
                self._begin()

        try:
            await self._turn(due, thought)
        except errors.NoSuchGame:
            pass  # deleted by the operator
        except (DatabaseError, errors.NotKept, errors.DatabaseAway) as error:
            log.warning("bot_not_kept game=%s error=%r", due.game, error)
            await asyncio.sleep(RETRY_S)
        finally:
            thought()
            self._busy.discard(due.game)
            again = self._again.pop(due.game, None)
            if again is not None:
                self.wake(again)
            if not self._busy:
                self._idle.set()

    async def _turn(self, due: BotDue, thought: Callable[[], None]) -> None:
        """Do what a bot has to do in a game, unless another worker does it."""
        attempts = await self._hub.read(claims.claim, due.game_id, due.version, self.name, now_ms())
        if not attempts:
            return
        self._claimed.add(due.game_id)
        try:
            async with self._hub.games.following(due.game) as followed:
                await self._play(followed, due, attempts, thought)
        except (errors.NotKept, errors.DatabaseAway, DatabaseError):
            await self._hub.read(claims.let_go, due.game_id, due.version, self.name)
            raise
        except refusals.ANY as refusal:
            # The game has moved on in the meantime: resigned, aborted, played by another.
            log.info("bot_too_late game=%s version=%d code=%s", due.game, due.version, refusal.code)
        finally:
            self._claimed.discard(due.game_id)

    async def _play(
        self, followed: FollowedGame, due: BotDue, attempts: int, thought: Callable[[], None]
    ) -> None:
        if followed.game.version < due.version:
            # This notice was quicker than the one about what happened.
            await self._hub.games.catch_up(followed, due.version)
        game = followed.game
        side = game.bot_due
        if side is None or game.version != due.version:
            return  # the game has moved on; if a bot is due again, it is woken for that
        waited_ms = max(0, now_ms() - due.at_ms)
        metrics.bot_wait_seconds.observe(waited_ms / 1000)
        submit = await self._decide(followed, side, attempts, waited_ms)
        thought()
        await self._wait(game, side)
        await submit()
        if followed.game.state.is_over:
            await self._engines.end(due.game)
            self._ticks[0].wake()  # the next game may be there, for a bot to begin

    async def _wait(self, game: live.LiveGame, side: mnk.Side) -> None:
        # A move may be later than now by the server's time, if that was set back since.
        since = min(game.move_times[-1] if game.move_times else 0, now_ms())
        due = self._pace.until(since, game.seats[side].seed + game.state.ply)
        await asyncio.sleep(max(0, due - now_ms()) / 1000)

    async def _decide(
        self, followed: FollowedGame, side: mnk.Side, attempts: int, waited_ms: int
    ) -> Submit:
        game, state = followed.game, followed.game.state
        id = f"bot-{game.version}"  # the same from whichever worker: sent twice, done once
        command: protocol.Command
        if state.is_over:
            command = protocol.AcceptOffer(id=id, what=mnk.Offer.REMATCH)
        elif state.side_to_move is side and state.is_dead:
            command = protocol.ClaimDraw(id=id)
        elif state.offered(mnk.Offer.PAUSE) is side.other:
            command = protocol.AcceptOffer(id=id, what=mnk.Offer.PAUSE)
        elif state.offered(mnk.Offer.DRAW) is side.other:
            if await self._accepts_draw(game, side):
                command = protocol.AcceptOffer(id=id, what=mnk.Offer.DRAW)
            else:
                command = protocol.DeclineOffer(id=id, what=mnk.Offer.DRAW)
        elif state.in_opening:
            return await self._open(followed, side, id)
        else:
            return await self._choose(followed, side, id, attempts, waited_ms)

        async def submit() -> object:
            heard = commands.Arrival(now_ms(), swapped=game.swapped)
            return await commands.carry_out(self._hub, followed, side, command, heard)

        return submit

    async def _open(self, followed: FollowedGame, side: mnk.Side, id: str) -> Submit:
        """What a bot does in an opening. An engine of a host's is not asked: a level does it."""
        game, state = followed.game, followed.game.state
        seat, opening = game.seats[side], state.opening
        assert seat.bot is not None
        assert opening is not None
        try:
            bot = bots.find(seat.bot.level)
        except bots.NoSuchBot:
            return self._resign(followed, side, id, f"{seat.bot.name} does not play here any more.")
        question = questions.DecideOpening(
            game=questions.Game.of(state.variant, state.moves),
            opening=opening.text,
            level=SIMPLER if bot.engine is not None else bot.key,
            seed=seat.seed + state.ply,
            nodes=SIMPLER_NODES if bot.engine is not None else bot.nodes,
        )
        decided = questions.Decided()
        try:
            answer = await self._thinkers.ask(
                question, Urgency.MOVE, seconds=THINK_S, patience=THINK_S, alone=True
            )
        except ThinkerFailed as error:
            log.warning("bot_opening_failed game=%s error=%r", game.slug, str(error))
        else:
            if isinstance(answer, questions.Decided):
                decided = answer
        ply = state.ply
        command: protocol.Choose | protocol.PlayMove
        if opening.to_place:
            allowed = opening.playable_squares()
            square = decided.square if decided.square in allowed else allowed[0]
            command = protocol.PlayMove(id=id, ply=ply, square=square)
        else:
            choice = decided.choice
            if choice is None or not opening.admits(choice):
                offer = mnk.apart(opening.position)[: opening.to_offer]
                choice = opening.choices[0] if opening.choices else offer
            command = protocol.Choose(id=id, ply=ply, choice=choice)

        def step(at: int) -> steps.Step:
            if isinstance(command, protocol.Choose):
                return openings.choose(side, command, at=at, grace_ms=None)
            return play.play_move(side, command, at=at, grace_ms=None)

        return self._submitting(followed, game.swapped, side, command, step)

    async def _accepts_draw(self, game: live.LiveGame, side: mnk.Side) -> bool:
        question = questions.AcceptsDraw(
            questions.Game.of(game.state.variant, game.state.moves), side, DRAW_NODES
        )
        try:
            answer = await self._thinkers.ask(
                question, Urgency.MOVE, seconds=SIMPLER_S, patience=SIMPLER_S
            )
        except ThinkerFailed as error:
            log.warning("bot_draw_undecided game=%s error=%r", game.slug, str(error))
            return False
        return isinstance(answer, questions.YesOrNo) and answer.yes

    async def _choose(
        self, followed: FollowedGame, side: mnk.Side, id: str, attempts: int, waited_ms: int
    ) -> Submit:
        game, state = followed.game, followed.game.state
        seat = game.seats[side]
        assert seat.bot is not None
        began = now_ms()
        try:
            bot = bots.find(seat.bot.level)
            if bot.engine is not None:
                square = await self._engines.move(bot.engine, game.slug, side, state)
                found = ChosenMove(square, bot.key)
            else:
                found = await self._think(bot, game, side, attempts)
        except bots.NoSuchBot:
            return self._resign(followed, side, id, f"{seat.bot.name} does not play here any more.")
        except EngineFailed as failure:
            return self._resign(followed, side, id, failure.sentence)
        thought = against_bots.Thought(
            level=found.level,
            aggressiveness=found.aggressiveness,
            seed=found.seed,
            nodes=found.nodes,
            waited_ms=waited_ms,
            ms=now_ms() - began,
            depth=found.depth,
            score=found.score,
        )
        move = protocol.PlayMove(id=id, ply=state.ply, square=found.square)
        metrics.bot_think_seconds.labels(thought.level).observe(thought.ms / 1000)

        def step(at: int) -> steps.Step:
            return against_bots.play_bot_move(side, move, thought, at=at)

        return self._submitting(followed, game.swapped, side, move, step)

    def _resign(self, followed: FollowedGame, side: mnk.Side, id: str, reason: str) -> Submit:
        log.warning("bot_resigns game=%s reason=%r", followed.game.slug, reason)
        step, swapped = play.resign(side, reason=reason), followed.game.swapped
        return self._submitting(followed, swapped, side, protocol.Resign(id=id), lambda at: step)

    def _submitting(
        self,
        followed: FollowedGame,
        swapped: bool,
        side: mnk.Side,
        command: protocol.Command,
        step_at: Callable[[int], steps.Step],
    ) -> Submit:
        """Takes the step that a bot has decided on, as of when it is taken.

        Side and `swapped` are as they were when it was asked.
        """

        async def submit() -> object:
            at = now_ms()
            step = steps.for_sides(step_at(at), swapped=swapped)
            return await commit.submit(self._hub, followed, step, at=at, side=side, command=command)

        return submit

    async def _think(
        self, bot: bots.Bot, game: live.LiveGame, side: mnk.Side, attempts: int
    ) -> ChosenMove:
        """What a level plays. If it fails, a simpler one stands in for it."""
        seat = game.seats[side]
        seed = seat.seed + game.state.ply
        tries = [
            (bot.key, bot.nodes, THINK_S),
            (SIMPLER, SIMPLER_NODES, SIMPLER_S),
        ]
        share = _share_s(game, side, now_ms())
        # A worker may have died for reasons of its own once: a second time it was the search.
        for level, nodes, most in tries[max(0, attempts - 2) :]:
            seconds = min(most, share)
            question = questions.ChooseMove(
                game=questions.Game.of(game.state.variant, game.state.moves),
                level=level,
                aggressiveness=seat.aggressiveness if level == bots.AGGRESSIVE else None,
                seed=seed,
                nodes=nodes,
            )
            try:
                answer = await self._thinkers.ask(
                    question,
                    Urgency.MOVE,
                    seconds=seconds,
                    patience=seconds,
                    alone=True,
                )
            except ThinkerFailed as error:
                log.warning(
                    "bot_failed game=%s ply=%d bot=%s error=%r",
                    *(game.slug, game.state.ply, level, str(error)),
                )
                if isinstance(error, NoThinker):
                    break  # nor would a simpler level find one
                continue
            if isinstance(answer, questions.Chosen) and _is_free(game, answer.square):
                return ChosenMove(
                    answer.square,
                    level,
                    aggressiveness=question.aggressiveness,
                    seed=seed,
                    nodes=nodes,
                    depth=answer.depth,
                    score=answer.score,
                )
            log.error(
                "bot_wrong game=%s ply=%d bot=%s answer=%r",
                *(game.slug, game.state.ply, level, answer),
            )
        return ChosenMove(instinct(game.state.position), INSTINCT, seed=seed)

    async def _sweep(self) -> None:
        await self._engines.end_idle()
        begun, left, is_any_due = await self._hub.read(_look)
        if begun:
            self._hub.others.tell_all(notices.LobbyChanged())
        if not is_any_due and self._hub.others.is_alone:
            self._ticks[0].rest(QUIET_S if self._hub.is_quiet else IDLE_S)
        metrics.bots_waiting.set(len(left))
        for due in left:
            if due.game not in self._busy and due.game not in self._waiting:
                self.wake(due)

    async def _say_here(self) -> None:
        self._hub.others.tell_all(notices.Worker())

    async def _renew(self) -> None:
        if self._claimed:
            await self._hub.read(claims.renew, tuple(self._claimed), self.name, now_ms())


def _look() -> tuple[bool, list[BotDue], bool]:
    """Begin the exhibitions that may begin; whether one did, the games whose bots wait, and whether
    any bot has something to do, seen to or not."""
    begun = bool(exhibitions.begin_what_may())
    left = claims.due(now_ms(), SWEEP_GAMES)
    return begun, left, bool(left) or claims.is_any_due()


def _share_s(game: live.LiveGame, side: mnk.Side, at: int) -> float:
    """How long a bot should think over one move at most, given the time it has, in seconds.

    Its clock has no flag, but a person should not have to wait while it stands at zero.
    """
    clock = game.state.clock
    if clock is None:
        return THINK_S
    left = clock.left_at(side, at)
    period_ms = clock.control.period_ms if left.periods else 0
    return max(LEAST_S, left.main_ms / 20_000, period_ms / 2_000)


def _is_free(game: live.LiveGame, square: int) -> bool:
    return square in game.state.position.playable_moves()
