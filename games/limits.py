"""Who may ask for how much: what is costly, how much of it in what time, what each address costs.

This is the one place to read what is limited. `games.networks` says what a share is; the
library `limits` does the counting, in Redis if there is one, so that all server processes count
together, and in memory otherwise. `config.limiting` asks here before a view runs.
"""

import asyncio
import contextlib
import logging
import math
import time
import weakref
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.conf import settings
from limits import RateLimitItem, parse_many
from limits.aio.storage import MemoryStorage, SlidingWindowCounterSupport
from limits.aio.storage.redis import RedisStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter

from games.refusals import TooMuch
from games.say import count

if TYPE_CHECKING:
    from redis.asyncio import ConnectionPool

log = logging.getLogger(__name__)

OFF = "off"

# --- How much ------------------------------------------------------------------------------------

DEFAULTS: Mapping[str, str] = MappingProxyType(
    {
        # All requests of one network, whatever they are for. A page brings one to four.
        "pages": "300/10 seconds",
        "api": "500/10 seconds",  # a review that is followed on its page asks every 0.7 s
        # What makes rows that stay.
        "games": "90/minute",
        "seats": "120/minute",
        "seeks": "90/minute",
        "guests": "120/minute",
        "names": "60/minute",
        "imports": "12/minute",  # one may keep a processor busy for a second
        "studies": "600/minute",  # a study saves itself after each change
        "people": "120/minute",  # following, muting, friends, challenges
        "asks": "30/10 minutes",  # what one player asks others: to be friends, or to play
        "reports": "30/minute",
        "subscriptions": "30/minute",  # each looks a host's name up
        # What makes the server think, look up, draw or pack.
        "looks": "900/minute",  # a player waiting for an opponent looks again every 3 s
        "reviews": "30/minute",
        "assessments": "200/10 seconds",
        "puzzles": "300/minute",
        "searches": "100/10 seconds",
        "proofs": "60/minute",
        "pictures": "600/minute",
        "animations": "60/minute",
        "records": "120/minute",
        "archives": "10/minute",
        # Guessing passwords, and changes that have no row of their own.
        "signins": "10/minute",
        "accounts": "10/10 minutes",  # a name's, whatever network it is tried from
        "signups": "60/10 minutes",
        "letters": "6/hour",  # to one address
        "recoveries": "20/10 minutes",
        "changes": "120/minute",
        # Lines a person may say in a chat.
        "chat": "5/10 seconds",
    }
)
"""What a network may do in what time: thirty pupils may share an address and press at once."""

READS: Mapping[str, str] = MappingProxyType(
    {
        "games": "searches",
        "friends": "searches",
        "explorer": "searches",
        "api_games": "searches",
        "proof": "proofs",
        "certificate": "proofs",
        "tree": "proofs",
        "my_games_zip": "archives",
        "account_data": "archives",
        "game_record": "records",
        "study_record": "records",
        "invitation_qr": "pictures",
        "seat_qr": "pictures",
        "game_card": "pictures",
        "board_svg": "pictures",
        "board_png": "pictures",
        "position_svg": "pictures",
        "position_png": "pictures",
        "game_gif": "animations",
        "game_apng": "animations",
        "game_webp": "animations",
    }
)
"""What reading a page costs besides `pages` or `api`, by its name in the URL tables."""

WRITES: Mapping[str, str] = MappingProxyType(
    {
        "new_game": "games",
        "api_games": "games",
        "join": "seats",
        "seat": "seats",
        "api_seat": "seats",
        "api_renew_seat": "seats",
        "renew_seat": "seats",
        "pair": "seeks",
        "api_pair": "seeks",
        "look_again": "looks",
        "rename": "names",
        "chat_name": "names",
        "report": "reports",
        "report_player": "reports",
        "read_warning": "changes",
        "moderation_act": "changes",
        "moderation_act_on_game": "changes",
        "mute": "people",
        "unmute": "people",
        "follow": "people",
        "unfollow": "people",
        "friend_ask": "people",
        "friend_accept": "people",
        "friend_decline": "people",
        "friend_withdraw": "people",
        "friend_remove": "people",
        "block": "people",
        "unblock": "people",
        "open_to": "people",
        "challenge": "games",
        "counter": "games",
        "challenge_accept": "seats",
        "challenge_decline": "people",
        "challenge_withdraw": "people",
        "challenge_note": "people",
        "set_language": "changes",
        "follow_exhibition": "people",
        "unfollow_exhibition": "people",
        "studies": "studies",
        "study_data": "studies",
        "delete_study": "studies",
        "rename_study": "studies",
        "new_study": "studies",
        "import_study": "imports",
        "api_review": "reviews",
        "review": "reviews",
        "practice_review": "reviews",
        "api_assessments": "assessments",
        "api_benefits": "assessments",
        "api_forbidden": "assessments",
        "api_proofs": "assessments",
        "api_explorer": "searches",
        "api_positions": "searches",
        "choose_notices": "changes",
        "plan_line": "changes",
        "take_vacation": "changes",
        "end_vacation": "changes",
        "remove_line": "changes",
        "subscribe": "subscriptions",
        "unsubscribe": "changes",
        "remove_browser": "changes",
        "stop_letters": "changes",
        "forget": "changes",
        "puzzle_try": "puzzles",
        "puzzle_hint": "puzzles",
        "puzzle_solution": "puzzles",
        "practice_try": "puzzles",
        "practice_solution": "puzzles",
        # An attempt costs `signins` and `accounts` as well: games.accounts.adapters counts them.
        "account_login": "changes",
        "mfa_login_webauthn": "changes",
        "mfa_authenticate": "signins",
        "account_signup": "signups",
        "socialaccount_signup": "signups",
        "account_reset_password": "recoveries",
        "account_reset_password_from_key": "recoveries",
        "account_email": "recoveries",
        **dict.fromkeys(
            (
                *("account_leave", "account_logout", "account_reauthenticate"),
                *("account_change_password", "account_set_password", "account_confirm_email"),
                *("account_confirm_login_code", "socialaccount_connections", "usersessions_list"),
                *("mfa_index", "mfa_reauthenticate", "mfa_activate_totp", "mfa_deactivate_totp"),
                *("mfa_list_webauthn", "mfa_add_webauthn", "mfa_edit_webauthn"),
                *("mfa_remove_webauthn", "mfa_reauthenticate_webauthn"),
                *("mfa_view_recovery_codes", "mfa_generate_recovery_codes"),
                "mfa_download_recovery_codes",
                *("socialaccount_login_cancelled", "socialaccount_login_error"),
                *("openid_connect_login", "openid_connect_callback"),
            ),
            "changes",
        ),
    }
)
"""What changing something costs (POST, PUT, DELETE). Anything not named here costs `changes`."""

AT_ONCE = 2
"""How many requests of one network are answered at a time, of those that take the processor at once
and wait for nobody's thinking or drawing. The others wait their turn: between two of its own,
everybody else has had theirs."""
IN_TURN = frozenset(
    (None, "searches", "games", "seats", "seeks", "looks", "names", "people", "reviews")
)
"""Which those are, as `kind_of` calls them."""

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")


def kind_of(name: str, method: str | None) -> str | None:
    """What a request to an address of this name costs besides `pages` or `api`."""
    return READS.get(name) if method in SAFE else WRITES.get(name, "changes")


Table = Mapping[str, RateLimitItem | None]
"""How much of each thing; None: as much as anybody likes."""


def configured(text: str) -> Table:
    """The table that INAROW_LIMITS makes: the defaults, changed from left to right.

    Raises `ValueError` with a sentence.

    >>> str(configured("games=5/minute")["games"]), configured("off,chat=1/second")["games"]
    ('5 per 1 minute', None)
    """
    amounts: dict[str, str] = dict(DEFAULTS)
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, amount = (each.strip() for each in part.partition("="))
        if part == OFF:
            amounts = dict.fromkeys(amounts, OFF)
        elif name in amounts and equals:
            amounts[name] = amount
        else:
            raise ValueError(f"{part!r} is none of off, {', '.join(f'{n}=…' for n in amounts)}.")
    return {name: _item(name, amount) for name, amount in amounts.items()}


def _item(name: str, amount: str) -> RateLimitItem | None:
    if amount == OFF:
        return None
    try:
        (item,) = parse_many(amount)
    except ValueError:
        item = None
    if item is None or item.amount < 1:
        raise ValueError(f"{name}={amount}: write an amount and a time, as in {name}=60/minute.")
    return item


# --- Counting ------------------------------------------------------------------------------------


class TooManyRequests(TooMuch):
    """Somebody has had their share for now; says when there is more: in 1 second or later."""

    code = "tooManyRequests"

    def __init__(self, kind: str, retry_s: int) -> None:
        super().__init__(_too_much(retry_s))
        self.kind = kind
        self.retry_s: int = retry_s


def _too_much(retry_s: int) -> str:
    """
    >>> _too_much(1)
    'That was too much at once. Wait 1 second and try again.'
    >>> _too_much(119)
    'That was too much at once. Wait 119 seconds and try again.'
    >>> _too_much(120)
    'That was too much at once. Wait 2 minutes and try again.'
    >>> _too_much(200)
    'That was too much at once. Wait 4 minutes and try again.'
    """
    if retry_s < 120:
        return count(
            "That was too much at once. Wait {count} second and try again.",
            "That was too much at once. Wait {count} seconds and try again.",
            retry_s,
        )
    return count(
        "That was too much at once. Wait {count} minute and try again.",
        "That was too much at once. Wait {count} minutes and try again.",
        math.ceil(retry_s / 60),
    )


async def spend(kind: str, whose: str) -> None:
    """Count one of a kind for somebody. Raises `TooManyRequests`, and counts nothing."""
    item: RateLimitItem | None = settings.INAROW_LIMITS[kind]
    if item is not None:
        await _counters().spend(kind, item, whose)


_asking: ContextVar[str | None] = ContextVar("asking", default=None)


@contextlib.contextmanager
def on_behalf_of(network: str) -> Iterator[None]:
    """Let `spend_mine` count for this network."""
    token = _asking.set(network)
    try:
        yield
    finally:
        _asking.reset(token)


async def spend_mine(kind: str) -> None:
    """Count one of a kind for the network whose request is being answered, if there is one."""
    network = _asking.get()
    if network is not None:
        await spend(kind, network)


async def close() -> None:
    """Let go of this event loop's line to Redis."""
    counters = _of_loop.pop(asyncio.get_running_loop(), None)
    if counters is not None:
        await counters.close()


def _counters() -> "_Counters":
    loop = asyncio.get_running_loop()
    if loop not in _of_loop:
        _of_loop[loop] = _Counters(settings.REDIS_URL)
    return _of_loop[loop]


MOST_COUNTERS = 50_000
"""In memory; the oldest are forgotten first."""
PATIENCE_S = 0.5
"""A Redis that does not answer in this time is away …"""
AWAY_S = 5.0
"""… and is asked again after this many seconds."""


class _Memory(MemoryStorage):
    """Counters in memory. The library's storage looks through all of them at every hit, in a task.

    Nothing here waits, so nothing needs a lock.
    """

    STORAGE_SCHEME = ["async+inarow"]  # not in place of the library's own

    async def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        await self.get(key)  # forgets it if its time is over
        if key not in self.expirations:
            if len(self.expirations) >= MOST_COUNTERS:
                self._forget()
            self.expirations[key] = time.time() + expiry
        self.storage[key] += amount
        return self.storage[key]

    async def decr(self, key: str, amount: int = 1) -> int:
        self.storage[key] = max(0, self.storage[key] - amount)
        return self.storage[key]

    def _forget(self) -> None:
        """Make room: forget what is over, and the oldest half."""
        now, old = time.time(), len(self.expirations) // 2
        over = [
            key
            for at, (key, until) in enumerate(self.expirations.items())
            if at < old or until <= now
        ]
        for key in over:
            del self.expirations[key]
            self.storage.pop(key, None)


@dataclass
class _Shared:
    """Counters in Redis, and until when (by a monotonic clock) it is left alone."""

    pool: "ConnectionPool"
    storage: RedisStorage
    limiter: SlidingWindowCounterRateLimiter
    away_until: float = -math.inf
    is_away: bool = False


class _Counters:
    """The counters that one event loop reaches."""

    def __init__(self, redis_url: str) -> None:
        self._here = SlidingWindowCounterRateLimiter(_Memory())
        self._shared: _Shared | None = None
        if redis_url:
            # 6 MB that a server without Redis does not need.
            from redis.asyncio import ConnectionPool

            pool = ConnectionPool.from_url(
                redis_url, socket_timeout=PATIENCE_S, socket_connect_timeout=PATIENCE_S
            )
            storage = RedisStorage(
                "async+redis://",  # the pool knows where it is
                implementation="redispy",
                key_prefix="inarow-limits",
                connection_pool=pool,  # type: ignore[arg-type]  # what it says it takes
            )
            self._shared = _Shared(pool, storage, SlidingWindowCounterRateLimiter(storage))

    async def spend(self, kind: str, item: RateLimitItem, whose: str) -> None:
        """Raises `TooManyRequests`. While Redis is away, each process counts for itself."""
        shared = self._shared
        if shared is not None and time.monotonic() >= shared.away_until:
            try:
                await _spend(shared.limiter, kind, item, whose)
            except shared.storage.base_exceptions as error:
                shared.away_until = time.monotonic() + AWAY_S
                if not shared.is_away:
                    shared.is_away = True
                    log.warning("limits_counted_here redis_error=%r", error)
            else:
                if shared.is_away:
                    shared.is_away = False
                    log.info("limits_counted_in_redis")
                return
        await _spend(self._here, kind, item, whose)

    async def close(self) -> None:
        if self._shared is not None:
            await self._shared.pool.aclose()


async def _spend(
    limiter: SlidingWindowCounterRateLimiter, kind: str, item: RateLimitItem, whose: str
) -> None:
    if await limiter.hit(item, kind, whose):
        return
    storage = limiter.storage
    assert isinstance(storage, SlidingWindowCounterSupport)
    span = item.get_expiry()
    before, fades_s, now, ends_s = await storage.get_sliding_window(item.key_for(kind, whose), span)
    # What is left of the last window fades evenly; this window's own count lasts until its end.
    if before and now < item.amount:
        wait_s = fades_s - (item.amount - now) * span / before
    else:
        wait_s = ends_s % span
    raise TooManyRequests(kind, max(1, math.ceil(wait_s)))


_of_loop: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, _Counters]" = (
    weakref.WeakKeyDictionary()
)
