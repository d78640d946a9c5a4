"""Figures are told as they are: ratios within a round, medians, two files side by side."""

import json
from pathlib import Path

import pytest

from bench import compare
from bench.peers import __main__ as peers
from bench.peers import others
from bench.spread import ratios


def test_ratios_are_of_the_same_round() -> None:
    rates = {("a", 0): 100.0, ("a", 1): 10.0, ("a", 2): 1.0} | {
        ("b", 0): 200.0,
        ("b", 1): 40.0,
        ("b", 2): 3.0,
    }
    assert ratios(rates, "b", "a") == "3.0 (2.0 to 4.0)"
    assert ratios(rates, "a", "b", digits=2) == "0.33 (0.25 to 0.50)"
    assert ratios(rates, "a", "a") == ratios(rates, "b", "c") == "–"


def _run(server: str, pace: str, round: int, rate: float) -> peers.Run:
    return peers.Run(
        server=server,
        pace=pace,
        round=round,
        games=100,
        moves_per_s=rate,
        p50_ms=1.5,
        p99_ms=9.0,
        server_us_per_move=120.0,
        load_percent=20.0,
        others_percent=1.0,
    )


def test_a_report_has_a_row_for_each_server() -> None:
    runs = [
        _run(server, pace, round, rate * (1 + round))
        for round in range(3)
        for pace in ("at once", "a move a second")
        for server, rate in (("Inarow", 1_000.0), ("Colyseus", 5_000.0))
    ]
    _, _, inarow, colyseus = peers.report(runs).splitlines()
    assert inarow.startswith("| Inarow | yes | 2,000 | – | 1.5 | 9.0 | 120 | 20 % |")
    assert colyseus.startswith("| Colyseus | no | 10,000 | 5.00 (5.00 to 5.00) |")


def test_a_report_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"Before.\n{peers.BEGIN}old\n{peers.END}After.\n")
    for text in ("new\n", "newer\n"):
        peers.write(page, text)
        assert page.read_text() == f"Before.\n{peers.BEGIN}{text}{peers.END}After.\n"


def test_the_page_has_a_place_for_it() -> None:
    text = peers.PAGE.read_text()
    assert text.index(peers.BEGIN) < text.index(peers.END)


def _results(file: Path, *runs: dict[str, object]) -> Path:
    file.write_text("".join(json.dumps(run) + "\n" for run in [{"machine": "m"}, *runs]))
    return file


def test_two_files_are_compared_by_their_medians(tmp_path: Path) -> None:
    def runs(*rates: float) -> list[dict[str, object]]:
        return [
            {"mode": "embedded", "games": 20, "round": at, "moves_per_s": rate, "problems": []}
            for at, rate in enumerate(rates)
        ]

    old = compare.rows(_results(tmp_path / "old", *runs(100.0, 500.0, 200.0)))
    new = compare.rows(_results(tmp_path / "new", *runs(300.0)))
    assert compare.table(old, new).splitlines()[2:] == [
        "| embedded, 20 | moves_per_s | 200.00 | 300.00 | 1.50 |"
    ]
    pages = _results(tmp_path / "pages", {"page": "/", "cpu_ms": 1.0})
    with pytest.raises(ValueError, match="does not say its round"):
        compare.rows(pages)


@pytest.mark.parametrize("name", [*peers.INAROW, *others.PEERS])
def test_every_server_can_be_chosen(name: str) -> None:
    assert peers._servers(f"Inarow; {name}") == ["Inarow", name]
