"""Lines of chat in the database: kept once, read, hidden and reported."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from django.db import IntegrityError
from django.db.models import Q, QuerySet
from django.utils import timezone

from games import mnk
from games.play import errors, models, protocol
from games.play.chat.rooms import Room, reads
from games.play.services import seeing
from games.players.identify import Visitor
from games.players.models import FOR_GOOD, Player
from games.prepared import Prepared
from games.refusals import Refused

LAST_LINES = 100
"""At most this many lines of a room are shown to a newcomer."""
REPORTS_PER_HOUR = 20
_HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class LineDraft:
    """A line somebody wants to say; the text is clean."""

    game_id: int
    room: Room
    author_id: int
    side: mnk.Side | None
    text: str
    command: str
    at_ms: int

    @property
    def key(self) -> tuple[int, int, str]:
        """What identifies a line: the game, the author, the command."""
        return self.game_id, self.author_id, self.command


class StoredLine(NamedTuple):
    """A line as it is kept."""

    game_id: int
    game: str
    """The game's name in links."""
    part: protocol.LinePart
    is_hidden: bool


class KeptLine(NamedTuple):
    """A line that was drafted, as it is kept."""

    line: StoredLine
    is_new: bool
    """False if it had been kept before."""


Answer: TypeAlias = KeptLine | Refused
"""What becomes of a draft."""


def keep(drafts: Sequence[LineDraft]) -> list[Answer]:
    """Keep lines, all or none; return what became of each, in their order.

    A line that was kept before, by its key, is answered as it was kept. A person who does not exist
    (any more) is refused with `NameFirst`, a silenced one with `Silenced`.
    """
    try:
        return _keep(drafts)
    except IntegrityError:
        # Another process has kept one of them at the same moment: now it is found.
        return _keep(drafts)


def _keep(drafts: Sequence[LineDraft]) -> list[Answer]:
    # Asked first: no move waits for the database longer than one statement takes.
    authors = Player.objects.in_bulk({draft.author_id for draft in drafts})
    known = {
        (row.game_id, row.author_id, row.command): row
        for row in _rows().filter(
            game__in={draft.game_id for draft in drafts},
            author__in=authors,
            command__in={draft.command for draft in drafts},
        )
    }
    rows = {
        draft.key: _row(draft, authors[draft.author_id])
        for draft in drafts
        if draft.key not in known and _refusal(authors.get(draft.author_id)) is None
    }
    models.ChatLine.objects.bulk_create(rows.values())
    games = models.Game.objects.in_bulk({draft.game_id for draft in drafts})
    answers: list[Answer] = []
    for draft in drafts:
        row = known.get(draft.key) or rows.get(draft.key)
        if row is None:
            answers.append(_refusal(authors.get(draft.author_id)) or errors.NameFirst())
        elif (row.room, row.text) != (draft.room, draft.text):
            answers.append(errors.CommandIdReused())
        else:
            row.game = games[draft.game_id]
            answers.append(KeptLine(_line(row), is_new=draft.key not in known))
    return answers


def _refusal(author: Player | None) -> Refused | None:
    if author is None:
        return errors.NameFirst()
    until = author.silenced_until
    if until is not None and until > timezone.now():
        return errors.Silenced(None if until >= FOR_GOOD else until)
    return None


def _row(draft: LineDraft, author: Player) -> models.ChatLine:
    return models.ChatLine(
        game_id=draft.game_id,
        room=draft.room,
        author=author,
        side=draft.side,
        text=draft.text,
        command=draft.command,
        at_ms=draft.at_ms,
    )


_SAID = Prepared(
    lambda games: (
        models.ChatLine.objects.filter(game__pk__in=games)
        .values_list("game_id", flat=True)
        .distinct()
    )
)
"""Those of some games in which something was said."""


def last(game_ids: Collection[int]) -> dict[int, list[StoredLine]]:
    """The last lines of each room of some games, the earliest first; hidden ones as well."""
    lines: dict[int, list[StoredLine]] = {id: [] for id in game_ids}
    for id in _SAID(game_ids):  # few of them
        for room in Room:
            rows = _rows().filter(game=id, room=room).order_by("-pk")[:LAST_LINES]
            lines[id] += [_line(row) for row in reversed(rows)]
    return lines


def lately(game_ids: Sequence[int], since_ms: int) -> list[StoredLine]:
    """What was said in some games, or hidden, since a moment."""
    rows = _rows().filter(Q(at_ms__gte=since_ms) | Q(hidden_ms__gte=since_ms), game__in=game_ids)
    return [_line(row) for row in rows.order_by("pk")]


# --- Moderation ----------------------------------------------------------------------------------


def hide(lines: "QuerySet[models.ChatLine]", *, at: int) -> list[StoredLine]:
    """Hide lines; return those that were shown until now."""
    shown = [row.pk for row in lines.filter(hidden_ms=None)]
    models.ChatLine.objects.filter(pk__in=shown).update(hidden_ms=at)
    return [_line(row) for row in _rows().filter(pk__in=shown).order_by("pk")]


def show(lines: "QuerySet[models.ChatLine]") -> list[StoredLine]:
    """Show hidden lines again; return them."""
    hidden = [row.pk for row in lines.exclude(hidden_ms=None)]
    models.ChatLine.objects.filter(pk__in=hidden).update(hidden_ms=None)
    return [_line(row) for row in _rows().filter(pk__in=hidden).order_by("pk")]


def report(line_id: int, visitor: Visitor, *, by_id: int, at: int) -> None:
    """Tell the moderators about a line; once per person, however often they do so.

    Raises `NoSuchLine`, also if the visitor may not read it, or `TooManyReports`.
    """
    row = models.ChatLine.objects.select_related("game").filter(pk=line_id, hidden_ms=None).first()
    if row is None or not _may_read(row, visitor, at):
        raise errors.NoSuchLine
    mine = models.Report.objects.filter(by=by_id)
    if mine.filter(line=row).exists():
        return
    if mine.filter(at_ms__gt=at - _HOUR_MS).count() >= REPORTS_PER_HOUR:
        raise errors.TooManyReports
    models.Report.objects.get_or_create(line=row, by_id=by_id, defaults={"at_ms": at})


def _may_read(row: models.ChatLine, visitor: Visitor, at: int) -> bool:
    try:
        game = seeing.seen(row.game.slug, visitor, now=at)
    except errors.PrivateGame:
        return False
    return reads(Room(row.room), game.side_of(visitor), is_over=game.state.is_over)


def _rows() -> "QuerySet[models.ChatLine]":
    return models.ChatLine.objects.select_related("author", "game")


def _line(row: models.ChatLine) -> StoredLine:
    author = protocol.AuthorPart(
        row.author.name,
        row.author.slug,
        None if row.side is None else protocol.SideWord.of(mnk.Side(row.side)),
    )
    part = protocol.LinePart(
        id=row.pk,
        room=Room(row.room),
        author=author,
        text=row.text,
        at=row.at_ms,
        command=row.command,
    )
    return StoredLine(row.game_id, row.game.slug, part, row.hidden_ms is not None)
