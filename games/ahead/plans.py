"""Keeping conditional moves. Functions here read and write the database: call them through
`Hub.read`."""

from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import F

from games import mnk
from games.ahead.lines import Line, is_part, left_of, other_answer
from games.ahead.models import MOST_MOVES, PlannedLine
from games.play.live import LiveGame
from games.play.models import Game
from games.refusals import BadRequest, Refused, TooMuch
from games.say import say

MOST_LINES = 30
"""A side has at most this many in a game."""
AT_ONCE = 100


class NothingToPlan(Refused):
    """A game in which nobody waits for an opponent who is elsewhere."""

    code = "nothingToPlan"
    sentence = (
        "You can plan while it’s your opponent’s turn, in games between two people with days for "
        "each move or without a clock. Not where a turn has two stones, or a choice of X and O."
    )


class BadLine(BadRequest):
    code = "badLine"
    sentence = "A line begins with your opponent’s move and ends with your answer."


class AnsweredOtherwise(Refused):
    code = "answeredOtherwise"

    def __init__(self, moves: str, answer: str) -> None:
        super().__init__(
            say(
                "After {moves} you already play {answer}. Remove that line first.",
                moves=moves,
                answer=answer,
            )
        )


class TooManyLines(TooMuch):
    code = "tooManyLines"
    sentence = "That’s as many lines as one game can have. Remove one first."


@dataclass(frozen=True, slots=True)
class Planned:
    """A line that is kept, as far as it has not been played."""

    number: int
    line: Line


def is_planned(game: LiveGame) -> bool:
    """Whether people plan in a game: over days, and where their moves take turns one by one, as
    those of a line do, and a square is a move."""
    says = game.state.variant.line_rule.says
    return game.is_correspondence and says.stones_a_turn == 1 and not says.either_kind


def can_plan(game: LiveGame, side: mnk.Side) -> bool:
    """Whether a side waits for the move of an opponent who may take days."""
    state = game.state
    return (
        game.is_started
        and is_planned(game)
        and not state.is_over
        and not state.in_opening
        and state.side_to_move is not side
    )


def of(game: LiveGame, side: mnk.Side) -> list[Planned]:
    """A side's lines that can still be played, the oldest first."""
    rows = PlannedLine.objects.filter(game=game.id, side=int(side)).order_by("pk")
    found = ((row, _left(row, game)) for row in rows)
    return [Planned(row.pk, line) for row, line in found if len(line) > 1]


def add(game: LiveGame, side: mnk.Side, line: Line) -> None:
    """Keep a line; one that it goes on with is replaced. Raises a refusal, or `mnk.RuleError`."""
    if not can_plan(game, side):
        raise NothingToPlan
    if not line or len(line) % 2:
        raise BadLine
    if len(line) > MOST_MOVES:
        raise BadLine(say("A line has at most {number} moves.", number=MOST_MOVES))
    mnk.GameState.replay(game.state.variant, (*game.state.moves, *line))
    with transaction.atomic():
        # Whoever plans the same side in another browser waits.
        Game.objects.select_for_update().filter(pk=game.id).first()
        kept = of(game, side)
        if any(is_part(line, each.line) for each in kept):
            return
        clash = other_answer(line, [each.line for each in kept])
        if clash is not None:
            moves, answer = clash
            variant = game.state.variant
            raise AnsweredOtherwise(
                " ".join(mnk.name(square, variant) for square in moves), mnk.name(answer, variant)
            )
        replaced = [each.number for each in kept if is_part(each.line, line)]
        if len(kept) - len(replaced) >= MOST_LINES:
            raise TooManyLines
        PlannedLine.objects.filter(pk__in=replaced).delete()
        PlannedLine.objects.create(
            game_id=game.id,
            side=int(side),
            ply=game.state.ply,
            moves=mnk.moves_text(line, game.state.variant),
            version=game.version,
        )


def remove(game_id: int, side: mnk.Side, number: int) -> None:
    """Forget a line of a side's."""
    PlannedLine.objects.filter(pk=number, game=game_id, side=int(side)).delete()


# --- For the worker ------------------------------------------------------------------------------


def changed() -> list[str]:
    """The games in which something has happened since their lines were last looked at."""
    rows = PlannedLine.objects.exclude(version=F("game__version")).order_by("game")
    return list(rows.values_list("game__slug", flat=True).distinct()[:AT_ONCE])


def answer(game: LiveGame) -> tuple[mnk.Side, mnk.Square] | None:
    """What the side to move has planned to answer, if that is due."""
    side = game.state.side_to_move
    state = game.state
    if state.is_over or state.is_paused or any(whose is side.other for _, whose in state.offers):
        return None  # an offer is for its player to answer
    for row in PlannedLine.objects.filter(game=game.id, side=int(side)).order_by("pk"):
        left = _left(row, game)
        if len(left) % 2:
            return side, left[0]
    return None


def settle(game: LiveGame) -> None:
    """Note how far a game's lines have been played; those that came to nothing are forgotten.

    A line whose answer is still due stays as it is: the game goes on, or its player plays.
    """
    for row in PlannedLine.objects.filter(game=game.id):
        left = () if game.state.is_over else _left(row, game)
        mine = PlannedLine.objects.filter(pk=row.pk)
        if not left:
            mine.delete()
            continue
        changes: dict[str, object] = {"version": game.version}
        if not len(left) % 2:
            changes |= {"ply": game.state.ply, "moves": mnk.moves_text(left, game.state.variant)}
        try:
            with transaction.atomic():
                mine.update(**changes)
        except IntegrityError:  # it has become the same as another
            mine.delete()


def _left(row: PlannedLine, game: LiveGame) -> Line:
    moves = game.state.moves
    if game.taken_back > row.version or row.ply > len(moves):
        return ()
    line = tuple(mnk.moves_from_text(row.moves, game.state.variant))
    return left_of(line, moves[row.ply :])
