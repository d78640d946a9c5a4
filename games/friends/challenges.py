"""Challenges: somebody asks somebody for a game, which waits with a seat kept for them.

A challenge stands for a day; for three where a turn may take days, or there is no clock. Functions
without `async` read and write the database: call those that write with `sync_to_async`.
"""

import logging
import random

from asgiref.sync import sync_to_async
from django.db import transaction
from django.db.models import Q, QuerySet

from games import limits, mnk
from games.friends import errors, people
from games.friends.models import Challenge
from games.lobby import invitations
from games.lobby.invitations import Draft
from games.mnk.clock import DAY
from games.notices import challenges as absent
from games.play import commit, live, notices, steps
from games.play import errors as play_errors
from games.play.challenged import ChallengeState, DeclineReason
from games.play.hub import Hub
from games.play.services.play import ended
from games.players.identify import Visitor
from games.players.models import Player

log = logging.getLogger(__name__)

STANDS_MS = DAY
SLOWLY_MS = 3 * DAY
"""How long a challenge stands where a turn may take days, or there is no clock."""
MOST_SENT = 10
"""Challenges of one player that stand."""
MOST_RECEIVED = 20
"""Challenges to one player that stand."""
MOST_A_DAY = 5
"""Challenges to the same person within a day that they did not accept."""
_LAPSED_SINCE_MS = 30 * DAY
"""Challenges that lapsed longer ago are not looked for."""


async def send(
    hub: Hub, draft: Draft, *, by: Player, whom: Player, rng: random.Random, at: int
) -> str:
    """Challenge somebody; return the game that waits for them. Tells both.

    Raises `TermsError`, a refusal of `games.friends.errors`, or `TooManyRequests`.
    """
    return await _make(hub, draft, by=by, whom=whom, rng=rng, at=at)


async def counter(
    hub: Hub, slug: str, draft: Draft, *, player: Player, rng: random.Random, at: int
) -> str:
    """Suggest another game than somebody did; return the one that waits for them.

    Raises what `send` raises, and `NoSuchChallenge` or `ChallengeIsOver`.
    """
    found = await hub.read(to_answer, slug, player.pk, at)
    new = await _make(hub, draft, by=player, whom=found.by, rng=rng, at=at, counter_of=found)
    try:
        await _end(hub, found, ChallengeState.COUNTERED, at=at)
    except errors.ChallengeIsOver:
        # They have withdrawn theirs, or it was accepted on another device.
        await withdraw(hub, new, player=player, at=at)
        raise
    return new


async def accept(hub: Hub, slug: str, *, player: Player, visitor: Visitor, at: int) -> None:
    """Take the seat that is kept for a player; nothing happens if they have done so already.

    Raises `NoSuchChallenge` or `ChallengeIsOver`.
    """
    found = await hub.read(_to, slug, player.pk)
    if found.state(at) is ChallengeState.ACCEPTED:
        return
    if found.state(at) is not ChallengeState.WAITING:
        raise errors.ChallengeIsOver
    try:
        await invitations.take_seat(slug, player=player, visitor=visitor, at=at)
    except play_errors.SeatedAlready:
        pass  # on another device, a moment ago
    except (mnk.GameIsOver, play_errors.SeatIsTaken):
        raise errors.ChallengeIsOver from None


async def decline(
    hub: Hub, slug: str, *, player: Player, reason: DeclineReason | None = None, at: int
) -> None:
    """Decline a challenge. Raises `NoSuchChallenge` or `ChallengeIsOver`."""
    found = await hub.read(to_answer, slug, player.pk, at)
    await _end(hub, found, ChallengeState.DECLINED, reason=reason, at=at)


async def withdraw(hub: Hub, slug: str, *, player: Player, at: int) -> None:
    """Take a challenge back. Raises `NoSuchChallenge` or `ChallengeIsOver`."""
    found = await hub.read(_by, slug, player.pk)
    await _end(hub, found, ChallengeState.WITHDRAWN, at=at)


async def block(hub: Hub, player: Player, whom: Player, *, at: int) -> None:
    """Let a player have nothing to do with somebody any more: not even a challenge stands between
    the two. Tells both what is gone, and neither why. Raises `blocks.CannotBlock`."""
    concerned = await sync_to_async(people.block)(player, whom)
    await end_between(hub, player, whom, at=at)
    hub.others.tell_all(notices.ForPeople(concerned))


async def end_between(hub: Hub, player: Player, other: Player, *, at: int) -> None:
    """One has blocked the other: no challenge stands between them any more."""
    for found in await hub.read(_standing_between, player.pk, other.pk, at):
        # As if nobody had answered, or as if it had been taken back: nobody learns why.
        end = ChallengeState.LAPSED if found.by_id == other.pk else ChallengeState.WITHDRAWN
        try:
            await _end(hub, found, end, at=at)
        except errors.ChallengeIsOver:
            continue  # it has been accepted a moment ago: they play


async def end_all_to(hub: Hub, player: Player, *, at: int) -> None:
    """Somebody leaves for good: nobody waits for their answer."""
    for found in await hub.read(_standing_to, player.pk, at):
        try:
            await _end(hub, found, ChallengeState.LAPSED, at=at)
        except errors.ChallengeIsOver:
            continue


async def let_lapse(hub: Hub, at: int) -> None:
    """End the challenges whose time was up at `at` (ms since 1970 UTC)."""
    for found in await hub.read(_lapsed, at):
        try:
            await _end(hub, found, ChallengeState.LAPSED, at=at)
        except (errors.ChallengeIsOver, play_errors.NoSuchGame):
            continue
        except (play_errors.NotKept, play_errors.DatabaseAway, play_errors.Busy) as refusal:
            log.warning("challenge_not_ended game=%s code=%s", found.game.slug, refusal.code)


def note(slug: str, player: Player) -> None:
    """The sender has seen the answer. Raises `NoSuchChallenge`."""
    if not Challenge.objects.filter(game__slug=slug, by=player).update(noted=True):
        raise errors.NoSuchChallenge


def kept_for(slug: str, player_id: int | None) -> Challenge | None:
    """The challenge that a game came from, for one of the two; None for anybody else."""
    if player_id is None:
        return None
    mine = Q(by=player_id) | Q(whom=player_id)
    found = Challenge.objects.select_related("game", "by", "whom").filter(mine, game__slug=slug)
    return found.first()


def to_answer(slug: str, player_id: int, at: int) -> Challenge:
    """A challenge to a player that stands. Raises `NoSuchChallenge` or `ChallengeIsOver`."""
    found = _to(slug, player_id)
    if found.state(at) is not ChallengeState.WAITING:
        raise errors.ChallengeIsOver
    return found


def standing(at: int) -> "QuerySet[Challenge]":
    """The challenges that stand at `at` (ms since 1970 UTC)."""
    return Challenge.objects.filter(
        end="",
        until_ms__gt=at,
        at_ms__gt=at - SLOWLY_MS,  # a bound that the indexes know
        game__started=False,
        game__termination="",
    )


# --- Making and ending ---------------------------------------------------------------------------


async def _make(
    hub: Hub,
    draft: Draft,
    *,
    by: Player,
    whom: Player,
    rng: random.Random,
    at: int,
    counter_of: Challenge | None = None,
) -> str:
    terms = await invitations.terms_of(draft, by)
    await sync_to_async(_refuse)(by, whom, counter_of, at)
    # What is refused costs nothing.
    await limits.spend("asks", by.slug)
    side = invitations.side_chosen(draft.side, rng)

    @transaction.atomic
    def make() -> Challenge:
        # Nobody else adds any meanwhile.
        people.lock(by, whom)
        _refuse(by, whom, counter_of, at)
        game = invitations.make_open(
            draft.variant,
            draft.control,
            by,
            side,
            False,
            draft.watching,
            terms=terms,
            series=draft.series,
            kept_for=whom,
        )
        is_slow = draft.control is None or draft.control.is_slow
        absent.challenged(
            whom.pk, challenge=game.slug, by=by.name, link=f"/game/{game.slug}/", at=at
        )
        return Challenge.objects.create(
            game=game,
            by=by,
            whom=whom,
            at_ms=at,
            until_ms=at + (SLOWLY_MS if is_slow else STANDS_MS),
            by_lot=draft.side == invitations.RANDOM,
            counter_of=counter_of,
        )

    made = await sync_to_async(make)()
    hub.others.tell_all(notices.ForPeople((by.pk, whom.pk)))
    return made.game.slug


def _refuse(by: Player, whom: Player, counter_of: Challenge | None, at: int) -> None:
    people.refuse_unless_open(by, whom)
    standing_now = standing(at)
    if standing_now.filter(by=by, whom=whom).exists():
        raise errors.ChallengedAlready(whom.name)
    if counter_of is None and standing_now.filter(by=whom, whom=by).exists():
        raise errors.TheyChallengeYou(whom.name)
    if standing_now.filter(by=by).count() >= MOST_SENT:
        raise errors.TooManyChallenges(MOST_SENT)
    # Nobody keeps somebody's friends away.
    is_friend = people.are_friends(by.pk, whom.pk)
    if not is_friend and standing_now.filter(whom=whom).count() >= MOST_RECEIVED:
        raise errors.TheyHaveTooMany(whom.name)
    lately = Challenge.objects.filter(by=by, whom=whom, at_ms__gt=at - DAY, game__started=False)
    if lately.count() >= MOST_A_DAY:
        raise errors.ChallengedOften(whom.name)


async def _end(
    hub: Hub, found: Challenge, end: ChallengeState, *, reason: DeclineReason | None = None, at: int
) -> None:
    """Call its game off, unless that has begun or is over. Raises `ChallengeIsOver`."""

    def step(game: live.LiveGame) -> steps.Change:
        if game.open_side is None:
            raise errors.ChallengeIsOver
        change = ended(game, game.state.abort())
        return steps.Change(change.fact, also=lambda: _keep_end(found, end, reason, at))

    async with hub.games.following(found.game.slug) as followed:
        await commit.submit(hub, followed, step, at=at)


def _keep_end(found: Challenge, end: ChallengeState, reason: DeclineReason | None, at: int) -> None:
    challenge = Challenge.objects.filter(pk=found.pk)
    challenge.update(end=end, reason=reason or "", ended_ms=at)
    absent.answered(found.game.slug)


# --- Finding -------------------------------------------------------------------------------------


def _to(slug: str, player_id: int) -> Challenge:
    return _found(Q(game__slug=slug, whom=player_id))


def _by(slug: str, player_id: int) -> Challenge:
    return _found(Q(game__slug=slug, by=player_id))


def _found(which: Q) -> Challenge:
    """Anybody whom it does not concern is told that there is none."""
    found = Challenge.objects.select_related("game", "by", "whom").filter(which).first()
    if found is None:
        raise errors.NoSuchChallenge
    return found


def _standing_between(player_id: int, other_id: int, at: int) -> list[Challenge]:
    either = Q(by=player_id, whom=other_id) | Q(by=other_id, whom=player_id)
    return list(standing(at).filter(either).select_related("game"))


def _standing_to(player_id: int, at: int) -> list[Challenge]:
    return list(standing(at).filter(whom=player_id).select_related("game"))


def _lapsed(at: int) -> list[Challenge]:
    over = Challenge.objects.filter(
        end="",
        until_ms__lte=at,
        until_ms__gt=at - _LAPSED_SINCE_MS,
        game__started=False,
        game__termination="",
    )
    return list(over.select_related("game")[:100])
