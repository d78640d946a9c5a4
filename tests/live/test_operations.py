"""What an operator sees of a real server: readiness as parts come and go, and the figures."""

import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import inarow
from tests.live import parts

JSON = {"content-type": "application/json"}


def _get(url: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def _missing(server: parts.Server) -> list[str]:
    status, text = _get(f"{server.url}/readyz")
    body: dict[str, Any] = json.loads(text)
    assert (status == 200) is body["ready"] is (body["missing"] == [])
    return list(body["missing"])


def _soon(is_so: Callable[[], bool], within_s: float = 60) -> None:
    deadline = time.monotonic() + within_s
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.2)


def _figures(port: int) -> dict[str, float]:
    """Each figure by its name and labels."""
    status, text = _get(f"http://127.0.0.1:{port}/metrics")
    assert status == 200
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def test_a_server_says_which_part_it_lacks_and_each_line_of_its_log_is_json() -> None:
    """JSON is for those who wish it."""
    settings = {"INAROW_LOG": "json", "INAROW_METRICS_PORT": str(parts.free_port())}
    with (
        parts.redis() as redis_url,
        parts.server(workers=1, thinkers=1, redis_url=redis_url, settings=settings) as server,
    ):
        _soon(lambda: _missing(server) == [])
        assert _get(f"{server.url}/healthz") == (200, f"ok {inarow.__version__}")
        server.crash_worker()
        _soon(lambda: "No worker" in "".join(_missing(server)))
        server.start_worker_again()
        _soon(lambda: _missing(server) == [])
        assert _get(f"{server.url}/api/games/nosuchgame")[0] == 404
        server.stop()
        server.workers[0].terminate()
        server.workers[0].wait()
        lines = [json.loads(line) for line in server.log.read_text().splitlines()]
    said = {line["event"]: line for line in lines}
    assert {"serving", "worker_ready", "metrics_served", "not_ready", "ready"} <= set(said)
    assert said["serving"]["url"] == server.url
    assert said["serving"]["version"] == said["worker_ready"]["version"] == inarow.__version__
    assert [line for line in lines if line["level"] not in ("INFO", "WARNING")] == []


def test_a_server_without_its_redis_is_not_ready_until_it_is_back() -> None:
    port = parts.free_port()
    with parts.server(redis_url=f"redis://127.0.0.1:{port}") as server:
        sentence = "The layer between the processes (Redis) cannot be reached."
        assert sentence in _missing(server)
        assert _get(f"{server.url}/healthz") == (200, f"ok {inarow.__version__}")
        with parts.redis(port):
            _soon(lambda: sentence not in _missing(server))
        _soon(lambda: sentence in _missing(server))


def test_a_running_server_is_backed_up_and_a_stopped_one_restored() -> None:
    with parts.server(settings={"INAROW_THINKERS": "0"}) as server, TemporaryDirectory() as folder:
        copy = str(Path(folder) / "copy.sqlite3")
        first = _new_game(server)
        parts.manage(server.environment, "backup", copy)
        second = _new_game(server)
        with pytest.raises(subprocess.CalledProcessError):  # people play
            parts.manage(server.environment, "restore", copy)
        assert _get(f"{server.url}/api/games/{second}")[0] == 200
        server.stop()
        parts.manage(server.environment, "restore", copy)
        server.start_again()
        _soon(lambda: _get(f"{server.url}/api/games/{first}")[0] == 200)
        assert _get(f"{server.url}/api/games/{second}")[0] == 404
        assert _missing(server) == []


def _new_game(server: parts.Server) -> str:
    request = urllib.request.Request(f"{server.url}/api/games", b'{"preset": "3x3"}', JSON)
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["game"])


def test_a_request_that_is_over_leaves_no_connection_to_the_database(
    embedded: parts.Server,
) -> None:
    def opened() -> int:
        return sum("sqlite3" in what for what in parts.descriptors(embedded.processes[0].pid))

    for _ in range(5):
        _new_game(embedded)
    before = opened()
    for _ in range(40):
        _new_game(embedded)
    assert opened() < before + 10  # some may be under way


def test_the_figures_count_what_happens() -> None:
    port = parts.free_port()
    settings = {"INAROW_METRICS_PORT": str(port), "INAROW_BOT_PACE_MS": "0"}
    with parts.server(thinkers=1, settings=settings) as server:
        parts.manage(server.environment, "exhibition", "first-free", "novice", "--preset", "3x3")
        _soon(lambda: _figures(port)["inarow_moves_total"] >= 5, within_s=60)
        figures = _figures(port)
        assert figures["inarow_batch_size_sum"] >= figures["inarow_moves_total"]
        assert figures["inarow_batch_seconds_count"] == figures["inarow_batch_size_count"]
        assert figures["inarow_bot_wait_seconds_count"] >= 5
        assert figures[f'inarow_info{{version="{inarow.__version__}"}}'] == 1
        for must_be_0 in ("batches_not_kept", "moves_lost", "moves_doubled"):
            assert figures[f"inarow_{must_be_0}_total"] == 0
        assert figures['inarow_sockets{role="player"}'] == 0
        assert figures["inarow_tasks"] > 0
        # Nobody finds them at the server's own address.
        assert _get(f"{server.url}/metrics")[0] == 404


def test_a_worker_has_figures_of_its_own() -> None:
    port = parts.free_port()
    with parts.redis() as redis_url, parts.server(redis_url=redis_url) as server:
        environment = {
            **server.environment,
            "INAROW_THINKERS": "1",
            "INAROW_METRICS_PORT": str(port),
        }
        worker = subprocess.Popen(
            [sys.executable, "-m", "games.workers"],
            cwd=parts.ROOT,
            env=environment,
            stderr=subprocess.DEVNULL,
        )
        try:
            _soon(lambda: _missing(server) == [])
            assert _figures(port)["inarow_bots_waiting"] == 0
        finally:
            worker.terminate()
            assert worker.wait(60) == 0


def test_a_taken_port_of_the_figures_stops_no_game() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with parts.server(settings={"INAROW_METRICS_PORT": port}) as server:
            assert _get(f"{server.url}/healthz") == (200, f"ok {inarow.__version__}")
            assert "metrics_not_served" in server.log.read_text()
