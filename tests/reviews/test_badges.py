"""Badges: given for what a game proves, and for nothing else."""

import pytest

from games import library, mnk
from games.play import facts
from games.play.hint_kinds import HintKind
from games.play.models import Fact, Game, Move, Thought
from games.play.protocol import Verdict
from games.play.watching import Visibility
from games.players.models import Kind, Player, PlayerRating
from games.review import findings, worths
from games.review.models import Assessment, Attempt, Badge, Puzzle, Review
from games.reviews import badges, labels
from tests.library import shelf
from tests.reviews.proved import THREE, examine, reviewed, shelved

pytestmark = pytest.mark.django_db

FORK = "b2b1a1c3a3a2c1"
"""Black gives nothing away, and wins in 3 moves once White has erred."""
SLOW = "a3a1b2a2c3c1b3"
"""Black wins in 3 moves as well, but from each of them there was a quicker way."""
DRAWN = "b2a1b1b3a2c2a3c1c3"
"""Nobody gives anything away."""


def people() -> tuple[Player, Player]:
    return Player.objects.create(name="Alice"), Player.objects.create(name="Bob")


def _kept() -> set[tuple[str, str, int]]:
    rows = Badge.objects.values_list("player__name", "kind", "number")
    return set(rows)


def test_the_quickest_win_is_proved_by_the_review() -> None:
    alice, bob = people()
    game = reviewed(FORK, alice, bob)

    assert examine() == 1

    assert _kept() == {("Alice", badges.QUICKEST, 3)}
    (told,) = badges.of_player(alice.pk)
    assert told.name == "The quickest win"
    assert told.proof == "Won in 3 moves, proved to be the fewest possible."
    assert (told.game, told.at_ms) == (game.slug, shelf.AT)
    assert badges.of_player(bob.pk) == []
    assert examine() == 0  # it was read
    assert Review.objects.filter(examined=True).count() == 1


def test_a_slower_win_and_one_by_resignation_are_no_quickest() -> None:
    alice, bob = people()
    reviewed(SLOW, alice, bob)
    reviewed("b2b1a1c3a3", alice, bob, resigns=True)
    examine()
    assert not Badge.objects.filter(kind=badges.QUICKEST).exists()


@pytest.mark.parametrize(
    ("board", "moves", "brings"),
    [("3x3", "b2a1a2b1c2", [3]), ("15x15", "h8a1h9a2h10a3h11a4h12", [])],
)
def test_only_on_a_solved_board_is_a_win_the_quickest(
    board: str, moves: str, brings: list[int]
) -> None:
    variant = mnk.PRESETS[board].variant
    state = mnk.GameState.replay(variant, mnk.moves_from_text(moves, variant))
    game = shelf.write(state, people()).row
    library.shelve(most=50)
    proved = [
        findings.Assessment(worth=worths.proved(Verdict.WIN if left % 2 else Verdict.LOSS, left))
        for left in range(state.ply, -1, -1)
    ]

    shown = badges.of_review(shelved(game), labels.moves_of(variant, state.moves, proved))

    assert [each.number for each in shown if each.kind == badges.QUICKEST] == brings


def test_a_game_without_a_mistake_is_proved_move_by_move() -> None:
    alice, bob = people()
    reviewed(DRAWN, alice, bob)
    examine()
    assert _kept() == {("Alice", badges.FLAWLESS, 5)}  # Bob had four moves


def test_what_was_not_played_alone_and_in_public_by_people_brings_nothing() -> None:
    alice, bob = people()
    club = Player.objects.create(name="Club", kind=Kind.BOT, level="club")
    hinted = reviewed(FORK, alice, bob)
    asked = facts.encode(facts.HintAsked(HintKind.BEST, 0))
    Fact.objects.create(game=hinted, version=99, side=0, text=asked, at_ms=1)
    reviewed(FORK, alice, bob, taken_back=1)
    reviewed(FORK, alice, bob, visibility=Visibility.UNLISTED)
    reviewed(FORK, alice, bob, visibility=Visibility.PRIVATE)
    reviewed(FORK, club, bob)
    reviewed(DRAWN, club, bob)
    assert examine() == 0
    assert Review.objects.filter(examined=True).count() == 6


def test_a_review_that_lacks_a_position_proves_nothing() -> None:
    alice, bob = people()
    reviewed(DRAWN, alice, bob)
    Assessment.objects.order_by("pk")[3].delete()
    assert examine() == 0


def test_of_several_games_the_longest_stays() -> None:
    alice, bob = people()
    game = reviewed(FORK, alice, bob)
    library.shelve(most=50)
    row = shelved(game)
    for number in (3, 5, 4):
        badges.keep(row, badges.Shown(alice.pk, badges.QUICKEST, number=number))
    assert _kept() == {("Alice", badges.QUICKEST, 5)}


# --- Against Perfect ------------------------------------------------------------------------------


def _perfect() -> Player:
    return Player.objects.create(name="Perfect", kind=Kind.BOT, level="perfect")


def _meets_perfect(moves: str, black: Player, white: Player, *, at: int = shelf.AT) -> Game:
    """A game that was played out, or else was drawn by agreement."""
    state = mnk.GameState.replay(THREE, mnk.moves_from_text(moves, THREE))
    if not state.is_over:
        state = state.ended(mnk.Outcome(None, mnk.Termination.AGREEMENT))
    return shelf.write(state, [black, white], at=at).row


def _look() -> set[tuple[str, str, int]]:
    while not library.shelve(most=50).is_last:
        pass
    mark = badges.BEGINNING
    while True:
        batch = badges.against_perfect(mark)
        for game, shown in batch.found:
            badges.keep(game, shown)
        mark = batch.until
        if batch.is_last:
            return _kept()


def test_who_held_perfect_on_the_board_has_a_badge_for_that_board_once() -> None:
    alice, bob = people()
    perfect = _perfect()
    _meets_perfect(DRAWN, alice, perfect, at=shelf.AT + 5)
    first = _meets_perfect(DRAWN, perfect, alice, at=shelf.AT + 1)
    _meets_perfect(FORK, perfect, bob)

    assert _look() == {("Alice", badges.HELD, 0)}
    assert _look() == {("Alice", badges.HELD, 0)}
    (told,) = badges.of_player(alice.pk)
    assert told.game == first.slug
    assert told.proof == (
        "Drew with Perfect on 3×3, three in a row. It has solved this board and makes no mistake."
    )


def test_where_nobody_is_perfect_there_is_nothing_to_look_at() -> None:
    after = badges.Mark(5, 7)
    assert badges.against_perfect(after) == badges.Batch([], after, is_last=True)


def test_games_are_looked_through_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(badges, "AT_ONCE", 2)
    everybody = [Player.objects.create(name=f"Player {number}") for number in range(5)]
    perfect = _perfect()
    for number, player in enumerate(everybody):
        black, white = (perfect, player) if number % 2 else (player, perfect)
        _meets_perfect(DRAWN, black, white, at=shelf.AT + number // 2)
    assert len(_look()) == 5


def test_a_draw_that_perfect_did_not_play_out_itself_brings_nothing() -> None:
    alice, bob = people()
    perfect = _perfect()
    stood_in = _meets_perfect(DRAWN, alice, perfect)
    move = Move.objects.get(game=stood_in, ply=1)
    Thought.objects.create(move=move, level="club", seed=1, nodes=1, waited_ms=1, ms=1)
    helped = _meets_perfect(DRAWN, bob, perfect)
    asked = facts.encode(facts.HintAsked(HintKind.BEST, 0))
    Fact.objects.create(game=helped, version=99, side=0, text=asked, at_ms=1)
    _meets_perfect("b2a1", alice, perfect)
    assert _look() == set()


# --- Counted --------------------------------------------------------------------------------------


def test_rated_games_and_hard_puzzles_are_counted_at_their_levels() -> None:
    alice, bob = people()
    for family, games in (("3x3", 60), ("small", 52)):
        PlayerRating.objects.create(player=alice, family=family, games=games, counted_ms=1)
    PlayerRating.objects.create(player=bob, family="3x3", games=9, counted_ms=1)
    for number in range(12):
        puzzle = Puzzle.objects.create(
            key=bytes([number] * 16), position="", kind="exact", solution=0, solving="{}", ply=0,
            plies=11 if number else 9, created_ms=1, verified_edition=1,
        )  # fmt: skip
        solves = {"rated": number != 1, "solved": True, "rating": 1500, "at_ms": 1}
        Attempt.objects.create(puzzle=puzzle, player=alice, **solves)
    told = {each.name: each.proof for each in badges.of_player(alice.pk)}
    assert told == {
        "100 rated games": "Played 112 so far.",
        "10 hard puzzles": "Solved 10 at the first try that take 6 moves or more, each proved.",
    }
    assert badges.of_player(bob.pk) == []
