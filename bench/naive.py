"""The baseline: live games as the Channels tutorial leads a good Django programmer to write them.

One consumer per socket, one channel-layer group per game, one ORM transaction per move. Same
models, rules, protocol, settings and server as the product; only its hub and its write path are
not used. `python -m bench.naive` takes the options of `config.serve`.
"""

import time
from typing import Any, cast

from config import serve  # isort: skip  # chooses the loop: before anything of Twisted

import django
import msgspec

from bench import stamping

django.setup()

from channels.db import database_sync_to_async  # noqa: E402
from channels.generic.websocket import AsyncJsonWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.db import transaction  # noqa: E402
from django.urls import path  # noqa: E402

from config import asgi, start  # noqa: E402
from config.origins import OwnOriginsOnly  # noqa: E402
from games import mnk, refusals  # noqa: E402
from games.lobby import watchlist  # noqa: E402
from games.play import errors, models  # noqa: E402
from games.play.protocol import SUBPROTOCOL, CloseCode  # noqa: E402

Message = dict[str, Any]


class NaiveGame(AsyncJsonWebsocketConsumer):
    """A seat's or a spectator's view of one game."""

    async def connect(self) -> None:
        self.slug: str = self.scope["url_route"]["kwargs"]["slug"]
        self.group = f"game.{self.slug}"
        headers = dict(self.scope["headers"])
        key = headers.get(b"authorization", b"").decode("latin-1").removeprefix("Bearer ")
        try:
            self.side = await database_sync_to_async(side_of)(self.slug, key)
        except models.Game.DoesNotExist:
            await self.close(CloseCode.NOT_FOUND)
            return
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept(SUBPROTOCOL)
        word = None if self.side is None else self.side.word
        await self.send_json({"type": "welcome", "side": word})
        await self.send_json(await database_sync_to_async(snapshot)(self.slug))

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive_json(self, content: Message, **kwargs: Any) -> None:
        if content["type"] != "playMove":
            return
        try:
            if self.side is None:
                raise errors.NotSeated
            told = await database_sync_to_async(play_move)(
                self.slug, self.side, content["ply"], content["square"], content["id"]
            )
        except refusals.ANY as refusal:
            await self.send_json(
                {
                    "type": "rejected",
                    "id": content["id"],
                    "code": refusal.code,
                    "sentence": refusal.sentence,
                }
            )
            return
        await self.channel_layer.group_send(self.group, {"type": "game.told", "message": told})

    async def game_told(self, event: Message) -> None:
        await self.send_json(event["message"])


def play_move(slug: str, side: mnk.Side, ply: int, square: int, command: str) -> Message:
    """Play a stone: one transaction. Returns the message for everybody."""
    with transaction.atomic():
        game = models.Game.objects.select_for_update().get(slug=slug)
        if ply != game.ply:
            raise errors.StalePly
        state = state_of(game).play(square, by=side)
        game.version += 1
        game.ply = state.ply
        game.last_square = square
        game.changed_ms = time.time_ns() // 1_000_000
        if state.outcome is not None:
            game.winner = state.outcome.winner
            game.termination = state.outcome.termination
        game.save(
            update_fields=[
                "version",
                "ply",
                "last_square",
                "changed_ms",
                "winner",
                "termination",
            ]
        )
        models.Move.objects.create(
            game=game,
            ply=ply,
            square=square,
            at_ms=game.changed_ms,
            version=game.version,
            command=command,
        )
    return {
        "type": "movePlayed",
        "version": game.version,
        "command": command,
        "ply": ply,
        "square": square,
        "at": game.changed_ms,
        "outcome": outcome_part(state.outcome),
        "line": list(state.winning_line),
        "dead": state.is_dead,
    }


def state_of(game: models.Game) -> mnk.GameState:
    """The state of a stored game: its stones set up at once, twelve times faster than a replay."""
    squares = tuple(game.moves.order_by("ply").values_list("square", flat=True))
    stones = mnk.BySide(frozenset(squares[::2]), frozenset(squares[1::2]))
    position = mnk.Position.of(
        game.variant, stones, game.variant.line_rule.side_of_ply(len(squares))
    )
    return mnk.GameState(position, squares, outcome=game.outcome)


def side_of(slug: str, key: str) -> mnk.Side | None:
    """The side whose seat key this is; None for a spectator."""
    game = models.Game.objects.get(slug=slug)
    seat = game.seats.filter(key=key).first()
    return None if seat is None else mnk.Side(seat.side)


def snapshot(slug: str) -> Message:
    """All of a game now."""
    game = models.Game.objects.get(slug=slug)
    return {
        "type": "snapshot",
        "version": game.version,
        "game": slug,
        "moves": list(game.moves.order_by("ply").values("square", "at_ms")),
        "outcome": outcome_part(game.outcome),
    }


def outcome_part(outcome: mnk.Outcome | None) -> Message | None:
    """An outcome, for the wire."""
    if outcome is None:
        return None
    return {
        "winner": None if outcome.winner is None else outcome.winner.word,
        "termination": outcome.termination.value,
    }


class NaiveLobby(AsyncJsonWebsocketConsumer):
    """The lists of the lobby, as they are when the socket opens, and when they change."""

    async def connect(self) -> None:
        await self.channel_layer.group_add("lobby", self.channel_name)
        await self.accept(SUBPROTOCOL)
        await self.send_json(await database_sync_to_async(lobby)())

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard("lobby", self.channel_name)

    async def lobby_changed(self, event: Message) -> None:
        await self.send_json(await database_sync_to_async(lobby)())


def lobby() -> Message:
    """Everything the lobby shows now."""
    games = models.Game.objects.prefetch_related("seats__player")
    running = games.filter(termination="", started=True).order_by("-changed_ms")[:50]
    return {
        "type": "lobby",
        "open": msgspec.to_builtins(watchlist.open_games()),
        "live": [msgspec.to_builtins(watchlist.lobby_game(game)) for game in running],
    }


websocket_urlpatterns: list[Any] = [
    path("ws/game/<slug:slug>/", cast(Any, NaiveGame.as_asgi())),
    path("ws/lobby/", cast(Any, NaiveLobby.as_asgi())),
]


if __name__ == "__main__":
    stamping.count_on_signal()
    naive = ProtocolTypeRouter(
        {
            "http": asgi.pages_and_sockets.application_mapping["http"],
            "websocket": OwnOriginsOnly(URLRouter(websocket_urlpatterns)),
        }
    )
    asgi.application = start.Begins(naive)
    serve.main()
