"""What players see by themselves: whoever sat at a game knows how it stands there."""

import asyncio
import contextlib
from collections.abc import Sequence

from games import mnk
from games.notices import outbox
from games.notices.models import Kind
from games.play import live
from games.play.clock import now_ms
from games.play.crowd import Subscriber
from games.play.errors import NoSuchGame
from games.play.hub import SWEEP_S, FollowedGame, Hub

LISTEN_S = 2 * SWEEP_S + 0.5
"""Where processes share games: in this time each has said who is connected to a game through it."""


class Seen:
    """Notes, for a process with sockets, what a player who goes has seen. Once on a hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def start(self) -> None:
        """Note it from now on."""
        self._hub.presence.on_going = self._goes

    def _goes(self, followed: FollowedGame, subscriber: Subscriber) -> None:
        side = subscriber.side
        happening = None if side is None else _seen(followed.game, side)
        if happening is not None:
            self._hub.spawn(self._hub.read(_note, happening))


def _note(happening: outbox.Happening) -> None:
    outbox.note_seen(happening, at=now_ms())


def _seen(game: live.LiveGame, side: mnk.Side) -> outbox.Happening | None:
    """What a side's player has just had before their eyes, if they might be told of it."""
    state, holder = game.state, game.seats[side].holder
    if holder is None or not game.is_started or not game.is_correspondence:
        return None
    if not state.is_over and state.side_to_move is not side:
        return None
    kind = Kind.OVER if state.is_over else Kind.TURN
    which = outbox.about(game.slug, state.ply, game.taken_back)
    return outbox.Happening(holder.player_id, kind, which, now_ms(), game_id=game.id)


async def looked_at(hub: Hub, parts: Sequence[outbox.Part]) -> list[outbox.Part]:
    """Those parts of what is to be told that its person is looking at by themselves."""
    looking = await asyncio.gather(*(_is_looking(hub, each) for each in parts))
    return [each for each, is_seen in zip(parts, looking, strict=True) if is_seen]


async def _is_looking(hub: Hub, part: outbox.Part) -> bool:
    if not part.game:
        return False
    with contextlib.suppress(NoSuchGame):  # deleted by the operator
        async with hub.games.following(part.game) as followed:
            if not hub.others.is_alone and not hub.presence.present(followed).has(part.side):
                await asyncio.sleep(LISTEN_S)
            return hub.presence.present(followed).has(part.side)
    return False
