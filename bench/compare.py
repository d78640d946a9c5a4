"""Two runs of the same benchmark, side by side: `python -m bench.compare OLD NEW`.

Each is a file of `bench/results`, of the kind whose lines are runs that say their round
(`bench.moves`, `bench.peers`). Runs that differ in nothing but the round are one row; a figure is
the median of its rounds. Two files are two times of day: what the machine did meanwhile is in the
ratios, so trust those of figures that hardly depend on it, such as CPU for each move.
"""

import argparse
import json
import statistics
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

Rows = dict[tuple[tuple[str, str | int], ...], dict[str, float]]
"""The medians of each figure, by what was run."""
_HOW = {"games"}
"""Numbers that say what was run rather than what came out."""


def rows(file: Path) -> Rows:
    """What a file of results holds. Raises `ValueError` if its lines are no runs with rounds."""
    found: dict[Any, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for line in file.read_text().splitlines():
        run: Mapping[str, Any] = json.loads(line)
        if "machine" in run:
            continue
        if "round" not in run:
            raise ValueError(f"{file}: a run that does not say its round: {line[:100]}")
        key = tuple((k, v) for k, v in run.items() if isinstance(v, str) or k in _HOW)
        for name, value in run.items():
            if isinstance(value, int | float) and name not in {*_HOW, "round"}:
                found[key][name].append(value)
    return {
        key: {name: statistics.median(values) for name, values in figures.items()}
        for key, figures in found.items()
    }


def table(old: Rows, new: Rows) -> str:
    """Both medians and new over old, as Markdown, for what both files hold."""
    lines = ["| | | old | new | new / old |", "|---|---|--:|--:|--:|"]
    for key in old.keys() & new.keys():
        for name in old[key].keys() & new[key].keys():
            before, after = old[key][name], new[key][name]
            ratio = f"{after / before:.2f}" if before else "–"
            what = ", ".join(str(value) for _, value in key)
            lines.append(f"| {what} | {name} | {before:,.2f} | {after:,.2f} | {ratio} |")
    return "\n".join([*lines[:2], *sorted(lines[2:])])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.compare", description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    options = parser.parse_args()
    try:
        old, new = rows(options.old), rows(options.new)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    if not old.keys() & new.keys():
        parser.error("these two have no run in common")
    print(table(old, new))


if __name__ == "__main__":
    main()
