"""Games as files: one, or all of one's own; with nothing in them that is private."""

import asyncio
import csv
import io
import zipfile
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import mnk
from games.mnk import formats
from games.mnk.formats import Format
from games.pages import downloads
from games.paperwork import Paperwork
from games.play import models
from games.play.hub import Hub
from games.players.identify import Visitor
from games.players.models import Player
from games.studies import records
from games.turns import Turns
from tests.pages.browser import Browser, Page
from tests.people import Table, plays

GOMOKU = mnk.Variant(15, 15, 5)


async def _archive(browser: Browser, query: str = "") -> dict[str, bytes]:
    response: Any = await browser.gets(f"/games/mine.zip{query}")
    assert response["Content-Type"] == "application/zip"
    parts: AsyncIterator[bytes] = response.streaming_content
    content = b"".join([part async for part in parts])
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def _rows(archive: dict[str, bytes]) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(archive["index.csv"].decode())))


def _keep_games(player: Player, count: int, variant: mnk.Variant = GOMOKU) -> None:
    """This many of a player's games against others, some moves each, straight into the rows."""
    other = Player.objects.create(name="=HYPERLINK(evil)")
    for number in range(count):
        game = models.Game.objects.create_of(
            variant, started=True, ply=3, version=3, changed_ms=number
        )
        for side, who in zip(mnk.Side, (player, other), strict=True):
            models.Seat.objects.create(game=game, side=side, player=who)
        models.Move.objects.bulk_create(
            models.Move(game=game, ply=ply, square=ply, at_ms=1_000 * (ply + 1), version=ply + 1)
            for ply in range(3)
        )


async def _player_of(browser: Browser) -> Player:
    await browser.starts()
    player = await Player.objects.order_by("-pk").afirst()
    assert player is not None
    await models.Game.objects.all().adelete()
    return player


async def test_a_running_game_is_downloaded_as_far_as_it_is(table: Table) -> None:
    game = await table.game(GOMOKU)
    alice, bob, _ = await table.three(game)
    await plays(game, "h8 i9 g8", alice, bob)
    eve = Browser()

    for format in Format:
        response = await eve.gets(f"/game/{game.slug}/record.{format.value}")

        record = formats.read(response.content, format)
        assert record.main_line == mnk.moves_from_text("h8i9g8", GOMOKU)
        assert response["Content-Type"] == format.media_type
        name = f"inarow-{game.slug}.{format.value}"
        assert response["Content-Disposition"] == f'attachment; filename="{name}"'


async def test_a_finished_game_has_names_times_and_its_end(table: Table) -> None:
    game = await table.game()
    alice, bob, _ = await table.three(game)
    await plays(game, "b2 a1 b1 a2 b3", alice, bob)

    response = await Browser().gets(f"/game/{game.slug}/record.json")

    record = formats.read(response.content, Format.JSON)
    assert record.players == mnk.BySide("Alice", "Bob")
    assert record.result == mnk.Outcome(mnk.Side.BLACK, mnk.Termination.LINE)
    assert record.nodes[1].ms is None
    assert all(node.ms is not None for node in record.nodes[2:])


async def test_what_was_taken_back_is_not_in_the_file_nor_time_that_is_not_known(
    table: Table,
) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "b2 a1", alice, bob, eve)
    await bob.says("offer takeback")
    await alice.hears()
    await alice.says("accept takeback")
    for person in (alice, bob, eve):
        await person.hears_the_rest()
    ply = await models.Move.objects.filter(game=game, taken_back=0).acount()
    assert ply == 1
    await bob.says("playMove", ply=1, square=8)
    await bob.hears()

    kept = await sync_to_async(records.kept_game)(game.slug)

    assert kept.record.main_line == (4, 8)
    assert [node.ms for node in kept.record.nodes] == [None, None, None]


async def test_a_format_without_room_says_so(table: Table) -> None:
    game = await table.game(mnk.Variant(7, 6, 4))
    for ending, sentence in (
        ("lib", ".lib is only for five in a row on 15x15"),
        ("psq", ".psq is only for five in a row"),
    ):
        response = await Browser().gets(f"/game/{game.slug}/record.{ending}", 404)
        assert sentence in response.content.decode()
    await Browser().gets(f"/game/{game.slug}/record.pdf", 404)
    await Browser().gets("/game/nosuchgame/record.sgf", 404)
    links = downloads.downloads_of_game(game.slug, game.variant)
    assert [link.label for link in links] == ["SGF", "plain moves", "JSON"]


async def test_no_file_has_anything_private(table: Table) -> None:
    game = await table.game(GOMOKU)
    alice, bob, _ = await table.three(game)
    await alice.says("playMove", ply=0, square=112, id="secretcommand")
    await alice.hears()
    await bob.says("resign", id="othersecret")
    await bob.hears()
    keys = [seat.key async for seat in models.Seat.objects.all()]
    assert len(keys) == 2
    visitor = Browser()
    player = await _player_of_seat(visitor, game)
    private = [*keys, "secretcommand", "othersecret", visitor.session or "?"]

    contents = [
        (await Browser().gets(f"/game/{game.slug}/record.{format.value}")).content
        for format in Format
    ]
    for format in Format:
        contents += (await _archive(visitor, f"?format={format.value}")).values()

    assert player
    assert len(contents) == 5 + 2 * 5
    for content in contents:
        for secret in private:
            assert secret.encode() not in content


async def _player_of_seat(browser: Browser, game: models.Game) -> str:
    """Let a browser hold Alice's seat, by its link."""
    seat = await models.Seat.objects.aget(game=game, side=mnk.Side.BLACK)
    page: Page = await browser.opens(f"/game/{game.slug}/seat/{seat.key}/")
    assert page.fields["csrfmiddlewaretoken"]
    await browser.sends(f"/game/{game.slug}/seat/{seat.key}/")
    return seat.key


@pytest.mark.usefixtures("hub")
async def test_all_my_games_are_one_archive_with_a_table() -> None:
    alice, eve = Browser(), Browser()
    player = await _player_of(alice)
    await sync_to_async(_keep_games)(player, 7)

    archive = await _archive(alice)

    rows = _rows(archive)
    assert len(rows) == 7
    assert set(archive) == {row["file"] for row in rows} | {"index.csv"}
    for row in rows:
        record = formats.read(archive[row["file"]], Format.SGF)
        assert (record.main_line, row["moves"]) == ((0, 1, 2), "3")
        assert record.players.black == row["black"] == player.name
        assert [node.ms for node in record.nodes[1:]] == [None, 1_000, 1_000]
        assert row["white"] == "'=HYPERLINK(evil)", "no spreadsheet takes a name for a formula"
    assert list(await _archive(eve)) == ["index.csv"]
    await alice.gets("/games/mine.zip?format=exe", 404)


async def test_an_archive_that_is_being_sent_waits_for_its_share(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downloads, "FULL_S", 0.01)
    alice = Browser()
    await sync_to_async(_keep_games)(await _player_of(alice), 2)
    paperwork = hub.part(Paperwork)
    turns, paperwork._turns = paperwork._turns, Turns(of_share=0)

    archive = asyncio.create_task(_archive(alice))
    await asyncio.wait([archive], timeout=0.1)
    assert not archive.done()
    paperwork._turns = turns

    assert len(await archive) == 3


@pytest.mark.usefixtures("hub")
async def test_games_a_format_has_no_room_for_are_in_the_table_only() -> None:
    alice = Browser()
    player = await _player_of(alice)
    await sync_to_async(_keep_games)(player, 2)
    await sync_to_async(_keep_games)(player, 1, mnk.Variant(7, 6, 4))

    archive = await _archive(alice, "?format=lib")

    files = [row["file"] for row in _rows(archive)]
    assert len(archive) == 3
    assert files.count("(not as .lib)") == 1


@pytest.mark.usefixtures("hub")
async def test_an_archive_asks_the_database_for_many_games_at_once() -> None:
    def queries(count: int) -> int:
        player = Player.objects.create(name="Alice")
        _keep_games(player, count)
        ids = records.ids_of_my_games(Visitor(player.pk))
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert len(records.kept_games(ids)) == count
        return len(asked)

    assert await sync_to_async(queries)(2) == await sync_to_async(queries)(60) == 4


@pytest.mark.usefixtures("hub")
async def test_an_archive_of_more_games_than_are_read_at_once_has_all_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alice = Browser()
    player = await _player_of(alice)
    await sync_to_async(_keep_games)(player, 25)
    monkeypatch.setattr(downloads, "AT_ONCE", 10)

    assert len(await _archive(alice, "?format=psq")) == 26
