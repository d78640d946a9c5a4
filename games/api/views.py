"""Games for programs, in JSON: make one, join one, read one. Playing goes over the socket.

No cookie is looked at here (`games.http.access`): a program shows its seat's key
(`Authorization: Bearer <key>`) when it opens the socket. So no page of another site can act for a
visitor, and no CSRF token is needed. Described in docs/api.md.
"""

import random
from typing import Annotated, Literal

import msgspec
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from msgspec.structs import replace

from games import limits, mnk
from games.http.access import asked, check_whole, game_seen, visitor_of
from games.http.answers import answers, body_of, camel, json_answer
from games.http.links import page_of
from games.lobby import invitations, pairing
from games.lobby.invitations import Draft
from games.lobby.pairing import Seek
from games.play import errors, live, protocol, wire
from games.play.clock import now_ms
from games.play.clocktime import timing
from games.play.hub import current
from games.play.requested import (
    CUSTOM,
    requested_clock,
    requested_opening,
    requested_variant,
)
from games.play.series import requested_series
from games.play.services import queries, seats, seeing
from games.play.watching import Visibility, Watching, requested_delay
from games.players import bots
from games.players.identify import Visitor
from games.players.models import Player, guest_name
from games.players.names import requested_name
from games.say import say

MAX_BODY = 4096
"""Bytes."""


class NewGame(msgspec.Struct, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """The body of `POST /api/games`: a preset, or width, height, k, line rule and blocked squares;
    a clock."""

    preset: str = CUSTOM
    width: int | None = None
    height: int | None = None
    k: int | None = None
    line_rule: str = mnk.LineRule.FREESTYLE.value
    blocked: tuple[int, ...] = ()
    """The squares that nobody can take."""
    opening: str = mnk.OpeningRule.NONE.value
    """The word of an opening rule: `mnk.OpeningRule`."""
    clock: str | None = None
    """A clock's text (`GET /api/clocks` has some); None for a game without one."""
    side: Literal["black", "white", "random"] = "random"
    listed: bool = False
    name: str | None = None
    opponent: str | None = None
    """A bot's key (`GET /api/bots`); None to wait for somebody."""
    aggressiveness: Annotated[float, msgspec.Meta(ge=0.0, le=bots.MAX_AGGRESSIVENESS)] = (
        bots.AGGRESSIVENESS
    )
    """A of the bot `aggressive`."""
    rated: bool = False
    """Whether it counts for the ratings of its two players."""
    best_of: int | None = None
    """The most games of a series; None for a single game."""
    visibility: Visibility = Visibility.PUBLIC
    delay_seconds: int = 0
    """How late spectators see the game."""
    delay_moves: int = 0

    @property
    def draft(self) -> Draft:
        """Raises `mnk.RuleError` or `BadRequest` for what cannot be had."""
        variant = requested_variant(
            preset=self.preset,
            width=self.width,
            height=self.height,
            k=self.k,
            line_rule=self.line_rule,
            blocked=self.blocked,
        )
        return Draft(
            variant=variant,
            control=requested_clock(self.clock),
            bot=None if self.opponent is None else bots.opponent(self.opponent, variant),
            watching=Watching(
                self.visibility, delay=requested_delay(self.delay_seconds, self.delay_moves)
            ),
            side=self.side,
            aggressiveness=self.aggressiveness,
            listed=self.listed,
            rated=self.rated,
            series=requested_series(self.best_of),
            opening=requested_opening(self.opening, variant),
        )


class Sitting(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """The body of `POST /api/games/<game>/seat`."""

    name: str | None = None


class Pairing(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """The body of `POST /api/pair`."""

    preset: str
    clock: str | None = None
    opening: str = mnk.OpeningRule.NONE.value
    name: str | None = None


class SeatGiven(msgspec.Struct, rename="camel"):
    """A seat and the key that opens it."""

    game: str
    side: Annotated[str, msgspec.Meta(description="black or white")]
    key: str
    """Secret: whoever shows it plays this side."""
    page: str
    socket: str
    seat_link: str
    watch_link: str
    """For anybody who may watch; it carries a key if the game is private."""


class Clock(msgspec.Struct, frozen=True):
    """A time control."""

    text: str
    """As `POST /api/games` takes it."""
    title: str
    """For people."""

    @classmethod
    def of(cls, control: mnk.TimeControl) -> "Clock":
        return cls(control.text, control.title)


class Timed(msgspec.Struct, rename="camel", tag_field="type", frozen=True):
    """One entry of a timing log."""

    at: int
    """Milliseconds since 1970 UTC, by the server's clock."""
    side: str | None
    """`black`, `white`, or None."""


class TimedTurn(Timed, tag="turn", frozen=True):
    """One played move."""

    number: int
    square: str
    """Its name: `h8`."""
    spent_ms: int
    """Charged to the clock."""
    grace_ms: int
    """From the lag grace."""
    left: protocol.TimePart | None
    """After the move; None in a game without a clock."""
    taken_back: bool


class TimedEvent(Timed, tag="event", frozen=True):
    """Anything else that happened to the clock, or somebody coming or going."""

    kind: str
    ms: int | None
    """How much time was credited or added; None for other events."""


class Timing(msgspec.Struct, frozen=True):
    """The answer to `GET /api/games/<game>/timing`."""

    clock: Clock | None
    entries: tuple[TimedTurn | TimedEvent, ...]


@answers("GET")
async def presets(request: HttpRequest) -> HttpResponse:
    """The presets by key."""
    return json_answer(
        {
            preset.key: {"label": preset.label, "variant": wire.variant_part(preset.variant)}
            for preset in mnk.PRESETS.values()
        }
    )


@answers("GET")
async def clocks(request: HttpRequest) -> HttpResponse:
    """The clocks people choose from, quick ones first; any other within the limits works too."""
    return json_answer({"clocks": [Clock.of(control) for control in mnk.TIME_CONTROLS]})


@answers("GET")
async def every_bot(request: HttpRequest) -> HttpResponse:
    """The bots to play against, and how many games wait for one to begin thinking."""
    return json_answer(
        {
            "bots": [
                {
                    "key": bot.key,
                    "name": bot.name,
                    "about": bot.about,
                    "strength": bot.strength,
                    "presets": [
                        preset.key for preset in mnk.PRESETS.values() if bot.plays(preset.variant)
                    ],
                }
                for bot in bots.every_bot()
            ],
            "waiting": await current().read(queries.games_waiting_for_bots, now_ms()),
        }
    )


@answers("POST")
async def new_game(request: HttpRequest) -> HttpResponse:
    """Make a game and sit down."""
    sent = body_of(request, NewGame, MAX_BODY)
    draft = sent.draft
    terms = await invitations.terms_of(draft, None)
    player = await _new_player(sent.name)
    made, side = await invitations.create_game(
        draft, terms, player=player, rng=random.SystemRandom()
    )
    async with current().games.following(made.slug) as followed:
        return json_answer(_seat_given(request, followed.game, side), 201)


@answers("POST")
async def take_seat(request: HttpRequest, slug: str) -> HttpResponse:
    """Sit down on the open seat of a game."""
    sitting = body_of(request, Sitting, MAX_BODY)
    async with current().games.following(slug) as followed:
        if not followed.game.admits(await visitor_of(request)):
            raise errors.PrivateGame
        if followed.game.open_side is None:  # before a player is made who could not sit down
            raise errors.SeatIsTaken
        # As a player who has just been made.
        invitations.refuse_others(followed.game, None)
        invitations.refuse_outside(followed.game, None)
        player = await _new_player(sitting.name)
        side = await invitations.take_seat(
            slug, player=player, visitor=Visitor(player.pk), at=now_ms()
        )
        return json_answer(_seat_given(request, followed.game, side), 201)


@answers("POST")
async def renew_seat(request: HttpRequest, slug: str) -> HttpResponse:
    """Another key to the seat of a program, which has nothing else to show: the old one is dead."""
    visitor = await visitor_of(request)
    found = await game_seen(request, slug)
    side = found.side_of(visitor)
    holder = None if side is None else found.seats[side].holder
    if side is None or holder is None:
        raise errors.NotSeated
    if not holder.is_program:
        raise errors.NotTheHolder
    key = await seats.renew(current(), slug, side, shown=found.seats[side].key)
    seat = replace(found.seats[side], key=key)
    return json_answer(
        _seat_given(request, replace(found, seats=found.seats.having(side, seat)), side)
    )


@answers("POST")
async def pair(request: HttpRequest) -> HttpResponse:
    """Sit down opposite somebody who waits for the same, or sit down to wait."""
    body = body_of(request, Pairing, MAX_BODY)
    if body.preset not in mnk.PRESETS:
        sentence = say(
            "There’s no preset {preset}. GET /api/presets lists them.",
            preset=repr(body.preset[:20]),
        )
        raise mnk.VariantError("preset", sentence)
    variant = mnk.PRESETS[body.preset].variant
    opening = requested_opening(body.opening, variant)
    seek = Seek(variant, requested_clock(body.clock), opening)
    player = await _new_player(body.name)
    place = await pairing.pair(
        player=player,
        visitor=Visitor(player.pk),
        seek=seek,
        side=invitations.side_chosen(invitations.RANDOM, random.SystemRandom()),
        at=now_ms(),
    )
    async with current().games.following(place.game) as followed:
        return json_answer(_seat_given(request, followed.game, place.side), 201)


@answers("GET")
async def game(request: HttpRequest, slug: str) -> HttpResponse:
    """A game as the asker may see it now: the snapshot that its socket begins with."""
    return json_answer(await asked(seeing.snapshot, request, slug))


@answers("GET")
async def timing_log(request: HttpRequest, slug: str) -> HttpResponse:
    """What each move took, and what else happened to the clock."""
    await check_whole(request, slug)
    log = await current().read(timing.log, slug)
    control = None if log.control is None else Clock.of(log.control)
    return json_answer(Timing(control, tuple(map(_timed, log.entries))))


def _timed(entry: timing.Entry) -> TimedTurn | TimedEvent:
    match entry:
        case timing.Turn():
            return TimedTurn(
                at=entry.at_ms,
                side=entry.side.word,
                number=entry.number,
                square=entry.square_name,
                spent_ms=entry.spent_ms,
                grace_ms=entry.grace_ms,
                left=None
                if entry.left is None
                else protocol.TimePart(entry.left.main_ms, entry.left.periods),
                taken_back=entry.taken_back,
            )
        case timing.Event():
            side = None if entry.side is None else entry.side.word
            return TimedEvent(at=entry.at_ms, side=side, kind=camel(entry.kind), ms=entry.ms)


def _seat_given(request: HttpRequest, game: live.LiveGame, side: mnk.Side) -> SeatGiven:
    slug, key = game.slug, game.seats[side].key
    socket = request.build_absolute_uri(f"/ws/game/{slug}/")
    return SeatGiven(
        game=slug,
        side=side.word,
        key=key,
        page=request.build_absolute_uri(reverse("game", args=[slug])),
        socket="ws" + socket.removeprefix("http"),
        seat_link=request.build_absolute_uri(reverse("seat", args=[slug, key])),
        watch_link=request.build_absolute_uri(page_of(game)),
    )


async def _new_player(name: str | None) -> Player:
    name = guest_name(random.SystemRandom()) if name is None else await requested_name(name)
    await limits.spend_mine("guests")
    return await Player.objects.acreate(name=name, program=True)
