"""What Lighthouse says of the pages people come to first: `python -m tests.live.lighthouse FOLDER`.

Lighthouse comes from npm into FOLDER, by version. Its phone is slow on purpose (a fourth of the
processor, 1.6 Mbit/s), so nothing else may run beside it. Ends with 1 if a page has less than
`LEAST` in anything.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.live import parts, screenshots

LIGHTHOUSE = "lighthouse@12.8.2"
LEAST = 95
RUNS = 3
"""The best of this many counts: a hiccup of the machine is no fault of the page's."""
KINDS = ("performance", "accessibility", "best-practices", "seo")
VITALS = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time")


def _run(folder: Path, url: str) -> tuple[list[int], list[str]]:
    """The marks of one run, in the order of `KINDS`, and the vitals in words."""
    environment = {**os.environ, "CHROME_PATH": parts.browser_path()}
    flags = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage"
    told = subprocess.run(
        [
            *("sh", "-c", '. frontend/node.sh && exec "$0" "$@"'),
            *(str(folder / "node_modules/.bin/lighthouse"), url, "--quiet", "--output=json"),
            *(f"--chrome-flags={flags}", f"--only-categories={','.join(KINDS)}"),
        ],
        cwd=parts.ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    report = json.loads(told.stdout)
    marks = [round(100 * report["categories"][kind]["score"]) for kind in KINDS]
    vitals = [report["audits"][each]["displayValue"].replace("\xa0", " ") for each in VITALS]
    return marks, [*vitals, report["audits"]["cumulative-layout-shift"]["displayValue"]]


def main(folder: Path) -> int:
    """Look at home, a game, its review, a player and the puzzles."""
    folder.mkdir(parents=True, exist_ok=True)
    install = f'. frontend/node.sh && npm install --silent --no-save --prefix "$0" {LIGHTHOUSE}'
    subprocess.run(["sh", "-c", install, str(folder)], cwd=parts.ROOT, check=True)
    lowest = 100
    with screenshots.place() as (server, _, kept):
        game = f"/game/{kept.gomoku.slug}/"
        ((player,),) = parts.rows(
            server,
            "SELECT p.slug FROM players_player p JOIN play_seat s ON s.player_id = p.id"
            f" JOIN play_game g ON g.id = s.game_id WHERE g.slug = '{kept.gomoku.slug}'"
            " AND s.side = 0",
        )
        pages = ("/", game, f"{game}review", f"/player/{player}/", "/puzzles")
        for page in pages:
            runs = [_run(folder, server.url + page) for _ in range(RUNS)]
            marks, vitals = max(runs, key=lambda each: (min(each[0]), sum(each[0])))
            lowest = min(lowest, *marks)
            sys.stdout.write(f"{page:32}{marks}  {' / '.join(vitals)}\n")
            sys.stdout.flush()
    return 0 if lowest >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
