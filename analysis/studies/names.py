"""What weapons and monsters are called: the names of the sheets in place of the short names of the scenarios."""

from __future__ import annotations

from dataclasses import dataclass

import sim
from analysis.studies.scenarios import DataFolder, PlayedScenario


@dataclass(frozen=True)
class Name:
    """The name in English, and in the language of the game."""

    english: str
    original: str

    def __str__(self) -> str:
        """Both, as tables and charts print them."""
        return f"{self.english} {self.original}".rstrip()


def card_names(one: PlayedScenario) -> dict[str, Name]:
    """The names of everything in the card sheets as they were when the run was played, by short name."""
    inputs = DataFolder(one.folder / "inputs", is_shipped=False)
    names = {}
    for pattern, sheet in sim.sheets_of(one.scenario.spec.game).files.items():
        if not pattern.startswith("cards/"):
            continue
        for path in sim.find_files(inputs, pattern):
            for row in sim.read_sheet(path, sheet):
                names[row[sheet.key]] = Name(row["name"], row["name_original"])
    return names
