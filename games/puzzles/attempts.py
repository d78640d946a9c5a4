"""Puzzles played: tries are judged, first attempts are rated, and a player sees how it goes."""

import contextlib
import datetime
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Count, F, Q, QuerySet

from games import mnk
from games.players import glicko
from games.prepared import Prepared, tally
from games.puzzles import strength
from games.puzzles.kept import KeptPuzzle, row_of, solving_of
from games.review import solving
from games.review.findings import Banned, Part
from games.review.models import Attempt, Puzzle, PuzzleRating
from games.review.solving import Verdict
from games.review.themes import Theme
from games.say import say

HISTORY = 12
"""Attempts a player is shown in words."""
CURVE = 60
"""Ratings a player is shown as a curve."""
DAY_MS = 86_400_000


class Counted(Part, frozen=True, kw_only=True):
    """What a first attempt did to a player's rating, in whole points, and how it goes since."""

    rating: int
    change: int
    streak: int
    """How many were solved since the last miss."""
    today: tuple[int, int]
    """Solved and tried today (UTC)."""


class Tried(Part, frozen=True, kw_only=True):
    """The answer to a try, for the player who made it."""

    verdict: Verdict
    sentence: str
    reply: int | None = None
    """The defender's move after a right one."""
    line: tuple[int, ...] = ()
    """After a wrong one: how the other side goes on, if that is known."""
    left: int = 0
    """After a right one: how many moves the solver still has to find."""
    lesson: str = ""
    """Once solved: what it was about."""
    forbidden: Banned = msgspec.field(default_factory=dict)
    """Where black may not play after the moves that this tells."""
    counted: Counted | None = None
    """Only if it ended a first attempt that is rated."""


class Hint(Part, frozen=True, kw_only=True):
    """Help for one move."""

    squares: tuple[int, ...]
    """One of them is right."""
    sentence: str


# --- How it goes ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tries:
    """One attempt of a player, as their history shows it."""

    slug: str
    title: str
    goal: str
    result: str
    """`solved`, `missed` or `helped`."""
    rating: int
    """The player's, after it."""


@dataclass(frozen=True, slots=True)
class Record:
    """A player's puzzles."""

    strength: glicko.Rating
    tried: int
    """Rated first attempts."""
    solved: int
    streak: int
    """How many were solved since the last miss."""
    today: tuple[int, int]
    """Solved and tried today (UTC)."""
    latest: tuple[Tries, ...]
    curve: tuple[int, ...]
    """The latest ratings, the oldest first."""


def strength_of(player_id: int | None, at: int) -> glicko.Rating:
    """A player's strength at puzzles at a moment in ms, the less sure the longer they have tried
    none; before the first attempt, a stranger's."""
    for row in [] if player_id is None else _RATINGS(player_id):
        return _rested(row, at)
    return strength.STRANGER


def record_of(player_id: int | None, at: int) -> Record:
    """What a player has tried, the latest first, and how strong they are at a moment in ms."""
    if player_id is None:
        return Record(strength.STRANGER, 0, 0, 0, (0, 0), (), ())
    ((solved, tried),) = _SOLVED(player_id, 0)
    return Record(
        strength_of(player_id, at),
        tried,
        solved,
        streak_of(player_id),
        today_of(player_id, at),
        tuple(map(_told, _LATEST(player_id))),
        tuple(map(round, reversed(_CURVE(player_id)))),
    )


def streak_of(player_id: int) -> int:
    """How many puzzles a player has solved since the last miss; hints neither help nor hurt."""
    missed = _MISSED(player_id)
    ((solved, _),) = _AFTER(player_id, *missed[0]) if missed else _SOLVED(player_id, 0)
    return solved


def today_of(player_id: int, at: int) -> tuple[int, int]:
    """How many a player has solved, and tried, on the day (UTC) of a moment in ms."""
    ((solved, tried),) = _SOLVED(player_id, midnight(at))
    return solved, tried


def attempt_of(puzzle_id: int, player_id: int | None) -> str | None:
    """How a player's first attempt at a puzzle went: solved, missed or helped; None without one."""
    return results_of(player_id, [puzzle_id]).get(puzzle_id)


def results_of(player_id: int | None, puzzle_ids: Sequence[int]) -> dict[int, str]:
    """The same for several puzzles, by their rows."""
    rows = [] if player_id is None else _RESULTS(player_id, puzzle_ids)
    return {row.puzzle_id: result_of(row) for row in rows}


def result_of(row: Attempt) -> str:
    """`solved`, `missed`, or `helped`: not solved so far, after a hint."""
    if row.solved:
        return "solved"
    return "missed" if row.rated else "helped"


def solved_share(puzzle_id: int) -> int | None:
    """How many per cent of the rated first attempts solved a puzzle; None before the first."""
    ((solved, tried),) = _SOLVED_BY(puzzle_id)
    return round(100 * solved / tried) if tried else None


def midnight(at: int) -> int:
    """When the day (UTC) of a moment began, both in ms."""
    return at - at % DAY_MS


def date_of(at: int) -> datetime.date:
    """The day (UTC) of a moment in ms."""
    return datetime.datetime.fromtimestamp(at / 1000, datetime.UTC).date()


def _told(row: Attempt) -> Tries:
    told = mnk.position_from_line(row.puzzle.position)
    goal = solving.goal(solving_of(row.puzzle))
    return Tries(row.puzzle.slug, told.variant.title, goal, result_of(row), round(row.rating))


def _rested(row: PuzzleRating, at: int) -> glicko.Rating:
    latest = next(iter(_LATEST_RATED(row.player_id)), None)
    return strength.rested(row.strength, latest, at)


def _attempts(player: int) -> QuerySet[Attempt]:
    """A player's attempts, the latest first."""
    return Attempt.objects.filter(player_id=player).order_by("-at_ms", "-pk")


def _rated_of(player: int) -> QuerySet[Attempt]:
    return _attempts(player).filter(rated=True)


def _solved_of(attempts: QuerySet[Attempt]) -> QuerySet[Attempt, tuple[int, ...]]:
    """How many of these were solved, and how many there are."""
    return tally(attempts, Count("pk", filter=Q(solved=True)), Count("pk"))


_RATINGS = Prepared(lambda player: PuzzleRating.objects.filter(player_id=player))
_RESULTS = Prepared(lambda player, puzzles: _attempts(player).filter(puzzle__pk__in=puzzles))
_LATEST = Prepared(lambda player: _attempts(player).select_related("puzzle")[:HISTORY])
_LATEST_RATED = Prepared(lambda player: _rated_of(player).values_list("at_ms", flat=True)[:1])
_CURVE = Prepared(lambda player: _rated_of(player).values_list("rating", flat=True)[:CURVE])
_SOLVED = Prepared(lambda player, since: _solved_of(_rated_of(player).filter(at_ms__gte=since)))
_SOLVED_BY = Prepared(
    lambda puzzle: _solved_of(Attempt.objects.filter(puzzle_id=puzzle, rated=True))
)
_MISSED = Prepared(
    lambda player: _rated_of(player).filter(solved=False).values_list("at_ms", "pk")[:1]
)
_AFTER = Prepared(
    lambda player, at_ms, pk: _solved_of(
        _rated_of(player).filter(Q(at_ms__gt=at_ms) | Q(at_ms=at_ms, pk__gt=pk))
    )
)


# --- Playing -------------------------------------------------------------------------------------


def try_moves(
    slug: str, moves: Sequence[int], *, player_id: int, at: int, ms: int | None = None
) -> Tried:
    """Judge the last of these moves; what ends a first attempt is rated, once.

    `ms` is how long it took. Raises `NoSuchPuzzle`, `solving.StrangeMoves`, or a `mnk.RuleError`
    for a move that cannot be played; nothing is kept then.
    """
    row = row_of(slug)
    found, position = solving_of(row), mnk.position_from_line(row.position)
    judged = solving.judge(found, position, moves)
    is_solved = judged.verdict == "solved"
    counted = None
    # After a first attempt nothing more is kept: no need to wait for other writers.
    before = _attempts(player_id).filter(puzzle_id=row.pk).first()
    if (is_solved or judged.verdict == "wrong") and before is None:
        counted = _count(row.pk, player_id, solved=is_solved, at=at, ms=ms)
    if is_solved and before is not None and not before.rated:
        Attempt.objects.filter(pk=before.pk, rated=False).update(solved=True)
    return Tried(
        verdict=judged.verdict,
        sentence=solving.sentence(found, position, judged),
        reply=judged.reply,
        line=judged.line,
        left=judged.left,
        lesson=Theme(row.theme).lesson if is_solved and row.theme else "",
        counted=counted,
    )


def give_up(slug: str, *, player_id: int, at: int) -> tuple[KeptPuzzle, Counted | None]:
    """Show the solution: a first attempt then fails. Raises `NoSuchPuzzle`."""
    row = row_of(slug)
    return KeptPuzzle.of(row), _count(row.pk, player_id, solved=False, at=at)


def take_hint(slug: str, moves: Sequence[int], *, player_id: int, at: int) -> Hint:
    """Squares of which one is right, after right moves and their replies.

    Before a first attempt ends it is then kept as one with help, which moves no rating. Raises
    `NoSuchPuzzle` or `solving.StrangeMoves`.
    """
    row = row_of(slug)
    found, position = solving_of(row), mnk.position_from_line(row.position)
    squares = solving.candidates(found, position, moves)
    if not _attempts(player_id).filter(puzzle_id=row.pk).exists():
        _keep_hint(row.pk, player_id, at)
    names = [mnk.move_name(square, position.variant) for square in squares]
    return Hint(squares=squares, sentence=_one_of(names))


def _one_of(names: Sequence[str]) -> str:
    *others, last = names
    if not others:
        return say("The move is {square}.", square=last)
    return say("One of these: {squares} or {last}.", squares=", ".join(others), last=last)


def _keep_hint(puzzle_id: int, player_id: int, at: int) -> None:
    mine = strength_of(player_id, at)
    # It may have ended in another tab meanwhile.
    with contextlib.suppress(IntegrityError), transaction.atomic():
        Attempt.objects.create(
            puzzle_id=puzzle_id,
            player_id=player_id,
            solved=False,
            rated=False,
            rating=mine.rating,
            at_ms=at,
        )


@transaction.atomic
def _count(
    puzzle_id: int, player_id: int, *, solved: bool, at: int, ms: int | None = None
) -> Counted | None:
    """Rate the player and the puzzle by a first attempt; None if there was one already."""
    # 1. Others who try this puzzle, or rate this player, wait: on SQLite at BEGIN.
    puzzle = Puzzle.objects.select_for_update().get(pk=puzzle_id)
    stranger = strength.STRANGER
    PuzzleRating.objects.get_or_create(
        player_id=player_id,
        defaults={"rating": stranger.rating, "deviation": stranger.deviation},
    )
    mine = PuzzleRating.objects.select_for_update().get(player_id=player_id)
    before, theirs = _rested(mine, at), strength.known(puzzle.strength)
    mine.strength = strength.after(before, theirs, float(solved))
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
    puzzle.strength = strength.after(theirs, before, 1.0 - solved)
    puzzle.save(update_fields=["rating", "deviation", "volatility"])
    Puzzle.objects.filter(pk=puzzle_id).update(plays=F("plays") + 1)
    mine.save()
    return Counted(
        rating=round(mine.rating),
        change=round(mine.rating) - round(before.rating),
        streak=streak_of(player_id),
        today=today_of(player_id, at),
    )


# --- Rated anew ----------------------------------------------------------------------------------


@transaction.atomic
def recount() -> tuple[int, int]:
    """Rate all puzzles and players anew, by the first attempts in the order they were made; how
    many attempts were counted, and how many ratings are others now.

    Nothing changes if they were all rated as attempts are rated today.
    """
    puzzles = {row.pk: row for row in Puzzle.objects.select_for_update()}
    players = {row.player_id: row for row in PuzzleRating.objects.select_for_update()}
    theirs = {
        pk: strength.at_first(mnk.position_from_line(row.position), solving_of(row))
        for pk, row in puzzles.items()
    }
    mine: defaultdict[int, glicko.Rating] = defaultdict(lambda: strength.STRANGER)
    latest: dict[int, int] = {}
    attempts = 0
    for row in _rated():
        before = strength.rested(mine[row.player_id], latest.get(row.player_id), row.at_ms)
        puzzle = theirs[row.puzzle_id]
        mine[row.player_id] = strength.after(before, puzzle, float(row.solved))
        theirs[row.puzzle_id] = strength.after(puzzle, before, 1.0 - row.solved)
        latest[row.player_id] = row.at_ms
        attempts += 1
        if row.rating != mine[row.player_id].rating:
            Attempt.objects.filter(pk=row.pk).update(rating=mine[row.player_id].rating)
    changed = 0
    for rows, now in ((puzzles, theirs), (players, mine)):
        for key, each in rows.items():
            if each.strength != now[key]:
                each.strength = now[key]
                each.save(update_fields=["rating", "deviation", "volatility"])
                changed += 1
    return attempts, changed


def _rated() -> Iterator[Attempt]:
    return Attempt.objects.filter(rated=True).order_by("at_ms", "pk").iterator()
