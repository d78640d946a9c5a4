"""The log as an operator's programs read it: every line of it is one JSON object."""

import ast
import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from config import logs
from tests.config.test_settings import environment
from tests.live.parts import ROOT

METHODS = {"debug", "info", "warning", "error", "exception", "critical", "log"}


def _line(template: object, *values: Any, **more: Any) -> dict[str, Any]:
    """What becomes of a record."""
    record = logging.LogRecord(
        "games.play.hub", logging.WARNING, __file__, 1, template, values, more.pop("exc_info", None)
    )
    record.__dict__.update(more)
    text = logs.JsonLines().format(record)
    assert "\n" not in text
    line: dict[str, Any] = json.loads(text)
    assert line.pop("time").endswith("+00:00")
    assert (line.pop("level"), line.pop("logger")) == ("WARNING", "games.play.hub")
    return line


def test_the_pairs_of_a_line_are_fields() -> None:
    assert _line("batch_failed size=%d error=%r", 3, OSError("disk full")) == {
        "event": "batch_failed",
        "size": 3,
        "error": "OSError('disk full')",
    }
    assert _line("ready") == {"event": "ready"}


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("two words, “quoted”\nand a line", "two words, “quoted”\nand a line"),
        (["No worker.", "No Redis."], ["No worker.", "No Redis."]),
        (0.25, 0.25),
        (float("inf"), "inf"),
        (None, None),
        (True, True),
        (Path("/data"), "/data"),
        ({"a": 1}, "{'a': 1}"),
        ("half a \udcff sign", "half a \udcff sign"),
    ],
)
def test_a_value_stays_what_it_is(value: object, shown: object) -> None:
    assert _line("not_ready missing=%r", value) == {"event": "not_ready", "missing": shown}


@pytest.mark.parametrize(
    ("template", "values", "event"),
    [
        ("Listen failure: %s", ("port taken",), "Listen failure: port taken"),
        ("100 % of it=everything", (), "100 % of it=everything"),
        ("a line\nof two", (), "a line\nof two"),
        (OSError("not even text"), (), "not even text"),
    ],
)
def test_a_line_of_a_library_is_an_event_as_a_whole(
    template: object, values: tuple[object, ...], event: str
) -> None:
    assert _line(template, *values) == {"event": event}


def test_what_was_raised_comes_along() -> None:
    try:
        raise ValueError("seven")
    except ValueError:
        line = _line("hub_task_failed", exc_info=sys.exc_info())

    assert line["event"] == "hub_task_failed"
    assert line["exception"].startswith("Traceback (most recent call last):\n")
    assert line["exception"].endswith("ValueError: seven")


def _run(folder: Path, code: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(folder, **variables),
        capture_output=True,
        text=True,
        check=False,
    )


SAYS = """
import asyncio, logging, django
django.setup()
from twisted.logger import Logger, STDLibLogObserver
logging.getLogger("inarow.serve").info("serving url=%s", "http://127.0.0.1:8000")
logging.getLogger("daphne.server").warning("Application %s took too long", "x")
try:
    raise RuntimeError("in a view")
except RuntimeError:
    logging.getLogger("django.request").error("%s: %s", "Internal Server Error", "/", exc_info=True)
async def forgets():
    twisted = Logger("twisted", observer=STDLibLogObserver("daphne.server"))
    twisted.critical("Unhandled {what}", what="e")
    asyncio.get_running_loop().call_exception_handler({"message": "never retrieved"})
asyncio.run(forgets())
"""


def test_all_that_is_logged_comes_out_as_json(tmp_path: Path) -> None:
    done = _run(tmp_path, SAYS, INAROW_LOG="json")

    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert [(line["level"], line["logger"], line["event"]) for line in lines] == [
        ("INFO", "inarow.serve", "serving"),
        ("WARNING", "daphne.server", "Application x took too long"),
        ("ERROR", "django.request", "Internal Server Error: /"),
        ("CRITICAL", "daphne.server", "Unhandled e"),
        ("ERROR", "asyncio", "never retrieved"),
    ]
    assert lines[0]["url"] == "http://127.0.0.1:8000"
    assert "RuntimeError: in a view" in lines[2]["exception"]


def test_otherwise_it_is_for_people(tmp_path: Path) -> None:
    done = _run(tmp_path, SAYS, INAROW_LOG="text")

    assert done.stderr.splitlines()[0].endswith(
        " INFO inarow.serve serving url=http://127.0.0.1:8000"
    )


def test_unless_it_is_said_otherwise_it_is_for_people(tmp_path: Path) -> None:
    said = [
        _run(tmp_path, "from config import settings; print(settings.LOGGING)", INAROW_LOG=value)
        for value in ("", "text", "json")
    ]

    assert said[0].stdout == said[1].stdout != said[2].stdout


def test_another_word_is_told_in_a_sentence(tmp_path: Path) -> None:
    done = _run(tmp_path, "import config.settings", INAROW_LOG="xml")

    assert done.returncode != 0
    assert "ImproperlyConfigured: INAROW_LOG must be text or json, not 'xml'." in done.stderr


def _log_calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call of a logger in the product, and where it is."""
    for folder in ("games", "config"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and node.func.attr in METHODS
                    and "log" in ast.unparse(node.func.value).lower()
                ):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def test_every_line_of_ours_reads_event_and_pairs() -> None:
    calls = list(_log_calls())
    assert len(calls) > 20

    for where, call in calls:
        assert isinstance(call.func, ast.Attribute)
        template = ast.literal_eval(call.args[1 if call.func.attr == "log" else 0])
        assert logs.is_ours(template), (where, template)
        assert not set(logs.keys(template)) & set(logs.OWN_FIELDS), (where, template)
