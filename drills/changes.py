"""The small changes that can be made to a source: `drills.mutants` draws from them.

Each is one place changed: a condition is negated, a comparison's boundary moved, a call dropped, or
None returned. All of a source's changes can be woven into it at once, so that the program decides
as it runs which one is made.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

MADE = "__mutant__"
"""The name, among the builtins, of the name of the change that is made."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one place."""

    file: str
    line: int
    last_line: int
    start: int
    """In bytes; so is the end."""
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {_short(self.before)}  →  {_short(self.after)}"

    @property
    def name(self) -> str:
        """What it is called in a woven source: no other change has this name."""
        return f"{self.file}:{self.start}-{self.end}:{self.after}"

    @property
    def kind(self) -> str:
        """One of `KINDS`."""
        if self.after == "pass":
            return "dropped"
        if self.after.startswith("return "):
            return "none"
        return "moved" if _is_moved(self.before, self.after) else "negated"

    def changed(self, source: bytes) -> bytes:
        """The source with the change made."""
        return source[: self.start] + self.after.encode() + source[self.end :]


KINDS = ("negated", "moved", "dropped", "none")


def mutants(file: str, source: str) -> list[Mutant]:
    """Every change that can be made to this source, in its order."""
    places = _Places(file, source)
    places.visit(ast.parse(source))
    return sorted(places.found, key=lambda mutant: (mutant.start, mutant.end, mutant.after))


def woven(file: str, source: str) -> ast.Module:
    """This source with all its changes in it, of which the one is made that is named by `MADE`."""
    tree = ast.parse(source)
    places = _Places(file, source)
    places.visit(tree)
    _Weaver(places.at).visit(tree)
    return ast.fix_missing_locations(tree)


# --- Where something can be changed --------------------------------------------------------------


_MOVED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_TURNED = {"==": "!=", "!=": "==", "is": "is not", "is not": "is", "in": "not in", "not in": "in"}
_OPERATOR = re.compile(r"<=|>=|==|!=|<|>|\bnot\s+in\b|\bis\s+not\b|\bis\b|\bin\b")


class _Places(ast.NodeVisitor):
    def __init__(self, file: str, source: str) -> None:
        self.found: list[Mutant] = []
        self.at: defaultdict[ast.AST, list[Mutant]] = defaultdict(list)
        self._file = file
        self._source = source.encode()
        self._starts = [0]
        for line in self._source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._conditions: set[ast.expr] = set()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name not in ("__repr__", "__str__"):
            self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        condition = self._text(node.test)
        if "TYPE_CHECKING" not in condition and "__name__" not in condition:
            self._negate(node.test)
            self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        if not isinstance(node.test, ast.Constant):
            self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self._negate(condition)
        self.generic_visit(node)

    def visit_match_case(self, node: ast.match_case) -> None:
        if node.guard:
            self._negate(node.guard)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        left = node.left
        for right in node.comparators:
            between = self._at(left)[1], self._at(right)[0]
            written = _OPERATOR.search(self._source[slice(*between)].decode())
            assert written
            operator = " ".join(written[0].split())
            after = _MOVED.get(operator)
            # Else it is the condition itself, turned.
            if not after and node not in self._conditions:
                after = _TURNED[operator]
            if after:
                start, end = self._at(node)
                head = self._source[start : between[0]].decode()
                text = self._source[between[0] : end].decode()
                self._add(node, head + _OPERATOR.sub(after, text, count=1))
            left = right
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        call = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(call, ast.Call) and not _is_unseen(call):
            self._add(node, "pass")
            self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        constant = node.value.value if isinstance(node.value, ast.Constant) else ...
        if node.value and constant is not None:
            # Most who ask take None for False.
            self._add(node, "return True" if constant is False else "return None")
        self.generic_visit(node)

    def _negate(self, condition: ast.expr) -> None:
        self._conditions.add(condition)
        if isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not):
            self._conditions.add(condition.operand)
            after = f"({self._text(condition.operand)})"
        else:
            after = f"not ({self._text(condition)})"
        self._add(condition, after)

    def _add(self, node: ast.expr | ast.stmt, after: str) -> None:
        start, end = self._at(node)
        last = node.end_lineno or node.lineno
        before = self._text(node)
        mutant = Mutant(self._file, node.lineno, last, start, end, before, after)
        self.found.append(mutant)
        self.at[node].append(mutant)

    def _at(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self._starts[node.lineno - 1] + node.col_offset,
            self._starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def _text(self, node: ast.expr | ast.stmt) -> str:
        return self._source[slice(*self._at(node))].decode()


def _is_unseen(call: ast.Call) -> bool:
    """Whether it writes to the log, or speaks to the type checker alone."""
    to = call.func
    return (isinstance(to, ast.Name) and to.id == "assert_never") or (
        isinstance(to, ast.Attribute)
        and isinstance(to.value, ast.Name)
        and to.value.id.strip("_") in ("log", "logging")
    )


def _is_moved(before: str, after: str) -> bool:
    return _bare(before) == _bare(after)


def _bare(text: str) -> str:
    """The text with its boundaries the same wherever they are drawn."""
    return re.sub("([<>])=?", r"\1", text)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 100 else f"{text[:70]} … {text[-25:]}"


# --- Weaving -------------------------------------------------------------------------------------

_Node = TypeVar("_Node", bound=ast.AST)


class _Weaver(ast.NodeTransformer):
    """Puts beside each place what it would be changed, and the question whether it is."""

    def __init__(self, changes: Mapping[ast.AST, Sequence[Mutant]]) -> None:
        self._changes = changes

    def visit(self, node: ast.AST) -> Any:
        changes = self._changes.get(node, ())
        both = super().visit(node)
        for change in changes:
            both = _either(change, both)
        return both


def _either(change: Mutant, as_it_was: Any) -> ast.AST | list[ast.stmt]:
    asked = f"{MADE} == {change.name!r}"
    if change.kind == "dropped":
        return _in_place(ast.parse(f"if not {asked}: pass").body[0], as_it_was, body=[as_it_was])
    if change.kind == "none":
        return [_in_place(ast.parse(f"if {asked}: {change.after}").body[0], as_it_was), as_it_was]
    changed = ast.parse(f"(({change.after}\n) if {asked} else 0)", mode="eval").body
    return _in_place(changed, as_it_was, orelse=as_it_was)


def _in_place(new: _Node, old: ast.AST, **parts: object) -> _Node:
    """The new node on the line of the old one, with some of its parts made of that."""
    for each in ast.walk(new):
        if "lineno" in each._attributes:
            ast.copy_location(each, old)
    for name, part in parts.items():
        setattr(new, name, part)
    return new
