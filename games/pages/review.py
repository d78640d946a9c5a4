"""The pages for looking back: a game's review, the analysis board, a study.

Each is readable without scripts; with them `frontend/src/study.ts` takes over `<div id="study">`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlencode

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import mnk, remarks, shares, trails
from games.http.access import game_whole
from games.mnk.clock import SECOND
from games.pages import boards, embeds, evalgraph, reviewwords, tables
from games.pages.downloads import downloads_of_game
from games.pages.endings import ended_words
from games.pages.figures import whole
from games.pages.previews import shared_as
from games.pages.replies import tell, tell_why
from games.pages.timing import span
from games.play.clock import now_ms
from games.play.clocktime import timing
from games.play.hub import current
from games.play.live import LiveGame
from games.play.protocol import Verdict as Ending
from games.players.identify import player_of, visitor_of
from games.review import findings
from games.review.errors import TooManyReviews
from games.review.heat import LONGEST_LINE
from games.reviews import reviews
from games.reviews.evaluations import Evaluations
from games.say import count, say

DEFAULT_PRESET = "15x15"


@dataclass(frozen=True, slots=True)
class MoveCell:
    """One move of a game, as its list shows it."""

    ply: int
    name: str
    spent: str
    tag: tuple[str, str] | None
    """The sign and the word of what it was."""
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    """Something about a move."""

    text: str
    status: str
    """`proved`, in words; an estimate says itself that it is one."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of the move that is looked at."""

    title: str
    sign: str = ""
    tag: str = ""
    labels: str = ""
    sentences: tuple[Sentence, ...] = ()
    better: str = ""


@never_cache
async def review(request: HttpRequest, slug: str) -> HttpResponse:
    """A finished game at any of its plies (`?ply=12`), with what its review has found.

    With POST the review is asked for; a page with scripts does that by itself.
    """
    return await (_ask(request, slug) if request.method == "POST" else _show(request, slug))


@require_POST
async def _ask(request: HttpRequest, slug: str) -> HttpResponse:
    game = await game_whole(request, slug)
    if game.state.outcome is None:
        return await _not_over(request, slug)
    try:
        await current().read(_ask_for, slug, shares.of_request(request))
    except TooManyReviews as refusal:
        await tell_why(request, refusal)
    else:
        current().part(Evaluations).on_review_asked()
    return HttpResponseRedirect(reverse("review", args=[slug]))


def _ask_for(slug: str, share: str) -> None:
    reviews.ask_for(slug, of=share, at=now_ms())


@require_safe
async def _show(request: HttpRequest, slug: str) -> HttpResponse:
    hub = current()
    game = await game_whole(request, slug)
    outcome = game.state.outcome
    if outcome is None:
        return await _not_over(request, slug)
    log = await hub.read(timing.log, slug)
    found = await hub.read(reviews.of_game, slug)
    await player_of(request.session)
    viewer = game.side_of(await visitor_of(request.session))
    variant, moves = game.state.variant, game.state.moves
    ply = _ply(request.GET.get("ply"), found, viewer, len(moves))
    position = mnk.GameState.replay(variant, moves[:ply]).position
    names = game.seats.map(lambda seat: seat.holder.name if seat.holder else say("Nobody"))
    sides = mnk.side_names(variant)
    spent = _spent(log, len(moves))
    given = game.terms.opening.says.given
    result = ended_words(outcome, names, len(moves), variant)
    address = reverse("review", args=[slug])
    context = {
        "game": {"slug": slug, "variant": variant, "title": game.title},
        "names": {side.word: names[side] for side in mnk.Side},
        "result": result,
        "ended": _date(log, game.move_times),
        "bars": tables.of_game(game, found, viewer or mnk.Side.BLACK),
        "board": boards.draw(
            position, last=moves[ply - 1] if ply else None, offered=_offered(game, ply)
        ),
        "sides": [sides[side] for side in mnk.Side],
        "steps": _steps(ply, len(moves)),
        "rows": _rows(moves, variant, spent, found, ply),
        "review": found,
        "progress": reviewwords.progress_words(found),
        "graph": evalgraph.draw(found.worths, ply, variant),
        "standing": standing_words(position),
        "worth": _worth(found, ply, variant),
        "verdict": _verdict(found, moves, ply, variant, names, given),
        "asked": _asked(position),
        "is_won": _is_won(found, position, ply),
        "accuracy": [
            reviewwords.accuracy_words(found.black, sides.black),
            reviewwords.accuracy_words(found.white, sides.white),
        ]
        if found.state == "done"
        else [],
        "canonical": request.build_absolute_uri(address),
        "discovery": embeds.discovery(request, game),
        "downloads": downloads_of_game(slug, variant),
        **shared_as(request, game),
        "data": study_data(
            request,
            "review",
            findings.PositionPart.of(mnk.Position.start(variant)),
            moves=moves,
            game={
                "slug": slug,
                **{side.word: _player_part(game, side) for side in mnk.Side},
                "winner": None if outcome.winner is None else outcome.winner.word,
                "isCounted": outcome.termination is not mnk.Termination.ABORT,
                "viewer": None if viewer is None else viewer.word,
                "result": result,
                "spent": spent,
                "offered": [
                    {"ply": at, "squares": squares}
                    for at in range(len(moves))
                    if (squares := _offered(game, at))
                ],
                "given": given,
            },
            review=msgspec.to_builtins(found),
            key=game.watching.key if game.watching.is_private else None,
        ),
    }
    return render(request, "review.html", context)


def _offered(game: LiveGame, ply: int) -> tuple[mnk.Square, ...]:
    """The squares that the opening offered for the stone after this ply."""
    opening = game.state.opening
    return () if opening is None else opening.offered_after(ply)


def _player_part(game: LiveGame, side: mnk.Side) -> dict[str, str]:
    holder = game.seats[side].holder
    if holder is None:
        return {"name": say("Nobody"), "player": ""}
    return {"name": holder.name, "player": holder.slug}


def _verdict(
    found: findings.GameReview,
    moves: tuple[mnk.Square, ...],
    ply: int,
    variant: mnk.Variant,
    names: mnk.BySide[str],
    given: int,
) -> Verdict:
    """What is said of the move that led to a ply."""
    if ply == 0:
        return Verdict(say("Start"))
    square, side = moves[ply - 1], variant.line_rule.side_of_ply(ply - 1)
    title = f"{ply}. {mnk.move_name(square, variant)}"
    if ply <= given:
        return Verdict(
            title,
            sentences=(
                Sentence(say("This stone was given with the opening. Nobody played it."), ""),
            ),
        )
    told = next((each for each in found.plies if each.square == square), None)
    if told is None:
        return Verdict(title)
    sides = mnk.side_names(variant)
    first = next(iter(told.labels), None)
    return Verdict(
        title=title,
        sign="" if first is None else reviewwords.label_sign(first),
        tag="" if first is None else reviewwords.verdict_words(first, names[side]),
        labels=" · ".join(map(reviewwords.label_words, told.labels)),
        sentences=tuple(_sentence(each, variant, sides) for each in told.lessons),
        better=_better(told, found, variant, sides),
    )


MOST_BEST = 6
"""Better squares that are named; frontend/src/study/verdict.ts names as many."""


def _better(
    told: findings.PlyReview,
    found: findings.GameReview,
    variant: mnk.Variant,
    sides: mnk.BySide[str],
) -> str:
    """What would have been better, and what that was worth; of the best moves, that they are."""
    if not told.best:
        return ""
    squares = ", ".join(mnk.move_name(square, variant) for square in told.best[:MOST_BEST])
    if more := len(told.best[MOST_BEST:]):
        squares = count(
            "{squares} and {count} more", "{squares} and {count} more", more, squares=squares
        )
    if told.square in told.best:
        if len(told.best) == 1:
            return say("The best move.")
        return say("One of the {number} best: {squares}.", number=len(told.best), squares=squares)
    if not any(reviewwords.label_sign(label) in ("bad", "doubtful") for label in told.labels):
        return ""
    worth = _worth(found, told.ply, variant)
    if not worth:
        return say("Better: {squares}", squares=squares)
    return say("Better: {squares}. {worth}", squares=squares, worth=worth)


def _sentence(lesson: findings.Lesson, variant: mnk.Variant, sides: mnk.BySide[str]) -> Sentence:
    return Sentence(
        " ".join(remarks.said(each.remark, variant, sides) for each in lesson.remarks),
        reviewwords.status_words("proved") if lesson.status == "proved" else "",
    )


@never_cache
@require_safe
async def analysis(request: HttpRequest) -> HttpResponse:
    """Any position: from a link (`?p=<position>`), or the empty board of a variant (`?variant=`);
    and the moves that were played from there (`?play=h8i9`)."""
    line = request.GET.get("p", "").strip()
    variant = request.GET.get("variant", "").strip()
    sentence = ""
    try:
        if line:
            start = mnk.position_from_line(line)
        else:
            start = mnk.Position.start(mnk.variant_from_text(variant or DEFAULT_PRESET))
        position, moves = trails.played(start, request.GET.get("play", ""))
    except mnk.RuleError as refusal:
        sentence = refusal.sentence
        start = position = mnk.Position.start(mnk.PRESETS[DEFAULT_PRESET].variant)
        moves = ()
    await player_of(request.session)
    context = {
        "sentence": sentence,
        "variant": position.variant,
        "bars": tables.of_sides(position),
        "board": boards.draw(position, last=moves[-1] if moves else None),
        "standing": standing_words(position),
        "line": mnk.position_line(start),
        "played": mnk.moves_text(moves, start.variant),
        "trail": [
            {
                "number": number,
                "name": mnk.move_name(square, start.variant),
                "asked": _asked(start, moves[:number]),
            }
            for number, square in enumerate(moves, 1)
        ],
        "asked": _asked(position),
        "data": study_data(request, "analysis", findings.PositionPart.of(start), moves=moves),
    }
    return render(request, "analysis.html", context, status=400 if sentence else 200)


async def _not_over(request: HttpRequest, slug: str) -> HttpResponse:
    await tell(request, say("This game isn’t over yet. You can review it then."))
    return HttpResponseRedirect(reverse("game", args=[slug]))


def study_data(
    request: HttpRequest,
    kind: str,
    start: findings.PositionPart,
    *,
    moves: Iterable[mnk.Square] = (),
    **more: object,
) -> dict[str, object]:
    """What the page's script begins with (`StudyPage` in frontend/src/study/model.ts)."""
    return {
        "kind": kind,
        # The cookie cannot be read by scripts: they send this token back with each change.
        "token": get_token(request),
        "start": msgspec.to_builtins(start),
        "moves": list(moves),
        "key": None,
        "longestLine": LONGEST_LINE,
        "game": None,
        "review": None,
        "study": None,
        **more,
    }


def _ply(text: str | None, found: findings.GameReview, viewer: mnk.Side | None, last: int) -> int:
    """The ply a link asks for; the last one if there is no such ply. If none is asked for, the one
    to be looked at first: the viewer's gravest mistake, or where the game turned."""
    if text is None:
        mine = None if viewer is None else mnk.BySide(found.black, found.white)[viewer]
        first = (mine and mine.worst) or found.turning_point
        return first if first is not None and found.state == "done" else last
    ply = whole(text)
    return last if ply is None else min(ply, last)


def _steps(ply: int, total: int) -> list[dict[str, object]]:
    steps = (
        (say("First"), 0),
        (say("Back"), ply - 1),
        (say("Forward"), ply + 1),
        (say("Last"), total),
    )
    return [
        {"label": label, "ply": to, "can": 0 <= to <= total and to != ply} for label, to in steps
    ]


def _spent(log: timing.TimingLog, total: int) -> list[str]:
    """The time taken by each move that was not taken back."""
    spent = {
        entry.number: span(entry.spent_ms)
        for entry in log.entries
        if isinstance(entry, timing.Turn) and not entry.taken_back
    }
    return [spent.get(number, "") for number in range(1, total + 1)]


def _rows(
    moves: tuple[mnk.Square, ...],
    variant: mnk.Variant,
    spent: list[str],
    found: findings.GameReview,
    ply: int,
) -> list[tuple[int, list[MoveCell], list[MoveCell]]]:
    """The moves of black's turns, each beside those of white's that follows, with the number of the
    first."""
    labelled = {each.square: each.labels[0] for each in found.plies if each.labels}

    def cell(number: int, square: mnk.Square) -> MoveCell:
        return MoveCell(
            ply=number,
            name=mnk.move_name(square, variant),
            spent=spent[number - 1],
            tag=_tag(labelled.get(square)),
            is_shown=number == ply,
        )

    rows: list[tuple[int, list[MoveCell], list[MoveCell]]] = []
    for number, square in enumerate(moves, 1):
        side = variant.line_rule.side_of_ply(number - 1)
        if side is mnk.Side.BLACK and (not rows or rows[-1][2]):
            rows.append((number, [], []))
        _, *both = rows[-1]
        both[side].append(cell(number, square))
    return rows


def _tag(label: findings.LabelPart | None) -> tuple[str, str] | None:
    if label is None:
        return None
    return reviewwords.label_sign(label), reviewwords.tag_words(label)


def standing_words(position: mnk.Position) -> str:
    """Who is to move, or how the game ended by its stones."""
    sides = mnk.side_names(position.variant)
    won = [side for side in mnk.Side if position.has_won(side)]
    if len(won) == 1:
        return say("{side} won", side=sides[won[0]])
    if won:
        return say(
            "Both {black} and {white} have a row: no game can lead here",
            black=sides.black,
            white=sides.white,
        )
    if position.is_full:
        return say("Draw: the board is full")
    if position.is_stuck:
        return say("Draw: every point that is left is forbidden")
    side = sides[position.side_to_move]
    if position.variant.line_rule.says.stones_a_turn == 1:
        return say("{side} to move", side=side)
    return count(
        "{side} to move: {count} stone",
        "{side} to move: {count} stones",
        position.stones_left,
        side=side,
    )


def _worth(found: findings.GameReview, ply: int, variant: mnk.Variant) -> str:
    worth = found.worth_at(ply)
    side = variant.line_rule.side_of_ply(ply)
    return reviewwords.worth_words(worth, side, mnk.side_names(variant))


def _asked(position: mnk.Position, moves: tuple[mnk.Square, ...] = ()) -> str:
    """What the addresses of the explorer, of a proof and of an analysis ask for."""
    asked = {"p": mnk.position_line(position)}
    return urlencode(asked | ({"play": mnk.moves_text(moves, position.variant)} if moves else {}))


def _is_won(found: findings.GameReview, position: mnk.Position, ply: int) -> bool:
    """Whether a side is proved to win from here on, and there is a proof to see."""
    worth = found.worth_at(ply)
    return (
        mnk.has_certificates(position.variant)
        and not position.is_over
        and worth is not None
        and worth.status == "proved"
        and worth.verdict in (Ending.WIN, Ending.LOSS)
    )


def _date(log: timing.TimingLog, move_times: tuple[int, ...]) -> datetime:
    """When the game ended, in UTC."""
    ends = [
        entry.at_ms
        for entry in log.entries
        if isinstance(entry, timing.Event) and entry.kind in ("ended", "flagged")
    ]
    at_ms = ends[-1] if ends else move_times[-1] if move_times else now_ms()
    return datetime.fromtimestamp(at_ms // SECOND, UTC)
