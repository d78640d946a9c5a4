"""Public libraries as opponents, each a Gomocup brain for `match.py`. Not needed by anything else.

They are installed by hand, apart from the project, and run from its folder:

    python3 -m venv /tmp/opponents
    /tmp/opponents/bin/pip install easyAI open_spiel
    /tmp/opponents/bin/python -m bench.opponents.easyai
    /tmp/opponents/bin/python -m bench.opponents.openspiel
"""

import sys
from typing import NoReturn


def missing(package: str) -> NoReturn:
    """End the program: it cannot play without this package."""
    print(
        f"This opponent needs the package {package}, which is no part of the project: "
        f"python3 -m venv /tmp/opponents; /tmp/opponents/bin/pip install {package}; then run it "
        "with /tmp/opponents/bin/python.",
        file=sys.stderr,
    )
    raise SystemExit(2)
