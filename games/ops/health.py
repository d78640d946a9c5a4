"""Whether games can be played here (`/readyz`).

For whatever starts and restarts servers, or balances their load; docs/hosting.md says who asks
that, and who asks only whether the process answers (`/healthz`, config.start).
"""

import asyncio
import contextlib
import logging
import math
import time
from functools import lru_cache

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.play.hub import WORKER_EXPIRES_S, Hub, current
from games.play.models import WriteAttempt

log = logging.getLogger(__name__)

PATIENCE_S = 2.0
"""What does not answer in this time is not there."""
WRITE_EVERY_S = 1.0
"""Writes are tried no more often than this, however often somebody asks."""
ROOM_BYTES = 32 * 1024
"""What a trial write takes on the disk: as much as a few moves. A disk that has room for one small
row may still have none for a move."""


@never_cache
@require_safe
async def readyz(request: HttpRequest) -> HttpResponse:
    """Whether everything a game needs is there (200); or what is missing, in words (503)."""
    missing = await current().part(Readiness).missing()
    answer = JsonResponse({"ready": not missing, "missing": missing})
    if missing:
        answer.status_code = 503
        # Readiness logs what changes. Django would log an ERROR each time somebody asks.
        answer._has_been_logged = True  # type: ignore[attr-defined]  # Django's own mark
    return answer


class Readiness:
    """What a server process needs and may lack."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._told: list[str] = []
        self._looking: asyncio.Task[str | None] | None = None
        self._written_at = -math.inf
        self._is_written = True
        """Whether the latest write that was tried is kept."""

    async def missing(self) -> list[str]:
        """A sentence for each thing that is missing; none if all is well."""
        found = await asyncio.gather(self._database(), self._layer(), self._workers())
        missing = [sentence for sentence in found if sentence is not None]
        if missing != self._told:
            self._told = missing
            log.warning("not_ready missing=%r", missing) if missing else log.info("ready")
        return missing

    async def _database(self) -> str | None:
        # One look at a time: a database that hangs would take one reader after another.
        if self._looking is None or self._looking.done():
            self._looking = self._hub.spawn(self._look())
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await asyncio.shield(self._looking)
        except TimeoutError:
            return f"The database has not answered within {PATIENCE_S:g} s."

    async def _look(self) -> str | None:
        try:
            unapplied = await self._hub.read(_unapplied_migrations)
        except DatabaseError:
            return "The database cannot be reached."
        if unapplied:
            return f"The database lacks {unapplied} migrations: run manage.py migrate."
        if not await self._can_write():
            return "The database cannot be written: is the disk full?"
        return None

    async def _can_write(self) -> bool:
        """Whether a write is kept, as found at most a second ago."""
        if time.monotonic() - self._written_at >= WRITE_EVERY_S:
            try:
                await self._hub.read(_write)
            except DatabaseError:
                self._is_written = False
            else:
                self._is_written = True
            self._written_at = time.monotonic()
        return self._is_written

    async def _layer(self) -> str | None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                # From now on, if not before: a server that nobody visits hears the workers, too.
                await self._hub.hear_others()
                if await self._hub.others.is_reachable(PATIENCE_S):
                    return None
        return "The layer between the processes (Redis) cannot be reached."

    async def _workers(self) -> str | None:
        if not settings.INAROW_HAS_BOTS or self._hub.others.hears_workers:
            return None
        return f"No worker has been heard from for {WORKER_EXPIRES_S:g} s: no bot moves."


def _write() -> None:
    """Write something and commit it. Raises `DatabaseError`."""
    with transaction.atomic():
        row, _ = WriteAttempt.objects.select_for_update().get_or_create(pk=1)
        row.number += 1
        # The same byte throughout takes next to nothing where rows are kept compressed. It is
        # a different one each time, or SQLite would leave the pages as they are.
        row.room = bytes([row.number % 256]) * ROOM_BYTES
        row.save(force_update=True)


def _unapplied_migrations() -> int:
    return len(_migrations() - MigrationRecorder(connection).applied_migrations().keys())


@lru_cache(1)
def _migrations() -> frozenset[tuple[str, str]]:
    """All migrations of this version of the program."""
    return frozenset(MigrationLoader(None).disk_migrations)
