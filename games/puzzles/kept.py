"""Puzzles: kept as they are found, played by their stored turns, rated by first attempts."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Count, F, Max, Q, QuerySet

from games import mnk
from games.play.models import Game, Move
from games.play.watching import Visibility
from games.players import glicko, ratings
from games.review import solving
from games.review.errors import NoSuchPuzzle
from games.review.findings import Part
from games.review.models import Attempt, DailyPuzzle, Puzzle, PuzzleRating, PuzzleSearch
from games.review.solving import Solving, Verdict

HISTORY = 30
"""Attempts a player is shown."""
DAY_MS = 86_400_000

_encode = msgspec.json.Encoder().encode
_decode: msgspec.json.Decoder[Solving] = msgspec.json.Decoder(Solving)


@dataclass(frozen=True, slots=True)
class KeptPuzzle:
    """A puzzle as pages need it."""

    id: int
    slug: str
    position: mnk.Position
    solving: Solving
    plays: int
    strength: glicko.Rating
    game: str | None
    """The game it is from, where that may be named."""
    ply: int

    @classmethod
    def of(cls, row: Puzzle) -> "KeptPuzzle":
        game = row.game
        may_be_named = game is not None and (game.listed or game.exhibition_id is not None)
        return cls(
            row.pk,
            row.slug,
            mnk.position_from_line(row.position),
            solving_of(row),
            row.plays,
            row.strength,
            game.slug if game is not None and may_be_named else None,
            row.ply,
        )

    @property
    def side(self) -> mnk.Side:
        """Who is to win."""
        return self.position.side_to_move

    def task(self, sides: mnk.BySide[str]) -> str:
        """What is to be done, with these names for the sides."""
        return solving.task(self.solving, self.position.variant, sides[self.side])


class Counted(Part, frozen=True, kw_only=True):
    """What a first attempt did to a player's rating, in whole points."""

    rating: int
    change: int


class Tried(Part, frozen=True, kw_only=True):
    """The answer to a try, for the player who made it."""

    verdict: Verdict
    sentence: str
    reply: int | None = None
    """The defender's move; for a wrong four, where it is blocked."""
    counted: Counted | None = None
    """Only if it ended a first attempt."""


def solving_of(row: Puzzle) -> Solving:
    """How a puzzle is played out. Raises `msgspec.MsgspecError` if its row was tampered with."""
    return _decode.decode(row.solving)


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
        Game.objects.exclude(termination__in=("", mnk.Termination.ABORT.value))
        .filter(
            puzzle_search__isnull=True,
            visibility=Visibility.PUBLIC,
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
    """Keep a puzzle; returns whether it is new.

    Turned, mirrored or with sides swapped it is the same.
    """
    try:
        with transaction.atomic():
            Puzzle.objects.create(
                key=mnk.canonical(position).key,
                position=mnk.position_line(position),
                kind=found.kind,
                solution=found.solution,
                plies=found.plies,
                solving=_encode(found).decode(),
                game_id=game_id,
                ply=ply,
                created_ms=at,
                verified_edition=solving.EDITION,
            )
    except IntegrityError:  # it is kept already, or the game is gone
        return False
    return True


# --- Choosing ------------------------------------------------------------------------------------


def of_slug(slug: str) -> KeptPuzzle:
    """A puzzle by name. Raises `NoSuchPuzzle`."""
    return KeptPuzzle.of(_row(slug))


def of_day(at: int) -> KeptPuzzle | None:
    """The puzzle of the day (UTC) of a moment in ms; None while there are no puzzles.

    It is one of those that existed when the day began and have had the fewest days, chosen by date
    and key: the same for everybody, and for the whole day, whether it is kept already or not.
    """
    date = _date(at)
    row = DailyPuzzle.objects.select_related("puzzle__game").filter(date=date).first()
    if row is not None:
        return KeptPuzzle.of(row.puzzle)
    chosen = _chosen(date)
    return (
        None
        if chosen is None
        else KeptPuzzle.of(Puzzle.objects.select_related("game").get(pk=chosen))
    )


def keep_day(at: int) -> None:
    """Keep which puzzle a moment's day has, so that the days to come have others."""
    date = _date(at)
    if DailyPuzzle.objects.filter(date=date).exists():
        return
    chosen = _chosen(date)
    if chosen is not None:
        DailyPuzzle.objects.get_or_create(date=date, defaults={"puzzle_id": chosen})


def next_for(player_id: int | None) -> KeptPuzzle | None:
    """The puzzle whose rating is nearest to the player's, of those they have not tried."""
    known = _rating_of(player_id)
    mine = glicko.Rating().rating if known is None else known.rating
    puzzles = Puzzle.objects.select_related("game")
    if player_id is not None:
        puzzles = puzzles.exclude(attempts__player_id=player_id)
    above = puzzles.filter(rating__gte=mine).order_by("rating", "pk").first()
    below = puzzles.filter(rating__lt=mine).order_by("-rating", "pk").first()
    nearest = min(
        (row for row in (above, below) if row is not None),
        key=lambda row: abs(row.rating - mine),
        default=None,
    )
    return None if nearest is None else KeptPuzzle.of(nearest)


def _date(at: int) -> datetime.date:
    return datetime.datetime.fromtimestamp(at / 1000, datetime.UTC).date()


def _chosen(date: datetime.date) -> int | None:
    """The puzzle of a day, by its row."""
    midnight = datetime.datetime.combine(date, datetime.time(), datetime.UTC)
    there = Puzzle.objects.filter(created_ms__lt=int(midnight.timestamp() * 1000))
    times = Count("days", filter=Q(days__date__lt=date))
    lots = [
        (times, _lot(date, bytes(key)), pk)
        for times, key, pk in there.annotate(times=times).values_list("times", "key", "pk")
    ]
    if lots:
        *_, chosen = min(lots)
        return chosen
    # On the day of the first puzzles it is the very first.
    return Puzzle.objects.order_by("created_ms", "pk").values_list("pk", flat=True).first()


def _lot(date: datetime.date, key: bytes) -> bytes:
    return blake2b(date.isoformat().encode() + key, digest_size=8).digest()


def _row(slug: str) -> Puzzle:
    try:
        return Puzzle.objects.select_related("game").get(slug=slug)
    except Puzzle.DoesNotExist:
        raise NoSuchPuzzle from None


# --- Players -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tries:
    """One attempt of a player, as their history shows it."""

    slug: str
    title: str
    length: str
    solved: bool
    rating: int
    """The player's, after it."""
    at_ms: int


@dataclass(frozen=True, slots=True)
class Record:
    """A player's puzzles."""

    strength: glicko.Rating
    tried: int
    solved: int
    latest: tuple[Tries, ...]


def strength_of(player_id: int | None, at: int) -> glicko.Rating:
    """A player's strength at puzzles at a moment in ms, the less sure the longer they have tried
    none; before the first attempt, a stranger's."""
    row = _rating_of(player_id)
    return glicko.Rating() if row is None else _rested(row, at)


def _rating_of(player_id: int | None) -> PuzzleRating | None:
    if player_id is None:
        return None
    return PuzzleRating.objects.filter(player_id=player_id).first()


def _rested(row: PuzzleRating, at: int) -> glicko.Rating:
    """Each attempt ends a rating period; so do whole weeks without any, for players. A puzzle does
    not learn or forget: what is known about it stays."""
    latest = _attempts(row.player_id).aggregate(latest=Max("at_ms"))["latest"]
    periods = 0 if latest is None else max(0, at - latest) // ratings.PERIOD_MS
    return glicko.rested(row.strength, periods)


def record_of(player_id: int | None, at: int) -> Record:
    """What a player has tried, the latest first, and how strong they are at a moment in ms."""
    mine = _attempts(player_id)
    counts = mine.aggregate(tried=Count("pk"), solved=Count("pk", filter=Q(solved=True)))
    latest = []
    for row in mine.select_related("puzzle").order_by("-at_ms", "-pk")[:HISTORY]:
        told = mnk.position_from_line(row.puzzle.position)
        length = solving.length(solving_of(row.puzzle))
        latest.append(
            Tries(
                row.puzzle.slug,
                told.variant.title,
                length,
                row.solved,
                round(row.rating),
                row.at_ms,
            )
        )
    return Record(strength_of(player_id, at), counts["tried"], counts["solved"], tuple(latest))


def attempt_of(puzzle_id: int, player_id: int | None) -> bool | None:
    """Whether a player solved a puzzle at the first attempt; None if there was no attempt."""
    attempts = _attempts(player_id).filter(puzzle_id=puzzle_id)
    return attempts.values_list("solved", flat=True).first()


def _attempts(player_id: int | None) -> QuerySet[Attempt]:
    if player_id is None:
        return Attempt.objects.none()
    return Attempt.objects.filter(player_id=player_id)


# --- Playing -------------------------------------------------------------------------------------


def try_moves(
    slug: str, moves: Sequence[int], *, player_id: int, at: int, ms: int | None = None
) -> Tried:
    """Judge the last of these moves; what ends a first attempt is rated, once.

    `ms` is how long it took. Raises `NoSuchPuzzle`, `solving.StrangeMoves`, `mnk.NoSuchSquare` or
    `mnk.SquareTaken`; nothing is kept then.
    """
    row = _row(slug)
    found, position = solving_of(row), mnk.position_from_line(row.position)
    judged = solving.judge(found, position, moves)
    counted = None
    # After a first attempt nothing more is kept: no need to wait for other writers.
    is_end = judged.verdict in ("wrong", "solved")
    if is_end and attempt_of(row.pk, player_id) is None:
        counted = _count(row.pk, player_id, solved=judged.verdict == "solved", at=at, ms=ms)
    return Tried(
        verdict=judged.verdict,
        sentence=solving.sentence(found, position, judged),
        reply=judged.reply,
        counted=counted,
    )


def give_up(slug: str, *, player_id: int, at: int) -> tuple[KeptPuzzle, Counted | None]:
    """Show the solution: a first attempt then fails. Raises `NoSuchPuzzle`."""
    row = _row(slug)
    return KeptPuzzle.of(row), _count(row.pk, player_id, solved=False, at=at)


@transaction.atomic
def _count(
    puzzle_id: int, player_id: int, *, solved: bool, at: int, ms: int | None = None
) -> Counted | None:
    """Rate the player and the puzzle by a first attempt; None if there was one already."""
    # 1. Others who try this puzzle, or rate this player, wait: on SQLite at BEGIN.
    puzzle = Puzzle.objects.select_for_update().get(pk=puzzle_id)
    PuzzleRating.objects.get_or_create(player_id=player_id)
    mine = PuzzleRating.objects.select_for_update().get(player_id=player_id)
    before, theirs = _rested(mine, at), puzzle.strength
    mine.strength = glicko.after(before, [glicko.Result(theirs, float(solved))])
    # 2. Two tabs at once: the second finds the attempt there, by the constraint.
    try:
        with transaction.atomic():
            Attempt.objects.create(
                puzzle_id=puzzle_id,
                player_id=player_id,
                solved=solved,
                ms=ms,
                rating=mine.rating,
                at_ms=at,
            )
    except IntegrityError:
        return None
    # 3. Both are rated by what they were before.
    puzzle.strength = glicko.after(theirs, [glicko.Result(before, 1.0 - solved)])
    puzzle.save(update_fields=["rating", "deviation", "volatility"])
    Puzzle.objects.filter(pk=puzzle_id).update(plays=F("plays") + 1)
    mine.save()
    return Counted(rating=round(mine.rating), change=round(mine.rating) - round(before.rating))
