"""Kept games and studies as records (`games.mnk.formats`), to be downloaded and imported.

A record has what everybody may see: moves, names, times and the outcome. Call functions that
read the database with `Hub.read`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from games import mnk
from games.mnk import formats
from games.play import models
from games.play.errors import NoSuchGame
from games.play.services import queries
from games.players.identify import Visitor
from games.review.findings import MarkPart, NodePart, PositionPart, StudyPart
from games.review.models.studies import MAX_TITLE

MY_GAMES = 5000
"""The most games that are downloaded at once."""
_FRESH_TITLE = "Imported study"


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as a record."""

    slug: str
    record: formats.Record


def kept_game(slug: str) -> KeptGame:
    """A game, running or over, as far as it has come. Raises `NoSuchGame`."""
    game = models.Game.objects.filter(slug=slug).values_list("pk", flat=True).first()
    if game is None:
        raise NoSuchGame
    return kept_games([game])[0]


def ids_of_my_games(visitor: Visitor) -> list[int]:
    """The visitor's games, the last changed first, as many as are downloaded at once."""
    games = queries.games_of(visitor).order_by("-changed_ms", "-pk")
    return list(games.values_list("pk", flat=True)[:MY_GAMES])


def kept_games(ids: Sequence[int]) -> list[KeptGame]:
    """Games in the order of their ids: four queries, however many there are, or five."""
    games = models.Game.objects.select_related("exhibition").prefetch_related("seats__player")
    rows = games.in_bulk(ids)
    # Before the moves: of a game in progress, no choice is known whose stones are not.
    openings = queries.openings_of(rows.values())
    moves = models.Move.objects.filter(game__in=ids, taken_back=0).order_by("game_id", "ply")
    played = {
        game: tuple(_nodes((square, at, version) for _, square, at, version in each))
        for game, each in groupby(
            moves.values_list("game_id", "square", "at_ms", "version"), key=lambda row: row[0]
        )
    }
    return [
        KeptGame(
            rows[pk].slug,
            _record(rows[pk], played.get(pk, (formats.Node(-1),)), openings.get(pk, "")),
        )
        for pk in ids
        if pk in rows
    ]


def _nodes(moves: Iterable[tuple[int, int, int]]) -> Iterable[formats.Node]:
    """Nodes of moves, each with its square, when it was heard (ms), and the version it made.

    The time a move took is known if nothing else has happened since the previous move.
    """
    yield formats.Node(-1)
    last: tuple[int, int] | None = None
    for ply, (square, at, version) in enumerate(moves):
        ms = None
        if last is not None and version == last[1] + 1:
            ms = max(1, at - last[0])
        yield formats.Node(ply, square, ms=ms)
        last = at, version


def _record(game: models.Game, nodes: tuple[formats.Node, ...], opening: str) -> formats.Record:
    names = {seat.side: seat.player.name for seat in game.seats.all() if seat.player is not None}
    return formats.Record(
        mnk.Position.start(game.variant),
        nodes,
        mnk.BySide(*(names.get(side, "") for side in mnk.Side)),
        game.outcome,
        game.created_at.date().isoformat(),
        _event(game),
        opening,
    )


def _event(game: models.Game) -> str:
    if game.exhibition is not None:
        return game.exhibition.title
    series = game.series
    return "" if series is None else f"Best of {series.best_of}, game {series.number}"


# --- Studies -------------------------------------------------------------------------------------


def record_of(study: StudyPart) -> formats.Record:
    """A study as a record. Raises `mnk.RuleError` if its tree cannot be played."""
    nodes = tuple(
        formats.Node(
            node.parent,
            node.move,
            node.comment,
            node.glyph,
            tuple(
                formats.Mark(mark.square, formats.MarkKind(mark.kind), mark.text)
                for mark in node.marks
            ),
        )
        for node in study.nodes
    )
    return formats.Record(study.start.position, nodes, event=formats.tidy_line(study.title))


def study_of(record: formats.Record, *, name: str = "") -> StudyPart:
    """A record as a private study. Who played, and how it ended, goes into the first comment.

    `name` is the file's; it is the title where the record has nothing better.
    """
    nodes = [
        NodePart(
            parent=node.parent,
            move=node.move,
            comment=node.comment,
            glyph=node.glyph,
            marks=tuple(
                MarkPart(square=mark.square, kind=mark.kind.value, text=mark.text)
                for mark in node.marks
            ),
        )
        for node in record.nodes
    ]
    players = " – ".join(player or "?" for player in record.players) if any(record.players) else ""
    parts = (players, ended(record.result), record.date, record.opening)
    heading = ", ".join(part for part in parts if part)
    comment = "\n".join(text for text in (heading, nodes[0].comment) if text)
    if len(comment) <= formats.MAX_COMMENT:
        nodes[0] = NodePart(parent=-1, comment=comment, glyph=nodes[0].glyph, marks=nodes[0].marks)
    title = record.event or players or formats.tidy_line(name.rpartition(".")[0] or name)
    return StudyPart(
        title=title[:MAX_TITLE].strip() or _FRESH_TITLE,
        start=PositionPart.of(record.start),
        nodes=tuple(nodes),
    )


def ended(result: mnk.Outcome | None) -> str:
    """How a game ended, in a few words; empty if it has not.

    >>> ended(mnk.Outcome(mnk.Side.WHITE, mnk.Termination.TIME))
    'white won (time)'
    >>> ended(mnk.Outcome(None, mnk.Termination.ABORT))
    'called off'
    """
    if result is None:
        return ""
    if result.termination is mnk.Termination.ABORT:
        return "called off"
    reason = _REASONS[result.termination]
    return f"{'draw' if result.winner is None else f'{result.winner.word} won'} ({reason})"


_REASONS = {
    mnk.Termination.LINE: "line",
    mnk.Termination.FULL_BOARD: "full board",
    mnk.Termination.DEAD_BOARD: "dead board",
    mnk.Termination.AGREEMENT: "agreement",
    mnk.Termination.RESIGNATION: "resignation",
    mnk.Termination.TIME: "time",
    mnk.Termination.ABANDONMENT: "abandonment",
}
