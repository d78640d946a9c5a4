"""A game that a moderator has removed is on no list; whoever has its link sees it."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import library, mnk, puzzles
from games.library import shelves
from games.library.query import Query, read_query
from games.lobby import following, watchlist
from games.moderation import actions
from games.moderation.models import Entry
from games.play.clock import now_ms
from games.play.errors import NoSuchGame
from games.play.hub import Hub
from games.play.models import Game
from games.play.watching import Visibility, Watching
from games.players.identify import STRANGER, Visitor
from games.players.models import Player, Score, Streak
from games.review.models import Badge, Reached, Shelved
from tests.library import shelf
from tests.moderation.moderators import moderator
from tests.pages.browser import Browser
from tests.people import Table, plays

THREE = mnk.Variant(3, 3, 3)
WON = "b2b1a1c3a3a2c1"


def _kept() -> tuple[Game, Game, Player, Player]:
    """Two games of Alice and Bob that are over."""
    alice, bob = Player.objects.create(name="Alice"), Player.objects.create(name="Bob")
    first = shelf.write(_won(), [alice, bob], at=shelf.AT).row
    second = shelf.write(_won(), [bob, alice], at=shelf.AT + 1).row
    while not library.shelve(most=50).is_last:
        pass
    return first, second, alice, bob


def _won() -> mnk.GameState:
    return mnk.GameState.replay(THREE, mnk.moves_from_text(WON, THREE))


def _figures() -> Any:
    scores = Score.objects.order_by("player", "family", "side", "against_bots")
    streaks = Streak.objects.order_by("player", "against_bots")
    return (
        [
            row
            for row in scores.values_list("player__name", "side", "won", "drawn", "lost")
            if any(row[2:])
        ],
        list(streaks.values_list("player__name", "now", "longest")),
        Reached.objects.count(),
    )


def _finds(query: Query, visitor: Visitor = STRANGER) -> set[str]:
    return {found.slug for found in library.search(query, visitor).games}


@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_over_is_found_by_its_players_alone_until_it_is_put_back() -> None:
    game, other, alice, _ = _kept()
    before = _figures()
    Badge.objects.create(player=alice, kind="quickest", number=3, game=game, at_ms=1)
    mona = moderator()

    actions.remove_game(mona, game.slug, "Names")

    everything = read_query({})
    assert _finds(everything) == {other.slug}
    assert _finds(read_query({"player": "Alice"})) == {other.slug}
    assert _finds(read_query({"position": WON, "variant": "3x3"})) == {other.slug}
    assert _finds(read_query({"mine": "1"}), Visitor(alice.pk)) == {game.slug, other.slug}
    assert {each.game_id for each in library.latest_of([alice.pk]).values()} == {other.pk}
    assert not Reached.objects.filter(game=game).exists()
    assert not Badge.objects.exists()
    assert _figures()[0] == [("Alice", 1, 0, 0, 1), ("Bob", 0, 1, 0, 0)]
    found = puzzles.next_unsearched(now_ms())
    assert found is not None
    assert found.id == other.pk
    with pytest.raises(actions.NotToBeDone):
        actions.remove_game(mona, game.slug, "Again")

    actions.put_game_back(mona, game.slug, "A mistake")
    assert _finds(everything) == {game.slug, other.slug}
    assert _figures() == before
    with pytest.raises(actions.NotToBeDone):
        actions.put_game_back(mona, game.slug, "Again")
    log = Entry.objects.order_by("pk").values_list("action", "reason")
    assert list(log) == [("remove", "Names"), ("put_back", "A mistake")]


@pytest.mark.django_db(transaction=True)
def test_a_game_removed_before_it_was_shelved_is_shelved_as_removed() -> None:
    alice, bob = Player.objects.create(name="Alice"), Player.objects.create(name="Bob")
    game = shelf.write(_won(), [alice, bob], at=shelf.AT).row
    actions.remove_game(moderator(), game.slug, "Names")
    library.shelve(most=50)
    assert Shelved.objects.get().public is False
    assert _figures() == ([], [], 0)


@pytest.mark.django_db(transaction=True)
def test_a_game_removed_while_it_is_shelved_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The librarian has read its row when the moderator acts."""
    alice, bob = Player.objects.create(name="Alice"), Player.objects.create(name="Bob")
    game = shelf.write(_won(), [alice, bob], at=shelf.AT).row
    mona, write = moderator(), shelves._write

    def late(entries: Any) -> int:
        monkeypatch.setattr(shelves, "_write", write)
        actions.remove_game(mona, game.slug, "Names")
        return write(entries)

    monkeypatch.setattr(shelves, "_write", late)
    library.shelve(most=50)
    assert Shelved.objects.get().public is False
    assert _figures()[0] == []
    assert not Reached.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_what_is_on_no_list_is_not_removed() -> None:
    mona = moderator()
    private = Game.objects.create_of(THREE, watching=Watching(Visibility.PRIVATE), started=True)
    waiting = Game.objects.create_of(THREE)
    for game in (private, waiting):
        with pytest.raises(actions.NotToBeDone):
            actions.remove_game(mona, game.slug, "Names")
    with pytest.raises(NoSuchGame):
        actions.remove_game(mona, "nothing", "Names")


async def test_a_game_in_progress_leaves_the_lobby_tv_and_profiles(table: Table, hub: Hub) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1b2", alice, bob, eve)
    mona = await sync_to_async(moderator)()
    player = await Player.objects.aget(name="Alice")
    browser = Browser()
    assert game.slug in (await browser.gets("/watch")).content.decode()

    await sync_to_async(actions.remove_game)(mona, game.slug, "Names")

    def named() -> set[int]:
        return set(watchlist._rows(now_ms(), {})) | {
            each.pk for each in following.games_now(player, now=now_ms(), at_board={})
        }

    assert not await sync_to_async(named)()
    for page in ("/", "/games", f"/player/{player.slug}/", "/api/games", "/explorer?variant=3x3"):
        assert game.slug not in (await browser.gets(page)).content.decode(), page
    # Anybody with its link sees it, and it goes on.
    await browser.opens(f"/game/{game.slug}/")
    await plays(game, "c3", alice, bob, eve)
    shown = json.loads((await browser.gets(f"/api/games/{game.slug}")).content)
    assert len(shown["moves"]) == 3
