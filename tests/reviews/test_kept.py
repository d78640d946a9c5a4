"""Positions that turn into each other share one assessment; only a better one replaces it."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from pytest_django import DjangoAssertNumQueries

from games import mnk
from games.play.protocol import SideWord, ThreatPart
from games.review import findings, models, worths
from games.reviews import assessments

FIFTEEN = mnk.PRESETS["15x15"].variant

pytestmark = pytest.mark.django_db(transaction=True)


def at(names: str, variant: mnk.Variant = FIFTEEN) -> mnk.Position:
    return mnk.GameState.replay(variant, mnk.moves_from_text(names, variant)).position


def said(
    score: float,
    *,
    best: tuple[int, ...] = (),
    threats: tuple[ThreatPart, ...] = (),
    nodes: int = 0,
) -> findings.Assessment:
    return findings.Assessment(
        worth=worths.estimated(score), best=best, threats=threats, nodes=nodes
    )


def test_what_is_kept_of_a_position_is_told_of_it() -> None:
    position = at("h8 i9 i8")
    assert assessments.kept(position) is None

    assessments.keep(position, said(0.25, best=(3, 110), nodes=9), nodes=100)

    assert assessments.kept(position) == said(0.25, best=(3, 110), nodes=9)


def test_a_mirrored_position_is_told_the_mirror_of_it() -> None:
    a1, o1 = mnk.moves_from_text("a1 o1", FIFTEEN)
    assessments.keep(at("c3 d3"), said(0.5, best=(a1,)), nodes=100)

    mirrored = assessments.kept(at("m3 l3"))

    assert mirrored == said(0.5, best=(o1,))
    assert models.Assessment.objects.count() == 1


def test_with_the_sides_swapped_the_threats_are_the_others() -> None:
    """The same stones the other way round: what black threatened, white threatens."""
    stones = mnk.BySide(frozenset({32, 33, 34}), frozenset({200}))
    swapped = mnk.BySide(stones.white, stones.black)
    threat = ThreatPart("openThree", SideWord.BLACK, (32, 33, 34), (31, 35))
    assessments.keep(
        mnk.Position.of(FIFTEEN, stones, mnk.Side.BLACK), said(0.5, threats=(threat,)), nodes=100
    )

    other = assessments.kept(mnk.Position.of(FIFTEEN, swapped, mnk.Side.WHITE))

    assert other is not None
    assert other.threats == (ThreatPart("openThree", SideWord.WHITE, (32, 33, 34), (31, 35)),)
    # With the same stones and the other side to move it is another position.
    assert assessments.kept(mnk.Position.of(FIFTEEN, stones, mnk.Side.WHITE)) is None


def test_more_nodes_replace_fewer_and_not_the_other_way() -> None:
    position = at("h8")
    assessments.keep(position, said(0.1), nodes=100)
    assessments.keep(position, said(0.2), nodes=200)
    assessments.keep(position, said(0.3), nodes=150)

    assert assessments.kept(position) == said(0.2)
    assert assessments.kept(position, nodes=200) == said(0.2)
    assert assessments.kept(position, nodes=201) is None


def test_what_an_older_edition_found_is_found_anew() -> None:
    position = at("h8")
    assessments.keep(position, said(0.1), nodes=500)
    models.Assessment.objects.update(edition=assessments.EDITION - 1)
    assert assessments.kept(position) is None

    assessments.keep(position, said(0.2), nodes=100)
    assert assessments.kept(position) == said(0.2)

    models.Assessment.objects.update(edition=assessments.EDITION + 1)
    assessments.keep(position, said(0.3), nodes=900)  # by a process not yet restarted
    assert models.Assessment.objects.get().nodes == 100


def test_many_are_read_at_once(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    positions = [at("h8 i9 i8 g8 j8"[: 3 * ply].strip()) for ply in range(5)]
    for position in positions[1:]:
        assessments.keep(position, said(0.1), nodes=100)
    won = at("a1 b1 a2 b2 a3", mnk.PRESETS["3x3"].variant)

    with django_assert_num_queries(1):
        found = assessments.kept_all([*positions, won])

    assert found[:-1] == [None, *[said(0.1)] * 4]
    assert found[-1] is not None
    assert found[-1].worth.plies == 0


def test_two_who_keep_the_same_at_once_keep_it_once() -> None:
    position = at("h8 i9")
    together = threading.Barrier(4)

    def keep(nodes: int) -> None:
        together.wait()
        try:
            assessments.keep(position, said(nodes / 1_000), nodes=nodes)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as processes:
        for _ in range(10):
            list(processes.map(keep, (100, 200, 300, 400)))  # raises what they raised
            assert models.Assessment.objects.get().nodes == 400
            models.Assessment.objects.all().delete()


def test_solved_boards_are_searched_to_the_end() -> None:
    assert assessments.nodes_for(mnk.PRESETS["6x5"].variant) == assessments.SOLVED_NODES
    assert assessments.nodes_for(FIFTEEN) == assessments.NODES


# --- What nobody needs any more ------------------------------------------------------------------

DAY_MS = 86_400_000


def asked(names: str, *, ms: int) -> mnk.Position:
    """A position that somebody had assessed on the analysis page."""
    position = at(names)
    assessments.keep(position, said(0.1), nodes=100, asked_ms=ms)
    return position


def test_of_positions_anybody_asked_for_the_least_recently_used_are_let_go() -> None:
    first, second, third = (asked(name, ms=ms) for ms, name in enumerate(("a1", "b1", "c1")))

    assert assessments.let_go(2) == 1
    assert assessments.let_go(2) == 0

    assert assessments.kept(first) is None
    assert assessments.kept(second) == assessments.kept(third) == said(0.1)


def test_who_asks_again_keeps_a_position_from_being_let_go(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    first, second = asked("a1", ms=0), asked("b1", ms=1)

    assessments.note_use(first, at=DAY_MS + 1)
    with django_assert_num_queries(1):  # the same day nothing is written
        assessments.note_use(first, at=DAY_MS + 2)
    assessments.let_go(1)

    assert assessments.kept(first) == said(0.1)
    assert assessments.kept(second) is None


def test_what_a_review_needs_is_never_let_go() -> None:
    found_for_it = at("a1")
    assessments.keep(found_for_it, said(0.3), nodes=100)
    found_before, better_before = asked("b1", ms=0), asked("c1", ms=0)
    assessments.reserve([found_before])
    assessments.keep(better_before, said(0.4), nodes=50)
    asked("d1", ms=9)
    asked("a1", ms=9)

    assert assessments.let_go(0) == 1

    assert assessments.kept(found_for_it) == said(0.3)
    assert assessments.kept(found_before) == assessments.kept(better_before) == said(0.1)
    assert assessments.kept(at("d1")) is None


def test_they_are_let_go_in_batches() -> None:
    models.Assessment.objects.bulk_create(
        models.Assessment(key=number.to_bytes(16), edition=1, nodes=1, found="{}", used_ms=number)
        for number in range(601)
    )

    assert [assessments.let_go(50) for _ in range(3)] == [500, 51, 0]
    left = models.Assessment.objects.order_by("used_ms").values_list("used_ms", flat=True)
    assert list(left) == list(range(551, 601))
