"""Practising a kept game's mistakes: its exercises, and a try at one of them."""

from dataclasses import dataclass

from games import mnk
from games.play import history, live
from games.play.hub import Hub
from games.players.identify import Visitor
from games.review.errors import GameGoesOn, NobodyToAsk, NoSuchExercise
from games.review.findings import ReviewState
from games.reviews import practice, reviews
from games.reviews.evaluations import Evaluations


@dataclass(frozen=True, slots=True)
class GameExercises:
    """What there is to practise in a game."""

    game: live.LiveGame
    state: ReviewState
    done: int
    total: int
    """Of the review's positions."""
    exercises: tuple[practice.Exercise, ...]

    def of(self, visitor: Visitor) -> tuple[practice.Exercise, ...]:
        """A visitor's own mistakes, in the order they were made."""
        mine = self.game.sides_of(visitor)
        return tuple(each for each in self.exercises if each.position.side_to_move in mine)

    def at(self, ply: int, visitor: Visitor) -> practice.Exercise:
        """A visitor's own mistake. Raises `NoSuchExercise`, also for somebody else's."""
        for exercise in self.of(visitor):
            if exercise.ply == ply:
                return exercise
        raise NoSuchExercise


def of_game(slug: str, sides: tuple[mnk.Side, ...] = tuple(mnk.Side)) -> GameExercises:
    """What these sides can practise from a game. Raises `NoSuchGame` or `GameGoesOn`."""
    game = history.load(slug).game
    if not game.state.is_over:
        raise GameGoesOn
    review = reviews.of_game(slug)
    found = practice.exercises(review, game.state.variant, game.state.moves, sides)
    return GameExercises(game, review.state, review.done, review.total, found)


async def try_move(
    hub: Hub, exercise: practice.Exercise, square: mnk.Square, *, of: str
) -> practice.Checked:
    """Judge a try by what the position after it is worth, which is kept or is found now; finding it
    counts for a share.

    Raises `mnk.NoSuchSquare`, `mnk.SquareTaken` or `TooManyQuestions`.
    """
    after = exercise.position.play(square)
    is_over = after.is_stuck or after.has_won(exercise.position.side_to_move)
    is_best = exercise.before.status == "proved" and square in exercise.best
    if is_over or is_best or square == exercise.played:
        return practice.check(exercise, square, None)
    try:
        found = await hub.part(Evaluations).assess(after, of=of)
    except NobodyToAsk:
        return practice.check(exercise, square, None)
    return practice.check(exercise, square, found)
