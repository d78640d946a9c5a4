"""Every sentence of ours that a person reads, found in the source.

In Python it is given to `say`, `later` or `count`, or stands as the `sentence` of a refusal
class; in a template it is within `translate` or `blocktranslate`; in TypeScript it is given to
`say`, `count` or `parts` of `words.ts`, which `frontend/words.mjs` finds.
"""

import ast
import builtins
import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, cast

from django.template.engine import Engine
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.utils.translation import trim_whitespace

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "frontend" / "templates"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, and where it is said."""

    text: str
    many: str | None
    """The form for numbers other than one; None where it has no number."""
    place: str
    """The file, from the root of the project."""


def everywhere() -> list[Sentence]:
    """All sentences: of the server, of its pages, and of the browser."""
    return [*in_python(), *in_templates(), *in_browser()]


def in_python() -> Iterator[Sentence]:
    """The sentences of the server."""
    for path in _python():
        yield from _of_module(path.read_text(), _place(path))


def _of_module(source: str, place: str) -> Iterator[Sentence]:
    """The sentences of one module.

    >>> source = 'say("Hello {name}.", name=name)\\ncount("{count} move", "{count} moves", 3)'
    >>> [(each.text, each.many) for each in _of_module(source, "x.py")]
    [('Hello {name}.', None), ('{count} move', '{count} moves')]
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="say" | "later"), args=[ast.Constant(value=str(text))]):
                yield Sentence(text, None, place)
            case ast.Call(
                func=ast.Name(id="count"),
                args=[ast.Constant(value=str(one)), ast.Constant(value=str(many)), _],
            ):
                yield Sentence(one, many, place)
            case ast.ClassDef(body=body):
                yield from _of_class(body, place)


def _of_class(body: list[ast.stmt], place: str) -> Iterator[Sentence]:
    for statement in body:
        match statement:
            case (
                ast.Assign(targets=[ast.Name(id="sentence")], value=ast.Constant(value=str(text)))
                | ast.AnnAssign(target=ast.Name(id="sentence"), value=ast.Constant(value=str(text)))
            ):
                yield Sentence(text, None, place)


def unmarked_in_python() -> list[str]:
    """Refusals of the server that are written in the source but not said with `games.say`."""
    return [
        f"{_place(path)}:{line}: {text}"
        for path in _modules()
        for line, text in sorted(_unmarked_refusals(path.read_text()))
    ]


_NOT_FOR_PLAYERS = (
    *("migrations", "management", "admin.py", "terminal", "evaluator", "pictures"),
    *("checker.py", "certificate.py", "jail.py", "config.py", "backups.py", "upgrading.py"),
)
"""What operators read, the game in a terminal, and what runs by itself: all in English."""
_FOR_OPERATORS = frozenset(
    (
        *("ImproperlyConfigured", "CannotServe", "BadExhibition", "ThinkerFailed", "NoThinker"),
        *("NothingToPlay", "EngineFailed", "Fault"),
        *("TryAgain", "NeverTaken", "BrowserGone", "NotTaken"),
    )
)
"""What is refused to operators and programmers. `EngineFailed` and `Fault` are also kept with a
game, in English, as an engine's reason to resign."""


def _modules() -> Iterator[Path]:
    for path in _python():
        if not set(_NOT_FOR_PLAYERS).intersection(path.relative_to(ROOT).parts):
            yield path


def _python() -> Iterator[Path]:
    for folder in ("config", "games"):
        yield from sorted((ROOT / folder).rglob("*.py"))


def _unmarked_refusals(source: str) -> Iterator[tuple[int, str]]:
    """The sentences of one module that refuse without being marked, and their lines.

    >>> source = 'raise No("Not you.")\\nraise No(say("Not you."))\\nform.add_error("k", f"No {k}")'
    >>> list(_unmarked_refusals(source))
    [(1, "'Not you.'"), (3, "f'No {k}'")]
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Raise(exc=ast.Call() as call):
                pass
            case ast.Call() as call if _name_of(call) in ("ValidationError", "add_error"):
                pass
            case _:
                continue
        if _name_of(call) not in _FOR_OPERATORS and not hasattr(builtins, _name_of(call)):
            for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
                yield from ((text.lineno, ast.unparse(text)) for text in _texts(argument))


def _name_of(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _texts(node: ast.AST) -> Iterator[ast.expr]:
    """What looks like a sentence within an expression, but is not said."""
    match node:
        case ast.Call() if _name_of(node) in ("say", "later", "count"):
            return
        case ast.Constant(value=str(text)) if _has_words(text):
            yield node
        case ast.JoinedStr(values=parts) if _has_words(
            "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
        ):
            yield node
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _texts(child)


def _has_words(text: str) -> bool:
    return " " in text and any(map(str.isalpha, text))


def _templates() -> list[Path]:
    return sorted(each for kind in ("html", "txt") for each in TEMPLATES.rglob(f"*.{kind}"))


def in_templates() -> Iterator[Sentence]:
    """The sentences of the pages, and of letters."""
    for path in _templates():
        yield from _of_template(path.read_text(), _place(path))


def _of_template(source: str, place: str) -> Iterator[Sentence]:
    """The sentences of one template.

    >>> source = "{% load i18n %}{% blocktranslate %}No, {{ x }}{% endblocktranslate %}"
    >>> [each.text for each in _of_template(source, "x.html")]
    ['No, %(x)s']
    """
    nodes = Engine.get_default().from_string(source).nodelist
    for short in nodes.get_nodes_by_type(TranslateNode):
        yield Sentence(cast("Any", short).filter_expression.var.literal, None, place)
    for node in nodes.get_nodes_by_type(BlockTranslateNode):
        block = cast("Any", node)
        tidy = trim_whitespace if block.trimmed else str
        one = tidy(block.render_token_list(block.singular)[0])
        many = tidy(block.render_token_list(block.plural)[0]) if block.plural else None
        yield Sentence(one, many, place)


def unmarked_in_templates() -> list[str]:
    """Texts of the pages that stand outside of `translate` and `blocktranslate`."""
    return [
        f"{_place(path)}: {text}" for path in _templates() for text in _unmarked(path.read_text())
    ]


_UNREAD = re.compile(
    r"{% blocktranslate\b.*?{% endblocktranslate %}"
    r"|{% block body_class %}.*?{% endblock %}"
    r"|{% comment %}.*?{% endcomment %}|{#.*?#}|{%.*?%}|{{.*?}}",
    re.DOTALL,
)
"""What a page says from the catalogue, or does not say at all."""
_GIVEN = re.compile(r"""(?:\|default(?:_if_none)?:|{% include [^%]*\s\w+=)(["'])(.*?)\1""")
"""A text that a value falls back on, or that a part of a page is given to show."""
_READ = ("aria-label", "placeholder", "title", "alt")
_NAMES = "Inarow|SVG|PNG|GIF|APNG|WebP|SGF|Piskvork|JSON|RenLib"
_NO_WORDS = re.compile(rf"\b(?:{_NAMES}|[A-Za-z]|\w*\d\w*)\b|\W|_")
"""What is the same in every language: names, numbers, squares, positions, and single letters."""


def _unmarked(source: str) -> Iterator[str]:
    """The texts of one template that nobody could translate.

    >>> list(_unmarked("<p title='Why'>{% translate 'Yes' %} no</p>{{ name|default:'Nobody' }}"))
    ['Why', 'no', 'Nobody']
    >>> list(_unmarked("<p>{{ name }}, <a href='x.svg' title='h8i9 3x3/3/1X1/3/O'>SVG</a></p>"))
    []
    """
    read = _Reader()
    read.feed(_UNREAD.sub("", source))
    given = (text for _, text in _GIVEN.findall(source))
    return (text for text in (*read.texts, *given) if _NO_WORDS.sub("", text))


class _Reader(HTMLParser):
    """Collects what a person reads or hears on a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._is_data = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._is_data = tag == "script"
        if tag == "meta" and given.get("name") == "description":
            self.texts.append(given.get("content") or "")
        self.texts.extend(given.get(name) or "" for name in _READ)

    def handle_data(self, data: str) -> None:
        if not self._is_data:
            self.texts.append(data.strip())


def in_browser() -> Iterator[Sentence]:
    """The sentences of the browser's side."""
    for each in _of_typescript()["said"]:
        yield Sentence(each["text"], each.get("many"), f"frontend/{each['place']}")


def unmarked_in_browser() -> list[str]:
    """Texts of the browser's side that look like sentences but are not said with `words.ts`."""
    return [f"frontend/{each['place']}: {each['text']}" for each in _of_typescript()["unmarked"]]


def _of_typescript() -> dict[str, Any]:
    run = subprocess.run(
        ["sh", "-c", ". frontend/node.sh && node frontend/words.mjs"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return cast("dict[str, Any]", json.loads(run.stdout))


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
