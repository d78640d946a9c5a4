"""What a watched server notes about itself is there, whatever serves it."""

import json
import sys
import time

import pytest
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from bench import watch
from bench.processes import prepared
from games.play.protocol import SUBPROTOCOL
from tests.live import parts


@pytest.mark.parametrize("mode", watch.EMBEDDED)
def test_commits_and_messages_are_noted(mode: str) -> None:
    with parts.server(command=watch.EMBEDDED[mode]) as server:
        (game,) = prepared(server.environment, 1)
        before = watch.counts(server)
        with connect(
            f"{server.url.replace('http', 'ws', 1)}/ws/game/{game.slug}/",
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            additional_headers={"Authorization": f"Bearer {game.keys[0]}"},
        ) as alice:
            sent_at = time.perf_counter()
            alice.send(json.dumps({"type": "playMove", "id": "a", "ply": 0, "square": 4}))
            while json.loads(alice.recv(timeout=60))["type"] != "movePlayed":
                pass
            heard_at = time.perf_counter()

        noted = watch.counts(server) - before

        assert (noted["Welcome"], noted["MovePlayed"]) == (1, 1)
        commits = watch.commits(server, game.slug)
        assert list(commits) == [0]
        assert sent_at < commits[0] < heard_at


def test_the_baseline_counts_as_well() -> None:
    with parts.server(command=(sys.executable, "-m", "bench.naive")) as server:
        assert not watch.counts(server)
