"""A win is as many moves off as its winner still makes."""

import random

from games import mnk


def test_the_moves_to_a_win_are_those_its_winner_still_makes() -> None:
    rng = random.Random(1)
    lengths = set()
    for _ in range(60):
        game = mnk.GameState.start(mnk.Variant(5, 5, 3))
        while game.outcome is None:
            square = rng.choice(game.position.empty_squares())
            game = game.play(square, by=game.side_to_move)
        if game.outcome.winner is None:
            continue
        last = len(game.moves)
        lengths.add(last)
        for ply in range(last + 1):
            own = [at for at in range(ply, last) if at % 2 == game.outcome.winner]
            assert mnk.winners_moves(last - ply) == len(own)
    assert {length % 2 for length in lengths} == {0, 1}


def test_a_win_now_or_after_one_reply_is_on_the_next_move() -> None:
    assert [mnk.in_moves(plies) for plies in (1, 2, 3)] == [
        "on the next move",
        "on the next move",
        "in 2 moves",
    ]
    assert [mnk.in_at_most(plies) for plies in (1, 4)] == ["on the next move", "in at most 2 moves"]
