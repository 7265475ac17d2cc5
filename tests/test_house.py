"""House rules that no linter knows: short functions and files, telling names, nothing that ties us to one machine."""

from __future__ import annotations

import ast
import io
import re
import statistics
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.version import __version__

MEDIAN_LINES = 10
NINTH_DECILE_LINES = 40
FILE_LINES = 500
EMPTY_NAMES = {"common", "helper", "helpers", "misc", "util", "utils"}
UNWRITTEN = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}

# Folders of somebody's machine, and hosts of package registries and mirrors.
LOCAL_PATH = re.compile(r"(?<![\w.~*}$/-])/(?:home|root|work|opt|mnt|srv|Users|Volumes)/\w|\b[A-Z]:\\Users\\")
REGISTRY = re.compile(
    r"pypi\.(?:org|python)|python[h]osted\.|test\.pypi|npmjs\.|yarnpkg\.|anaconda\.(?:org|com)|conda-forge\.|"
    r"deb\.debian\.|archive\.ubuntu\.|crates\.io|/simple/?(?:\s|$)",
    re.MULTILINE,
)


def lines_of_code(source: str) -> set[int]:
    """The numbers of the lines that hold code: no blank lines, no comments, no docstrings."""
    written: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in UNWRITTEN:
            written |= set(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            written -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return written


def function_lengths(source: str) -> Iterator[tuple[str, int]]:
    """Each function's name and its lines of code, from `def` to its end (decorators not counted)."""
    written = lines_of_code(source)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, len(written & set(range(node.lineno, (node.end_lineno or node.lineno) + 1)))


def modules(root: Path) -> list[Path]:
    """The Python files of both packages."""
    found = sorted(path for package in ("sim", "analysis") for path in (root / package).rglob("*.py"))
    assert len(found) > 20
    return found


def written_files(root: Path) -> list[Path]:
    """The files that belong to the project: tracked by git, or new and not ignored."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    answer = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if answer.returncode:
        pytest.skip("not a git checkout")
    return [root / name for name in answer.stdout.split("\0") if name and (root / name).is_file()]


def text_of(path: Path) -> str:
    """The text of a file; empty for a picture or another binary file."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def test_a_function_of_two_lines_counts_two_without_docstring_comment_and_blank_line() -> None:
    docstring = '"""Twice x.\n\n    Longer.\n    """'
    source = f"@step\ndef double(x):\n    {docstring}\n\n    # a comment\n    return 2 * x  # and one more\n"
    assert list(function_lengths(source)) == [("double", 2)]


def test_half_of_all_functions_have_at_most_ten_lines_and_nine_tenths_fewer_than_forty(root: Path) -> None:
    lengths = sorted(length for path in modules(root) for _, length in function_lengths(text_of(path)))
    assert statistics.median(lengths) <= MEDIAN_LINES
    assert lengths[len(lengths) * 9 // 10] < NINTH_DECILE_LINES


def test_no_file_of_code_has_more_than_500_lines(root: Path) -> None:
    files = modules(root) + sorted((root / "tests").rglob("*.py"))
    assert [path.name for path in files if len(text_of(path).splitlines()) > FILE_LINES] == []


def test_no_file_or_folder_has_a_name_that_says_nothing(root: Path) -> None:
    parts = {part for path in written_files(root) for part in path.relative_to(root).with_suffix("").parts}
    assert not {part.lower() for part in parts} & EMPTY_NAMES


@pytest.mark.parametrize(
    "text",
    [
        "see " + "/" + "home/anna/cards",
        '"' + "/" + "opt/wheels",
        "C:" + r"\Users\anna",
        "--index-url https://" + "pypi" + ".org/simple",
        "https://files.python" + "hosted" + ".org/x",
    ],
)
def test_the_patterns_find_paths_of_a_machine_and_registries(text: str) -> None:
    assert LOCAL_PATH.search(text) or REGISTRY.search(text)


@pytest.mark.parametrize(
    "text", ["hunter/" + "work/day", "data/home/x.csv", "~/" + "work/cards", "a simple/strong rule", "/dev/full"]
)
def test_the_patterns_leave_other_text_alone(text: str) -> None:
    assert not LOCAL_PATH.search(text)
    assert not REGISTRY.search(text)


def test_no_file_names_a_path_of_one_machine_or_a_registry(root: Path) -> None:
    found = []
    for path in written_files(root):
        for number, line in enumerate(text_of(path).splitlines(), start=1):
            if LOCAL_PATH.search(line) or REGISTRY.search(line):
                found.append(f"{path.relative_to(root)}:{number} {line.strip()[:80]}")
    assert found == []


def test_the_changelog_has_a_section_for_this_version(root: Path) -> None:
    text = text_of(root / "CHANGELOG.md")
    assert re.search(rf"^## \[?{re.escape(__version__)}\b", text, re.MULTILINE)
