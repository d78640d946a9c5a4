"""The key of a seat at the sockets: what it gives, and that it is dead once renewed."""

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore

from games import mnk
from games.play import errors, facts, live, models
from games.play.hub import Hub, keys
from games.play.protocol import CloseCode
from games.play.services import seats
from games.players.identify import keep_key
from games.players.models import Player
from tests.people import OWN_ORIGIN, PATIENCE_S, Person, Table, all_hear, plays

BLACK, WHITE = mnk.Side


async def _key(game: models.Game, side: mnk.Side) -> str:
    return (await models.Seat.objects.aget(game=game, side=side)).key


async def _browser(*keys: str, player: Player | None = None) -> SessionStore:
    """A browser that has opened these links, and may be somebody."""
    session = SessionStore()
    if player is not None:
        await session.aset("player", player.pk)
    for key in keys:
        await keep_key(session, key)
    await session.asave()
    return session


async def _comes(
    table: Table, game: models.Game, session: SessionStore, side: str | None
) -> Person:
    """The socket of a browser's page; the welcome, as this side, and the snapshot were heard."""
    cookie = f"{settings.SESSION_COOKIE_NAME}={session.session_key}".encode()
    headers = [(b"origin", OWN_ORIGIN), (b"cookie", cookie)]
    person = await table.comes_to(f"/ws/game/{game.slug}/", "Somebody", headers)
    assert await person.hears() == {"type": "welcome", "side": side}
    assert (await person.hears())["type"] == "snapshot"
    return person


async def _over(table: Table) -> models.Game:
    """A finished game between Alice and Bob that both have left."""
    game = await table.played("a1a2b1b2c1")
    await table.leave()
    return game


async def _loses_the_seat(person: Person) -> None:
    """The connection is closed, and nothing about the game is heard first."""
    while True:
        event = await person.socket.receive_output(timeout=PATIENCE_S)
        if event["type"] == "websocket.close":
            break
        assert json.loads(event["text"])["type"] == "presence", event
    assert event["code"] == CloseCode.SEAT_RENEWED
    await person.leaves()


async def test_who_plays_by_the_old_key_loses_the_seat_at_once(table: Table, hub: Hub) -> None:
    game = await table.game()
    thief = await _comes(table, game, await _browser(await _key(game, BLACK)), "black")
    bob = await table.sits(game, WHITE)

    await seats.renew(hub, game.slug, BLACK)
    await thief.says("playMove", id="m", ply=0, square=4)

    await _loses_the_seat(thief)
    assert (await models.Game.objects.aget(pk=game.pk)).version == 0
    # Nobody on black's side is there any more, and white is told.
    while (await bob.hears_presence())["black"]:
        pass


async def test_everybody_at_the_board_is_told_the_names_of_new_players(
    table: Table, hub: Hub
) -> None:
    game = await table.game()
    people = await table.three(game)
    mira = await Player.objects.acreate(name="Mira")
    await models.Seat.objects.filter(game=game, side=WHITE).aupdate(player=mira)

    await hub.keys.tell_changed([game.slug, "nosuchgame"], by_others=True)

    told = await all_hear(*people)
    assert told["type"] == "snapshot"
    assert [told["seats"][side]["name"] for side in ("black", "white")] == ["Alice", "Mira"]
    await plays(game, "a1b1", *people)


async def test_the_holder_plays_on_and_white_keeps_the_seat(table: Table, hub: Hub) -> None:
    game = await table.game()
    seat = await models.Seat.objects.select_related("player").aget(game=game, side=BLACK)
    alice = await _comes(table, game, await _browser(player=seat.player), "black")
    bob = await table.sits(game, WHITE)

    await seats.renew(hub, game.slug, BLACK)

    await plays(game, "a1b1", alice, bob)


async def test_the_old_key_opens_nothing_the_new_one_does(table: Table, hub: Hub) -> None:
    game = await table.game()
    old = await _browser(await _key(game, BLACK))
    first = await _comes(table, game, old, "black")

    key = await seats.renew(hub, game.slug, BLACK)

    await _loses_the_seat(first)
    await _comes(table, game, old, None)
    await _comes(table, game, await _browser(key), "black")


async def test_a_key_renewed_elsewhere_is_dead_as_soon_as_somebody_shows_it(table: Table) -> None:
    """Nothing has been heard of it here."""
    game = await table.game()
    old = await _browser(await _key(game, BLACK))
    first = await _comes(table, game, old, "black")

    await models.Seat.objects.filter(game=game, side=BLACK).aupdate(key="renewed")

    await _comes(table, game, old, None)
    await _loses_the_seat(first)


async def test_a_link_is_renewed_in_all_rematches(table: Table, hub: Hub) -> None:
    first = await _over(table)
    alice, bob = await table.sits(first, BLACK), await table.sits(first, WHITE)
    await alice.says("offer", id="r1", what="rematch")
    await bob.says("offer", id="r2", what="rematch")
    while alice.heard[-1]["type"] != "rematchAgreed":
        await alice.hears()
    second = await models.Game.objects.aget(slug=alice.heard[-1]["game"])
    old = await _key(first, BLACK)
    thief = await _browser(old)
    sockets = [
        await _comes(table, first, thief, "black"),
        await _comes(table, second, thief, "white"),
    ]
    await alice.leaves()

    new = await seats.renew(hub, first.slug, BLACK)

    for socket in sockets:
        await _loses_the_seat(socket)
    assert await _key(first, BLACK) == await _key(second, WHITE) == new != old
    assert not await models.Seat.objects.filter(key=old).aexists()


async def test_a_rematch_carries_the_key_as_it_is_now(table: Table, hub: Hub) -> None:
    game = await _over(table)
    new = await seats.renew(hub, game.slug, BLACK)
    alice, bob = await table.sits(game, BLACK), await table.sits(game, WHITE)
    white = await seats.renew(hub, game.slug, WHITE)
    await _loses_the_seat(bob)
    bob = await table.sits(game, WHITE)

    await alice.says("offer", id="r1", what="rematch")
    await bob.says("offer", id="r2", what="rematch")
    while alice.heard[-1]["type"] != "rematchAgreed":
        await alice.hears()

    rematch = await models.Game.objects.aget(slug=alice.heard[-1]["game"])
    assert await _key(rematch, WHITE) == new
    assert await _key(rematch, BLACK) == white


async def test_who_holds_one_seat_does_not_lose_it_by_the_key_of_the_other(table: Table) -> None:
    game = await table.game()
    bob = (await models.Seat.objects.select_related("player").aget(game=game, side=WHITE)).player
    session = await _browser(await _key(game, BLACK), player=bob)

    await _comes(table, game, session, "white")


# --- Talking -------------------------------------------------------------------------------------


async def _of_people(game: models.Game) -> models.Game:
    """The same for two people who came with browsers."""
    await Player.objects.filter(seats__game=game).aupdate(program=False)
    return game


async def test_among_the_players_the_seat_speaks(table: Table) -> None:
    game = await _of_people(await table.game())
    carol = await Player.objects.acreate(name="Carol")
    phone = await _browser(await _key(game, BLACK), player=carol)
    person = await _comes(table, game, phone, "black")

    await person.says("say", id="s", room="players", text="Hello!")

    line = (await person.hears())["line"]
    assert line["author"]["name"] == "Alice"
    assert line["author"]["side"] == "black"


async def test_before_the_spectators_nobody_speaks_for_the_holder(table: Table) -> None:
    game = await _of_people(await table.game())
    players = await table.sits(game, BLACK), await table.sits(game, WHITE)
    await plays(game, "a1a2b1b2c1", *players)
    key = await _key(game, BLACK)
    nobody = await _comes(table, game, await _browser(key), "black")
    carol = await Player.objects.acreate(name="Carol")
    somebody = await _comes(table, game, await _browser(key, player=carol), "black")

    await nobody.says("say", id="s", room="spectators", text="I am Alice")
    assert (await nobody.hears())["code"] == "nameFirst"

    await somebody.says("say", id="t", room="spectators", text="Hello from Carol")
    author = (await somebody.hears())["line"]["author"]
    assert author == {"name": "Carol", "player": carol.slug, "side": None}


# --- On how many devices --------------------------------------------------------------------------


async def _opens(game: models.Game, key: str, browser: str) -> None:
    await sync_to_async(seats.note_opening)(game.slug, BLACK, key, browser, at=1)


async def test_a_link_renewed_a_moment_ago_counts_nobody(table: Table, hub: Hub) -> None:
    game = await table.game()
    old = await _key(game, BLACK)
    new = await seats.renew(hub, game.slug, BLACK)

    with pytest.raises(errors.NoLongerYours):
        await _opens(game, old, "phone")

    assert await hub.read(seats.openings_beside, new, None) == 0


async def test_two_who_renew_at_once_get_two_keys_and_one_is_good(table: Table, hub: Hub) -> None:
    first = await _over(table)
    old = await _key(first, BLACK)

    given = await asyncio.gather(
        *(seats.renew(hub, first.slug, BLACK) for _ in range(4)), return_exceptions=True
    )

    assert await _key(first, BLACK) in given
    assert old not in given
    with pytest.raises(errors.NoLongerYours):
        await seats.renew(hub, first.slug, BLACK, shown=old)


async def test_a_browser_counts_once_and_renewing_clears_it(table: Table, hub: Hub) -> None:
    game = await table.game()
    key = await _key(game, BLACK)
    for browser in ("phone", "tablet", "phone"):
        await _opens(game, key, browser)

    assert await hub.read(seats.openings_beside, key, None) == 2
    assert await hub.read(seats.openings_beside, key, "phone") == 1
    new = await seats.renew(hub, game.slug, BLACK)

    assert await hub.read(seats.openings_beside, new, None) == 0
    assert not await models.SeatOpening.objects.aexists()


async def test_no_more_browsers_are_counted_than_there_is_room_for(table: Table) -> None:
    game = await table.game()
    key = await _key(game, BLACK)
    for number in range(seats.MOST_OPENINGS + 3):
        await _opens(game, key, f"b{number}")

    assert await models.SeatOpening.objects.acount() == seats.MOST_OPENINGS


@pytest.mark.parametrize(
    ("held", "read", "now"),
    [
        (None, None, None),
        ("Alice", "Alicia", "Alicia"),
        # Sitting down and leaving have versions, which may be on their way.
        (None, "Alice", None),
        ("Alice", None, "Alice"),
    ],
)
def test_a_seat_is_held_with_what_changes_without_a_version(
    held: str | None, read: str | None, now: str | None
) -> None:
    def seat(key: str, name: str | None, kept_for: int | None) -> live.LiveSeat:
        holder = None if name is None else facts.Holder(player_id=1, name=name, kind="guest")
        return live.LiveSeat(key=key, holder=holder, seed=len(key), kept_for=kept_for)

    found = keys._now(seat("old", held, 1), seat("newest", read, None))

    assert (found.key, found.kept_for, found.seed) == ("newest", None, 3)
    assert (found.holder.name if found.holder else None) == now
