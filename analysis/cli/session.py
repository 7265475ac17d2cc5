"""What all commands share: the options --json, --quiet and --data, where words go, and how a command ends.

Results go to stdout, everything else (progress, notes, warnings, errors) to stderr. A command returns nothing; it hands its
answer to `Session.answer`, as a document for --json and as a way to show it to people.
"""

from __future__ import annotations

import functools
import inspect
import json
import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, get_type_hints

import typer
from rich.console import Console
from typer.core import TyperGroup
from typer.exceptions import TyperException

import sim

if TYPE_CHECKING:
    from sim import DataFolder

CHECK_FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout, with the keys named above.")]
AsJsonLines = Annotated[bool, typer.Option("--json", help="JSON lines on stdout: one object a line, as described above.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Only the result: no progress, notes or warnings.")]
DataPath = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        show_default=False,
        help="The folder of sheets and scenarios; else HUNTLAB_DATA, ./data, or the data that came with huntlab.",
    ),
]


@dataclass(frozen=True)
class Session:
    """One start of the command line: what was asked for all commands, and the two places that words go to."""

    as_json: bool = False
    quiet: bool = False
    data_path: Path | None = None

    @cached_property
    def data(self) -> DataFolder:
        """The data folder in use; InputError if a named one is none."""
        return sim.find_data(self.data_path)

    @cached_property
    def out(self) -> Console:
        """Stdout: results."""
        return Console(highlight=False, markup=False, emoji=False)

    @cached_property
    def err(self) -> Console:
        """Stderr: progress and notes."""
        return Console(stderr=True, highlight=False, markup=False, emoji=False)

    def answer(self, document: object, show: Callable[[Session], None]) -> None:
        """Give the result: as one JSON document where that was asked for, else as `show` shows it."""
        if self.as_json:
            write(as_json(document, indent=2) + "\n")
        else:
            show(self)

    def say(self, text: str) -> None:
        """Print a line of the result, unbroken however long it is."""
        self.out.print(text, soft_wrap=True)

    def note(self, text: str) -> None:
        """Tell people something beside the result."""
        if not self.quiet:
            self.err.print(text, soft_wrap=True)

    def stop(self, text: str) -> NoReturn:
        """End after Ctrl-C, once all is put away, with a line that says what becomes of the work, even if --quiet."""
        raise KeyboardInterrupt(text)

    def warn(self, warnings: list[str]) -> None:
        """Tell people what is odd in their input."""
        for warning in warnings:
            self.note(f"warning: {warning}")


def write(text: str) -> None:
    """Write plain text to stdout, as it is."""
    sys.stdout.write(text)


def as_json(document: object, indent: int | None = None) -> str:
    """A document as JSON: what is not a number is null, and text stays readable where stdout can take it."""
    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    return json.dumps(_without_nan(document), indent=indent, ensure_ascii=not is_unicode, default=str)


def _without_nan(value: object) -> object:
    if isinstance(value, Mapping):
        return {str(key): _without_nan(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


# How a command is declared


def command(function: Callable[..., None]) -> Callable[..., None]:
    """Make a typer command of a function whose first parameter is the session: it gets --json, --quiet and --data."""
    return _command(function, AsJson)


def command_of_lines(function: Callable[..., None]) -> Callable[..., None]:
    """Like `command`, for a command that gives JSON lines in place of one document."""
    return _command(function, AsJsonLines)


def _command(function: Callable[..., None], json_option: object) -> Callable[..., None]:
    @functools.wraps(function)
    def start(context: typer.Context, *, as_json: bool, quiet: bool, data_path: Path | None, **arguments: object) -> None:
        outer = context.find_object(Session) or Session()
        function(Session(as_json, quiet or outer.quiet, data_path or outer.data_path), **arguments)

    hints = get_type_hints(function, include_extras=True)
    own = list(inspect.signature(function).parameters.values())[1:]
    shared = [("as_json", json_option, False), ("quiet", Quiet, False), ("data_path", DataPath, None)]
    parameters = [
        inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context),
        *(one.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[one.name]) for one in own),
        *(
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
            for name, hint, default in shared
        ),
    ]
    start.__doc__ = _flowing(inspect.getdoc(function) or "")
    start.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    start.__annotations__ = {one.name: one.annotation for one in parameters}
    return start


def _flowing(text: str) -> str:
    """A docstring whose paragraphs break where the terminal ends; indented lines (examples) stay lines."""
    return "\n\n".join(
        paragraph if "\n " in paragraph else " ".join(paragraph.split("\n")) for paragraph in text.split("\n\n")
    )


# How a command ends


class Commands(TyperGroup):
    """The group of all commands: whatever the user can put right ends it with one line on stderr and exit code 2.

    Ctrl-C ends it with one line and exit code 130.
    """

    def make_context(self, *arguments: Any, **extra: Any) -> Any:
        """Read the command line."""
        with _interrupts_said():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        with _interrupts_said():
            return super().invoke(ctx)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line and exit with its code."""
        name = prog_name or "huntlab"
        try:
            code = super().main(args, name, complete_var, False, windows_expand_args, **extra)
            sys.stdout.flush()
        except TyperException as error:
            complain(_usage_problem(error))
        except sim.InputError as error:
            complain(str(error))
        except BrokenPipeError:
            raise
        except OSError as error:
            _forget_unwritten()
            complain(f"{error.filename or 'output'}: {error.strerror or error}")
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else 0)
        return code


@contextmanager
def _interrupts_said() -> Iterator[None]:
    """Say that Ctrl-C ended the command, where it did not say so itself."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        sys.stderr.write(f"{str(interrupt) or 'Stopped.'}\n")
        raise typer.Exit(INTERRUPTED) from interrupt


def _forget_unwritten() -> None:
    """Point stdout to nowhere if it cannot be written (a full disk), or Python would fail once more at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _usage_problem(error: TyperException) -> str:
    """The message of a mistyped command line, and where help is."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "huntlab"
    return f"{error.format_message().rstrip('.')} (see {path} --help)"


def complain(text: str) -> NoReturn:
    """End with exit code 2 and one line on stderr."""
    line = " ".join(text.split("\n"))
    sys.stderr.write(f"huntlab: {line}\n")
    sys.exit(BAD_INPUT)
