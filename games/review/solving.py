"""How a puzzle is played out: what is right at each turn, as found, and how a try is judged.

The search was done when the puzzle was made; players are answered from here without any.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec

from games import mnk
from games.refusals import BadRequest
from games.review.findings import Part
from games.say import say

EDITION = 1
"""Of the search that proves puzzles: what an older one proved is proved anew when verified."""
CANDIDATES = 3
"""How many squares a hint names."""
MOST_TURNS = 200
"""A position that can be played out in more ways than this makes no puzzle."""

Kind: TypeAlias = Literal["exact", "byFours"]
"""`exact`: the value of every move is proved, at each turn at which no line can be completed at
once. `byFours`: for every move it is proved whether it begins a win by continuous fours; nothing
is said about other wins. Moves are numbers as in games: a square, or where stones are of either
kind a square and a kind (`games.mnk.move`)."""


class RightMove(Part, frozen=True, kw_only=True):
    """A move that wins as quickly as possible."""

    square: int
    reply: int | None = None
    """The defence that holds out longest; None if the move completes the line that wins. Where
    completing one loses, the last reply does."""
    then: int | None = None
    """The solver's next turn, by index; later than this one. None: the game is over."""


class Refutation(Part, frozen=True, kw_only=True):
    """Why moves are wrong: how the other side goes on after each of them."""

    line: Annotated[tuple[int, ...], msgspec.Meta(min_length=1)]
    """Both sides' moves, the other side's reply first. After a move that loses it ends with the
    other side's line; after one that draws it is the reply that holds the draw."""
    squares: tuple[int, ...] = ()
    """After which moves; none: after every wrong one that nothing else is said about."""


class Turn(Part, frozen=True, kw_only=True):
    """What the solver may play at one of their turns. Every move that is not named is wrong."""

    right: Annotated[tuple[RightMove, ...], msgspec.Meta(min_length=1)]
    slower: tuple[int, ...] = ()
    """Squares that also win, but take longer."""
    drawing: tuple[int, ...] = ()
    """Squares that only draw; in an exact puzzle all others lose."""
    answered: tuple[tuple[int, int], ...] = ()
    """Squares that make a four, each with the reply after which no win by fours is left."""
    refuted: tuple[Refutation, ...] = ()
    """Why other squares are wrong, as far as that is known."""

    @property
    def wins_at_once(self) -> bool:
        """Whether the line that wins can be completed now."""
        return self.right[0].reply is None

    def after(self, wrong: int) -> tuple[int, ...]:
        """How the other side goes on after a wrong move; empty if that is not known."""
        if wrong in (answered := dict(self.answered)):
            return (answered[wrong],)
        for each in self.refuted:
            if wrong in each.squares or not (each.squares or wrong in each.line):
                return each.line
        return ()


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
    """What the defender plays."""
    line: tuple[int, ...] = ()
    """After a wrong move: how the other side goes on, if that is known."""
    left: int = 0
    """After a right one: how many of the solver's moves are still to come."""


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

    Raises `StrangeMoves`, and a `mnk.RuleError` for a last move that cannot be played.
    """
    if not moves:
        raise StrangeMoves
    *before, square = moves
    at = turn_after(solving, before)
    if at is None:
        raise StrangeMoves
    position.play_all(moves)
    turn = solving.turns[at]
    right = _right(turn, square)
    if right is not None:
        verdict: Verdict = "solved" if right.then is None else "right"
        left = mnk.winners_moves(solving.plies) - len(moves) // 2 - 1
        return Judgement(verdict=verdict, turn=at, square=square, reply=right.reply, left=left)
    if square in turn.slower:
        return Judgement(verdict="slower", turn=at, square=square)
    return Judgement(verdict="wrong", turn=at, square=square, line=turn.after(square))


def sentence(solving: Solving, position: mnk.Position, judged: Judgement) -> str:
    """What is said about a try, in words; it claims no more than is proved."""
    move = mnk.move_name(judged.square, position.variant)
    match judged.verdict:
        case "solved":
            return say("{move} wins. Solved!", move=move)
        case "right":
            assert judged.reply is not None
            reply = mnk.move_name(judged.reply, position.variant)
            return say("{move} is right. The answer is {reply}. Your move.", move=move, reply=reply)
        case "slower":
            return say("{move} wins too, but there’s a quicker way.", move=move)
        case "wrong":
            return _why_wrong(solving, position, judged, move)


def candidates(solving: Solving, position: mnk.Position, moves: Sequence[int]) -> tuple[int, ...]:
    """A few moves of which exactly one is right, after right moves and their replies; in order.

    The others are those one might think of: threats that lead nowhere, moves that only draw, where
    the other side would go on. The same each time. Raises `StrangeMoves`; also once it is solved.
    """
    at = turn_after(solving, moves)
    if at is None:
        raise StrangeMoves
    position = position.play_all(moves)
    turn, playable = solving.turns[at], position.playable_moves()
    winning = {*(move.square for move in turn.right), *turn.slower}
    right = turn.right[0].square
    tempting = [
        *(square for square, _ in turn.answered),
        *(square for each in turn.refuted for square in each.line[:1]),
        *turn.drawing,
        *_around(right, position.variant),
        *playable,
    ]
    others = [move for move in dict.fromkeys(tempting) if move not in winning and move in playable]
    return tuple(sorted((right, *others[: CANDIDATES - 1])))


def _around(move: int, variant: mnk.Variant) -> tuple[int, ...]:
    """The moves to the squares that touch a move's."""
    row, column = divmod(mnk.square_of(move, variant), variant.width)
    squares = [
        y * variant.width + x
        for y in range(max(0, row - 1), min(variant.height, row + 2))
        for x in range(max(0, column - 1), min(variant.width, column + 2))
        if (x, y) != (column, row)
    ]
    return mnk.moves_to(squares, variant)


def task(solving: Solving, variant: mnk.Variant, side: str) -> str:
    """What the side of that name has to do; it claims no more than is proved."""
    moves = mnk.winners_moves(solving.plies)
    if solving.kind == "exact":
        return say("{side} to play and win in {moves}", side=side, moves=moves)
    if variant.has_fours:
        return say("{side} to play and win in {moves} with fours alone", side=side, moves=moves)
    return say("{side} to play and win in {moves} with threats alone", side=side, moves=moves)


def proved(solving: Solving, variant: mnk.Variant) -> str:
    """How it is to be won, and what is proved about the first move, in words."""
    if solving.kind == "exact":
        return say("Only one first move wins (proved).")
    if variant.has_fours:
        return say("Make a four with every move. Only one first move works (proved).")
    return say(
        "Threaten {goal} with every move. Only one first move works (proved).", goal=variant.goal
    )


def caveat(solving: Solving, variant: mnk.Variant) -> str:
    """What is not proved, in words; empty where all is."""
    if solving.kind == "exact":
        return ""
    if variant.has_fours:
        return say("A quieter move may win, too. Here only fours count.")
    return say("A quieter move may win, too. Here only threats count.")


def goal(solving: Solving) -> str:
    """How long it takes, for a list."""
    return say("Win in {moves}", moves=mnk.winners_moves(solving.plies))


def _why_wrong(solving: Solving, position: mnk.Position, judged: Judgement, move: str) -> str:
    variant, turn = position.variant, solving.turns[judged.turn]
    if turn.wins_at_once:
        return say("{move} misses it: you can make {goal} now.", move=move, goal=variant.goal)
    reply = mnk.move_name(judged.line[0], variant) if judged.line else ""
    is_four = judged.square in dict(turn.answered)
    if solving.kind == "exact":
        return _why_not_best(turn, judged, move, reply, is_four=is_four)
    if variant.has_fours:
        if is_four:
            return say(
                "{move} doesn’t win with fours alone: {reply} blocks.", move=move, reply=reply
            )
        return say("{move} doesn’t win with fours alone.", move=move)
    if is_four:
        return say("{move} doesn’t win with threats alone: {reply} blocks.", move=move, reply=reply)
    return say("{move} doesn’t win with threats alone.", move=move)


def _why_not_best(turn: Turn, judged: Judgement, move: str, reply: str, *, is_four: bool) -> str:
    """Why a move does not win where the value of each is proved."""
    if is_four:
        return say("{reply} blocks {move}, and no win is left (proved).", move=move, reply=reply)
    if judged.square in turn.drawing:
        if reply:
            return say("{move} only draws: {reply} holds (proved).", move=move, reply=reply)
        return say("{move} only draws (proved).", move=move)
    if reply:
        return say("{move} loses: {reply} wins (proved).", move=move, reply=reply)
    return say("{move} loses (proved).", move=move)


def _right(turn: Turn, square: int) -> RightMove | None:
    return next((move for move in turn.right if move.square == square), None)
