"""The notifier: tells people by their browsers and by e-mail what waits for them.

One process at a time does it for all, with a lease. What it does is claimed row by row as well: a
process that loses the lease in the middle of it sends nothing that another sends, too.

1. look     for games in which something has happened, and keep what is to be told
2. claim    what is due: no longer true, not wanted or in quiet hours, it is let be
3. listen   whether its person is looking at the game by themselves
4. send     in a thread of its own: a slow push service holds up nobody else's
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from django.db import Error as DatabaseError
from django.utils import translation

from games import metrics
from games.notices import letters, looking, outbox, push, seen, wording
from games.notices.looking import Bookmark, Found
from games.notices.outbox import Claimed
from games.play.clock import now_ms
from games.play.hub import Hub, close_threads
from games.workers import leases

log = logging.getLogger(__name__)

TICK_S = 5.0
LEASE_MS = 20_000
LEASE = "notifier"
SENDERS = 4
"""This many are sent at a time."""
LATE_MS = 10_000
"""A change may be found this much later than it happened: what was heard then was kept only now."""
TIDY_MS = 3_600_000
REST_S = 0.05


class Notifier:
    """One candidate. Started on a hub, it tells people whenever the lease is its own."""

    def __init__(self, hub: Hub, *, network: push.Network = push.INTERNET) -> None:
        self._hub = hub
        self._network = network
        self._candidate = leases.Candidate(hub, LEASE, LEASE_MS)
        self.name = leases.new_holder()
        self._senders = ThreadPoolExecutor(SENDERS, thread_name_prefix="inarow-notices")
        self._turns = self._ends = Bookmark(0)
        self._tidied_ms = 0
        hub.at_close(self._close)

    async def start(self) -> None:
        """Tell people until the hub closes."""
        await self._hub.hear_others()
        self._candidate.begin(TICK_S, self.tick)

    async def tick(self) -> int:
        """Do once what is due; return how many notices and letters were sent."""
        if not await self._candidate.holds():
            # Whoever holds it may leave some: we begin anew when it comes here.
            self._turns = self._ends = Bookmark(0)
            return 0
        self._turns = max(self._turns, await self._look(looking.turns, self._turns))
        self._ends = max(self._ends, await self._look(looking.ends, self._ends))
        await self._hub.read(_note_deadlines)
        due = await self._hub.read(_due)
        count = await self._each(partial(self._push, number) for number in due.pushes)
        count += await self._each(partial(self._letter, player) for player in due.letters)
        await self._tidy()
        return count

    async def _look(self, look: Callable[[Bookmark, int], Found], mark: Bookmark) -> Bookmark:
        """Keep everything that has happened since a mark; return how far that was."""
        mark = Bookmark(max(0, mark.changed_ms - LATE_MS))
        is_last = False
        while not is_last:
            found = await self._hub.read(_note_found, look, mark)
            mark, is_last = found.until, found.is_last
            if not is_last:
                await asyncio.sleep(REST_S)
                if not await self._candidate.holds():
                    break
        return mark

    async def _each(self, sendings: Iterable[Callable[[], Awaitable[bool]]]) -> int:
        """Send them, some at a time, as long as the lease is ours; return how many were sent."""
        left, count = list(sendings), 0
        while left and await self._candidate.holds():
            now, left = left[:SENDERS], left[SENDERS:]
            count += sum(await asyncio.gather(*(sending() for sending in now)))
        return count

    async def _push(self, number: int) -> bool:
        claimed = await self._hub.read(lambda: outbox.claim_push(number, self.name, now_ms()))
        claimed = claimed and await self._unseen(claimed)
        if claimed is None or claimed.subscription is None:
            return False
        browser, told = claimed.subscription, claimed.parts[0].told
        with translation.override(claimed.choices.language):
            notice = push.PushNotice(wording.title(told), wording.body(told), told.link, told.tag)
        keys = push.Keys(browser.p256dh, browser.auth)
        sending = partial(push.send, browser.endpoint, keys, notice, network=self._network)
        try:
            await self._hub.loop.run_in_executor(self._senders, sending)
        except push.BrowserGone as error:
            log.info("browser_gone subscription=%d why=%r", browser.pk, str(error))
            metrics.notices.labels("push", "gone").inc()
            await self._hub.read(outbox.gone, claimed)
            return False
        except push.CannotSend as error:
            for_good = isinstance(error, push.NeverTaken)
            await self._failed(claimed, "push", error, for_good=for_good, retry_s=error.retry_s)
            return False
        await self._sent(claimed, "push")
        return True

    async def _letter(self, player_id: int) -> bool:
        claimed = await self._hub.read(lambda: outbox.claim_letter(player_id, self.name, now_ms()))
        claimed = claimed and await self._unseen(claimed)
        if claimed is None:
            return False
        told = [each.told for each in claimed.parts]
        letter = letters.Letter(player_id, claimed.name, claimed.address, claimed.letter, told)
        sending = partial(_send_letter, letter, claimed.choices.language)
        try:
            await self._hub.loop.run_in_executor(self._senders, sending)
        except letters.NotTaken as error:
            await self._failed(claimed, "email", error, for_good=error.for_good)
            return False
        await self._sent(claimed, "email")
        return True

    async def _unseen(self, claimed: Claimed) -> Claimed | None:
        """What is left without the games its person is looking at by themselves."""
        parts = await seen.looked_at(self._hub, claimed.parts)
        if parts:
            metrics.notices.labels("any", "seen").inc(len(parts))
            claimed = await self._hub.read(outbox.seen, claimed, self.name, parts)
        return claimed if claimed.parts else None

    async def _sent(self, claimed: Claimed, channel: str) -> None:
        metrics.notices.labels(channel, "sent").inc()
        await self._hub.read(outbox.sent, claimed, self.name, now_ms())

    async def _failed(
        self,
        claimed: Claimed,
        channel: str,
        error: Exception,
        *,
        for_good: bool,
        retry_s: int | None = None,
    ) -> None:
        fail = partial(outbox.failed, for_good=for_good, retry_s=retry_s)
        given_up = await self._hub.read(fail, claimed, self.name, now_ms())
        metrics.notices.labels(channel, "given_up" if given_up else "tried").inc()
        log.log(
            logging.WARNING if given_up else logging.INFO,
            "notice_not_taken channel=%s attempt=%d given_up=%s error=%s",
            *(channel, claimed.attempts, given_up, error),
        )

    async def _tidy(self) -> None:
        if now_ms() - self._tidied_ms < TIDY_MS:
            return
        count = 0
        while await self._candidate.holds() and (gone := await self._hub.read(_tidy)):
            count += gone
            await asyncio.sleep(REST_S)
        self._tidied_ms = now_ms()
        if count:
            log.info("notices_forgotten count=%d", count)

    async def _close(self) -> None:
        with contextlib.suppress(DatabaseError):
            await close_threads(self._senders, SENDERS)


def _note_found(look: Callable[[Bookmark, int], Found], mark: Bookmark) -> Found:
    at = now_ms()
    found = look(mark, at)
    outbox.note(found.happenings, at=at)
    return found


def _note_deadlines() -> None:
    at = now_ms()
    outbox.note(looking.deadlines(at), at=at)


def _due() -> outbox.Due:
    return outbox.due(now_ms())


def _tidy() -> int:
    return outbox.tidy(now_ms())


def _send_letter(letter: letters.Letter, language: str) -> None:
    with translation.override(language):
        letters.send(letter)
