"""Makes puzzles from nothing: bots play each other, and positions with one winning move are kept.

Whatever is kept is proved twice. The search proves the value of every square (`puzzling.find`);
then a certificate is written for each square and read by the independent checker, which knows the
rules by its own reading of them: the one move wins in the moves that are claimed, and each other
one does not. Under rules of which there are no certificates the second proof is a search from
scratch (`puzzling.faults`), and on large boards all that is claimed is what fours do.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

from games import evaluator, mnk
from games.evaluator import Limit, Verdict, certificate_file
from games.review import checker
from games.review.certificate import BadCertificate
from games.review.solving import Kind, Solving
from games.review.themes import Theme, has_one_theme, theme_of
from games.thinking import puzzling

NODES: Final = 400_000
"""For the search of one position."""
FEW_NODES: Final = 8_000
"""On small boards that are not solved the exact search would take its time, and mostly in vain."""
CERTIFICATE_NODES: Final = 400_000
MOST_MOVES: Final = 20_000
"""What the checker reads for one square; a square whose proof is longer makes no puzzle."""
LONGEST_GAME: Final = 120
SMALLEST: Final = 12
"""On boards this small all positions look alike: only the same one is left out."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many puzzles a board is to have."""

    variant: mnk.Variant
    by_moves: Mapping[int, int]
    """By the number of the solver's moves."""
    games: int
    """How many games are played for them, at most."""
    also: Mapping[Theme, int] = field(default_factory=dict)
    """So many of these themes beside them, won in any number of moves."""


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle, proved and checked."""

    position: mnk.Position
    solving: Solving
    theme: Theme


def make(wanted: Wanted, seed: int) -> Iterator[Made]:
    """Puzzles on one board: the same for the same seed. No two of them look alike."""
    rng = Random(f"{seed} {wanted.variant.title}")
    left, also = Counter(wanted.by_moves), Counter(wanted.also)
    total = left.total()
    themes: Counter[Theme] = Counter()
    kept: list[mnk.Position] = []
    for _ in range(wanted.games):
        if not (any(left.values()) or any(also.values())):
            return
        for position in _game(wanted.variant, rng):
            made = _made(position, left, also)
            if made is None or any(_look_alike(position, each) for each in kept):
                continue
            if also[made.theme]:
                also[made.theme] -= 1
            # No theme takes more than its part while others may still come.
            elif themes[made.theme] * 2 > total and not has_one_theme(wanted.variant):
                continue
            else:
                themes[made.theme] += 1
                left[mnk.winners_moves(made.solving.plies)] -= 1
            kept.append(position)
            yield made
            break  # the next moves of a game make much the same puzzle


def _made(
    position: mnk.Position, left: Mapping[int, int], also: Mapping[Theme, int]
) -> Made | None:
    """The puzzle that a position is, if there is still one wanted like it."""
    if puzzling.is_trivial(position):
        return None
    found = puzzling.find(position, _nodes(position.variant), _kinds(position.variant))
    if found is None:
        return None
    theme = theme_of(position, found)
    if left.get(mnk.winners_moves(found.plies), 0) <= 0 and not also.get(theme, 0):
        return None
    return Made(position, found, theme) if is_checked(position, found) else None


def _nodes(variant: mnk.Variant) -> int:
    is_quick = variant.squares > 64 or mnk.is_solved(variant) or not mnk.has_certificates(variant)
    return NODES if is_quick else FEW_NODES


def _kinds(variant: mnk.Variant) -> tuple[Kind, ...]:
    """What is looked for: the value of every move, wherever there are means to prove it."""
    is_exact = mnk.has_certificates(variant) or variant.squares <= 64
    return ("exact",) if is_exact else ("byFours",)


def is_checked(position: mnk.Position, found: Solving) -> bool:
    """Whether the independent checker agrees: that the winning move wins in as many plies as are
    claimed, and that no other one wins. Without certificates: whether a search from scratch does.
    """
    if not mnk.has_certificates(position.variant):
        return not puzzling.faults(position, found)
    win = _written(position, found)
    if win is None or not _is_accepted(win):
        return False
    for square in position.empty_squares():
        after = position.play(square)
        if square == found.solution or after.is_full:
            continue
        claim = evaluator.prove(after, Limit(nodes=CERTIFICATE_NODES))
        if claim is None or claim.verdict is Verdict.LOSS or not _is_accepted(claim):
            return False
    return True


def _written(position: mnk.Position, found: Solving) -> evaluator.Certificate | None:
    """The win as a certificate: on a board that is not solved it is what the puzzle says itself,
    on a solved one every defence has its answer."""
    if mnk.is_solved(position.variant):
        claim = evaluator.prove(position, Limit(nodes=CERTIFICATE_NODES))
        is_it = claim is not None and (claim.verdict, claim.plies) == (Verdict.WIN, found.plies)
        return claim if is_it else None
    moves: dict[tuple[int, int], mnk.Square] = {}
    waiting = [(position, 0)]
    while waiting:
        here, at = waiting.pop()
        best = found.turns[at].right[0]
        black, white = (sum(1 << square for square in here.stones(side)) for side in mnk.Side)
        moves[black, white] = best.square
        if best.reply is not None and best.then is not None:
            waiting.append((here.play(best.square).play(best.reply), best.then))
    win = evaluator.Strategy(position.side_to_move, True, moves)
    return evaluator.Certificate(position, Verdict.WIN, (win,), found.plies)


def _is_accepted(claim: evaluator.Certificate) -> bool:
    if sum(len(each.moves) for each in claim.strategies) > MOST_MOVES:
        return False
    try:
        checker.verify(certificate_file.text(claim).encode())
    except BadCertificate:
        return False
    return True


_FULL_LINES: Final = (mnk.Variant.full_lines(3, 5), mnk.Variant.full_lines(5, 4))
_EXACT: Final = mnk.PRESETS["15x15-exact"].variant
_PILLARS: Final = mnk.PRESETS["6x6-pillars"].variant
_CARO: Final = mnk.PRESETS["15x15-caro"].variant
_RENJU: Final = mnk.PRESETS["15x15-renju"].variant
_MISERE: Final = mnk.PRESETS["3x3-misere"].variant
_GRAVITY: Final = mnk.PRESETS["7x6-gravity"].variant
_WILD: Final = mnk.PRESETS["3x3-wild"].variant

WANTED: Final = (
    Wanted(mnk.Variant(3, 3, 3), {2: 4, 3: 2}, games=400),
    Wanted(mnk.Variant(4, 4, 4), {2: 4, 3: 2}, games=600),
    Wanted(mnk.Variant(5, 4, 4), {2: 2, 3: 3, 4: 2, 5: 1, 6: 1}, games=200),
    Wanted(mnk.Variant(6, 5, 4), {2: 2, 3: 3, 4: 3, 5: 2, 6: 1}, games=100),
    Wanted(mnk.Variant(7, 7, 5), {2: 3, 3: 4, 4: 1, 5: 1}, games=1_000),
    Wanted(_PILLARS, {2: 2, 3: 3, 4: 2}, games=600),
    *(Wanted(variant, {2: 2, 3: 2, 4: 1}, games=300) for variant in _FULL_LINES),
    Wanted(mnk.Variant(10, 10, 5), {2: 4, 3: 6, 4: 4, 5: 2, 6: 1}, games=2_500),
    Wanted(mnk.Variant(15, 15, 5), {2: 5, 3: 9, 4: 6, 5: 3, 6: 2}, games=4_000),
    Wanted(_EXACT, {2: 2, 3: 4, 4: 2, 5: 1}, games=1_200),
    Wanted(mnk.Variant(19, 19, 5), {2: 3, 3: 4, 4: 3, 5: 2, 6: 1}, games=1_200),
    Wanted(mnk.Variant(20, 20, 5), {2: 2, 3: 4, 4: 2, 5: 1, 6: 1}, games=1_000),
    Wanted(_CARO, {2: 3, 3: 2, 4: 1}, games=150),
    Wanted(_RENJU, {2: 2, 3: 3, 4: 1}, games=400, also={Theme.FORBIDDEN: 3}),
    Wanted(_MISERE, {2: 3, 3: 2}, games=60),
    Wanted(_GRAVITY, {2: 2, 3: 2, 4: 2, 5: 1, 6: 1}, games=100),
    Wanted(_WILD, {2: 2, 3: 1}, games=60),
)
"""The set that comes with the server: every board people choose from, but for Connect6."""


# --- Games ---------------------------------------------------------------------------------------


def _game(variant: mnk.Variant, rng: Random) -> Iterator[mnk.Position]:
    """The positions of a game between two bots that see much but not all."""
    position = _opening(variant, rng)
    levels = [rng.choice(_levels(variant)) for _ in mnk.Side]
    for _ in range(LONGEST_GAME):
        if position.is_over:
            return
        yield position
        seed = rng.randrange(1 << 30)
        position = position.play(
            evaluator.choose_move(position, levels[position.side_to_move], seed)
        )


def _levels(variant: mnk.Variant) -> tuple[str, ...]:
    if mnk.is_solved(variant) or has_one_theme(variant):
        return ("random", "novice", "beginner", "casual")
    return ("beginner", "casual", "club")


def _opening(variant: mnk.Variant, rng: Random) -> mnk.Position:
    """A few stones close together in the middle, or where stones fall or are of either kind
    anywhere: else bots play the same games again and again."""
    count = rng.choice((2, 3, 4) if variant.squares > 25 else (0, 1, 2))
    position = mnk.Position.start(variant)
    if variant.line_rule.says.falls or variant.line_rule.says.either_kind:
        for _ in range(count):
            position = position.play(rng.choice(position.playable_moves()))
        return position
    across, up = (max(0, size // 2 - 2) for size in (variant.width, variant.height))
    middle = [
        square
        for y in range(up, min(variant.height, up + 5))
        for x in range(across, min(variant.width, across + 5))
        if (square := y * variant.width + x) not in variant.blocked
    ]
    return position.play_all(rng.sample(middle, count))


# --- Which look alike ----------------------------------------------------------------------------


Shape = frozenset[tuple[int, int, bool]]
"""Stones by column and row, those of the side to move marked; wherever they lie on the board."""


def _look_alike(one: mnk.Position, two: mnk.Position) -> bool:
    """Whether two positions are the same, turned or mirrored, but for one stone in five."""
    first, *_ = _shapes(one)
    most = len(first) // 5 if one.variant.squares > SMALLEST else 0
    return any(len(first ^ shape) <= 2 * most for shape in _shapes(two))


def _shapes(position: mnk.Position) -> Iterator[Shape]:
    """The position's shape, as it is and turned and mirrored in every way; where stones of either
    kind belong to nobody, with the kinds swapped as well."""
    width, mover = position.variant.width, position.side_to_move
    is_anybodys = position.variant.line_rule.says.either_kind
    for moved in mnk.symmetries(position.variant):
        for first in (mover, mover.other) if is_anybodys else (mover,):
            stones = [
                (*divmod(moved[square], width), side is first)
                for side in mnk.Side
                for square in position.stones(side)
            ]
            low, left = (min(stone[axis] for stone in stones) for axis in (0, 1))
            yield frozenset((column - left, row - low, own) for row, column, own in stones)
