"""What is reported: somebody tells of a player, and moderators see one queue of all of it.

Lines are reported by `games.chat.talk`. Functions here use the database.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Case, Count, F, Min, Q, QuerySet, When

from games.play.errors import TooManyReports
from games.play.models import Report, Seat, Why
from games.players.models import Kind, Player
from games.refusals import BadRequest
from games.say import say

PEOPLE = 30
"""At most this many people are in the queue at a time."""
REPORTS = 10
"""At most this many reports of one of them are shown."""
PER_HOUR = 20
"""This many people one person may report."""
_HOUR_MS = 3_600_000


class CannotReport(BadRequest):
    """A report that says too little, or is about nobody who can be reported."""

    code = "cannotReport"


def report_player(player: Player, *, by: Player, why: str, text: str, game: str, at: int) -> None:
    """Tell the moderators about a player; again while they have not looked, it changes nothing.

    `game` is the name in links of one of the player's games, or empty. Raises `CannotReport` or
    `TooManyReports`.
    """
    if player.kind == Kind.BOT:
        raise CannotReport(
            say("{name} is a bot. Tell the host if it misbehaves.", name=player.name)
        )
    if player.pk == by.pk:
        raise CannotReport(say("That’s you."))
    if why not in Why.values:
        raise CannotReport(say("Choose what it’s about."), field="why")
    text = " ".join(text.split())
    if why == Why.OTHER and not text:
        raise CannotReport(say("Say in a few words what happened."), field="text")
    if len(text) > (most := Report._meta.get_field("text").max_length or 0):
        raise CannotReport(say("Use at most {most} characters.", most=most), field="text")
    mine = Report.objects.filter(by=by)
    if mine.filter(player=player, settled_ms=None).exists():
        return
    if mine.filter(at_ms__gt=at - _HOUR_MS).count() >= PER_HOUR:
        raise TooManyReports
    seat = Seat.objects.filter(game__slug=game, player=player).first() if game else None
    where = None if seat is None else seat.game_id
    Report.objects.create(player=player, by=by, why=why, text=text, game_id=where, at_ms=at)


# --- The queue ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reported:
    """Somebody in the queue."""

    player: Player
    count: int
    """How many reports of them are open."""
    reports: Sequence[Report]
    """The first of them, the earliest first."""


_ABOUT = Case(When(line__isnull=False, then=F("line__author")), default=F("player"))


def queue() -> list[Reported]:
    """The people about whom somebody must decide, whoever waits longest first: three queries."""
    rows = (
        Report.objects.filter(settled_ms=None)
        .values(about=_ABOUT)
        .annotate(first=Min("at_ms"), count=Count("pk"))
        .order_by("first", "about")[:PEOPLE]
    )
    counts = {row["about"]: row["count"] for row in rows}
    players = Player.objects.in_bulk(list(counts))
    found: dict[int, list[Report]] = {about: [] for about in counts}
    for report in _read(Report.objects.filter(settled_ms=None), list(counts)):
        about = report.player_id if report.line is None else report.line.author_id
        if about is not None and len(found[about]) < REPORTS:
            found[about].append(report)
    return [
        Reported(players[about], count, found[about])
        for about, count in counts.items()
        if about in players
    ]


def waiting() -> int:
    """How many reports are open."""
    return Report.objects.filter(settled_ms=None).count()


def of_player(player: Player) -> "QuerySet[Report]":
    """Every report of a player or a line of theirs, the earliest first."""
    return _read(Report.objects.all(), [player.pk])


def _read(reports: "QuerySet[Report]", about: Sequence[int]) -> "QuerySet[Report]":
    of_them = Q(player__in=about) | Q(line__author__in=about)
    return (
        reports.filter(of_them)
        .select_related("line__game", "line__author", "game", "by")
        .order_by("pk")
    )
