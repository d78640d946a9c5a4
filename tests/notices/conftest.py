"""Days that pass, a push service, a mail server, and people who play by correspondence."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.db import transaction
from pytest_django import Settings

from games import mnk
from games.accounts import signing
from games.notices import choices, subscriptions
from games.notices.models import Channel, Kind, Notice, NoticeChoices
from games.notices.quiet import QuietHours
from games.notices.seen import Seen
from games.play import clock, models
from games.play.clock import now_ms
from games.play.hub import Hub
from games.players.models import Player
from games.workers.notifier import Notifier
from tests.notices.services import MailServer, PushService, UserAgent, mail_server, push_service
from tests.people import Person, Table, plays

ALL = {channel: list(Kind) for channel in Channel}


@pytest.fixture
def passes() -> Iterator[Callable[[int], None]]:
    """Lets this many milliseconds pass, for everything that asks what time it is."""
    base = clock.base_ms()
    yield lambda ms: clock.use_base(clock.base_ms() + ms)
    clock.use_base(base)


@pytest.fixture
def pushes(tmp_path: Path) -> Iterator[PushService]:
    service, server = push_service(tmp_path)
    yield service
    service.may_answer.set()
    server.shutdown()
    server.server_close()


@pytest.fixture
def mail(settings: Settings) -> Iterator[MailServer]:
    server, controller = mail_server()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", controller.port
    settings.INAROW_SENDS_LETTERS = True
    yield server
    controller.stop()


@dataclass
class Club:
    """People who play by correspondence, and whoever tells them."""

    table: Table
    hub: Hub
    pushes: PushService
    notifiers: list[Notifier] = field(default_factory=list)

    async def person(self, name: str, *, address: str = "") -> Player:
        """Somebody with an account; with an address, it is a confirmed one."""
        return await sync_to_async(_account)(name, address)

    async def guest(self, name: str) -> Player:
        return await Player.objects.acreate(name=name)

    async def game(
        self, black: Player, white: Player, clock: str | None = "1d", preset: str = "15x15"
    ) -> models.Game:
        """A game between two people, as stored."""

        @transaction.atomic
        def make() -> models.Game:
            game = models.Game.objects.create_of(
                mnk.PRESETS[preset].variant,
                None if clock is None else mnk.time_control_from_text(clock),
                started=True,
                changed_ms=now_ms(),
            )
            for side, player in ((mnk.Side.BLACK, black), (mnk.Side.WHITE, white)):
                models.Seat.objects.create(game=game, side=side, player=player)
            return game

        return await sync_to_async(make)()

    async def plays(self, game: models.Game, names: str) -> None:
        """The players come for each of these moves, and go: the mover sees what they play."""
        for square in mnk.moves_from_text(names, game.variant):
            ply = await models.Move.objects.filter(game=game, taken_back=0).acount()
            mover = await self.table.sits(game, game.variant.line_rule.side_of_ply(ply))
            await mover.says("playMove", id=secrets.token_hex(4), ply=ply, square=square)
            told = await mover.hears()
            assert told["type"] == "movePlayed", told
            await mover.leaves()

    async def looks(self, game: models.Game, side: mnk.Side) -> Person:
        """A player comes to the game, and stays."""
        return await self.table.sits(game, side)

    async def goes(self, person: Person, player: Player) -> None:
        """Somebody leaves a game in which they have seen their turn, or the end."""
        await person.leaves()
        await self.has_seen(player)

    async def has_seen(self, player: Player) -> None:
        """It has been noted that a player knows of something."""
        seen = Notice.objects.filter(player=player, seen_ms__isnull=False)
        async with asyncio.timeout(60):
            while True:
                if await seen.aexists():
                    return
                await asyncio.sleep(0.01)

    async def subscribes(self, player: Player, agent: UserAgent) -> None:
        await self.hub.read(
            lambda: subscriptions.subscribe(
                player.pk,
                agent.endpoint,
                agent.keys,
                browser=agent.name,
                agent="Firefox/1 Linux",
                at=now_ms(),
            )
        )

    async def wants(
        self,
        player: Player,
        wanted: dict[Channel, list[Kind]] = ALL,
        quiet: QuietHours | None = None,
        language: str = "en-gb",
    ) -> NoticeChoices:
        """A player chooses what they are told."""
        zone = "UTC" if quiet is None else quiet.zone
        return await self.hub.read(
            lambda: choices.save(
                player.pk, wanted, quiet, zone=zone, language=language, at=now_ms()
            )
        )

    def notifier(self) -> Notifier:
        """The notifier; a second one is another process's."""
        made = Notifier(self.hub, network=self.pushes.network)
        self.notifiers.append(made)
        return made


@pytest_asyncio.fixture
async def club(table: Table, hub: Hub, pushes: PushService) -> AsyncIterator[Club]:
    hub.part(Seen).start()
    yield Club(table, hub, pushes)


def _account(name: str, address: str) -> Player:
    from allauth.account.models import EmailAddress

    user = User.objects.create_user(name, email=address)
    if address:
        EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return signing.make_player(user)


__all__ = ["ALL", "Club", "plays"]
