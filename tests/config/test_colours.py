"""Every name that a stylesheet uses is one that somebody gives: a colour without a name is none."""

import re
from pathlib import Path

FRONTEND = Path(__file__).resolve().parents[2] / "frontend"


def test_every_name_in_the_stylesheets_is_given() -> None:
    sheets = {path.name: path.read_text() for path in (FRONTEND / "styles").glob("*.css")}
    scripts = "".join(path.read_text() for path in (FRONTEND / "src").rglob("*.ts"))
    given = {
        *(name for text in sheets.values() for name in re.findall(r"(--[\w-]+)\s*:", text)),
        *re.findall(r'setProperty\("(--[\w-]+)"', scripts),
    }
    used = {
        (sheet, name)
        for sheet, text in sheets.items()
        for name in re.findall(r"var\((--[\w-]+)", text)
    }
    assert len(used) > 300
    assert {each for each in used if each[1] not in given} == set()
