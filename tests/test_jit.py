"""The kernel cache: never a stale kernel, and a start that finds it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sim import jit

ROOT = Path(jit.__file__).parent.parent
PROGRAM = """
import numpy as np
from sim.rng import Stream, start
from sim.jit import kernel
import sim.poker.judge
import sim.games.toy.kernels as toy
print(toy.answer(), toy.answer.stats.cache_hits)
"""
CALLEE = "from sim.jit import rule\n\n\n@rule\ndef value():\n    return {value}\n"
CALLER = (
    "from sim.games.toy.callee import value\nfrom sim.jit import kernel\n\n@kernel\ndef answer():\n    return value() + 1\n"
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the package with a toy game of two modules."""
    shutil.copytree(ROOT / "sim", tmp_path / "sim", ignore=shutil.ignore_patterns("__pycache__", "monster_*"))
    toy = tmp_path / "sim" / "games" / "toy"
    toy.mkdir()
    (toy / "__init__.py").write_text("")
    (toy / "callee.py").write_text(CALLEE.format(value=10))
    (toy / "kernels.py").write_text(CALLER)
    return tmp_path


def run(checkout: Path) -> list[str]:
    """What the program prints: the kernel's answer, and whether it came from the cache."""
    environment = {**os.environ, "HUNTLAB_CACHE": str(checkout / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.skipif(jit.PLAIN, reason="without JIT there is no cache")
def test_an_edited_callee_in_another_module_is_compiled_anew(checkout: Path) -> None:
    """The second start finds the cache; after an edit of the module that the kernel calls, the new value counts."""
    assert run(checkout)[0] == "11"
    assert run(checkout) == ["11", "Counter({():", "1})"]
    (checkout / "sim" / "games" / "toy" / "callee.py").write_text(CALLEE.format(value=20))
    assert run(checkout)[0] == "21"


def test_the_digest_covers_the_game_and_the_shared_kernels() -> None:
    """A game's kernels depend on its own files, the generator, the deck and the poker; not on another game's files."""
    files = {path.relative_to(jit.PACKAGE).as_posix() for path in jit.sources("monster_hunter_trpg")}
    assert {"rng.py", "deck.py", "jit.py", "poker/judge.py", "games/monster_hunter_trpg/rules.py"} <= files
    assert not any("games/" in file for file in map(str, jit.sources("shared")))
    assert jit.source_digest("shared") != jit.source_digest("monster_hunter_trpg")


def test_old_cache_folders_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ten older folders of a group the newest seven stay beside the present one; another group's folder stays."""
    monkeypatch.setenv("HUNTLAB_CACHE", str(tmp_path))
    for age in range(10):
        folder = tmp_path / "kernels" / f"shared-{age}"
        folder.mkdir(parents=True)
        os.utime(folder, (1000 - age, 1000 - age))
    (tmp_path / "kernels" / "other-0").mkdir()
    present = jit.cache_folder.__wrapped__("shared")
    left = {path.name for path in (tmp_path / "kernels").iterdir()}
    assert left == {present.name, "other-0", *(f"shared-{age}" for age in range(7))}


def test_bit_operations() -> None:
    """popcount, high product and trailing zeros of 64-bit words, at their ends."""
    top = np.uint64(2**64 - 1)

    @jit.kernel
    def operations(word: object, other: object) -> object:
        return jit.popcount(word), jit.mul_high(word, other), jit.trailing_zeros(word)

    with np.errstate(over="ignore"):
        assert operations(top, top) == (64, 2**64 - 2, 0)
        assert operations(np.uint64(0), top) == (0, 0, 64)
        assert operations(np.uint64(1 << 63), np.uint64(2)) == (1, 1, 63)
