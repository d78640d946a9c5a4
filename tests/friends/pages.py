"""People who have a page open, and what it makes of what it is told."""

import asyncio
from collections.abc import Callable

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore

from games.players.models import Player
from tests.people import OWN_ORIGIN, PATIENCE_S, RESYNC, Headers, Message, Person, Table
from tests.reducer import me_after


class OpenPage:
    """A page of somebody's."""

    def __init__(self, person: Person, me: Message) -> None:
        self.person = person
        self.me = me

    async def sees(self, is_it: Callable[[Message], bool]) -> Message:
        """What they have when this is true for the first time; no change before it is missing."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not is_it(self.me):
                    message = await self.person.hears()
                    assert message["type"] == "meChanged", message
                    self.me = me_after(self.me, message)
        except TimeoutError:
            raise AssertionError(f"{self.person.name} has {self.me}") from None
        return self.me

    async def asks_again(self) -> Message:
        """All they have, as the server has it now: what was heard adds up to the same."""
        await self.person.sends(RESYNC)
        async with asyncio.timeout(PATIENCE_S):
            while (message := await self.person.hears())["type"] == "meChanged":
                self.me = me_after(self.me, message)
        assert _sorted(message) == _sorted(self.me)
        return self.me

    def challenge(self, other: str) -> Message:
        """The challenge from or to somebody."""
        (found,) = [each for each in self.me["challenges"] if each["other"]["name"] == other]
        challenge: Message = found
        return challenge

    def friend(self, name: str) -> Message:
        (found,) = [each for each in self.me["friends"] if each["name"] == name]
        friend: Message = found
        return friend

    async def closes(self) -> None:
        await self.person.leaves()


def _sorted(me: Message) -> Message:
    return {**me, "friends": sorted(me["friends"], key=lambda friend: friend["player"])}


async def session_of(player: Player | None) -> Headers:
    """What the browser of a player sends; None: of somebody who is nobody yet."""
    session = SessionStore()
    if player is not None:
        await session.aset("player", player.pk)
    await session.asave()
    cookie = f"{settings.SESSION_COOKIE_NAME}={session.session_key}".encode()
    return [(b"origin", OWN_ORIGIN), (b"cookie", cookie)]


class Pages:
    """Pages of a test's people. At the end what each heard adds up to what they have."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._open: list[OpenPage] = []

    async def opens(self, player: Player) -> OpenPage:
        """A player opens a page; what they have has been heard."""
        person = await self._table.comes_to("/ws/me/", player.name, await session_of(player))
        me = await person.hears()
        assert me["type"] == "me", me
        assert me["player"] == player.slug
        page = OpenPage(person, me)
        self._open.append(page)
        return page

    async def close(self) -> None:
        for page in self._open:
            if not page.person.is_gone:
                await page.asks_again()
                await page.closes()


async def guest(name: str) -> Player:
    return await Player.objects.acreate(name=name)
