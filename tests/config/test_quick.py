"""`make quick` looks at what changed: which checks, and which tests are nearest."""

import runpy
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
quick = runpy.run_path(str(ROOT / ".ci" / "quick.py"))
checks, nearest = quick["checks"], quick["nearest"]
# What each file of tests imports is read once, not once a test.
nearest.__globals__["_imported"] = cache(quick["_imported"])


def test_the_tests_that_import_what_changed_are_run_its_own_packages_first() -> None:
    tests = nearest(["games/library/query.py"])

    assert tests[0].startswith("tests/library/")
    assert 0 < len(tests) <= quick["MOST_TESTS"]


def test_a_test_that_changed_is_run_and_one_in_a_browser_is_not() -> None:
    changed = ["tests/test_turns.py", "tests/live/test_chat.py"]

    assert nearest(changed) == ["tests/test_turns.py"]


def test_only_what_a_change_can_break_is_checked() -> None:
    assert checks(["docs/flow.md"]) == []
    assert [name for name, _ in checks(["frontend/src/board/swipe.ts"])] == [
        "types of the browser",
        "lint of the browser",
        "format of the browser",
        "protocol",
        "findings",
        "words",
    ]
    python = dict(checks(["games/turns.py"]))
    assert set(python) == {"types", "tests", "format", "lint", "protocol", "findings", "words"}
    assert "tests/test_turns.py" in python["tests"]
