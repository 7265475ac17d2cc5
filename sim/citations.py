"""Which functions, fields and tests of the sources cite which rule ids.

A *function* cites a rule in its docstring or in a comment inside it or right above it; so does a class. A field of a record,
a column of a sheet or a member of an enum cites by a comment on its line or, in a module-level table, by a text such as
`Column(..., rule="ZZ-A1")`. A *test* cites by its name (`test_zz_a1_...`) or its docstring. Texts that a function
prints are no citations. After a full id others may follow in short: `ZZ-A1, A2 and B3`.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Cited = dict[str, set[str]]


@dataclass(frozen=True)
class Span:
    """The lines of one named piece of source."""

    first: int
    last: int
    name: str


def rule_pattern(ids: Collection[str]) -> re.Pattern[str]:
    """Matches a full id and the short ones that follow it."""
    prefixes = "|".join(sorted({rule_id.partition("-")[0] for rule_id in ids}))
    return re.compile(rf"\b({prefixes})-([A-Z]+\d+(?:(?:, | and |, and )[A-Z]+\d+\b)*)")


def ids_in(text: str, ids: Collection[str]) -> set[str]:
    """The known rule ids that a text cites."""
    found = set()
    for prefix, shorts in rule_pattern(ids).findall(" ".join(text.split())):
        found |= {f"{prefix}-{short}" for short in re.findall(r"[A-Z]+\d+", shorts)}
    return found & set(ids)


def cited_by_functions(root: Path, ids: Collection[str]) -> Cited:
    """Rule id -> names (`sim.module.function`) that cite it in the package below `root`."""
    cited: Cited = {rule_id: set() for rule_id in ids}
    for path in sorted((root / "sim").rglob("*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        for name, text in citing_texts(path.read_text(encoding="utf-8"), module):
            for rule_id in ids_in(text, ids):
                cited[rule_id].add(name)
    return cited


def cited_by_tests(root: Path, ids: Collection[str]) -> Cited:
    """Rule id -> tests (`tests/test_file.py::test_name`) that cite it by name or docstring."""
    by_word = {rule_id.replace("-", "_").lower(): rule_id for rule_id in ids}
    cited: Cited = {rule_id: set() for rule_id in ids}
    for path in sorted((root / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named = {by_word[word] for word in by_word if re.search(rf"_{word}(_|$)", node.name)}
                for rule_id in named | ids_in(ast.get_docstring(node) or "", ids):
                    cited[rule_id].add(f"{path.relative_to(root).as_posix()}::{node.name}")
    return cited


def citing_texts(source: str, module: str) -> Iterator[tuple[str, str]]:
    """Every text of a module that may cite a rule, with the name of the piece of source it belongs to."""
    tree = ast.parse(source)
    spans = list(_spans(tree, module))
    for node, name in _definitions(tree, module):
        yield name, ast.get_docstring(node) or ""
    for first, last, text in _comments(source):
        span = _innermost(spans, first) or _starting(spans, last + 1)
        if span:
            yield span.name, text
    for table in _tables(tree):
        for part in ast.walk(table):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                span = _innermost(spans, part.lineno)
                if span:
                    yield span.name, part.value


def _definitions(node: ast.AST, name: str) -> Iterator[tuple[Definition, str]]:
    """All functions and classes below a node with their full names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Definition):
            yield child, f"{name}.{child.name}"
            yield from _definitions(child, f"{name}.{child.name}")
        elif not isinstance(child, ast.expr):
            yield from _definitions(child, name)


def _tables(tree: ast.Module) -> list[ast.Assign | ast.AnnAssign]:
    return [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]


def _spans(tree: ast.Module, module: str) -> Iterator[Span]:
    """The lines of each function, class, assignment outside functions, and item of an assigned table."""
    bodies = [(tree.body, module)]
    for node, name in _definitions(tree, module):
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        yield Span(first, node.end_lineno or first, name)
        if isinstance(node, ast.ClassDef):
            bodies.append((node.body, name))
    for body, owner in bodies:
        for statement in body:
            if isinstance(statement, ast.Assign | ast.AnnAssign):
                yield from _assignment_spans(statement, owner)


def _assignment_spans(statement: ast.Assign | ast.AnnAssign, owner: str) -> Iterator[Span]:
    """An assignment and the items in it: calls and tuples that start with a text, their name."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
    if not isinstance(target, ast.Name):
        return
    name = f"{owner}.{target.id}"
    yield Span(statement.lineno, statement.end_lineno or statement.lineno, name)
    for part in ast.walk(statement):
        label = "" if part is statement.value else _label(part)
        if label and isinstance(part, ast.expr):
            yield Span(part.lineno, part.end_lineno or part.lineno, f"{name}.{label}")


def _label(node: ast.AST) -> str:
    """The name that a call or a tuple starts with, such as `base_hand` of `("base_hand", np.int64)`; else nothing."""
    items = node.args if isinstance(node, ast.Call) else node.elts if isinstance(node, ast.Tuple) else []
    first = items[0] if items else None
    is_name = isinstance(first, ast.Constant) and isinstance(first.value, str) and re.fullmatch(r"\w+", first.value)
    return first.value if is_name else ""  # type: ignore[union-attr]


def _comments(source: str) -> Iterator[tuple[int, int, str]]:
    """Each comment with its first and last line; full-line comments that follow each other are one."""
    block: list[str] = []
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        line = token.start[0]
        stands_alone = token.line.lstrip().startswith("#")
        if block and not (stands_alone and line == last + 1):
            yield last - len(block) + 1, last, " ".join(block)
            block = []
        if stands_alone:
            block.append(token.string.lstrip("# "))
            last = line
        else:
            yield line, line, token.string
    if block:
        yield last - len(block) + 1, last, " ".join(block)


def _innermost(spans: list[Span], line: int) -> Span | None:
    """The shortest span that holds a line."""
    around = [span for span in spans if span.first <= line <= span.last]
    return min(around, key=lambda span: span.last - span.first, default=None)


def _starting(spans: list[Span], line: int) -> Span | None:
    """The longest span that starts on a line: what a comment above it speaks of."""
    return max((span for span in spans if span.first == line), key=lambda span: span.last - span.first, default=None)
