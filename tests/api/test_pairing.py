"""Quick pairing for programs."""

import pytest

from games import mnk
from games.play import models
from games.players.models import Player
from tests.api.test_api import Robo
from tests.people import Table

pytestmark = pytest.mark.usefixtures("table")


async def test_two_programs_meet(table: Table) -> None:
    first = await Robo().posts("/api/pair", {"preset": "10x10", "clock": "3+2", "name": "Robo"})
    second = await Robo().posts("/api/pair", {"preset": "10x10", "clock": "3+2", "name": "Ruby"})

    assert first["game"] == second["game"]
    assert {first["side"], second["side"]} == {"black", "white"}
    assert first["key"] != second["key"]
    assert set(first) == set(await Robo().posts("/api/games", {"preset": "3x3"}))
    game = await models.Game.objects.aget(slug=first["game"])
    assert (game.started, game.control) == (True, mnk.time_control_from_text("3+2"))
    names = {seat.side: seat.player async for seat in game.seats.select_related("player")}
    robo = names[mnk.Side[first["side"].upper()]]
    assert robo is not None
    assert robo.name == "Robo"


async def test_a_program_plays_by_the_seat_it_was_given(table: Table) -> None:
    seat = await Robo().posts("/api/pair", {"preset": "3x3"})
    headers = [(b"authorization", f"Bearer {seat['key']}".encode())]

    robo = await table.comes_to(f"/ws/game/{seat['game']}/", "Robo", headers)

    assert (await robo.hears())["side"] == seat["side"]
    snapshot = await robo.hears()
    assert (snapshot["outcome"], snapshot["control"]) == (None, None)
    await Robo().posts("/api/pair", {"preset": "3x3"})
    assert (await robo.hears())["type"] == "seatTaken"


async def test_a_program_and_a_person_meet(table: Table) -> None:
    place = await table.seeks(await Player.objects.acreate(name="Alice"))

    assert (await Robo().posts("/api/pair", {"preset": "3x3"}))["game"] == place.game


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, None),
        ({"preset": "2x2"}, "preset"),
        ({"preset": "custom"}, "preset"),
        ({"preset": 3}, "preset"),
        ({"preset": "3x3", "clock": "blitz"}, "clock"),
        ({"preset": "3x3", "name": "\n"}, "name"),
        ({"preset": "3x3", "side": "black"}, None),
    ],
)
async def test_a_wish_that_cannot_be_is_refused(body: object, field: str | None) -> None:
    refusal = await Robo().posts("/api/pair", body, 400)

    assert refusal["field"] == field
    assert refusal["sentence"].endswith(".")
    assert not await models.Game.objects.aexists()
    assert not await Player.objects.aexists()


async def test_programs_that_ask_for_one_opening_meet(table: Table) -> None:
    ask = {"preset": "15x15", "opening": "swap2"}
    first = await Robo().posts("/api/pair", ask)
    plain = await Robo().posts("/api/pair", {"preset": "15x15"})
    second = await Robo().posts("/api/pair", ask)

    assert first["game"] == second["game"] != plain["game"]
    told = await Robo().posts("/api/pair", {"preset": "3x3", "opening": "swap2"}, 400)
    assert (told["code"], told["field"]) == ("badOpening", "opening")
