"""What can be known in seconds about a change: format, lint, types, generated files, nearest tests.

`make quick` looks at what differs from the last commit; in a clean tree, at the last commit itself.
It is no substitute for `make test`.
"""

import ast
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST_TESTS = 6
"""This many test files are run: those nearest to the change."""
FRONTEND = ". frontend/node.sh && npm --prefix frontend run --silent"


def main() -> None:
    """Run every check; exit with 1 if one of them fails."""
    began = time.monotonic()
    files = changed()
    with ThreadPoolExecutor(2) as threads:
        failed = [name for name, is_fine in threads.map(_run, checks(files)) if not is_fine]
    print(f"changed files: {len(files)}, {time.monotonic() - began:.0f} s: ", end="")
    print("failed: " + ", ".join(failed) if failed else "fine")
    sys.exit(1 if failed else 0)


def changed() -> list[str]:
    """The files that differ from the last commit and are still there, else those of that commit."""
    files = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
    files = files or _git("show", "--name-only", "--format=", "HEAD")
    return [file for file in files if (ROOT / file).is_file()]


def checks(files: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Each check with its command, the longest first."""
    python = [file for file in files if file.endswith(".py")]
    found: list[tuple[str, list[str]]] = []
    if python:
        ruff, mypy = (str(Path(sys.executable).with_name(tool)) for tool in ("ruff", "mypy"))
        found += [
            ("types", [mypy]),
            ("format", [ruff, "format", "--check", "--force-exclude", *python]),
            ("lint", [ruff, "check", "--force-exclude", *python]),
        ]
        if tests := nearest(python):
            found.insert(1, ("tests", [sys.executable, "-m", "pytest", "-q", "-x", *tests]))
    if any(file.startswith("frontend/") and file.endswith((".ts", ".mjs")) for file in files):
        found += [
            ("types of the browser", ["sh", "-c", f"{FRONTEND} check"]),
            ("lint of the browser", ["sh", "-c", f"{FRONTEND} lint"]),
            ("format of the browser", ["sh", "-c", f"{FRONTEND} format:check"]),
        ]
    if any(file.startswith(("games/", "frontend/")) for file in files):
        for command in ("protocol", "findings", "words"):
            found.append((command, [sys.executable, "manage.py", command, "--check"]))
    return found


def nearest(python: Iterable[str]) -> list[str]:
    """The test files that changed, and those that import what changed, its own package's first."""
    modules = {_module(file) for file in python}
    ranked = []
    for test in sorted((ROOT / "tests").rglob("test_*.py")):
        name = str(test.relative_to(ROOT))
        if name.startswith("tests/live/"):
            continue
        package = name.split("/")[1]
        imported = _imported(test) & modules
        is_own = any(module.split(".")[1:2] == [package] for module in imported)
        if name in python or imported:
            ranked.append((name not in python, not is_own, -len(imported), name))
    return [name for *_, name in sorted(ranked)[:MOST_TESTS]]


def _module(file: str) -> str:
    return ".".join(Path(file).with_suffix("").parts).removesuffix(".__init__")


def _imported(test: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(test.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            found.update(each.name for each in node.names)
    return found


def _git(*command: str) -> list[str]:
    return subprocess.check_output(["git", *command], cwd=ROOT, text=True).splitlines()


def _run(check: tuple[str, list[str]]) -> tuple[str, bool]:
    name, command = check
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode:
        print(f"--- {name}: {' '.join(command[:4])} …\n{done.stdout}{done.stderr}", flush=True)
    return name, done.returncode == 0


if __name__ == "__main__":
    main()
