"""Explanations: each sentence is true by a naive count of the windows, whatever the move."""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.evaluator import aggressive
from games.evaluator.errors import NothingToPlay
from games.evaluator.words import explain

from . import brute, strategies
from .brute import Board

EXACT = mnk.LineRule.EXACT
VARIANTS = (
    mnk.Variant(7, 7, 5),
    mnk.Variant(8, 6, 5),
    mnk.Variant(7, 6, 5, EXACT),
    mnk.Variant(7, 7, 4),
    mnk.Variant(6, 6, 4, EXACT),
    mnk.Variant(3, 3, 3),
    mnk.Variant(5, 4, 3),
    mnk.Variant(5, 4, 3, EXACT),
    mnk.Variant(5, 5, 2),
    mnk.Variant(4, 2, 1),
    mnk.Variant.full_lines(3, 5),
    mnk.Variant.full_lines(4, 4),
    mnk.Variant(9, 7, 6),
    mnk.Variant(12, 1, 4),
    mnk.Variant(1, 12, 3),
    mnk.Variant(12, 9, 9),
)


def position(board: str, k: int, side: mnk.Side = mnk.Side.BLACK) -> mnk.Position:
    rows = board.split()
    return mnk.position_from_text("\n".join(rows), mnk.Variant(len(rows[0]), len(rows), k), side)


def said(board: str, k: int, square: str, side: mnk.Side = mnk.Side.BLACK) -> str:
    here = position(board, k, side)
    return explain(here, mnk.square(square, here.variant)).text


# --- What is said -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "square", "text"),
    [
        (".......... ..XXXX.... ..OOO.....", "g2", "I complete five in a row."),
        (
            ".......... ..XXXX.... ..OOO.....",
            "f1",
            "I could have completed five in a row at b2 or g2.",
        ),
        (
            "......... OXXX..... .........  .OOOO....",
            "f1",
            "I block here, but you can also complete five in a row at a1.",
        ),
        (
            "......... .XXX..... .........  XOOOO....",
            "e3",
            "You can complete five in a row at f1: I do not block.",
        ),
        ("......... ......... .........  XOOOO....", "f1", "I block your four at f1."),
        (
            ".....X... .....X... .....X... .....X...  XOOOO....",
            "f1",
            "I complete five in a row.",
        ),
        (
            "......... .....X... .....X... .....X...  XOOOO....",
            "f1",
            "I block your four at f1 and make a four: you must answer at f5.",
        ),
        (
            "......... ..XXX.... ......... .O..O..O.",
            "f3",
            "I make an open four: you cannot stop it.",
        ),
        (
            "......... .XXX..... .....X... .....X... ..O..X.O. .........",
            "f5",
            "I make two fours at once: you cannot stop both.",
        ),
        ("......... OXXX..... ......... .O..O..O.", "e3", "I make a four: you must answer at f3."),
        ("......... ......... ...XX.... ......... .O..O....", "f3", "I make an open three."),
        (
            "......... ..OOO.... ......... .X.X..X..",
            "f3",
            "I block your open three.",
        ),
        (
            "......... ..OOO.... ......... .X.X..X..",
            "i1",
            "I leave your open three standing.",
        ),
        (
            "......... ......... ......... ....X.... .........",
            "e3",
            "I build here: nothing urgent.",
        ),
        ("......... ......... ......... ......... .........", "e3", "I start in the middle."),
        ("......... ......... ......... ......... .........", "a1", "I start here."),
        ("......... ......... ..O...... ......... .........", "d3",
         "I get in the way of your stones: nothing urgent."),
        ("......... ......... ..O...... ......... .........", "i1",
         "I take some room here: nothing urgent."),
    ],
)  # fmt: skip
def test_five_in_a_row_in_words(board: str, square: str, text: str) -> None:
    assert said(board, 5, square) == text


def test_a_four_and_a_three_decide_only_if_no_answer_is_left() -> None:
    board = "......... ......... ....X.... ....X.... OXXX..... ......... ......... ........."
    assert said(board, 5, "e4") == "I make a four and an open three: you cannot stop both."

    # here your answer on f4 is a four itself
    board = "......... .....O... ....XO... ....XO... OXXX..... ......... ......... ........."
    assert said(board, 5, "e4") == "I make a four and an open three."


def test_two_open_threes_are_two_but_not_called_unstoppable() -> None:
    board = "......... ......... ....X.... ....X.... ..XX..... ......... ......... ........."

    assert said(board, 5, "e4") == "I make two open threes at once."
    assert said(board, 5, "e4", mnk.Side.WHITE) == "I take away your double threat at e4."
    assert said(board, 5, "i8", mnk.Side.WHITE) == "I take some room here: nothing urgent."


def test_tictactoe_speaks_of_stones_in_line() -> None:
    free = "I line up two stones with the third square free: you must answer at c3."

    assert said("X.. .O. ...", 3, "b3") == free
    assert said("XO. ... .O.", 3, "a2") == "You can complete three in a row at b2: I do not block."
    assert said("X.. .O. X..", 3, "a2") == "I complete three in a row."
    assert (
        said("X.. .O. ..X", 3, "a1") == "I line up two stones in two ways: you cannot block both."
    )


def test_other_lines_have_other_names() -> None:
    assert said("X..... XXX... ...... ......", 4, "d3") == "I complete four in a row."
    assert said("...... ..X... ..X... ......", 4, "c4") == "I make a three: you must answer at c1."
    assert said("...... ...... ..X... ......", 4, "d2") == "I make an open two."
    full = mnk.Variant.full_lines(5, 3)
    here = mnk.position_from_text("X..../OO.OO/X....".replace("/", "\n"), full, mnk.Side.WHITE)
    assert explain(here, 7).text == "I complete a full line."
    assert explain(mnk.Position.start(full), 7).text == "I start in the middle."
    long = mnk.position_from_text(
        "XXXXXXX.....\n" + "............\n" * 8, mnk.Variant(12, 9, 9), mnk.Side.BLACK
    )
    assert explain(long, 8 * 12 + 7).text == "I make an eight: you must answer at i9."


def test_what_cannot_be_played_is_not_explained() -> None:
    here = position("XXX OO. ...", 3, mnk.Side.WHITE)
    with pytest.raises(NothingToPlay):
        explain(here, 0)
    with pytest.raises(mnk.SquareTaken):
        explain(position("X.. ... ...", 3), 6)


# --- Whether it is true -------------------------------------------------------------------------

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
Window = tuple[tuple[int, ...], tuple[int, ...]]
"""Squares of a line, and the squares beside it that must not be own."""


@cache
def windows(variant: mnk.Variant) -> tuple[Window, ...]:
    """Every line there is, found by walking."""
    width, height = variant.width, variant.height
    found = {}
    for direction, (dx, dy) in enumerate(DIRECTIONS):
        length = variant.k
        if variant.line_rule is mnk.LineRule.FULL_LINES and direction < 2:
            length = (width, height)[direction]
        for y in range(height):
            for x in range(width):
                walk = [(x + i * dx, y + i * dy) for i in range(-1, length + 1)]
                squares = [b * width + a for a, b in walk if 0 <= a < width and 0 <= b < height]
                inside = [0 <= a < width and 0 <= b < height for a, b in walk]
                if not all(inside[1:-1]):
                    continue
                line = squares[1:] if inside[0] else squares
                ends = squares[:1] if inside[0] else []
                if inside[-1]:
                    ends, line = [*ends, line[-1]], line[:-1]
                beside = ends if variant.line_rule is EXACT else []
                found[tuple(sorted(line))] = (tuple(line), tuple(beside))
    return tuple(found.values())


def is_open(window: Window, board: Board, sign: str) -> bool:
    line, beside = window
    return all(board[at] in (sign, ".") for at in line) and all(board[at] != sign for at in beside)


def completions(board: Board, sign: str, lines: tuple[Window, ...]) -> set[int]:
    """Where one stone completes a line."""
    found = set()
    for window in lines:
        empty = [at for at in window[0] if board[at] == "."]
        if len(empty) == 1 and is_open(window, board, sign):
            found.add(empty[0])
    return found


def next_wins(board: Board, sign: str, lines: tuple[Window, ...]) -> set[int]:
    """Where one stone leaves two squares that complete a line, or more."""
    return {
        at
        for at in {each for line, _ in lines for each in line if board[each] == "."}
        if len(completions(brute.played(board, at, sign), sign, lines)) > 1
    }


def along(square: int, direction: int, variant: mnk.Variant) -> tuple[Window, ...]:
    """The windows on the row, column or diagonal through a square."""
    width = variant.width
    dx, dy = DIRECTIONS[direction]
    reached = {square}
    for sign in (1, -1):
        x, y = square % width, square // width
        while 0 <= x < width and 0 <= y < variant.height:
            reached.add(y * width + x)
            x, y = x + sign * dx, y + sign * dy
    return tuple(window for window in windows(variant) if set(window[0]) <= reached)


class Seen:
    """A move as the naive reader sees it: the boards before and after it."""

    def __init__(self, here: mnk.Position, square: int) -> None:
        self.variant, self.square = here.variant, square
        self.lines = windows(here.variant)
        self.me = "XO"[here.side_to_move]
        self.you = brute.other(self.me)
        self.before = brute.board_of(here)
        self.after = brute.played(self.before, square, self.me)
        self.mine = completions(self.after, self.me, self.lines)
        self.yours = completions(self.after, self.you, self.lines)
        self.yours_before = completions(self.before, self.you, self.lines)

    def names(self, text: str) -> set[int] | None:
        """The squares of “a1 or b2”; none for several."""
        if text == "several squares":
            return None
        return {mnk.square(name, self.variant) for name in text.split(" or ")}

    def are(self, text: str, squares: set[int]) -> bool:
        named = self.names(text)
        return len(squares) > 3 if named is None else named == squares

    def opened(self, before: Board, after: Board, sign: str, at: int) -> list[int]:
        """Directions in which a stone there makes an open three and no four."""
        found = []
        for direction in range(4):
            lines = along(at, direction, self.variant)
            if not completions(after, sign, lines) and next_wins(after, sign, lines) - next_wins(
                before, sign, lines
            ):
                found.append(direction)
        return found

    def is_fork(self, board: Board, at: int) -> bool:
        """Whether your stone there makes fours or open threes in two directions."""
        after = brute.played(board, at, self.you)
        fours = 0
        for direction in range(4):
            lines = along(at, direction, self.variant)
            new = completions(after, self.you, lines) - completions(board, self.you, lines)
            fours += bool(new)
        return fours + len(self.opened(board, after, self.you, at)) > 1

    def can_be_completed(self, board: Board, sign: str) -> bool:
        return any(
            self.square in window[0] and is_open(window, board, sign) for window in self.lines
        )

    def holds_stones(self, board: Board, sign: str) -> bool:
        """Whether an open line through the square has other stones of the side."""
        return any(
            self.square in window[0]
            and is_open(window, board, sign)
            and any(board[at] == sign for at in window[0] if at != self.square)
            for window in self.lines
        )

    # --- One for each thing that is said --------------------------------------------------------

    def completed(self) -> bool:
        return brute.has_line(self.after, self.me, self.variant)

    def missed(self, where: str) -> bool:
        return self.are(where, completions(self.before, self.me, self.lines))

    def blocked_one_of(self, where: str) -> bool:
        return self.square in self.yours_before and self.are(where, self.yours)

    def not_blocked(self, where: str) -> bool:
        return self.square not in self.yours_before and self.are(where, self.yours)

    def four_blocked(self, where: str) -> bool:
        return self.yours_before == {self.square} == self.names(where) and not self.yours

    def open_three_blocked(self) -> bool:
        lines = [along(self.square, direction, self.variant) for direction in range(4)]
        return any(
            next_wins(self.before, self.you, each) and not next_wins(self.after, self.you, each)
            for each in lines
        )

    def still(self, where: str) -> bool:
        return self.are(where, next_wins(self.after, self.you, self.lines))

    def four_made(self, where: str) -> bool:
        return len(self.mine) == 1 and self.are(where, self.mine) and not self.yours

    def several_made(self, in_one: bool) -> bool:
        ways = [
            completions(self.after, self.me, along(self.square, direction, self.variant))
            for direction in range(4)
        ]
        return len(self.mine) > 1 and not self.yours and (sum(map(bool, ways)) == 1) is in_one

    def unstoppable(self) -> bool:
        return len(self.mine) > 1 and not self.yours

    def three_made(self, count: int) -> bool:
        opened = self.opened(self.before, self.after, self.me, self.square)
        return (len(opened) > 1) == (count > 1) and bool(opened)

    def four_and_three(self, decided: bool) -> bool:
        (answer,) = self.mine
        answered = brute.played(self.after, answer, self.you)
        wins = not completions(answered, self.you, self.lines) and bool(
            next_wins(answered, self.me, self.lines)
        )
        return wins is decided and self.three_made(1) | self.three_made(2)

    def three_left(self) -> bool:
        return bool(next_wins(self.after, self.you, self.lines)) and not self.mine

    def fork_left(self, where: str) -> bool:
        return self.three_left() and self.still(where)

    def fork_taken(self, where: str) -> bool:
        named = self.names(where)
        assert named is not None
        (fork,) = named
        return self.is_fork(self.before, fork) and (
            fork == self.square or not self.is_fork(self.after, fork)
        )

    def prepared(self, where: str) -> bool:
        mine = next_wins(self.after, self.me, self.lines)
        return self.are(where, mine) and not mine & next_wins(self.before, self.me, self.lines)

    def left_for_later(self, where: str) -> bool:
        before, after = (
            next_wins(board, self.me, self.lines) for board in (self.before, self.after)
        )
        return self.are(where, before & after)

    def quiet(self) -> bool:
        return not (
            self.mine
            or self.yours
            or next_wins(self.after, self.me, self.lines)
            or next_wins(self.after, self.you, self.lines)
        )

    def building(self) -> bool:
        return self.quiet() and self.holds_stones(self.after, self.me)

    def in_the_way(self) -> bool:
        return self.quiet() and self.holds_stones(self.before, self.you)

    def roomy(self) -> bool:
        return self.quiet() and not self.pointless()

    def pointless(self) -> bool:
        return not (
            self.can_be_completed(self.after, self.me)
            or self.can_be_completed(self.before, self.you)
        )

    def first(self, middle: bool) -> bool:
        width, height = self.variant.width, self.variant.height
        column, row = self.square % width, self.square // width
        is_middle = abs(2 * column - width + 1) < 2 and abs(2 * row - height + 1) < 2
        return set(self.before) == {"."} and is_middle is middle


NUMBER = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)"
GOAL = rf"(?:{NUMBER} in a row|a full line)"
WHERE = r"(several squares|[a-z0-9]+(?: or [a-z0-9]+)*)"
Check = Callable[..., bool]

CLAIMS: tuple[tuple[str, Check], ...] = (
    (rf"I complete {GOAL}", Seen.completed),
    (rf"I could have completed {GOAL} at {WHERE}", Seen.missed),
    (rf"I block here, but you can also complete {GOAL} at {WHERE}", Seen.blocked_one_of),
    (rf"You can complete {GOAL} at {WHERE}: I do not block", Seen.not_blocked),
    (rf"I block your (?:{NUMBER}|line|two in line) at {WHERE}", Seen.four_blocked),
    (rf"I block your open {NUMBER}", Seen.open_three_blocked),
    (rf"you can still make a double threat at {WHERE}", Seen.still),
    (rf"I make an? {NUMBER}: you must answer at {WHERE}", Seen.four_made),
    (rf"I threaten to complete {GOAL}: you must answer at {WHERE}", Seen.four_made),
    (
        rf"I line up two stones with the third square free: you must answer at {WHERE}",
        Seen.four_made,
    ),
    (rf"I make an open {NUMBER}: you cannot stop it", partial(Seen.several_made, in_one=True)),
    (
        rf"I make two {NUMBER}s at once: you cannot stop both",
        partial(Seen.several_made, in_one=False),
    ),
    (rf"I threaten to complete {GOAL} in two ways: you cannot block both", Seen.unstoppable),
    (
        r"I line up two stones with two squares free: you cannot block both",
        partial(Seen.several_made, in_one=True),
    ),
    (
        r"I line up two stones in two ways: you cannot block both",
        partial(Seen.several_made, in_one=False),
    ),
    (rf"I make an? {NUMBER} and an open {NUMBER}", partial(Seen.four_and_three, decided=False)),
    (
        rf"I make an? {NUMBER} and an open {NUMBER}: you cannot stop both",
        partial(Seen.four_and_three, decided=True),
    ),
    (rf"I make an open {NUMBER}", partial(Seen.three_made, count=1)),
    (rf"I make two open {NUMBER}s at once", partial(Seen.three_made, count=2)),
    (rf"I leave your open {NUMBER} standing", Seen.three_left),
    (rf"I leave you a double threat at {WHERE}", Seen.fork_left),
    (rf"I take away your double threat at {WHERE}", Seen.fork_taken),
    (rf"I prepare a double threat at {WHERE}", Seen.prepared),
    (rf"I leave my double threat at {WHERE} for later", Seen.left_for_later),
    (r"I build here: nothing urgent", Seen.building),
    (r"I get in the way of your stones: nothing urgent", Seen.in_the_way),
    (r"I take some room here: nothing urgent", Seen.roomy),
    (r"Nobody can complete a line through this square", Seen.pointless),
    (r"I start in the middle", partial(Seen.first, middle=True)),
    (r"I start here", partial(Seen.first, middle=False)),
)


def claims(text: str) -> Iterator[str]:
    """The clauses of a sentence, each as a sentence of its own."""
    assert text.endswith(".")
    text = text[:-1]
    if ", but you can still" in text:
        text, _, rest = text.partition(", but ")
        yield rest
    blocked, _, made = text.partition(" and ")
    if blocked.startswith("I block") and made:
        yield f"I {made}"
        text = blocked
    yield text


def positions(rng: Random) -> Iterator[mnk.Position]:
    """The positions of a game of each variant whose stones lie close, so that things happen."""
    for variant in VARIANTS:
        here = mnk.Position.start(variant)
        habits = mnk.BySide(rng.random(), rng.random())
        while not here.is_full:
            yield here
            benefits = aggressive.benefits(here, habits[here.side_to_move])
            if not benefits or rng.random() < 0.2:
                square = rng.choice(here.empty_squares())
            else:
                best = sorted(benefits, key=lambda square: -benefits[square])
                square = best[min(int(rng.expovariate(0.7)), len(best) - 1)]
            here = here.play(square)
            if here.has_line(here.side_to_move.other):
                break


def check(here: mnk.Position, square: int) -> None:
    """Each clause says one known thing, and it is so."""
    explanation = explain(here, square)
    seen = Seen(here, square)
    for claim in claims(explanation.text):
        found = [
            is_true(seen, *match.groups())
            for pattern, is_true in CLAIMS
            if (match := re.fullmatch(pattern, claim))
        ]
        assert found == [True], (claim, brute.board_of(here), here.variant, square)
    assert square in explanation.squares
    assert list(explanation.squares) == sorted(set(explanation.squares))
    assert len(explanation.text) < 150


@strategies.law
@given(seed=st.integers())
def test_every_claim_about_a_game_is_true(seed: int) -> None:
    rng = Random(seed)
    for here in positions(rng):
        if rng.random() < 0.15:
            check(here, rng.choice(here.empty_squares()))


def test_everything_that_can_be_said_is_said_sometimes() -> None:
    rng = Random(5)
    said = {
        pattern
        for _ in range(20)
        for here in positions(rng)
        for claim in claims(explain(here, rng.choice(here.empty_squares())).text)
        for pattern, _ in CLAIMS
        if re.fullmatch(pattern, claim)
    }
    rare = {pattern for pattern, _ in CLAIMS} - said  # they are among the examples above
    assert all("and an open" in pattern or "at once" in pattern for pattern in rare)


def test_the_naive_windows_are_the_lines_that_win() -> None:
    for variant in VARIANTS:
        for line, _ in windows(variant):
            board = "".join("X" if at in line else "." for at in range(variant.squares))
            assert brute.has_line(board, "X", variant)
