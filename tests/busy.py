"""Run a command on a machine that is busy: `python -m tests.busy make test`.

Two loops that do nothing take as much CPU time as they can get, until the command has ended.
"""

import os
import subprocess
import sys
from collections.abc import Sequence

LOOPS = 2

# A loop ends by itself when its parent is gone, however that ended.
_LOOP = f"""
import os
while os.getppid() == {os.getpid()}:
    for _ in range(1_000_000):
        pass
"""


def main(command: Sequence[str]) -> int:
    """Run it; its exit status."""
    loops = [subprocess.Popen([sys.executable, "-c", _LOOP]) for _ in range(LOOPS)]
    try:
        return subprocess.call(command)
    except KeyboardInterrupt:
        return 130
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
