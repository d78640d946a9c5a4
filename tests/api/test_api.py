"""The programs' side: JSON in, JSON out, and a key instead of a cookie."""

import json
from typing import Any, Never

import pytest
from django.contrib.sessions.models import Session
from django.test import AsyncClient
from pytest_django import Settings

from games import limits, mnk
from games.lobby import invitations
from games.play import commit, errors, models
from games.play.clock import now_ms
from games.play.hub import Hub
from games.play.rating import Rating
from games.play.terms import RatingRange, Terms
from games.play.watching import Delay, Watching
from games.players import bots
from games.players.models import Player
from tests.pages.browser import check_headers
from tests.people import RESYNC, Table, all_hear, plays

pytestmark = pytest.mark.usefixtures("table")

CUSTOM = {"width": 9, "height": 7, "k": 4, "lineRule": "exact"}


class Robo:
    """A program that asks without cookies and without a token."""

    def __init__(self) -> None:
        self.client = AsyncClient(enforce_csrf_checks=True, raise_request_exception=False)

    async def gets(self, path: str, status: int = 200, *, key: str = "") -> Any:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return self._answer(await self.client.get(path, headers=headers), status)

    async def posts(self, path: str, body: object, status: int = 201, *, key: str = "") -> Any:
        content = body if isinstance(body, str | bytes) else json.dumps(body)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return self._answer(
            await self.client.post(path, content, content_type="application/json", headers=headers),
            status,
        )

    def _answer(self, response: Any, status: int) -> Any:
        assert response.status_code == status, response.content
        assert response["Content-Type"] == "application/json"
        assert response["Cache-Control"] == "no-store"
        check_headers(response)
        assert not response.cookies
        assert not self.client.cookies
        return json.loads(response.content)


async def test_the_presets() -> None:
    presets = await Robo().gets("/api/presets")

    assert list(presets) == list(mnk.PRESETS)
    assert presets["15x15-exact"] == {
        "label": "Gomoku, exact five",
        "variant": {
            "width": 15,
            "height": 15,
            "k": 5,
            "lineRule": "exact",
            "blocked": [],
        },
    }


async def test_a_new_game_comes_with_the_key_of_its_seat(table: Table) -> None:
    given = await Robo().posts("/api/games", {"preset": "15x15", "side": "white", "name": "Robo"})

    game = await models.Game.objects.aget()
    seat = await models.Seat.objects.select_related("player").aget(game=game, player__isnull=False)
    assert given == {
        "game": game.slug,
        "side": "white",
        "key": seat.key,
        "page": f"http://testserver/game/{game.slug}/",
        "socket": f"ws://testserver/ws/game/{game.slug}/",
        "seatLink": f"http://testserver/game/{game.slug}/seat/{seat.key}/",
        "watchLink": f"http://testserver/game/{game.slug}/",
    }
    assert seat.player is not None
    assert (seat.side, seat.player.name) == (1, "Robo")
    assert game.variant == mnk.PRESETS["15x15"].variant
    assert not game.listed
    await table.sits(game, mnk.Side.WHITE, "Robo")
    assert not await Session.objects.aexists()


async def test_a_game_opens_by_a_rule_and_its_snapshot_says_so(table: Table) -> None:
    given = await Robo().posts("/api/games", {"preset": "15x15", "opening": "swap2"})
    told = await Robo().gets(f"/api/games/{given['game']}")
    assert told["opening"]["rule"] == "swap2"
    assert (told["opening"]["by"], told["opening"]["place"]) == ("black", 3)


async def test_a_balanced_opening_lies_when_a_program_comes(table: Table) -> None:
    made = await Robo().posts("/api/games", {"preset": "10x10", "opening": "balanced"})
    told = await Robo().gets(f"/api/games/{made['game']}")
    assert len(told["moves"]) == 5
    opening = told["opening"]
    assert (opening["rule"], opening["by"], opening["again"]) == ("balanced", None, False)


@pytest.mark.parametrize(
    "fields",
    [
        {"preset": "3x3", "opening": "swap"},
        {"preset": "15x15", "opening": "swap3"},
        {"preset": "6x5", "opening": "balanced"},
        {"preset": "15x15-caro", "opening": "balanced"},
    ],
)
async def test_an_opening_that_cannot_be(fields: dict[str, object]) -> None:
    problem = await Robo().posts("/api/games", fields, 400)
    assert (problem["code"], problem["field"]) == ("badOpening", "opening")
    assert problem["sentence"].endswith(".")
    assert not await models.Game.objects.aexists()


async def test_a_custom_board_and_a_guests_name() -> None:
    given = await Robo().posts("/api/games", CUSTOM | {"listed": True})

    game = await models.Game.objects.aget()
    assert game.variant == mnk.Variant(9, 7, 4, mnk.LineRule.EXACT)
    assert game.listed
    assert given["side"] in ("black", "white")
    assert (await Player.objects.aget()).name.startswith("Guest ")


async def test_nobody_makes_guests_without_end_by_program(settings: Settings) -> None:
    settings.INAROW_LIMITS = limits.configured("off,guests=1/minute")
    await Robo().posts("/api/games", {"preset": "3x3"})

    refused = await Robo().posts("/api/games", {"preset": "3x3"}, 429)

    assert refused["code"] == limits.TooManyRequests.code
    assert await Player.objects.acount() == 1
    await limits.close()


async def test_a_board_with_blocked_squares_is_played_by_two_programs() -> None:
    board = {"width": 5, "height": 5, "k": 4, "blocked": [12]}
    given = await Robo().posts("/api/games", board | {"side": "black"})

    game = await models.Game.objects.aget()
    assert game.variant == mnk.Variant(5, 5, 4, blocked=(12,))
    assert given["side"] == "black"
    refused = await Robo().posts("/api/games", board | {"blocked": [25]}, 400)
    assert (refused["code"], refused["field"]) == ("badVariant", "blocked")


async def test_a_program_renews_the_key_of_its_seat(table: Table) -> None:
    made = await Robo().posts("/api/games", {"preset": "3x3", "side": "black", "name": "Robo"})
    path = f"/api/games/{made['game']}/seat/renew"

    given = await Robo().posts(path, {}, 200, key=made["key"])

    assert given["key"] != made["key"]
    assert given["key"] in given["seatLink"]
    assert {**given, "key": "", "seatLink": ""} == {**made, "key": "", "seatLink": ""}
    refusal = await Robo().posts(path, {}, 403, key=made["key"])
    assert refusal["code"] == "notSeated"
    await Robo().posts(path, {}, 403)
    await Robo().posts(path, {}, 200, key=given["key"])


async def test_the_key_of_somebody_with_a_browser_renews_nothing(table: Table) -> None:
    """Otherwise somebody who stole the link would lock out its holder."""
    alice = await Player.objects.acreate(name="Alice")
    game = await invitations.invite(
        variant=mnk.PRESETS["3x3"].variant, player=alice, side=mnk.Side.BLACK, listed=False
    )
    seat = await models.Seat.objects.aget(game=game, player=alice)

    refusal = await Robo().posts(f"/api/games/{game.slug}/seat/renew", {}, 403, key=seat.key)

    assert refusal["code"] == "notTheHolder"
    assert (await models.Seat.objects.aget(pk=seat.pk)).key == seat.key


async def test_two_programs_meet() -> None:
    first, second = Robo(), Robo()
    made = await first.posts("/api/games", {"preset": "3x3", "side": "black"})

    given = await second.posts(f"/api/games/{made['game']}/seat", {"name": "Second"})

    assert (given["game"], given["side"]) == (made["game"], "white")
    assert given["key"] != made["key"]
    snapshot = await Robo().gets(f"/api/games/{made['game']}")
    assert snapshot["version"] == 1
    assert snapshot["seats"]["white"]["name"] == "Second"


async def test_a_rated_game_of_two_programs_is_counted(table: Table, hub: Hub) -> None:
    made = await Robo().posts("/api/games", {"preset": "3x3", "side": "black", "rated": True})
    path = f"/api/games/{made['game']}"
    await Robo().posts(f"{path}/seat", {})
    game = await models.Game.objects.aget()
    people = await table.sits(game, mnk.Side.BLACK), await table.sits(game, mnk.Side.WHITE)
    await plays(game, "a1a2b1b2", *people)
    await hub.part(Rating).tick(now_ms())
    before = await Robo().gets(path)
    assert (before["rated"], before["ratings"]) == (True, None)

    await plays(game, "c1", *people)
    await hub.part(Rating).tick(now_ms())

    ratings = (await Robo().gets(path))["ratings"]
    assert ratings["black"] == {"rating": 1662, "change": 162, "provisional": True}


@pytest.mark.parametrize(
    "fields", [{"opponent": "perfect"}, {"visibility": "unlisted"}, {"visibility": "private"}]
)
async def test_a_game_that_cannot_be_rated_is_refused(fields: dict[str, str]) -> None:
    problem = await Robo().posts("/api/games", {"preset": "3x3", "rated": True} | fields, 400)

    assert (problem["code"], problem["field"]) == ("badStakes", "rated")
    assert problem["sentence"].endswith(".")
    assert not await models.Game.objects.aexists()
    assert not await Player.objects.aexists()


async def test_who_has_no_rating_is_refused_a_seat_for_rated_players(table: Table) -> None:
    game = await table.invitation(listed=True, terms=Terms(range=RatingRange(1400, 1600)))
    before = await Player.objects.acount()

    problem = await Robo().posts(f"/api/games/{game.slug}/seat", {}, 409)

    assert problem["code"] == "outsideRange"
    assert "1400 to 1600" in problem["sentence"]
    assert await Player.objects.acount() == before  # nobody is made who could not sit down


async def test_a_seat_that_is_kept_for_bob_is_no_programs(table: Table) -> None:
    game = await table.invitation()
    bob = await Player.objects.acreate(name="Bob")
    await models.Seat.objects.filter(game=game, player=None).aupdate(kept_for=bob)
    before = await Player.objects.acount()

    refused = await Robo().posts(f"/api/games/{game.slug}/seat", {}, 409)

    assert refused["code"] == errors.SeatIsKept.code
    assert await Player.objects.acount() == before  # nobody is made who could not sit down


async def test_who_sees_a_game_late_is_told_the_time_of_what_they_see(table: Table) -> None:
    game = await table.game(watching=Watching(delay=Delay(ms=300_000)))
    alice, bob, eve = await table.three(game)
    await plays(game, "a1a2", alice, bob)
    seat = await models.Seat.objects.aget(game=game, side=mnk.Side.BLACK)
    path = f"/api/games/{game.slug}"

    before = now_ms()
    late, player = await Robo().gets(path), await Robo().gets(path, key=seat.key)
    after = now_ms()

    assert (len(late["moves"]), len(player["moves"])) == (0, 2)
    assert before - 300_000 <= late["now"] <= after - 300_000
    assert before <= player["now"] <= after
    # And the same over the socket.
    await eve.sends(RESYNC)
    assert (await eve.hears())["now"] <= now_ms() - 300_000


async def test_who_sees_a_game_some_moves_late_is_told_what_time_it_is(table: Table) -> None:
    game = await table.game(watching=Watching(delay=Delay(moves=2)))

    before = now_ms()
    late = await Robo().gets(f"/api/games/{game.slug}")

    assert before <= late["now"] <= now_ms()


@pytest.mark.foreign_errors("django.request")
async def test_a_seat_that_may_have_been_kept_is_not_called_a_conflict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = await Robo().posts("/api/games", {"preset": "3x3"})

    async def is_away(*args: object, **more: object) -> Never:
        raise errors.DatabaseAway

    monkeypatch.setattr(commit, "submit", is_away)
    path = f"/api/games/{made['game']}/seat"
    problem = await Robo().posts(path, {}, 503)

    assert problem["code"] == "databaseAway"
    assert problem["sentence"].endswith(".")
    answer: Any = await Robo().client.post(path, "{}", content_type="application/json")
    assert answer["Retry-After"] == "5"


async def test_a_taken_seat_is_a_conflict_and_makes_no_player() -> None:
    made = await Robo().posts("/api/games", {"preset": "3x3"})
    await Robo().posts(f"/api/games/{made['game']}/seat", {})
    players = await Player.objects.acount()

    problem = await Robo().posts(f"/api/games/{made['game']}/seat", {}, 409)

    assert problem["code"] == "seatIsTaken"
    assert problem["sentence"].endswith(".")
    assert await Player.objects.acount() == players


async def test_the_seat_of_a_game_called_off_is_a_conflict(table: Table) -> None:
    game = await table.invitation()
    alice = await table.sits(game, mnk.Side.BLACK)
    await alice.says("abort")
    await alice.hears()

    problem = await Robo().posts(f"/api/games/{game.slug}/seat", {}, 409)

    assert problem["code"] in ("gameIsOver", "seatIsTaken")


@pytest.mark.parametrize("method", ["gets", "posts"])
async def test_no_such_game(method: str) -> None:
    if method == "gets":
        problem = await Robo().gets("/api/games/nosuchgame", 404)
    else:
        problem = await Robo().posts("/api/games/nosuchgame/seat", {}, 404)

    assert problem == {
        "code": "noSuchGame",
        "sentence": "We can’t find this game. Check the link.",
        "field": None,
    }


async def test_the_snapshot_is_the_sockets(table: Table) -> None:
    game = await table.game()
    eve = await table.sits(game, None)

    snapshot = await Robo().gets(f"/api/games/{game.slug}")

    assert snapshot | {"now": 0} == eve.heard[-1] | {"now": 0}
    assert snapshot["now"] >= eve.heard[-1]["now"]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        (CUSTOM | {"width": 0}, "width"),
        (CUSTOM | {"width": 33}, "width"),
        (CUSTOM | {"width": -1}, "width"),
        (CUSTOM | {"width": 10**18}, "width"),
        (CUSTOM | {"width": 10**30}, "width"),
        (CUSTOM | {"width": None}, "width"),
        (CUSTOM | {"height": 0}, "height"),
        (CUSTOM | {"height": 33}, "height"),
        ({"width": 9, "k": 4}, "height"),
        (CUSTOM | {"k": 0}, "k"),
        (CUSTOM | {"k": 10}, "k"),
        ({"width": 9, "height": 7}, "k"),
        (CUSTOM | {"lineRule": "pente"}, "lineRule"),
        (CUSTOM | {"lineRule": ""}, "lineRule"),
        ({"preset": "9x9"}, "preset"),
        ({"preset": ""}, "preset"),
        ({}, "width"),
    ],
)
async def test_a_board_that_cannot_be(fields: dict[str, object], field: str) -> None:
    problem = await Robo().posts("/api/games", fields, 400)

    assert (problem["code"], problem["field"]) == ("badVariant", field)
    assert problem["sentence"].endswith(".")
    assert not await models.Game.objects.aexists()
    assert not await Player.objects.aexists()


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        (CUSTOM | {"width": "9"}, "badBody", "width"),
        (CUSTOM | {"width": 9.5}, "badBody", "width"),
        (CUSTOM | {"k": True}, "badBody", "k"),
        (CUSTOM | {"lineRule": 7}, "badBody", "lineRule"),
        (CUSTOM | {"side": "red"}, "badBody", "side"),
        (CUSTOM | {"listed": "yes"}, "badBody", "listed"),
        (CUSTOM | {"line_rule": "exact"}, "badBody", None),
        (CUSTOM | {"colour": "black"}, "badBody", None),
        ([], "badBody", None),
        (None, "badBody", None),
        ("text", "notJson", None),
        ('{"width":', "notJson", None),
        (b"\xff\xfe", "notJson", None),
        ("[" * 3000, "badBody", None),
        ('{"name":' + "[" * 3000, "badBody", "name"),
        ('{"width":9' + "]" * 3000, "notJson", None),
        (CUSTOM | {"name": ""}, "badName", "name"),
        (CUSTOM | {"name": "x" * 25}, "badName", "name"),
        (CUSTOM | {"name": "\u202e"}, "badName", "name"),
        (CUSTOM | {"name": "\ud800"}, "notJson", None),
        (CUSTOM | {"name": 7}, "badBody", "name"),
    ],
)
async def test_a_body_that_cannot_be(fields: object, code: str, field: str | None) -> None:
    problem = await Robo().posts("/api/games", fields, 400)

    assert (problem["code"], problem["field"]) == (code, field)
    assert problem["sentence"].endswith(".")
    assert not await models.Game.objects.aexists()
    assert not await Player.objects.aexists()


async def test_a_name_with_nul_is_cleaned() -> None:
    await Robo().posts("/api/games", CUSTOM | {"name": "Ro\0bo"})

    assert (await Player.objects.aget()).name == "Ro bo"


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
async def test_what_a_form_of_another_site_could_send_is_refused(content_type: str) -> None:
    response: Any = await AsyncClient().post(
        "/api/games", json.dumps({"preset": "3x3"}), content_type=content_type
    )

    assert response.status_code == 415
    assert not await models.Game.objects.aexists()


async def test_a_charset_may_be_named() -> None:
    response: Any = await AsyncClient().post(
        "/api/games",
        json.dumps({"preset": "3x3"}),
        content_type="application/json; charset=utf-8",
    )

    assert response.status_code == 201


async def test_a_body_that_is_too_big() -> None:
    problem = await Robo().posts("/api/games", {"name": "x" * 5000}, 413)

    assert problem["code"] == "tooBig"


async def test_a_body_beyond_all_measure() -> None:
    problem = await Robo().posts("/api/games", "x" * 200_000, 413)

    assert problem["code"] == "tooBig"


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("post", "/api/presets", "GET, HEAD"),
        ("delete", "/api/games/abc", "GET, HEAD"),
        ("put", "/api/games/abc", "GET, HEAD"),
        ("get", "/api/games/abc/seat", "POST"),
        ("post", "/api/clocks", "GET, HEAD"),
        ("post", "/api/games/abc/timing", "GET, HEAD"),
    ],
)
async def test_another_method_is_not_allowed(method: str, path: str, allowed: str) -> None:
    response = await getattr(AsyncClient(enforce_csrf_checks=True), method)(path)

    assert response.status_code == 405
    assert response["Allow"] == allowed


async def test_a_browsers_cookies_speak_for_nobody_here(table: Table) -> None:
    """A page of another site makes this request with Alice's cookies: it is nobody's."""
    client = AsyncClient()
    session = await client.asession()
    alice = await Player.objects.acreate(name="Alice")
    await session.aset("player", alice.pk)
    await session.asave()

    response: Any = await client.post(
        "/api/games", json.dumps({"preset": "3x3"}), content_type="application/json"
    )

    assert response.status_code == 201
    seat = await models.Seat.objects.aget(player__isnull=False)
    assert seat.player_id != alice.pk


async def test_where_nothing_is() -> None:
    response: Any = await AsyncClient().get("/api/nothing")

    assert response.status_code == 404


async def test_a_program_plays_a_bot(table: Table) -> None:
    fields = {"preset": "10x10", "side": "black", "opponent": "aggressive", "aggressiveness": 1.5}
    made = await Robo().posts("/api/games", fields)

    game = await models.Game.objects.aget()
    robo = await table.sits(game, mnk.Side.BLACK, "Robo")
    assert robo.heard[-1]["aggressiveness"] == 1.5
    assert robo.heard[-1]["seats"]["white"]["level"] == "aggressive"
    assert made["game"] == game.slug


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"preset": "3x3", "opponent": "alphago"}, "opponent"),
        ({"preset": "15x15", "opponent": "perfect"}, "opponent"),
        ({"preset": "3x3", "opponent": 7}, "opponent"),
        ({"preset": "3x3", "opponent": "club", "aggressiveness": 2.5}, "aggressiveness"),
        ({"preset": "3x3", "opponent": "club", "aggressiveness": -1}, "aggressiveness"),
    ],
)
async def test_a_bot_that_cannot_be_had(fields: dict[str, object], field: str) -> None:
    problem = await Robo().posts("/api/games", fields, 400)

    assert problem["field"] == field
    assert not await models.Game.objects.aexists()
    assert not await Player.objects.aexists()


async def test_the_bots_and_how_many_games_wait(table: Table) -> None:
    await Robo().posts("/api/games", {"preset": "3x3", "side": "white", "opponent": "random"})

    answer = await Robo().gets("/api/bots")

    assert [bot["key"] for bot in answer["bots"]] == [bot.key for bot in bots.every_bot()]
    perfect = next(bot for bot in answer["bots"] if bot["key"] == "perfect")
    assert "3x3" in perfect["presets"]
    assert "15x15" not in perfect["presets"]
    assert answer["waiting"] == 1  # no worker is running here


# --- Clocks ----------------------------------------------------------------------------------


async def test_the_clocks() -> None:
    answer = await Robo().gets("/api/clocks")

    assert answer["clocks"][2] == {"text": "5+3", "title": "5 min + 3 s"}
    assert [clock["text"] for clock in answer["clocks"]] == [
        control.text for control in mnk.TIME_CONTROLS
    ]


@pytest.mark.parametrize("opponent", [None, "novice"])
@pytest.mark.parametrize(
    ("fields", "text"),
    [({}, None), ({"clock": None}, None), ({"clock": "5+3"}, "5+3"), ({"clock": "48h"}, "2d")],
)
async def test_a_program_chooses_the_clock(
    fields: dict[str, object], text: str | None, opponent: str | None
) -> None:
    made = await Robo().posts("/api/games", {"preset": "3x3", "opponent": opponent} | fields)

    control = (await models.Game.objects.aget()).control
    assert (control and control.text) == text
    snapshot = await Robo().gets(f"/api/games/{made['game']}")
    assert (snapshot["control"] is None) == (text is None)


@pytest.mark.parametrize(
    ("clock", "code", "part"),
    [
        ("", "badClock", "isn’t a clock"),
        ("blitz", "badClock", "“blitz” isn’t a clock"),
        ("0+0", "badClock", "at least 5 s"),
        ("9" * 3000 + "s", "badClock", "isn’t a clock"),
        (5, "badBody", ""),
    ],
)
async def test_a_clock_that_cannot_be(clock: object, code: str, part: str) -> None:
    problem = await Robo().posts("/api/games", {"preset": "3x3", "clock": clock}, 400)

    assert (problem["code"], problem["field"]) == (code, "clock")
    assert part in problem["sentence"]
    assert not await models.Game.objects.aexists()
    assert not await Player.objects.aexists()


async def test_the_timing_log(table: Table) -> None:
    made = await Robo().posts("/api/games", {"preset": "3x3", "side": "black", "clock": "5+3"})
    await Robo().posts(f"/api/games/{made['game']}/seat", {})
    game = await models.Game.objects.aget()
    people = await table.three(game)
    await plays(game, "b2a1c3", *people)

    answer = await Robo().gets(f"/api/games/{game.slug}/timing")

    assert answer["clock"] == {"text": "5+3", "title": "5 min + 3 s"}
    turns = [entry for entry in answer["entries"] if entry["type"] == "turn"]
    assert [(turn["number"], turn["side"], turn["square"]) for turn in turns] == [
        (1, "black", "b2"),
        (2, "white", "a1"),
        (3, "black", "c3"),
    ]
    last = turns[-1]
    assert last["at"] == people[0].heard[-1]["at"]
    assert last["spentMs"] >= 0
    assert last["left"] == {"mainMs": 303_000 - last["spentMs"], "periods": 0}
    assert (last["graceMs"], last["takenBack"]) == (0, False)


async def test_the_timing_log_tells_what_happened_between_the_moves(table: Table) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "b2", alice, bob, eve)
    await alice.says("offer", what="takeback")
    await all_hear(alice, bob, eve)
    await bob.says("accept", what="takeback")
    told = await all_hear(alice, bob, eve)

    turn, event = (await Robo().gets(f"/api/games/{game.slug}/timing"))["entries"]

    assert turn["takenBack"]
    assert event == {
        "type": "event",
        "at": told["at"],
        "side": "black",
        "kind": "takenBack",
        "ms": None,
    }


async def test_the_timing_log_of_a_game_without_a_clock(table: Table) -> None:
    game = await table.game()
    people = await table.three(game)
    await plays(game, "b2", *people)

    answer = await Robo().gets(f"/api/games/{game.slug}/timing")

    assert answer["clock"] is None
    (turn,) = [entry for entry in answer["entries"] if entry["type"] == "turn"]
    assert turn["left"] is None


async def test_there_is_no_timing_log_of_no_game() -> None:
    problem = await Robo().gets("/api/games/nosuchgame/timing", 404)

    assert problem["code"] == "noSuchGame"
