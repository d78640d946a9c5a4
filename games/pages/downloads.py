"""Games and studies as files: one at a time, or all of the visitor's games in one archive.

Everybody may see what is in them: no key, no session and no command's id is in a record.
"""

import asyncio
import csv
import io
import zipfile
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import IO, TypeVar, cast

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import mnk, shares, studies
from games.http.access import check_whole
from games.http.answers import plainly
from games.mnk import formats
from games.mnk.formats import Format
from games.paperwork import Paperwork
from games.play.errors import TooManyQuestions
from games.play.hub import current
from games.players.identify import player_of, visitor_of
from games.refusals import NotFound
from games.review.findings import KeptStudy
from games.say import say
from games.studies import records

T = TypeVar("T")

AT_ONCE = 20
"""Games of an archive that are read, and held in memory, at the same time: one piece of work that
takes less than a tenth of a second."""
KEPT = 16
"""Files of studies that are remembered: a shared one has many readers."""
FULL_S = 1.0
"""How soon to try again whether the share has room."""
_COLUMNS = ("file", "game", "date", "variant", "black", "white", "result", "moves", "event")
_lately: OrderedDict[tuple[str, int, Format, str], bytes | str] = OrderedDict()
"""What was written lately, by study, version, format and language: a file, or in that language why
it could not be written."""
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class Download:
    """A link to a file, for `downloads.html`."""

    label: str
    url: str


def downloads_of_game(slug: str, variant: mnk.Variant) -> list[Download]:
    """The files a game can be downloaded as."""
    return [
        Download(format.label, reverse("game_record", args=[slug, format.value]))
        for format in Format
        if formats.suits(variant, format)
    ]


def downloads_of_study(kept: KeptStudy) -> list[Download]:
    """The files a study can be downloaded as; other formats have no room for its board."""
    start = kept.study.start.position
    is_usual = start == mnk.Position.start(start.variant)
    return [
        Download(format.label, reverse("study_record", args=[kept.slug, format.value]))
        for format in Format
        if formats.suits(start.variant, format)
        and (is_usual or format not in (Format.PSQ, Format.LIB))
    ]


@never_cache
@require_safe
async def game_record(request: HttpRequest, slug: str, ending: str) -> HttpResponse:
    """A kept game as a file, as far as it has come."""
    format = _format(ending)
    await check_whole(request, slug)
    kept = await current().read(records.kept_game, slug)
    return await _written(request, partial(_file, kept.record, format, slug))


@never_cache
@require_safe
async def study_record(request: HttpRequest, slug: str, ending: str) -> HttpResponse:
    """A study as a file, for anyone who may read it."""
    format = _format(ending)
    player = await player_of(request.session)
    kept = await current().read(studies.read, slug, None if player is None else player.pk)
    return await _written(request, partial(_file_of_study, kept, format))


@never_cache
@require_safe
async def my_games(request: HttpRequest) -> HttpResponse | StreamingHttpResponse:
    """All of the visitor's games, a file each, and a table of them; sent as they are read."""
    format = _format(request.GET.get("format", Format.SGF.value))
    ids = await current().read(records.ids_of_my_games, await visitor_of(request.session))
    return StreamingHttpResponse(
        _archive(ids, format, shares.of_request(request)),
        content_type="application/zip",
        headers={"Content-Disposition": 'attachment; filename="inarow-games.zip"'},
    )


def _format(ending: str) -> Format:
    if ending not in list(Format):
        raise NotFound(
            say(
                "There’s no format {ending}. Choose one of {endings}.",
                ending=ending[:10],
                endings=", ".join(Format),
            )
        )
    return Format(ending)


@plainly
async def _written(request: HttpRequest, write: Callable[[], HttpResponse]) -> HttpResponse:
    """A file, written when it is the visitor's turn."""
    return await current().part(Paperwork).do(shares.of_request(request), write)


def _file_of_study(kept: KeptStudy, format: Format) -> HttpResponse:
    # Only one caller at a time gets here: see `Paperwork`.
    key = kept.slug, kept.version, format, get_language()
    if key not in _lately:
        _lately[key] = _content(records.record_of(kept.study), format)
        if len(_lately) > KEPT:
            _lately.popitem(last=False)
    return _told(_lately[key], format, kept.slug)


def _file(record: formats.Record, format: Format, slug: str) -> HttpResponse:
    return _told(_content(record, format), format, slug)


def _content(record: formats.Record, format: Format) -> bytes | str:
    """The file, or a sentence that says why it cannot be written."""
    try:
        return formats.write(record, format)
    except formats.CannotHold as refusal:
        return refusal.sentence


def _told(content: bytes | str, format: Format, slug: str) -> HttpResponse:
    if isinstance(content, str):
        return HttpResponse(content, status=404, content_type="text/plain; charset=utf-8")
    name = f"inarow-{slug}.{format.value}"
    return HttpResponse(
        content,
        content_type=format.media_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


# --- An archive ----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Pipe:
    """What a zip file is written into, and taken out of again while it grows."""

    parts: list[bytes] = field(default_factory=list)

    def write(self, data: bytes) -> int:
        self.parts.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def taken(self) -> bytes:
        """Everything written since the last time."""
        parts, self.parts = self.parts, []
        return b"".join(parts)


async def _archive(ids: list[int], format: Format, share: str) -> AsyncIterator[bytes]:
    pipe, table = _Pipe(), io.StringIO()
    rows = csv.writer(table)
    rows.writerow(_COLUMNS)
    # A pipe cannot be rewound, and this does not try to: the sizes stand behind each file.
    with zipfile.ZipFile(cast(IO[bytes], pipe), "w", zipfile.ZIP_DEFLATED) as archive:
        for first in range(0, len(ids), AT_ONCE):
            part = ids[first : first + AT_ONCE]
            for row in await _when_it_can(share, partial(_packed, archive, part, format)):
                rows.writerow([_harmless(cell) for cell in row])
            yield pipe.taken()
        archive.writestr("index.csv", table.getvalue())
    yield pipe.taken()


async def _when_it_can(share: str, work: Callable[[], T]) -> T:
    """Work on a file that is being sent already: it waits, however much of its share waits."""
    while True:
        try:
            return await current().part(Paperwork).do(share, work)
        except TooManyQuestions:
            await asyncio.sleep(FULL_S)


def _packed(archive: zipfile.ZipFile, ids: list[int], format: Format) -> list[tuple[str, ...]]:
    """Put games into the archive; returns their rows of the table."""
    rows = []
    for kept in records.kept_games(ids):
        record = kept.record
        name = f"{record.date}-{kept.slug}.{format.value}"
        try:
            archive.writestr(name, formats.write(record, format))
        except formats.CannotHold:
            name = f"(not as .{format.value})"
        rows.append(
            (
                name,
                kept.slug,
                record.date,
                record.variant.title,
                *record.players,
                records.ended(record.result),
                str(len(record.nodes) - 1),
                record.event,
            )
        )
    return rows


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: players choose their names."""
    return f"'{cell}" if cell.startswith(_FORMULAS) else cell
