"""Whose question is next: checked on all histories of coming, leaving and having a turn."""

from collections import Counter, deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.play.errors import TooManyQuestions
from games.turns import PASSED_OVER, Turns, Urgency

PEOPLE = st.sampled_from(["alice", "bob", "carol"])
HINT, PAGE, REVIEW = Urgency.HINT, Urgency.PAGE, Urgency.REVIEW

came = st.tuples(st.just("comes"), PEOPLE)
turn = st.tuples(st.just("turn"), st.just(""))
left = st.tuples(st.just("leaves"), PEOPLE)


def filled(*questions: tuple[str, Urgency, str]) -> Turns[str]:
    turns: Turns[str] = Turns()
    for name, urgency, share in questions:
        turns.enter(name, urgency, share)
    return turns


def all_of(turns: Turns[str]) -> list[str]:
    order = []
    while (name := turns.next()) is not None:
        order.append(name)
    return order


def test_whoever_comes_with_one_question_waits_for_none_of_thirty() -> None:
    turns = filled(*((f"a{number}", PAGE, "alice") for number in range(30)))
    assert turns.next() == "a0"

    turns.enter("b", PAGE, "bob")

    assert [turns.next(), turns.next()] == ["b", "a1"]


@given(st.lists(st.one_of(came, came, turn, left)))
def test_between_two_turns_of_one_who_waits_every_other_has_one_at_most(
    history: list[tuple[str, str]],
) -> None:
    turns: Turns[list[str]] = Turns()
    waiting: dict[str, deque[list[str]]] = {name: deque() for name in ("alice", "bob", "carol")}
    since: dict[str, Counter[str]] = {name: Counter() for name in waiting}
    """How many turns the others have had since each had one, or came."""
    for what, who in history:
        if what == "comes":
            if not waiting[who]:
                since[who] = Counter()
            question = [who]  # an object of its own each time
            waiting[who].append(question)
            turns.enter(question, PAGE, who)
        elif what == "leaves":
            if waiting[who]:
                turns.leave(waiting[who].pop())
        else:
            given_to = turns.next()
            if given_to is None:
                assert not any(waiting.values())
                continue
            (name,) = given_to
            assert waiting[name].popleft() is given_to  # each visitor's own in order
            since[name] = Counter()
            for other in waiting:
                if other != name and waiting[other]:
                    since[other][name] += 1
                    assert since[other][name] <= 1
        assert len(turns) == sum(map(len, waiting.values()))


@given(
    st.lists(
        st.one_of(
            st.tuples(st.sampled_from([HINT, PAGE, REVIEW]), PEOPLE),
            st.none(),
        )
    )
)
def test_the_more_urgent_goes_first_and_nobody_starves(
    history: list[tuple[Urgency, str] | None],
) -> None:
    turns: Turns[list[Urgency]] = Turns()
    waiting: Counter[Urgency] = Counter()
    in_a_row = 0
    for step in history:
        if step is not None:
            turns.enter([step[0]], *step)
            waiting[step[0]] += 1
            continue
        given_to = turns.next()
        if given_to is None:
            assert not waiting.total()
            continue
        urgency = given_to[0]
        waiting[urgency] -= 1
        most_urgent = min(each for each in Urgency if waiting[each] or each is urgency)
        if urgency is not most_urgent:
            assert in_a_row == PASSED_OVER
            in_a_row = 0
        elif any(waiting[each] for each in Urgency if each > urgency):
            in_a_row = 0 if in_a_row == PASSED_OVER else in_a_row + 1
        else:
            in_a_row = 0


def test_a_review_comes_up_however_many_hints_are_asked_for() -> None:
    turns = filled(("review", REVIEW, "alice"), ("page", PAGE, "alice"))
    order = []
    for number in range(3 * PASSED_OVER):
        turns.enter(f"hint {number}", HINT, "bob")
        turns.enter(f"more {number}", HINT, "bob")
        order.append(turns.next())

    assert order[PASSED_OVER] == "review"
    assert order[2 * PASSED_OVER + 1] == "page"


def test_what_has_no_room_now_is_passed_over() -> None:
    turns = filled(("page", PAGE, "alice"), ("hint", HINT, "bob"), ("other", HINT, "bob"))

    assert turns.next(lambda urgency: urgency is not HINT) == "page"
    assert turns.next(lambda urgency: urgency is not HINT) is None
    assert not turns.has_next(lambda urgency: urgency is not HINT)
    assert all_of(turns) == ["hint", "other"]


def test_a_share_has_its_fill_waiting_and_others_come_in() -> None:
    turns: Turns[str] = Turns(of_share=2)
    turns.enter("a1", PAGE, "alice")
    turns.enter("a2", HINT, "alice")

    with pytest.raises(TooManyQuestions):
        turns.enter("a3", REVIEW, "alice")

    turns.enter("b1", PAGE, "bob")
    assert turns.next() == "a2"
    turns.enter("a3", REVIEW, "alice")
    assert len(turns) == 3


def test_where_it_is_full_whoever_has_most_makes_room() -> None:
    turns: Turns[str] = Turns(in_all=4)
    for name, urgency in (("a1", REVIEW), ("a2", PAGE), ("a3", PAGE)):
        turns.enter(name, urgency, "alice")
    turns.enter("b1", PAGE, "bob")

    with pytest.raises(TooManyQuestions):
        turns.enter("a4", HINT, "alice")
    assert turns.enter("c1", PAGE, "carol") == "a1"  # the least urgent of hers
    with pytest.raises(TooManyQuestions):  # two and one and one: nobody is the greediest
        turns.enter("c2", PAGE, "carol")

    assert turns.enter("d1", PAGE, "dave") == "a3"
    assert all_of(turns) == ["a2", "b1", "c1", "d1"]


def test_whoever_leaves_leaves_their_turn_to_others() -> None:
    turns: Turns[str] = Turns()
    first, second = "first", "second"
    turns.enter(first, PAGE, "alice")
    turns.enter(second, PAGE, "bob")

    turns.leave(first)
    turns.leave(first)

    assert all_of(turns) == ["second"]
    assert len(turns) == 0


def test_nothing_is_remembered_of_those_who_came_long_ago() -> None:
    turns: Turns[str] = Turns()
    for number in range(500):
        turns.enter("question", PAGE, f"visitor {number}")
        turns.enter("question", PAGE, f"visitor {number}")
        turns.next()
        turns.next()

    lane = turns._lanes[PAGE]
    assert len(lane._due) < 10
    assert not lane._waiting


def test_no_bots_move_is_refused_or_has_to_leave() -> None:
    turns: Turns[str] = Turns(of_share=1, in_all=2)
    for number in range(5):
        assert turns.enter(f"move {number}", Urgency.MOVE, "") is None

    assert turns.enter("alice's", HINT, "alice") is None
    with pytest.raises(TooManyQuestions):
        turns.enter("alice's second", HINT, "alice")
    assert turns.enter("bob's", HINT, "bob") is None
    with pytest.raises(TooManyQuestions):
        turns.enter("carol's", HINT, "carol")
    assert turns.enter("move 5", Urgency.MOVE, "") is None
    assert [turns.next() for _ in range(2)] == ["move 0", "move 1"]
