"""Puzzles as they are kept: found in games or shipped with the server, each position once."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

import msgspec
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from games import mnk
from games.play.models import Game, Move
from games.players import glicko
from games.puzzles import strength
from games.review import solving
from games.review.errors import NoSuchPuzzle
from games.review.models import Puzzle, PuzzleSearch
from games.review.solving import Solving
from games.review.themes import Theme, theme_of

_encode = msgspec.json.Encoder().encode
_decode: msgspec.json.Decoder[Solving] = msgspec.json.Decoder(Solving)
_position = lru_cache(maxsize=1024)(mnk.position_from_line)


@dataclass(frozen=True, slots=True)
class KeptPuzzle:
    """A puzzle as pages need it."""

    id: int
    slug: str
    position: mnk.Position
    solving: Solving
    theme: Theme | None
    """None: nobody has looked yet."""
    plays: int
    strength: glicko.Rating
    game: str | None
    """The game it is from, where that may be named."""
    ply: int

    @classmethod
    def of(cls, row: Puzzle) -> "KeptPuzzle":
        game = row.game
        may_be_named = (
            game is not None
            and game.removed_ms is None
            and (game.listed or game.exhibition_id is not None)
        )
        return cls(
            row.pk,
            row.slug,
            _position(row.position),
            solving_of(row),
            Theme(row.theme) if row.theme else None,
            row.plays,
            strength.known(row.strength),
            game.slug if game is not None and may_be_named else None,
            row.ply,
        )

    @property
    def side(self) -> mnk.Side:
        """Who is to win."""
        return self.position.side_to_move

    @property
    def level(self) -> int:
        """How difficult it is, from 1 to 5."""
        return strength.level_of(self.strength.rating)

    def task(self, sides: mnk.BySide[str]) -> str:
        """What is to be done, with these names for the sides."""
        return solving.task(self.solving, self.position.variant, sides[self.side])


def solving_of(row: Puzzle) -> Solving:
    """How a puzzle is played out. Raises `msgspec.MsgspecError` if its row was tampered with."""
    return _decode.decode(row.solving)


def kinds_offered() -> tuple[bool, ...]:
    """Which puzzles people are shown, by whether they come with the server: a host may leave those
    out."""
    return (False, True) if settings.INAROW_STARTER_PUZZLES else (False,)


def offered(kinds: Collection[bool]) -> QuerySet[Puzzle]:
    """The puzzles of these kinds."""
    return Puzzle.objects.select_related("game").filter(starter__in=kinds)


def row_of(slug: str) -> Puzzle:
    """A puzzle's row, whether it is offered or not: links stay good. Raises `NoSuchPuzzle`."""
    try:
        return Puzzle.objects.select_related("game").get(slug=slug)
    except Puzzle.DoesNotExist:
        raise NoSuchPuzzle from None


def of_slug(slug: str) -> KeptPuzzle:
    """A puzzle by name. Raises `NoSuchPuzzle`."""
    return KeptPuzzle.of(row_of(slug))


# --- Finding -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unsearched:
    """A finished game that has not been searched yet."""

    id: int
    variant: mnk.Variant
    moves: tuple[mnk.Square, ...]


def next_unsearched(at: int) -> Unsearched | None:
    """The latest public game, finished and shown to its end by `at`, that was not searched yet.

    `at` is in milliseconds since 1970 UTC. None if all were searched.
    """
    row = (
        Game.objects.listable()
        .exclude(termination__in=("", mnk.Termination.ABORT.value))
        .filter(
            puzzle_search__isnull=True,
            changed_ms__lte=at - F("delay_ms"),
        )
        .order_by("-pk")
        .first()
    )
    if row is None:
        return None
    moves = Move.objects.filter(game=row, taken_back=0).order_by("ply")
    return Unsearched(row.pk, row.variant, tuple(moves.values_list("square", flat=True)))


def note_searched(game_id: int, found: int, *, at: int) -> None:
    """Note that a game was searched; `at` is in milliseconds since 1970 UTC."""
    PuzzleSearch.objects.update_or_create(game_id=game_id, defaults={"found": found, "at_ms": at})


def keep(position: mnk.Position, found: Solving, *, game_id: int | None, ply: int, at: int) -> bool:
    """Keep a puzzle found in a game; returns whether it is new.

    Turned, mirrored or with sides swapped it is the same, and so is one that came with the server.
    """
    row = new_row(position, found, at=at)
    row.game_id, row.ply = game_id, ply
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:  # it is kept already, or the game is gone
        return False
    return True


def new_row(position: mnk.Position, found: Solving, *, at: int) -> Puzzle:
    """The row of a puzzle from no game, as strong as it seems; not saved yet."""
    row = Puzzle(
        key=mnk.canonical(position).key,
        position=mnk.position_line(position),
        kind=found.kind,
        solution=found.solution,
        plies=found.plies,
        solving=_encode(found).decode(),
        theme=theme_of(position, found).value,
        edge=max(position.variant.width, position.variant.height),
        ply=0,
        created_ms=at,
        verified_edition=solving.EDITION,
    )
    row.strength = strength.at_first(position, found)
    return row


def name_themes(most: int) -> int:
    """Find the themes of at most this many puzzles of earlier versions; how many that were."""
    rows = list(Puzzle.objects.filter(theme="").order_by("pk")[:most])
    for row in rows:
        theme = theme_of(mnk.position_from_line(row.position), solving_of(row))
        Puzzle.objects.filter(pk=row.pk).update(theme=theme.value)
    return len(rows)
