"""Moderation, as moderators see it: the queue, a player, a game, the log; and telling them.

For everybody else the moderators' pages do not exist.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import mnk, refusals
from games.lobby import following
from games.moderation import actions, reports
from games.moderation.models import MAX_REASON, Action, Entry
from games.pages.figures import whole
from games.pages.replies import back
from games.pages.timing import day, moment, span
from games.play import history
from games.play.clock import now_ms
from games.play.models import ChatLine, Game, Report, Seat, Why
from games.play.watching import Visibility
from games.players.identify import player_of, player_or_new_guest
from games.players.models import FOR_GOOD, MAX_NAME, Kind, Player
from games.review import worths
from games.review.models import Agreement
from games.reviews import agreement, reviews
from games.say import count, later, say

LINES = 30
"""This many lines of somebody are shown, the last ones."""
GAMES = 50
"""This many of their reviewed games are counted, the last ones."""
MOST_NAMED = 3
"""This many of the engine's best squares are named."""
ENTRIES = 100
"""This many entries of the log are on one page."""

WHY: Mapping[str, str] = {
    Why.ENGINE: later("Plays with the help of an engine"),
    Why.NAME: later("Has an offensive name"),
    Why.CONDUCT: later("Stalls, leaves games or loses on purpose"),
    Why.OTHER: later("Something else"),
}
_DONE: Mapping[str, str] = {
    Action.SETTLE: later("Settled the reports"),
    Action.WARN: later("Warned"),
    Action.MUTE: later("Muted"),
    Action.LET_SPEAK: later("Let speak again"),
    Action.RENAME: later("Renamed"),
    Action.CLOSE: later("Closed"),
    Action.REOPEN: later("Opened again"),
    Action.REMOVE: later("Removed a game from lists"),
    Action.PUT_BACK: later("Put a game back on lists"),
    Action.HIDE: later("Hid a message"),
    Action.SHOW: later("Showed a message again"),
}


# --- For everybody --------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Tell the moderators about a player."""
    shown = following.player_called(slug)
    sentence, status = "", 200
    if request.method == "POST":
        by = async_to_sync(player_or_new_guest)(request.session)
        try:
            reports.report_player(
                shown,
                by=by,
                why=request.POST.get("why", ""),
                text=request.POST.get("text", ""),
                game=request.POST.get("game", ""),
                at=now_ms(),
            )
        except refusals.ANY as refusal:
            sentence, status = refusal.sentence, refusals.status_of(refusal)
        else:
            messages.success(request, say("Thanks. A moderator will look at it."))
            return HttpResponseRedirect(reverse("player", args=[shown.slug]))
    else:
        async_to_sync(player_of)(request.session)
    context = {
        "shown": shown,
        "whys": [(value, say(words)) for value, words in WHY.items()],
        "given": request.POST if request.method == "POST" else request.GET,
        "sentence": sentence,
        "most": Report._meta.get_field("text").max_length,
    }
    return render(request, "report_player.html", context, status=status)


@require_POST
def read_warning(request: HttpRequest) -> HttpResponse:
    """The visitor has read what a moderator told them."""
    player = async_to_sync(player_of)(request.session)
    if player is not None:
        actions.read_warning(player)
    return back(request, reverse("home"))


# --- For moderators -------------------------------------------------------------------------------


def _moderator(request: HttpRequest) -> User:
    """The moderator who asks; for anybody else there is no such page. Raises `Http404`."""
    user = request.user
    if not user.is_authenticated or not actions.is_moderator(user):
        raise Http404
    async_to_sync(player_of)(request.session)
    return user


@dataclass(frozen=True, slots=True)
class Told:
    """A report, in words."""

    why: str
    text: str
    is_line: bool
    is_hidden: bool
    game: str
    by: Player
    day: str


@never_cache
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """Whoever is reported, one after another."""
    _moderator(request)
    people = [
        {"player": each.player, "count": each.count, "reports": list(map(_told, each.reports))}
        for each in reports.queue()
    ]
    context = {"people": people, "waiting": reports.waiting()}
    return render(request, "moderation/queue.html", context)


def _told(report: Report) -> Told:
    line = report.line
    game = report.game if line is None else line.game
    return Told(
        why=say(WHY[report.why]) if line is None else "",
        text=report.text if line is None else line.text,
        is_line=line is not None,
        is_hidden=line is not None and line.hidden_ms is not None,
        game="" if game is None else game.slug,
        by=report.by,
        day=day(report.at_ms),
    )


@never_cache
@require_safe
def player(request: HttpRequest, slug: str) -> HttpResponse:
    """All that a moderator needs to decide about a player, and what they can do."""
    by = _moderator(request)
    shown = following.player_called(slug)
    if shown.slug != slug:
        return HttpResponseRedirect(reverse("moderation_player", args=[shown.slug]))
    every = list(reports.of_player(shown))
    still = [report for report in every if report.settled_ms is None]
    until = actions.muted_until(shown)
    # As a guest they had another name in links.
    slugs = [shown.slug, *shown.guests.values_list("slug", flat=True)]
    lines = ChatLine.objects.filter(author=shown).select_related("game").order_by("-pk")[:LINES]
    context = {
        "shown": shown,
        "is_guest": shown.kind == Kind.GUEST,
        "is_closed": shown.is_closed,
        "muted": "" if until is None else _until(until),
        "reports": list(map(_told, still)),
        "settled": len(every) - len(still),
        "why_not": actions.why_not(by, shown),
        "lines": [
            {
                "id": line.pk,
                "text": line.text,
                "game": line.game.slug,
                "day": day(line.at_ms),
                "is_hidden": line.hidden_ms is not None,
            }
            for line in lines
        ],
        "entries": _entries(Entry.objects.filter(player__in=slugs).order_by("-pk")[:ENTRIES]),
        "most": MAX_REASON,
        "most_name": MAX_NAME,
        **_agreement(shown, request.GET.get("family", "")),
    }
    return render(request, "moderation/player.html", context)


def _until(until: object) -> str:
    if until == FOR_GOOD:
        return say("for good")
    return say("until {moment} UTC", moment=f"{until:%Y-%m-%d %H:%M}")


_DAYS: Mapping[str, int | None] = {"1": 1, "7": 7, "30": 30, "": None}


@require_POST
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Do something about a player, or about what they said."""
    by = _moderator(request)
    shown = following.player_called(slug)
    given, reason = request.POST, request.POST.get("reason", "")
    known: Mapping[str, Callable[[], object]] = {
        Action.SETTLE: partial(actions.settle, by, shown, reason),
        Action.WARN: partial(actions.warn, by, shown, reason),
        Action.MUTE: partial(
            actions.mute, by, shown, reason, days=_DAYS.get(given.get("days", "1"), 1)
        ),
        Action.LET_SPEAK: partial(actions.let_speak, by, shown, reason),
        Action.RENAME: partial(actions.rename, by, shown, given.get("name", ""), reason),
        Action.CLOSE: partial(actions.close, by, shown, reason),
        Action.REOPEN: partial(actions.reopen, by, shown, reason),
        Action.HIDE: partial(actions.hide_lines, by, _lines(given, shown), reason),
        Action.SHOW: partial(actions.show_lines, by, _lines(given, shown), reason),
    }
    return _do(request, known, reverse("moderation_player", args=[shown.slug]))


def _lines(given: QueryDict, author: Player) -> "QuerySet[ChatLine]":
    chosen = given.getlist("line")
    return ChatLine.objects.filter(author=author, pk__in=filter(None, map(whole, chosen)))


def _do(request: HttpRequest, known: Mapping[str, Callable[[], object]], page: str) -> HttpResponse:
    action = known.get(request.POST.get("act", ""))
    if action is None:
        raise refusals.BadRequest(say("There’s no such action."))
    try:
        action()
    except refusals.ANY as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, say("Done. It’s in the log."))
    return HttpResponseRedirect(page)


# --- Agreement with the engine --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """How some moves agree."""

    label: str
    tally: agreement.Tally
    slug: str = ""
    """Of a game."""


def _agreement(shown: Player, chosen: str) -> dict[str, object]:
    """A player's reviewed games on one family of boards, beside those of others."""
    seats = Seat.objects.filter(player=shown).values("game", "side")
    of_them = Agreement.objects.filter(game__in=seats.values("game"))
    words = set(of_them.values_list("family", flat=True).distinct())
    families = [family for family in mnk.Family if family.value in words]
    if not families:
        return {"families": []}
    family = next((each for each in families if each.value == chosen), families[0])
    found = agreement.report(shown.pk, family, most=GAMES)
    stages = [
        Row(say("Moves {first} to {last}", first=first + 1, last=first + 10), tally)
        for first, tally in found.by_stage.items()
    ]
    others = [
        Row(say("Players rated {low} to {high}", low=low, high=low + agreement.BAND - 1), tally)
        for low, tally in found.others.items()
    ]
    games = [
        Row(
            say(
                "{side} against {opponent}, {day}",
                side=_side(each.side),
                opponent=each.opponent,
                day=day(each.at_ms),
            ),
            each.tally,
            each.slug,
        )
        for each in found.games
    ]
    usual = found.usual
    return {
        "usual": usual and Row(_like(usual), usual.all),
        "usual_words": "" if usual is None else _usual_words(usual, found.all, shown.name),
        "families": [(each, each.label) for each in families],
        "family": family,
        "all": Row(say("All of these games"), found.all),
        "stages": stages,
        "others": others,
        "games": games,
    }


def _like(usual: agreement.Usual) -> str:
    return say("Usual: others rated {low} to {high}", low=usual.low, high=usual.high)


def _usual_words(usual: agreement.Usual, own: agreement.Tally, name: str) -> str:
    """What is usual, in a sentence that judges nobody."""
    if usual.shares is None:
        return count(
            "Only {count} other player of like strength has enough reviewed moves: too few to say "
            "what is usual.",
            "Only {count} other players of like strength have enough reviewed moves: too few to "
            "say what is usual.",
            usual.players,
        )
    low, middle, high = usual.shares
    percent = own.best_percent
    return say(
        "Of {players} others of like strength ({all} moves), most play the best move between "
        "{low} % and {high} % of the time, half of them less than {middle} %. {name}: {own} % of "
        "{moves} moves.",
        players=usual.players,
        all=usual.all.moves,
        low=low,
        high=high,
        middle=middle,
        name=name,
        own="–" if percent is None else percent,
        moves=own.moves,
    )


def _side(side: mnk.Side) -> str:
    return say("Black") if side is mnk.Side.BLACK else say("White")


@dataclass(frozen=True, slots=True)
class Ply:
    """A move, and what the engine thinks of it."""

    number: int
    side: mnk.Side
    square: str
    time: str
    best: str
    """What the engine calls best, by name; empty where nothing is known."""
    more: int
    """How many more it calls best."""
    is_best: bool
    is_proved: bool
    lost: str
    """How many per cent of the chance to win it gave away."""


@never_cache
@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """A game, move by move, beside what the engine thinks; and taking it off the lists."""
    _moderator(request)
    found = history.load(slug).game
    row = Game.objects.get(pk=found.id)
    seats = {mnk.Side(seat.side): seat for seat in row.seats.select_related("player")}
    plies = _plies(row, found.state.moves, found.move_times) if row.termination else []
    context = {
        "game": row,
        "title": row.title,
        "players": [(side, seats[side].player) for side in mnk.Side],
        "is_public": row.visibility == Visibility.PUBLIC,
        "removed": "" if row.removed_ms is None else day(row.removed_ms),
        "is_over": bool(row.termination),
        "plies": plies,
        "is_compared": any(ply.best for ply in plies),
        "entries": _entries(Entry.objects.filter(game=slug).order_by("-pk")[:ENTRIES]),
        "most": MAX_REASON,
    }
    return render(request, "moderation/game.html", context)


def _plies(row: Game, squares: Sequence[mnk.Square], times: Sequence[int]) -> list[Ply]:
    known = reviews.moves_of(row)
    told = []
    side_of_ply = row.variant.line_rule.side_of_ply
    for ply, square in enumerate(squares):
        move = known.get(ply)
        lost = None if move is None else move.lost
        best = () if move is None else move.before.best
        # What was played is named first: there may be many as good.
        first = sorted(best, key=lambda each: each != square)[:MOST_NAMED]
        told.append(
            Ply(
                number=ply + 1,
                side=side_of_ply(ply),
                square=mnk.move_name(square, row.variant),
                time=span(times[ply] - times[ply - 1]) if ply else "",
                best=", ".join(mnk.move_name(each, row.variant) for each in first),
                more=len(best) - len(first),
                is_best=square in best,
                is_proved=move is not None and worths.is_proved(move.before.worth),
                lost="" if lost is None else f"{50 * min(lost, 2.0):.0f}",
            )
        )
    return told


@require_POST
def act_on_game(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a game off the public lists, or put it back."""
    by = _moderator(request)
    reason = request.POST.get("reason", "")
    known: Mapping[str, Callable[[], object]] = {
        Action.REMOVE: partial(actions.remove_game, by, slug, reason),
        Action.PUT_BACK: partial(actions.put_game_back, by, slug, reason),
    }
    return _do(request, known, reverse("moderation_game", args=[slug]))


# --- The log --------------------------------------------------------------------------------------


@never_cache
@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """What moderators did, the latest first."""
    _moderator(request)
    before = whole(request.GET.get("before", ""))
    rows = Entry.objects.order_by("-pk")
    if before is not None:
        rows = rows.filter(pk__lt=before)
    page = list(rows[: ENTRIES + 1])
    more = urlencode({"before": page[ENTRIES - 1].pk}) if len(page) > ENTRIES else ""
    context = {
        "entries": _entries(page[:ENTRIES]),
        "more": more,
        "is_first": before is None,
        "waiting": reports.waiting(),
    }
    return render(request, "moderation/log.html", context)


def _entries(entries: "Sequence[Entry] | QuerySet[Entry]") -> list[dict[str, object]]:
    rows = list(entries)
    people = Player.objects.filter(slug__in={row.player for row in rows})
    names = {
        each.slug: (each.joined_to or each).name for each in people.select_related("joined_to")
    }
    return [
        {
            "entry": row,
            "done": say(_DONE[row.action]),
            "name": names.get(row.player, row.player),
            "moment": moment(row.at_ms),
        }
        for row in rows
    ]
