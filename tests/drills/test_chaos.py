"""What the chaos kills, under each server it knows: that part, and nothing else."""

import argparse

import pytest

from drills import chaos
from tests.live import parts


@pytest.mark.parametrize("mode", chaos.EMBEDDED)
def test_what_is_killed_is_gone_and_comes_back(mode: str) -> None:
    with chaos.started(mode) as (server, broken):
        killers = chaos.Chaos(mode, server, broken, argparse.Namespace(seed=1)).killers()
        parts.until(lambda: bool(_beside(server)))
        first, thinkers = server.serving(), _beside(server)

        killers["thinker"]()

        assert server.serving() == first
        parts.until(lambda: not thinkers & _beside(server))
        assert server.get("/api/presets")

        killers["server 0"]()

        assert server.get("/api/presets")
        assert not set(first) & set(server.serving())
        assert not any(map(parts.descriptors, first))
        assert not server.errors_logged()


def _beside(server: parts.Server) -> set[int]:
    """What a server has started, but for what listens."""
    return set(parts.descendants(server.processes[0].pid)) - set(server.serving())
