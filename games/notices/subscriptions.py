"""The browsers that people want to be told in. Functions here read and write the database."""

import asyncio
import hashlib
from base64 import urlsafe_b64decode
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from django.db import transaction

from games.notices import addresses
from games.notices.addresses import Resolve
from games.notices.models import PushSubscription
from games.notices.push import Keys
from games.refusals import BadRequest
from games.say import later

MOST = 10
"""Browsers of one player; with more, the oldest is told nothing any more."""
LOOK_UP_S = 5.0
"""How long somebody waits to learn whether their push service can be found."""

_LOOKERS_UP = ThreadPoolExecutor(2, thread_name_prefix="inarow-names")
"""The system's resolver waits as long as a name's servers like: nobody else waits with it."""

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


class BadSubscription(BadRequest):
    """Not what a browser's subscription looks like."""

    code = "badSubscription"
    sentence = "Your browser sent a subscription we can’t read. Turn notices off and on again."


class PushServiceUnknown(BadRequest):
    """A push service that nobody knows the address of."""

    code = "pushServiceUnknown"
    status = 503
    sentence = "We can’t find your browser’s push service at the moment. Try again later."


async def check(endpoint: str, resolve: Resolve | None = None) -> None:
    """Raises `NoPushService` if a browser's notices would not go to the internet, or
    `PushServiceUnknown` if that cannot be found out now.
    """
    host = addresses.endpoint_of(endpoint).host
    looking = partial(addresses.public_addresses, host, resolve or addresses.look_up)
    try:
        async with asyncio.timeout(LOOK_UP_S):
            await asyncio.get_running_loop().run_in_executor(_LOOKERS_UP, looking)
    except (OSError, TimeoutError):
        raise PushServiceUnknown from None


def subscribe(
    player_id: int, endpoint: str, keys: Keys, *, browser: str, agent: str, at: int
) -> None:
    """Tell a player in this browser from `at` on, and nobody else there any more.

    Raises `BadSubscription`. The endpoint has been checked (`check`).
    """
    _check_keys(keys)
    with transaction.atomic():
        PushSubscription.objects.filter(browser=browser).exclude(digest=_digest(endpoint)).delete()
        PushSubscription.objects.update_or_create(
            digest=_digest(endpoint),
            defaults={
                "player_id": player_id,
                "endpoint": endpoint,
                "p256dh": keys.p256dh,
                "auth": keys.auth,
                "browser": browser,
                "label": label_of(agent),
                "since_ms": at,
                "failed_ms": None,
            },
        )
        mine = PushSubscription.objects.filter(player=player_id).order_by("-since_ms", "-pk")
        too_many = list(mine.values_list("pk", flat=True)[MOST:])
        PushSubscription.objects.filter(pk__in=too_many).delete()


def unsubscribe(player_id: int, endpoint: str) -> None:
    """Tell this player nothing more in the browser with this endpoint."""
    PushSubscription.objects.filter(player=player_id, digest=_digest(endpoint)).delete()


def remove(player_id: int, number: int) -> None:
    """Tell this player nothing more in one of their browsers."""
    PushSubscription.objects.filter(player=player_id, pk=number).delete()


def forget_browsers(names: Iterable[str | None]) -> None:
    """Whoever was told something in these browsers has signed out there."""
    PushSubscription.objects.filter(browser__in=[name for name in names if name]).delete()


def of(player_id: int) -> list[PushSubscription]:
    """A player's browsers, the latest first."""
    mine = PushSubscription.objects.filter(player=player_id)
    return list(mine.order_by("-since_ms", "-pk"))


def label_of(agent: str) -> str:
    """What people call a browser that calls itself this.

    >>> label_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    >>> label_of("curl")
    'A browser'
    """
    names = [
        next((name for sign, name in table if sign in agent), "") for table in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(filter(None, names)) or UNKNOWN


UNKNOWN = later("A browser")


def _digest(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _check_keys(keys: Keys) -> None:
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point, secret = _bytes(keys.p256dh), _bytes(keys.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        raise BadSubscription from None
    if len(point) != 65 or len(secret) != 16:
        raise BadSubscription


def _bytes(text: str) -> bytes:
    if not text.replace("-", "").replace("_", "").rstrip("=").isalnum():
        raise ValueError(text)
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
