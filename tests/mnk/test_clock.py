"""Time controls and clocks: Alice plays black, Bob white, and falling sand agrees with us."""

import itertools
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games import mnk
from games.mnk.clock import DAY, HOUR, MINUTE, SECOND

from . import strategies
from .hourglass import Hourglasses

ALICE, BOB = mnk.Side.BLACK, mnk.Side.WHITE

FISCHER = mnk.time_control_from_text("5+3")
BYOYOMI = mnk.time_control_from_text("1+3x30s")
PER_MOVE = mnk.time_control_from_text("30s")

CLOCKS = json.loads((Path(__file__).parent / "data" / "clocks.json").read_text(encoding="utf-8"))
"""The browser is held to the same list: frontend/src/rules/timecontrol.test.ts."""


def left(main_ms: int, periods: int = 0) -> mnk.TimeLeft:
    return mnk.TimeLeft(main_ms, periods)


def running(control: mnk.TimeControl, side: mnk.Side = ALICE, at: int = 0) -> mnk.Clock:
    """A clock that has just begun to run."""
    return mnk.Clock.of(control).run(side, at=at)


def all_ms(clock: mnk.Clock, side: mnk.Side, at: int) -> int:
    """All the time a side has, with its periods."""
    has = clock.left_at(side, at)
    return has.main_ms + has.periods * clock.control.period_ms


# --- Time controls ---------------------------------------------------------------------------


def test_the_clocks_people_choose_from() -> None:
    assert {control.text: control.title for control in mnk.TIME_CONTROLS} == {
        "1+2": "1 min + 2 s",
        "3+2": "3 min + 2 s",
        "5+3": "5 min + 3 s",
        "10+5": "10 min + 5 s",
        "10+3x30s": "10 min + 3 × 30 s",
        "30s": "30 s a move",
        "1d": "1 day a move",
        "3d": "3 days a move",
    }
    assert [control.text for control in mnk.TIME_CONTROLS if control.is_slow] == ["1d", "3d"]


@pytest.mark.parametrize(
    ("text", "control", "title", "again"),
    [
        ("5+3", mnk.TimeControl(5 * MINUTE, 3 * SECOND), "5 min + 3 s", "5+3"),
        (" 5 + 3S ", mnk.TimeControl(5 * MINUTE, 3 * SECOND), "5 min + 3 s", "5+3"),
        ("0.5+0", mnk.TimeControl(30 * SECOND), "30 s + 0 s", "0.5+0"),
        ("1,5+0", mnk.TimeControl(90 * SECOND), "90 s + 0 s", "1.5+0"),
        ("0.1+0", mnk.TimeControl(6 * SECOND), "6 s + 0 s", "0.1+0"),
        ("2.0+1", mnk.TimeControl(2 * MINUTE, SECOND), "2 min + 1 s", "2+1"),
        ("90+60", mnk.TimeControl(90 * MINUTE, MINUTE), "90 min + 1 min", "90+60"),
        ("1440+3600", mnk.TimeControl(DAY, HOUR), "1 day + 1 hour", "1440+3600"),
        ("10+3x30s", mnk.TimeControl(10 * MINUTE, 0, 30_000, 3), "10 min + 3 × 30 s", "10+3x30s"),
        ("10+3X30", mnk.TimeControl(10 * MINUTE, 0, 30_000, 3), "10 min + 3 × 30 s", "10+3x30s"),
        ("0.5+1x90s", mnk.TimeControl(30_000, 0, 90_000, 1), "30 s + 1 × 90 s", "0.5+1x90s"),
        ("0+5x1", mnk.TimeControl(0, 0, SECOND, 5), "0 s + 5 × 1 s", "0+5x1s"),
        ("1+20x2592000", mnk.TimeControl(MINUTE, 0, 30 * DAY, 20), None, "1+20x2592000s"),
        ("0+1x30s", mnk.TimeControl(0, 0, 30 * SECOND, 1), "30 s a move", "30s"),
        ("5s", mnk.TimeControl(0, 0, 5 * SECOND, 1), "5 s a move", "5s"),
        ("61s", mnk.TimeControl(0, 0, 61 * SECOND, 1), "61 s a move", "61s"),
        ("120s", mnk.TimeControl(0, 0, 2 * MINUTE, 1), "2 min a move", "2m"),
        ("90m", mnk.TimeControl(0, 0, 90 * MINUTE, 1), "90 min a move", "90m"),
        ("36h", mnk.TimeControl(0, 0, 36 * HOUR, 1), "36 hours a move", "36h"),
        ("1H", mnk.TimeControl(0, 0, HOUR, 1), "1 hour a move", "1h"),
        ("24h", mnk.TimeControl(0, 0, DAY, 1), "1 day a move", "1d"),
        ("30d", mnk.TimeControl(0, 0, 30 * DAY, 1), "30 days a move", "30d"),
        ("2591999s", mnk.TimeControl(0, 0, 30 * DAY - SECOND, 1), None, "2591999s"),
    ],
)
def test_a_clock_as_people_write_it(
    text: str, control: mnk.TimeControl, title: str | None, again: str
) -> None:
    assert mnk.time_control_from_text(text) == control
    assert control.text == again
    assert title is None or control.title == title


@pytest.mark.parametrize("told", CLOCKS, ids=lambda told: told["text"])
def test_a_clock_is_called_as_the_browser_calls_it(told: dict[str, Any]) -> None:
    control = mnk.time_control_from_text(told["text"])

    parts = (control.initial_ms, control.increment_ms, control.period_ms, control.periods)
    assert parts == tuple(told["control"].values())
    assert control.title == told["title"]


@pytest.mark.parametrize(
    "text",
    [
        *("", "5", "+3", "5+", "-5+3", "5-3", "5.55+3", "5+3.5", "10+3x", "10+x30s", "10+3x30m"),
        *("30", "s", "1w", "1.5d", "5+3 2d", "٥+٣", "²+3", "5+3\n2", "12345+0", "1+123x1s"),
        "12345678s",
    ],
)
def test_a_text_that_is_no_clock_is_refused_with_examples(text: str) -> None:
    with pytest.raises(
        mnk.TimeControlError, match=r"isn’t a clock. Type 5\+3 \(minutes"
    ) as refusal:
        mnk.time_control_from_text(text)

    assert refusal.value.sentence.startswith(f"“{text.replace(' ', '')}” isn’t a clock")


def test_only_the_beginning_of_a_long_text_is_repeated() -> None:
    with pytest.raises(mnk.TimeControlError, match=r"^“x{20}” isn’t a clock"):
        mnk.time_control_from_text("x" * 1_000)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1440.1+0", "The starting time can be at most 1 day."),
        ("1441+1x5s", "The starting time can be at most 1 day."),
        ("5+3601", "The increment can be at most 1 hour."),
        ("31d", "The time per move can be at most 30 days."),
        ("2592001s", "The time per move can be at most 30 days."),
        ("5+21x10s", "There can be at most 20 periods."),
        ("5+0x10s", "Periods need a length, and a length needs periods."),
        ("5+3x0s", "Periods need a length, and a length needs periods."),
        ("0s", "Periods need a length, and a length needs periods."),
        ("0+0", "A clock must have at least 5 s."),
        ("0+3600", "A clock must have at least 5 s."),
        ("0+4x1s", "A clock must have at least 5 s."),
        ("4s", "A clock must have at least 5 s."),
    ],
)
def test_a_clock_outside_the_limits_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(mnk.TimeControlError) as refusal:
        mnk.time_control_from_text(text)

    assert refusal.value.sentence == sentence


@pytest.mark.parametrize(
    ("control", "sentence"),
    [
        ((-6_000, 0, 0, 0), "The starting time can be at most 1 day."),
        ((MINUTE, -SECOND, 0, 0), "The increment can be at most 1 hour."),
        ((MINUTE, 0, -SECOND, 1), "The time per move can be at most 30 days."),
        ((MINUTE, 0, SECOND, -1), "There can be at most 20 periods."),
        ((MINUTE, SECOND, SECOND, 1), "Choose an increment or periods, not both."),
        ((MINUTE, 0, SECOND, 0), "Periods need a length, and a length needs periods."),
        ((MINUTE, 0, 999, 1), "A period must be at least 1 s."),
        # 75 s would be written 1.2+0, and read as 72 s.
        ((75 * SECOND, 0, 0, 0), "The starting time is in minutes, with at most 1 decimal."),
        ((75 * SECOND, 0, SECOND, 1), "The starting time is in minutes, with at most 1 decimal."),
        ((MINUTE + 1, 0, 0, 0), "The starting time is in minutes, with at most 1 decimal."),
        ((MINUTE, 1_500, 0, 0), "Increments and periods are in whole seconds."),
        ((MINUTE, 0, 30_001, 3), "Increments and periods are in whole seconds."),
        ((0, 0, 5_500, 1), "Increments and periods are in whole seconds."),
    ],
)
def test_a_clock_that_no_text_can_say_is_refused(
    control: tuple[int, int, int, int], sentence: str
) -> None:
    with pytest.raises(mnk.TimeControlError) as refusal:
        mnk.TimeControl(*control)

    assert refusal.value.sentence == sentence


@strategies.law
@given(strategies.controls())
def test_a_control_is_what_its_text_says(control: mnk.TimeControl) -> None:
    assert mnk.time_control_from_text(control.text) == control
    assert len(control.text) <= 20


@strategies.law
@given(
    *[st.integers(-1, 2 * DAY) | st.sampled_from((0, 1, 6_000, MINUTE, HOUR, DAY))] * 3,
    st.integers(-1, 21),
)
def test_a_control_can_be_said_or_cannot_be(
    initial_ms: int, increment_ms: int, period_ms: int, periods: int
) -> None:
    try:
        control = mnk.TimeControl(initial_ms, increment_ms, period_ms, periods)
    except mnk.TimeControlError:
        return
    assert mnk.time_control_from_text(control.text) == control


@strategies.law
@given(strategies.texts)
def test_any_text_is_a_control_or_refused(text: str) -> None:
    try:
        control = mnk.time_control_from_text(text)
    except mnk.TimeControlError:
        return
    assert mnk.time_control_from_text(control.text) == control


def test_different_clocks_have_different_titles() -> None:
    spans = (0, 6, 30, 60, 66, 90, 120, 3_600, 5_400, 7_200, 86_400)
    found: list[mnk.TimeControl] = []
    for initial, other in itertools.product(spans, spans):
        for increment, period, periods in ((other, 0, 0), *((0, other, n) for n in (1, 2, 20))):
            try:
                found.append(
                    mnk.TimeControl(initial * 1_000, increment * 1_000, period * 1_000, periods)
                )
            except mnk.TimeControlError:
                continue

    assert len(found) == len({control.title for control in found}) > 300
    assert len(found) == len({control.text for control in found})


@pytest.mark.parametrize(
    ("text", "is_slow"),
    [
        ("23h", False),
        ("1d", True),
        ("10+3x86399s", False),
        ("10+3x86400s", True),
        ("1440+0", False),
    ],
)
def test_a_clock_is_slow_when_a_turn_may_take_days(text: str, is_slow: bool) -> None:
    assert mnk.time_control_from_text(text).is_slow is is_slow


# --- Clocks ----------------------------------------------------------------------------------


def test_nothing_runs_on_a_fresh_clock() -> None:
    clock = mnk.Clock.of(BYOYOMI)

    assert (clock.running, clock.due_ms, clock.left) == (
        None,
        None,
        mnk.BySide(*[left(60_000, 3)] * 2),
    )
    assert clock.left_at(ALICE, at=10**12) == left(60_000, 3)
    assert not clock.is_up(at=10**12)
    assert clock.stopped(at=5) == clock.ended(at=5) == clock


def test_alice_thinks_ten_seconds_and_has_her_increment() -> None:
    clock = running(FISCHER, at=1_000)

    assert clock.left_at(ALICE, at=11_000) == left(290_000)
    assert clock.left_at(BOB, at=11_000) == left(300_000)

    moved = clock.moved(ALICE, at=11_000)

    assert (moved.running, moved.since_ms, moved.due_ms) == (BOB, 11_000, 311_000)
    assert moved.left == mnk.BySide(left(293_000), left(300_000))


def test_bob_uses_up_his_initial_time_and_then_his_periods() -> None:
    clock = running(BYOYOMI, BOB)

    def at(ms: int) -> tuple[int, int]:
        has = clock.left_at(BOB, ms)
        return has.main_ms, has.periods

    assert at(0) == (60_000, 3)
    assert at(60_000) == (0, 3)
    assert at(60_001) == (29_999, 2)
    assert at(90_000) == (0, 2)  # used to its very end: not overstepped yet
    assert at(90_001) == (29_999, 1)
    assert at(120_000) == (0, 1)
    assert at(149_999) == (1, 0)
    assert at(150_000) == (0, 0)
    assert at(150_001) == (0, 0)
    assert at(10**12) == (0, 0)
    assert clock.due_ms == 150_000


@pytest.mark.parametrize(
    ("spent", "main_ms", "periods"),
    [
        (0, 60_000, 3),
        (59_999, 1, 3),
        (60_000, 0, 3),
        (60_001, 0, 3),
        (90_000, 0, 3),
        (90_001, 0, 2),
        (120_000, 0, 2),
        (120_001, 0, 1),
        (150_000, 0, 1),
        (150_999, 0, 1),  # this must have been in the grace
    ],
)
def test_a_period_is_whole_again_after_a_move_within_it(
    spent: int, main_ms: int, periods: int
) -> None:
    clock = running(BYOYOMI, BOB, at=7)

    assert clock.moved(BOB, at=7 + spent).left[BOB] == left(main_ms, periods)
    stopped = clock.stopped(at=7 + spent)
    assert stopped.left[BOB] == left(main_ms, periods)
    assert (stopped.running, stopped.since_ms, stopped.due_ms) == (None, 7 + spent, None)
    assert clock.moved(BOB, at=7 + spent).left[ALICE] == stopped.left[ALICE] == left(60_000, 3)


def test_time_per_move_is_there_again_move_after_move() -> None:
    clock = running(PER_MOVE)
    for turn in range(1, 20):
        assert clock.due_ms == (turn - 1) * 30_000 + 30_000
        side = ALICE if turn % 2 else BOB
        clock = clock.moved(side, at=turn * 30_000)
        assert clock.left == mnk.BySide(left(0, 1), left(0, 1))


def test_at_the_end_the_time_is_what_it_is() -> None:
    clock = running(BYOYOMI, BOB)

    assert clock.ended(at=70_000).left[BOB] == left(20_000, 2)
    assert clock.ended(at=150_001).left[BOB] == left(0, 0)
    assert (clock.ended(at=70_000).running, clock.ended(at=70_000).since_ms) == (None, 70_000)
    assert clock.ended(at=70_000).left[ALICE] == left(60_000, 3)


def test_a_move_in_the_grace_leaves_nothing_but_the_increment() -> None:
    clock = running(FISCHER)

    assert clock.is_up(at=300_001)
    assert not clock.is_up(at=300_500, grace_ms=500)
    assert clock.is_up(at=300_501, grace_ms=500)
    assert clock.moved(ALICE, at=300_500).left[ALICE] == left(3_000)
    assert clock.stopped(at=300_500).left[ALICE] == left(0)


def test_after_a_pause_the_clock_runs_in_a_moment() -> None:
    clock = running(BYOYOMI).stopped(at=20_000).run(ALICE, at=110_000)

    for at in (100_000, 109_999, 110_000):
        assert clock.left_at(ALICE, at) == left(40_000, 3)
        assert clock.moved(ALICE, at).left[ALICE] == left(40_000, 3)
        assert clock.stopped(at).left[ALICE] == left(40_000, 3)
        assert clock.ended(at).left[ALICE] == left(40_000, 3)
    assert clock.left_at(ALICE, at=110_001) == left(39_999, 3)
    assert clock.due_ms == 110_000 + 40_000 + 90_000
    early = clock.moved(ALICE, at=104_000)
    assert early.since_ms == 104_000  # Bob's clock waits no longer


def test_who_runs_may_be_changed_without_a_move() -> None:
    clock = running(FISCHER).run(BOB, at=9_000)

    assert clock.left_at(ALICE, at=9_000) == left(300_000)
    assert clock.left_at(BOB, at=10_000) == left(299_000)


def test_alice_gets_more_time_while_bob_thinks_or_nobody() -> None:
    for clock in (running(BYOYOMI, BOB, at=3), mnk.Clock.of(BYOYOMI)):
        more = clock.with_more(ALICE, 15_000, at=20_000)

        assert more.left == mnk.BySide(left(75_000, 3), left(60_000, 3))
        assert (more.running, more.since_ms) == (clock.running, clock.since_ms)


def test_alice_gets_more_time_while_she_thinks() -> None:
    clock = running(BYOYOMI)

    early = clock.with_more(ALICE, 15_000, at=4_000)
    assert (early.left_at(ALICE, at=4_000), early.due_ms) == (left(71_000, 3), 165_000)
    assert early.moved(ALICE, at=4_000).left[ALICE] == left(71_000, 3)

    # In a period: what is gone of it is given back, and the rest comes before the periods.
    in_first = clock.with_more(ALICE, 15_000, at=65_000)
    assert (in_first.left_at(ALICE, at=65_000), in_first.due_ms) == (left(10_000, 3), 165_000)
    in_second = clock.with_more(ALICE, 15_000, at=92_000)
    assert (in_second.left_at(ALICE, at=92_000), in_second.due_ms) == (left(13_000, 2), 165_000)
    late = clock.with_more(ALICE, 15_000, at=151_000)
    assert (late.left_at(ALICE, at=151_000), late.due_ms) == (left(14_000, 0), 165_000)
    assert not late.is_up(at=165_000)


def test_more_time_for_a_clock_that_runs_in_a_moment_does_not_begin_it() -> None:
    clock = running(FISCHER, at=110_000).with_more(ALICE, 15_000, at=100_000)

    assert (clock.since_ms, clock.due_ms) == (110_000, 425_000)
    assert clock.left_at(ALICE, at=105_000) == left(315_000)


# --- Laws ------------------------------------------------------------------------------------


@strategies.law
@given(strategies.controls(), strategies.sides, st.integers(0, 10**13), st.data())
def test_due_is_the_last_moment_at_which_the_time_is_not_up(
    control: mnk.TimeControl, side: mnk.Side, at: int, data: st.DataObject
) -> None:
    clock = running(control, side, at)
    for _ in range(data.draw(st.integers(0, 4))):
        assert clock.running is not None
        clock = clock.moved(clock.running, clock.since_ms + data.draw(strategies.lengths(control)))
    side, due, grace = clock.running or ALICE, clock.due_ms, data.draw(st.integers(0, 2_000))
    assert due is not None

    assert not clock.is_up(due)
    assert clock.is_up(due + 1)
    assert not clock.is_up(due + grace, grace)
    assert clock.is_up(due + grace + 1, grace)
    assert not clock.is_up(clock.since_ms)
    assert clock.left_at(side, due) == clock.left_at(side, due + 1) == left(0, 0)
    if due > clock.since_ms:
        assert all_ms(clock, side, due - 1) == 1


@strategies.law
@given(strategies.controls(), st.data())
def test_what_is_left_and_what_is_spent_are_the_whole(
    control: mnk.TimeControl, data: st.DataObject
) -> None:
    clock = running(control, BOB)
    spent = data.draw(strategies.lengths(control))
    whole = control.initial_ms + control.periods * control.period_ms

    assert all_ms(clock, BOB, spent) == max(0, whole - spent)
    assert all_ms(clock, ALICE, spent) == whole
    has = clock.left_at(BOB, spent)
    assert 0 <= has.periods <= control.periods
    assert has.periods == control.periods or has.main_ms < control.period_ms


@strategies.law
@given(strategies.controls(), st.data())
def test_time_grows_by_the_increment_the_renewal_and_by_gifts_only(
    control: mnk.TimeControl, data: st.DataObject
) -> None:
    clock = running(control)
    for _ in range(data.draw(st.integers(0, 6))):
        side = clock.running
        assert side is not None
        at = clock.since_ms + data.draw(strategies.lengths(control))
        before, before_bob = all_ms(clock, side, at), all_ms(clock, side.other, at)
        in_period = clock.left_at(side, at).periods < clock.left[side].periods
        gift = data.draw(st.sampled_from((0, 0, 1, 15_000, DAY)))

        whose = data.draw(strategies.sides)
        late = max(0, at - (clock.due_ms or 0))
        more = clock.with_more(whose, gift, at=at)
        gain = max(0, gift - late) if whose is side else gift
        assert all_ms(more, whose, at) == all_ms(clock, whose, at) + gain
        assert all_ms(more, whose.other, at) == all_ms(clock, whose.other, at)
        assert (more.due_ms or 0) - (clock.due_ms or 0) == gift * (whose is side)
        assert more.left_at(whose, at).periods <= control.periods

        moved, stopped = clock.moved(side, at), clock.stopped(at)
        renewal = all_ms(stopped, side, at) - before
        assert 0 <= renewal <= control.period_ms
        assert in_period or late or renewal == 0
        assert all_ms(moved, side, at) == before + renewal + control.increment_ms
        assert all_ms(moved, side.other, at) == all_ms(stopped, side.other, at) == before_bob
        assert all_ms(clock.ended(at), side, at) == before
        if data.draw(st.booleans()):
            clock = moved if gift == 0 else more.moved(side, at)


@dataclass(frozen=True)
class Deed:
    """What is done to a clock after some time."""

    verb: str
    ms: int
    side: mnk.Side
    wait: int


def deeds(control: mnk.TimeControl, most: int) -> st.SearchStrategy[list[Deed]]:
    """Mostly moves."""
    verbs = ("move", "move", "move", "move", "look", "more", "more", "stop", "run", "end")
    return st.lists(
        st.builds(
            Deed,
            st.sampled_from(verbs),
            strategies.lengths(control),
            strategies.sides,
            st.sampled_from((0, 0, 1, 1_000, 10_000)),
        ),
        max_size=most,
    )


def hold_against_sand(control: mnk.TimeControl, deeds: list[Deed], grain: int) -> None:
    """Do it all to a clock and to glasses of sand: they agree whenever somebody looks."""
    sand = Hourglasses(
        control.initial_ms, control.increment_ms, control.period_ms, control.periods, grain
    )
    sand.run(ALICE)
    clock = running(control)
    for deed in deeds:
        sand.pass_by(deed.ms)
        at = sand.now
        for side in mnk.Side:
            assert clock.left_at(side, at) == left(*sand.has(side))
        for grace in (0, 1, 500):
            assert clock.is_up(at, grace) is sand.is_up(grace)
        match deed.verb:
            case "move" if clock.running is not None:
                clock = clock.moved(clock.running, at)
                sand.move()
            case "more":
                gift = deed.wait + 1_234
                clock = clock.with_more(deed.side, gift, at=at)
                sand.pour(deed.side, gift)
            case "stop":
                clock = clock.stopped(at)
                sand.stop()
            case "end":
                clock = clock.ended(at)
                sand.halt()
            case "run":
                clock = clock.stopped(at).run(deed.side, at + deed.wait)
                sand.stop()
                sand.run(deed.side, deed.wait)
        for side in mnk.Side:
            assert clock.left_at(side, at) == left(*sand.has(side))
        assert clock.is_up(at) is sand.is_up()
        assert clock.running == sand.running


@strategies.law
@given(strategies.controls(), st.data())
def test_a_clock_agrees_with_sand_that_falls_glass_by_glass(
    control: mnk.TimeControl, data: st.DataObject
) -> None:
    hold_against_sand(control, data.draw(deeds(control, most=12)), grain=10**12)


@settings(strategies.law, max_examples=60)
@given(strategies.controls(most_s=6), st.data())
def test_a_clock_agrees_with_sand_that_falls_millisecond_by_millisecond(
    control: mnk.TimeControl, data: st.DataObject
) -> None:
    assume(control.periods <= 4)
    hold_against_sand(control, data.draw(deeds(control, most=5)), grain=1)


# --- Held ------------------------------------------------------------------------------------


def test_a_turn_that_is_held_goes_on_with_what_it_has_left_and_the_next_has_a_whole_period() -> (
    None
):
    clock = running(PER_MOVE).held(at=20 * SECOND)
    assert clock.left_at(ALICE, 10 * MINUTE) == left(10 * SECOND)
    clock = clock.run(ALICE, at=10 * MINUTE)
    assert clock.due_ms == 10 * MINUTE + 10 * SECOND
    assert clock.left_at(ALICE, 10 * MINUTE + 4 * SECOND) == left(6 * SECOND)
    assert not clock.is_up(10 * MINUTE + 10 * SECOND)
    moved = clock.moved(ALICE, at=10 * MINUTE + 9 * SECOND)
    assert moved.left[ALICE] == left(0, 1)


@given(strategies.controls(), st.lists(st.integers(0, 40 * SECOND), max_size=6))
def test_however_often_a_turn_is_held_all_of_it_lasts_as_long(
    control: mnk.TimeControl, spans: list[int]
) -> None:
    clock, at = running(control), 0
    whole = all_ms(clock, ALICE, 0)
    for spent in spans:
        at += spent
        assume(not clock.is_up(at))
        before = clock.left_at(ALICE, at)
        clock = clock.held(at)
        at += DAY
        assert clock.left_at(ALICE, at) == before
        clock = clock.run(ALICE, at)
    assert all_ms(clock, ALICE, at) == whole - sum(spans)
    assert clock.due_ms == at + whole - sum(spans)
    assert clock.with_more(ALICE, 5, at=at).due_ms == clock.due_ms + 5
    assert clock.moved(ALICE, at).left[ALICE].into_ms == 0


@pytest.mark.parametrize(("spent", "main_ms", "periods"), [(59_999, 1, 3), (60_000, 0, 3)])
def test_a_turn_that_is_held_before_its_periods_has_all_of_them(
    spent: int, main_ms: int, periods: int
) -> None:
    clock = running(BYOYOMI).held(at=spent).run(ALICE, at=DAY)
    assert clock.left_at(ALICE, DAY) == left(main_ms, periods)
    assert clock.moved(ALICE, at=DAY).left[ALICE] == left(main_ms, periods)


def test_a_clock_that_stands_is_held_as_it_is() -> None:
    clock = running(PER_MOVE).held(at=20 * SECOND)
    assert clock.held(at=50 * SECOND) == clock
