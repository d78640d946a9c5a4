"""What only games against bots have: the aggressive bot's A, and the bots' own moves."""

from dataclasses import dataclass

from msgspec.structs import replace

from games import mnk
from games.play import errors, facts, live, models, protocol
from games.play.services.play import play_move
from games.play.steps import Change, Step
from games.say import say


def set_aggressiveness(side: mnk.Side, command: protocol.SetAggressiveness) -> Step:
    """Set A of the aggressive bot on the other side, from its next move on."""

    def step(game: live.LiveGame) -> Change:
        seat = game.seats[side.other]
        if seat.aggressiveness is None:
            raise errors.NoAggressiveBot
        if game.state.is_over:
            raise mnk.GameIsOver(say("The game is over."))
        value = command.value
        return Change(
            facts.AggressivenessSet(value),
            also=lambda: _keep_aggressiveness(game.id, side.other, value),
        )

    return step


def _keep_aggressiveness(game_id: int, side: mnk.Side, value: float) -> None:
    models.Seat.objects.filter(game_id=game_id, side=side).update(aggressiveness=value)


@dataclass(frozen=True, slots=True)
class Thought:
    """How a bot came to a move, as it is kept with it."""

    level: str
    aggressiveness: float | None
    seed: int
    nodes: int
    waited_ms: int
    ms: int
    depth: int | None = None
    score: int | None = None


def play_bot_move(side: mnk.Side, command: protocol.PlayMove, thought: Thought, *, at: int) -> Step:
    """Play a bot's stone, and keep how it came to it."""
    step = play_move(side, command, at=at, grace_ms=None)  # a bot's clock has no flag

    def with_thought(game: live.LiveGame) -> Change:
        return replace(step(game), also=lambda: _keep_thought(game.id, command.ply, thought))

    return with_thought


def _keep_thought(game_id: int, ply: int, thought: Thought) -> None:
    models.Thought.objects.create(
        move=models.Move.objects.get(game_id=game_id, ply=ply, taken_back=0),
        level=thought.level,
        aggressiveness=thought.aggressiveness,
        seed=thought.seed,
        nodes=thought.nodes,
        waited_ms=thought.waited_ms,
        ms=thought.ms,
        depth=thought.depth,
        score=thought.score,
    )
