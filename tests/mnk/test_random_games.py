"""Random games, judged move by move by our rules and by the slow referee."""

import os
import random

import pytest

from games import mnk

from . import interpreter, referee

GAMES = int(os.environ.get("MNK_GAMES", "6000"))
"""A hundred thousand take two minutes of the processor: MNK_GAMES=100000."""
CHUNKS = 2
"""The games come in chunks so that several processes can share them."""

SEED = "inarow"

BOARDS = (
    # games in a thousand; the widest and highest board
    (560, 4, 4),
    (280, 6, 6),
    (40, 10, 10),
    (60, 32, 1),
    (56, 1, 32),
    (4, 32, 32),
)


def random_variant(rng: random.Random) -> mnk.Variant:
    """Mostly a small board; about half the k are ones people play, the others anything."""
    ((_, widest, highest),) = rng.choices(BOARDS, weights=[weight for weight, _, _ in BOARDS])
    width, height = rng.randint(1, widest), rng.randint(1, highest)
    rules = [rule for rule in mnk.LineRule if rule.says.smallest <= min(width, height, 9)]
    line_rule = rng.choice(rules)
    if line_rule.says.only_k is not None:
        return mnk.Variant(width, height, line_rule.says.only_k, line_rule)
    if line_rule is mnk.LineRule.FULL_LINES:
        return mnk.Variant.full_lines(width, height)
    longest = max(width, height)
    k = rng.choice((rng.randint(1, longest), min(longest, rng.randint(3, 5))))
    return mnk.Variant(width, height, k, line_rule)


def referees_outcome(
    last: referee.Point, mover: str, stones: referee.Stones, rules: referee.Rules
) -> mnk.Outcome | None:
    """How the mover's last stone ended the game, if it did."""
    if referee.winning_points_through(last, stones, rules):
        sign = referee.winner(mover, rules)
        winner = mnk.Side.BLACK if sign == "X" else mnk.Side.WHITE
        return mnk.Outcome(winner, mnk.Termination.LINE)
    if not referee.can_play(stones, referee.other(mover), rules):
        return mnk.Outcome(None, mnk.Termination.FULL_BOARD)
    return None


def play_out(rng: random.Random) -> mnk.GameState:
    """Play one random game to its end, both sides of the comparison agreeing at every move."""
    variant = random_variant(rng)
    rules = interpreter.rules(variant)
    game, stones = mnk.GameState.start(variant), referee.Stones()
    order = list(range(variant.squares))
    rng.shuffle(order)
    dead_at = rng.choice(order)
    for square in order:
        legal = referee.legal_moves(stones, rules)
        assert game.position.empty_squares() == interpreter.squares(legal, variant)
        if game.ply == dead_at:
            side = interpreter.SIGN[game.side_to_move]
            assert game.is_dead == referee.is_dead(stones, side, rules)

        last = interpreter.point(square, variant)
        side = interpreter.SIGN[game.side_to_move]
        if not referee.may_play(stones, last, side, rules):
            with pytest.raises((mnk.ForbiddenSquare, mnk.StoneWouldFall)):
                game.play(square, by=game.side_to_move)
            order.append(square)  # perhaps later
            continue
        kind = rng.choice(referee.kinds(side, rules))
        stones[last] = kind
        move = mnk.move_to(square, mnk.Side.BLACK if kind == "X" else mnk.Side.WHITE, variant)
        game = game.play(move, by=game.side_to_move)

        assert game.outcome == referees_outcome(last, side, stones, rules)
        if game.is_over:
            winning = referee.winning_points_through(last, stones, rules)
            assert game.winning_line == interpreter.squares(winning, variant)
            break
    assert interpreter.stones(game.position) == stones
    return game


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_agree_with_the_slow_referee_move_by_move(chunk: int) -> None:
    rng = random.Random(f"{SEED} {chunk}")
    games = [play_out(rng) for _ in range(GAMES // CHUNKS)]

    # The games are worth something only if every kind came up.
    kinds = {(game.variant.line_rule, game.outcome and game.outcome.winner) for game in games}
    assert kinds == {
        (line_rule, winner)
        for line_rule in mnk.LineRule
        for winner in (mnk.Side.BLACK, mnk.Side.WHITE, None)
    }
    assert max(game.variant.squares for game in games) > 20 * 20
    assert {game.variant.width for game in games} == set(range(1, mnk.MAX_SIZE + 1))
