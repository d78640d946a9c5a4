"""A live game as a value: whom its open seat is for, and what it says of itself."""

from typing import Any

import pytest

from games import mnk
from games.play import facts, history, models
from games.play.live import LiveGame
from games.play.terms import Terms
from games.play.watching import Visibility, Watching
from games.players.identify import STRANGER, Visitor
from games.players.models import Kind, Player

pytestmark = pytest.mark.django_db

T3 = mnk.PRESETS["3x3"].variant
GOMOKU = mnk.PRESETS["15x15"].variant
BLACK, WHITE = mnk.Side


def _read(
    black: Player | None,
    white: Player | None,
    *,
    variant: mnk.Variant = T3,
    kept_for: Player | None = None,
    clock: str = "",
    **fields: Any,
) -> LiveGame:
    """A game with these two, as it is read; an empty seat may be kept for somebody."""
    control = mnk.time_control_from_text(clock) if clock else None
    is_started = black is not None and white is not None
    game = models.Game.objects.create_of(variant, control, started=is_started, **fields)
    for side, player in zip(mnk.Side, (black, white), strict=True):
        kept = kept_for if player is None else None
        models.Seat.objects.create(game=game, side=side, player=player, kept_for=kept)
    return history.load(game.slug).game


def test_a_game_and_its_seats_are_read_as_django_reads_them() -> None:
    alice = Player.objects.create(name="Alice", program=True)
    bot = Player.objects.create(name="Club", kind=Kind.BOT, level="club")
    swapped: dict[str, Any] = {"terms": Terms(opening=mnk.OpeningRule.SWAP2), "swapped": True}
    for more in ({"terms": Terms(rated=True)}, swapped):
        slug = _read(alice, bot, variant=GOMOKU, clock="5+3", **more).slug
        models.Seat.objects.filter(game__slug=slug, side=BLACK).update(
            rating=1512, provisional=True, seed=7
        )
        rows = models.Seat.objects.filter(game__slug=slug).select_related("game", "player")

        seats, game = history._seats(history._BEGINNINGS([slug]))

        assert seats == history.seats_of(rows)
        for field, value in zip(history._GAME, game, strict=True):
            expected = getattr(rows[0].game, field.attname)
            assert (value, type(value)) == (expected, type(expected)), field.name
        assert history.seats_now(rows[0].game_id) == (seats, rows[0].game.swapped)
    assert isinstance(seats.black.holder, facts.Holder)
    assert seats.black.holder.is_program is True


def test_an_open_seat_is_for_anybody_but_the_host() -> None:
    alice, bob, eve = (Player.objects.create(name=name) for name in ("Alice", "Bob", "Eve"))

    for black, white, open_side in ((alice, None, WHITE), (None, alice, BLACK)):
        game = _read(black, white)
        assert game.seat_for(Visitor(bob.pk)) is game.seat_for(STRANGER) is open_side
        assert game.seat_for(Visitor(alice.pk)) is None

    assert _read(alice, bob).seat_for(Visitor(eve.pk)) is None
    called_off = facts.Ended(mnk.Outcome(None, mnk.Termination.ABORT))
    happened = facts.Happened(version=1, at=1, by=BLACK, fact=called_off)
    assert _read(alice, None).after(happened).seat_for(Visitor(bob.pk)) is None


def test_a_seat_that_is_kept_is_for_one_alone() -> None:
    alice, bob, eve = (Player.objects.create(name=name) for name in ("Alice", "Bob", "Eve"))

    game = _read(alice, None, kept_for=bob)

    assert game.seat_for(Visitor(bob.pk)) is WHITE
    for visitor in (Visitor(alice.pk), Visitor(eve.pk), STRANGER):
        assert game.seat_for(visitor) is None


@pytest.mark.parametrize(
    ("clock", "whites", "is_slow"),
    [
        ("", {}, True),
        ("1d", {}, True),
        ("5+3", {}, False),
        ("1d", {"kind": "bot", "level": "club"}, False),
        ("1d", {"program": True}, False),
        ("1d", None, True),
    ],
)
def test_people_with_days_for_a_move_or_no_clock_need_not_stay(
    clock: str, whites: dict[str, Any] | None, is_slow: bool
) -> None:
    alice = Player.objects.create(name="Alice")
    other = None if whites is None else Player.objects.create(name="Bob", **whites)

    for black, white in ((alice, other), (other, alice)):
        assert _read(black, white, clock=clock, variant=GOMOKU).is_correspondence is is_slow


def test_its_title_names_the_board_and_the_opening() -> None:
    alice, bob = (Player.objects.create(name=name) for name in ("Alice", "Bob"))

    assert _read(alice, bob).title == T3.title
    swap2 = _read(alice, bob, variant=GOMOKU, terms=Terms(opening=mnk.OpeningRule.SWAP2))
    assert swap2.title == mnk.title_of(GOMOKU, mnk.OpeningRule.SWAP2) != GOMOKU.title


def test_a_private_game_admits_who_plays_who_is_awaited_and_who_has_its_key() -> None:
    alice, bob, eve = (Player.objects.create(name=name) for name in ("Alice", "Bob", "Eve"))
    private = Watching(Visibility.PRIVATE)

    def admitted(game: LiveGame) -> list[bool]:
        return [
            game.admits(visitor)
            for visitor in (
                *(Visitor(player.pk) for player in (alice, bob, eve)),
                *(STRANGER, Visitor(keys=frozenset([game.watching.key]))),
            )
        ]

    assert admitted(_read(alice, None)) == [True] * 5
    assert admitted(_read(alice, bob, watching=private)) == [True, True, False, False, True]
    kept = _read(alice, None, kept_for=bob, watching=private)
    assert admitted(kept) == [True, True, False, False, True]
    assert admitted(_read(alice, None, watching=private)) == [True, False, False, False, True]


def test_a_game_concerns_who_sits_there_and_who_is_awaited_but_no_bot() -> None:
    alice, bob = (Player.objects.create(name=name) for name in ("Alice", "Bob"))
    robo = Player.objects.create(name="Robo", kind="bot", level="club")

    assert _read(alice, bob).people == (alice.pk, bob.pk)
    assert _read(alice, robo).people == (alice.pk,)
    assert _read(robo, alice).people == (alice.pk,)
    assert _read(alice, None).people == (alice.pk,)
    assert _read(None, alice, kept_for=bob).people == (bob.pk, alice.pk)


def test_a_bot_is_due_on_its_turn_and_when_something_is_offered() -> None:
    alice = Player.objects.create(name="Alice")
    robo = Player.objects.create(name="Robo", kind="bot", level="club")

    def happens(game: LiveGame, by: mnk.Side, fact: facts.Fact) -> LiveGame:
        return game.after(facts.Happened(version=game.version + 1, at=1, by=by, fact=fact))

    fresh = _read(robo, alice)
    assert fresh.bot_due is BLACK
    begun = happens(fresh, BLACK, facts.Played(0, 0))
    for human, bot, game in ((BLACK, WHITE, _read(alice, robo)), (WHITE, BLACK, begun)):
        assert game.bot_due is None
        assert happens(game, human, facts.Offered(mnk.Offer.DRAW)).bot_due is bot
        assert happens(game, bot, facts.Offered(mnk.Offer.DRAW)).bot_due is None
        assert happens(game, human, facts.Played(game.state.ply, 4)).bot_due is bot
        over = happens(game, human, facts.Ended(mnk.Outcome(bot, mnk.Termination.RESIGNATION)))
        assert over.bot_due is None
        assert happens(over, human, facts.Offered(mnk.Offer.REMATCH)).bot_due is bot
        assert happens(over, bot, facts.Offered(mnk.Offer.REMATCH)).bot_due is None
    assert _read(None, robo).bot_due is None


@pytest.mark.parametrize(
    ("clock", "can_be_left"), [("", True), ("5+3", True), ("1d", False)], ids=str
)
def test_two_people_who_play_in_one_go_can_be_left(clock: str, can_be_left: bool) -> None:
    alice, bob = (Player.objects.create(name=name) for name in ("Alice", "Bob"))
    robo = Player.objects.create(name="Robo", kind="bot", level="club")

    assert _read(alice, bob, variant=GOMOKU, clock=clock).can_be_left is can_be_left
    for black, white in ((alice, None), (None, alice), (alice, robo), (robo, alice)):
        assert not _read(black, white, variant=GOMOKU, clock=clock).can_be_left
