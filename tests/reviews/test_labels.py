"""Labels by fact: a label is proved if every statement in it is, and says no more than is known."""

from hypothesis import given
from hypothesis import strategies as st

from games import mnk
from games.play.protocol import Verdict
from games.review import worths
from games.review.findings import (
    Assessment,
    LabelKind,
    LabelPart,
    Lesson,
    SquareWorth,
    Way,
    Worth,
)
from games.reviews import labels
from tests.lessons import in_words

FIFTEEN = mnk.PRESETS["15x15"].variant
OPEN = mnk.Position.start(FIFTEEN)
WON, DRAWN, LOST = (worths.proved(verdict) for verdict in (Verdict.WIN, Verdict.DRAW, Verdict.LOSS))


def at(names: str) -> mnk.Position:
    return mnk.GameState.replay(FIFTEEN, mnk.moves_from_text(names, FIFTEEN)).position


def move(
    before: Worth,
    after: Worth,
    *,
    position: mnk.Position = OPEN,
    square: str = "h8",
    best: str = "",
    is_known: bool = False,
    is_new: bool = False,
    squares: tuple[SquareWorth, ...] = (),
    ways: tuple[Way, ...] = (),
) -> labels.Move:
    """A move after which the opponent's worth is `after`."""
    return labels.Move(
        position,
        mnk.square(square, FIFTEEN),
        Assessment(
            worth=before, best=mnk.moves_from_text(best, FIFTEEN), squares=squares, ways=ways
        ),
        Assessment(worth=after),
        is_known,
        is_new,
    )


def by_ply(*moves: labels.Move) -> dict[int, labels.Move]:
    """Moves of one side, who began."""
    return {2 * at: each for at, each in enumerate(moves)}


def kinds(of: labels.Move) -> list[tuple[str, str, int | None]]:
    return [(label.kind.value, label.status, label.plies) for label in of.labels]


def test_a_line_is_a_win() -> None:
    position = at("a1 a15 b1 b15 c1 c15 d1 d15")
    won = move(WON, worths.proved(Verdict.LOSS, 0), position=position, square="e1")

    assert kinds(won) == [("won", "proved", 1)]


def test_in_misere_completing_a_row_is_no_win_but_the_last_escape() -> None:
    variant = mnk.PRESETS["3x3-misere"].variant
    position = mnk.GameState.replay(variant, mnk.moves_from_text("a1b2b1c3", variant)).position
    lost = labels.Move(
        position,
        mnk.square("c1", variant),
        Assessment(worth=DRAWN),
        Assessment(worth=worths.proved(Verdict.WIN, 0)),
        is_known=False,
        is_new=False,
    )

    assert kinds(lost) == [("lastEscape", "proved", 1)]


def test_a_win_is_thrown_if_what_was_played_is_proved_not_to_win() -> None:
    win = worths.proved(Verdict.WIN, 5)

    assert kinds(move(win, DRAWN)) == [("threwWin", "proved", 5)]
    assert kinds(move(win, worths.proved(Verdict.WIN, 9))) == [
        ("threwWin", "proved", 5),
        ("lastEscape", "proved", 10),
    ]


def test_a_win_is_missed_if_it_is_not_certain_any_more() -> None:
    win = worths.proved(Verdict.WIN, 7)

    assert kinds(move(win, worths.estimated(-0.9))) == [("missedWin", "proved", 7)]
    assert kinds(move(win, worths.estimated(0.9))) == [("missedWin", "proved", 7)]
    assert kinds(move(win, worths.UNKNOWN)) == [("missedWin", "proved", 7)]


def test_a_win_that_is_kept_has_no_label() -> None:
    assert kinds(move(worths.proved(Verdict.WIN, 3), worths.proved(Verdict.LOSS, 8))) == []


def test_how_far_a_missed_win_was_is_read_off_its_way_if_that_is_known_to_the_end() -> None:
    position = at("a1 a15 b1 b15 c1 c15")
    line = mnk.moves_from_text("d1 d15 e1", FIFTEEN)
    full, cut = (Way(worth=WON, moves=line[:length]) for length in (3, 1))

    assert kinds(
        move(WON, worths.UNKNOWN, position=position, ways=(full,)),
    ) == [("missedWin", "proved", 3)]
    assert kinds(
        move(WON, worths.UNKNOWN, position=position, ways=(cut,)),
    ) == [("missedWin", "proved", None)]


def test_a_missed_win_of_unknown_distance_is_put_in_words() -> None:
    """The thinker found nothing to say about it; the assessment knows how the win begins."""
    begun = Way(worth=WON, moves=mnk.moves_from_text("d1", FIFTEEN))
    missed = move(WON, worths.UNKNOWN, best="d1 d4", ways=(begun,))

    (said,) = labels.ply_review(8, missed).lessons

    assert kinds(missed) == [("missedWin", "proved", None)]
    assert in_words(said, FIFTEEN) == (
        "Black had a win starting at d1 or d4. How many moves it takes isn’t known."
    )
    assert said == Lesson(
        remarks=said.remarks,
        squares=mnk.moves_from_text("d1 d4", FIFTEEN),
        status="proved",
        line=begun.moves,
        start=8,
    )


def test_the_words_of_a_missed_win_say_what_is_known_of_it() -> None:
    position = at("a1 a15 b1 b15 c1 c15")
    line = mnk.moves_from_text("d1 d15 e1", FIFTEEN)
    five = " ".join(f"{column}4" for column in "abcde")

    def said(before: Worth, best: str, *ways: Way, after: Worth = worths.UNKNOWN) -> str:
        missed = move(before, after, position=position, best=best, ways=ways)
        return in_words(labels.ply_review(6, missed).lessons[0], FIFTEEN)

    whole, in_five = Way(worth=WON, moves=line), worths.proved(Verdict.WIN, 5)
    assert said(WON, "d1", whole) == "Black had a win in at most 2 moves: d1, then e1."
    assert said(worths.proved(Verdict.WIN, 3), "d1", whole, after=DRAWN) == (
        "Black had a win in 2 moves: d1, then e1."
    )
    assert said(in_five, "d4") == "Black had a win in 3 moves, starting at d4."
    assert said(in_five, five) == ("Black had a win in 3 moves, starting at several squares.")
    assert said(WON, "") == ("Black had a win, but its first move isn’t known.")
    assert said(in_five, "") == ("Black had a win in 3 moves, but its first move isn’t known.")


def test_a_missed_win_that_the_thinker_has_shown_is_told_once() -> None:
    position = at("a1 a15 b1 b15 c1 c15")
    missed = move(WON, worths.UNKNOWN, position=position, best="d1")
    shown = Lesson(remarks=(), line=mnk.moves_from_text("d1 d15 e1", FIFTEEN), start=6)
    later, theirs = (
        Lesson(remarks=(), line=shown.line, start=7),
        Lesson(remarks=(), line=mnk.moves_from_text("h8 d15 h9 e15", FIFTEEN), start=6),
    )

    assert labels.ply_review(6, missed, [theirs, shown]).lessons == (theirs, shown)
    assert labels.ply_review(6, missed, [theirs, later]).lessons[1:] == (theirs, later)
    kept = move(WON, LOST, position=position)
    assert labels.ply_review(6, kept, [theirs]).lessons == (theirs,)


def test_a_block_is_missed_if_one_square_would_have_stopped_the_line() -> None:
    blocked_once = at("a1 n15 b1 o15 c1 o1 d1")
    missed = move(worths.estimated(-0.3), worths.proved(Verdict.WIN, 1), position=blocked_once)

    assert kinds(missed)[0] == ("missedBlock", "proved", 2)


def test_an_open_four_cannot_be_blocked() -> None:
    open_four = at("b1 n15 c1 o15 d1 o1 e1")
    lost = worths.proved(Verdict.LOSS, 2)

    assert kinds(move(lost, worths.proved(Verdict.WIN, 1), position=open_four)) == []


def test_who_could_win_at_once_has_missed_that_and_no_block() -> None:
    both = at("a1 a15 b1 b15 c1 c15 d1 d15")
    missed = move(worths.proved(Verdict.WIN, 1), worths.proved(Verdict.WIN, 1), position=both)

    assert [kind for kind, *_ in kinds(missed)] == ["threwWin", "lastEscape"]


def test_the_last_escape_is_proved_if_both_are() -> None:
    loss = worths.proved(Verdict.WIN, 6)

    assert kinds(move(DRAWN, loss)) == [("lastEscape", "proved", 7)]
    assert kinds(move(worths.estimated(-0.2), loss)) == [("lastEscape", "estimated", 7)]
    assert kinds(move(worths.estimated(-0.89), loss)) == [("lastEscape", "estimated", 7)]
    assert kinds(move(worths.estimated(-0.9), loss)) == []
    assert kinds(move(worths.UNKNOWN, loss)) == []
    assert kinds(move(LOST, loss)) == []


def _others(worth: Worth, but: str = "h8", extra: int = 0) -> tuple[SquareWorth, ...]:
    own = mnk.square(but, FIFTEEN)
    return tuple(
        SquareWorth(square=at, status=worth.status, verdict=worth.verdict, score=worth.score)
        for at in range(FIFTEEN.squares - extra)
        if at != own
    )


def test_the_only_move_is_better_than_every_other() -> None:
    only = [("onlyMove", "proved", None)]

    assert kinds(move(DRAWN, DRAWN, squares=_others(LOST))) == only
    assert kinds(move(WON, LOST, squares=_others(DRAWN))) == only
    assert kinds(move(DRAWN, DRAWN, squares=_others(DRAWN))) == []
    assert kinds(move(LOST, WON, squares=_others(LOST))) == []


def test_the_only_move_against_a_loss_may_be_a_guess() -> None:
    for guess in (0.1, 0.89):
        after = worths.estimated(guess)
        assert kinds(move(worths.UNKNOWN, after, squares=_others(LOST))) == [
            ("onlyMove", "estimated", None)
        ]
    assert kinds(move(worths.UNKNOWN, worths.estimated(0.9), squares=_others(LOST))) == []


def test_no_move_is_the_only_one_while_another_may_be_as_good() -> None:
    assert kinds(move(DRAWN, DRAWN, squares=_others(LOST, extra=1))) == []
    assert kinds(move(WON, LOST, squares=_others(worths.estimated(-0.9)))) == []


def test_mistakes_are_guesses() -> None:
    even = worths.estimated(0.0)

    for lost, label in (
        (0.7, "mistake"),
        (0.5, "mistake"),
        (0.49, "inaccuracy"),
        (0.25, "inaccuracy"),
    ):
        assert kinds(move(even, worths.estimated(lost))) == [(label, "estimated", None)]
    assert kinds(move(even, worths.estimated(0.24))) == []
    assert kinds(move(even, worths.estimated(0.7), best="h8")) == []  # it was thought best
    assert kinds(move(DRAWN, worths.estimated(0.7))) == [("mistake", "estimated", None)]
    assert kinds(move(even, worths.UNKNOWN)) == []


def test_book_is_said_of_what_many_played() -> None:
    assert kinds(move(worths.UNKNOWN, worths.UNKNOWN, is_known=True)) == [("book", "proved", None)]


def test_what_the_square_was_proved_to_be_worth_counts_too() -> None:
    square = SquareWorth(
        square=mnk.square("h8", FIFTEEN), status="proved", verdict=Verdict.LOSS, plies=4
    )
    lost = move(worths.estimated(0.5), worths.estimated(0.2), squares=(square,))

    assert lost.worth == worths.proved(Verdict.LOSS, 4)


def test_hindsight_proves_the_position_before_a_winning_move() -> None:
    guessed = [Assessment(worth=worths.estimated(0.2)), Assessment(worth=worths.estimated(-0.2))]
    lost = Assessment(worth=worths.proved(Verdict.LOSS, 6))

    told = labels.by_hindsight(OPEN, [112, 0, 113], [guessed[0], guessed[1], guessed[0], lost])

    assert told[:2] == tuple(guessed)
    assert told[2] is not None
    assert told[2].worth == worths.proved(Verdict.WIN)
    assert told[2].best == (113,)
    assert told[2].squares == (
        SquareWorth(square=113, status="proved", verdict=Verdict.WIN, plies=7),
    )


def test_hindsight_takes_the_place_of_what_was_thought_of_that_square_alone() -> None:
    other, thought = [
        SquareWorth(square=square, status="estimated", score=0.1) for square in (7, 112)
    ]
    before = Assessment(worth=worths.estimated(0.1), squares=(other, thought))

    told, _ = labels.by_hindsight(OPEN, [112], [before, Assessment(worth=LOST)])

    assert told is not None
    assert told.squares == (other, SquareWorth(square=112, status="proved", verdict=Verdict.WIN))


def test_hindsight_leaves_gaps_alone() -> None:
    lost = Assessment(worth=worths.proved(Verdict.LOSS, 6))

    assert labels.by_hindsight(OPEN, [112, 0], [None, None, lost]) == (None, None, lost)
    assert labels.moves_of(FIFTEEN, [112, 0], [None, None, lost]) == {}


def test_a_win_that_was_just_given_is_taken() -> None:
    taken = move(WON, worths.proved(Verdict.LOSS, 4), is_new=True)

    assert kinds(taken) == [("winning", "proved", 5)]
    assert kinds(move(WON, LOST)) == [], "it was there before"
    assert kinds(move(WON, DRAWN, is_new=True)) == [("threwWin", "proved", None)]
    assert kinds(move(WON, worths.UNKNOWN, is_new=True)) == [("missedWin", "proved", None)]
    assert kinds(move(worths.estimated(0.9), worths.estimated(-0.9), is_new=True)) == []


def test_only_the_first_winning_move_takes_the_win() -> None:
    """Black is given a win by the second move, and wins with the fifth."""
    played = mnk.moves_from_text("h8 a1 h9 a2 h10", FIFTEEN)
    even, win = worths.estimated(0.1), worths.proved(Verdict.WIN)
    told = [Assessment(worth=worth) for worth in (even, even, win, LOST, win, LOST)]

    found = labels.moves_of(FIFTEEN, played, told)

    assert [kinds(each) for each in found.values()][2:] == [
        [("winning", "proved", None)],
        [],
        [],
    ]


def test_accuracy_counts_what_is_proved() -> None:
    moves = [
        move(WON, LOST),
        move(WON, DRAWN),
        move(WON, WON),
        move(DRAWN, WON),
        move(DRAWN, DRAWN),
        move(LOST, WON),
        move(worths.estimated(0.1), LOST),
        move(WON, worths.UNKNOWN),
    ]
    found = labels.accuracy(by_ply(*moves))

    assert found is not None
    assert (found.moves, found.kept, found.wins_given_away, found.draws_given_away) == (6, 3, 2, 1)
    assert labels.accuracy(by_ply(move(worths.UNKNOWN, worths.UNKNOWN))) is None


def test_accuracy_is_the_share_of_ones_chances_that_were_kept() -> None:
    """A half of a win is a draw, and of a draw that is lost nothing is left."""
    kept, halved, lost = move(WON, LOST), move(WON, DRAWN), move(DRAWN, WON)

    def said(*moves: labels.Move) -> tuple[int | None, str]:
        found = labels.accuracy(by_ply(*moves))
        assert found is not None
        return found.percent, found.status

    assert said(kept, kept, kept) == (100, "proved")
    assert said(kept, halved, lost) == (50, "proved")
    assert said(kept, kept, halved) == (83, "proved"), "rounded down: 100 is nothing given away"
    # From 0.5 to 0: of 75 % a third is gone.
    guess = move(worths.estimated(0.5), worths.estimated(0.0))
    assert said(guess, kept, kept) == (88, "estimated")
    thought_best = move(worths.estimated(0.5), worths.estimated(0.0), best="h8")
    assert said(thought_best, kept, kept) == (100, "estimated")


def test_no_accuracy_is_said_of_too_few_moves_nor_of_lost_positions() -> None:
    kept, hopeless = move(WON, LOST), move(LOST, WON)

    two = labels.accuracy(by_ply(kept, kept, hopeless, hopeless))

    assert two is not None
    assert (two.percent, two.status, two.moves) == (None, "unknown", 4)
    unknown = labels.accuracy(by_ply(kept, kept, kept, move(worths.UNKNOWN, worths.UNKNOWN)))
    assert unknown is not None
    assert (unknown.percent, unknown.status) == (100, "estimated"), "one is not looked at"
    nearly, lost = (move(worths.estimated(had), worths.estimated(-had)) for had in (-0.89, -0.9))
    assert labels.accuracy(by_ply(lost, lost, lost)) is None
    told = labels.accuracy(by_ply(nearly, nearly, nearly))
    assert told is not None
    assert (told.percent, told.status) == (100, "estimated")


def test_the_gravest_mistake_is_the_one_that_cost_most() -> None:
    slip = move(worths.estimated(0.0), worths.estimated(0.3))
    mistake = move(worths.estimated(0.0), worths.estimated(0.7))
    thrown = move(WON, WON)

    assert labels.gravest(by_ply(slip, mistake, thrown, thrown)) == 5
    assert labels.gravest(by_ply(slip, mistake, mistake)) == 3, "of two alike the first"
    assert labels.gravest(by_ply(slip, move(WON, LOST))) is None
    found = labels.accuracy(by_ply(slip, mistake, thrown))
    assert found is not None
    assert found.worst == 5


def test_a_game_turns_with_its_gravest_mistake_or_where_most_was_given_away() -> None:
    slip = move(worths.estimated(0.0), worths.estimated(0.3))
    calm = move(worths.estimated(0.0), worths.estimated(0.1))
    mistake = move(worths.estimated(0.0), worths.estimated(0.7))

    assert labels.turning_point({0: calm, 1: mistake, 2: slip}) == 2
    assert labels.turning_point({0: calm, 1: calm, 2: slip}) == 3
    assert labels.turning_point({0: calm, 1: calm}) is None
    quarter, less = (move(worths.estimated(0.0), worths.estimated(lost)) for lost in (0.25, 0.24))
    assert labels.turning_point({0: calm, 1: quarter}) == 2
    assert labels.turning_point({0: calm, 1: less}) is None
    assert labels.turning_point({}) is None


# --- Laws ----------------------------------------------------------------------------------------

some_worths = st.one_of(
    st.just(worths.UNKNOWN),
    st.floats(-1, 1).map(worths.estimated),
    st.builds(worths.proved, st.sampled_from(Verdict), st.one_of(st.none(), st.integers(1, 200))),
)


@given(before=some_worths, after=some_worths)
def test_a_proved_label_rests_on_proofs(before: Worth, after: Worth) -> None:
    one = move(before, after)
    found = one.labels

    assert len({label.kind for label in found}) == len(found)
    for label in found:
        _is_founded(label, before, one.worth)


def _is_founded(label: LabelPart, before: Worth, own: Worth) -> None:
    match label.kind:
        case LabelKind.THREW_WIN:
            assert before.verdict is Verdict.WIN
            assert own.verdict in (Verdict.DRAW, Verdict.LOSS)
        case LabelKind.MISSED_WIN:
            assert before.verdict is Verdict.WIN
            assert own.status != "proved"
        case LabelKind.LAST_ESCAPE:
            assert own.verdict is Verdict.LOSS
            assert (label.status == "proved") == (before.status == "proved")
            assert before.verdict is not Verdict.LOSS
        case LabelKind.MISTAKE | LabelKind.INACCURACY:
            assert label.status == "estimated"
            assert not (before.status == own.status == "proved")
        case _:
            raise AssertionError(label)


@given(some_worths)
def test_a_worth_turned_twice_is_later_by_two(worth: Worth) -> None:
    twice = worths.before(worths.before(worth))

    assert (twice.status, twice.verdict, twice.score) == (worth.status, worth.verdict, worth.score)
    assert twice.plies == (None if worth.plies is None else worth.plies + 2)


def test_hindsight_turns_a_worth_round_only_where_the_side_changes() -> None:
    """Connect6: a1 is black's, b1 and c1 are white's, so what is won after b1 is won before it."""
    start = mnk.Position.start(mnk.PRESETS["19x19-connect6"].variant)
    even, won = Assessment(worth=worths.estimated(0.1)), Assessment(worth=WON)

    told = labels.by_hindsight(start, [0, 1], [even, even, won])

    assert [each and each.worth for each in told] == [worths.estimated(0.1), WON, WON]
    assert told[1] is not None
    assert told[1].best == (1,)
    before_white = labels.by_hindsight(start, [0], [even, Assessment(worth=LOST)])
    assert before_white[0] is not None
    assert before_white[0].worth == WON


def test_a_stone_is_worth_to_its_side_what_the_second_of_its_turn_can_make_of_it() -> None:
    variant = mnk.PRESETS["19x19-connect6"].variant
    first = mnk.GameState.replay(variant, (0,)).position
    after = Assessment(worth=worths.estimated(0.4))
    even = Assessment(worth=worths.estimated(0.4))

    assert labels.Move(first, 1, even, after).worth == worths.estimated(0.4)
    assert labels.Move(first.play(1), 2, even, after).worth == worths.estimated(-0.4)
    assert labels.Move(first, 1, even, after).side is mnk.Side.WHITE


def test_only_the_first_stone_of_a_turn_takes_a_win_that_was_just_given() -> None:
    variant = mnk.PRESETS["19x19-connect6"].variant
    even, win = Assessment(worth=worths.estimated(0.1)), Assessment(worth=WON)

    found = labels.moves_of(variant, [0, 1, 2], [even, win, win, Assessment(worth=LOST)])

    assert [found[ply].is_new for ply in range(3)] == [False, True, False]
