"""What must never happen is counted if it does: here the database is broken by hand."""

import itertools
from collections.abc import AsyncIterator, Callable, Iterator

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.db import connection
from django.db.models import QuerySet

from games import metrics, mnk
from games.play import commands, commit, facts, history, models, notices, protocol
from games.play.clock import now_ms
from games.play.hub import FollowedGame, Hub
from games.players.models import Player
from games.refusals import Refused
from tests import figures
from tests.play.test_crowd import Listener

pytestmark = pytest.mark.foreign_errors("games.play.hub.open_games", "games.play.history")


@pytest.fixture
def lost() -> Callable[[], float]:
    """How many moves this test has lost."""
    before = figures.value(metrics.moves_lost)
    return lambda: figures.value(metrics.moves_lost) - before


@pytest.fixture
def doubled() -> Callable[[], float]:
    """How many moves this test has doubled."""
    before = figures.value(metrics.moves_doubled)
    return lambda: figures.value(metrics.moves_doubled) - before


class Board:
    """A game of two that this process follows, and the database behind it."""

    def __init__(self, hub: Hub, followed: FollowedGame) -> None:
        self.hub, self.followed = hub, followed
        self._ids = itertools.count()

    async def plays(self, square: int) -> commit.Submitted:
        """The side to move plays."""
        state = self.followed.game.state
        command = protocol.PlayMove(id=f"m{next(self._ids)}", ply=state.ply, square=square)
        return await commands.carry_out(
            self.hub, self.followed, state.side_to_move, command, commands.Arrival(now_ms())
        )

    async def is_behind_back(self, version: int, **row: object) -> None:
        """The game's row is changed by hand."""
        await models.Game.objects.filter(pk=self.followed.game.id).aupdate(version=version, **row)

    @property
    def rows(self) -> "QuerySet[models.Move]":
        return models.Move.objects.filter(game=self.followed.game.id)


@pytest_asyncio.fixture
async def board(hub: Hub) -> AsyncIterator[Board]:
    """A game two moves old: a1, b1."""
    game = await models.Game.objects.acreate(
        width=3, height=3, k=3, line_rule="freestyle", started=True
    )
    for side, name in ((mnk.Side.BLACK, "Alice"), (mnk.Side.WHITE, "Bob")):
        player = await Player.objects.acreate(name=name)
        await models.Seat.objects.acreate(game=game, side=side, player=player)
    async with hub.games.following(game.slug) as followed:
        board = Board(hub, followed)
        for square in (0, 1):
            await board.plays(square)
        yield board


def _lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.levelname == "ERROR"]


# --- Lost -------------------------------------------------------------------------------------


async def test_all_is_well(
    board: Board, lost: Callable[[], float], doubled: Callable[[], float]
) -> None:
    async with board.followed.writing:
        assert await board.hub.games.refresh(board.followed)
    await board.plays(2)

    assert (lost(), doubled()) == (0, 0)


async def test_a_move_that_was_told_and_is_not_there_any_more_is_counted_once(
    board: Board, lost: Callable[[], float], caplog: pytest.LogCaptureFixture
) -> None:
    await board.rows.filter(ply=1).adelete()
    await board.is_behind_back(1, ply=1)

    # Alice's move would be the third; the database says that the second is missing.
    with pytest.raises((mnk.RuleError, Refused)):
        await commands.carry_out(
            board.hub,
            board.followed,
            mnk.Side.BLACK,
            protocol.PlayMove(id="third", ply=2, square=2),
            commands.Arrival(now_ms()),
        )

    assert lost() == 1
    slug = board.followed.game.slug
    assert _lines(caplog) == [f"move_lost game={slug} version=2 found=1"]
    await board.plays(1)  # the game goes on from what is there
    assert lost() == 1


async def test_another_move_at_a_ply_that_was_told_is_a_lost_one(
    board: Board, lost: Callable[[], float]
) -> None:
    await board.rows.filter(ply=1).aupdate(square=8)

    async with board.followed.writing:
        await board.hub.games.refresh(board.followed)

    assert lost() == 1


async def test_a_command_that_was_carried_out_at_two_versions_is_doubled(
    board: Board, doubled: Callable[[], float], caplog: pytest.LogCaptureFixture
) -> None:
    followed = board.followed
    for version in (3, 3, 4):  # the third by two ways, as it may be
        played = facts.Happened(
            version, 0, facts.Ended(mnk.Outcome(None, mnk.Termination.AGREEMENT)),
            by=mnk.Side.BLACK, command="once",
        )  # fmt: skip
        followed.take_step(played, followed.game)

    assert doubled() == 1
    slug = followed.game.slug
    assert _lines(caplog) == [f"move_doubled game={slug} version=4 what='command once'"]


async def test_the_sweep_finds_a_loss_though_nobody_plays(
    board: Board, lost: Callable[[], float]
) -> None:
    await board.rows.filter(ply=1).adelete()
    await board.is_behind_back(1, ply=1)

    await board.hub.games.compare_all()
    await board.hub.games.compare_all()

    assert lost() == 1
    assert board.followed.game.version == 1


async def test_a_move_told_while_the_game_was_being_read_is_none_lost(
    board: Board, lost: Callable[[], float], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await board.hub.read(history.load, board.followed.game.slug)

    async def reads(*args: object) -> history.Loaded:
        # The write of a player who has left waits for nobody.
        move = facts.Happened(3, now_ms(), facts.Played(2, 2), mnk.Side.BLACK)
        board.followed.game = board.followed.game.after(move)
        return before

    monkeypatch.setattr(board.hub, "read", reads)
    assert await board.hub.games.refresh(board.followed)

    assert board.followed.game.version == 3
    assert lost() == 0


async def test_a_move_told_while_the_game_was_being_read_is_not_told_again(
    board: Board, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = Listener()
    board.followed.subscribers.add(eve)
    news, games = [], [board.followed.game]
    for ply, side in ((2, mnk.Side.BLACK), (3, mnk.Side.WHITE)):
        move = facts.Happened(ply + 1, now_ms(), facts.Played(ply, ply), side)
        games.append(games[-1].after(move))
        news.append(history.News.of(move, games[-1]))

    async def reads(*args: object) -> history.Loaded:
        board.followed.game = games[1]  # the first of the two is told
        return history.Loaded(games[2], {}, tuple(news))

    monkeypatch.setattr(board.hub, "read", reads)
    assert await board.hub.games.refresh(board.followed)

    assert eve.heard == [protocol.encode(news[1].message)]


# --- Doubled ----------------------------------------------------------------------------------


@pytest.fixture
def without(board: Board) -> Iterator[Callable[[str], None]]:
    """Takes a constraint off the table of moves; it is back at the end of the test."""
    options = models.Move._meta
    all_of_them = options.constraints

    def take(name: str) -> None:
        (taken,) = (each for each in all_of_them if each.name == name)
        # SQLite makes the table anew, with the constraints that are named here.
        options.constraints = [each for each in all_of_them if each is not taken]
        with connection.schema_editor() as editor:
            editor.remove_constraint(models.Move, taken)

    yield take
    models.Move.objects.all().delete()
    (taken,) = (each for each in all_of_them if each not in options.constraints)
    options.constraints = all_of_them
    with connection.schema_editor() as editor:
        editor.add_constraint(models.Move, taken)


@pytest.mark.parametrize(
    ("constraint", "ply", "square"),
    [("move_once_per_ply", 1, 5), ("move_once_per_square", 2, 1)],
)
async def test_a_ply_or_a_square_that_is_there_twice_is_counted(
    board: Board,
    without: Callable[[str], None],
    doubled: Callable[[], float],
    caplog: pytest.LogCaptureFixture,
    constraint: str,
    ply: int,
    square: int,
) -> None:
    await sync_to_async(without)(constraint)
    game = board.followed.game
    await models.Move.objects.acreate(game_id=game.id, ply=ply, square=square, at_ms=1, version=3)
    await board.is_behind_back(3)

    loaded = await board.hub.read(history.load, game.slug)

    assert doubled() == 1
    assert _lines(caplog) == [f"move_doubled game={game.slug} version=3 what='ply {ply}'"]
    assert loaded.game.state.moves == (0, 1)


async def test_a_command_carried_out_twice_is_counted(
    board: Board, doubled: Callable[[], float]
) -> None:
    game = board.followed.game
    await models.Move.objects.acreate(
        game_id=game.id, ply=2, square=2, at_ms=1, version=3, command="m0"
    )
    await board.is_behind_back(3, ply=3)

    await board.hub.read(history.load, game.slug)

    assert doubled() == 1


async def test_a_command_of_two_kinds_carried_out_twice_is_counted(
    board: Board, doubled: Callable[[], float]
) -> None:
    game = board.followed.game
    text = facts.encode(facts.Offered(mnk.Offer.DRAW))
    await models.Fact.objects.acreate(
        game_id=game.id, version=3, side=0, command="m0", text=text, at_ms=1
    )
    await board.is_behind_back(3)

    await board.hub.read(history.load, game.slug)

    assert doubled() == 1


@pytest.mark.parametrize(
    ("version", "ply", "square"),
    [(2, 1, 5), (2, 2, 5), (3, 1, 5), (3, 2, 0)],
    ids=["another square", "another ply", "ply again", "square again"],
)
async def test_a_notice_of_another_process_that_tells_a_move_twice_is_counted(
    board: Board, doubled: Callable[[], float], version: int, ply: int, square: int
) -> None:
    game = board.followed.game
    move = facts.Happened(version, 1, facts.Played(ply, square), mnk.Side(ply % 2), "there")

    board.hub.others.hear("there", notices.GameChanged(game.slug, move))

    assert doubled() == 1
    assert board.followed.game == game


async def test_a_notice_of_a_move_at_the_version_of_a_takeback_is_counted(
    board: Board, doubled: Callable[[], float]
) -> None:
    def hears(version: int, fact: facts.Fact, by: mnk.Side) -> None:
        happened = facts.Happened(version, 1, fact, by, f"there {version}")
        board.hub.others.hear("there", notices.GameChanged(board.followed.game.slug, happened))

    hears(3, facts.Offered(mnk.Offer.TAKEBACK), mnk.Side.WHITE)
    hears(4, facts.TakenBack(mnk.Side.WHITE), mnk.Side.BLACK)
    assert board.followed.game.state.ply == 1
    for version, found in ((3, 0), (4, 1)):  # one from before may be one that was taken back
        hears(version, facts.Played(1, 5), mnk.Side.WHITE)
        assert doubled() == found


async def test_a_notice_of_a_move_that_is_not_its_turn_yet_is_not_believed(
    board: Board, doubled: Callable[[], float]
) -> None:
    game = board.followed.game
    early = facts.Happened(3, 1, facts.Played(4, 5), mnk.Side.BLACK, "there")

    board.hub.others.hear("there", notices.GameChanged(game.slug, early))

    assert board.followed.game == game  # the database tells
    assert doubled() == 0


async def test_the_same_notice_heard_twice_is_nothing(
    board: Board, doubled: Callable[[], float]
) -> None:
    await board.plays(2)
    happened = board.followed.answered[mnk.Side.BLACK, "m2"]
    notice = notices.GameChanged(board.followed.game.slug, happened)

    board.hub.others.hear("there", notice)
    board.hub.others.hear("there", notice)

    assert doubled() == 0
