"""The library: shelving, searching and exploring, checked against a reader of all games."""

import asyncio
import dataclasses
import doctest
import importlib
import itertools
import random
from collections import Counter
from collections.abc import Iterable, Sequence

import pytest
from asgiref.sync import sync_to_async
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import library, mnk
from games.library import explorer, finding, profiles, query, shelves
from games.library.query import BadQuery, read_query
from games.ops.management.commands import shelve as shelve_command
from games.play import facts, models
from games.play.hub import Hub
from games.play.watching import Visibility
from games.players import bots
from games.players.identify import Visitor
from games.players.models import MAX_NAME, Player, Score, Streak
from games.review import findings
from games.review.models import Reached, Shelved
from tests.library import shelf
from tests.library.shelf import AT, BOARDS, DAY_MS, Kept
from tests.people import Table, all_hear, plays

T3 = BOARDS[0]
NOBODY = Visitor()
rows = pytest.mark.django_db


def shelve_all() -> int:
    count, mark, is_last = 0, library.BEGINNING, False
    while not is_last:
        batch = library.shelve(mark)
        count += batch.count
        mark, is_last = batch.until, batch.is_last
    return count


def test_the_examples_are_true() -> None:
    failed, attempted = doctest.testmod(query)

    assert (failed, attempted > 0) == (0, True)


# --- Shelving ------------------------------------------------------------------------------------


@rows
def test_every_game_that_is_over_is_shelved_once() -> None:
    games = shelf.random_games(60, random.Random(1))
    models.Game.objects.create_of(T3, started=True)  # still under way

    assert shelve_all() == 60
    assert shelve_all() == 0

    assert set(Shelved.objects.values_list("game_id", flat=True)) == {each.row.pk for each in games}
    for game in games:
        shelved = Shelved.objects.get(game=game.row)
        assert shelved.plies == len(game.moves)
        assert shelved.variant == mnk.variant_text(game.row.variant)
        assert shelved.ended_ms == game.ended_ms
        plies = Reached.objects.filter(game=game.row).values_list("ply", flat=True)
        assert sorted(plies) == (list(range(len(game.moves) + 1)) if game.counts else [])


@rows
def test_a_batch_ends_early_when_its_games_are_long() -> None:
    wide = mnk.Variant(30, 30, 30)
    players = shelf.people()[:2]
    state = mnk.GameState.replay(wide, range(0, 300, 1))
    for _ in range(3):
        shelf.write(state.resign(by=mnk.Side.BLACK), players)

    batch = library.shelve()

    assert batch.count == 1
    assert not batch.is_last
    assert shelve_all() == 2


@rows
def test_a_game_shelved_by_another_meanwhile_hinders_none_of_the_others() -> None:
    players = shelf.people()[:2]
    first, second = (shelf.write(shelf.resigned("a1b2c3"), players) for _ in range(2))
    entries = shelves._entries([first.row, second.row])
    assert shelves._write(shelves._entries([first.row])) == 1  # somebody else was quicker

    assert shelves._write(entries) == 1

    assert Shelved.objects.count() == 2
    assert Reached.objects.count() == 8


async def test_two_who_shelve_at_once_shelve_each_game_once(hub: Hub) -> None:
    def prepare() -> list[Kept]:
        return shelf.random_games(60, random.Random(2))

    games = await sync_to_async(prepare)()

    counts = await asyncio.gather(*(hub.read(shelve_all) for _ in range(4)))

    assert sum(counts) == 60
    assert await Shelved.objects.acount() == 60
    positions = sum(len(game.moves) + 1 for game in games if game.counts)
    assert await Reached.objects.acount() == positions
    scores = await sync_to_async(_scores)()
    await Score.objects.all().adelete()
    await Streak.objects.all().adelete()
    await sync_to_async(_add_up_anew)()
    assert await sync_to_async(_scores)() == scores  # each game was added once


@rows
@pytest.mark.foreign_errors("games.library.shelves")
@pytest.mark.parametrize("lacks", ["a move", "a square"])
def test_a_game_that_lacks_something_is_shelved_but_not_explored(
    lacks: str, caplog: pytest.LogCaptureFixture
) -> None:
    players = shelf.people()[:2]
    broken = shelf.write(shelf.resigned("a1b2c3"), players)
    shelf.write(shelf.resigned("a1b2c3"), players)
    move = models.Move.objects.filter(game=broken.row, ply=1)
    if lacks == "a move":
        move.delete()
    else:
        move.update(square=broken.row.variant.squares)

    assert shelve_all() == 2

    assert "game_not_whole" in caplog.text
    assert not Reached.objects.filter(game=broken.row).exists()
    assert Reached.objects.count() == 4


@rows
def test_what_was_given_was_not_played_and_is_not_explored() -> None:
    board = mnk.PRESETS["15x15"].variant
    given = mnk.OpeningRule.BALANCED.draw(board, seed=1)
    first, second = [square for square in range(7) if square not in given][:2]
    players = shelf.people()[:2]
    for moves in (given, (*given, first), (*given, first, second)):
        state = mnk.GameState.replay(board, moves).resign(by=mnk.Side.BLACK)
        shelf.write(state, players)
    models.Game.objects.update(opening=mnk.OpeningRule.BALANCED.value)

    assert shelve_all() == 3

    positions = [mnk.GameState.replay(board, given[:plies]).position for plies in range(6)]
    assert [library.explore(each).all.games for each in positions] == [0, 0, 0, 0, 0, 1]
    assert [move.games for move in library.explore(positions[-1]).moves] == [1]
    assert Reached.objects.count() == 3


async def test_what_was_taken_back_was_not_played(table: Table, hub: Hub) -> None:
    game = await table.game()
    alice, bob, eve = await table.three(game)
    await plays(game, "a1b2c3", alice, bob, eve)
    await bob.says("offer takeback")
    assert (await all_hear(alice, bob, eve))["type"] == "offered"
    await alice.says("accept takeback")
    assert (await all_hear(alice, bob, eve))["type"] == "takenBack"
    await bob.says("playMove", ply=1, square=2)  # c1 instead
    await all_hear(alice, bob, eve)
    await alice.says("resign")
    assert (await all_hear(alice, bob, eve))["type"] == "gameEnded"
    await bob.says("offer rematch")  # changes the game once more, after its end
    await all_hear(alice, bob, eve)

    assert await hub.read(shelve_all) == 1

    start = mnk.Position.start(T3)
    explored = await hub.read(library.explore, start.play(0))
    assert [(move.square, move.games, move.wins) for move in explored.moves] == [(2, 1, 1)]
    assert (await hub.read(library.explore, start.play(0).play(4))).all.games == 0
    message = await models.Fact.objects.aget(game=game, text__contains='"ended"')
    assert (await Shelved.objects.aget(game=game)).ended_ms == message.at_ms


@rows
def test_a_batch_has_so_many_games_and_positions_and_says_whether_it_is_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shelf.random_games(6, random.Random(4))
    plies = [
        game.ply + 1
        for game in models.Game.objects.exclude(termination="").order_by("changed_ms", "pk")
    ]
    monkeypatch.setattr(shelves, "POSITIONS_AT_ONCE", plies[0] + plies[1])
    first = library.shelve()
    assert (first.count, first.is_last) == (2, False)
    monkeypatch.setattr(shelves, "POSITIONS_AT_ONCE", sum(plies))
    second = library.shelve(first.until, most=3)
    assert (second.count, second.is_last) == (3, False)
    third = library.shelve(second.until, most=1)
    assert (third.count, third.is_last) == (1, True)


@pytest.mark.django_db(transaction=True)
def test_the_command_shelves_everything_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    shelf.random_games(25, random.Random(3))

    call_command("shelve", "--rest-ms", "0")
    assert capsys.readouterr().out.splitlines() == ["25 games to shelve.", "25 games shelved."]

    call_command("shelve", "--rest-ms", "0")
    assert capsys.readouterr().out.splitlines()[-1] == "0 games shelved."


@pytest.mark.django_db(transaction=True)
def test_the_command_says_now_and_then_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelve_command, "SAY_EVERY_S", 0.0)
    shelf.random_games(12, random.Random(3))

    call_command("shelve", "--rest-ms", "0")

    assert capsys.readouterr().out.splitlines() == [
        "12 games to shelve.",
        "10 of 12",
        "12 of 12",
        "12 games shelved.",
    ]


# --- Exploring -----------------------------------------------------------------------------------


def tallies(explored: findings.Explored) -> dict[mnk.Square | None, Counter[int]]:
    """What was told, in the naive reader's form."""

    def results(tally: findings.Tally) -> Counter[int]:
        assert tally.games == tally.wins + tally.draws + tally.losses
        return Counter({1: tally.wins, 0: tally.draws, -1: tally.losses})

    told: dict[mnk.Square | None, Counter[int]] = {None: results(explored.all)}
    for move in explored.moves:
        assert move.square not in told
        told[move.square] = results(move)
    return told


@rows
@pytest.mark.parametrize("seed", range(3))
def test_the_explorer_counts_what_a_reader_of_all_games_counts_in_every_turn(seed: int) -> None:
    rng = random.Random(seed)
    games = shelf.random_games(80, rng)
    shelve_all()
    asked = [mnk.Position.start(variant) for variant in BOARDS]
    for game in rng.sample([each for each in games if each.counts], 12):
        position = mnk.Position.start(game.row.variant)
        for square in game.moves[: rng.randint(0, len(game.moves))]:
            position = position.play(square)
        asked.append(position)
        empty = position.empty_squares()
        if empty:
            asked.append(position.play(rng.choice(empty)))  # perhaps no game got there

    for position in asked:
        for turned, _ in shelf.turns(position):
            explored = library.explore(turned)
            # Counters are equal if they differ only in zeros.
            assert tallies(explored) == shelf.counted(games, turned)
            meeting = {each.row.slug for each, _, _ in shelf.meetings(games, turned)}
            told = [game.game for game in explored.games]
            assert len(told) == min(explorer.SHOWN, len(meeting))
            assert set(told) <= meeting
            ends = [game.ended for game in explored.games]
            assert ends == sorted(ends, reverse=True)


@rows
def test_moves_come_back_in_the_orientation_of_who_asks() -> None:
    players = shelf.people()[:2]
    shelf.write(shelf.resigned("a1b1c3"), players)
    shelf.write(shelf.resigned("c3c2a1"), players)  # the same game, rotated 180° and mirrored
    shelve_all()

    for text, following in {"a1b1": "c3", "c3c2": "a1", "a3a2": "c1", "c1b1": "a3"}.items():
        (move,) = library.explore(shelf.draft(text).position).moves
        assert mnk.name(move.square, T3) == following
        assert move.games == 2


@rows
def test_moves_that_are_the_same_by_the_positions_own_symmetry_are_one() -> None:
    players = shelf.people()[:2]
    for text in ("b2a1c1", "b2c3a1", "b2a3b1", "b2b1a1"):
        shelf.write(shelf.resigned(text), players)
    shelve_all()

    moves = library.explore(shelf.draft("b2").position).moves

    assert [(mnk.name(move.square, T3), move.games) for move in moves] == [("a1", 3), ("b1", 1)]


@rows
def test_results_are_those_of_the_side_to_move() -> None:
    shelf.write(shelf.draft("a1a2b1b2c1"), shelf.people()[:2])  # black won
    shelve_all()

    black, white = (library.explore(shelf.draft(text).position).all for text in ("", "a1"))

    assert (black.wins, black.losses) == (1, 0)
    assert (white.wins, white.losses) == (0, 1)


@rows
def test_the_latest_games_are_told_with_their_players() -> None:
    alice, bob = shelf.people(["Alice", "Bob"])
    early = shelf.write(shelf.draft("a1a2b1b2c1"), [alice, bob])
    late = shelf.write(
        shelf.draft("a1b2").ended(mnk.Outcome(None, mnk.Termination.AGREEMENT)),
        [bob, alice],
        at=AT + 5,
    )
    shelve_all()

    explored = library.explore(shelf.draft("c3").position)

    assert explored.games == (
        findings.ExploredGame(
            game=late.row.slug, ply=1, black="Bob", white="Alice", result="draw", ended=AT + 5
        ),
        findings.ExploredGame(
            game=early.row.slug, ply=1, black="Alice", white="Bob", result="black", ended=AT
        ),
    )


@rows
def test_a_well_known_position_is_counted_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "_kept", {})
    monkeypatch.setattr(explorer, "WELL_KNOWN", 2)
    start, players = mnk.Position.start(T3), shelf.people()[:2]

    def ends() -> models.Game:
        row = shelf.write(shelf.resigned("a1b2"), players).row
        shelve_all()
        return row

    def explored(second: int) -> tuple[int, list[str], int]:
        """How many games are counted at a second, which are named, and by how many queries."""
        monkeypatch.setattr(explorer, "now_ms", lambda: AT + 1000 * second)
        with CaptureQueriesContext(connection) as queries:
            told = library.explore(start)
        return told.all.games, sorted(game.game for game in told.games), len(queries)

    first = ends()
    assert explored(0) == (1, [first.slug], 2)
    second = ends()
    two = sorted([first.slug, second.slug])
    assert explored(1) == (2, two, 2)
    third = ends()
    assert explored(60) == (2, two, 1)
    assert explored(0)[0] == 3, "the server's time was set back"
    assert explored(60) == (3, sorted([*two, third.slug]), 2)
    # What is removed is named no more, from that moment on.
    models.Game.objects.filter(pk=second.pk).update(removed_ms=AT)
    library.shelve_anew(models.Game.objects.get(pk=second.pk))
    assert explored(119) == (3, sorted([first.slug, third.slug]), 1)
    assert explored(120) == (2, sorted([first.slug, third.slug]), 2)


@rows
def test_the_explorer_keeps_no_more_than_it_has_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[bytes, object] = {}
    monkeypatch.setattr(explorer, "_kept", kept)
    monkeypatch.setattr(explorer, "WELL_KNOWN", 1)
    monkeypatch.setattr(explorer, "MOST_KEPT", 2)
    shelf.write(shelf.resigned("a1b2"), shelf.people()[:2])
    shelve_all()
    positions = [shelf.draft(text).position for text in ("", "a1", "a1b2")]

    for position in positions:
        library.explore(position)

    assert list(kept) == [mnk.canonical(position).key for position in positions[1:]]


@rows
def test_what_was_called_off_or_given_up_before_both_moved_is_not_explored() -> None:
    players = shelf.people()[:2]
    aborted = shelf.write(shelf.draft("a1").abort(), players)
    given_up = shelf.write(shelf.resigned("a1"), players, at=AT + 1)
    played = shelf.write(shelf.resigned("a1b2"), players, at=AT + 2)
    shelve_all()

    assert library.explore(mnk.Position.start(T3)).all.games == 1
    assert _slugs() == [played.row.slug, given_up.row.slug]
    assert _slugs(how="abort") == [aborted.row.slug]


@rows
def test_how_often_positions_were_reached_is_one_query() -> None:
    games = shelf.random_games(60, random.Random(5))
    shelve_all()
    game = next(each for each in games if len(each.moves) > 5)
    positions = [mnk.Position.start(game.row.variant)]
    for square in game.moves:
        positions.append(positions[-1].play(square))
    keys = [mnk.canonical(position).key for position in positions] + [bytes(16)]

    with CaptureQueriesContext(connection) as queries:
        reached = library.times_reached(keys)
    others = library.times_reached(keys, besides=game.row.pk)

    assert len(queries) == 1
    for position, key in zip(positions, keys, strict=False):
        expected = sum(1 for _ in shelf.meetings(games, position))
        assert (reached[key], others[key]) == (expected, expected - 1)
    assert reached[bytes(16)] == 0
    assert library.times_reached([]) == {}


# --- Profiles ------------------------------------------------------------------------------------


def _results(games: list[Kept], player: Player) -> list[tuple[models.Game, mnk.Side, str]]:
    """A player's games that count, in the order in which they ended, read off the games alone."""
    found = []
    for game in sorted(games, key=lambda each: (each.ended_ms, each.row.pk)):
        sides = [seat.side for seat in game.row.seats.all() if seat.player_id == player.pk]
        if len(sides) == 1 and game.outcome.termination is not mnk.Termination.ABORT:
            side, winner = mnk.Side(sides[0]), game.outcome.winner
            result = "drawn" if winner is None else "won" if winner is side else "lost"
            found.append((game.row, side, result))
    return found


def _counted(results: Iterable[str]) -> profiles.Results:
    return profiles.Results(**Counter(results))


def _longest(results: Sequence[str]) -> profiles.Wins:
    runs = [len(list(run)) for result, run in itertools.groupby(results) if result == "won"]
    now = len(list(itertools.takewhile(lambda result: result == "won", reversed(results))))
    return profiles.Wins(now, max(runs, default=0))


def _write_games_of_people_and_bots(seed: int) -> list[Kept]:
    rng = random.Random(seed)
    players = [*shelf.people(), bots.player_of(bots.find("club"))]
    return [
        shelf.write(
            shelf.random_state(rng.choice((*BOARDS, mnk.Variant(10, 10, 5))), rng),
            [rng.choice(players), rng.choice(players)],  # now and then somebody plays both sides
            at=AT + at,
        )
        for at in range(120)
    ]


def _scores() -> list[tuple[object, ...]]:
    return sorted(
        Score.objects.values_list(
            "player_id", "family", "side", "against_bots", "won", "drawn", "lost"
        )
    )


def _add_up_anew() -> None:
    migration = importlib.import_module("games.players.migrations.0009_profiles_of_kept_games")
    migration.add_up(apps, connection.schema_editor())


def _told() -> list[profiles.Profile]:
    return [profiles.profile(player.pk) for player in Player.objects.order_by("pk")]


@rows
def test_a_profile_counts_what_a_reader_of_all_games_counts() -> None:
    games = _write_games_of_people_and_bots(6)
    club = bots.player_of(bots.find("club"))
    shelve_all()

    for player in Player.objects.all():
        played = _results(games, player)
        against_bots = [game.seats.filter(player=club).exists() for game, _, _ in played]

        with CaptureQueriesContext(connection) as queries:
            told = profiles.profile(player.pk)

        assert len(queries) == 2
        assert told.all == _counted(result for _, _, result in played)
        families = Counter(mnk.family_of(game.variant) for game, _, _ in played)
        assert {family: part.games for family, part in told.by_family.items()} == families
        most_first = [part.games for part in told.by_family.values()]
        assert most_first == sorted(most_first, reverse=True)
        for family, part in told.by_family.items():
            assert part == _counted(
                result for game, _, result in played if mnk.family_of(game.variant) is family
            )
        for side in mnk.Side:
            assert told.by_side[side] == _counted(
                result for _, sat, result in played if sat is side
            )
        if player != club:
            people, machines = (
                [
                    result
                    for (_, _, result), is_bot in zip(played, against_bots, strict=True)
                    if is_bot is wanted
                ]
                for wanted in (False, True)
            )
            assert (told.against_people, told.streak) == (_counted(people), _longest(people))
            assert (told.against_bots, told.bot_streak) == (_counted(machines), _longest(machines))


@rows
def test_games_shelved_one_by_one_or_many_at_a_time_add_up_alike() -> None:
    _write_games_of_people_and_bots(7)
    mark, is_last = library.BEGINNING, False
    while not is_last:
        _, mark, is_last = dataclasses.astuple(library.shelve(mark, most=1))
        mark = library.Bookmark(*mark)
    one_by_one = _told()
    for model in (Score, Streak, Reached, Shelved):
        model.objects.all().delete()

    shelve_all()

    assert _told() == one_by_one


@rows
def test_what_was_shelved_before_there_were_profiles_adds_up_alike() -> None:
    _write_games_of_people_and_bots(8)
    shelve_all()
    now = _told()
    Score.objects.all().delete()
    Streak.objects.all().delete()

    _add_up_anew()

    assert _told() == now


@rows
def test_games_that_are_not_public_are_in_nobodys_profile() -> None:
    alice, bob = shelf.people(["Alice", "Bob"])
    game = shelf.write(shelf.draft("a1a2b1b2c1"), [alice, bob]).row
    models.Game.objects.filter(pk=game.pk).update(visibility=Visibility.UNLISTED)
    shelve_all()

    assert profiles.profile(alice.pk).all == profiles.NONE
    assert profiles.profile(alice.pk).streak == profiles.Wins()
    # But the two know how they stand.
    assert profiles.meeting(alice.pk, bob.pk) == profiles.Results(won=1)


@rows
def test_two_players_know_how_they_stand_whichever_sides_they_had() -> None:
    alice, bob, eve = shelf.people(["Alice", "Bob", "Eve"])
    for at, (state, players) in enumerate(
        (
            (shelf.draft("a1a2b1b2c1"), [alice, bob]),
            (shelf.resigned("a1"), [alice, bob]),  # Bob was to move
            (shelf.resigned("a1b2"), [bob, alice]),  # again Bob
            (shelf.resigned("a1"), [bob, alice]),
            (shelf.draft("b2a1c1a3a2c2b3b1c3"), [alice, bob]),
            (mnk.GameState.start(T3).abort(), [alice, bob]),
            (shelf.draft("a1a2b1b2c1"), [alice, eve]),
        )
    ):
        shelf.write(state, players, at=AT + at)
    shelve_all()

    with CaptureQueriesContext(connection) as queries:
        told = profiles.meeting(alice.pk, bob.pk)

    assert told == profiles.Results(won=3, drawn=1, lost=1)
    assert profiles.meeting(bob.pk, alice.pk) == profiles.Results(won=1, drawn=1, lost=3)
    assert len(queries) == 2


@rows
@pytest.mark.skipif(connection.vendor != "sqlite", reason="plans are asked for in SQLite's words")
def test_a_players_pages_are_read_from_indexes_that_hold_them_in_order() -> None:
    alice, bob = shelf.people(["Alice", "Bob"])
    shelf.write(shelf.draft("a1a2b1b2c1"), [alice, bob])
    shelve_all()

    with CaptureQueriesContext(connection) as queries:
        library.search(dataclasses.replace(read_query({}), who=alice.pk), NOBODY)
        library.search(read_query({"mine": "1"}), Visitor(alice.pk))
        profiles.meeting(alice.pk, bob.pk)
        profiles.profile(alice.pk)

    plans = []
    with connection.cursor() as cursor:
        for query in queries:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            plans.append(" / ".join(row[3] for row in cursor.fetchall()))
    read = [plan for plan in plans if "shelved" in plan or "score" in plan or "streak" in plan]
    assert sum("shelved_black (black_id=?)" in plan for plan in read) == 2, read
    assert sum("shelved_white (white_id=?)" in plan for plan in read) == 2, read
    assert sum("shelved_pair (black_id=? AND white_id=?)" in plan for plan in read) == 2, read
    # Nothing is read from end to end, and no list is sorted: it comes in order.
    assert not [plan for plan in read if "SCAN" in plan], read
    assert not [
        plan for plan in read if "TEMP B-TREE FOR ORDER BY" in plan and "shelved_" in plan
    ], read


# --- Searching -----------------------------------------------------------------------------------


def _slugs(visitor: Visitor = NOBODY, /, **fields: str) -> list[str]:
    """All pages of a search."""
    slugs: list[str] = []
    while True:
        page = library.search(read_query(fields), visitor)
        slugs += [game.slug for game in page.games]
        if page.next is None:
            return slugs
        assert len(page.games) == finding.PAGE
        fields["cursor"] = str(page.next)


def _is_like(game: Kept, fields: dict[str, str]) -> bool:
    """Whether a game is what these fields ask for, read off the game alone."""
    is_aborted = game.outcome.termination is mnk.Termination.ABORT
    for name, text in fields.items():
        match name:
            case "player":
                if not any(text.lower() in each.lower() for each in game.names):
                    return False
            case "variant":
                if mnk.variant_text(game.row.variant) != text:
                    return False
            case "result":
                winner = game.outcome.winner
                if text != ("draw" if winner is None else winner.word) or is_aborted:
                    return False
            case "how":
                if game.outcome.termination != text:
                    return False
            case "shortest":
                if len(game.moves) < int(text):
                    return False
            case "longest":
                if len(game.moves) > int(text):
                    return False
            case "since":
                if game.ended_ms < _midnight(text):
                    return False
            case "until":
                if game.ended_ms >= _midnight(text) + DAY_MS:
                    return False
            case "position":
                asked = mnk.position_from_line(text)
                if not any(each is game for each, _, _ in shelf.meetings([game], asked)):
                    return False
    return not is_aborted or fields.get("how") == "abort"


def _midnight(text: str) -> int:
    return AT - AT % DAY_MS + (int(text[-2:]) - 14) * DAY_MS  # AT is on 2023-11-14


def _random_wish(games: list[Kept], rng: random.Random) -> dict[str, str]:
    game = rng.choice(games)
    position = mnk.Position.start(game.row.variant)
    for square in game.moves[: rng.choice((0, 2, 3, 3, 4))]:
        position = position.play(square)
    turned, _ = rng.choice(list(shelf.turns(position)))
    possible = {
        "player": rng.choice(("al", "ALICE", "émil", "ŻAN", "%c", "o_b", "小明", "nobody", "o A")),
        "variant": mnk.variant_text(game.row.variant),
        "result": rng.choice(query.RESULTS),
        "how": rng.choice([each.value for each in mnk.Termination]),
        "shortest": str(rng.randint(0, 6)),
        "longest": str(rng.randint(6, 12)),
        "since": f"2023-11-{rng.randint(13, 18)}",
        "until": f"2023-11-{rng.randint(18, 21)}",
        "position": mnk.position_line(turned),
    }
    fields = dict(rng.sample(sorted(possible.items()), rng.choice((0, 1, 1, 2, 3))))
    if "position" in fields:
        fields.pop("variant", None)
    return fields


@rows
@pytest.mark.parametrize("seed", range(3))
def test_a_search_finds_what_a_reader_of_all_games_finds(seed: int) -> None:
    rng = random.Random(seed)
    games = shelf.random_games(90, rng)
    shelve_all()
    latest_first = sorted(games, key=lambda each: (-each.ended_ms, -each.row.pk))
    found = 0

    for _ in range(60):
        fields = _random_wish(games, rng)
        expected = [each.row.slug for each in latest_first if _is_like(each, fields)]
        assert _slugs(**fields) == expected, fields
        found += bool(expected)

    assert found > 20


@rows
def test_a_page_is_four_queries_whatever_is_on_it() -> None:
    shelf.random_games(60, random.Random(4))
    shelve_all()

    with CaptureQueriesContext(connection) as queries:
        page = library.search(read_query({"player": "al", "position": "3x3/3/3/3/X"}), NOBODY)
    assert page.games
    assert len(queries) == 4

    with CaptureQueriesContext(connection) as queries:
        library.explore(mnk.Position.start(T3))
    assert len(queries) == 2


@rows
@pytest.mark.parametrize(("most", "goes_on"), [(2, True), (3, False), (4, False)])
def test_a_page_goes_on_only_where_there_is_more(
    monkeypatch: pytest.MonkeyPatch, most: int, goes_on: bool
) -> None:
    monkeypatch.setattr(finding, "PAGE", most)
    shelf.random_games(3, random.Random(5))
    shelve_all()

    page = library.search(read_query({}), NOBODY)

    assert len(page.games) == min(most, 3)
    assert (page.next is not None) is goes_on


@rows
def test_a_game_is_found_with_its_moves_and_its_players() -> None:
    alice, bob = shelf.people(["Alice", "Bob"])
    game = shelf.write(shelf.draft("a1a2b1b2c1"), [alice, bob], taken_back=2)
    shelve_all()

    (found,) = library.search(read_query({}), NOBODY).games

    assert found == library.FoundGame(
        slug=game.row.slug,
        variant=T3,
        players=mnk.BySide(
            library.Sitter("Alice", slug=alice.slug), library.Sitter("Bob", slug=bob.slug)
        ),
        outcome=mnk.Outcome(mnk.Side.BLACK, mnk.Termination.LINE),
        ended_ms=AT,
        moves=(0, 3, 1, 4, 2),
        rated=False,
    )


@rows
def test_a_game_that_counted_is_found_with_what_it_did_to_both_ratings() -> None:
    alice, bob = shelf.people(["Alice", "Bob"])
    rated, other = (
        shelf.write(shelf.draft("a1a2b1b2c1"), [alice, bob], at=AT + at).row for at in (1, 0)
    )
    models.Game.objects.filter(pk__in=(rated.pk, other.pk)).update(rated=True)
    models.Game.objects.filter(pk=rated.pk).update(ratings_counted=True)
    changes = mnk.BySide(facts.NewRating(1662, 162, True), facts.NewRating(1338, -162, True))
    models.Fact.objects.create(
        game=rated, version=rated.version + 1, text=facts.encode(facts.Rated(changes)), at_ms=AT
    )
    shelve_all()

    found = library.search(read_query({}), NOBODY).games

    assert [(game.rated, game.changes) for game in found] == [
        (True, mnk.BySide(162, -162)),
        (True, None),
    ]


@rows
def test_of_each_player_the_last_public_game_is_known_whatever_they_played() -> None:
    rng = random.Random(9)
    games = _write_games_of_people_and_bots(9)
    hidden = {game.row.pk for game in rng.sample(games, 40)}
    models.Game.objects.filter(pk__in=hidden).update(visibility=Visibility.UNLISTED)
    shelve_all()
    players = list(Player.objects.all())
    expected = {}
    for game in sorted(games, key=lambda each: (each.ended_ms, each.row.pk)):
        if game.row.pk not in hidden and game.outcome.termination is not mnk.Termination.ABORT:
            for seat in game.row.seats.all():
                expected[seat.player_id] = (game.ended_ms, game.row.pk)

    with CaptureQueriesContext(connection) as queries:
        told = library.latest_of([player.pk for player in players])

    assert told == expected
    assert len(queries) == 2
    some = [cursor.game_id for cursor in told.values()][:3]
    assert library.games_told(some).keys() == set(some)
    assert library.latest_of([]) == {}


@rows
def test_who_played_both_sides_finds_the_game_once() -> None:
    alice, _ = shelf.people(["Alice", "Bob"])
    both = shelf.write(shelf.draft("a1a2b1b2c1"), [alice, alice]).row
    shelve_all()

    mine = library.search(read_query({"mine": "1"}), Visitor(alice.pk)).games

    assert [game.slug for game in mine] == [both.slug]


@rows
def test_players_of_that_name_are_told_with_their_games_the_very_name_first() -> None:
    shelf.people(["Alicent", "alice", "Bob", "Malice"])

    page = library.search(read_query({"player": "ALICE"}), NOBODY)

    assert [person.name for person in page.people] == ["alice", "Alicent", "Malice"]
    assert library.search(read_query({}), NOBODY).people == ()


@rows
def test_mine_are_those_i_sat_in_by_name_or_by_key() -> None:
    alice, bob, eve = shelf.people(["Alice", "Bob", "Eve"])
    with_bob = shelf.write(shelf.resigned("a1b2"), [alice, bob])
    with_eve = shelf.write(shelf.resigned("a1b2"), [eve, bob], at=AT + 1)
    shelve_all()
    key = models.Seat.objects.get(game=with_bob.row, side=1).key

    assert _slugs(Visitor(alice.pk), mine="1") == [with_bob.row.slug]
    assert _slugs(Visitor(bob.pk), mine="1") == [with_eve.row.slug, with_bob.row.slug]
    assert _slugs(Visitor(None, frozenset({key})), mine="1") == [with_bob.row.slug]
    assert _slugs(mine="1") == []


@rows
def test_the_name_that_counts_is_the_one_of_today() -> None:
    alice, bob = shelf.people(["Alice", "Bob"])
    game = shelf.write(shelf.resigned("a1b2"), [alice, bob])
    shelve_all()
    alice.name = "Alexandra"
    alice.save()

    assert _slugs(player="xandra") == [game.row.slug]
    assert _slugs(player="alice") == []


@rows
def test_too_many_namesakes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "NAMESAKES", 3)
    shelf.people(f"Guest {at}" for at in range(3))
    assert _slugs(player="gues") == []
    shelf.people(["Guest 3"])

    with pytest.raises(BadQuery) as refused:
        _slugs(player="gues")
    assert refused.value.sentences["player"].endswith("Type more of it.")
    assert _slugs(player="guest 2") == []


@rows
def test_moves_find_a_position_however_they_were_played() -> None:
    players = shelf.people()[:2]
    game = shelf.write(shelf.resigned("a1b2c3b1"), players)
    shelve_all()

    for moves in ("a1b2c3", "c3 b2 a1", "A3,B2,C1"):
        assert _slugs(variant="3x3", position=moves) == [game.row.slug]
    assert _slugs(variant="3x3", position="a1b2b3") == []


LONG = "h8" * 5_000


@pytest.mark.parametrize(
    ("field", "text", "says"),
    [
        ("player", "a", "at least 2"),
        ("player", "x" * 10_000, "too long"),
        ("player", "y" * 30, "at most 24"),
        ("player", "al\0ice", "invisible character"),
        ("variant", "９x９x５", "isn’t a board"),
        ("variant", "0x0x0", "from 1 to"),
        ("variant", "999x999x999", "from 1 to"),
        ("result", "purple", "must be one of"),
        ("how", "magic", "must be one of"),
        ("shortest", "-1", "whole number"),
        ("shortest", "٣", "whole number"),
        ("longest", "1e9", "whole number"),
        ("longest", "9" * 400, "whole number"),
        ("since", "9999-99-99", "no such day"),
        ("since", "0000-01-01", "no such day"),
        ("since", "2026-W01-1", "like 2026-03-31"),
        ("until", "２０２６-01-01", "like 2026-03-31"),
        ("until", "tomorrow", "like 2026-03-31"),
        ("position", LONG, "too long"),
        ("position", "h8", "Choose the board"),
        ("position", "3x3/3/1X1/9/O", "isn’t a row"),
        ("position", "3x3/\0", "invisible character"),
        ("position", "/" * 4_000, "isn’t a board"),
        ("cursor", "'; DROP TABLE games", "Start with the first"),
        ("cursor", "-1-1", "Start with the first"),
        ("cursor", "٣-٣", "Start with the first"),
        ("cursor", "9" * 99 + "-1", "Start with the first"),
    ],
)
def test_whatever_is_wished_for_wrongly_gets_a_sentence(field: str, text: str, says: str) -> None:
    with pytest.raises(BadQuery) as refused:
        read_query({field: text})

    assert says in refused.value.sentences[field]
    assert refused.value.sentences[field].endswith(".")
    assert len(refused.value.sentences[field]) < 300


@pytest.mark.parametrize(
    "fields",
    [
        {"shortest": "5", "longest": "5"},
        {"since": "2026-03-01", "until": "2026-03-01"},
        {"player": "a" * query.LEAST_OF_A_NAME},
        {"player": "a" * MAX_NAME},
    ],
)
def test_what_is_just_within_its_limits_may_be_wished_for(fields: dict[str, str]) -> None:
    assert read_query(fields) != read_query({})
    query.refuse_strange("a" * query.MAX_TEXT)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"shortest": "9", "longest": "3"}, "longest"),
        ({"since": "2026-03-02", "until": "2026-03-01"}, "until"),
        ({"variant": "15x15", "position": "3x3/3/1X1/3/O"}, "position"),
        ({"variant": "3x3", "position": "a1a1"}, "position"),
        ({"variant": "3x3", "position": "a1a2b1b2c1c2"}, "position"),
        ({"variant": "3x3", "position": "d4"}, "position"),
        ({"variant": "3y3", "position": "d4"}, "variant"),
    ],
)
def test_fields_that_do_not_fit_each_other_get_a_sentence(
    fields: dict[str, str], field: str
) -> None:
    with pytest.raises(BadQuery) as refused:
        read_query(fields)

    assert list(refused.value.sentences) == [field]


@rows
def test_extreme_but_lawful_wishes_find_nothing() -> None:
    shelf.random_games(5, random.Random(1))
    shelve_all()

    assert _slugs(since="9999-12-31", until="9999-12-31") == []
    assert _slugs(until="0001-01-01") == []
    assert _slugs(shortest="99999") == []
    assert _slugs(cursor="0-0") == []
    assert _slugs(player="%%") == _slugs(player="__") == _slugs(player="\\\\") == []


@rows
def test_moves_of_either_kind_are_counted_apart_however_the_board_was_turned() -> None:
    wild = mnk.PRESETS["3x3-wild"].variant
    players = shelf.people()[:2]
    for text in ("xb2oa1", "xb2oc3", "ob2xa1", "xb2xa1"):
        state = mnk.GameState.replay(wild, mnk.moves_from_text(text, wild))
        shelf.write(state.resign(by=mnk.Side.BLACK), players)
    assert shelve_all() == 4

    start = mnk.Position.start(wild)

    def counted(position: mnk.Position) -> dict[str, int]:
        moves = library.explore(position).moves
        return {mnk.move_name(move.square, wild): move.games for move in moves}

    assert counted(start) == {"X b2": 3, "O b2": 1}
    assert counted(start.play(4)) == {"O a1": 2, "X a1": 1}
    assert counted(start.play(13)) == {"X a1": 1}
    for corner in (0, 2, 6, 8):
        turned = start.play(4).play(mnk.move_to(corner, mnk.Side.WHITE, wild))
        assert library.explore(turned).all.games == 2
