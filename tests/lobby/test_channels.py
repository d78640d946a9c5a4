"""TV: which game a channel shows, and how long."""

from hypothesis import given
from hypothesis import strategies as st

from games.lobby.channels import QUIET_MS, Candidate, tuned
from games.mnk import Family

NOW = 10_000_000


def _game(
    id: int,
    *,
    people: int = 2,
    rating: int = 0,
    rung: int = 0,
    ago_ms: int = 0,
    spectators: int = 0,
    family: Family = Family.GOMOKU,
) -> Candidate:
    return Candidate(
        id=id,
        family=family,
        people=people,
        rating=rating,
        rung=rung,
        changed_ms=NOW - ago_ms,
        spectators=spectators,
    )


def _on(before: int | None, *games: Candidate) -> int | None:
    held = {} if before is None else {Family.GOMOKU: before}
    return tuned(held, games, now=NOW).get(Family.GOMOKU)


def test_nothing_is_on_where_nobody_plays() -> None:
    assert _on(None) is None
    assert _on(7) is None


def test_people_come_before_bots_strong_bots_before_weak_ones() -> None:
    bots, mixed = _game(1, people=0, rung=12), _game(2, people=1, rung=3)
    people = _game(3, people=2, ago_ms=5_000)
    assert _on(None, bots, mixed, people) == 3
    assert _on(None, bots, mixed) == 2
    assert _on(None, _game(1, people=0, rung=3), _game(2, people=0, rung=11, ago_ms=99)) == 2


def test_the_higher_ratings_come_first_whoever_has_just_moved() -> None:
    strong, known = _game(1, rating=3_400, ago_ms=9_000), _game(2, rating=1_500)
    assert _on(None, _game(3, spectators=9), known, strong) == 1
    assert _on(None, _game(3), known, _game(4, people=1, rating=2_000)) == 2
    assert _on(2, known, strong) == 2, "it stays with its game"


def test_then_the_latest_move_and_the_most_spectators_decide() -> None:
    assert _on(None, _game(1, ago_ms=5), _game(2), _game(3, ago_ms=9)) == 2
    assert _on(None, _game(1, spectators=3), _game(2), _game(3, spectators=1)) == 1


def test_two_people_who_left_their_board_are_no_longer_the_best() -> None:
    assert _on(None, _game(1, ago_ms=QUIET_MS), _game(2, people=0, rung=1)) == 2


def test_a_channel_stays_though_a_better_game_begins() -> None:
    assert _on(1, _game(1, people=0, rung=1, ago_ms=QUIET_MS - 1), _game(2)) == 1


def test_a_quiet_game_makes_room_for_a_lively_one_and_for_no_other() -> None:
    quiet = _game(1, ago_ms=QUIET_MS)
    assert _on(1, quiet, _game(2, people=0)) == 2
    assert _on(1, quiet, _game(2, ago_ms=QUIET_MS + 1)) == 1
    assert _on(1, quiet, _game(2, ago_ms=QUIET_MS)) == 1
    assert _on(1, quiet) == 1


def test_families_do_not_mind_each_other() -> None:
    games = [_game(1), _game(2, family=Family.THREE), _game(3, family=Family.THREE, people=0)]
    assert tuned({Family.THREE: 3}, games, now=NOW) == {Family.GOMOKU: 1, Family.THREE: 3}


_games = st.lists(
    st.builds(
        _game,
        st.integers(0, 9),
        people=st.integers(0, 2),
        rating=st.integers(0, 4_000),
        rung=st.integers(0, 14),
        ago_ms=st.sampled_from([0, 1, 1000, QUIET_MS - 1, QUIET_MS, QUIET_MS + 1]),
        spectators=st.integers(0, 5),
        family=st.sampled_from([Family.GOMOKU, Family.THREE]),
    ),
    unique_by=lambda game: game.id,
)
_held = st.dictionaries(st.sampled_from([Family.GOMOKU, Family.THREE]), st.integers(0, 9))


@given(_held, _games)
def test_never_is_a_lively_game_left_and_every_family_with_a_game_shows_one(
    before: dict[Family, int], games: list[Candidate]
) -> None:
    on = tuned(before, games, now=NOW)

    by_id = {game.id: game for game in games}
    assert set(on) == {game.family for game in games}
    for family, id in on.items():
        assert by_id[id].family is family
        held = by_id.get(before.get(family, -1))
        if held is not None and held.family is family:
            lively = [each for each in games if each.family is family and each.is_lively(NOW)]
            if held.is_lively(NOW) or not lively:
                assert id == held.id
            else:
                assert by_id[id] in lively
    # And once chosen it stays: nothing has changed.
    assert tuned(on, games, now=NOW) == on


@given(_held, _games)
def test_the_order_in_which_games_are_named_decides_nothing(
    before: dict[Family, int], games: list[Candidate]
) -> None:
    assert tuned(before, games[::-1], now=NOW) == tuned(before, games, now=NOW)
