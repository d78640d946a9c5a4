"""The chat of one process: hears lines, keeps them in batches, tells them.

A line is kept, then told; encoded once for all who hear it here. Other processes hear of it by a
notice; if a notice is lost, the line is found among those of the last few seconds. Nothing here
waits for a game, and no game waits for it.
"""

import asyncio
import logging
import weakref
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple, TypeAlias, assert_never

from django.db import Error as DatabaseError

from games import limits, metrics, mnk
from games.chat import talk
from games.chat.repeats import Repeats
from games.play import errors, notices, protocol
from games.play.chat.rooms import Room, reads, rooms_of
from games.play.chat.text import clean_text
from games.play.clock import now_ms
from games.play.crowd import Subscriber
from games.play.hub import FollowedGame, Hub
from games.refusals import Refused

log = logging.getLogger(__name__)

PAUSE_S = 0.05
"""The least time between two transactions: talk leaves the disk to the moves."""
MAX_BATCH = 200
"""At most this many lines are kept in one transaction."""
LOOK_S = 2.0
"""How often to look for lines that no notice told of, when processes share games."""
LATELY_MS = 10_000
"""How far back."""
TOLD_S = 60.0
"""How long this process remembers what was told here."""
MOST_KEPT = 1000
"""At most this many lines said here are remembered, in case one is sent again."""


_Key: TypeAlias = tuple[int, int, str]
"""What identifies a line: the game, the author, the command."""


@dataclass(slots=True)
class Held:
    """The last lines beside a game, as this process knows them."""

    lines: dict[Room, dict[int, protocol.LinePart | None]] = field(
        default_factory=lambda: {room: {} for room in Room}
    )
    """By their ids; None for those that are hidden."""
    loading: asyncio.Task[None] | None = None
    """None once they have been read."""
    encoded: dict[tuple[Room, ...], str] = field(default_factory=dict)
    """What is told to newcomers, by the rooms they read."""

    def take(self, room: Room, id: int, line: protocol.LinePart | None) -> None:
        """Hold a line, or that it is hidden."""
        lines = self.lines[room]
        lines[id] = line
        if len(lines) > talk.LAST_LINES:
            del lines[min(lines)]
        self.encoded.clear()

    def told(self, rooms: tuple[Room, ...]) -> str:
        """The last lines of these rooms, for the wire."""
        if rooms not in self.encoded:
            found = sorted((id, line) for room in rooms for id, line in self.lines[room].items())
            self.encoded[rooms] = protocol.encode(
                protocol.Chat(
                    rooms=rooms,
                    lines=tuple(line for _, line in found if line is not None),
                    hidden=tuple(id for id, line in found if line is None),
                )
            )
        return self.encoded[rooms]


class _Waiting(NamedTuple):
    """A line that is to be kept, and what became of it once that is known."""

    draft: talk.LineDraft
    answer: asyncio.Future[talk.Answer]


class ChatFeed:
    """The chat of one process. All methods belong on the event loop of its hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._repeats = Repeats()
        self._counting = asyncio.Lock()
        """Held while a line is counted, which may ask Redis: lines keep their order."""
        self._held: weakref.WeakKeyDictionary[FollowedGame, Held] = weakref.WeakKeyDictionary()
        self._waiting: dict[_Key, _Waiting] = {}
        self._keeping: asyncio.Task[None] | None = None
        self._kept: OrderedDict[_Key, protocol.LinePart] = OrderedDict()
        """The last lines that were said here, in case one is sent again."""
        self._told: dict[int, tuple[bool, float]] = {}
        """Which lines were told here, whether as hidden, and when (loop time). Empty where there
        are no other processes."""
        hub.others.on(notices.ChatChanged, self._hear)
        # The lines are read again, with the sides that their authors have now.
        hub.presence.on_swap = self._forget
        if not hub.others.is_alone:
            hub.every(LOOK_S, self._look, "chat", first_s=LOOK_S)

    def _forget(self, followed: FollowedGame) -> None:
        self._held.pop(followed, None)

    # --- Reading -----------------------------------------------------------------------------

    def greet(
        self, followed: FollowedGame, subscriber: Subscriber, *, always: bool = False
    ) -> None:
        """Send a socket the last lines of the rooms it reads, soon; nothing if nothing was said.

        The socket is subscribed already: what is said meanwhile comes by itself, perhaps before.
        """
        held = self._held.get(followed)
        if held is None:
            held = self._held[followed] = Held()
            held.loading = self._hub.spawn(self._load(followed, held))
        if held.loading is None:
            self._send(followed, held, subscriber, always)
        else:

            def read(task: asyncio.Task[None]) -> None:
                if held.loading is None:
                    self._send(followed, held, subscriber, always)

            held.loading.add_done_callback(read)

    async def _load(self, followed: FollowedGame, held: Held) -> None:
        try:
            found = await self._hub.read_one(talk.last, followed.game.id)
        except DatabaseError:
            del self._held[followed]  # whoever comes next has them read again
            raise
        for line in found:
            # What was told meanwhile is newer.
            if line.part.id not in held.lines[line.part.room]:
                held.take(line.part.room, line.part.id, None if line.is_hidden else line.part)
        held.loading = None

    def _send(
        self, followed: FollowedGame, held: Held, subscriber: Subscriber, always: bool
    ) -> None:
        rooms = rooms_of(subscriber.side, is_over=followed.game.state.is_over)
        if always or any(held.lines[room] for room in rooms):
            subscriber.push(held.told(rooms))

    # --- Saying ------------------------------------------------------------------------------

    async def say(
        self,
        followed: FollowedGame,
        side: mnk.Side | None,
        person: int | None,
        command: protocol.Say,
    ) -> str | None:
        """Keep a line and tell it to all who may hear it. `person` is who says it; but in
        the players' room the seat speaks, whoever sits there with its key.

        Returns what was told if it had been said before: the sender alone hears that again. Raises
        `Refused`, and then nothing was said; a `DatabaseError` if that is not known.
        """
        _check(followed, side, command.room)
        holder = None if side is None else followed.game.seats[side].holder
        if holder is not None and (command.room is Room.PLAYERS or holder.is_program):
            person = holder.player_id
        if person is None:
            raise errors.NameFirst
        if holder is None or holder.player_id != person:
            side = None  # with a link to the seat, but among the spectators just one of them
        text = clean_text(command.text)
        held = self._held.get(followed)
        if held is not None and held.loading is not None:
            await asyncio.wait([held.loading])  # what was said before is told first
        draft = talk.LineDraft(
            followed.game.id, command.room, person, side, text, command.id, now_ms()
        )
        if (before := self._kept.get(draft.key)) is not None:
            if (before.room, before.text) != (draft.room, draft.text):
                raise errors.CommandIdReused
            return protocol.encode(protocol.Said(before))
        async with self._counting:
            waiting = self._waiting.get(draft.key)
            if waiting is None:
                await self._count(person, text)
                waiting = _Waiting(draft, self._hub.loop.create_future())
                self._waiting[draft.key] = waiting
                if self._keeping is None:
                    self._keeping = self._hub.spawn(self._keep())
        # Shielded: a visitor who leaves must not take the answer from another window of theirs.
        answer = await asyncio.shield(waiting.answer)
        if isinstance(answer, Refused):
            raise answer
        return None if answer.is_new else protocol.encode(protocol.Said(answer.line.part))

    async def _count(self, person: int, text: str) -> None:
        """Count a person's line, whatever process they are at. Raises `Refused`."""
        try:
            await limits.spend("chat", str(person))
        except limits.TooManyRequests:
            raise errors.TooFast from None
        self._repeats.note(person, text, at=self._hub.loop.time())

    async def _keep(self) -> None:
        """Keep what waits, in batches, until nothing does."""
        try:
            while self._waiting:
                batch = list(islice(self._waiting.values(), MAX_BATCH))
                try:
                    answers = await self._hub.read(talk.keep, [each.draft for each in batch])
                except DatabaseError as error:
                    for each in batch:
                        each.answer.set_exception(error)
                else:
                    for each, answer in zip(batch, answers, strict=True):
                        self._note(each.draft, answer)
                        each.answer.set_result(answer)
                        await asyncio.sleep(0)  # players are heard in between
                for each in batch:
                    del self._waiting[each.draft.key]
                await asyncio.sleep(PAUSE_S)
        finally:
            self._keeping = None
            for each in self._waiting.values():  # if this was ended
                each.answer.cancel()
            self._waiting.clear()

    def _note(self, draft: talk.LineDraft, answer: talk.Answer) -> None:
        if isinstance(answer, Refused):
            return
        self._kept[draft.key] = answer.line.part
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        if answer.is_new:
            metrics.chat_lines.inc()
            self.tell([answer.line])

    # --- Telling -----------------------------------------------------------------------------

    def tell(self, lines: Iterable[talk.StoredLine]) -> None:
        """Tell lines, or that they are hidden, to all who may hear it, here and elsewhere."""
        for line in lines:
            message = _message(line)
            text = protocol.encode(message)
            metrics.messages_encoded.inc()
            self._hub.others.tell(notices.ChatChanged(line.game, text))
            followed = self._hub.games.followed.get(line.game)
            if followed is not None:
                self._take(followed, message, text)

    def _hear(self, sender: str, notice: notices.ChatChanged) -> None:
        """Another process has told something."""
        followed = self._hub.games.followed.get(notice.game)
        if followed is not None:
            self._take(followed, protocol.decode_chat(notice.text), notice.text)

    def _take(
        self, followed: FollowedGame, message: protocol.Said | protocol.ChatHidden, text: str
    ) -> None:
        """Hold and push what is told, unless that was done already."""
        match message:
            case protocol.Said(line):
                id, room = line.id, line.room
                part: protocol.LinePart | None = line
            case protocol.ChatHidden(room=room, id=id):
                part = None
            case _:
                assert_never(message)
        if not self._hub.others.is_alone:
            told = self._told.get(id)
            if told is not None and told[0] == (part is None):
                return
            self._told[id] = part is None, self._hub.loop.time()
        held = self._held.get(followed)
        if held is not None:
            held.take(room, id, part)
        is_over = followed.game.state.is_over
        followed.push_to_all(text, lambda side: reads(room, side, is_over=is_over))

    async def _look(self) -> None:
        """Tell what was said, or hidden, in the last few seconds and not told here."""
        began = self._hub.loop.time()
        followed = {each.game.id: each for each in self._hub.games.followed.values()}
        lines = await self._hub.read(talk.lately, tuple(followed), now_ms() - LATELY_MS)
        for line in lines:
            told = self._told.get(line.part.id)
            # What was told since this was read is newer.
            if told is None or (told[0] != line.is_hidden and told[1] < began):
                message = _message(line)
                self._take(followed[line.game_id], message, protocol.encode(message))
        self._told = {id: told for id, told in self._told.items() if told[1] > began - TOLD_S}


def _check(followed: FollowedGame, side: mnk.Side | None, room: Room) -> None:
    """Raise the refusal if one may not speak in a room."""
    if room is Room.PLAYERS:
        if side is None:
            raise errors.NotSeated
    elif side is not None:
        if not followed.game.state.is_over:
            raise errors.AfterTheGame
        audience = followed.audience
        if audience is not None and audience.version < followed.game.version:
            raise errors.SpectatorsBehind


def _message(line: talk.StoredLine) -> protocol.Said | protocol.ChatHidden:
    if line.is_hidden:
        return protocol.ChatHidden(room=line.part.room, id=line.part.id)
    return protocol.Said(line.part)
