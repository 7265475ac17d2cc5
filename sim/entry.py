"""The first steps of the command `huntlab`: see that the code about to run is ours, then hand over to `analysis.cli`.

A file `analysis.py` of the user may stand before the package of that name on Python's path (PYTHONPATH, or the folder that
`python -m` starts in). Python would run it without a word, so this module looks before anything of `analysis` is imported.
It loads nothing heavy, and names `analysis` only as text: in the imports, `sim` stands below it.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
import threading
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

HOME = Path(__file__).resolve().parent.parent
PACKAGES = ("analysis", "sim")
BAD_INPUT = 2  # exit code of everything that the user can put right
INTERRUPTED = 130  # exit code after Ctrl-C: 128 + SIGINT
BROKEN_PIPE = 141  # exit code when the reader of our output has gone: 128 + SIGPIPE
SOON = 0.05  # seconds until a lost Ctrl-C is sent again


def location(package: str) -> Path | None:
    """The file or folder that `import package` would load; None if Python finds nothing of that name."""
    spec = find_spec(package)
    if spec is None:
        return None
    found = spec.origin or next(iter(spec.submodule_search_locations or ()), None)
    return Path(found) if found else None


def complaint() -> str | None:
    """One line about a package of huntlab that is hidden by somebody else's code or missing; None if all is well."""
    for package in PACKAGES:
        found = location(package)
        if found is None:
            return f"huntlab's own package {package} is missing from {HOME}; install huntlab again"
        if HOME / package not in found.resolve().parents:
            return f"{found} hides huntlab's own package {package}; rename it or start from another folder"
    return None


def is_closed(stream: TextIO | None) -> bool:
    """Whether a stream was closed by whoever started us (`huntlab ... >&-`); Python has None in its place then."""
    return stream is None


def delivered(stream: TextIO) -> bool:
    """Write out what `stream` still holds; False, and silence for the rest, if its reader has gone."""
    try:
        stream.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return False
    return True


def press_ctrl_c() -> None:
    """Interrupt this process as the key does: also while its main thread waits, which only a real signal wakes."""
    if os.name == "posix":
        os.kill(os.getpid(), signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)


def send_again(lost: UnraisableHookArgs) -> None:
    """Send Ctrl-C again if it came while the compiler called back into Python, where no exception gets through."""
    if not issubclass(lost.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    timer = threading.Timer(SOON, press_ctrl_c)
    timer.daemon = True
    timer.start()


def forget_interrupt() -> None:
    """Clear CPython's mark of an interrupt inside `exec`; with it Python would end by the signal, not by our exit code."""
    exec("pass")  # noqa: S102 - a constant


def run_command() -> int | str | None:
    """Run `analysis.cli` and return its exit code, as `sys.exit` takes it."""
    for stream in (sys.stdout, sys.stderr):  # a name that the terminal cannot show must not stop a run
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        importlib.import_module("analysis.cli").app()
    except SystemExit as end:  # typer and rich end so after a closed pipe too
        return BROKEN_PIPE if isinstance(end.__context__, BrokenPipeError) else end.code
    except BrokenPipeError:
        return BROKEN_PIPE
    return 0


def main() -> int | str | None:
    """Start huntlab and return its exit code; no traceback for Ctrl-C, a closed pipe or a closed stream."""
    if is_closed(sys.stderr):
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - open as long as the process
    sys.unraisablehook = send_again
    try:
        trouble = "output: stdout is closed" if is_closed(sys.stdout) else complaint()
        if trouble:
            sys.stderr.write(f"huntlab: {trouble}\n")
            return BAD_INPUT
        code = run_command()
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
        code = INTERRUPTED
    forget_interrupt()
    return code if delivered(sys.stdout) else BROKEN_PIPE


if __name__ == "__main__":
    sys.exit(main())
