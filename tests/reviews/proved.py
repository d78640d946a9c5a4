"""Games whose every position is assessed for real, and whose review is done."""

from games import library, mnk
from games.play import models
from games.players.models import Player
from games.review.models import Review, Shelved
from games.reviews import assessments, examining, reviews
from games.thinking.assessing import assess
from tests.library import shelf

THREE = mnk.Variant(3, 3, 3)


def reviewed(
    moves: str,
    black: Player,
    white: Player,
    *,
    variant: mnk.Variant = THREE,
    resigns: bool = False,
    at: int = shelf.AT,
    taken_back: int = 0,
    **game: object,
) -> models.Game:
    """A finished game with its review; `game` are columns it has besides."""
    state = mnk.GameState.replay(variant, mnk.moves_from_text(moves, variant))
    if resigns:
        state = state.resign(by=state.side_to_move)
    row = shelf.write(state, [black, white], at=at, taken_back=taken_back).row
    models.Game.objects.filter(pk=row.pk).update(**game)
    for position in reviews.positions_of(variant, state.moves):
        assessments.keep(position, assess(position, 100_000).assessment, nodes=10_000_000)
    total = len(state.moves) + 1
    Review.objects.create(
        game=row, asked_ms=at, nodes=1, done=total, total=total, finished_ms=at + 1
    )
    return row


def examine() -> int:
    """Shelve what is over and read every review; how many badges that brought."""
    while not library.shelve(most=50).is_last:
        pass
    brought = 0
    while (game_id := examining.next_review()) is not None:
        brought += examining.examine(game_id)
    return brought


def shelved(game: models.Game) -> Shelved:
    """A game as it is on the shelf."""
    return Shelved.objects.get(game=game)
