"""Reviews of games: asking for one, and what is told about it, as far as it has come."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import takewhile
from typing import Final, NamedTuple

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Q

from games import library, mnk, shares
from games.play.clock import now_ms
from games.play.errors import NoSuchGame
from games.play.models import Game, Move
from games.play.services import queries
from games.review import findings, models
from games.review.canonical import CanonicalForm
from games.review.errors import GameGoesOn, NoSuchPly, TooManyReviews
from games.reviews import assessments, labels

MOST_OF_SHARE: Final = 20
"""At most this many reviews of one share may be unfinished."""
_lessons = msgspec.json.Decoder(tuple[tuple[findings.Lesson, ...], ...])


def ask_for(slug: str, *, of: str = "", at: int) -> None:
    """Have a finished game reviewed; asking again changes nothing while that goes well.

    A review that failed is begun anew, and so is one that is done but no longer kept in full. `of`
    is whose share it counts for; if empty, nobody's, without a limit. `at` is now, in milliseconds
    since 1970 UTC. Raises `NoSuchGame`, `GameGoesOn` or `TooManyReviews`.
    """
    game = _game(slug)
    share = shares.kept(of) if of else ""
    begun = {
        "asked_ms": at,
        "nodes": assessments.nodes_for(game.variant),
        "total": game.ply + 1,
        "done": 0,
        "finished_ms": None,
        "failed": False,
        "worker": "",
        "until_ms": 0,
        "attempts": 0,
        "examined": False,
        "share": share,
    }
    review = models.Review.objects.filter(pk=game.pk).first()
    if review is None:
        _check_room(share)
        try:
            with transaction.atomic():
                models.Review.objects.create(game=game, **begun)
        except IntegrityError:
            pass  # somebody else asked at the same moment
    elif review.failed or (review.finished_ms is not None and not _is_all_kept(game)):
        _check_room(share)
        rows = models.Review.objects.filter(Q(failed=True) | Q(finished_ms__isnull=False))
        rows.filter(pk=game.pk).update(**begun)


def _check_room(share: str) -> None:
    """Raises `TooManyReviews`. Many requests at the same moment may get a few more."""
    under_way = models.Review.objects.filter(finished_ms__isnull=True, failed=False, share=share)
    if share and under_way.count() >= MOST_OF_SHARE:
        raise TooManyReviews


def of_game(slug: str) -> findings.GameReview:
    """A game's review as far as it has come, in state `none` if nobody has asked for it.

    Five queries. Raises `NoSuchGame` or `GameGoesOn`.
    """
    game = _game(slug)
    review = models.Review.objects.filter(pk=game.pk).first()
    if review is None:
        return findings.GameReview(game=slug, state="none", total=game.ply + 1)
    kept, told, by_ply = _read(game)
    lessons = _lessons.decode(review.lessons) if review.lessons else ()
    black, white = (
        labels.accuracy({ply: move for ply, move in by_ply.items() if move.side is side})
        for side in mnk.Side
    )
    return findings.GameReview(
        game=slug,
        state=_state(review),
        done=sum(each is not None for each in kept),
        total=len(kept),
        worths=tuple(None if each is None else each.worth for each in told),
        plies=tuple(
            labels.ply_review(ply, move, lessons[ply] if ply < len(lessons) else ())
            for ply, move in by_ply.items()
        ),
        black=black,
        white=white,
        turning_point=labels.turning_point(by_ply),
    )


def moves_of(game: Game) -> Mapping[int, labels.Move]:
    """The moves of a game that is over, by ply, as far as both positions are assessed, without the
    stones of its opening.

    Three queries; four if it has one.
    """
    return _read(game).moves


class _Read(NamedTuple):
    """What is known of the positions of a game."""

    kept: list[findings.Assessment | None]
    told: tuple[findings.Assessment | None, ...]
    """With what the later ones prove about the earlier."""
    moves: Mapping[int, labels.Move]


def _read(game: Game) -> _Read:
    moves = squares_of(game)
    forms = _forms_of(game.variant, moves)
    kept = assessments.kept_of(forms)
    told = labels.by_hindsight(mnk.Position.start(game.variant), moves, kept)
    played = labels.moves_of(game.variant, moves, told, _book(game, forms))
    opened = _stones_of_opening(game, moves)
    return _Read(kept, told, {ply: move for ply, move in played.items() if ply >= opened})


def _stones_of_opening(game: Game, moves: tuple[mnk.Square, ...]) -> int:
    """How many stones were placed in an opening: nobody played those well or badly."""
    text = queries.openings_of([game]).get(game.pk)
    return 0 if text is None else mnk.opening_from_text(text, game.variant, moves).stones


def accuracy_of(slug: str) -> findings.GameAccuracy:
    """How each side of a game did, and where it turned: for whoever shows no more than that.

    Nothing but the state is said until the review is done: half of it would say something else.
    Raises `NoSuchGame` or `GameGoesOn`.
    """
    found = of_game(slug)
    if found.state != "done":
        return findings.GameAccuracy(game=slug, state=found.state)
    return findings.GameAccuracy(
        game=slug,
        state=found.state,
        black=found.black,
        white=found.white,
        turning_point=found.turning_point,
    )


def _book(game: Game, forms: tuple[CanonicalForm, ...]) -> set[int]:
    """The plies after which, as after all before them, many other games stood as this one."""
    times = library.times_reached([form.key for form in forms[1:]], besides=game.pk)
    went = (times[form.key] >= library.BOOK_GAMES for form in forms[1:])
    return {ply for ply, _ in enumerate(takewhile(bool, went))}


def at_ply(slug: str, ply: int) -> findings.Assessment | None:
    """What was found about the position after `ply` moves; None if it is not assessed yet.

    Raises `NoSuchGame`, `GameGoesOn` or `NoSuchPly`.
    """
    game = _game(slug)
    if ply > game.ply:
        raise NoSuchPly
    return assessments.kept(positions_of(game.variant, squares_of(game)[:ply])[-1])


def squares_of(game: Game) -> tuple[mnk.Square, ...]:
    """The moves of a game, without those taken back."""
    rows = Move.objects.filter(game=game, taken_back=0).order_by("ply")
    return tuple(rows.values_list("square", flat=True))


def positions_of(variant: mnk.Variant, moves: tuple[mnk.Square, ...]) -> list[mnk.Position]:
    """The positions of a game, including the first and the last."""
    positions = [mnk.Position.start(variant)]
    for square in moves:
        positions.append(positions[-1].play(square))
    return positions


@lru_cache(maxsize=64)
def _forms_of(variant: mnk.Variant, moves: tuple[mnk.Square, ...]) -> tuple[CanonicalForm, ...]:
    """The forms of a game's positions: a page asks time and again while the review goes on."""
    return tuple(map(CanonicalForm.of, positions_of(variant, moves)))


def _game(slug: str) -> Game:
    game = Game.objects.filter(slug=slug).first()
    if game is None:
        raise NoSuchGame
    if not game.termination:
        raise GameGoesOn
    return game


def _is_all_kept(game: Game) -> bool:
    return None not in assessments.kept_of(_forms_of(game.variant, squares_of(game)))


def _state(review: models.Review) -> findings.ReviewState:
    if review.failed:
        return "failed"
    if review.finished_ms is not None:
        return "done"
    return "working" if review.until_ms >= now_ms() else "waiting"
