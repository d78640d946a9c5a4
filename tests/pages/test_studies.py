"""Studies in a browser: the list, the import, the data as JSON, and the page."""

import json
import re
from collections import OrderedDict
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from games import mnk
from games.mnk import formats
from games.pages import downloads
from games.pages.studies import lines_of
from games.paperwork import Paperwork
from games.play.hub import Hub
from games.review.findings import NodePart, PositionPart, StudyPart
from games.review.models import Study
from games.turns import Turns
from tests.pages.browser import Browser, Page, check_headers

pytestmark = pytest.mark.usefixtures("hub")

STUDY: dict[str, Any] = {
    "title": "A plan",
    "start": {"width": 15, "height": 15, "k": 5, "lineRule": "freestyle", "sideToMove": "black"},
    "nodes": [{"parent": -1}, {"parent": 0, "move": 112}],
}
REFUSED = [
    (b"(;GM[4]SZ[15];B[hh];W[hh])", "Line 1, column 23: h8 is taken"),
    (b"(;GM[4]SZ[15];B[zz])", "Line 1, column 17: “zz” isn’t a square on this board"),
    (b"(;GM[4]SZ[15]\n;B[hh", "Line 2, column 3: This “[” is never closed"),
    (b"(;GM[4]SZ[99])", "Line 1, column 11: The width must be from 1 to 32"),
    (b"(;" + b"(;" * 100_000, "At most 5,000 positions fit"),
    (b"(;" + b"(" * 100_000, "must follow this “(”"),
    (b'{"inarow": 1, "nodes": ' + b"[" * 100_000, "brackets are nested too deep"),
    (b"Piskvorky 15x15, 11:11, 0\n8,8,0\n16,8,0\n", "Line 3, column 1: 16,8 isn’t on this board"),
    (b"h8 i9 h8", "Line 1, column 7: h8 is taken"),
    (formats.renlib.SIGNATURE + b"\x03\x04" + b"\xff" * 10 + b"\xf8\x00", "isn’t on"),
    (b"\xff" * 100, "isn’t a square"),
]


async def _asks(
    browser: Browser, method: str, path: str, body: Any = None, *, token: str | None = None
) -> HttpResponse:
    """Send JSON, with the token of a page the browser has."""
    headers = {"x-csrftoken": await browser.token() if token is None else token}
    response: Any = await browser.client.generic(
        method,
        path,
        body if isinstance(body, bytes) else json.dumps(body).encode(),
        "application/json",
        headers=headers,
    )
    check_headers(response)
    return response  # type: ignore[no-any-return]  # the client's types speak of another response


async def _creates(browser: Browser, **fields: Any) -> dict[str, Any]:
    response = await _asks(browser, "POST", "/studies", STUDY | fields)
    assert response.status_code == 201, response.content
    kept: dict[str, Any] = json.loads(response.content)
    return kept


async def _imports(
    browser: Browser, content: bytes, name: str = "game", status: int = 302
) -> HttpResponse:
    return await browser.sends(
        "/studies/import", status, file=SimpleUploadedFile(name, content), text=""
    )


def _html(page: Page) -> str:
    return page.response.content.decode()


async def test_alice_keeps_a_study_reads_it_changes_it_and_deletes_it() -> None:
    alice = Browser()
    kept = await _creates(alice)
    path = f"/study/{kept['slug']}/data"
    assert (kept["version"], kept["isMine"], kept["study"]["title"]) == (1, True, "A plan")
    assert json.loads((await alice.gets(path)).content) == kept

    kept["study"]["nodes"].append({"parent": 1, "move": None, "comment": "skips"})
    changed = await _asks(alice, "PUT", path, kept)

    assert changed.status_code == 200
    answer = json.loads(changed.content)
    assert answer["version"] == 2
    assert answer["study"]["nodes"][2]["comment"] == "skips"
    assert (await _asks(alice, "DELETE", path)).status_code == 204
    await alice.gets(path, 404)


async def test_of_two_tabs_the_later_is_refused_with_the_current_version() -> None:
    alice = Browser()
    kept = await _creates(alice)
    path = f"/study/{kept['slug']}/data"
    first = await _asks(alice, "PUT", path, kept | {"study": STUDY | {"title": "First tab"}})

    second = await _asks(alice, "PUT", path, kept | {"study": STUDY | {"title": "Second tab"}})

    assert first.status_code == 200
    assert second.status_code == 409
    refusal = json.loads(second.content)
    assert (refusal["code"], refusal["version"]) == ("stale", 2)
    assert refusal["sentence"].endswith(".")
    assert json.loads((await alice.gets(path)).content)["study"]["title"] == "First tab"


async def test_a_stranger_finds_nothing_where_a_private_study_is() -> None:
    alice, eve = Browser(), Browser()
    kept = await _creates(alice)
    slug = kept["slug"]

    for path in (f"/study/{slug}/", f"/study/{slug}/data", f"/study/{slug}/record.sgf"):
        private = await eve.gets(path, 404)
        missing = await eve.gets(path.replace(slug, "nosuch"), 404)
        assert private.content == missing.content
    assert (await _asks(eve, "PUT", f"/study/{slug}/data", kept)).status_code == 404
    assert (await _asks(eve, "DELETE", f"/study/{slug}/data")).status_code == 404
    await eve.sends(f"/study/{slug}/delete", 404)
    assert await Study.objects.acount() == 1


async def test_a_shared_study_can_be_read_but_not_changed() -> None:
    alice, eve = Browser(), Browser()
    slug = (await _creates(alice, shared=True))["slug"]

    seen = json.loads((await eve.gets(f"/study/{slug}/data")).content)

    assert not seen["isMine"]
    assert (await _asks(eve, "PUT", f"/study/{slug}/data", seen)).status_code == 404
    assert "A plan" in (await eve.opens(f"/study/{slug}/")).text


async def test_without_the_token_nothing_is_kept_changed_or_deleted() -> None:
    alice = Browser()
    kept = await _creates(alice)
    path = f"/study/{kept['slug']}/data"

    for method, where in (("POST", "/studies"), ("PUT", path), ("DELETE", path)):
        assert (await _asks(alice, method, where, kept, token="wrong")).status_code == 403
    for where in ("/studies/import", f"/study/{kept['slug']}/delete"):
        response = await alice.client.post(where, {"text": "h8"})
        assert response.status_code == 403
    assert json.loads((await alice.gets(path)).content) == kept
    assert await Study.objects.acount() == 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "notJson"),
        (b"[" * 100_000, 400, "badBody"),
        (b'{"nodes":[{"marks":' + b"[" * 100_000, 400, "badBody"),
        (b"\xff", 400, "notJson"),
        ({}, 400, "badBody"),
        (STUDY | {"owner": 1}, 400, "badBody"),
        (STUDY | {"title": ""}, 400, "badBody"),
        (STUDY | {"title": " "}, 400, "noTitle"),
        (STUDY | {"nodes": []}, 400, "badBody"),
        (STUDY | {"nodes": [{"parent": -1}] * 5_001}, 400, "badBody"),
        (STUDY | {"nodes": [{"parent": -1}, {"parent": 7, "move": 0}]}, 400, "illegalTree"),
        (STUDY | {"nodes": [{"parent": -1}, {"parent": 0, "move": 225}]}, 400, "illegalTree"),
        (STUDY | {"start": STUDY["start"] | {"k": 99}}, 400, "badVariant"),
        (STUDY | {"game": "nosuchgame"}, 404, "noSuchGame"),
        (b" " * (600 * 1024), 413, "studyTooLarge"),
    ],
)
async def test_a_body_that_is_no_study_is_refused(body: Any, status: int, code: str) -> None:
    alice = Browser()

    response = await _asks(alice, "POST", "/studies", body)

    assert response.status_code == status, response.content
    refusal = json.loads(response.content)
    assert refusal["code"] == code
    assert refusal["sentence"].endswith(".")
    assert not await Study.objects.aexists()


async def test_a_study_larger_than_a_form_may_be_is_kept() -> None:
    alice = Browser()
    kept = await _creates(alice)
    wordy = [{"parent": 0, "move": at, "comment": "x" * 1_000} for at in range(1, 200)]
    study = STUDY | {"nodes": [{"parent": -1}, *wordy]}

    response = await _asks(alice, "PUT", f"/study/{kept['slug']}/data", kept | {"study": study})

    assert len(json.dumps(study)) > 3 * 64 * 1024
    assert response.status_code == 200


async def test_forms_are_not_taken_for_studies() -> None:
    alice = Browser()
    response = await alice.sends("/studies", 415, text="h8")
    assert json.loads(response.content)["code"] == "notJson"
    assert (await _asks(alice, "PATCH", "/studies")).status_code == 405


async def test_a_fresh_visitor_has_an_empty_list_and_no_session() -> None:
    eve = Browser()
    page = await eve.opens("/studies")
    assert "No studies yet" in page.text
    assert eve.session is None


async def test_a_file_becomes_a_private_study_with_a_page() -> None:
    alice, eve = Browser(), Browser()
    sgf = b"(;GM[4]SZ[15]PB[Ada]PW[<b>Bob</b>];B[hh]C[The centre.](;W[ig];B[gh])(;W[gg]))"

    address = (await _imports(alice, sgf, "game.sgf"))["Location"]

    page = await alice.opens(address)
    assert "Ada – <b>Bob</b>" in page.text
    assert "Main line" in page.text
    assert "Variation after 1. h8" in page.text
    assert "The centre." in page.text
    data = page.data["study-data"]
    assert (data["kind"], data["study"]) == ("study", address.split("/")[2])
    assert data["token"]
    kept = json.loads((await alice.gets(f"{address}data")).content)
    assert [node["move"] for node in kept["study"]["nodes"]] == [None, 112, 128, 111, 126]
    await eve.gets(address, 404)
    assert "Ada" in (await alice.opens("/studies")).text
    assert "Ada" not in (await eve.opens("/studies")).text


GAMES = b"(;GM[4]EV[Cup];B[hh])\n(;GM[4]PB[Ada]PW[Bob];B[gg])\n(;GM[4]EV[Cup];B[ii])\n"


async def test_a_collection_becomes_a_study_for_each_game_and_the_list_shows_them() -> None:
    alice = Browser()

    assert (await _imports(alice, GAMES, "cup.sgf"))["Location"] == "/studies"

    page = await alice.opens("/studies")
    assert "3 games imported." in page.text
    titles = re.findall(r'class="name" href="([^"]*)" dir="auto">([^<]*)<', _html(page))
    assert [title for _, title in titles] == ["Cup (1)", "Ada – Bob", "Cup (2)"]
    kept = json.loads((await alice.gets(f"{titles[2][0]}data")).content)
    assert kept["study"]["nodes"][1]["move"] == mnk.square("i7", mnk.Variant(15, 15, 5))
    pasted = Browser()
    await pasted.sends("/studies/import", text=GAMES.decode())
    assert await Study.objects.acount() == 6


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (b"(;GM[4];B[hh];W[hh])", "cup.sgf: Line 4, column 17: h8 is taken"),
        (b"(;GM[11])", "cup.sgf: Line 4, column 6: GM[11] is another game"),
        (b"(;GM[4])" * 98, "cup.sgf: Line 4, column 777: A file may have 100 games"),
        (b"(" + b";" * 5_000 + b")", "cup.sgf: Line 4, column 4,996: At most 5,000 positions"),
    ],
)
async def test_of_a_collection_that_is_wrong_anywhere_nothing_is_kept(
    more: bytes, sentence: str
) -> None:
    alice = Browser()

    page = await _imports(alice, GAMES + more, "cup.sgf", status=400)

    assert sentence.replace("4,996", "4996") in page.content.decode()
    assert not await Study.objects.aexists()
    assert alice.session is None


async def test_of_a_collection_the_game_is_named_that_is_too_large() -> None:
    wordy = "".join(
        f"(;B[{x}{y}]C[{'x' * 2_000}])" for x in "abcdefghijklmno" for y in "abcdefghij"
    )
    games = f"(;GM[4]SZ[15]GN[Short];B[hh])(;GM[4]SZ[15]GN[Long]{wordy})"

    page = await _imports(Browser(), games.encode(), "cup.sgf", status=400)

    sentence = "Game 2, “Long”: The study is larger than 256 KiB. Shorten comments or remove"
    assert sentence in page.content.decode()
    assert not await Study.objects.aexists()


async def test_a_collection_that_does_not_fit_is_told_how_many_studies_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.studies.kept.MAX_STUDIES", 4)
    alice = Browser()
    await _imports(alice, GAMES, "cup.sgf")

    page = await _imports(alice, GAMES, "cup.sgf", status=400)

    assert "3 games don’t fit: you have 3 studies and can have 4." in page.content.decode()
    assert await Study.objects.acount() == 3


async def test_each_game_of_a_collection_is_a_piece_of_work_of_its_own(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that whoever else waits has their turn between them."""
    paperwork = hub.part(Paperwork)
    pieces = 0
    do = paperwork.do

    async def counted(*args: Any, **kwargs: Any) -> Any:
        nonlocal pieces
        pieces += 1
        return await do(*args, **kwargs)

    monkeypatch.setattr(paperwork, "do", counted)
    await _imports(Browser(), GAMES, "cup.sgf")
    assert pieces == 1 + 3 + 1


async def test_pasted_moves_become_a_study_too() -> None:
    alice = Browser()
    response = await alice.sends("/studies/import", text="h8 i9 g8")
    kept = json.loads((await alice.gets(f"{response['Location']}data")).content)
    assert [node["move"] for node in kept["study"]["nodes"]] == [None, 112, 128, 111]


@pytest.mark.parametrize(("content", "sentence"), REFUSED)
async def test_a_hostile_file_is_refused_in_its_place_and_nothing_is_kept(
    content: bytes, sentence: str
) -> None:
    alice = Browser()

    response = await _imports(alice, content, status=400)

    assert sentence in response.content.decode().replace("&quot;", '"')
    assert not await Study.objects.aexists()
    assert alice.session is None


async def test_a_file_of_10_mb_is_refused_with_its_size() -> None:
    alice = Browser()
    response = await _imports(alice, b"(;C[" + b"x" * 10_485_760, status=400)
    assert "The file has 10.0 MiB. We can read at most 1 MiB" in response.content.decode()


async def test_a_file_may_be_as_large_as_is_said_and_no_larger() -> None:
    alice = Browser()
    await _imports(alice, b"h8".ljust(formats.MAX_BYTES))
    await _imports(alice, b"h8".ljust(formats.MAX_BYTES + 1), status=400)


async def test_what_is_pasted_stays_in_the_field_beside_its_error() -> None:
    alice = Browser()
    page = (await alice.sends("/studies/import", 400, text="h8 <zz>")).content.decode()
    assert "Line 1, column 4" in page
    assert "h8 &lt;zz&gt;</textarea>" in page


async def test_a_paste_larger_than_a_form_may_be_is_told_in_its_place() -> None:
    alice = Browser()
    page = (await alice.sends("/studies/import", 400, text="h8 " * 30_000)).content.decode()
    assert "too long to paste. Save it and choose the file" in page


async def test_an_empty_form_says_what_to_do() -> None:
    alice = Browser()
    page = (await alice.sends("/studies/import", 400, text=" ")).content.decode()
    assert "Choose a file or paste moves" in page


async def test_the_list_says_when_each_study_was_changed() -> None:
    alice = Browser()
    first, second = [(await _creates(alice))["slug"] for _ in range(2)]
    await Study.objects.filter(slug=first).aupdate(changed_ms=1_000_000_059_999)
    await Study.objects.filter(slug=second).aupdate(changed_ms=1_600_000_000_000)

    page = await alice.opens("/studies")

    written = re.findall(r"changed (.+ UTC)", page.text)
    assert written == ["2020-09-13 12:26 UTC", "2001-09-09 01:47 UTC"]


async def test_alice_calls_a_study_something_else() -> None:
    alice, eve = Browser(), Browser()
    kept = await _creates(alice)
    address = f"/study/{kept['slug']}/rename"

    assert (await alice.sends(address, title="  Two\n plans "))["Location"] == "/studies"

    assert "Two plans" in (await alice.opens("/studies")).text
    renamed = json.loads((await alice.gets(f"/study/{kept['slug']}/data")).content)
    assert (renamed["study"]["title"], renamed["version"]) == ("Two plans", 2)
    # A window that has not heard of it loses nothing, and takes nothing away.
    stale = await _asks(alice, "PUT", f"/study/{kept['slug']}/data", kept)
    assert (stale.status_code, json.loads(stale.content)["code"]) == (409, "stale")
    await eve.sends(address, 404, title="Mine now")
    await alice.sends(address, title=" ")
    assert "Type a title with at least 1 letter." in (await alice.opens("/studies")).text
    await alice.sends(address, title="x" * 500)
    assert (await Study.objects.aget()).title == "x" * 80


async def test_markup_in_a_title_is_text() -> None:
    alice = Browser()
    kept = await _creates(alice, title="<script>alert(1)</script>")

    for page in (await alice.opens("/studies"), await alice.opens(f"/study/{kept['slug']}/")):
        assert "<script>alert(1)</script>" in page.text
        assert "<script>alert" not in page.response.content.decode()


async def test_a_new_study_begins_with_an_empty_board() -> None:
    alice = Browser()

    response = await alice.sends("/studies/new", title="Openings", board="9x7x4-exact")

    kept = json.loads((await alice.gets(f"{response['Location']}data")).content)
    assert kept["study"]["title"] == "Openings"
    start = kept["study"]["start"]
    assert (start["width"], start["height"], start["k"]) == (9, 7, 4)
    assert (start["lineRule"], len(kept["study"]["nodes"])) == ("exact", 1)
    unnamed = await alice.sends("/studies/new", title="", board="")
    assert "Study of 15×15, five in a row" in (await alice.opens(unnamed["Location"])).text


async def test_a_new_study_on_no_board_says_why_and_keeps_what_was_typed() -> None:
    alice = Browser()

    page = Page(await alice.sends("/studies/new", 400, title="<Mine>", board="99x9x5"))

    assert "The width must be from 1 to 32" in page.text
    assert (page.fields["title"], page.fields["board"]) == ("<Mine>", "99x9x5")
    assert not await Study.objects.aexists()
    assert alice.session is None


async def test_a_study_is_stepped_through_without_scripts() -> None:
    alice = Browser()
    nodes = [
        {"parent": -1, "comment": "At first."},
        {"parent": 0, "move": 112},
        {"parent": 1, "move": 128},
        {"parent": 1, "comment": "A pass."},
        {"parent": 3, "move": 113, "comment": "Twice."},
    ]
    slug = (await _creates(alice, nodes=nodes))["slug"]

    async def sees(at: str) -> tuple[int, str, dict[str, str | None]]:
        page = await alice.opens(f"/study/{slug}/{at}")
        html = page.response.content.decode()
        steps = {
            label: re.search(rf'href="\?at=(\d+)">{label}<', html)
            for label in ("First", "Back", "Forward", "Last")
        }
        assert html.count('aria-current="step"') == (at not in ("", "?at=99", "?at=x"))
        side = re.search(r"(Black|White) to move", page.text)
        assert side is not None
        return (
            len(re.findall(r'class="stone (?:black|white)"', html)),
            side[1],
            {label: found and found[1] for label, found in steps.items()},
        )

    start = {"First": None, "Back": None, "Forward": "1", "Last": "2"}
    assert await sees("") == await sees("?at=99") == await sees("?at=x") == (0, "Black", start)
    assert await sees("?at=1") == (
        1,
        "White",
        {"First": "0", "Back": "0", "Forward": "2", "Last": "2"},
    )
    assert await sees("?at=3") == (
        1,
        "Black",
        {"First": "0", "Back": "1", "Forward": "4", "Last": "4"},
    )
    assert await sees("?at=4") == (
        2,
        "White",
        {"First": "0", "Back": "3", "Forward": None, "Last": None},
    )


async def test_without_scripts_a_study_marks_where_black_may_not_play() -> None:
    alice = Browser()
    moves = "d6 a1 d5 a7 b4 g1 c4 g7".split()
    variant = mnk.Variant(7, 7, 5, mnk.LineRule.RENJU)
    nodes = [
        {"parent": -1},
        *({"parent": at, "move": mnk.square(name, variant)} for at, name in enumerate(moves)),
    ]
    start = {"width": 7, "height": 7, "k": 5, "lineRule": "renju", "sideToMove": "black"}
    slug = (await _creates(alice, start=start, nodes=nodes))["slug"]

    async def banned(at: int) -> int:
        page = await alice.opens(f"/study/{slug}/?at={at}")
        html = page.response.content.decode()
        assert ("Forbidden to Black: d4." in html) == ('class="ban"' in html)
        return html.count('class="ban"')

    assert [await banned(at) for at in (6, 7, 8)] == [0, 0, 1]


async def test_alice_deletes_a_study_from_her_list() -> None:
    alice = Browser()
    slug = (await _creates(alice))["slug"]
    assert (await alice.sends(f"/study/{slug}/delete"))["Location"] == "/studies"
    assert "Study deleted." in (await alice.opens("/studies")).text
    assert not await Study.objects.aexists()


async def test_a_201st_study_is_refused_beside_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = Browser()
    monkeypatch.setattr("games.studies.kept.MAX_STUDIES", 1)
    await _creates(alice)
    response = await _imports(alice, b"h8", status=400)
    assert "Delete one first" in response.content.decode()
    empty = await alice.sends("/studies/new", 400, title="Another", preset="3x3")
    assert "Delete one first" in empty.content.decode()
    assert await sync_to_async(Study.objects.count)() == 1


async def test_a_study_is_downloaded_as_every_format_that_has_room_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(downloads, "KEPT", 1)
    monkeypatch.setattr(downloads, "_lately", OrderedDict())
    alice = Browser()
    slug = (await _creates(alice))["slug"]
    page = (await alice.opens(f"/study/{slug}/")).response.content.decode()

    for format in formats.Format:
        path = f"/study/{slug}/record.{format.value}"
        assert f'href="{path}"' in page
        found = formats.read((await alice.gets(path)).content, format)
        assert found.main_line == (112,)
    assert len(downloads._lately) == 1
    await alice.gets(f"/study/{slug}/record.pdf", 404)


async def test_a_study_that_begins_with_stones_is_offered_only_where_they_fit() -> None:
    alice = Browser()
    start = STUDY["start"] | {"black": [0], "white": [1]}
    slug = (await _creates(alice, start=start))["slug"]
    page = (await alice.opens(f"/study/{slug}/")).response.content.decode()

    for format in formats.Format:
        is_offered = f'href="/study/{slug}/record.{format.value}"' in page
        assert is_offered == (format not in (formats.Format.PSQ, formats.Format.LIB))


async def test_of_a_study_of_thousands_of_moves_the_page_lists_some() -> None:
    alice = Browser()
    await alice.token()
    nodes = [{"parent": -1}, *({"parent": 0, "move": at} for at in range(200))]
    nodes += [{"parent": 1 + at, "move": 200 + to} for at in range(200) for to in range(21)]
    kept = await _creates(alice, nodes=nodes)

    page = await alice.opens(f"/study/{kept['slug']}/")

    assert page.response.content.count(b"<li value=") == 200
    assert "4200 more moves are in the files above." in page.text
    read = await alice.client.get(f"/study/{kept['slug']}/data")
    assert len(json.loads(read.content)["study"]["nodes"]) == 4_401


def test_a_list_of_moves_is_cut_where_it_is_full() -> None:
    nodes = [NodePart(parent=-1)]
    nodes += [NodePart(parent=at, move=at) for at in range(6)]
    nodes += [NodePart(parent=3, move=20), NodePart(parent=7, move=21)]
    nodes += [NodePart(parent=0, move=30)]
    start = PositionPart.of(mnk.Position.start(mnk.Variant(15, 15, 5)))
    study = StudyPart(title="Cut", start=start, nodes=tuple(nodes))

    def listed(most: int) -> list[tuple[str, list[int]]]:
        return [
            (line["after"], [move["number"] for move in line["moves"]])
            for line in lines_of(study, most)
        ]

    assert listed(100) == [("", [1, 2, 3, 4, 5, 6]), ("3. c1", [4, 5]), ("", [1])]
    assert listed(7) == [("", [1, 2, 3, 4, 5, 6]), ("3. c1", [4])]
    assert listed(6) == [("", [1, 2, 3, 4, 5, 6])]
    assert listed(2) == [("", [1, 2])]


@pytest.mark.foreign_errors("django.request")
async def test_who_has_too_much_waiting_is_told_to_wait(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = Browser()
    await alice.token()
    study = (await _creates(alice))["slug"]
    hub.part(Paperwork)._turns = Turns(of_share=0)

    refused = await alice.gets(f"/study/{study}/record.sgf", 429)
    assert refused["Retry-After"] == "10"
    assert "Try again in about 10 seconds" in refused.content.decode()
    page = await _imports(alice, b"(;GM[4]SZ[15];B[hh])", status=429)
    assert "Try again in about 10 seconds" in page.content.decode()
