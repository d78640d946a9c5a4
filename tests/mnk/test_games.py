"""A game's commands: Alice plays black, Bob white; each command is one step, or refused."""

import copy
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import mnk

from . import strategies
from .interpreter import marked

ALICE, BOB = mnk.Side.BLACK, mnk.Side.WHITE
TIC_TAC_TOE = mnk.PRESETS["3x3"].variant


def after(moves: str, variant: mnk.Variant = TIC_TAC_TOE) -> mnk.GameState:
    """The game after these moves."""
    return mnk.GameState.replay(variant, mnk.moves_from_text(moves, variant))


def test_a_fresh_game_waits_for_alice() -> None:
    game = mnk.GameState.start(TIC_TAC_TOE)

    assert game.side_to_move is ALICE
    assert (game.ply, game.moves, game.outcome, game.draw_offer) == (0, (), None, None)
    assert game.variant == TIC_TAC_TOE
    assert not game.is_over
    assert game.winning_line == ()


def test_alice_wins_by_a_line() -> None:
    game = after("a1 a3 b2 b3 c3")

    assert game.is_over
    assert game.outcome == mnk.Outcome(ALICE, mnk.Termination.LINE)
    assert marked(game.position, game.winning_line) == ["OO#", ".#.", "#.."]
    assert game.ply == 5
    assert game.moves == mnk.moves_from_text("a1 a3 b2 b3 c3", TIC_TAC_TOE)


def test_bob_wins_by_a_line() -> None:
    game = after("a1 a3 b2 b3 c2 c3")

    assert game.outcome == mnk.Outcome(BOB, mnk.Termination.LINE)
    assert marked(game.position, game.winning_line) == ["###", ".XX", "X.."]


def test_a_full_board_without_a_line_is_a_draw() -> None:
    game = after("b2 a1 c1 a3 a2 c2 b3 b1 c3")

    assert mnk.board_text(game.position).split() == ["OXX", "XXO", "OOX"]
    assert game.outcome == mnk.Outcome(None, mnk.Termination.FULL_BOARD)
    assert game.winning_line == ()


def test_a_line_with_the_last_stone_wins_though_the_board_is_full() -> None:
    game = after("a1 b1 b3 a2 b2 a3 c1 c2 c3")

    assert game.position.is_full
    assert game.outcome == mnk.Outcome(ALICE, mnk.Termination.LINE)


def test_an_overline_under_the_exact_rule_plays_on() -> None:
    exact = mnk.Variant(6, 2, 3, mnk.LineRule.EXACT)
    game = after("a1 a2 b1 c2 d1 e2 c1", exact)

    assert mnk.board_text(game.position).split() == ["O.O.O.", "XXXX.."]
    assert not game.is_over


def test_bob_cannot_move_on_alices_turn_nor_alice_twice() -> None:
    with pytest.raises(mnk.NotYourTurn, match=r"^It is black's turn"):
        after("").play(0, by=BOB)
    with pytest.raises(mnk.NotYourTurn, match=r"^It is white's turn"):
        after("a1").play(1, by=ALICE)


def test_a_taken_square_or_one_off_the_board_is_refused() -> None:
    with pytest.raises(mnk.SquareTaken, match=r"^a1 is taken"):
        after("a1").play(0, by=BOB)
    with pytest.raises(mnk.NoSuchSquare):
        after("a1").play(9, by=BOB)


def test_a_replay_stops_at_the_first_refused_move() -> None:
    with pytest.raises(mnk.SquareTaken):
        after("a1 b2 a1")
    with pytest.raises(mnk.GameIsOver):
        after("a1 a3 b2 b3 c3 c1")


@pytest.mark.parametrize("moves", ["", "a1", "a1 b2"])
def test_either_side_can_resign_at_any_time_and_the_other_wins(moves: str) -> None:
    assert after(moves).resign(by=ALICE).outcome == mnk.Outcome(BOB, mnk.Termination.RESIGNATION)
    assert after(moves).resign(by=BOB).outcome == mnk.Outcome(ALICE, mnk.Termination.RESIGNATION)
    assert after(moves).resign(by=BOB).winning_line == ()


@pytest.mark.parametrize("moves", ["", "a1"])
def test_a_game_can_be_called_off_until_both_have_moved(moves: str) -> None:
    game = after(moves).abort()

    assert game.outcome == mnk.Outcome(None, mnk.Termination.ABORT)
    assert game.position == after(moves).position


def test_a_game_in_which_both_have_moved_cannot_be_called_off() -> None:
    with pytest.raises(mnk.CannotAbortNow, match="resign or offer a draw"):
        after("a1 b2").abort()


def test_alice_offers_a_draw_and_bob_accepts() -> None:
    game = after("a1 b2").offer_draw(by=ALICE)
    assert game.draw_offer is ALICE
    assert not game.is_over

    agreed = game.accept_draw(by=BOB)

    assert agreed.outcome == mnk.Outcome(None, mnk.Termination.AGREEMENT)
    assert agreed.draw_offer is None


def test_bob_declines_and_alice_may_offer_again() -> None:
    declined = after("a1 b2").offer_draw(by=ALICE).decline_draw(by=BOB)

    assert declined == after("a1 b2")
    assert declined.offer_draw(by=ALICE).draw_offer is ALICE


def test_an_offer_against_an_offer_is_agreement() -> None:
    game = after("a1 b2").offer_draw(by=BOB).offer_draw(by=ALICE)

    assert game.outcome == mnk.Outcome(None, mnk.Termination.AGREEMENT)


def test_a_standing_offer_cannot_be_made_twice() -> None:
    with pytest.raises(mnk.DrawOfferedAlready):
        after("a1").offer_draw(by=BOB).offer_draw(by=BOB)


@pytest.mark.parametrize("side", mnk.Side)
def test_nobody_answers_an_offer_that_was_not_made_or_is_their_own(side: mnk.Side) -> None:
    for game in (after("a1"), after("a1").offer_draw(by=side)):
        with pytest.raises(mnk.DrawNotOffered):
            game.accept_draw(by=side)
        with pytest.raises(mnk.DrawNotOffered):
            game.decline_draw(by=side)


@pytest.mark.parametrize("side", mnk.Side)
def test_an_offer_lapses_with_the_next_move_whoever_made_it(side: mnk.Side) -> None:
    game = after("a1").offer_draw(by=side).play(4, by=BOB)

    assert game == after("a1 b2")
    with pytest.raises(mnk.DrawNotOffered, match="lapsed"):
        game.accept_draw(by=side.other)


def test_a_dead_game_can_be_claimed_as_a_draw_or_played_on() -> None:
    game = after("b2 a1 c1 a3 a2 c2 b3 b1")
    assert mnk.board_text(game.position).split() == ["OX.", "XXO", "OOX"]
    assert game.is_dead

    claimed = game.claim_draw()

    assert claimed.outcome == mnk.Outcome(None, mnk.Termination.DEAD_BOARD)
    assert not claimed.is_dead  # it is over, not waiting to be claimed
    assert game.play(8, by=ALICE).outcome == mnk.Outcome(None, mnk.Termination.FULL_BOARD)


def test_a_game_that_can_still_be_won_cannot_be_claimed() -> None:
    game = after("b2 a1 c1 a3 a2 c2")
    assert mnk.board_text(game.position).split() == ["O..", "XXO", "O.X"]  # b1 and b3: a line

    with pytest.raises(mnk.LineStillPossible, match="offer a draw instead"):
        game.claim_draw()


def test_a_game_is_ended_for_any_reason_but_only_once() -> None:
    agreement = mnk.Outcome(None, mnk.Termination.AGREEMENT)
    resignation = mnk.Outcome(BOB, mnk.Termination.RESIGNATION)
    game = after("a1").offer_draw(by=ALICE).ended(resignation)

    assert (game.outcome, game.draw_offer, game.moves) == (resignation, None, (0,))
    with pytest.raises(mnk.GameIsOver):
        game.ended(agreement)


@dataclass(frozen=True)
class Command:
    """One command, from anyone, sensible or not."""

    verb: str
    by: mnk.Side
    square: int

    def run(self, game: mnk.GameState) -> mnk.GameState:
        match self.verb:
            case "play":
                return game.play(self.square, by=self.by)
            case "resign":
                return game.resign(by=self.by)
            case "offer":
                return game.offer_draw(by=self.by)
            case "accept":
                return game.accept_draw(by=self.by)
            case "decline":
                return game.decline_draw(by=self.by)
            case "abort":
                return game.abort()
            case _:
                return game.claim_draw()


VERBS = ("resign", "offer", "accept", "decline", "abort", "claim")


@dataclass
class Ledger:
    """What an arbiter with pencil and paper keeps of a game; lines and deadness he is told."""

    moves: list[int] = field(default_factory=list)
    offer: mnk.Side | None = None
    over: bool = False

    def refusal(self, command: Command, game: mnk.GameState) -> type[mnk.RuleError] | None:
        """Why the arbiter refuses a command, if he does; the first reason counts."""
        to_move = ALICE if len(self.moves) % 2 == 0 else BOB
        theirs = BOB if command.by is ALICE else ALICE
        no_answer = command.verb in ("accept", "decline") and self.offer is not theirs
        reasons = (
            (self.over, mnk.GameIsOver),
            (command.verb == "play" and command.by is not to_move, mnk.NotYourTurn),
            (
                command.verb == "play" and command.square not in range(game.variant.squares),
                mnk.NoSuchSquare,
            ),
            (command.verb == "play" and command.square in self.moves, mnk.SquareTaken),
            (command.verb == "abort" and len(self.moves) >= 2, mnk.CannotAbortNow),
            (command.verb == "offer" and self.offer is command.by, mnk.DrawOfferedAlready),
            (no_answer, mnk.DrawNotOffered),
            (command.verb == "claim" and not game.position.is_dead, mnk.LineStillPossible),
        )
        return next((refusal for applies, refusal in reasons if applies), None)

    def enter(self, command: Command, game: mnk.GameState) -> None:
        """Note a command that was carried out, and led to this game."""
        match command.verb:
            case "play":
                self.moves.append(command.square)
                self.offer = None
                self.over = game.position.has_line(command.by) or game.position.is_full
            case "offer":
                self.over = self.offer is not None
                self.offer = None if self.over else command.by
            case "decline":
                self.offer = None
            case _:
                self.offer, self.over = None, True


def commands(variant: mnk.Variant) -> st.SearchStrategy[list[Command]]:
    """Moves for the most part, with everything else in between."""
    squares = st.integers(-1, variant.squares)
    plays = st.builds(Command, st.just("play"), strategies.sides, squares)
    others = st.builds(Command, st.sampled_from(VERBS), strategies.sides, st.just(0))
    offers = st.builds(Command, st.sampled_from(("offer", "decline")), strategies.sides, st.just(0))
    return st.lists(st.one_of(plays, plays, plays, offers, others), max_size=30)


@strategies.law
@given(strategies.variants(max_size=4), st.data())
def test_any_commands_are_carried_out_or_refused_as_an_arbiter_would(
    variant: mnk.Variant, data: st.DataObject
) -> None:
    game, ledger = mnk.GameState.start(variant), Ledger()
    for command in data.draw(commands(variant)):
        before = copy.deepcopy(game)
        refusal = ledger.refusal(command, game)
        if refusal is None:
            later = command.run(game)
            ledger.enter(command, later)
        else:
            with pytest.raises(mnk.RuleError) as raised:
                command.run(game)
            assert raised.type is refusal
            later = game

        assert game == before  # a command changes no state, refused or not
        game = later
        assert list(game.moves) == ledger.moves
        assert game.draw_offer is ledger.offer
        assert game.is_over is ledger.over
        assert game.is_over is (game.outcome is not None)


@strategies.law
@given(
    strategies.games(strategies.variants(max_size=4)),
    strategies.sides,
    st.sampled_from(("resign", "abort", "agree", "claim", "play")),
)
def test_after_the_end_every_command_finds_the_game_over(
    game: mnk.GameState, side: mnk.Side, ending: str
) -> None:
    if not game.is_over:
        match ending:
            case "abort" if game.ply < 2:
                game = game.abort()
            case "agree":
                game = game.offer_draw(by=side).accept_draw(by=side.other)
            case "claim" if game.is_dead:
                game = game.claim_draw()
            case "play":
                game = play_to_the_end(game)
            case _:
                game = game.resign(by=side)
    before = copy.deepcopy(game)

    for by in mnk.Side:
        for verb in ("play", *VERBS):
            for square in range(-1, game.variant.squares + 1):
                with pytest.raises(mnk.GameIsOver):
                    Command(verb, by, square).run(game)
    assert game == before
    assert game.draw_offer is None


def play_to_the_end(game: mnk.GameState) -> mnk.GameState:
    while not game.is_over:
        game = game.play(game.position.empty_squares()[0], by=game.side_to_move)
    return game


@strategies.law
@given(strategies.games(strategies.variants(max_size=6)))
def test_a_game_is_over_exactly_with_a_line_or_a_full_board(game: mnk.GameState) -> None:
    lines = [side for side in mnk.Side if game.position.has_line(side)]

    assert game.is_over == (bool(lines) or game.position.is_full)
    assert game.winning_line == (game.position.line(lines[0]) if lines else ())
    if lines:
        assert lines == [mnk.Side.of_ply(game.ply - 1)]  # only who has just moved can have one
