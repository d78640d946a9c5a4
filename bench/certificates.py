"""Prove how games end on small boards, and write the certificates that come with the server.

    python -m bench.certificates [SECONDS]

Every board with edges from 2 to 8 (3 to 8 where k is free) under each rule that has certificates.
It prints what is proved, with the size of the file and the seconds taken, and of which boards
nothing is, within that time (60 seconds each), `MOST_MOVES` and `MOST_BYTES`. What is there already
is kept: so more time may be given to what is left. The same proofs are the same bytes.
"""

import json
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
MOST_BYTES = 400_000
"""Of a compressed file."""
MOST_MOVES = 60_000


def boards() -> Iterator[mnk.Variant]:
    """Each once, turned as people choose it from the list; and those of the list with blocked
    squares."""
    listed = {preset.variant for preset in mnk.PRESETS.values()}
    for rule in mnk.LineRule:
        if not rule.says.has_one_answer:
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


def main(seconds: float) -> None:
    evaluator.warm_up()
    had = {name: shipped.read(name) for name in shipped.names()} if shipped.ARCHIVE.exists() else {}
    texts: dict[str, bytes] = {}
    began = time.monotonic()
    for variant in boards():
        name, board, at = shipped.name_of(variant), mnk.variant_text(variant), time.monotonic()
        text = had.get(name) or _proved(variant, seconds)
        if text is None:
            _say(f"{board}: nothing, {time.monotonic() - at:.1f} s")
            continue
        size = len(zlib.compress(text, 9))
        _say(f"{board}: {checker.verify(text)} {size} bytes, {time.monotonic() - at:.1f} s")
        texts[name] = text
    values = []
    with zipfile.ZipFile(shipped.ARCHIVE, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, text in texts.items():
            # The same bytes whenever they are written.
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
            claim = json.loads(text)
            plies = f" {claim['plies']}" if "plies" in claim else ""
            values.append(f"{name.removesuffix('.json')} {claim['verdict']}{plies}")
    VALUES.write_text("\n".join(values) + "\n", encoding="utf-8")
    size = shipped.ARCHIVE.stat().st_size
    _say(f"{len(values)} certificates, {size} bytes, {time.monotonic() - began:.0f} s")


def _proved(variant: mnk.Variant, seconds: float) -> bytes | None:
    """The file of a new certificate, if there is one that is not too large."""
    limit = evaluator.Limit(ms=int(1000 * seconds))
    found = certify(mnk.Position.start(variant), limit, max_moves=MOST_MOVES)
    if found is None:
        return None
    text = f"{certificate_file.text(found)}\n".encode()
    return text if len(zlib.compress(text, 9)) <= MOST_BYTES else None


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
