"""Bots are rated by their games with people whose ratings have settled, and with each other."""

import pytest

from games import library, mnk
from games.library import botratings
from games.play import facts
from games.play.hint_kinds import HintKind
from games.play.models import Fact, Game, Seat
from games.play.watching import Visibility
from games.players.models import BotRating, Kind, Player, PlayerRating
from tests.library import shelf

pytestmark = pytest.mark.django_db

AT = shelf.AT + shelf.DAY_MS
THREE = mnk.Variant(3, 3, 3)


def _won_by(side: mnk.Side) -> mnk.GameState:
    moves = "a1a2b1b2c1" if side is mnk.Side.BLACK else "a1a2b1b2c3c2"
    return mnk.GameState.replay(THREE, mnk.moves_from_text(moves, THREE))


def bot(level: str) -> Player:
    return Player.objects.create(name=level.title(), kind=Kind.BOT, level=level)


def play(
    black: Player,
    white: Player,
    *,
    winner: mnk.Side = mnk.Side.BLACK,
    rating: int | None = 1600,
    provisional: bool = False,
    at: int = shelf.AT,
    taken_back: int = 0,
) -> Game:
    """A game between them; the people sat down with a rating."""
    kept = shelf.write(_won_by(winner), [black, white], at=at, taken_back=taken_back)
    people = Seat.objects.filter(game=kept.row).exclude(player__kind=Kind.BOT)
    people.update(rating=rating, provisional=provisional)
    return kept.row


def _even(one: Player, other: Player, games: int, **fields: object) -> None:
    """As many wins for each, on each side."""
    for number in range(games):
        winner = mnk.Side(number % 2)
        players = (one, other) if number % 4 < 2 else (other, one)
        play(*players, winner=winner, **fields)  # type: ignore[arg-type]


def _measured() -> dict[str, botratings.MeasuredBot]:
    while not library.shelve(most=50).is_last:
        pass
    botratings.measure(AT)
    return {each.name: each for each in botratings.measured(mnk.Family.THREE)}


def test_a_bot_is_as_strong_as_whom_it_holds_and_nobody_elses_rating_changes() -> None:
    alice, club = Player.objects.create(name="Alice"), bot("club")
    PlayerRating.objects.create(player=alice, family="3x3", rating=1600, games=40, counted_ms=1)
    before = list(PlayerRating.objects.values())
    _even(alice, club, 40)

    found = _measured()["Club"]

    assert found.shown.rating == pytest.approx(1595, abs=10)
    assert found.shown.provisional  # one person, whose rating may be wrong
    assert found.error > 220
    assert (found.games, found.people) == (40, 1)
    assert list(PlayerRating.objects.values()) == before
    assert botratings.measured_on(club.pk)[mnk.Family.THREE] == found
    assert botratings.measured(mnk.Family.GOMOKU) == []


def test_a_bot_with_few_games_has_no_rating_and_those_of_exhibitions_count() -> None:
    alice, club, novice = Player.objects.create(name="Alice"), bot("club"), bot("novice")
    _even(alice, club, 19)
    assert _measured() == {}
    for number in range(20):
        play(club, novice) if number < 15 else play(novice, club)

    found = _measured()

    assert found["Club"].games == 39
    assert found["Novice"].games == 20
    assert found["Club"].shown.rating > found["Novice"].shown.rating + 100
    assert found["Novice"].error > found["Club"].error


def test_only_games_count_in_which_somebody_known_played_by_themselves() -> None:
    alice, club = Player.objects.create(name="Alice"), bot("club")
    _even(alice, club, 20)
    plain = _measured()["Club"]
    more = [
        play(alice, club, rating=None),
        play(alice, club, provisional=True),
        play(alice, club, at=AT - botratings.WITHIN.days * shelf.DAY_MS - 1),
        play(alice, club, taken_back=1),
        play(alice, club),
        play(alice, club),
    ]
    asked = facts.encode(facts.HintAsked(HintKind.OUTCOMES, 0))
    Fact.objects.create(game=more[-2], version=99, side=0, text=asked, at_ms=1)
    Game.objects.filter(pk=more[-1].pk).update(visibility=Visibility.UNLISTED)

    assert _measured()["Club"] == plain

    play(alice, club)
    assert _measured()["Club"].games == 21


def test_what_is_no_longer_so_is_forgotten() -> None:
    alice, club = Player.objects.create(name="Alice"), bot("club")
    _even(alice, club, 20)
    assert _measured()
    assert botratings.measure(AT + botratings.WITHIN.days * shelf.DAY_MS) == 0
    assert not BotRating.objects.exists()
