"""What all tests share: quiet surroundings, the project's folder, and Chromium."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import hypothesis
import pytest

from tests.command_line import SMALL

# Before numpy and matplotlib are imported: no window is opened, and two test workers do not fight over two cores.
os.environ["MPLBACKEND"] = "agg"
for pool in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(pool, "1")

hypothesis.settings.register_profile("huntlab", database=None, deadline=None, derandomize=True)
hypothesis.settings.load_profile("huntlab")

PLAIN_RULES = Path(__file__).parent / "plain"  # tests that need kernels as plain Python; test_plain_rules.py runs them

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out what needs plain Python, unless this run is without JIT."""
    return True if collection_path == PLAIN_RULES and os.environ.get("NUMBA_DISABLE_JIT") != "1" else None


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with the small scenario."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.toml").write_text(SMALL, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium; without one the test is skipped, or fails where `CI=true`."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found:
        return found
    if os.environ.get("CI") == "true":
        pytest.fail("Chromium is missing")
    pytest.skip("Chromium is missing")
