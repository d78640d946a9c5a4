"""The server exactly as `config.serve` runs it, noting its writer's counts in a file as it goes."""

import os
from pathlib import Path

from config import serve  # isort: skip  # chooses the loop: before anything of Twisted

from twisted.internet import reactor, task

NOTE_EVERY_S = 1.0


def note(file: Path) -> None:
    """Write down how many batches and steps the writer has kept so far."""
    from games.play.commit import Writer
    from games.play.hub import current

    writer = current().part(Writer)
    fresh = file.with_suffix(".new")
    fresh.write_text(f"{writer.batches} {writer.steps}")
    fresh.replace(file)  # whole or not at all: the server will be killed at any moment


def main() -> None:
    file = Path(os.environ["INAROW_DATA"]) / f"writer-{os.getpid()}.count"
    noting = task.LoopingCall(note, file)
    reactor.callWhenRunning(noting.start, NOTE_EVERY_S, now=False)
    serve.main()


if __name__ == "__main__":
    main()
