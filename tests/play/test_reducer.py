"""The law of the wire, by the browser's own reducer: snapshot + messages = fresh snapshot."""

import json
import subprocess
from dataclasses import asdict

from asgiref.sync import sync_to_async

from tests.live.parts import ROOT
from tests.people import Table
from tests.play.scenarios import scenarios

NODE = ". frontend/node.sh && "
"""Puts node on the path: the system's, or the one from the Python package index."""


async def test_the_browser_makes_of_the_messages_what_the_server_says(table: Table) -> None:
    cases = [asdict(case) for case in await scenarios(table)]
    wrong = json.loads(json.dumps(cases[0]))
    wrong["fresh"]["version"] += 1
    replay = sync_to_async(_replay, thread_sensitive=False)

    done = await replay(json.dumps(cases))
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(cases)} of {len(cases)} cases agree." in done.stdout

    # It can fail: a wrong case is found.
    done = await replay(json.dumps([wrong]))
    assert done.returncode == 1
    assert "0 of 1 cases agree." in done.stdout


def _replay(cases: str) -> "subprocess.CompletedProcess[str]":
    subprocess.run(
        NODE + "npm --prefix frontend run --silent build:replay",
        shell=True,
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return subprocess.run(
        NODE + "node frontend/dist-test/replay.mjs",
        shell=True,
        cwd=ROOT,
        input=cases,
        capture_output=True,
        text=True,
        check=False,
    )
