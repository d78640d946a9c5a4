"""The pool keeps its number of thinkers, though a process cannot always be started."""

import subprocess
from typing import Any

import pytest

from games import child, mnk
from games.thinking import pool as pools
from games.thinking import questions
from games.thinking.pool import Pool
from games.turns import Urgency


async def test_a_thinker_that_cannot_be_started_is_started_a_little_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = subprocess.Popen
    refused: list[Any] = []

    def popen(*arguments: Any, **options: Any) -> "subprocess.Popen[bytes]":
        if not refused:
            refused.append(arguments)
            raise BlockingIOError("Resource temporarily unavailable")
        return real(*arguments, **options)

    monkeypatch.setattr(pools, "PAUSE_S", 0.01)
    monkeypatch.setattr(child, "_servers", {})
    monkeypatch.setattr(subprocess, "Popen", popen)
    pool = Pool(1, nice=0, idle_s=60)
    pool.keep(for_others=1)
    try:
        game = questions.Game.of(mnk.PRESETS["3x3"].variant, (0,))
        found = await pool.ask(questions.FindThreats(game), Urgency.HINT, seconds=100, patience=100)
        assert isinstance(found, questions.ThreatsFound)
        assert refused
        assert len(pool.pids) == 1
    finally:
        await pool.close()
        for server in child._servers.values():
            server.forget()
