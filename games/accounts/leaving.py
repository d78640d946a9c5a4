"""Somebody deletes their account: their games stay, for their opponents' sake; their name goes.

With it go what they said, their studies, their ratings, their friends, whom they follow, mute and
block, and every way to sign in.
"""

import secrets

from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from games import refusals
from games.accounts import joining, signing
from games.friends import challenges
from games.friends.models import Challenge, Friend, FriendRequest, LastSeen
from games.notices.models import Notice, NoticeChoices, PushSubscription
from games.play import commands, notices, protocol
from games.play.clock import now_ms
from games.play.hub import Hub
from games.play.models import ChatLine, ExhibitionFollow, Game, Report, Seat
from games.play.services import queries, rating
from games.players.identify import Visitor
from games.players.models import (
    Block,
    Follow,
    Mute,
    Player,
    PlayerRating,
    RatingDay,
    Score,
    Streak,
)
from games.review.models import Attempt, Badge, PuzzleRating, Study
from games.vacations.models import StoppedGame, Vacation

NAME = "Former player"
"""What the boards call somebody who has left."""


async def leave(hub: Hub, user: User) -> None:
    """Delete an account: games in progress are resigned first, so that nobody waits for them."""
    player: Player | None = await Player.objects.filter(user=user).afirst()
    concerned: set[int] = set()
    if player is not None:
        await resign_all(hub, player)
        await _count_all(hub, player)
        await challenges.end_all_to(hub, player, at=now_ms())
        concerned = await hub.read(joining.acquaintances, player.pk)
    await sync_to_async(signing.end_sessions)(user)
    games = await sync_to_async(_forget)(user, player)
    await hub.keys.tell_changed(games, by_others=True)
    if player is not None:
        hub.people.tell_changed(players=[player.pk])
        hub.others.tell_all(notices.ForPeople(tuple(concerned)))


async def resign_all(hub: Hub, player: Player) -> None:
    """End every game a player still plays: nobody waits for them."""
    visitor = Visitor(player.pk)
    async for slug in queries.games_going_on(visitor).values_list("slug", flat=True):
        async with hub.games.following(slug) as followed:
            side = followed.game.side_of(visitor)
            for kind in (
                protocol.Abort,
                protocol.Resign,
            ):  # what was hardly begun counts for nobody
                command = kind(id=secrets.token_urlsafe(12))
                arrival = commands.Arrival(now_ms(), swapped=followed.game.swapped)
                try:
                    await commands.carry_out(hub, followed, side, command, arrival)
                except refusals.ANY:
                    continue  # too late to abort; or it is over by now
                break


async def _count_all(hub: Hub, player: Player) -> None:
    """Count the rated games that are over now: later nobody knows how strong they were."""
    for slug in await hub.read(rating.uncounted_of, player.pk):
        try:
            await rating.count(hub, slug, at=now_ms())
        except refusals.ANY:
            continue  # another process counts it; or else it stays uncounted


@transaction.atomic
def _forget(user: User, player: Player | None) -> list[str]:
    games: list[str] = []
    if player is not None:
        # No game is counted for them any more (`services/rating.py`).
        Player.objects.select_for_update().get(pk=player.pk)
        rows = Game.objects.filter(seats__player=player).order_by("-changed_ms")
        games = list(rows.values_list("slug", flat=True)[:500])
        for mine in (
            ChatLine.objects.filter(author=player),
            Report.objects.filter(Q(by=player) | Q(player=player)),
            Study.objects.filter(owner=player),
            PlayerRating.objects.filter(player=player),
            RatingDay.objects.filter(player=player),
            Score.objects.filter(player=player),
            Streak.objects.filter(player=player),
            PuzzleRating.objects.filter(player=player),
            Attempt.objects.filter(player=player),
            Badge.objects.filter(player=player),
            ExhibitionFollow.objects.filter(follower=player),
            Follow.objects.filter(Q(follower=player) | Q(followed=player)),
            Mute.objects.filter(Q(by=player) | Q(whom=player)),
            Block.objects.filter(Q(by=player) | Q(whom=player)),
            Friend.objects.filter(Q(player=player) | Q(friend=player)),
            FriendRequest.objects.filter(Q(by=player) | Q(whom=player)),
            Challenge.objects.filter(Q(by=player) | Q(whom=player)),
            LastSeen.objects.filter(player=player),
            Notice.objects.filter(player=player),
            NoticeChoices.objects.filter(player=player),
            PushSubscription.objects.filter(player=player),
            Vacation.objects.filter(player=player),
            StoppedGame.objects.filter(player=player),
        ):
            mine.delete()
        renew_keys(player)
        Player.objects.filter(joined_to=player).update(name=NAME)
        Player.objects.filter(pk=player.pk).update(name=NAME, user=None, looks_like=None)
    user.delete()
    return games


def renew_keys(player: Player) -> None:
    """Have the links of a player's seats open nothing any more."""
    for seat in Seat.objects.filter(player=player):
        seat.key = secrets.token_urlsafe(24)
        seat.save(update_fields=["key"])
