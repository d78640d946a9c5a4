"""What is changed in a source, by itself and woven into it, and that a seed draws the same."""

import ast
import builtins
import itertools
from collections.abc import Callable

import pytest

from drills import changes, mutants, weaving


def _changes(source: str) -> set[tuple[str, str]]:
    return {(each.before, each.after) for each in changes.mutants("some.py", source)}


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("if a < b: pass", {("a < b", "not (a < b)"), ("a < b", "a <= b")}),
        ("if not a: pass", {("not a", "(a)")}),
        ("if not a == b: pass", {("not a == b", "(a == b)")}),
        ("while a == b: pass", {("a == b", "not (a == b)")}),
        ("while True: pass", set()),
        ("x = a if b else c", {("b", "not (b)")}),
        ("x = [a for a in b if a >= 1]", {("a >= 1", "not (a >= 1)"), ("a >= 1", "a > 1")}),
        ("x = 0 <= a < b", {("0 <= a < b", "0 < a < b"), ("0 <= a < b", "0 <= a <= b")}),
        ("x = (a) is  not b", {("(a) is  not b", "(a) is b")}),
        ("x = a not in b", {("a not in b", "a in b")}),
        ("tell(a)", {("tell(a)", "pass")}),
        ("async def f():\n    await tell(a)", {("await tell(a)", "pass")}),
        ("log.warning('a')", set()),
        ("assert_never(a)", set()),
        ("def f():\n    return a == 1", {("return a == 1", "return None"), ("a == 1", "a != 1")}),
        ("def f():\n    return None", set()),
        ("def f():\n    return False", {("return False", "return True")}),
        ("def __str__(self):\n    return a", set()),
        ("if TYPE_CHECKING:\n    tell()", set()),
        ("'''Not a call.'''", set()),
        ("match a:\n    case 1 if b: pass", {("b", "not (b)")}),
    ],
)
def test_each_place_is_changed_in_one_way(source: str, changes: set[tuple[str, str]]) -> None:
    assert _changes(source) == changes


def test_a_change_leaves_the_rest_as_it_was() -> None:
    source = "s = 'é→'; x = '×' if (\n    a  # why\n    and b\n) else 0; y = 1\n".encode()

    (change,) = changes.mutants("some.py", source.decode())

    assert (change.line, change.last_line) == (2, 3)
    changed = change.changed(source).decode()
    assert changed == "s = 'é→'; x = '×' if (\n    not (a  # why\n    and b)\n) else 0; y = 1\n"
    ast.parse(changed)


SOURCE = """
def told(a, b):
    heard = []
    if not a < 2 <= b:
        heard.append("far")
    for each in [x for x in (1, 2, 3) if x != b and (
        y := x) >= a]:
        heard.append(each)
    match b:
        case 3 if a == 1:
            return heard, "three"
    return heard if a in (1, b) else False
"""


def _told(code: ast.AST | str) -> Callable[[], list[object]]:
    """Run the source; then what its function answers to all that is asked here."""
    names: dict[str, Callable[[int, int], object]] = {}
    exec(compile(code, "some.py", "exec"), names)  # type: ignore[arg-type]
    asked = [*itertools.product(range(5), repeat=2)]
    return lambda: [names["told"](*each) for each in asked]


def test_each_change_of_a_woven_source_is_made_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(builtins, changes.MADE, "", raising=False)
    found = changes.mutants("some.py", SOURCE)
    assert {change.kind for change in found} == set(changes.KINDS)
    woven, as_it_was = _told(changes.woven("some.py", SOURCE)), _told(SOURCE)

    assert woven() == as_it_was()
    for change in found:
        monkeypatch.setattr(builtins, changes.MADE, change.name)
        alone = _told(change.changed(SOURCE.encode()).decode())
        assert woven() == alone() != as_it_was(), change


def test_what_is_reached_of_a_woven_source_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builtins, changes.MADE, "", raising=False)
    woven = _told(changes.woven("some.py", "def told(a, b):\n    return a > 9 and b > 9"))
    reached = weaving.Reached()

    woven()

    assert {name.rsplit(":", 1)[1] for name in reached.names} == {"a >= 9", "return None"}


def test_a_seed_draws_the_same_and_another_one_others() -> None:
    found = mutants.every(mutants.sources(["players"]))

    assert mutants.drawn(found, 20, 7) == mutants.drawn(found, 20, 7)
    assert mutants.drawn(found, 20, 7) != mutants.drawn(found, 20, 8)
    assert {change.file.split("/")[1] for change in mutants.drawn(found, 20, 7)} == {"players"}


def test_nothing_is_drawn_from_kernels_and_migrations_and_everything_has_tests() -> None:
    files = mutants.sources([])

    assert "games/evaluator/bits.py" not in files
    assert not any("/migrations/" in file for file in files)
    assert "config/web.py" in files
    missing = {
        tests
        for file in files
        for tests in mutants.own_tests(file)
        if not (mutants.ROOT / tests).exists()
    }
    assert not missing


def test_every_reason_is_that_of_a_change_that_can_be_made() -> None:
    files = {file for file, _, _ in mutants.REASONS}
    found = {(each.file, each.before, each.after) for each in mutants.every(sorted(files))}

    assert not mutants.REASONS.keys() - found


def test_every_row_of_own_tests_is_that_of_a_source() -> None:
    files = mutants.sources([])

    assert not [
        start
        for start in mutants.OWN
        if not any(file == start or file.startswith(f"{start}/") for file in files)
    ]
