"""Studies: the visitor's list, importing a file, a study's page, and its data as JSON.

The JSON goes with the session and its CSRF token (`X-CSRFToken`), so no other site can act here.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from typing import Any

from asgiref.sync import sync_to_async
from django import forms
from django.contrib import messages
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadedfile import UploadedFile
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import number_format
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST, require_safe

from games import mnk, studies
from games.http.answers import answers, body_of, json_answer
from games.mnk import formats
from games.pages import boards, tables
from games.pages.downloads import downloads_of_study
from games.pages.figures import whole
from games.pages.replies import tell, tell_why
from games.pages.review import DEFAULT_PRESET, standing_words, study_data
from games.paperwork import Paperwork
from games.play.clock import now_ms
from games.play.errors import TooManyQuestions
from games.play.hub import current
from games.play.requested import MOST_NAMES
from games.players.identify import player_of, player_or_new_guest
from games.refusals import BadRequest
from games.review.errors import NoTitle, StudyTooLarge
from games.review.findings import KeptStudy, NodePart, PositionPart, StudyPart
from games.review.models.studies import MAX_TITLE
from games.say import count, say
from games.shares import of_request
from games.studies import records

MAX_BODY = 2 * studies.MAX_TEXT
"""Bytes: a study is sent with all fields, and kept without default values."""

MOST_LISTED = 200
"""Moves of a study that its page lists for readers without scripts; all are in its files."""


# --- Data ----------------------------------------------------------------------------------------


async def every(request: HttpRequest) -> HttpResponse:
    """`GET`: the visitor's studies as a page. `POST`: keep a new one, sent as `StudyPart`."""
    return await (_create(request) if request.method == "POST" else _page_of_mine(request))


@answers("POST")
async def _create(request: HttpRequest) -> HttpResponse:
    study = body_of(request, StudyPart, MAX_BODY, too_big=StudyTooLarge)
    owner = await player_or_new_guest(request.session)
    checked = await current().part(Paperwork).do(of_request(request), studies.check, study)
    return json_answer(await sync_to_async(studies.create)(owner.pk, checked, at=now_ms()), 201)


@answers("GET", "PUT", "DELETE")
async def data(request: HttpRequest, slug: str) -> HttpResponse:
    """A study's data: `KeptStudy`.

    It is changed by sending it back with the version that was read; a `StaleStudy` is answered
    with 409 and the current version. `DELETE` answers 204.
    """
    player = await player_of(request.session)
    player_id = None if player is None else player.pk
    match request.method:
        case "PUT":
            sent = body_of(request, KeptStudy, MAX_BODY, too_big=StudyTooLarge)
            do = current().part(Paperwork).do
            checked = await do(of_request(request), studies.check, sent.study)
            changed = await sync_to_async(studies.change)(
                slug, player_id, checked, version=sent.version, at=now_ms()
            )
            return json_answer(changed)
        case "DELETE":
            await sync_to_async(studies.delete)(slug, player_id)
            return HttpResponse(status=204)
    return json_answer(await current().read(studies.read, slug, player_id))


# --- Pages ---------------------------------------------------------------------------------------


class NewForm(forms.Form):
    """An empty study: its title, and its board as a word."""

    title = forms.CharField(required=False, max_length=400)
    board = forms.CharField(required=False, max_length=MOST_NAMES)

    def study(self) -> StudyPart | None:
        """The study; None, and an error in its place, if there is no such board."""
        try:
            variant = mnk.variant_from_text(self.cleaned_data["board"] or DEFAULT_PRESET)
        except mnk.RuleError as error:
            self.add_error("board", error.sentence)
            return None
        title = formats.tidy_line(self.cleaned_data["title"])[:MAX_TITLE].strip()
        return StudyPart(
            title=title or say("Study of {variant}", variant=variant.title)[:MAX_TITLE],
            start=PositionPart.of(mnk.Position.start(variant)),
            nodes=(NodePart(parent=-1),),
        )


class ImportForm(forms.Form):
    """A file, or its text."""

    file = forms.FileField(required=False, allow_empty_file=True)
    text = forms.CharField(required=False, strip=False)

    @property
    def place(self) -> str:
        """The field that was filled in."""
        return "file" if self.cleaned_data["file"] is not None else "text"

    def name(self) -> str:
        """The file's; empty for what was pasted."""
        file: UploadedFile | None = self.cleaned_data["file"]
        return "" if file is None else file.name or ""

    def records(self) -> Iterator[formats.Record]:
        """The games in what was sent, each read when it is asked for.

        Raises `formats.UnreadableFile`, or `NothingSent`.
        """
        file: UploadedFile | None = self.cleaned_data["file"]
        if file is not None:
            content = file.read(formats.MAX_BYTES + 1)
            # Its true length, for the sentence, without reading it.
            size = file.size or len(content)
        else:
            content = self.cleaned_data["text"].encode()
            size = len(content)
        if not content.strip() and file is None:
            raise NothingSent
        if size > formats.MAX_BYTES:
            raise FileTooLarge(size)
        return formats.read_each(content, formats.detect(content, self.name()))


class NothingSent(BadRequest):
    code = "nothingSent"
    sentence = "Choose a file or paste moves."


class FileTooLarge(BadRequest):
    code = "fileTooLarge"

    def __init__(self, size: int) -> None:
        super().__init__(
            say(
                "The file has {size} MiB. We can read at most 1 MiB: remove some variations.",
                size=number_format(round(size / 2**20, 1)),
            )
        )


@never_cache
@require_safe
async def _page_of_mine(request: HttpRequest) -> HttpResponse:
    return await _list(request, ImportForm())


async def _list(
    request: HttpRequest, form: ImportForm, new_form: NewForm | None = None, status: int = 200
) -> HttpResponse:
    player = await player_of(request.session)
    rows = await current().read(studies.mine, None if player is None else player.pk)
    context = {
        "studies": [{"row": row, "changed": _moment(row.changed_ms)} for row in rows],
        "most": studies.MAX_STUDIES,
        "form": form,
        "pasted": (form.data.get("text") or "") if form.is_bound else "",
        "new_form": new_form,
        "presets": list(mnk.PRESETS.values()),
        "default_board": DEFAULT_PRESET,
        "sample": _sample(),
        "formats": [format.label for format in formats.Format],
    }
    return render(request, "studies.html", context, status=status)


@cache
def _sample() -> boards.BoardPicture:
    """What stands where there is no study yet: a small board with a few moves."""
    variant = mnk.PRESETS[DEFAULT_PRESET].variant
    return boards.small(variant, mnk.moves_from_text("h8 i9 g8 i8", variant))


def _moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms // 1000, UTC)


# Exempt only until the form has been read, so that the page can say when it is too large. Nothing
# is kept before the token has been checked.
@csrf_exempt
@never_cache
@require_POST
async def import_file(request: HttpRequest) -> HttpResponse:
    """Make a private study of a file, and go to it."""
    try:
        form = ImportForm(request.POST, request.FILES)
    except RequestDataTooBig:
        form = ImportForm({})
        form.add_error("text", say("The text is too long to paste. Save it and choose the file."))
        return await _list(request, form, status=400)
    return await _import(request, form)


@csrf_protect
async def _import(request: HttpRequest, form: ImportForm) -> HttpResponse:
    status = 400
    if form.is_valid():
        try:
            checked = await _checked(form, of_request(request))
            owner = await player_or_new_guest(request.session)
            kept = await sync_to_async(studies.create_each)(owner.pk, checked, at=now_ms())
        except formats.UnreadableFile as refusal:
            form.add_error(form.place, _in_file(form.name(), refusal.sentence))
        except (BadRequest, TooManyQuestions, mnk.RuleError) as refusal:
            form.add_error(form.place, refusal.sentence)
            status = refusal.status if isinstance(refusal, TooManyQuestions) else 400
        else:
            if len(kept) == 1:
                return HttpResponseRedirect(reverse("study", args=[kept[0].slug]))
            told = count("{count} game imported.", "{count} games imported.", len(kept))
            await tell(request, told, messages.SUCCESS)
            return HttpResponseRedirect(reverse("studies"))
    return await _list(request, form, status=status)


async def _checked(form: ImportForm, of: str) -> list[studies.Checked]:
    """The studies of what was sent: a piece of work for each, so that others need not wait."""
    do = current().part(Paperwork).do
    records_of_form = await do(of, form.records)
    checked: list[studies.Checked] = []
    while each := await do(of, _checked_next, records_of_form, form.name(), len(checked) + 1):
        checked.append(each)
    return studies.numbered(checked)


def _checked_next(
    found: Iterator[formats.Record], name: str, number: int
) -> studies.Checked | None:
    record = next(found, None)
    if record is None:
        return None
    study = records.study_of(record, name=name)
    try:
        return studies.check(study)
    except StudyTooLarge as refusal:
        raise GameTooLarge(number, study.title, refusal.sentence) from None


class GameTooLarge(StudyTooLarge):
    """Says which of the games of a file is meant."""

    def __init__(self, number: int, title: str, why: str) -> None:
        game = say("Game {number}, “{title}”", number=number_format(number), title=title)
        super().__init__(f"{game}: {why}")


def _in_file(name: str, sentence: str) -> str:
    """What is wrong with a file, which is named; nothing was if it was pasted."""
    return f"{formats.tidy_line(name)}: {sentence}" if name else sentence


@require_POST
async def new(request: HttpRequest) -> HttpResponse:
    """Make an empty study, and go to it."""
    form = NewForm(request.POST)
    study = form.study() if form.is_valid() else None
    if study is not None:
        checked = await current().part(Paperwork).do(of_request(request), studies.check, study)
        owner = await player_or_new_guest(request.session)
        try:
            kept = await sync_to_async(studies.create)(owner.pk, checked, at=now_ms())
            return HttpResponseRedirect(reverse("study", args=[kept.slug]))
        except BadRequest as refusal:
            form.add_error("title", refusal.sentence)
    return await _list(request, ImportForm(), form, status=400)


@require_POST
async def rename(request: HttpRequest, slug: str) -> HttpResponse:
    """Call a study of one's own something else, from the list."""
    player = await player_of(request.session)
    player_id = None if player is None else player.pk
    try:
        title = request.POST.get("title", "")
        await sync_to_async(studies.rename)(slug, player_id, title, at=now_ms())
    except NoTitle as refusal:
        await tell_why(request, refusal)
    return HttpResponseRedirect(reverse("studies"))


@require_POST
async def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete a study of one's own, from the list."""
    player = await player_of(request.session)
    await sync_to_async(studies.delete)(slug, None if player is None else player.pk)
    messages.success(request, say("Study deleted."))
    return HttpResponseRedirect(reverse("studies"))


@never_cache
@require_safe
async def study(request: HttpRequest, slug: str) -> HttpResponse:
    """A study at any of its positions (`?at=7`, by index), and its moves as links."""
    player = await player_of(request.session)
    kept = await current().read(studies.read, slug, None if player is None else player.pk)
    nodes = kept.study.nodes
    at = _index(request.GET.get("at", ""), len(nodes) - 1)
    position, last = position_at(kept.study, at)
    context = {
        "kept": kept,
        "variant": position.variant,
        "bars": tables.of_sides(position),
        "board": boards.draw(position, last=last, forbidden=boards.forbidden_now(position)),
        "standing": standing_words(position),
        "comment": nodes[at].comment,
        "steps": _steps(kept.study, at),
        "lines": lines_of(kept.study),
        "at": at,
        "left_out": max(0, len(nodes) - 1 - MOST_LISTED),
        "link": request.build_absolute_uri(reverse("study", args=[slug])),
        "downloads": downloads_of_study(kept),
        "data": study_data(request, "study", kept.study.start, study=slug),
    }
    return render(request, "study.html", context)


def _index(text: str, last: int) -> int:
    """The position a link asks for; the first if there is no such one."""
    index = whole(text)
    return 0 if index is None or index > last else index


def position_at(study: StudyPart, index: int) -> tuple[mnk.Position, mnk.Square | None]:
    """The position at a node, and the move that led there; None where a turn was skipped."""
    way = []
    at = index
    while at > 0:
        way.append(study.nodes[at].move)
        at = study.nodes[at].parent
    position = study.start.position
    for move in reversed(way):
        position = formats.skipped(position) if move is None else position.play(move)
    return position, study.nodes[index].move


def _steps(study: StudyPart, at: int) -> list[dict[str, Any]]:
    """Where the steps lead from a node, along first continuations."""
    following: dict[int, int] = {}
    for index, node in enumerate(study.nodes[1:], 1):
        following.setdefault(node.parent, index)
    end = at
    while end in following:
        end = following[end]
    return [
        {"label": label, "at": to, "can": to is not None and to != at}
        for label, to in (
            (say("First"), 0),
            (say("Back"), study.nodes[at].parent if at else None),
            (say("Forward"), following.get(at)),
            (say("Last"), end),
        )
    ]


def lines_of(study: StudyPart, most: int = MOST_LISTED) -> list[dict[str, Any]]:
    """The main line and each variation, for readers without scripts: where it begins, its moves.

    At most `most` moves are listed; the last line may be cut.
    """
    variant = study.start.position.variant
    after: list[list[int]] = [[] for _ in study.nodes]
    depth = [0] * len(study.nodes)
    for index, node in enumerate(study.nodes[1:], 1):
        after[node.parent].append(index)
        depth[index] = depth[node.parent] + 1

    def name(index: int) -> str:
        move = study.nodes[index].move
        return say("pass") if move is None else mnk.move_name(move, variant)

    found = []
    waiting = [0]
    listed = 0
    while waiting and listed < most:
        begin = here = waiting.pop()
        moves = []
        while True:
            if here > 0:
                node = study.nodes[here]
                moves.append(
                    {
                        "index": here,
                        "number": depth[here],
                        "name": name(here) + node.glyph,
                        "comment": node.comment,
                    }
                )
                listed += 1
            if not after[here] or listed >= most:
                break
            waiting += reversed(after[here][1:])
            here = after[here][0]
        parent = study.nodes[begin].parent
        branch = f"{depth[parent]}. {name(parent)}" if parent > 0 else ""
        found.append({"is_main": begin == 0, "after": branch, "moves": moves})
    return found
