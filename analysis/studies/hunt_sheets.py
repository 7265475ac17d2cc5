"""What is printed on the cards of a hunt: the sheets as they were when the run was played."""

from __future__ import annotations

import pandas as pd

import sim
from analysis.studies.scenarios import DataFolder, PlayedScenario


def printed_values(one: PlayedScenario) -> pd.DataFrame:
    """One row a card, by its short name: `label` (both names), and each column of its sheet; NaN where a sheet has none."""
    inputs = DataFolder(one.folder / "inputs", is_shipped=False)
    rows = [
        dict(row)
        for pattern, sheet in sim.sheets_of(one.scenario.spec.game).files.items()
        if pattern.startswith("cards/")
        for path in sim.find_files(inputs, pattern)
        for row in sim.read_sheet(path, sheet)
    ]
    frame = pd.DataFrame(rows).set_index("card")
    return frame.assign(label=(frame["name"] + " " + frame["name_original"]).str.rstrip())
