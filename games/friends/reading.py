"""What people have at the moment, read for many of them at once.

Functions here read the database: call them with `Hub.read`.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from django.db.models import Exists, OuterRef, QuerySet

from games import mnk
from games.friends.challenges import SLOWLY_MS
from games.friends.models import Challenge, Friend, FriendRequest
from games.mnk.clock import DAY, MINUTE
from games.play import facts, wire
from games.play.challenged import ChallengeState, DeclineReason
from games.play.models import Fact, Game, Seat, with_seats
from games.play.protocol import ChallengePart, FoundPart, PlayerPart, PlayingPart, SideWord
from games.play.watching import Visibility
from games.players.models import Kind, Player
from games.prepared import Prepared

FOUND_MS = 20_000
"""How long a game counts as just found, unless somebody moves."""
PLAYING_MS = 15 * MINUTE
"""Somebody is playing now if a game of theirs is going on and has changed within this time."""
ANSWERS_MS = 3 * DAY
"""How long the answer to a challenge is told to a sender who has not seen it."""
MOST_TURNS = 100


@dataclass(slots=True)
class Running:
    """A game of somebody's that is not over."""

    id: int
    slug: str
    side: mnk.Side
    """Theirs."""
    opening_side: mnk.Side | None
    """Whose turn it is while it opens."""
    line_rule: mnk.LineRule
    ply: int
    started: bool
    against_bot: bool
    is_shown: bool
    """Whether others may be told that they are playing it: it is public, and played in one go."""
    changed_ms: int

    @property
    def is_turn(self) -> bool:
        """Whether it waits for them: a bot waits for nobody."""
        by_ply = self.line_rule.side_of_ply(self.ply)
        turn = by_ply if self.opening_side is None else self.opening_side
        return self.started and not self.against_bot and turn is self.side


@dataclass(slots=True)
class FriendRow:
    """A friend, as kept."""

    id: int
    slug: str
    name: str
    seen_ms: int | None


@dataclass(slots=True)
class Reading:
    """What one person has."""

    slug: str
    challenges: list[ChallengePart] = field(default_factory=list)
    asking: list[PlayerPart] = field(default_factory=list)
    friends: list[FriendRow] = field(default_factory=list)
    running: dict[str, Running] = field(default_factory=dict)
    found: list[FoundPart] = field(default_factory=list)


_PEOPLE = Prepared(
    lambda ids: Player.objects.filter(pk__in=ids, joined_to=None).values_list("pk", "slug")
)


def read(ids: Collection[int], at: int) -> dict[int, Reading]:
    """What these people have at `at` (ms since 1970 UTC): ten queries, however many people.

    Players who are gone, such as a guest who has joined an account, are left out.
    """
    found = {pk: Reading(slug) for pk, slug in _PEOPLE(ids)}
    _read_friends(found)
    _read_challenges(found, at)
    _read_games(found, at)
    return found


def changed_since(ms: int) -> set[int]:
    """The people whose challenges or friends have changed since a moment: four queries."""
    pairs = [
        *Challenge.objects.filter(at_ms__gte=ms).values_list("by", "whom"),
        *Challenge.objects.filter(ended_ms__gte=ms).values_list("by", "whom"),
        *FriendRequest.objects.filter(at_ms__gte=ms).values_list("by", "whom"),
        *Friend.objects.filter(since_ms__gte=ms).values_list("player", "friend"),
    ]
    return {id for pair in pairs for id in pair}


def playing(slugs: Collection[str]) -> dict[str, mnk.BySide[tuple[int, PlayingPart]]]:
    """For each side of public games in progress: who sits there, and what others see of it."""
    games = Game.objects.filter(slug__in=slugs, visibility=Visibility.PUBLIC, termination="")
    told = {}
    for game in games.prefetch_related("seats__player"):
        sitters = game.players
        black, white = sitters[mnk.Side.BLACK], sitters[mnk.Side.WHITE]
        if black is not None and white is not None:
            variant = wire.variant_part(game.variant)
            told[game.slug] = mnk.BySide(
                (black.pk, PlayingPart(game.slug, white.name, variant)),
                (white.pk, PlayingPart(game.slug, black.name, variant)),
            )
    return told


# --- Friends -------------------------------------------------------------------------------------


_FRIENDS = Prepared(
    lambda people: (
        Friend.objects.filter(player__pk__in=people)
        .order_by("friend__name", "pk")
        .values_list("player", "friend", "friend__slug", "friend__name", "friend__last_seen__at_ms")
    )
)
_ASKING = Prepared(
    lambda people: (
        FriendRequest.objects.filter(whom__pk__in=people, declined_ms=None)
        .select_related("by")
        .order_by("-at_ms", "-pk")
    )
)


def _read_friends(found: Mapping[int, Reading]) -> None:
    for player_id, id, slug, name, seen_ms in _FRIENDS(found):
        found[player_id].friends.append(FriendRow(id, slug, name, seen_ms))
    for asked in _ASKING(found):
        found[asked.whom_id].asking.append(_person(asked.by))


def _person(player: Player, seat: Seat | None = None) -> PlayerPart:
    return PlayerPart(
        name=player.name,
        kind=player.kind,
        player=player.slug,
        rating=None if seat is None else seat.rating,
        provisional=seat is not None and seat.provisional,
    )


# --- Challenges ----------------------------------------------------------------------------------


def _lately(since: int) -> QuerySet[Challenge]:
    lately = Challenge.objects.filter(at_ms__gt=since).select_related("game", "by", "whom")
    return lately.order_by("-at_ms", "-pk")


_HEARD = Prepared(lambda since, people: _lately(since).filter(whom__pk__in=people))
_MADE = Prepared(lambda since, people: _lately(since).filter(by__pk__in=people, noted=False))


def _read_challenges(found: Mapping[int, Reading], at: int) -> None:
    since = at - SLOWLY_MS - ANSWERS_MS
    heard, made = _HEARD(since, found), _MADE(since, found)
    with_seats(challenge.game for challenge in (*heard, *made))
    for challenge in heard:
        if challenge.state(at) is ChallengeState.WAITING:
            found[challenge.whom_id].challenges.append(challenge_part(challenge, at, mine=False))
    for challenge in made:
        if _is_news(challenge, at):
            found[challenge.by_id].challenges.append(challenge_part(challenge, at, mine=True))
    for reading in found.values():
        reading.challenges.sort(key=lambda part: -part.at)


def _is_news(challenge: Challenge, at: int) -> bool:
    """Whether it is still news to its sender."""
    game = challenge.game
    match challenge.state(at):
        case ChallengeState.WAITING:
            return True
        case ChallengeState.ACCEPTED:
            return game.moves_made == 0 and not game.termination
        case ChallengeState.DECLINED | ChallengeState.LAPSED:
            return (challenge.ended_ms or challenge.until_ms) > at - ANSWERS_MS
        case ChallengeState.COUNTERED | ChallengeState.WITHDRAWN:
            return False


def challenge_part(challenge: Challenge, at: int, *, mine: bool) -> ChallengePart:
    """A challenge as one of the two is told, at `at` (ms since 1970 UTC)."""
    game = challenge.game
    # Not by who sits there: somebody else may have taken the other seat meanwhile.
    seats = {seat.player_id == challenge.by_id: seat for seat in game.seats.all()}
    theirs, hearers = seats[not mine], seats[mine]
    return ChallengePart(
        game=game.slug,
        mine=mine,
        other=_person(challenge.whom if mine else challenge.by, theirs),
        state=challenge.state(at),
        reason=DeclineReason(challenge.reason) if challenge.reason else None,
        instead=challenge.counter_of_id is not None,
        variant=wire.variant_part(game.variant),
        control=wire.control_part(game.control),
        rated=game.rated,
        best_of=game.series_of,
        side=None if challenge.by_lot else SideWord.of(mnk.Side(hearers.side)),
        at=challenge.at_ms,
        until=challenge.until_ms,
        opening=game.terms.opening,
    )


# --- Games ---------------------------------------------------------------------------------------


def _seats(people: Collection[int]) -> QuerySet[Seat]:
    bots = Seat.objects.filter(game=OuterRef("game"), player__kind=Kind.BOT)
    seats = Seat.objects.filter(player__pk__in=people, ended_ms=None, game__termination="")
    return seats.select_related("game").annotate(bot=Exists(bots))


_SEATS = Prepared(_seats)


def _read_games(found: Mapping[int, Reading], at: int) -> None:
    just_now: dict[int, list[tuple[int, Running]]] = defaultdict(list)
    for seat in _SEATS(found):
        assert seat.player_id is not None, "somebody sits there"
        game = seat.game
        running = Running(
            id=game.pk,
            slug=game.slug,
            side=mnk.Side(seat.side),
            opening_side=None if game.opening_side is None else game.next_side,
            line_rule=mnk.LineRule(game.line_rule),
            ply=game.ply,
            started=game.started,
            against_bot=seat.bot,  # type: ignore[attr-defined]  # `_seats`
            is_shown=game.visibility == Visibility.PUBLIC
            and not (game.control is not None and game.control.is_slow),
            changed_ms=game.changed_ms,
        )
        found[seat.player_id].running[game.slug] = running
        is_fresh = game.started and game.moves_made == 0 and game.changed_ms > at - FOUND_MS
        if is_fresh and not running.against_bot:
            just_now[game.pk].append((seat.player_id, running))
    if just_now:
        _read_found(found, just_now)


def _read_found(
    found: Mapping[int, Reading], just_now: Mapping[int, list[tuple[int, Running]]]
) -> None:
    """Games that have just begun, for the players whose open seats were taken."""
    taken = Fact.objects.filter(
        game__in=just_now, text__startswith=facts.beginning(facts.SeatTaken)
    )
    takers = {}
    for game_id, text in taken.values_list("game", "text"):
        fact = facts.decode(text)
        if isinstance(fact, facts.SeatTaken):
            takers[game_id] = fact.side
    games = Game.objects.filter(pk__in=takers).prefetch_related("seats__player")
    for game in games:
        # They may have changed sides in the opening since.
        took = takers[game.pk].other if game.swapped else takers[game.pk]
        taker = next(seat for seat in game.seats.all() if seat.side == took)
        if taker.player is None:
            continue
        for player_id, running in just_now[game.pk]:
            if running.side is not took and taker.player_id != player_id:
                found[player_id].found.append(
                    FoundPart(
                        game=game.slug,
                        other=_person(taker.player, taker),
                        side=SideWord.of(running.side),
                        variant=wire.variant_part(game.variant),
                        control=wire.control_part(game.control),
                        opening=game.terms.opening,
                    )
                )


def turns_of(reading: Reading) -> tuple[str, ...]:
    """The games that wait for somebody; those that have waited longest first."""
    waiting = sorted(
        (each for each in reading.running.values() if each.is_turn),
        key=lambda each: (each.changed_ms, each.id),
    )
    return tuple(each.slug for each in waiting[:MOST_TURNS])


def played_now(reading: Reading, at: int) -> str:
    """The game that others are told somebody is playing at `at`; empty if there is none."""
    shown = [
        each
        for each in reading.running.values()
        if each.started and each.is_shown and each.changed_ms > at - PLAYING_MS
    ]
    return max(shown, key=lambda each: each.changed_ms).slug if shown else ""
