"""Making games: with an open seat and an invitation to it, or against a bot at once."""

import contextlib
import random
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime

from asgiref.sync import sync_to_async
from django.db import transaction

from games import mnk
from games.lobby import seeks
from games.notices import challenges as absent
from games.play import commands, commit, errors, facts, live, models, notices, protocol, steps
from games.play.clock import now_ms
from games.play.hub import current
from games.play.series import Series
from games.play.services.seatrating import fields_of, rating_fields
from games.play.terms import CASUAL, Terms, requested_terms
from games.play.watching import EVERYBODY, Visibility, Watching
from games.players import bots, ratings
from games.players.identify import Visitor
from games.players.models import Player
from games.players.ratings import ShownRating
from games.say import say

RANDOM = "random"
"""The choice of a side that leaves it to chance."""


def side_chosen(choice: str, rng: random.Random) -> mnk.Side:
    """The side behind `black`, `white` or `random`."""
    match choice:
        case "black":
            return mnk.Side.BLACK
        case "white":
            return mnk.Side.WHITE
        case "random":
            return rng.choice(tuple(mnk.Side))
    raise ValueError(choice)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A game somebody wants to make, as a form or a program stated it: each part is possible."""

    variant: mnk.Variant
    control: mnk.TimeControl | None
    watching: Watching
    side: str
    """`black`, `white` or `random`."""
    bot: bots.Bot | None
    """The opponent; None for an open seat."""
    aggressiveness: float = bots.AGGRESSIVENESS
    """A of the aggressive bot; the others have none."""
    listed: bool
    rated: bool
    points: int | None = None
    """How far from the host's rating an opponent's may be; None for any."""
    series: Series | None = None
    """None for a single game."""
    opening: mnk.OpeningRule = mnk.OpeningRule.NONE
    first: mnk.Square | None = None
    """Where the host's first stone lies, if they are Black and play a bot."""


async def terms_of(draft: Draft, player: Player | None) -> Terms:
    """The terms of a draft; its host is `player`, if there is one yet. Raises `TermsError`."""
    mine = None
    if draft.points is not None and player is not None:
        family = mnk.family_of(draft.variant)
        mine = await current().read(ratings.shown_rating, player.pk, family, now_ms())
    return requested_terms(
        rated=draft.rated,
        points=draft.points,
        mine=None if mine is None else mine.rating,
        is_public=draft.watching.visibility is Visibility.PUBLIC,
        is_listed=draft.listed,
        against_bot=draft.bot is not None,
        opening=draft.opening,
    )


async def create_game(
    draft: Draft, terms: Terms, *, player: Player, rng: random.Random
) -> tuple[models.Game, mnk.Side]:
    """Make the game of a draft; return it and the side that `player` has."""
    side = side_chosen(draft.side, rng)
    if draft.bot is None:
        game = await invite(
            variant=draft.variant,
            control=draft.control,
            player=player,
            side=side,
            listed=draft.listed,
            watching=draft.watching,
            terms=terms,
            series=draft.series,
        )
    else:
        game = await play_against(
            draft.bot,
            variant=draft.variant,
            control=draft.control,
            player=player,
            side=side,
            aggressiveness=draft.aggressiveness,
            watching=draft.watching,
            terms=terms,
        )
        if draft.first is not None and side is mnk.Side.BLACK and game.ply == 0:
            await _play_first(game.slug, draft.first)
    return game, side


async def _play_first(slug: str, square: mnk.Square) -> None:
    """Play Black's first stone; where it cannot lie the board stays empty, and they choose."""
    move = protocol.PlayMove(id="first", ply=0, square=square)
    hub, at = current(), now_ms()
    async with hub.games.following(slug) as followed:
        with contextlib.suppress(mnk.RuleError, errors.NotKept, errors.DatabaseAway, errors.Busy):
            await commands.carry_out(hub, followed, mnk.Side.BLACK, move, commands.Arrival(at))


async def invite(
    *,
    variant: mnk.Variant,
    control: mnk.TimeControl | None = None,
    player: Player,
    side: mnk.Side,
    listed: bool,
    watching: Watching = EVERYBODY,
    terms: Terms = CASUAL,
    series: Series | None = None,
) -> models.Game:
    """Make a game: `player` on `side`, the other seat open (in the lobby too, if `listed`).

    Only a public game is listed.
    """
    listed = listed and watching.visibility is Visibility.PUBLIC
    game = await sync_to_async(make_open)(
        variant, control, player, side, listed, watching, terms, series=series
    )
    current().others.tell_all(notices.LobbyChanged())
    return game


def make_open(
    variant: mnk.Variant,
    control: mnk.TimeControl | None,
    player: Player,
    side: mnk.Side,
    listed: bool,
    watching: Watching = EVERYBODY,
    terms: Terms = CASUAL,
    seek_until_ms: int | None = None,
    since_ms: int | None = None,
    series: Series | None = None,
    kept_for: Player | None = None,
) -> models.Game:
    """The rows of a game with `player` on `side` and the other seat open since `since_ms`.

    The seat is for anybody, or for `kept_for` alone.
    """
    at = now_ms()
    since_ms = at if since_ms is None else since_ms
    with transaction.atomic():
        game = models.Game.objects.create_of(
            variant,
            control,
            watching,
            terms,
            series,
            listed=listed,
            seek_until_ms=seek_until_ms,
            created_at=datetime.fromtimestamp(since_ms / 1000, UTC),
            changed_ms=at,
        )
        rating = rating_fields(player.pk, variant, at)
        models.Seat.objects.create(game=game, side=side, player=player, **rating)
        models.Seat.objects.create(game=game, side=side.other, kept_for=kept_for)
    return game


async def play_against(
    bot: bots.Bot,
    *,
    variant: mnk.Variant,
    control: mnk.TimeControl | None = None,
    player: Player,
    side: mnk.Side,
    aggressiveness: float = bots.AGGRESSIVENESS,
    watching: Watching = EVERYBODY,
    terms: Terms = CASUAL,
) -> models.Game:
    """Make a game of `player` on `side` against a bot, which begins if its side does.

    `aggressiveness` is A of the aggressive bot; the others have none.
    """
    opponent = await sync_to_async(bots.player_of)(bot)
    black_first = (player, opponent) if side is mnk.Side.BLACK else (opponent, player)
    return await start(variant, mnk.BySide(*black_first), aggressiveness, control, watching, terms)


async def start(
    variant: mnk.Variant,
    players: mnk.BySide[Player],
    aggressiveness: float = bots.AGGRESSIVENESS,
    control: mnk.TimeControl | None = None,
    watching: Watching = EVERYBODY,
    terms: Terms = CASUAL,
) -> models.Game:
    """Make a game whose two players are both there, and begin it."""
    game = await sync_to_async(_start_game)(
        variant, players, aggressiveness, control, watching, terms
    )
    hub = current()
    hub.others.tell_all(notices.LobbyChanged())
    people = tuple(player.pk for player in players if not player.level)
    hub.others.tell_all(notices.ForPeople(people))
    if game.bot_due:
        hub.others.tell_all(notices.BotDue(game.slug, game.pk, game.version, now_ms()))
    return game


def _start_game(
    variant: mnk.Variant,
    players: mnk.BySide[Player],
    aggressiveness: float,
    control: mnk.TimeControl | None,
    watching: Watching,
    terms: Terms,
) -> models.Game:
    with transaction.atomic():
        game = models.Game.objects.create_of(
            variant,
            control,
            watching,
            terms,
            started=True,
            changed_ms=now_ms(),
            bot_due=players[terms.opening.says.begins].level != "",
        )
        for side in mnk.Side:
            player = players[side]
            models.Seat.objects.create(
                game=game,
                side=side,
                player=player,
                aggressiveness=aggressiveness if player.level == bots.AGGRESSIVE else None,
                seed=secrets.randbits(32) if player.level else 0,
            )
    return game


async def take_seat(slug: str, *, player: Player, visitor: Visitor, at: int) -> mnk.Side:
    """Seat a player on the open side; return the side.

    `visitor` is the asker, with all seats they hold. Raises `NoSuchGame`, `GameIsOver`,
    `SeatIsTaken`, `SeatedAlready` for one who plays the other side, `SeatIsKept` or `OutsideRange`.
    """
    rating: ShownRating | None = None

    def step(game: live.LiveGame) -> steps.Change:
        side = game.open_side
        if game.state.is_over:
            raise mnk.GameIsOver(say("The game was aborted before you joined."))
        if game.side_of(visitor) is not None:
            raise errors.SeatedAlready
        if side is None:
            raise errors.SeatIsTaken
        refuse_others(game, player.pk)
        refuse_outside(game, None if rating is None else rating.rating)
        holder = facts.Holder(
            player.pk, player.name, player.kind, player.slug, is_program=player.program
        )
        return steps.Change(
            facts.SeatTaken(side, holder, rating),
            also=lambda: _seat(game, side, player.pk, rating),
        )

    hub = current()
    async with hub.games.following(slug) as followed:
        family = mnk.family_of(followed.game.state.variant)
        rating = await hub.read(ratings.shown_rating, player.pk, family, at)
        told = (await commit.submit(hub, followed, step, at=at)).told
        assert isinstance(told, protocol.SeatTaken)
        hub.spawn(seeks.stop_looking(hub, slug, at=at))
        return mnk.Side[told.side.name]


def refuse_others(game: live.LiveGame, player_id: int | None) -> None:
    """Raises `SeatIsKept` if the open seat is kept for somebody else."""
    side = game.open_side
    kept_for = None if side is None else game.seats[side].kept_for
    if kept_for is not None and kept_for != player_id:
        raise errors.SeatIsKept


def refuse_outside(game: live.LiveGame, rating: int | None) -> None:
    """Raises `OutsideRange` if the open seat is not for players with this rating."""
    of = game.terms.range
    if of is not None and not of.admits(rating):
        raise errors.OutsideRange(of.low, of.high, rating)


def _seat(game: live.LiveGame, side: mnk.Side, player_id: int, rating: ShownRating | None) -> None:
    open_seat = models.Seat.objects.filter(game_id=game.id, side=side, player=None)
    open_seat.update(player=player_id, **fields_of(rating))
    if game.seats[side].kept_for is not None:
        absent.answered(game.slug)
