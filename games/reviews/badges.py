"""Badges: what a player has done that can be proved, and what exactly is proved.

`KINDS` has them all. Some are shown by one game: they are kept with it, as reviews come in
(`of_review`) and as games against the perfect bot are shelved (`against_perfect`). The others are
counted when somebody looks. Only games count that everybody may look at, played without a hint and
without taking a move back.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Q

from games import mnk
from games.library.botratings import HELPED
from games.play.models import Fact, Thought
from games.play.protocol import Verdict
from games.players.bots import PERFECT
from games.players.models import Kind, Player, PlayerRating
from games.prepared import Prepared, tally
from games.review import worths
from games.review.models import Attempt, Badge, Shelved
from games.reviews import labels
from games.say import count, later, say

LEAST_MOVES = 5
"""A game without a mistake has at least this many moves of the player's …"""
LEAST_WIN = 3
"""… and a quickest win takes at least this many."""
AT_ONCE = 200
"""Games against the perfect bot that are looked at in one go."""
HARD_PLIES = 11
"""A hard puzzle takes this many plies, or more: 6 moves of the solver's."""
LEVELS = (10, 100, 1_000, 10_000)
"""Counted things are worth a badge at these numbers."""


@dataclass(frozen=True, slots=True)
class Told:
    """A badge, for a player's page."""

    name: str
    proof: str
    """What exactly is proved."""
    game: str = ""
    """The name in links of the game that shows it, if one does."""
    at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A badge that a game has brought."""

    player_id: int
    kind: str
    variant: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of badge that is kept with a game."""

    name: str
    proof: str
    """Both in English; `{board}` is what is played, `{count}` the number, which is large."""


HELD, BEAT, QUICKEST, FLAWLESS = "held", "beat", "quickest", "flawless"
KINDS: Mapping[str, _Kind] = {
    HELD: _Kind(
        later("Held Perfect"),
        later("Drew with Perfect on {board}. It has solved this board and makes no mistake."),
    ),
    BEAT: _Kind(
        later("Beat Perfect"),
        later("Beat Perfect on {board}. It has solved this board and makes no mistake."),
    ),
    QUICKEST: _Kind(
        later("The quickest win"),
        later("Won in {count} moves, proved to be the fewest possible."),
    ),
    FLAWLESS: _Kind(
        later("Not one mistake"),
        later("All {count} moves of a game, each proved to give nothing away."),
    ),
}


# --- For a player's page --------------------------------------------------------------------------


_BADGES = Prepared(
    lambda player: Badge.objects.filter(player=player).select_related("game").order_by("-at_ms")
)
_RATED = Prepared(
    lambda player: PlayerRating.objects.filter(player=player).values_list("games", flat=True)
)
_SOLVED = Prepared(
    lambda player: tally(
        Attempt.objects.filter(
            player=player, solved=True, rated=True, puzzle__plies__gte=HARD_PLIES
        ),
        Count("pk"),
    )
)


def of_player(player_id: int) -> list[Told]:
    """A player's badges, the latest first, then those that are counted: three queries."""
    return [*map(_told, _BADGES(player_id)), *_counted(player_id)]


def _told(badge: Badge) -> Told:
    kind = KINDS[badge.kind]
    board = mnk.variant_from_text(badge.variant).title if badge.variant else ""
    proof = say(kind.proof, board=board, count=badge.number)
    return Told(say(kind.name), proof, badge.game.slug, badge.at_ms)


def _counted(player_id: int) -> Iterator[Told]:
    rated = sum(_RATED(player_id))
    if level := _level(rated):
        yield Told(
            count("{count} rated game", "{count} rated games", level),
            count("Played {count} so far.", "Played {count} so far.", rated),
        )
    ((solved,),) = _SOLVED(player_id)
    if level := _level(solved):
        yield Told(
            count("{count} hard puzzle", "{count} hard puzzles", level),
            say(
                "Solved {count} at the first try that take {moves} moves or more, each proved.",
                count=solved,
                moves=(HARD_PLIES + 1) // 2,
            ),
        )


def _level(number: int) -> int:
    """The highest level that is reached; 0 for none.

    >>> _level(9), _level(10), _level(432)
    (0, 10, 100)
    """
    return max((level for level in LEVELS if level <= number), default=0)


# --- From reviews ---------------------------------------------------------------------------------


def of_review(shelved: Shelved, moves: Mapping[int, labels.Move]) -> Iterator[Shown]:
    """What a game's review proves about its players; every move is assessed, by ply."""
    if not shelved.public or len(moves) != shelved.plies or _is_helped(shelved):
        return
    for side, player in ((mnk.Side.BLACK, shelved.black), (mnk.Side.WHITE, shelved.white)):
        if player is None or player.kind == Kind.BOT:
            continue
        own = {ply: move for ply, move in moves.items() if move.side is side}
        has_won = shelved.winner == side
        if has_won and (number := _quickest(shelved, own)) >= LEAST_WIN:
            yield Shown(player.pk, QUICKEST, number=number)
        if (has_won or shelved.winner is None) and _is_flawless(own):
            yield Shown(player.pk, FLAWLESS, number=len(own))


def _quickest(shelved: Shelved, own: Mapping[int, labels.Move]) -> int:
    """In how many moves, proved to be the fewest, a side won from some point on; 0 if not so.

    On boards that are solved the plies of a proof are the fewest.
    """
    if shelved.termination != mnk.Termination.LINE:
        return 0
    if not mnk.is_solved(mnk.variant_from_text(shelved.variant)):
        return 0
    number = 0
    for ply in sorted(own, reverse=True):
        before, after = own[ply].before.worth, own[ply].worth
        if not worths.is_proved(before, Verdict.WIN) or before.plies is None:
            break
        if after.plies != before.plies:
            break
        number += 1
    return number


def _is_flawless(own: Mapping[int, labels.Move]) -> bool:
    found = labels.accuracy(own)
    return found is not None and len(own) >= LEAST_MOVES and found.moves == found.kept == len(own)


# --- Against the perfect bot ----------------------------------------------------------------------


class Mark(NamedTuple):
    """A game in the order in which they ended; those after it are still to be looked at."""

    ended_ms: int
    game_id: int


BEGINNING = Mark(0, 0)


class Batch(NamedTuple):
    """What some games against the perfect bot prove."""

    found: list[tuple[Shelved, Shown]]
    until: Mark
    is_last: bool
    """Whether there were no more."""


def against_perfect(after: Mark = BEGINNING) -> Batch:
    """What the next games against the perfect bot prove, in the order in which they ended.

    Four queries, and two for each game that may bring a new badge.
    """
    perfect = Player.objects.filter(level=PERFECT).first()
    if perfect is None:
        return Batch([], after, is_last=True)
    games = _next_of(perfect, after)
    may_show = [(game, shown) for game in games if (shown := _held(game, perfect)) is not None]
    have = Badge.objects.filter(
        kind__in=(HELD, BEAT), player__in={shown.player_id for _, shown in may_show}
    )
    known = set(have.values_list("player", "kind", "variant"))
    found = []
    for game, shown in may_show:
        key = (shown.player_id, shown.kind, shown.variant)
        if key not in known and not _is_helped(game) and _is_by(game, PERFECT):
            known.add(key)
            found.append((game, shown))
    until = Mark(games[-1].ended_ms, games[-1].game_id) if games else after
    return Batch(found, until, is_last=len(games) < AT_ONCE)


def _next_of(perfect: Player, after: Mark) -> list[Shelved]:
    """Its next games, read from two indexes that hold them in order."""
    ended_ms, number = after
    games: list[Shelved] = []
    for side in ("black", "white"):
        rows = Shelved.objects.filter(
            Q(ended_ms__gt=ended_ms) | Q(ended_ms=ended_ms, game_id__gt=number),
            ended_ms__gte=ended_ms,
            **{side: perfect},
        )
        games += rows.select_related("black", "white").order_by("ended_ms", "game_id")[:AT_ONCE]
    return sorted(games, key=lambda game: (game.ended_ms, game.game_id))[:AT_ONCE]


_BY_PLAY = (mnk.Termination.LINE, mnk.Termination.FULL_BOARD, mnk.Termination.DEAD_BOARD)


def _held(game: Shelved, perfect: Player) -> Shown | None:
    """Which badge a game may bring, by how it ended on the board."""
    side = mnk.Side.WHITE if game.black_id == perfect.pk else mnk.Side.BLACK
    other = game.white if side is mnk.Side.WHITE else game.black
    if not game.public or game.termination not in _BY_PLAY:
        return None
    if other is None or other.kind == Kind.BOT or game.winner == side.other:
        return None
    kind = HELD if game.winner is None else BEAT
    return Shown(other.pk, kind, game.variant)


def _is_by(game: Shelved, level: str) -> bool:
    """Whether the bot's every move was its own: none by a simpler one that stood in for it."""
    return not Thought.objects.filter(move__game=game.game_id).exclude(level=level).exists()


def _is_helped(game: Shelved) -> bool:
    """Whether somebody had a hint, or a move was taken back."""
    return Fact.objects.filter(HELPED, game=game.game_id).exists()


def keep(game: Shelved, shown: Shown) -> None:
    """Keep a badge, unless the player has it already, by as many moves or more."""
    made = {"number": shown.number, "game_id": game.game_id, "at_ms": game.ended_ms}
    badge, is_new = Badge.objects.get_or_create(
        player_id=shown.player_id, kind=shown.kind, variant=shown.variant, defaults=made
    )
    if not is_new:
        rows = Badge.objects.filter(pk=badge.pk, number__lt=shown.number)
        rows.update(**made)
