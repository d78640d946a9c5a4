"""Run a Python command on the other pair of backends: PostgreSQL and Redis instead of SQLite.

`python -m tests.live.backends -m pytest tests/play` starts both on loopback, sets DATABASE_URL and
REDIS_URL, and ends with the command's exit code. The database is migrated: `tests.settings` has it
copied.
"""

import os
import subprocess
import sys

from tests.live import parts


def main() -> int:
    """Run it."""
    with parts.postgres(forgetful=True) as database_url, parts.redis() as redis_url:
        environment = {**os.environ, "DATABASE_URL": database_url, "REDIS_URL": redis_url}
        parts.migrate(database_url, environment)
        return subprocess.call([sys.executable, *sys.argv[1:]], env=environment)


if __name__ == "__main__":
    sys.exit(main())
