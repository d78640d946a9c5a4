"""What each move of a game was, by fact: labels, worths and accuracy, from assessed positions.

The lessons come from the thinker (`games.evaluator.lesson`), except for a missed win that its
smaller search did not find again: for that one, this module says what the assessment knows.

Pure: made anew whenever they are told. A label is *proved* if every statement in it is: what is
said about the position before the move, and about the position after it. In short:

| label | before the move, for the side that plays it | after it | proved if |
|---|---|---|---|
| won | | it completed a line | always |
| threwWin | won, proved | a draw or lost, proved | always |
| missedWin | won, proved | not proved | always: it says no more than that |
| missedBlock | one square stopped the line | the line can be completed | always |
| lastEscape | not lost | lost, proved | a win or a draw before is proved |
| onlyMove | every other square is worse, proved | | what was played is proved to be better |
| winning | not won before the opponent's last move, then won, proved | won, proved | always |
| mistake, inaccuracy | a chance | a smaller one | never |
| book | many kept games went this way | | always |
"""

import math
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from games import mnk
from games.play.protocol import RemarkPart, Verdict
from games.remarks import Remark, RemarkKind
from games.review import worths
from games.review.findings import (
    Accuracy,
    Assessment,
    LabelKind,
    LabelPart,
    Lesson,
    PlyReview,
    SquareWorth,
    Status,
    Worth,
)

MISTAKE: Final = 0.5
"""A move that gives away this much of its chance (from -1 to 1) is a mistake, by estimate."""
INACCURACY: Final = 0.25
LOST: Final = -0.9
"""A chance of no more than this is as good as lost: nothing much can be given away."""
MISTAKES: Final = (
    LabelKind.MISSED_WIN,
    LabelKind.THREW_WIN,
    LabelKind.MISSED_BLOCK,
    LabelKind.LAST_ESCAPE,
    LabelKind.MISTAKE,
)
"""What is worth practising, the gravest first."""
LEAST_MOVES: Final = 3
"""Of fewer moves no accuracy is said: one slip of two would be 50 %."""
TURNS: Final = 0.25
"""A game turned with a move that gave away at least this much of a chance (-1 to 1)."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move, and what is known of the positions before and after it."""

    position: mnk.Position
    """Before it."""
    square: mnk.Square
    before: Assessment
    after: Assessment
    is_known: bool = False
    """Whether many kept games went this way."""
    is_new: bool = False
    """Whether the position before it is what the opponent's last move made of it: until then this
    side was not proved to win."""

    @property
    def side(self) -> mnk.Side:
        """Whose stone it is."""
        return self.position.side_to_move

    @property
    def worth(self) -> Worth:
        """What it was worth to the side that played it; the plies count it. Proved if either
        assessment says so."""
        by_after = worths.before(self.after.worth, goes_on=self.position.stones_left > 1)
        if worths.is_proved(by_after):
            return by_after
        by_square = next((each for each in self.before.squares if each.square == self.square), None)
        if by_square is not None and worths.is_proved(by_square):
            return _plain(by_square)
        return by_after

    @property
    def labels(self) -> tuple[LabelPart, ...]:
        """What it was, the weightiest first; at most one of each kind."""
        if self.position.play(self.square).has_won(self.side):
            found = [LabelPart(kind=LabelKind.WON, status="proved", plies=1)]
        else:
            each = (
                self._win_given_away(),
                self._block_missed(),
                self._escape_missed(),
                self._only_move(),
            )
            found = [label for label in each if label is not None]
            if not found:
                rest = (self._chance_given_away(), self._win_taken())
                found = [label for label in rest if label is not None]
        if self.is_known:
            found.append(LabelPart(kind=LabelKind.BOOK, status="proved"))
        return tuple(found)

    def _win_given_away(self) -> LabelPart | None:
        """*threwWin*: a win was proved, and what was played is proved not to win. *missedWin*: a
        win was proved, and it is not known whether what was played wins. The plies are those of
        the win that was there, if they are known (`_win_plies`)."""
        if not worths.is_proved(self.before.worth, Verdict.WIN):
            return None
        if worths.is_proved(self.worth, Verdict.WIN):
            return None
        threw = worths.is_proved(self.worth)
        kind = LabelKind.THREW_WIN if threw else LabelKind.MISSED_WIN
        return LabelPart(kind=kind, status="proved", plies=self._win_plies())

    def _win_plies(self) -> int | None:
        """In how many plies there was a win: the fewest if proved, else those of a winning
        way that is known to its end."""
        worth = self.before.worth
        if worth.plies is not None:
            return worth.plies
        way = self._winning_way()
        return len(way) if self._completes(way) else None

    def _winning_way(self) -> tuple[mnk.Square, ...]:
        """How the position before the move was to be won, as far as that is known."""
        for way in self.before.ways[:1]:
            if worths.is_proved(way.worth, Verdict.WIN):
                return way.moves
        return self.before.best[:1]

    def _completes(self, line: Sequence[mnk.Square]) -> bool:
        """Whether these moves, from the position before, end with a win of the mover by a line."""
        return self.position.play_all(line).has_won(self.side)

    def lessons(self, ply: int, told: Sequence[Lesson]) -> tuple[Lesson, ...]:
        """What is said about it: what the thinker told, preceded by the win that was given away and
        by how it loses, unless a lesson has already shown that.

        The win's line is played from the position before the move, after `ply` moves; the loss's
        from the one after it. Each ends the game where the way is known to its end; where it is
        not, the remark says so.
        """
        lost = self._loss_unsaid(ply, told)
        if lost is not None:
            told = (lost, *told)
        if self._win_given_away() is None:
            return tuple(told)
        if any(each.start == ply and self._completes(each.line) for each in told):
            return tuple(told)
        missed = Lesson(
            remarks=(RemarkPart.of(self._missed_win()),),
            squares=self._squares(self.before.best),
            status="proved",
            line=self._winning_way(),
            start=ply,
        )
        return (missed, *told)

    def _squares(self, moves: Iterable[mnk.Move]) -> tuple[mnk.Square, ...]:
        """The squares of some moves, to be marked, in order."""
        return tuple(sorted({mnk.square_of(move, self.position.variant) for move in moves}))

    def _loss_unsaid(self, ply: int, told: Sequence[Lesson]) -> Lesson | None:
        """How the other side wins after it, where that is proved and no lesson has shown it."""
        other, after = self.side.other, self.position.play(self.square)
        if not worths.is_proved(self.worth, Verdict.LOSS) or after.has_won(other):
            return None
        if any(each.start == ply + 1 and after.play_all(each.line).has_won(other) for each in told):
            return None
        ways = [way.moves for way in self.after.ways if worths.is_proved(way.worth, Verdict.WIN)]
        way = ways[0] if ways else self.after.best[:1]
        begins = self.after.best or way[:1]
        if not begins:
            return None
        plies = self.after.worth.plies
        if after.play_all(way).has_won(other):
            kind, begins, plies = RemarkKind.OTHER_WINS_AT_MOST, way[::2], len(way)
        else:
            kind = RemarkKind.OTHER_FORCES_WIN if plies is None else RemarkKind.OTHER_WINS_FROM
        return Lesson(
            remarks=(RemarkPart.of(Remark(kind, self.side, self.square, begins, plies=plies)),),
            squares=self._squares((self.square, *begins)),
            status="proved",
            line=way,
            start=ply + 1,
        )

    def _missed_win(self) -> Remark:
        side, way, plies = self.side, self._winning_way(), self.before.worth.plies
        if self._completes(way):
            kind = RemarkKind.HAD_WIN if plies == len(way) else RemarkKind.HAD_WIN_AT_MOST
            return Remark(kind, side, self.square, way[::2], plies=len(way))
        begins = tuple(self.before.best or way[:1])
        if plies is None:
            kind = RemarkKind.HAD_LONG_WIN_BEGUN_AT if begins else RemarkKind.HAD_SOME_WIN
        else:
            kind = RemarkKind.HAD_WIN_BEGUN_AT if begins else RemarkKind.HAD_SOME_WIN_IN
        return Remark(kind, side, self.square, begins, plies=plies)

    def _block_missed(self) -> LabelPart | None:
        """*missedBlock*: the opponent threatened to complete a line on exactly one square, nothing
        was won at once, and the move was played elsewhere. By the rules alone, so proved; whether
        the block would have saved the game is not said. The plies are the loss's: 2."""
        if not worths.is_proved(self.after.worth, Verdict.WIN) or self.after.worth.plies != 1:
            return None
        side = self.side
        if len(_completing(self.position, side.other)) != 1 or _completing(self.position, side):
            return None
        return LabelPart(kind=LabelKind.MISSED_BLOCK, status="proved", plies=2)

    def _escape_missed(self) -> LabelPart | None:
        """*lastEscape*: what was played is proved to lose, and before it the game was not lost:
        proved if that is, estimated if the chance was more than `LOST`. The plies are the loss's,
        this move counted, if they are known."""
        if not worths.is_proved(self.worth, Verdict.LOSS):
            return None
        status: Status = "proved"
        if not worths.is_proved(self.before.worth, Verdict.WIN, Verdict.DRAW):
            score = self.before.worth.score
            if score is None or score <= LOST:
                return None
            status = "estimated"
        return LabelPart(kind=LabelKind.LAST_ESCAPE, status=status, plies=self.worth.plies)

    def _only_move(self) -> LabelPart | None:
        """*onlyMove*: there were other squares, and all are proved to be worth less: with another
        verdict, not merely slower. Proved if what was played is proved; estimated if the others
        are proved to lose and what was played has more of a chance than `LOST`."""
        others = [each for each in self.before.squares if each.square != self.square]
        if not others or len(others) + 1 < len(self.position.playable_moves()):
            return None
        if not all(map(worths.is_proved, others)):
            return None
        best = max((worths.chance(each) or 0.0) for each in others)
        own = worths.chance(self.worth)
        if own is None or own <= best:
            return None
        if worths.is_proved(self.worth):
            return LabelPart(kind=LabelKind.ONLY_MOVE, status="proved")
        if best == -1.0 and own > LOST:
            return LabelPart(kind=LabelKind.ONLY_MOVE, status="estimated")
        return None

    def _chance_given_away(self) -> LabelPart | None:
        """*mistake*, *inaccuracy*: the chance fell by `MISTAKE`, or by `INACCURACY`. Not where both
        worths are proved, nor where the move was thought to be best: then it is the opinion that
        changed."""
        before, after = self.before.worth, self.worth
        if (worths.is_proved(before) and worths.is_proved(after)) or self.square in (
            self.before.best
        ):
            return None
        had, has = worths.chance(before), worths.chance(after)
        if had is None or has is None or had - has < INACCURACY:
            return None
        kind = LabelKind.MISTAKE if had - has >= MISTAKE else LabelKind.INACCURACY
        return LabelPart(kind=kind, status="estimated")

    def _win_taken(self) -> LabelPart | None:
        """*winning*: the opponent's last move gave a win, and what was played keeps it."""
        if not self.is_new or not worths.is_proved(self.before.worth, Verdict.WIN):
            return None
        if not worths.is_proved(self.worth, Verdict.WIN):
            return None
        return LabelPart(kind=LabelKind.WINNING, status="proved", plies=self.worth.plies)

    @property
    def lost(self) -> float | None:
        """How much of its chance (-1 to 1) it gave away; None where that is not known. What was
        thought to be best gave nothing away: then it is the opinion that changed."""
        had, has = worths.chance(self.before.worth), worths.chance(self.worth)
        if had is None or has is None:
            return None
        is_settled = worths.is_proved(self.before.worth) and worths.is_proved(self.worth)
        if self.square in self.before.best and not is_settled:
            return 0.0
        return max(0.0, had - has)

    @property
    def is_mistake(self) -> bool:
        """Whether it gave something away that matters, by its labels."""
        return any(label.kind in MISTAKES for label in self.labels)


def by_hindsight(
    start: mnk.Position,
    moves: Sequence[mnk.Square],
    assessments: Sequence[Assessment | None],
) -> tuple[Assessment | None, ...]:
    """The assessments of the positions from `start` on, with what the later ones prove about the
    earlier.

    A move after which the opponent is proved to lose has won, so the position before it was won:
    even if its own search did not see that. The fewest plies are then not known.
    """
    told = list(assessments)
    rule, stones = start.variant.line_rule, sum(map(start.count, mnk.Side))
    for ply in reversed(range(len(moves))):
        here, after = told[ply], told[ply + 1]
        if here is None or after is None or worths.is_proved(here.worth):
            continue
        worth = worths.before(after.worth, goes_on=rule.stones_left(stones + ply) > 1)
        if worths.is_proved(worth, Verdict.WIN):
            square = SquareWorth(
                square=moves[ply], status="proved", verdict=worth.verdict, plies=worth.plies
            )
            others = [each for each in here.squares if each.square != square.square]
            told[ply] = msgspec.structs.replace(
                here,
                worth=worths.proved(Verdict.WIN),
                best=(square.square,),
                squares=tuple(sorted([*others, square], key=lambda each: each.square)),
            )
    return tuple(told)


def moves_of(
    variant: mnk.Variant,
    moves: Sequence[mnk.Square],
    assessments: Sequence[Assessment | None],
    book: Container[int] = (),
) -> dict[int, Move]:
    """By ply, the moves with both positions assessed; there are `len(moves) + 1` assessments.

    `book`: the plies at which many kept games went this way.
    """
    found = {}
    position = mnk.Position.start(variant)
    mover: mnk.Side | None = None
    for ply, square in enumerate(moves):
        before, after = assessments[ply], assessments[ply + 1]
        if before is not None and after is not None:
            is_new = mover is not position.side_to_move and _is_given(assessments, ply)
            found[ply] = Move(position, square, before, after, ply in book, is_new)
        mover, position = position.side_to_move, position.play(square)
    return found


def ply_review(ply: int, move: Move, lessons: Sequence[Lesson] = ()) -> PlyReview:
    """What is told about a move."""
    return PlyReview(
        ply=ply,
        square=move.square,
        worth=move.worth,
        best=move.before.best,
        labels=move.labels,
        lessons=move.lessons(ply, lessons),
    )


def one_move(
    ply: int,
    position: mnk.Position,
    square: mnk.Square,
    before: Assessment,
    after: Assessment,
    lessons: Sequence[Lesson] = (),
) -> PlyReview:
    """What a review tells about a move, as far as it and the positions around it tell: not whether
    the move before it gave the win, nor what many kept games do."""
    known, _ = by_hindsight(position, (square,), (before, after))
    return ply_review(ply, Move(position, square, known or before, after), lessons)


def _is_given(assessments: Sequence[Assessment | None], ply: int) -> bool:
    """Whether the side to move was not proved to win before the move that led to this ply."""
    earlier = assessments[ply - 1] if ply else None
    return earlier is not None and not worths.is_proved(earlier.worth, Verdict.LOSS)


def accuracy(moves: Mapping[int, Move]) -> Accuracy | None:
    """How near one side's moves, by ply, were to perfect play; None where nothing is known.

    A move is proved right or wrong if its worth and the worth of the position before it are. It
    gave a win away if there was one and now there is none, else a draw if it lost.
    """
    proofs = [
        (move.before.worth.verdict, move.worth.verdict)
        for move in moves.values()
        if worths.is_proved(move.before.worth) and worths.is_proved(move.worth)
    ]
    kept = [share for share in map(_share_kept, moves.values()) if share is not None]
    if not proofs and not kept:
        return None
    given_away = [best for best, played in proofs if best is not played]
    is_enough = len(kept) >= LEAST_MOVES
    return Accuracy(
        moves=len(proofs),
        kept=len(proofs) - len(given_away),
        wins_given_away=given_away.count(Verdict.WIN),
        draws_given_away=given_away.count(Verdict.DRAW),
        # Rounded down: 100 means that nothing at all was given away.
        percent=math.floor(100 * sum(kept) / len(kept) + 1e-9) if is_enough else None,
        status=("proved" if len(proofs) == len(moves) else "estimated") if is_enough else "unknown",
        worst=gravest(moves),
    )


def _share_kept(move: Move) -> float | None:
    """How much of its chance to win (0 to 1) a move kept; None where that is not known, and where
    there was nothing left to lose."""
    had, lost = worths.chance(move.before.worth), move.lost
    if had is None or lost is None or had <= LOST:
        return None
    return max(0.0, 1 - lost / (had + 1))


def gravest(moves: Mapping[int, Move]) -> int | None:
    """The number of the gravest mistake, counted from 1; of several alike the first. None if no
    mistake cost anything."""
    # What cost nothing is not looked at: labels take time.
    lost = {ply: move.lost for ply, move in moves.items()}
    mistakes = {
        ply: cost or 0.0 for ply, cost in lost.items() if cost != 0 and moves[ply].is_mistake
    }
    return max(mistakes, key=lambda ply: (mistakes[ply], -ply)) + 1 if mistakes else None


def turning_point(moves: Mapping[int, Move]) -> int | None:
    """The number of the move that gave most away, of either side; None if none gave away much."""
    if (number := gravest(moves)) is not None:
        return number
    falls = {ply: move.lost or 0.0 for ply, move in moves.items()}
    ply = max(falls, key=lambda ply: (falls[ply], -ply), default=None)
    return None if ply is None or falls[ply] < TURNS else ply + 1


def _plain(worth: Worth) -> Worth:
    """The worth of a square, without the square."""
    return Worth(status=worth.status, verdict=worth.verdict, plies=worth.plies, score=worth.score)


def _completing(position: mnk.Position, side: mnk.Side) -> list[mnk.Move]:
    """Where a side would complete a line, were it to move."""
    stones = mnk.BySide(*(frozenset(position.stones(each)) for each in mnk.Side))
    ready = mnk.Position.of(position.variant, stones, side)
    return [move for move in ready.playable_moves() if ready.play(move).has_line(side)]
