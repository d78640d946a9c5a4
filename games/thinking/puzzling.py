"""Is a position a puzzle? A thinker finds out; whoever wants to know proves it again from scratch.

On boards up to 64 squares every square's value is proved: one wins, all others do not. Elsewhere,
and where that is not proved in time, all wins by continuous fours are searched: one first move
begins one, and no other does. Loaded by thinkers and by `manage.py verify_puzzles` only.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from games import evaluator, mnk
from games.evaluator.evaluation import Finding, Proved, Verdict
from games.evaluator.judge import CACHE, MAX_EXACT_SQUARES
from games.evaluator.limit import Limit
from games.evaluator.proof import Budget, Completed, run
from games.evaluator.rules import completing, refuse_impossible, stones
from games.review.solving import MOST_TURNS, Kind, RightMove, Solving, Turn

LEAST_PLIES = 3
"""A win at once is no puzzle."""
VERIFY_NODES = 200_000_000
"""What a search that verifies may look at: far more than a puzzle needs, a minute or so."""


class NotSettled(Exception):
    """A value that is needed was not proved within the limit, or there is too much to tell."""


@dataclass(frozen=True, slots=True)
class Values:
    """What is proved about the moves of a position."""

    wins: Mapping[mnk.Square, int]
    """The plies of each winning move, itself included."""
    drawing: tuple[mnk.Square, ...] = ()
    replies: Mapping[mnk.Square, mnk.Square] = field(default_factory=dict)
    """By fours: the forced reply to each move that makes a four."""


class Looks(Protocol):
    """How positions are looked at. Both raise `NotSettled`."""

    kind: Kind

    def values(self, position: mnk.Position) -> Values:
        """The values of all moves."""

    def reply(self, position: mnk.Position, values: Values, square: mnk.Square) -> mnk.Square:
        """How the defender holds out longest after a winning move that does not end the game."""


def find(position: mnk.Position, nodes: int) -> Solving | None:
    """The puzzle a position is, if it is proved to be one within this many nodes.

    Raises `evaluator.EvaluatorError` for a position that no game leads to.
    """
    refuse_impossible(position)
    if is_trivial(position):
        return None
    if position.variant.squares <= MAX_EXACT_SQUARES:
        try:
            return _agreed(position, _puzzle(position, _ByEvaluation(nodes)), nodes)
        except NotSettled:
            pass
    if not _plays_fours(position.variant):
        return None
    try:
        return _puzzle(position, _ByFours(nodes))
    except NotSettled:
        return None


def _agreed(position: mnk.Position, found: Solving | None, nodes: int) -> Solving | None:
    """An exact puzzle that a fresh solver proves as well, with this many nodes for each square.

    The evaluator has other means, too: what the solver alone does not prove could not be verified.
    """
    if found is None:
        return None
    solver = _BySolver(position.variant, nodes)
    if any(True for _ in _faults_of_turns(position, found, solver)):
        raise NotSettled
    return found


def is_trivial(position: mnk.Position) -> bool:
    """Whether the game is over, can be won at once, or there is a line to block at once."""
    variant = position.variant
    own, other = stones(position)
    is_over = position.is_full or any(position.has_line(side) for side in mnk.Side)
    return is_over or bool(completing(own, other, variant) or completing(other, own, variant))


def _plays_fours(variant: mnk.Variant) -> bool:
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
        turns.append(
            Turn(right=tuple(right), slower=slower, drawing=found.drawing, answered=answered)
        )
    return Solving(kind=looks.kind, plies=plies, turns=tuple(turns))


def _winning(looks: Looks, position: mnk.Position, plies: int) -> Values:
    """The values of a position that is won in this many plies."""
    values = looks.values(position)
    if not values.wins or min(values.wins.values()) != plies:
        raise NotSettled
    return values


class _ByEvaluation:
    """Looks with the evaluator that answers everybody: it still knows what it has proved lately."""

    kind: Kind = "exact"

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
        return found.best[0]


class _BySolver:
    """Looks with its own solver, which knows nothing yet: the verdict of each square in turn."""

    kind: Kind = "exact"

    def __init__(self, variant: mnk.Variant, nodes: int) -> None:
        """`nodes` is for each square."""
        from games.evaluator.exact import Solver  # brings numba

        self._nodes = nodes
        self._solver = Solver(variant, table_log2=18)

    def values(self, position: mnk.Position) -> Values:
        wins, drawing = {}, []
        for square, found in self._findings(position):
            # The opponent's verdict: they are to move then.
            if found.verdict is Verdict.LOSS:
                assert found.plies is not None
                wins[square] = found.plies + 1
            elif found.verdict is Verdict.DRAW:
                drawing.append(square)
        return Values(wins, tuple(drawing))

    def longest(self, position: mnk.Position, square: mnk.Square) -> tuple[mnk.Square, ...]:
        """The replies after which the win takes longest."""
        after = position.play(square)
        plies = {reply: found.plies or 0 for reply, found in self._findings(after)}
        most = max(plies.values())
        return tuple(reply for reply, each in plies.items() if each == most)

    def _findings(self, position: mnk.Position) -> Iterator[tuple[mnk.Square, Finding]]:
        for square in position.empty_squares():
            after = position.play(square)
            if after.has_line(position.side_to_move):
                yield square, Finding(Verdict.LOSS, 0)
            elif after.is_full:
                yield square, Finding(Verdict.DRAW, 0)
            else:
                limit = Limit(nodes=self._nodes)
                search = run(partial(self._solver.finding, stones(after)), limit)
                if not isinstance(search, Completed):
                    raise NotSettled
                yield square, search.answer


class _ByFours:
    """Looks at all wins by continuous fours."""

    kind: Kind = "byFours"

    def __init__(self, nodes: int) -> None:
        self._budget = Budget(Limit(nodes=nodes))

    def values(self, position: mnk.Position) -> Values:
        from games.evaluator.strong.fours import first_fours  # brings numba

        search = run(
            lambda budget: first_fours(position, budget), Limit(nodes=1 << 60), self._budget
        )
        if not isinstance(search, Completed):
            raise NotSettled
        return Values(search.answer.wins, replies=search.answer.replies)

    def reply(self, position: mnk.Position, values: Values, square: mnk.Square) -> mnk.Square:
        return values.replies[square]


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
    looks = _fresh(solving.kind, position.variant)
    found = list(_faults_of_turns(position, solving, looks))
    if len(solving.turns[0].right) != 1 or solving.turns[0].slower:
        found.append("More than one first move wins.")
    if solving.plies < LEAST_PLIES:
        found.append("It is won at once.")
    return found or list(_faults_of_turning(position, solving))


def _fresh(kind: Kind, variant: mnk.Variant) -> "_BySolver | _ByFours":
    return _BySolver(variant, VERIFY_NODES) if kind == "exact" else _ByFours(VERIFY_NODES)


def _faults_of_turns(
    position: mnk.Position, solving: Solving, looks: "_BySolver | _ByFours"
) -> Iterator[str]:
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
        for move in turn.right:
            if (move.reply is None) != (move.then is None) or (move.reply is None) != (plies == 1):
                yield f"At turn {number} the game goes on after its end, or ends before."
            elif move.reply is not None and move.then is not None:
                name = mnk.name(move.square, position.variant)
                if move.square not in right or move.reply not in _longest(looks, here, move.square):
                    yield f"At turn {number} the reply to {name} is not the longest."
                    continue
                following = (here.play(move.square).play(move.reply), plies - 2)
                if not number < move.then < len(solving.turns):
                    yield f"Turn {number} leads nowhere."
                elif places.setdefault(move.then, following) != following:
                    yield f"Two positions share turn {move.then}."


def _longest(
    looks: "_BySolver | _ByFours", position: mnk.Position, square: mnk.Square
) -> tuple[mnk.Square, ...]:
    if isinstance(looks, _BySolver):
        return looks.longest(position, square)
    own, other = stones(position)
    # All squares that complete the four: if there are two, no reply is longer than another.
    return completing(own | 1 << square, other, position.variant)


def _faults_of_turning(position: mnk.Position, solving: Solving) -> Iterator[str]:
    variant = position.variant
    for moved in mnk.symmetries(variant.width, variant.height):
        turned = mnk.Position.of(
            variant,
            mnk.BySide(
                *(frozenset(moved[at] for at in position.stones(side)) for side in mnk.Side)
            ),
            position.side_to_move,
        )
        wins = _fresh(solving.kind, variant).values(turned).wins
        if wins != {moved[solving.solution]: solving.plies}:
            yield "Turned, it is not the same puzzle."
            return
