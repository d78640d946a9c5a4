"""Is a position a puzzle? A thinker finds out; whoever wants to know proves it again from scratch.

Every move's value is proved: one wins, all others do not. On boards up to 64 squares by the exact
search; on larger ones where a single first move begins a win by continuous fours, and after every
other move the other side wins by fours. Where that is not proved in time, only wins by fours are
claimed: one first move begins one, and no other does. Where the game is no race for lines, moves
are proved that the evaluator can prove: late in a game, and where stones fall.

What the evaluator says is proved once more from scratch before it is kept, by
`games.thinking.fromscratch`. Loaded by thinkers, and by the commands that make and verify puzzles.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Protocol

import msgspec

from games import evaluator, mnk
from games.evaluator.evaluation import Proved, Verdict
from games.evaluator.judge import CACHE
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, run
from games.evaluator.rules import MAX_EXACT_SQUARES, completing, refuse_impossible, stones
from games.review.solving import MOST_TURNS, Kind, Refutation, RightMove, Solving, Turn
from games.review.themes import has_one_theme
from games.thinking.fromscratch import Lines, NotSettled, Proves, Values, from_scratch

LEAST_PLIES = 3
"""A win at once is no puzzle."""
VERIFY_NODES = 200_000_000
"""What a search that verifies may look at: far more than a puzzle needs, a minute or so."""


class Looks(Protocol):
    """How positions are looked at. All raise `NotSettled`."""

    kind: Kind
    is_proved_again: bool
    """Whether other code has to prove what it finds before that is kept."""

    def values(self, position: mnk.Position) -> Values:
        """The values of all moves."""

    def lines(self, position: mnk.Position, values: Values) -> Lines:
        """How the other side goes on after moves that do not win, where that can be shown."""

    def reply(self, position: mnk.Position, values: Values, square: mnk.Square) -> mnk.Square:
        """How the defender holds out longest after a winning move that does not end the game."""


def find(
    position: mnk.Position, nodes: int, kinds: tuple[Kind, ...] = ("exact", "byFours")
) -> Solving | None:
    """The puzzle of one of these kinds that a position is, if it is proved to be one within this
    many nodes.

    Raises `evaluator.EvaluatorError` for a position that no game leads to.
    """
    refuse_impossible(position)
    if is_trivial(position):
        return None
    for looks in _ways(position.variant, nodes, kinds):
        try:
            found = _puzzle(position, looks)
            return _agreed(position, found, nodes) if looks.is_proved_again else found
        except NotSettled:
            continue
    return None


def _ways(variant: mnk.Variant, nodes: int, kinds: Collection[Kind]) -> Iterator[Looks]:
    """How to look for puzzles on a board, the best way first."""
    says = variant.line_rule.says
    if says.stones_a_turn > 1:
        return  # a move and its reply are no steps of such a game
    fours = _ByFours(nodes) if _plays_fours(variant) else None
    if "exact" in kinds:
        # Where boards are not solved, force is far quicker, if it settles anything.
        if fours is not None and says.has_one_answer and not mnk.is_solved(variant):
            yield _ByForce(nodes, fours)
        if variant.squares <= MAX_EXACT_SQUARES:
            yield _ByEvaluation(nodes)
    if "byFours" in kinds and fours is not None:
        yield fours


def _agreed(position: mnk.Position, found: Solving | None, nodes: int) -> Solving | None:
    """An exact puzzle that a fresh search proves as well, with this many nodes for each move.

    The evaluator has other means, too: what these alone do not prove could not be verified.
    """
    if found is None:
        return None
    for fresh in from_scratch(position.variant, nodes):
        with suppress(NotSettled):
            if not any(True for _ in _faults_of_turns(position, found, fresh())):
                return found
    raise NotSettled


def is_trivial(position: mnk.Position) -> bool:
    """Whether the game is over, can be won at once, or there is a line to block at once.

    Where completing a line loses, and where stones are of either kind, nothing is blocked: then
    whether all moves but one lose at once.
    """
    if position.is_over:
        return True
    variant, says = position.variant, position.variant.line_rule.says
    if says.either_kind:
        here = mnk.either_kind(position)
        return bool(here.completing) or len({*position.playable_moves()} - here.leaving) <= 1
    own, other = stones(position)
    me, them = variant.of(position.side_to_move), variant.of(position.side_to_move.other)
    mine = completing(own, other, me)
    if says.completing_loses:
        return len({*position.playable_moves()}.difference(mine)) <= 1
    return bool(mine or completing(other, own, them))


def _plays_fours(variant: mnk.Variant) -> bool:
    """Whether all wins by fours can be known: in a race, or where black has forbidden squares."""
    from games.evaluator.strong import patterns  # brings numba

    return variant.k >= 3 and patterns.is_supported(variant)


def _puzzle(position: mnk.Position, looks: Looks) -> Solving | None:
    values = looks.values(position)
    if len(values.wins) != 1:
        return None
    (plies,) = values.wins.values()
    if plies < LEAST_PLIES:
        return None
    turns: list[Turn] = []
    index = {position: 0}
    queue = [(position, values)]
    for here, found in queue:
        quickest = min(found.wins.values())
        right = []
        for square in sorted(found.wins):
            if found.wins[square] > quickest:
                continue
            if quickest == 1:
                right.append(RightMove(square=square))
                continue
            reply = looks.reply(here, found, square)
            following = here.play(square).play(reply)
            if quickest == 2:  # the reply completes a line, which loses
                right.append(RightMove(square=square, reply=reply))
                continue
            if following not in index:
                if len(index) == MOST_TURNS:
                    raise NotSettled
                index[following] = len(queue)
                queue.append((following, _winning(looks, following, quickest - 2)))
            right.append(RightMove(square=square, reply=reply, then=index[following]))
        slower = tuple(sorted(each for each in found.wins if found.wins[each] > quickest))
        answered = tuple(
            (square, reply)
            for square, reply in sorted(found.replies.items())
            if square not in found.wins
        )
        turn = Turn(right=tuple(right), slower=slower, drawing=found.drawing, answered=answered)
        refuted = () if quickest == 1 else _refuted(here, turn, looks.lines(here, found))
        turns.append(msgspec.structs.replace(turn, refuted=refuted))
    return Solving(kind=looks.kind, plies=plies, turns=tuple(turns))


def _refuted(position: mnk.Position, turn: Turn, lines: Lines) -> tuple[Refutation, ...]:
    """The lines with the moves they refute; the most frequent need not name them."""
    by_line: dict[tuple[mnk.Square, ...], list[mnk.Square]] = {}
    for square, line in sorted(lines.items()):
        by_line.setdefault(line, []).append(square)
    if not by_line:
        return ()
    usual = max(by_line, key=lambda line: (len(by_line[line]), line))
    refuted = tuple(
        Refutation(line=line, squares=tuple(squares))
        for line, squares in sorted(by_line.items())
        if line != usual
    )
    short = msgspec.structs.replace(turn, refuted=(*refuted, Refutation(line=usual)))
    if all(short.after(each) == lines.get(each, ()) for each in _unnamed(position, turn)):
        return short.refuted
    return (*refuted, Refutation(line=usual, squares=tuple(by_line[usual])))


def _unnamed(position: mnk.Position, turn: Turn) -> tuple[mnk.Square, ...]:
    """The moves that are wrong, but those of fours that are answered."""
    named = {*(move.square for move in turn.right), *turn.slower, *dict(turn.answered)}
    return tuple(each for each in position.playable_moves() if each not in named)


def _winning(looks: Looks, position: mnk.Position, plies: int) -> Values:
    """The values of a position that is won in this many plies."""
    values = looks.values(position)
    if not values.wins or min(values.wins.values()) != plies:
        raise NotSettled
    return values


class _ByEvaluation:
    """Looks with the evaluator that answers everybody: it still knows what it has proved lately."""

    kind: Kind = "exact"
    is_proved_again = True

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._budget = Budget(Limit(nodes=nodes))

    def values(self, position: mnk.Position) -> Values:
        limit = Limit(nodes=self._nodes)
        quick = evaluator.evaluate(position, limit, best_only=True, within=self._budget)
        if isinstance(quick.value, Proved) and quick.value.verdict is not Verdict.WIN:
            return Values({})
        squares = evaluator.evaluate(position, limit, within=self._budget).squares
        wins, drawing = {}, []
        for square, value in squares.items():
            if not isinstance(value, Proved):
                raise NotSettled
            if value.verdict is Verdict.DRAW:
                drawing.append(square)
            elif value.verdict is Verdict.WIN:
                if value.plies is None:
                    raise NotSettled
                wins[square] = value.plies
        return Values(wins, tuple(drawing))

    def reply(self, position: mnk.Position, values: Values, square: mnk.Square) -> mnk.Square:
        after = position.play(square)
        found = evaluator.evaluate(after, Limit(nodes=self._nodes), within=self._budget)
        if not found.is_proved:
            raise NotSettled
        if has_one_theme(position.variant):
            return found.best[0]
        # Of those that hold out equally long, one that blocks something.
        mine, theirs = reversed(stones(after))
        ends = completing(mine, theirs, position.variant.of(position.side_to_move))
        return next((each for each in found.best if each in ends), found.best[0])

    def lines(self, position: mnk.Position, values: Values) -> Lines:
        lines = {
            square: self._line(position.play(square), is_draw=square in values.drawing)
            for square in position.playable_moves()
            if square not in values.wins
        }
        return {square: line for square, line in lines.items() if line}

    def _line(self, position: mnk.Position, *, is_draw: bool) -> tuple[mnk.Square, ...]:
        """How the side to move holds the draw, or wins; empty if that is not proved in time."""
        line: list[mnk.Square] = []
        while not position.is_over:
            limit = Limit(nodes=self._nodes)
            found = evaluator.evaluate(position, limit, best_only=True, within=self._budget)
            if not found.is_best_proved:
                return ()
            line.append(found.best[0])
            position = position.play(found.best[0])
            if is_draw:
                break
        return tuple(line)


class _ByForce:
    """Looks at wins by continuous fours, where every move that begins none loses by fours."""

    kind: Kind = "exact"
    is_proved_again = False

    def __init__(self, nodes: int, fours: "_ByFours") -> None:
        self._fours = fours
        self._budget = Budget(Limit(nodes=nodes))

    def values(self, position: mnk.Position) -> Values:
        from games.evaluator.strong.only import lost_without_fours  # brings numba

        found = self._fours.values(position)
        if not found.wins:
            raise NotSettled
        if min(found.wins.values()) == 1:
            return Values(found.wins)
        search = run(
            lambda budget: lost_without_fours(position, budget), Limit(nodes=1 << 60), self._budget
        )
        if not isinstance(search, Completed) or search.answer is None:
            raise NotSettled
        return replace(found, lines=search.answer)

    def reply(self, position: mnk.Position, values: Values, square: mnk.Square) -> mnk.Square:
        return values.replies[square]

    def lines(self, position: mnk.Position, values: Values) -> Lines:
        return values.lines

    def longest(self, position: mnk.Position, square: mnk.Square) -> tuple[mnk.Square, ...]:
        return self._fours.longest(position, square)


class _ByFours:
    """Looks at all wins by continuous fours."""

    kind: Kind = "byFours"
    is_proved_again = False

    def __init__(self, nodes: int) -> None:
        self._budget = Budget(Limit(nodes=nodes))
        self._seen: dict[mnk.Position, Values] = {}
        self._longest: dict[tuple[mnk.Position, mnk.Square], tuple[mnk.Square, ...]] = {}

    def values(self, position: mnk.Position) -> Values:
        if position not in self._seen:
            self._seen[position] = self._look(position)
        return self._seen[position]

    def _look(self, position: mnk.Position) -> Values:
        from games.evaluator import everyfour
        from games.evaluator.strong import fours  # brings numba

        one_answer = position.variant.line_rule.says.has_one_answer
        first_fours = fours.first_fours if one_answer else everyfour.first_fours
        search = run(
            lambda budget: first_fours(position, budget), Limit(nodes=1 << 60), self._budget
        )
        if not isinstance(search, Completed):
            raise NotSettled
        found = search.answer
        if isinstance(found, everyfour.EveryFour):
            self._longest |= {(position, four): each for four, each in found.longest.items()}
        return Values(found.wins, replies=found.replies)

    def longest(self, position: mnk.Position, square: mnk.Square) -> tuple[mnk.Square, ...]:
        self.values(position)
        own, other = stones(position)
        # All squares that complete the four: if there are two, no reply is longer than another.
        ends = completing(own | 1 << square, other, position.variant.of(position.side_to_move))
        return self._longest.get((position, square), ends)

    def reply(self, position: mnk.Position, values: Values, square: mnk.Square) -> mnk.Square:
        return values.replies[square]

    def lines(self, position: mnk.Position, values: Values) -> Lines:
        return {}


# --- Proved again --------------------------------------------------------------------------------


def faults(position: mnk.Position, solving: Solving) -> list[str]:
    """What is wrong with a puzzle, a sentence each, found by a search from scratch. Empty: nothing.

    The first turn is looked at on the board turned and mirrored in every way.
    """
    try:
        refuse_impossible(position)
    except evaluator.EvaluatorError as error:
        return [str(error)]
    if is_trivial(position):
        return ["The game is over, or the next move is forced."]
    CACHE.clear()
    try:
        return _all_faults(position, solving)
    except NotSettled:
        return [f"It is not proved again within {VERIFY_NODES:,} positions a search."]


def _all_faults(position: mnk.Position, solving: Solving) -> list[str]:
    if len(solving.turns[0].right) != 1 or solving.turns[0].slower:
        return ["More than one first move wins."]
    if solving.plies < LEAST_PLIES:
        return ["It is won at once."]
    found: list[str] = []
    *others, last = _fresh(solving.kind, position.variant)
    for fresh in (*others, last):
        try:
            found = list(_faults_of_turns(position, solving, fresh()))
            if not found:
                return list(_faults_of_turning(position, solving, fresh))
        except NotSettled:
            if fresh is last:
                raise
    return found


def _fresh(kind: Kind, variant: mnk.Variant) -> tuple[Callable[[], Proves], ...]:
    """What may prove a puzzle, each knowing nothing yet; it is right if one of them proves it."""
    fours = partial(_ByFours, VERIFY_NODES)
    if kind == "byFours":
        return (fours,)
    says = variant.line_rule.says
    has_force = says.has_one_answer and _plays_fours(variant)
    by_force = (lambda: _ByForce(VERIFY_NODES, fours()),) if has_force else ()
    if variant.squares > MAX_EXACT_SQUARES:
        return by_force
    fresh = from_scratch(variant, VERIFY_NODES)
    return fresh if mnk.is_solved(variant) else (*by_force, *fresh)


def _faults_of_turns(position: mnk.Position, solving: Solving, looks: Proves) -> Iterator[str]:
    places: dict[int, tuple[mnk.Position, int]] = {0: (position, solving.plies)}
    for number, turn in enumerate(solving.turns):
        if number not in places:
            yield f"Nothing leads to turn {number}."
            continue
        here, plies = places[number]
        values = looks.values(here)
        right = {square for square, each in values.wins.items() if each == plies}
        if not right or min(values.wins.values()) != plies:
            yield f"Turn {number} is not won in {plies} plies."
            continue
        if {move.square for move in turn.right} != right:
            yield f"At turn {number} other moves are the quickest."
        if set(turn.slower) != set(values.wins) - right:
            yield f"At turn {number} other moves win more slowly."
        if set(turn.drawing) != set(values.drawing):
            yield f"At turn {number} other moves draw."
        if set(turn.answered) != {
            pair for pair in values.replies.items() if pair[0] not in values.wins
        }:
            yield f"At turn {number} other fours are answered."
        for square in _unnamed(here, turn):
            line, loses = turn.after(square), square not in turn.drawing
            if line and not _refutes(here.play(square), line, loses=loses):
                name = mnk.move_name(square, position.variant)
                yield f"At turn {number} {name} is not refuted like that."
        for move in turn.right:
            if (move.reply is None) != (plies == 1) or (move.then is None) != (plies <= 2):
                yield f"At turn {number} the game goes on after its end, or ends before."
            elif move.reply is not None:
                name = mnk.move_name(move.square, position.variant)
                if move.square not in right or move.reply not in looks.longest(here, move.square):
                    yield f"At turn {number} the reply to {name} is not the longest."
                    continue
                if move.then is None:
                    continue
                following = (here.play(move.square).play(move.reply), plies - 2)
                if move.then not in range(number + 1, len(solving.turns)):
                    yield f"Turn {number} leads nowhere."
                elif places.setdefault(move.then, following) != following:
                    yield f"Two positions share turn {move.then}."


def _refutes(position: mnk.Position, line: tuple[mnk.Square, ...], *, loses: bool) -> bool:
    """Whether these moves can be played after a wrong one, and show why it is wrong."""
    side = position.side_to_move
    for square in line:
        if position.is_over or square not in position.playable_moves():
            return False
        position = position.play(square)
    return position.has_won(side) if loses else len(line) == 1


def _faults_of_turning(
    position: mnk.Position, solving: Solving, fresh: Callable[[], Proves]
) -> Iterator[str]:
    variant = position.variant
    for moved in mnk.symmetries(variant):
        turned = mnk.Position.of(
            variant,
            mnk.BySide(
                *(frozenset(moved[at] for at in position.stones(side)) for side in mnk.Side)
            ),
            position.side_to_move,
        )
        wins = fresh().values(turned).wins
        if wins != {moved[solving.solution]: solving.plies}:
            yield "Turned, it is not the same puzzle."
            return
