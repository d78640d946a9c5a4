"""Making games: with an open seat and an invitation to it, or against a bot at once."""

import random
import secrets
from dataclasses import replace

from asgiref.sync import sync_to_async
from django.db import transaction

from games import mnk
from games.play import commit, errors, live, models, protocol
from games.play.clock import now_ms
from games.play.hub import Due, current
from games.play.services import seeks
from games.play.watching import EVERYBODY, Visibility, Watching
from games.players import bots
from games.players.identify import Visitor
from games.players.models import Player

RANDOM = "random"
"""The choice of a side that leaves it to chance."""


def side_chosen(choice: str, rng: random.Random) -> mnk.Side:
    """The side behind `black`, `white` or `random`."""
    match choice:
        case "black":
            return mnk.Side.BLACK
        case "white":
            return mnk.Side.WHITE
        case "random":
            return rng.choice(tuple(mnk.Side))
    raise ValueError(choice)


async def invite(
    *,
    variant: mnk.Variant,
    control: mnk.TimeControl | None = None,
    player: Player,
    side: mnk.Side,
    listed: bool,
    watching: Watching = EVERYBODY,
) -> models.Game:
    """Make a game: `player` on `side`, the other seat open (in the lobby too, if `listed`).

    Only a public game is listed.
    """
    listed = listed and watching.visibility is Visibility.PUBLIC
    game = await sync_to_async(make_open)(variant, control, player, side, listed, watching)
    current().tell_lobbies()
    return game


def make_open(
    variant: mnk.Variant,
    control: mnk.TimeControl | None,
    player: Player,
    side: mnk.Side,
    listed: bool,
    watching: Watching = EVERYBODY,
    seek_until_ms: int | None = None,
) -> models.Game:
    """The rows of a game with `player` on `side` and the other seat open."""
    with transaction.atomic():
        game = models.Game.objects.create_of(
            variant,
            control,
            watching,
            listed=listed,
            seek_until_ms=seek_until_ms,
            changed_ms=now_ms(),
        )
        models.Seat.objects.create(game=game, side=side, player=player)
        models.Seat.objects.create(game=game, side=side.other)
    return game


async def play_against(
    bot: bots.Bot,
    *,
    variant: mnk.Variant,
    control: mnk.TimeControl | None = None,
    player: Player,
    side: mnk.Side,
    aggressiveness: float = bots.AGGRESSIVENESS,
    watching: Watching = EVERYBODY,
) -> models.Game:
    """Make a game of `player` on `side` against a bot, which begins if its side does.

    `aggressiveness` is A of the aggressive bot; the others have none.
    """
    opponent = await sync_to_async(bots.player_of)(bot)
    black_first = (player, opponent) if side is mnk.Side.BLACK else (opponent, player)
    return await start(variant, mnk.BySide(*black_first), aggressiveness, control, watching)


async def start(
    variant: mnk.Variant,
    players: mnk.BySide[Player],
    aggressiveness: float = bots.AGGRESSIVENESS,
    control: mnk.TimeControl | None = None,
    watching: Watching = EVERYBODY,
) -> models.Game:
    """Make a game whose two players are both there, and begin it."""
    game = await sync_to_async(_start_game)(variant, players, aggressiveness, control, watching)
    hub = current()
    hub.tell_lobbies()
    if game.bot_due:
        hub.wake_bot(Due(game.slug, game.pk, game.version, now_ms()))
    return game


def _start_game(
    variant: mnk.Variant,
    players: mnk.BySide[Player],
    aggressiveness: float,
    control: mnk.TimeControl | None,
    watching: Watching,
) -> models.Game:
    with transaction.atomic():
        game = models.Game.objects.create_of(
            variant,
            control,
            watching,
            started=True,
            changed_ms=now_ms(),
            bot_due=players.black.level != "",
        )
        for side in mnk.Side:
            player = players[side]
            models.Seat.objects.create(
                game=game,
                side=side,
                player=player,
                aggressiveness=aggressiveness if player.level == bots.AGGRESSIVE else None,
                seed=secrets.randbits(32) if player.level else 0,
            )
    return game


async def take_seat(slug: str, *, player: Player, visitor: Visitor, at: int) -> mnk.Side:
    """Seat a player on the open side; return the side.

    `visitor` is who asks, with all seats they hold. Raises `NoSuchGame`, `GameIsOver`,
    `SeatIsTaken`, or `SeatedAlready` for one who plays the other side.
    """

    def step(game: live.LiveGame) -> commit.Transition:
        side = game.open_side
        if game.state.is_over:
            raise mnk.GameIsOver("The game was called off before you came.")
        if game.side_of(visitor) is not None:
            raise errors.SeatedAlready
        if side is None:
            raise errors.SeatIsTaken
        holder = live.Holder(player.pk, player.name, player.kind, player.slug)
        version = game.version + 1
        part = live.player_part(holder)
        assert part is not None
        seat = replace(game.seats[side], holder=holder)
        return commit.Transition(
            replace(game, version=version, seats=game.seats.having(side, seat)),
            protocol.SeatTaken(version=version, side=protocol.SideWord.of(side), player=part),
            at,
            side,
            also=lambda: _seat(game.id, side, player.pk),
        )

    hub = current()
    async with hub.following(slug) as followed:
        told = (await commit.submit(hub, followed, step)).told
        assert isinstance(told, protocol.SeatTaken)
        hub.spawn(seeks.stop_looking(hub, slug, at=at))
        return mnk.Side[told.side.name]


def _seat(game_id: int, side: mnk.Side, player_id: int) -> None:
    models.Seat.objects.filter(game_id=game_id, side=side, player=None).update(player=player_id)
