"""Fonts for the names that designers write: Latin, Cyrillic, Greek, kana and Chinese characters.

DejaVu Sans comes with matplotlib; Noto Sans CJK JP (SIL Open Font License) comes as a file in the package notojp-matplotlib.
Only the file is used: importing that package would change matplotlib's own defaults.
"""

from __future__ import annotations

import unicodedata
import warnings
from collections.abc import Iterable
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from matplotlib import font_manager, ft2font

FAMILIES = ("DejaVu Sans", "Noto Sans CJK JP")  # the first that has a glyph draws it
PACKAGE = "notojp-matplotlib"
FONT_FILE = "notojp_matplotlib/fonts/NotoSansCJKjp-Regular.otf"


class MissingGlyphWarning(UserWarning):
    """Some text of a chart cannot be drawn, because no font has its characters."""


@cache
def register() -> None:
    """Make the fonts known to matplotlib, once; without the package only DejaVu Sans is there."""
    path = cjk_font()
    if path is not None:
        font_manager.fontManager.addfont(path)


def cjk_font() -> Path | None:
    """The file of the font with kana and Chinese characters; None if its package is not installed."""
    try:
        path = Path(str(distribution(PACKAGE).locate_file(FONT_FILE)))
    except PackageNotFoundError:
        return None
    return path if path.exists() else None


@cache
def characters() -> frozenset[int]:
    """The code points that some font of ours can draw."""
    register()
    paths = [Path(font_manager.findfont(FAMILIES[0])), cjk_font()]
    return frozenset().union(*(ft2font.FT2Font(path).get_charmap() for path in paths if path is not None))


def missing_glyphs(text: str) -> list[str]:
    """The characters of `text` that cannot be drawn, each once, in order; line breaks and combining marks do not count."""
    drawn = (one for one in dict.fromkeys(text) if unicodedata.category(one) not in {"Cc", "Cf", "Mn"})
    return [one for one in drawn if ord(one) not in characters()]


def warn_of_missing(texts: Iterable[str]) -> None:
    """One warning that names all characters of the texts that cannot be drawn."""
    missing = missing_glyphs("".join(texts))
    if missing:
        shown = " ".join(f"{one} (U+{ord(one):04X})" for one in missing[:8])
        more = f" and {len(missing) - 8} more" if len(missing) > 8 else ""
        warnings.warn(f"a chart shows boxes: no glyph for {shown}{more}", MissingGlyphWarning, stacklevel=3)
