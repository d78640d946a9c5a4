"""Programs play too: the documented example, as it stands in docs/client.py."""

import os
import subprocess
import sys
from pathlib import Path

from tests.live import parts

CLIENT = Path(__file__).resolve().parents[2] / "docs" / "client.py"


def test_two_example_clients_are_paired_and_play(embedded: parts.Server) -> None:
    command = [sys.executable, str(CLIENT), "pair"]
    environment = {**os.environ, "INAROW_URL": embedded.url}
    clients = [
        subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)
        for _ in range(2)
    ]
    try:
        said = [client.communicate(timeout=60)[0].strip() for client in clients]
    finally:
        for client in clients:
            client.kill()
            client.wait()
    sides, outcomes = zip(*(line.split(": ", 1) for line in said), strict=True)
    assert sorted(sides) == ["black", "white"]
    assert outcomes[0] == outcomes[1]


def test_the_example_client_plays_a_game_against_itself(cluster: parts.Server) -> None:
    command = [sys.executable, str(CLIENT)]
    environment = {**os.environ, "INAROW_URL": cluster.url}
    first = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True)
    try:
        assert first.stdout is not None
        game = first.stdout.readline().strip()
        second = subprocess.run(
            [*command, game],
            check=False,
            capture_output=True,
            env=environment,
            text=True,
            timeout=60,
        )
        said, _ = first.communicate(timeout=60)
    finally:
        first.kill()
        first.wait()
    assert first.returncode == second.returncode == 0, second.stderr
    outcomes = {line.split(": ", 1)[1] for line in (said.strip(), second.stdout.strip())}
    assert len(outcomes) == 1, outcomes
    stored = parts.rows(
        cluster,
        "SELECT play_game.ply, count(*) FROM play_game JOIN play_move "
        "ON play_game.id = game_id WHERE slug = %s AND termination <> '' GROUP BY play_game.ply",
        game,
    )
    assert [ply for ply, _ in stored] == [moves for _, moves in stored]
    assert stored
