"""Somebody deletes their account: their games stay, for their opponents' sake; their name goes.

With it go what they said, their studies, their ratings, whom they follow and mute, and every way
to sign in.
"""

import secrets

from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from games import refusals
from games.accounts import signing
from games.notices.models import Notice, NoticeChoices, PushSubscription
from games.play import commands, protocol
from games.play.clock import now_ms
from games.play.hub import Hub
from games.play.models import ChatLine, ExhibitionFollow, Game, Report, Seat
from games.players.identify import Visitor
from games.players.models import Follow, Mute, Player, PlayerRating, RatingDay, Score, Streak
from games.review.models import Attempt, PuzzleRating, Study
from games.vacations.models import StoppedGame, Vacation

NAME = "Former player"
"""What the boards call somebody who has left."""


async def leave(hub: Hub, user: User) -> None:
    """Delete an account: games in progress are resigned first, so that nobody waits for them."""
    player: Player | None = await Player.objects.filter(user=user).afirst()
    if player is not None:
        await _resign_all(hub, player)
    await sync_to_async(signing.end_sessions)(user)
    games = await sync_to_async(_forget)(user, player)
    await hub.keys.tell_changed(games, by_others=True)
    if player is not None:
        hub.people.tell_changed(players=[player.pk])


async def _resign_all(hub: Hub, player: Player) -> None:
    visitor = Visitor(player.pk)
    running = Game.objects.filter(seats__player=player, termination="").distinct()
    async for slug in running.values_list("slug", flat=True):
        async with hub.games.following(slug) as followed:
            side = followed.game.side_of(visitor)
            for kind in (
                protocol.Abort,
                protocol.Resign,
            ):  # what was hardly begun counts for nobody
                command = kind(id=secrets.token_urlsafe(12))
                try:
                    await commands.carry_out(
                        hub, followed, side, command, commands.Arrival(now_ms())
                    )
                except refusals.ANY:
                    continue  # too late to abort; or it is over by now
                break


@transaction.atomic
def _forget(user: User, player: Player | None) -> list[str]:
    games: list[str] = []
    if player is not None:
        rows = Game.objects.filter(seats__player=player).order_by("-changed_ms")
        games = list(rows.values_list("slug", flat=True)[:500])
        for mine in (
            ChatLine.objects.filter(author=player),
            Report.objects.filter(by=player),
            Study.objects.filter(owner=player),
            PlayerRating.objects.filter(player=player),
            RatingDay.objects.filter(player=player),
            Score.objects.filter(player=player),
            Streak.objects.filter(player=player),
            PuzzleRating.objects.filter(player=player),
            Attempt.objects.filter(player=player),
            ExhibitionFollow.objects.filter(follower=player),
            Follow.objects.filter(Q(follower=player) | Q(followed=player)),
            Mute.objects.filter(Q(by=player) | Q(whom=player)),
            Notice.objects.filter(player=player),
            NoticeChoices.objects.filter(player=player),
            PushSubscription.objects.filter(player=player),
            Vacation.objects.filter(player=player),
            StoppedGame.objects.filter(player=player),
        ):
            mine.delete()
        # Their seats' links open nothing any more.
        for seat in Seat.objects.filter(player=player):
            seat.key = secrets.token_urlsafe(24)
            seat.save(update_fields=["key"])
        Player.objects.filter(joined_to=player).update(name=NAME)
        Player.objects.filter(pk=player.pk).update(name=NAME, user=None, looks_like=None)
    user.delete()
    return games
