"""Engines that an operator brought along hold seats; one that misbehaves costs its own game."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from games import mnk
from games.engines.config import BoardSizes, EngineSpec
from games.lobby import invitations
from games.play import models
from games.play.terms import Terms
from games.players import bots
from games.players.models import Player
from games.workers.bots import Bots
from games.workers.running import IDLE_S, MOST, Running
from tests.engines.conftest import ROGUE, processes_with, soon
from tests.people import Table
from tests.workers.games import T3, against, between, end_of, puts, replies

MARKER = "engine-seats-test"


def _spec(mode: str, key: str = "rogue") -> EngineSpec:
    return EngineSpec(
        key=key,
        name=f"Rogue {mode}"[:24],
        command=(sys.executable, str(ROGUE), mode, MARKER, ""),
        boards=(BoardSizes((3, 3), (5, 5)),),
        k=(3,),
        turn_ms=300,
        as_root=True,
    )


@pytest.fixture
def engines(settings: Any) -> Any:
    """Two engines: one plays, one falls silent at its first move."""
    settings.INAROW_ENGINES = (_spec("good", "good"), _spec("silent", "silent"))
    return settings


async def test_an_engine_plays_a_game_to_its_end_and_leaves(
    table: Table, engines: Any, robo: Bots
) -> None:
    game = await between("engine:good", "first-free")
    moves = await end_of(table, game)
    assert mnk.GameState.replay(T3, moves).is_over
    assert await models.Thought.objects.filter(level="engine:good").aexists()
    assert await soon(lambda: not processes_with(MARKER))


async def test_an_engine_that_falls_silent_resigns_and_says_why(
    table: Table, engines: Any, robo: Bots
) -> None:
    game = await against("engine:silent")
    other = await against("first-free")
    alice, bob = await table.sits(game, mnk.Side.BLACK), await table.sits(other, mnk.Side.BLACK)
    await puts(alice, 0, 4)
    ended = await alice.hears()
    assert ended["type"] == "gameEnded"
    assert ended["outcome"] == {"winner": "black", "termination": "resignation"}
    assert "Rogue silent" in ended["reason"]
    assert "did not answer" in ended["reason"]
    assert (await alice.sees_afresh())["reason"] == ended["reason"]
    await puts(bob, 0, 4)  # nobody else's game has suffered
    await replies(bob)
    assert await soon(lambda: not processes_with(MARKER))


async def test_an_engine_that_is_no_longer_configured_resigns(
    table: Table, engines: Any, robo: Bots
) -> None:
    game = await against("engine:good")
    engines.INAROW_ENGINES = ()
    alice = await table.sits(game, mnk.Side.BLACK)
    await puts(alice, 0, 4)
    assert (await alice.hears())["reason"] == "Rogue good does not play here any more."


async def test_an_engine_that_is_no_longer_configured_resigns_in_an_opening_too(
    table: Table, settings: Any, robo: Bots
) -> None:
    spec = replace(_spec("good"), boards=(BoardSizes((9, 9), (9, 9)),), k=(5,))
    settings.INAROW_ENGINES = (spec,)
    nine = mnk.Variant(9, 9, 5)
    game = await invitations.play_against(
        bots.find("engine:rogue"),
        variant=nine,
        player=await Player.objects.acreate(name="Alice", program=True),
        side=mnk.Side.BLACK,
        terms=Terms(opening=mnk.OpeningRule.SWAP2),
    )
    alice = await table.sits(game, mnk.Side.BLACK)
    for ply, square in enumerate(mnk.moves_from_text("a1a3", nine)):
        await puts(alice, ply, square)
    settings.INAROW_ENGINES = ()
    await puts(alice, 2, mnk.square("i9", nine))
    assert (await alice.hears())["reason"] == "Rogue good does not play here any more."


async def test_an_engine_is_offered_for_its_boards_only(engines: Any) -> None:
    keys = [bot.key for bot in bots.every_bot() if bot.plays(T3)]
    assert keys[-2:] == ["engine:good", "engine:silent"]
    with pytest.raises(bots.NoSuchBot, match="Rogue good doesn’t play 15×15"):
        bots.opponent("engine:good", mnk.Variant(15, 15, 5))


async def test_an_engine_that_is_not_asked_any_more_leaves() -> None:
    now = 0.0
    running = Running(clock=lambda: now)
    start = mnk.GameState.start(T3)
    await running.move(_spec("good"), "a game", mnk.Side.BLACK, start)
    now = IDLE_S
    await running.end_idle()
    assert len(running) == 1
    now = IDLE_S + 1
    await running.end_idle()
    assert len(running) == 0
    assert await soon(lambda: not processes_with(MARKER))


async def test_no_more_engines_run_than_may() -> None:
    now = 0.0
    running = Running(clock=lambda: now)
    start = mnk.GameState.start(T3)
    for number in range(MOST + 1):
        now += 1
        await running.move(_spec("good"), f"game {number}", mnk.Side.BLACK, start)
    assert len(running) == MOST
    await running.move(_spec("good"), "game 0", mnk.Side.BLACK, start)  # it starts afresh
    await running.close()
    assert await soon(lambda: not processes_with(MARKER))


def test_a_file_of_engines_that_is_wrong_is_named_at_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "engines.toml"
    file.write_text('[engines.pela]\nboards = ["15x15"]\ncomand = ["/bin/sh"]\n')
    monkeypatch.setenv("INAROW_ENGINES", str(file))
    started = subprocess.run(
        [sys.executable, "-c", "import config.settings"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert started.returncode != 0
    assert ImproperlyConfigured.__name__ in started.stderr
    assert f"{file}, line 3:" in started.stderr
    assert "did you mean “command”?" in started.stderr
