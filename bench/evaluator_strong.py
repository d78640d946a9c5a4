"""Measure the strong engine: `python -m bench.evaluator_strong`.

Nodes a second and depth in a second from positions of self-play games; start-up with its compiled
code on disk (warm) and without (cold); memory.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import mean, median

from games import mnk
from games.evaluator.limit import Limit
from games.evaluator.strong import engine

START = (
    "import time; t = time.perf_counter();"
    "from games import mnk;"
    "from games.evaluator.limit import Limit;"
    "from games.evaluator.strong import engine;"
    "e = engine.Engine(mnk.PRESETS['15x15'].variant);"
    "e.analyse(mnk.Position.start(e.variant), Limit(depth=2));"
    "print(time.perf_counter() - t)"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--ms", type=float, default=1000)
    parser.add_argument("--cold", action="store_true", help="also compile anew (ten seconds)")
    options = parser.parse_args()

    if options.cold:
        with tempfile.TemporaryDirectory() as folder:
            print(f"start-up cold  {_start_up({'NUMBA_CACHE_DIR': folder}):6.2f} s")
    _start_up({})
    print(f"start-up warm  {median(_start_up({}) for _ in range(3)):6.2f} s")

    for preset in ("15x15", "20x20"):
        variant = mnk.PRESETS[preset].variant
        analyses, overruns = [], []
        for position in positions(variant, options.positions):
            began = time.perf_counter()
            analyses.append(engine.analyse(position, Limit(ms=options.ms)))
            overruns.append(1000 * (time.perf_counter() - began) - options.ms)
        deep = [analysis for analysis in analyses if not analysis.lines[0].plies]
        print(
            f"{preset}: {options.positions} positions, {options.ms:.0f} ms each\n"
            f"  nodes a second {sum(a.nodes for a in deep) / sum(a.seconds for a in deep):10,.0f}\n"
            f"  depth          {mean(a.depth for a in deep):6.1f} (least "
            f"{min(a.depth for a in deep)}); {len(analyses) - len(deep)} forced ends found\n"
            f"  longest overrun {max(overruns):5.1f} ms"
        )
    print(f"memory         {_resident_mib():6.0f} MiB")


def positions(variant: mnk.Variant, count: int) -> list[mnk.Position]:
    """Positions after 6 to 24 moves of quick games, none soon decided; always the same."""
    rng = Random(1)
    found: list[mnk.Position] = []
    player = engine.Engine(variant, table_bits=14)
    while len(found) < count:
        position = mnk.Position.start(variant)
        for _ in range(rng.randint(6, 24)):
            square = player.choose(position, 1000, rng.getrandbits(32), noise=20)
            position = position.play(square)
            if position.has_line(position.side_to_move.other):
                break
        else:
            if not player.analyse(position, Limit(nodes=20_000)).lines[0].plies:
                found.append(position)
    return found


def _start_up(environment: dict[str, str]) -> float:
    """Seconds from nothing loaded to a first answer."""
    ran = subprocess.run(
        [sys.executable, "-c", START],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(ran.stdout)


def _resident_mib() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    main()
