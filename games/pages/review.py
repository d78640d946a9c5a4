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
from django.views.decorators.http import require_safe

from games import mnk, remarks
from games.http.access import game_whole
from games.mnk.clock import SECOND
from games.pages import boards, embeds, evalgraph, reviewwords
from games.pages.downloads import downloads_of_game
from games.pages.endings import ended_words
from games.pages.previews import shared_as
from games.pages.replies import tell
from games.pages.timing import span
from games.play.clock import now_ms
from games.play.clocktime import timing
from games.play.hub import current
from games.play.protocol import Verdict
from games.players.identify import player_of
from games.review import findings
from games.review.heat import LONGEST_LINE
from games.reviews import reviews
from games.say import say

DEFAULT_PRESET = "15x15"


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One move of a game, as its list shows it."""

    ply: int
    badge: boards.Badge
    name: str
    spent: str
    labels: tuple[tuple[str, str], ...]
    """The sign and the words of each."""
    is_shown: bool


@never_cache
@require_safe
async def review(request: HttpRequest, slug: str) -> HttpResponse:
    """A finished game at any of its plies (`?ply=12`), with what its review has found."""
    hub = current()
    game = await game_whole(request, slug)
    if game.state.outcome is None:
        return await _not_over(request, slug)
    log = await hub.read(timing.log, slug)
    found = await hub.read(reviews.of_game, slug)
    variant, moves = game.state.variant, game.state.moves
    ply = _ply(request.GET.get("ply", ""), len(moves))
    position = mnk.GameState.replay(variant, moves[:ply]).position
    names = game.seats.map(lambda seat: seat.holder.name if seat.holder else say("Nobody"))
    sides = mnk.side_names(variant)
    slugs = game.seats.map(lambda seat: seat.holder.slug if seat.holder else "")
    spent = _spent(log, len(moves))
    result = ended_words(game.state.outcome, names, len(moves))
    rows = _rows(moves, variant, spent, found, ply)
    shown = _ply_review(found, moves, ply)
    address = reverse("review", args=[slug])
    context = {
        "game": {"slug": slug, "variant": variant},
        "players": [
            {"badge": boards.badge(side, variant), "name": names[side], "slug": slugs[side]}
            for side in mnk.Side
        ],
        "result": result,
        "ended": _date(log, game.move_times),
        "timed": log.control is not None,
        "board": boards.draw(position, last=moves[ply - 1] if ply else None),
        "ply": ply,
        "total": len(moves),
        "steps": _steps(ply, len(moves)),
        "rows": rows,
        "review": found,
        "progress": reviewwords.progress_words(found),
        "graph": evalgraph.draw(found.worths, ply, sides),
        "worth": _worth(found, ply, sides),
        "asked": _asked(position),
        "is_won": _is_won(found, position, ply),
        "accuracy": [
            reviewwords.accuracy_words(found.black, sides.black),
            reviewwords.accuracy_words(found.white, sides.white),
        ]
        if found.state == "done"
        else [],
        "words": [
            {
                "text": _sentences(each, variant, sides),
                # An estimate says itself that it is one.
                "status": reviewwords.status_words("proved") if each.status == "proved" else "",
            }
            for each in (() if shown is None else shown.lessons)
        ],
        "shown": next((row for row in rows if row.is_shown), None),
        "player_name": await _player_name(request),
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
                "black": names.black,
                "white": names.white,
                "result": result,
                "spent": spent,
            },
            review=msgspec.to_builtins(found),
            key=game.watching.key if game.watching.is_private else None,
        ),
    }
    return render(request, "review.html", context)


def _sentences(lesson: findings.Lesson, variant: mnk.Variant, sides: mnk.BySide[str]) -> str:
    return " ".join(remarks.said(each.remark, variant, sides) for each in lesson.remarks)


@never_cache
@require_safe
async def analysis(request: HttpRequest) -> HttpResponse:
    """Any position: from a link (`?p=<position>`), or the empty board of a variant."""
    line, variant = request.GET.get("p"), request.GET.get("variant")
    sentence = ""
    try:
        if line:
            position = mnk.position_from_line(line)
        else:
            position = mnk.Position.start(mnk.variant_from_text(variant or DEFAULT_PRESET))
    except mnk.RuleError as refusal:
        sentence = refusal.sentence
        position = mnk.Position.start(mnk.PRESETS[DEFAULT_PRESET].variant)
    context = {
        "sentence": sentence,
        "variant": position.variant,
        "board": boards.draw(position),
        "presets": list(mnk.PRESETS.values()),
        "asked": _asked(position),
        "player_name": await _player_name(request),
        "data": study_data(request, "analysis", findings.PositionPart.of(position)),
    }
    return render(request, "analysis.html", context, status=400 if sentence else 200)


async def _not_over(request: HttpRequest, slug: str) -> HttpResponse:
    await tell(request, say("This game isn’t over yet. You can review it then."))
    return HttpResponseRedirect(reverse("game", args=[slug]))


async def _player_name(request: HttpRequest) -> str:
    player = await player_of(request.session)
    return player.name if player else ""


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
        "presets": [
            {
                "key": preset.key,
                "label": preset.label,
                "width": preset.variant.width,
                "height": preset.variant.height,
                "k": preset.variant.k,
                "lineRule": preset.variant.line_rule.value,
            }
            for preset in mnk.PRESETS.values()
        ],
        "start": msgspec.to_builtins(start),
        "moves": list(moves),
        "key": None,
        "longestLine": LONGEST_LINE,
        "game": None,
        "review": None,
        "study": None,
        **more,
    }


def _ply(text: str, last: int) -> int:
    """The ply a link asks for; the last one if there is no such ply."""
    return min(int(text), last) if text.isascii() and text.isdigit() and len(text) < 6 else last


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
) -> list[MoveRow]:
    reviewed = {each.square: each for each in found.plies}
    return [
        MoveRow(
            ply=number,
            badge=boards.badge(mnk.Side.of_ply(number - 1), variant),
            name=mnk.name(square, variant),
            spent=spent[number - 1],
            labels=tuple(
                (reviewwords.label_sign(label), reviewwords.label_words(label))
                for label in (reviewed[square].labels if square in reviewed else ())
            ),
            is_shown=number == ply,
        )
        for number, square in enumerate(moves, 1)
    ]


def _ply_review(
    found: findings.GameReview, moves: tuple[mnk.Square, ...], ply: int
) -> findings.PlyReview | None:
    square = moves[ply - 1] if ply else None
    return next((each for each in found.plies if each.square == square), None)


def _worth(found: findings.GameReview, ply: int, sides: mnk.BySide[str]) -> str:
    worth = found.worths[ply] if ply < len(found.worths) else None
    return reviewwords.worth_words(worth, mnk.Side.of_ply(ply), sides)


def _asked(position: mnk.Position) -> str:
    """What the addresses of the explorer and of a proof ask for."""
    return urlencode({"p": mnk.position_line(position)})


def _is_won(found: findings.GameReview, position: mnk.Position, ply: int) -> bool:
    """Whether a side is proved to win from here on: then there is a proof to see."""
    worth = found.worths[ply] if ply < len(found.worths) else None
    is_over = position.is_full or any(position.has_line(side) for side in mnk.Side)
    return (
        not is_over
        and worth is not None
        and worth.status == "proved"
        and worth.verdict in (Verdict.WIN, Verdict.LOSS)
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
