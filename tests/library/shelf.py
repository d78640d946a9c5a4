"""Games that are over, written as rows, and a naive reader that looks through all of them."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from games import mnk
from games.play import facts, models
from games.players.models import Player
from tests.mnk.test_symmetries import SYMMETRIES

BOARDS = (
    mnk.Variant(3, 3, 3),
    mnk.Variant(4, 3, 3),
    mnk.Variant(5, 5, 4),
    mnk.Variant(5, 5, 4, mnk.LineRule.EXACT),
)
NAMES = ("Alice", "Bob", "Émile", "ÉMILIA", "Żaneta", "Al%ce", "Bo_b", "王小明", "Robo Alice")
AT = 1_700_000_000_000
DAY_MS = 86_400_000


@dataclass(frozen=True)
class Kept:
    """A game as it was played."""

    row: models.Game
    names: mnk.BySide[str]
    moves: tuple[mnk.Square, ...]
    outcome: mnk.Outcome
    ended_ms: int

    @property
    def counts(self) -> bool:
        """Whether the explorer counts it."""
        return self.outcome.termination is not mnk.Termination.ABORT and len(self.moves) >= 2


def people(names: Iterable[str] = NAMES) -> list[Player]:
    return [Player.objects.create(name=name) for name in names]


def write(
    state: mnk.GameState, players: Sequence[Player], *, at: int = AT, taken_back: int = 0
) -> Kept:
    """Write a game that is over; `taken_back` other moves were taken back where it ended."""
    assert state.outcome is not None
    others: dict[int, facts.Fact] = {}
    version = state.ply + taken_back
    if taken_back:
        version += 1
        others[version] = facts.TakenBack(mnk.Side.BLACK)
    back_at = version
    if state.outcome.termination not in (mnk.Termination.LINE, mnk.Termination.FULL_BOARD):
        version += 1
        others[version] = facts.Ended(state.outcome)
    row = models.Game.objects.create_of(
        state.variant,
        started=True,
        ply=state.ply,
        last_square=state.moves[-1] if state.moves else None,
        version=version,
        winner=state.outcome.winner,
        termination=state.outcome.termination,
        changed_ms=at,
    )
    for side in mnk.Side:
        models.Seat.objects.create(game=row, side=side, player=players[side])
    models.Move.objects.bulk_create(
        [
            models.Move(game=row, ply=ply, square=square, at_ms=at, version=ply + 1)
            for ply, square in enumerate(state.moves)
        ]
        + [
            models.Move(
                game=row,
                ply=state.ply + back,
                square=square,
                at_ms=at,
                version=state.ply + back + 1,
                taken_back=back_at,
            )
            for back, square in enumerate(state.position.empty_squares()[:taken_back])
        ]
    )
    models.Fact.objects.bulk_create(
        [
            models.Fact(game=row, version=version, text=facts.encode(fact), at_ms=at)
            for version, fact in others.items()
        ]
    )
    names = mnk.BySide(players[0].name, players[1].name)
    return Kept(row, names, state.moves, state.outcome, at)


def random_state(variant: mnk.Variant, rng: random.Random) -> mnk.GameState:
    """A game played at random, and ended in any way."""
    state = mnk.GameState.start(variant)
    plies = rng.choice((0, 1, 2, 3, 4, 7, 99))
    while not state.is_over and state.ply < plies:
        # Near the first corner, so that games meet.
        empty = state.position.empty_squares()
        square = rng.choice(empty[:3] if rng.random() < 0.5 else empty)
        state = state.play(square, by=state.side_to_move)
    if state.is_over:
        return state
    if state.ply < 2 and rng.random() < 0.7:
        return state.abort()
    how = rng.choice(("resign", "flag", "agree", "leave"))
    if how == "resign":
        return state.resign(by=rng.choice(list(mnk.Side)))
    if how == "flag":
        return state.flag()
    if how == "agree":
        return state.ended(mnk.Outcome(None, mnk.Termination.AGREEMENT))
    winner = rng.choice([None, *mnk.Side])
    return state.ended(mnk.Outcome(winner, mnk.Termination.ABANDONMENT))


def random_games(count: int, rng: random.Random) -> list[Kept]:
    """Many games by few people on few boards; several end at the same moment."""
    players = people()
    return [
        write(
            random_state(rng.choice(BOARDS), rng),
            rng.sample(players, 2),
            at=AT + rng.randrange(20) * DAY_MS // 4,
            taken_back=rng.choice((0, 0, 1, 2)) if rng.random() < 0.5 else 0,
        )
        for _ in range(count)
    ]


def draft(text: str, variant: mnk.Variant = BOARDS[0]) -> mnk.GameState:
    """The game after these moves."""
    return mnk.GameState.replay(variant, mnk.moves_from_text(text, variant))


def resigned(text: str, variant: mnk.Variant = BOARDS[0]) -> mnk.GameState:
    """A game in which the side to move resigned after these moves."""
    state = draft(text, variant)
    return state.resign(by=state.side_to_move)


# --- The naive reader ----------------------------------------------------------------------------

Stones = tuple[frozenset[mnk.Square], frozenset[mnk.Square]]


def _own_and_other(position: mnk.Position) -> Stones:
    mover = position.side_to_move
    return frozenset(position.stones(mover)), frozenset(position.stones(mover.other))


def turns(position: mnk.Position) -> Iterator[tuple[mnk.Position, dict[mnk.Square, mnk.Square]]]:
    """The position turned and mirrored in every way its board allows, and where squares went."""
    for symmetry in SYMMETRIES:
        turned = symmetry.position(position)
        if turned.variant == position.variant:
            squares = range(position.variant.squares)
            yield turned, {at: symmetry.square(at, position.variant) for at in squares}


def meetings(
    games: Iterable[Kept], asked: mnk.Position
) -> Iterator[tuple[Kept, int, frozenset[mnk.Square]]]:
    """The games that reached a position: the game, the result for the side to move there, and the
    squares of the position asked for on which the game's next move can be said to lie."""
    ply = asked.count(mnk.Side.BLACK) + asked.count(mnk.Side.WHITE)
    stones = _own_and_other(asked)
    for game in games:
        if game.row.variant != asked.variant or len(game.moves) < ply or not game.counts:
            continue
        mover, turned = _turned(asked.variant, game.moves[:ply])
        ways = [where for these, where in turned if these == stones]
        if not ways:
            continue
        result = 0
        if game.outcome.winner is not None:
            result = 1 if game.outcome.winner is mover else -1
        following = game.moves[ply : ply + 1]
        yield game, result, frozenset(where[square] for where in ways for square in following)


@lru_cache(maxsize=10_000)
def _turned(
    variant: mnk.Variant, moves: tuple[mnk.Square, ...]
) -> tuple[mnk.Side, list[tuple[Stones, dict[mnk.Square, mnk.Square]]]]:
    """The side to move after these moves, and the stones in every turn with where squares went."""
    there = mnk.Position.start(variant)
    for square in moves:
        there = there.play(square)
    return there.side_to_move, [(_own_and_other(each), where) for each, where in turns(there)]


def counted(games: Iterable[Kept], asked: mnk.Position) -> dict[mnk.Square | None, Counter[int]]:
    """How often each move led to each result, by the lowest of the squares the move can be said to
    be on; None stands for all games."""
    counts: dict[mnk.Square | None, Counter[int]] = {None: Counter()}
    for _, result, squares in meetings(games, asked):
        counts[None][result] += 1
        if squares:
            counts.setdefault(min(squares), Counter())[result] += 1
    return counts
