"""What one network may hold, and that the doors and the views agree."""

import doctest
import json
import resource
import subprocess
import sys
from contextlib import ExitStack

import pytest
from django.conf import settings
from django.urls import reverse
from pytest_django import Settings

from config import bodies, forwarded, refusals
from config.doors import TOLD, Cap, Doors, configured
from games import limits, networks
from games.api import positions
from games.api import views as api
from games.http.answers import TooBig
from games.http.refusing import as_json
from games.mnk import formats
from games.pages import studies
from tests.live.parts import ROOT


def test_the_examples_are_true() -> None:
    for module in (bodies, forwarded, limits, networks):
        found = doctest.testmod(module)
        assert found.attempted
        assert not found.failed


def _most(name: str, **arguments: str) -> int:
    return bodies.most_bytes(reverse(name, kwargs=arguments).encode())


def test_a_view_is_sent_all_that_it_takes() -> None:
    assert _most("import_study") >= formats.MAX_BYTES + settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert _most("studies") >= studies.MAX_BODY
    assert _most("study_data", slug="x7") >= studies.MAX_BODY
    assert (
        max(settings.DATA_UPLOAD_MAX_MEMORY_SIZE, api.MAX_BODY, positions.MAX_BODY) <= bodies.USUAL
    )


@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/studies/", "/studies/import/x", "/study/x7/", "/study/a/b/data"]
)
def test_no_other_address_takes_a_file(path: str) -> None:
    assert bodies.most_bytes(path.encode()) == bodies.USUAL


def test_the_doors_speak_as_the_views_do() -> None:
    head, _, body = refusals.too_big(7).answer(as_json=True).partition(b"\r\n\r\n")
    assert json.loads(body) == json.loads(as_json(TooBig(7)).content)
    assert f"Content-Length: {len(body)}".encode() in head


def test_the_doors_say_when_to_come_back_where_that_helps() -> None:
    lines = refusals.TOO_MANY_REQUESTS.answer(as_json=False).split(b"\r\n")
    assert b"Retry-After: 2" in lines
    assert not any(
        line.startswith(b"Retry-After")
        for line in refusals.too_big(7).answer(as_json=False).split(b"\r\n")
    )


def test_the_doors_are_as_the_settings_say(settings: Settings) -> None:
    settings.INAROW_SOCKETS_PER_ADDRESS, settings.INAROW_REQUESTS_PER_ADDRESS = 7, 5
    doors = configured(is_proxied=True)
    assert (doors.sockets.most, doors.requests.most, doors.is_proxied) == (7, 5, True)
    assert not configured(is_proxied=False).is_proxied
    assert 0 < doors.most_open < resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def test_a_network_holds_as_much_as_the_cap_and_others_have_theirs() -> None:
    cap = Cap(3)
    assert [cap.take("a") for _ in range(4)] == [True, True, True, False]
    assert cap.take("b", 3)
    assert not cap.take("b")
    assert cap.take("b", beyond=1)
    assert [cap.is_exceeded(network) for network in "abc"] == [False, True, False]
    cap.give_back("a", 2)
    assert cap.take("a", 2)
    assert not cap.take("a")


def test_a_cap_of_0_is_none() -> None:
    cap = Cap(0)
    assert cap.take("a", 1_000_000)
    assert not cap.is_exceeded("a")


def test_a_network_that_holds_nothing_is_forgotten() -> None:
    cap = Cap(3)
    cap.take("a", 2)
    cap.give_back("a")
    cap.give_back("a")
    assert not cap._held


def test_connections_are_let_in_while_there_is_room() -> None:
    doors = Doors(sockets=2, requests=0, most_open=2 + TOLD + 3)
    held = [ExitStack() for _ in range(2 + TOLD)]
    assert all(doors.enter("a", each) for each in held)
    assert doors.sockets.is_exceeded("a")  # those are told why, and then closed
    assert not doors.enter("a", ExitStack())
    assert [doors.enter("b", ExitStack()) for _ in range(2)] == [True, True]
    assert [doors.enter("c", ExitStack()) for _ in range(2)] == [True, False]  # no room for anybody
    held[0].close()
    held[0].close()
    assert doors.open == doors.most_open - 1
    assert doors.enter("a", held[0])


def test_behind_a_proxy_its_connections_are_counted_for_nobody() -> None:
    doors = Doors(sockets=1, requests=0, most_open=10, is_proxied=True)
    assert all(doors.enter("proxy", ExitStack()) for _ in range(10))
    assert not doors.enter("proxy", ExitStack())


@pytest.mark.parametrize(("soft", "hard", "room"), [(300, 1000, 744), (1000, 1000, 744)])
def test_a_process_opens_as_many_files_as_it_may(soft: int, hard: int, room: int) -> None:
    code = (
        "import resource; from config import descriptors; "
        "print(descriptors.room_for_sockets(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    done = subprocess.run(
        ["prlimit", f"--nofile={soft}:{hard}", sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [str(room), str(hard)]
