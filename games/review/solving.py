"""How a puzzle is played out: what is right at each turn, as found, and how a try is judged.

The search was done when the puzzle was made; players are answered from here without any.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec

from games import mnk
from games.refusals import BadRequest
from games.review.findings import Part
from games.say import count, say

EDITION = 1
"""Of the search that proves puzzles: what an older one proved is proved anew when verified."""
MOST_TURNS = 200
"""A position that can be played out in more ways than this makes no puzzle."""

Kind: TypeAlias = Literal["exact", "byFours"]
"""`exact`: the value of every square is proved. `byFours`: for every move it is proved whether
it begins a win by continuous fours; nothing is said about other wins."""


class RightMove(Part, frozen=True, kw_only=True):
    """A move that wins as quickly as possible."""

    square: int
    reply: int | None = None
    """The defence that holds out longest; None if the move completes a line."""
    then: int | None = None
    """The solver's next turn, by index; later than this one."""


class Turn(Part, frozen=True, kw_only=True):
    """What the solver may play at one of their turns. Every square that is not named is wrong."""

    right: Annotated[tuple[RightMove, ...], msgspec.Meta(min_length=1)]
    slower: tuple[int, ...] = ()
    """Squares that also win, but take longer."""
    drawing: tuple[int, ...] = ()
    """Squares that only draw; in an exact puzzle all others lose."""
    answered: tuple[tuple[int, int], ...] = ()
    """Squares that make a four, each with the reply after which no win by fours is left."""


class Solving(Part, frozen=True, kw_only=True):
    """Everything about a puzzle except its position."""

    kind: Kind
    plies: int
    """To the end, if both play as well as possible; in a puzzle by fours: by fours."""
    turns: Annotated[tuple[Turn, ...], msgspec.Meta(min_length=1, max_length=MOST_TURNS)]
    """The first is the puzzle's. They form no cycle."""

    @property
    def solution(self) -> int:
        """The one first move that wins."""
        return self.turns[0].right[0].square

    @property
    def line(self) -> tuple[int, ...]:
        """A quickest win against the defence that holds out longest."""
        moves: list[int] = []
        at: int | None = 0
        while at is not None:
            move = self.turns[at].right[0]
            moves.append(move.square)
            if move.reply is not None:
                moves.append(move.reply)
            at = move.then
        return tuple(moves)


class StrangeMoves(BadRequest):
    """Moves that do not lead anywhere in this puzzle."""

    code = "strangeMoves"
    sentence = "These moves don’t belong to this puzzle. Open it again."


Verdict: TypeAlias = Literal["right", "solved", "slower", "wrong"]


class Judgement(Part, frozen=True, kw_only=True):
    """How a try was judged."""

    verdict: Verdict
    turn: int
    """The turn it was made at, by index."""
    square: int
    reply: int | None = None
    """What the defender plays; for a wrong four, where it is blocked."""


def turn_after(solving: Solving, moves: Sequence[int]) -> int | None:
    """The solver's turn after right moves and their replies, by index; None when it is solved.

    Raises `StrangeMoves`.
    """
    at: int | None = 0
    for first in range(0, len(moves), 2):
        if at is None:
            raise StrangeMoves
        move = _right(solving.turns[at], moves[first])
        reply = moves[first + 1] if first + 1 < len(moves) else None
        if move is None or move.reply != reply:
            raise StrangeMoves
        at = move.then
    return at


def judge(solving: Solving, position: mnk.Position, moves: Sequence[int]) -> Judgement:
    """What the last of these moves is; the others are right ones and their replies.

    Raises `StrangeMoves`, and `mnk.NoSuchSquare` or `mnk.SquareTaken` for a last move that cannot
    be played.
    """
    if not moves:
        raise StrangeMoves
    *before, square = moves
    at = turn_after(solving, before)
    if at is None:
        raise StrangeMoves
    for move in before:
        position = position.play(move)
    position.play(square)
    turn = solving.turns[at]
    right = _right(turn, square)
    if right is not None:
        verdict: Verdict = "solved" if right.reply is None else "right"
        return Judgement(verdict=verdict, turn=at, square=square, reply=right.reply)
    if square in turn.slower:
        return Judgement(verdict="slower", turn=at, square=square)
    return Judgement(verdict="wrong", turn=at, square=square, reply=dict(turn.answered).get(square))


def sentence(solving: Solving, position: mnk.Position, judged: Judgement) -> str:
    """What is said about a try, in words; it claims no more than is proved."""
    move = mnk.name(judged.square, position.variant)
    match judged.verdict:
        case "solved":
            return say("{move} wins. Solved!", move=move)
        case "right":
            assert judged.reply is not None
            reply = mnk.name(judged.reply, position.variant)
            return say("{move} is right. The answer is {reply}. Your move.", move=move, reply=reply)
        case "slower":
            return say("{move} wins too, but there’s a quicker way.", move=move)
        case "wrong":
            return _why_wrong(solving, position, judged, move)


def task(solving: Solving, variant: mnk.Variant, side: str) -> str:
    """What the side of that name has to do; it claims no more than is proved."""
    if solving.kind == "exact":
        return say("{side} to play and win. Only one first move works.", side=side)
    if variant.has_fours:
        return say("{side} to play and win with fours alone. Only one first move works.", side=side)
    return say("{side} to play and win with threats alone. Only one first move works.", side=side)


def length(solving: Solving) -> str:
    """How long it takes, in words."""
    moves = mnk.winners_moves(solving.plies)
    return count("{count} move", "{count} moves", moves)


def _why_wrong(solving: Solving, position: mnk.Position, judged: Judgement, move: str) -> str:
    if solving.kind == "exact":
        if judged.square in solving.turns[judged.turn].drawing:
            return say("{move} only draws (proved).", move=move)
        return say("{move} loses (proved).", move=move)
    has_fours = position.variant.has_fours
    if judged.reply is None:
        if has_fours:
            return say("{move} doesn’t win with fours alone.", move=move)
        return say("{move} doesn’t win with threats alone.", move=move)
    reply = mnk.name(judged.reply, position.variant)
    if has_fours:
        return say("{move} doesn’t win with fours alone: {reply} blocks.", move=move, reply=reply)
    return say("{move} doesn’t win with threats alone: {reply} blocks.", move=move, reply=reply)


def _right(turn: Turn, square: int) -> RightMove | None:
    return next((move for move in turn.right if move.square == square), None)
