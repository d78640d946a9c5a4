"""Prove how games end on small boards, and write the certificates that come with the server.

    python -m bench.certificates

Every board with edges from 2 to 8 (3 to 8 where k is free) under each rule that has certificates.
It prints what is proved, with the size of the file and the seconds taken, and of which boards
nothing is, within `SECONDS`, `MOST_MOVES` and `MOST_BYTES`. The same proofs are the same bytes.
"""

import sys
import time
import zipfile
import zlib
from collections.abc import Iterator

from games import evaluator, mnk
from games.evaluator import certificate_file
from games.evaluator.certify import certify
from games.mnk.solved import VALUES
from games.review import checker, shipped

LONGEST = 8
SECONDS = 60
MOST_BYTES = 200_000
"""Of a compressed file."""
MOST_MOVES = 60_000


def boards() -> Iterator[mnk.Variant]:
    """Each once, turned as people choose it from the list; and those of the list with blocked
    squares."""
    listed = {preset.variant for preset in mnk.PRESETS.values()}
    for rule in mnk.LineRule:
        if rule.says.ends_block or rule.says.forbids:
            continue
        least = 2 if rule.says.edge_to_edge else 3
        for width in range(least, LONGEST + 1):
            for height in range(least, width + 1):
                only = rule.k_of(width, height)
                for k in (only,) if only else range(3, width + 1):
                    board, turned = (
                        mnk.Variant(*edges, k, rule) for edges in ((width, height), (height, width))
                    )
                    yield turned if turned in listed else board
    yield from (preset.variant for preset in mnk.PRESETS.values() if preset.variant.blocked)


def main() -> None:
    evaluator.warm_up()
    values = []
    began = time.monotonic()
    with zipfile.ZipFile(shipped.ARCHIVE, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for variant in boards():
            board, at = mnk.variant_text(variant), time.monotonic()
            start = mnk.Position.start(variant)
            limit = evaluator.Limit(ms=1000 * SECONDS)
            found = certify(start, limit, max_moves=MOST_MOVES)
            text = "" if found is None else certificate_file.text(found) + "\n"
            size = len(zlib.compress(text.encode(), 9))
            if found is None or size > MOST_BYTES:
                _say(f"{board}: nothing, {time.monotonic() - at:.1f} s")
                continue
            said = checker.verify(text.encode())
            # The same bytes whenever they are written.
            archive.writestr(zipfile.ZipInfo(shipped.name_of(variant)), text, zipfile.ZIP_DEFLATED)
            plies = "" if found.plies is None else f" {found.plies}"
            values.append(f"{board} {found.verdict.value}{plies}")
            _say(f"{board}: {said} {size} bytes, {time.monotonic() - at:.1f} s")
    VALUES.write_text("\n".join(values) + "\n", encoding="utf-8")
    size = shipped.ARCHIVE.stat().st_size
    _say(f"{len(values)} certificates, {size} bytes, {time.monotonic() - began:.0f} s")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
