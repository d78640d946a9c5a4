"""The file of engines: what it says is read as meant, and every fault names its line."""

import doctest
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from games import mnk
from games.engines import config as engines
from games.engines.config import BadConfiguration, BoardSizes, EngineSpec, configured, read

ENGINE = '[engines.pela]\ncommand = ["/bin/sh"]\nboards = ["15x15"]\n'


def file(folder: Path, text: str) -> Path:
    path = folder / "engines.toml"
    path.write_text(dedent(text), encoding="utf-8")
    return path


def faults(path: Path) -> list[str]:
    """Every fault as people read it, without the file's folder."""
    with pytest.raises(BadConfiguration) as bad:
        read(path)
    assert len(bad.value.faults) == len(str(bad.value).splitlines())
    return [line.replace(f"{path.parent}/", "") for line in str(bad.value).splitlines()]


def test_without_a_file_there_are_no_engines() -> None:
    assert configured({}) == ()
    assert configured({"INAROW_ENGINES": ""}) == ()


def test_an_empty_file_has_no_engines(tmp_path: Path) -> None:
    path = file(tmp_path, "# none yet\n")
    assert configured({"INAROW_ENGINES": str(path)}) == ()


def test_an_engine_has_defaults(tmp_path: Path) -> None:
    assert read(file(tmp_path, ENGINE)) == (
        EngineSpec(
            key="pela",
            name="pela",
            command=("/bin/sh",),
            boards=(BoardSizes((15, 15), (15, 15)),),
            k=(5,),
            rules=(mnk.LineRule.FREESTYLE,),
            turn_ms=1000,
            memory_mb=350,
            network=False,
        ),
    )


def test_engines_keep_their_order_and_say_everything(tmp_path: Path) -> None:
    engine = tmp_path / "bin" / "engine"
    engine.parent.mkdir()
    engine.write_text("#!/bin/sh\n")
    engine.chmod(0o755)
    zeta, alpha = read(
        file(
            tmp_path,
            """\
            [engines.zeta-2]
            name = " Zeta 2 "
            command = "bin/engine --level 'as hard'"
            boards = ["3x3", "10X10 - 20×15"]
            k = [5, 3, 5]
            rules = ["exact", "freestyle"]
            turn_ms = 50
            memory_mb = 2000
            network = true
            reads = ["/usr/share"]
            trusted = true
            as_root = true

            [engines.alpha]
            command = ["sh", "-c", "exec engine"]
            boards = ["15x15"]
            """,
        )
    )
    assert zeta == EngineSpec(
        key="zeta-2",
        name="Zeta 2",
        command=(str(engine), "--level", "as hard"),
        boards=(BoardSizes((3, 3), (3, 3)), BoardSizes((10, 10), (20, 15))),
        k=(5, 3),
        rules=(mnk.LineRule.EXACT, mnk.LineRule.FREESTYLE),
        turn_ms=50,
        memory_mb=2000,
        network=True,
        reads=(Path("/usr/share"),),
        trusted=True,
        as_root=True,
    )
    assert Path(alpha.command[0]).is_absolute()
    assert alpha.command[1:] == ("-c", "exec engine")


def test_the_least_and_the_most_of_everything_are_taken(tmp_path: Path) -> None:
    longest_name = "x" * 24
    (spec,) = read(
        file(
            tmp_path,
            f"""\
            [engines.edges]
            name = "{longest_name}"
            command = "sh"
            boards = ["1x32", "9x9-10x9"]
            k = [1, 32]
            turn_ms = 10
            memory_mb = 65536
            """,
        )
    )
    assert spec.name == longest_name
    assert spec.boards == (BoardSizes((1, 32), (1, 32)), BoardSizes((9, 9), (10, 9)))
    assert spec.k == (1, 32)
    assert (spec.turn_ms, spec.memory_mb) == (10, 65536)


@pytest.mark.parametrize(
    ("variant", "plays"),
    [
        (mnk.Variant(15, 15, 5), True),
        (mnk.Variant(10, 20, 5), True),
        (mnk.Variant(9, 15, 5), False),
        (mnk.Variant(15, 21, 5), False),
        (mnk.Variant(3, 3, 3), True),
        (mnk.Variant(15, 15, 4), False),
        (mnk.Variant(15, 15, 5, mnk.LineRule.EXACT), False),
        (mnk.Variant.full_lines(3, 3), False),
    ],
)
def test_what_an_engine_plays(variant: mnk.Variant, plays: bool) -> None:
    boards = (BoardSizes((10, 10), (20, 20)), BoardSizes((3, 3), (3, 3)))
    assert EngineSpec("e", "E", ("/e",), boards, k=(5, 3)).plays(variant) is plays


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("comand = 3", "“comand” is no setting of an engine: did you mean “command”?"),
        ("Memory = 3", "“Memory” is no setting of an engine: did you mean “memory_mb”?"),
        (
            "colour = 3",
            "“colour” is no setting of an engine: "
            "it has name, command, boards, k, rules, turn_ms, memory_mb, network, reads, "
            "trusted, as_root.",
        ),
        ("k.x = 3", "“k” must be a list like [5]."),
        ("k = 5", "“k” must be a list like [5]."),
        ("k = []", "“k” must be a list like [5]."),
        ("k = [true]", "“k” must be a list like [5]."),
        ("k = [0]", "“k” holds 0, but k is from 1 to 32."),
        ("k = [16]", "16 in a row do not fit on its boards: write a smaller k."),
        (
            'rules = ["full"]',
            "“rules” holds “full”, but an engine plays freestyle, exact, caro or renju.",
        ),
        ("rules = 0", '“rules” must be a list like ["freestyle", "exact"].'),
        ("turn_ms = 0", "“turn_ms” must be a whole number from 10 to 600000, not 0."),
        ("turn_ms = 1.5", "“turn_ms” must be a whole number from 10 to 600000, not 1.5."),
        ("turn_ms = true", "“turn_ms” must be a whole number from 10 to 600000, not True."),
        ("memory_mb = 4", "“memory_mb” must be a whole number from 16 to 65536, not 4."),
        ('reads = "/usr"', '“reads” must be a list like ["/srv/books"].'),
        ('reads = ["books"]', "“reads” holds books: write its whole path."),
        ('reads = ["/no/where"]', "“reads” names /no/where, which does not exist."),
        (
            'reads = ["/"]',
            "“reads” names /, which is everything: name the folders that it needs.",
        ),
        ("trusted = 1", "“trusted” must be true or false, not 1."),
        ('as_root = "yes"', "“as_root” must be true or false, not 'yes'."),
        ('network = "no"', "“network” must be true or false, not 'no'."),
        ('name = ""', '“name” must be a name people can read, like "Pela 7.9".'),
        ('name = "a\\nb"', '“name” must be a name people can read, like "Pela 7.9".'),
        (f'name = "{"x" * 41}"', "“name” must have at most 24 characters, not 41."),
    ],
)
def test_a_setting_at_fault_is_named_with_its_line(tmp_path: Path, line: str, fault: str) -> None:
    path = file(tmp_path, f"# engines\n\n{ENGINE}# a comment\n{line}\n\n[engines]\n")
    assert faults(path) == [f"engines.toml, line 7: {fault}"]


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ('"15x15"', 'must be a list like ["15x15", "10x10-20x20"].'),
        ("[15]", 'must be a list like ["15x15", "10x10-20x20"].'),
        ('["15"]', "holds “15”, which is no size: write 15x15, or 10x10-20x20."),
        ('["15x15-"]', "holds “15x15-”, which is no size: write 15x15, or 10x10-20x20."),
        ('["5x5-6x6-7x7"]', "holds “5x5-6x6-7x7”, which is no size: write 15x15, or 10x10-20x20."),
        ('["5x33"]', "holds “5x33”, but boards have 1 to 32 squares an edge."),
        ('["0x5-9x9"]', "holds “0x5-9x9”, but boards have 1 to 32 squares an edge."),
        ('["9x9-8x10"]', "holds “9x9-8x10”: write the smaller size first."),
    ],
)
def test_boards_at_fault(tmp_path: Path, value: str, fault: str) -> None:
    path = file(tmp_path, f'[engines.pela]\ncommand = "sh"\nboards = {value}\n')
    assert faults(path) == [f"engines.toml, line 3: “boards” {fault}"]


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ("7", 'must be a list like ["/path/to/engine"].'),
        ("[]", 'must be a list like ["/path/to/engine"].'),
        ('""', 'is empty: write ["/path/to/engine"].'),
        ('[""]', 'is empty: write ["/path/to/engine"].'),
        ('["/bin/sh", 3]', 'must be a list like ["/path/to/engine"].'),
        ('"sh \'x"', "has a quotation mark that is not closed."),
        ('["sh", "\\u0000"]', "holds a zero byte."),
        (
            '"no-such-engine -x"',
            "names no-such-engine, which is not installed: write its whole path.",
        ),
        ('["./missing"]', "names missing, which does not exist."),
        ('["./folder"]', "names folder, which is no file."),
        ('["./text"]', "names text, which may not be run: chmod +x text."),
        (
            '["sh", "text"]',
            "names text, but the engine runs in a folder of its own: write text.",
        ),
    ],
)
def test_a_command_at_fault(tmp_path: Path, value: str, fault: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("no program")
    path = file(tmp_path, f'[engines.pela]\nboards = ["15x15"]\ncommand = {value}\n')
    assert faults(path) == [f"engines.toml, line 3: “command” {fault}"]


def test_all_faults_are_told_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    path = file(
        tmp_path,
        """\
        title = "engines"
        [engines.pela]
        boards = [
            "15x15",  # line 4
            "1x",
        ]
        name = \"\"\"
        [engines.not-a-table]
        \"\"\"
        [engines."Much Too Big"]
        command = "sh"
        boards = ["15x15"]
        network = 1
        [engines.one]
        name = "Pela"
        command = "sh"
        boards = ["15x15"]
        [engines.two]
        command = "sh"
        boards = ["15x15"]
        name = "Pela"
        """,
    )
    assert faults(path) == [
        "engines.toml, line 1: “title” is unknown here: engines are tables [engines.NAME].",
        'engines.toml, line 2: The engine lacks “command”: write command = ["/path/to/engine"].',
        "engines.toml, line 3: “boards” holds “1x”, which is no size: write 15x15, or 10x10-20x20.",
        'engines.toml, line 7: “name” must be a name people can read, like "Pela 7.9".',
        "engines.toml, line 10: “Much Too Big” cannot name an engine: "
        "write at most 20 of the letters a to z, digits and hyphens.",
        "engines.toml, line 13: “network” must be true or false, not 1.",
        "engines.toml, line 21: Another engine is called Pela too: "
        "people could not tell them apart.",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("engines = 3", "line 1: “engines” must hold one table an engine: [engines.NAME]."),
        (
            "[engines]\ncommand = 'sh'",
            "line 2: “command” is unknown here: an engine is a table [engines.NAME] of its own.",
        ),
        ("[[engines]]\nx = 1", "line 1: “engines” must hold one table an engine: [engines.NAME]."),
        (
            "[engines]\npela = {command = 'sh', boards = ['15x15'], k = 3}",
            "line 2: “k” must be a list like [5].",
        ),
        (
            "engines.pela.k = 3\nengines.pela.command = 'sh'\nengines.pela.boards = ['15x15']",
            "line 1: “k” must be a list like [5].",
        ),
        (
            "[engines.a\n",
            "line 1: This is no TOML: Expected ']' at the end of a table declaration.",
        ),
        ("\n\n[engines.a]\nk = [\n5,\n\n\n", "line 5: This is no TOML: Invalid value."),
        (
            "[engines.a]\n[engines.a]",
            "line 2: This is no TOML: Cannot declare ('engines', 'a') twice.",
        ),
    ],
)
def test_a_file_of_the_wrong_shape(tmp_path: Path, text: str, fault: str) -> None:
    assert faults(file(tmp_path, text)) == [f"engines.toml, {fault}"]


def test_lines_count_the_same_with_windows_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "engines.toml"
    path.write_bytes(("\ufeff" + ENGINE + "k = 1\n").replace("\n", "\r\n").encode())
    assert faults(path) == ["engines.toml, line 4: “k” must be a list like [5]."]


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "engines.toml"
    path.write_bytes(ENGINE.encode() + b"name = '\xff'")
    assert faults(path) == ["engines.toml, line 4: This is no UTF-8 text."]


@pytest.mark.parametrize(("name", "why"), [("missing", "No such file"), (".", "Is a directory")])
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(BadConfiguration, match=f"INAROW_ENGINES names this file, but .*{why}"):
        configured({"INAROW_ENGINES": str(tmp_path / name)})


def test_the_interpreter_is_a_fine_command(tmp_path: Path) -> None:
    (spec,) = read(file(tmp_path, f'[engines.py]\ncommand = "{sys.executable} -V"\nboards=["5x5"]'))
    assert spec.command == (sys.executable, "-V")


def test_the_examples_are_true() -> None:
    assert doctest.testmod(engines) == (0, 2)
