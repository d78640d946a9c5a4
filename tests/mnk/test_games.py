"""A game's commands: Alice plays black, Bob white; each command is one step, or refused."""

import pickle
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import mnk

from . import strategies
from .hourglass import Hourglasses
from .interpreter import marked

ALICE, BOB = mnk.Side.BLACK, mnk.Side.WHITE
TIC_TAC_TOE = mnk.PRESETS["3x3"].variant


def after(moves: str, variant: mnk.Variant = TIC_TAC_TOE) -> mnk.GameState:
    """The game after these moves."""
    return mnk.GameState.replay(variant, mnk.moves_from_text(moves, variant))


def test_a_fresh_game_waits_for_alice() -> None:
    game = mnk.GameState.start(TIC_TAC_TOE)

    assert game.side_to_move is ALICE
    assert (game.ply, game.moves, game.outcome, game.offers) == (0, (), None, ())
    assert (game.clock, game.control, game.is_paused) == (None, None, False)
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
    with pytest.raises(mnk.NotYourTurn, match=r"^It’s your opponent’s turn"):
        after("").play(0, by=BOB)
    with pytest.raises(mnk.NotYourTurn, match=r"^It’s your opponent’s turn"):
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
    with pytest.raises(mnk.CannotAbortNow, match="Resign or offer a draw"):
        after("a1 b2").abort()


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

    with pytest.raises(mnk.LineStillPossible, match="Offer a draw instead"):
        game.claim_draw()


def test_a_game_is_ended_for_any_reason_but_only_once() -> None:
    agreement = mnk.Outcome(None, mnk.Termination.AGREEMENT)
    resignation = mnk.Outcome(BOB, mnk.Termination.RESIGNATION)
    game = after("a1").offer(mnk.Offer.DRAW, by=ALICE).ended(resignation)

    assert (game.outcome, game.offers, game.moves) == (resignation, (), (0,))
    with pytest.raises(mnk.GameIsOver):
        game.ended(agreement)


@dataclass(frozen=True)
class Command:
    """One command, from anyone, sensible or not, some time after the one before."""

    verb: str
    by: mnk.Side
    square: int = 0
    what: mnk.Offer = mnk.Offer.DRAW
    ms: int = 0
    """How much time is given."""
    later: int = 0

    def run(self, game: mnk.GameState, at: int = 0) -> mnk.GameState:
        match self.verb:
            case "play":
                return game.play(self.square, by=self.by, at=at)
            case "resign":
                return game.resign(by=self.by, at=at)
            case "offer":
                return game.offer(self.what, by=self.by, at=at)
            case "accept":
                return game.accept(self.what, by=self.by, at=at)
            case "decline":
                return game.decline(self.what, by=self.by)
            case "cancel":
                return game.cancel(self.what, by=self.by)
            case "take back":
                return game.take_back(by=self.by, at=at)
            case "resume":
                return game.resume(at=at)
            case "add":
                return game.add_time(self.ms, to=self.by, at=at)
            case "credit":
                return game.credited(mnk.BySide(self.ms, 2 * self.ms), at=at)
            case "abort":
                return game.abort(at=at)
            case "flag":
                return game.flag(at=at)
            case _:
                return game.claim_draw(at=at)


ENDS = ("resign", "abort", "claim", "flag")
ANSWERS = ("accept", "decline", "cancel")
VERBS = (*ENDS, *ANSWERS, "offer", "take back", "resume", "add", "credit")


@dataclass
class Ledger:
    """What an arbiter with pencil, paper and hourglasses notes about a game.

    The arbiter is told about lines and dead boards.
    """

    sand: Hourglasses | None
    moves: list[int] = field(default_factory=list)
    offers: dict[mnk.Offer, mnk.Side] = field(default_factory=dict)
    over: bool = False
    paused: bool = False
    two_a_turn: bool = False

    @property
    def to_move(self) -> mnk.Side:
        if self.two_a_turn:  # after Alice's first stone two by two
            return BOB if len(self.moves) % 4 in (1, 2) else ALICE
        return ALICE if len(self.moves) % 2 == 0 else BOB

    def has_moved(self, side: mnk.Side) -> bool:
        return len(self.moves) > (0 if side is ALICE else 1)

    def refusal(self, command: Command, game: mnk.GameState) -> type[mnk.RuleError] | None:
        """Why the arbiter refuses a command, if at all; the first reason counts."""
        verb, what, by = command.verb, command.what, command.by
        again = what is mnk.Offer.REMATCH and verb in ("offer", *ANSWERS)
        takes_back = verb == "take back" or (verb == "offer" and what is mnk.Offer.TAKEBACK)
        pauses = verb == "offer" and what is mnk.Offer.PAUSE
        runs = self.sand is not None and self.sand.running is not None
        offered = self.offers.get(what)
        asker = by if verb == "cancel" else other(by)
        reasons = (
            (self.over and not again and verb not in ("credit", "cancel"), mnk.GameIsOver),
            (verb == "play" and self.paused, mnk.GameIsPaused),
            (verb == "play" and by is not self.to_move, mnk.NotYourTurn),
            (
                verb == "play" and command.square not in range(game.variant.squares),
                mnk.NoSuchSquare,
            ),
            (verb == "play" and command.square in self.moves, mnk.SquareTaken),
            (verb == "play" and self._would_fall(command, game.variant), mnk.StoneWouldFall),
            (verb == "abort" and len(self.moves) >= 2, mnk.CannotAbortNow),
            (verb == "claim" and not game.position.is_dead, mnk.LineStillPossible),
            (verb == "offer" and again and not self.over, mnk.CannotOfferNow),
            (takes_back and (self.paused or not self.has_moved(by)), mnk.CannotOfferNow),
            (pauses and not runs, mnk.CannotOfferNow),
            (verb == "offer" and offered is by, mnk.OfferedAlready),
            (verb in ANSWERS and offered is not asker, mnk.NotOffered),
            (verb == "resume" and not self.paused, mnk.GameIsNotPaused),
            (verb == "add" and not self._can_have(command), mnk.NoClock),
        )
        return next((refusal for applies, refusal in reasons if applies), None)

    def _would_fall(self, command: Command, variant: mnk.Variant) -> bool:
        below = command.square - variant.width
        return variant.line_rule.says.falls and below >= 0 and below not in self.moves

    def _can_have(self, command: Command) -> bool:
        sand = self.sand
        if sand is None:
            return False
        return sand.before[command.by].sand + command.ms <= sand.initial + 24 * 3_600_000

    def enter(self, command: Command, game: mnk.GameState) -> None:
        """Note a command that was carried out and led to this game."""
        match command.verb:
            case "play":
                self._play(command)
                if game.position.has_line(command.by) or game.position.is_full:
                    self._end()
            case "offer" if command.what not in self.offers:
                self.offers[command.what] = command.by
            case "offer" | "accept":
                self._agree(command.what, asker=other(command.by))
            case "decline" | "cancel":
                del self.offers[command.what]
            case "take back":
                self._take_back(command.by)
            case "resume":
                assert self.sand is not None
                self.paused = False
                self.sand.run(self.to_move, wait=10_000)
            case "add":
                assert self.sand is not None
                self.sand.pour(command.by, command.ms)
            case "credit":
                if self.sand is not None and not self.over:
                    self.sand.pour(ALICE, command.ms)
                    self.sand.pour(BOB, 2 * command.ms)
            case _:
                self._end()

    def _play(self, command: Command) -> None:
        self.moves.append(command.square)
        self.offers.clear()
        if self.sand is not None and self.sand.running is not None:
            if self.to_move is not command.by:
                self.sand.move()
        elif self.sand is not None and len(self.moves) == 2:
            self.sand.run(self.to_move)

    def _agree(self, what: mnk.Offer, asker: mnk.Side) -> None:
        match what:
            case mnk.Offer.DRAW:
                self._end()
            case mnk.Offer.TAKEBACK:
                self._take_back(asker)
            case mnk.Offer.PAUSE:
                assert self.sand is not None
                self.sand.stop()
                self.offers.clear()
                self.paused = True
            case mnk.Offer.HINTS:
                del self.offers[what]
            case mnk.Offer.REMATCH:
                self.offers.clear()

    def _take_back(self, asker: mnk.Side) -> None:
        self.offers.clear()
        while True:
            self.moves.pop()
            if self.to_move is asker:
                break
        if self.sand is not None and self.sand.running is not None:
            self.sand.stop()
            if len(self.moves) >= 2:
                self.sand.run(asker)

    def _end(self) -> None:
        self.offers.clear()
        self.over, self.paused = True, False
        if self.sand is not None:
            self.sand.halt()


def other(side: mnk.Side) -> mnk.Side:
    return BOB if side is ALICE else ALICE


CLOCKS = (None, "0.1+2", "0.1+2x3s", "5s", "1d")


LATER = st.sampled_from((0, 1, 1_000, 3_000, 5_000, 5_001)) | st.integers(0, 25_000)
ANYTHING = st.builds(
    Command,
    st.sampled_from((*VERBS, *VERBS[len(ENDS) :] * 4)),
    strategies.sides,
    what=st.sampled_from(mnk.Offer),
    ms=st.sampled_from((0, 1_000, 15_000, 24 * 3_600_000)),
    later=LATER,
)
OFTEN_PAUSES = st.sampled_from((*mnk.Offer, mnk.Offer.PAUSE, mnk.Offer.PAUSE))
ANY_OFFER = st.builds(Command, st.just("offer"), strategies.sides, what=OFTEN_PAUSES, later=LATER)
ANY_MOVE = st.builds(Command, st.just("play"), strategies.sides, st.integers(-1, 25), later=LATER)


@st.composite
def commands(draw: st.DrawFn, game: mnk.GameState) -> Command:
    """Moves, offers, answers to standing offers, and everything else, to the point or not."""
    kinds = ["anything", "offer", "any move"]
    answers = [
        Command(verb, by, what=what)
        for verb in ("accept", "accept", "decline", "cancel", "offer")
        for what, side in game.offers
        for by in mnk.Side
        if verb == "offer" or (by is side) is (verb == "cancel")
    ]
    if game.is_paused:
        answers.append(Command("resume", ALICE))
    if game.is_dead:
        answers.append(Command("claim", BOB))
    kinds += ["answer"] * 5 * bool(answers)
    kinds += ["move"] * 5 * (not game.is_over)
    kinds += ["abort"] * (game.ply < 2)
    match draw(st.sampled_from(kinds)):
        case "answer":
            return replace(draw(st.sampled_from(answers)), later=draw(LATER))
        case "anything":
            return draw(ANYTHING)
        case "offer":
            return draw(ANY_OFFER)
        case "any move":
            return draw(ANY_MOVE)
        case "abort":
            return Command("abort", ALICE)
        case _:
            square = draw(st.sampled_from(game.position.empty_squares()))
            return Command("play", game.side_to_move, square, later=draw(LATER))


def hourglasses(control: mnk.TimeControl | None) -> Hourglasses | None:
    if control is None:
        return None
    return Hourglasses(control.initial_ms, control.increment_ms, control.period_ms, control.periods)


def test_any_commands_are_carried_out_or_refused_as_an_arbiter_would() -> None:
    seen: set[tuple[str, type[mnk.RuleError] | None]] = set()
    agreed: set[mnk.Offer] = set()
    long_games = st.sampled_from((mnk.Variant(5, 5, 5), mnk.Variant(5, 4, 4)))
    boards = st.one_of(strategies.variants(max_size=4), long_games, long_games)

    @settings(strategies.law, max_examples=2 * strategies.law.max_examples)
    @given(boards, st.sampled_from(CLOCKS), st.data())
    def law(variant: mnk.Variant, clock: str | None, data: st.DataObject) -> None:
        control = None if clock is None else mnk.time_control_from_text(clock)
        game, ledger = mnk.GameState.start(variant, control), Ledger(hourglasses(control))
        ledger.two_a_turn = variant.line_rule is mnk.LineRule.CONNECT6
        at = 0
        for _ in range(data.draw(st.sampled_from((10, 25, 40)))):
            command = data.draw(commands(game))
            at += command.later
            if ledger.sand is not None:
                ledger.sand.pass_by(command.later)
            same_time(game, ledger, at)
            before = pickle.loads(pickle.dumps(game))
            refusal = ledger.refusal(command, game)
            seen.add((command.verb, refusal))
            if refusal is None:
                later = command.run(game, at)
                ledger.enter(command, later)
                if command.verb == "accept":
                    agreed.add(command.what)
            else:
                with pytest.raises(mnk.RuleError) as raised:
                    command.run(game, at)
                assert raised.type is refusal
                later = game

            assert game == before  # a command changes no state, refused or not
            game = later
            assert list(game.moves) == ledger.moves
            assert game.offers == tuple(ledger.offers.items())
            assert game.is_over is ledger.over
            assert game.is_over is (game.outcome is not None)
            assert game.is_paused is ledger.paused
            runs = game.ply >= 2 and not ledger.paused and not ledger.over
            assert game.clock is None or (game.clock.running is not None) is runs
            same_time(game, ledger, at)
        assert game.position == mnk.GameState.replay(variant, game.moves).position

    law()

    # The law is worth something only if every case came up.
    assert {verb for verb, refusal in seen if refusal is None} == {"play", *VERBS}
    assert {refusal for _, refusal in seen if refusal} == {
        mnk.CannotAbortNow,
        mnk.CannotOfferNow,
        mnk.GameIsNotPaused,
        mnk.GameIsOver,
        mnk.GameIsPaused,
        mnk.LineStillPossible,
        mnk.NoClock,
        mnk.NoSuchSquare,
        mnk.NotOffered,
        mnk.NotYourTurn,
        mnk.OfferedAlready,
        mnk.SquareTaken,
        mnk.StoneWouldFall,
    }
    assert agreed == set(mnk.Offer)


def same_time(game: mnk.GameState, ledger: Ledger, at: int) -> None:
    """The clock of the game shows what the arbiter's glasses do."""
    if ledger.sand is None:
        assert (game.clock, game.is_time_up(at)) == (None, False)
        return
    assert game.clock is not None
    assert game.clock.running == ledger.sand.running
    assert game.clock.running in (None, game.side_to_move)
    for side in mnk.Side:
        assert game.clock.left_at(side, at) == mnk.TimeLeft(*ledger.sand.has(side))
    for grace in (0, 1_000):
        assert game.is_time_up(at, grace) is ledger.sand.is_up(grace)


@strategies.law
@given(
    strategies.games(strategies.variants(max_size=4)),
    strategies.sides,
    st.sampled_from(("resign", "abort", "agree", "claim", "flag", "play")),
)
def test_after_the_end_every_command_finds_the_game_over(
    game: mnk.GameState, side: mnk.Side, ending: str
) -> None:
    if not game.is_over:
        match ending:
            case "abort" if game.ply < 2:
                game = game.abort()
            case "agree":
                game = game.offer(mnk.Offer.DRAW, by=side).accept(mnk.Offer.DRAW, by=side.other)
            case "claim" if game.is_dead:
                game = game.claim_draw()
            case "flag":
                game = game.flag()
            case "play":
                game = play_to_the_end(game)
            case _:
                game = game.resign(by=side)
    before = pickle.loads(pickle.dumps(game))

    for by in mnk.Side:
        for square in range(-1, game.variant.squares + 1):
            with pytest.raises(mnk.GameIsOver):
                Command("play", by, square).run(game)
        for verb in VERBS:
            for what in set(mnk.Offer) - {mnk.Offer.REMATCH}:
                if verb != "credit":
                    with pytest.raises(mnk.NotOffered if verb == "cancel" else mnk.GameIsOver):
                        Command(verb, by, what=what).run(game)
    assert game.credited(mnk.BySide(1, 1)) == game == before
    assert game.offers == ()


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
        assert lines == [
            game.variant.line_rule.side_of_ply(game.ply - 1)
        ]  # only the last to move can have one
