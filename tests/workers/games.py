"""Games of Alice against Robo, and what is kept of them."""

from asgiref.sync import sync_to_async

from games import mnk
from games.lobby import invitations
from games.play import models
from games.players import bots
from games.players.models import Player
from tests.people import Person, Table

T3 = mnk.PRESETS["3x3"].variant
TEN = mnk.Variant(10, 10, 5)


async def against(
    level: str,
    variant: mnk.Variant = T3,
    *,
    side: mnk.Side = mnk.Side.BLACK,
    aggressiveness: float = bots.AGGRESSIVENESS,
    clock: str | None = None,
) -> models.Game:
    """A game of Alice, on `side`, against the bot of this level."""
    return await invitations.play_against(
        bots.find(level),
        variant=variant,
        control=None if clock is None else mnk.time_control_from_text(clock),
        player=await Player.objects.acreate(name="Alice"),
        side=side,
        aggressiveness=aggressiveness,
    )


async def between(
    black: str, white: str, variant: mnk.Variant = T3, *, aggressiveness: float = 0.8
) -> models.Game:
    """A game of two bots."""
    players = [await sync_to_async(bots.player_of)(bots.find(key)) for key in (black, white)]
    return await invitations.start(variant, mnk.BySide(*players), aggressiveness)


async def replies(person: Person) -> mnk.Square:
    """The next stone, which is the bot's."""
    message = await person.hears()
    assert message["type"] == "movePlayed", message
    square: mnk.Square = message["square"]
    return square


async def puts(person: Person, ply: int, square: mnk.Square) -> None:
    """Alice plays a stone and hears of it."""
    await person.says("playMove", ply=ply, square=square)
    assert (await person.hears())["square"] == square


async def end_of(table: Table, game: models.Game) -> list[mnk.Square]:
    """The moves of a game when it is over, watched by Eve."""
    eve = await table.sits(game, None)
    told = eve.heard[-1]
    while told.get("outcome") is None:
        told = await eve.hears()
    return [move["square"] for move in (await eve.sees_afresh())["moves"]]
