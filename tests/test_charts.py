"""Charts: what stands in them, that all scripts of names can be read, and that equal data give equal files."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib import font_manager, rcParams
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text
from PIL import Image

from analysis import judgement
from analysis.charts import categories, contest, effects, fonts, party, rarity, settings, style
from analysis.tables import Run, load_run
from sim.schema import InputError
from tests.synthetic_runs import exact_shares, judgement_run

SAMPLES = {
    "Latin": "Drachenjäger, L'épée d'Élise, Łowca smoków, Ejderha avcısı, Žmij",
    "Cyrillic": "Охотник на драконов, Їжак, Ђорђе",
    "Greek": "Κυνηγός δράκων, Ὀδυσσεύς",
    "hiragana": "ひのたま をゐゑ ぱぴぷぺぽ",
    "katakana": "モンスターハンター ヴァッヒャー ｶﾅ",
    "Chinese characters": "火竜 灵猎人 龍騎士 霸王战士 饕餮 〇々",
    "punctuation": "「火」・〜。…—“”€ → −±",
}
GAMES = 12


def cell(name: str, deal: str, hunters: int = 1, games: int = GAMES, **changes: Any) -> dict[str, Any]:
    own = {"base_hand": 2, "extra_cards": 0, "magazine": 0, "exchange": "no", "kind": "bow", "rarity": 3}
    parameters: dict[str, Any] = {"packs": 2, "jokers": 4, "terrain": "none", "monster_hand_cards": 0}
    parameters |= {f"hunter {seat} {key}": value for seat in range(1, hunters + 1) for key, value in own.items()}
    parameters |= {key.replace("hunter_1_", "hunter 1 "): value for key, value in changes.items()}
    return {"name": name, "deal": deal, "games": games, "parameters": parameters}


def cells(games: int) -> list[dict[str, Any]]:
    """A few cells for each chart."""
    hands = [
        cell(f"contest {own} {m}", "c", games=games, hunter_1_base_hand=own, monster_hand_cards=m)
        for own in range(4)
        for m in (0, 2)
    ]
    more = [cell(f"value {own}", "v", games=games, hunter_1_base_hand=own) for own in range(4)]
    exchange = [cell(f"value {own} ex", "v", games=games, hunter_1_base_hand=own, hunter_1_exchange="yes") for own in (1, 2)]
    terrain = [
        cell(f"terrain {one}", "t", games=games, terrain=one, monster_hand_cards=2) for one in ("none", "cold", "glare")
    ]
    weapons = [
        cell(f"weapon {kind} {level}", "w", games=games, hunter_1_kind=kind, hunter_1_rarity=level)
        for kind in ("bow", "great_sword", "lance", "hammer", "gunlance", "long_sword", "hunting_horn", "dual_blades", "dao")
        for level in (1, 5, 10)
    ]
    return [*hands, *more, *exchange, *terrain, *weapons, cell("party", "p", 3, games, monster_hand_cards=1)]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run with cells for all charts."""
    return load_run(judgement_run(tmp_path_factory.mktemp("run"), cells(GAMES)))


@pytest.fixture(scope="module")
def one_game(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The same with one game a cell."""
    return load_run(judgement_run(tmp_path_factory.mktemp("one"), cells(1), hands=4))


def categories_frame(run: Run) -> pd.DataFrame:
    exact = {(2, 4, 5 + own): exact_shares(own) for own in range(4)}
    return categories.prepare(judgement.against_exact(judgement.class_shares(run, pattern="value*"), exact))


def contest_frame(run: Run) -> pd.DataFrame:
    return contest.prepare(judgement.contests(run, "contest*"))


def effects_frame(run: Run) -> pd.DataFrame:
    cards = judgement.effects(run, "hunter 1 base_hand", pattern="value ?", against="previous")
    exchange = judgement.effects(run, "hunter 1 exchange", pattern="value*")
    names = {"hunter 1 base_hand": "own cards", "hunter 1 exchange no → yes": "exchange"}
    return effects.prepare(cards, exchange, names=names)


def settings_frame(run: Run) -> pd.DataFrame:
    measures = ("rate", "win", "dealt")
    found = (method(run, "terrain", measures, "terrain*") for method in (judgement.levels, judgement.effects))
    return settings.prepare(*found)


def rarity_frame(run: Run) -> pd.DataFrame:
    return rarity.prepare(judgement.damage_by_rarity(run, "weapon*"))


def party_frame(run: Run) -> pd.DataFrame:
    return party.prepare(judgement.class_shares(run, "final", "party"))


@dataclass(frozen=True)
class Chart:
    """One kind of chart and what its first panel is labelled."""

    frame: Callable[[Run], pd.DataFrame]
    figure: Callable[[pd.DataFrame], Figure]
    describe: Callable[[pd.DataFrame], str]
    n_panels: int
    x_label: str


CHARTS = {
    "categories": Chart(categories_frame, categories.figure, categories.describe, 2, "share of hands"),
    "contest": Chart(contest_frame, contest.figure, contest.describe, 3, ""),
    "effects": Chart(
        effects_frame, lambda f: effects.figure(f, "Worth"), effects.describe, 2, "change of mean class (general rate)"
    ),
    "settings": Chart(
        settings_frame, lambda f: settings.figure(f, "Terrain"), settings.describe, 3, "mean class (general rate)"
    ),
    "rarity": Chart(rarity_frame, rarity.figure, rarity.describe, 9, ""),
    "party": Chart(party_frame, party.figure, party.describe, 1, "share of turns"),
}
every_chart = pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)


def drawn(figure: Figure) -> Figure:
    """Draw a figure with matplotlib's own warnings as errors, in the style it is saved in."""
    with style.applied(), warnings.catch_warnings():
        warnings.simplefilter("error")
        figure.savefig(io.BytesIO(), dpi=60)
    return figure


def texts(figure: Figure) -> list[Text]:
    """All texts that can be seen."""
    return [text for text in figure.findobj(Text) if text.get_text() and text.get_visible()]


def n_points(line: Line2D) -> int:
    """Points of a line."""
    return len(np.asarray(line.get_xdata()))


def panel() -> Axes:
    """An empty panel of a new figure."""
    return style.new_figure(3)[1][0]


@every_chart
def test_chart_is_drawn_without_a_warning_and_fits_a_phone(run: Run, chart: Chart) -> None:
    figure = drawn(chart.figure(chart.frame(run)))
    assert figure.get_figwidth() == 5
    assert len(figure.axes) == chart.n_panels
    assert figure.axes[0].get_xlabel() == chart.x_label
    assert min(float(text.get_fontsize()) for text in texts(figure)) >= 10


@every_chart
def test_nothing_hangs_out_of_the_figure(run: Run, chart: Chart) -> None:
    figure = drawn(chart.figure(chart.frame(run)))
    FigureCanvasAgg(figure).draw()  # type: ignore[no-untyped-call]
    whole = figure.bbox
    for text in texts(figure):
        box = text.get_window_extent()
        if text in {label for ax in figure.axes for label in (*ax.get_xticklabels(), *ax.get_yticklabels())}:
            continue  # ticks beyond the limits are not shown
        assert box.x0 >= whole.x0 - 1, text
        assert box.x1 <= whole.x1 + 1, text
        assert box.y0 >= whole.y0 - 1, text
        assert box.y1 <= whole.y1 + 1, text


@every_chart
def test_chart_of_one_game_is_drawn_and_described(one_game: Run, chart: Chart) -> None:
    frame = chart.frame(one_game)
    drawn(chart.figure(frame))
    assert "nan" not in chart.describe(frame).lower()


@every_chart
def test_description_is_plain_sentences_with_numbers(run: Run, chart: Chart) -> None:
    text = chart.describe(chart.frame(run))
    assert text.endswith(".")
    assert any(one.isdigit() for one in text)
    assert "\n" not in text


@every_chart
def test_equal_data_give_equal_files(run: Run, chart: Chart, tmp_path: Path) -> None:
    frame = chart.frame(run)
    first = style.save_figure(chart.figure(frame), tmp_path / "a.b")
    second = style.save_figure(chart.figure(frame), tmp_path / "c")
    assert [path.name for path in first] == ["a.b.svg", "a.b.png"]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    assert "<dc:date>" not in first[0].read_text()
    with Image.open(first[1]) as image:
        assert image.size[0] == 1000


# The prepared tables and what is drawn of them


def test_categories_have_a_row_a_class_the_strongest_first(run: Run) -> None:
    frame = categories_frame(run)
    assert len(frame) == 4 * 11
    assert frame[frame["class_name"] == "5C"]["row"].unique().tolist() == [0]
    assert sorted(frame[frame["class_name"] == "NoP"]["offset"]) == pytest.approx([-0.35, -0.35 / 3, 0.35 / 3, 0.35])


def test_categories_show_exact_marks_and_a_line_of_dots_for_each_number_of_cards(run: Run) -> None:
    ax = categories.draw(categories_frame(run), panel())
    assert ax.get_xscale() == "log"
    assert [line.get_label() for line in ax.get_lines()] == ["exact", "5 cards", "6 cards", "7 cards", "8 cards"]
    assert n_points(ax.get_lines()[0]) == 44
    assert [label.get_text() for label in ax.get_yticklabels()] == list(judgement.CLASS_NAMES[::-1])


def test_deviations_beyond_five_standard_errors_stand_at_the_edge(run: Run) -> None:
    frame = categories_frame(run).assign(deviation=np.inf)
    ax = categories.draw_deviation(frame, panel())
    assert {place for line in ax.get_lines()[1:] for place in np.asarray(line.get_xdata()).tolist()} == {5.0}


def test_categories_without_exact_counts_say_so(run: Run) -> None:
    frame = categories.prepare(judgement.against_exact(judgement.class_shares(run), {}))
    assert categories.describe(frame) == "No hands whose exact counts are known."


def test_contest_cells_show_per_cent_and_the_sample_size(run: Run) -> None:
    frame = contest_frame(run)
    figure = contest.figure(frame)
    bare = frame[(frame["monster_cards"] == 0) & (frame["hunter_cards"] == 0)].set_index("outcome")["text"]
    assert bare.to_dict() == {"win": "0.0", "tie": "100.0", "loss": "0.0"}
    win = figure.axes[0]
    assert [text.get_text() for text in win.texts] == frame[frame["outcome"] == "win"].sort_values(
        ["monster_cards", "hunter_cards"]
    )["text"].tolist()
    assert [label.get_text() for label in win.get_xticklabels()] == ["0", "1", "2", "3"]
    assert [label.get_text() for label in win.get_yticklabels()] == ["0", "2"]
    assert f"per cent of {GAMES * 64} comparisons a cell" in contest.sample_size(frame)
    assert "A monster without own cards never hits alone." in contest.describe(frame)


def test_a_contest_in_two_cells_is_refused(run: Run) -> None:
    twice = pd.concat([judgement.contests(run, "contest 2 0"), judgement.contests(run, "value 2")])
    with pytest.raises(InputError, match="several cells have 2 cards of the hunter against 0 of the monster"):
        contest.prepare(twice)


def test_a_contest_that_was_not_played_is_an_empty_cell(run: Run) -> None:
    frame = contest.prepare(pd.concat([judgement.contests(run, "contest 1 0"), judgement.contests(run, "contest 2 2")]))
    ax = contest.draw(frame[frame["outcome"] == "win"], panel())
    assert len(ax.texts) == 2


def test_effects_are_rows_of_a_dot_an_interval_and_a_note(run: Run) -> None:
    frame = effects_frame(run)
    assert frame["label"].unique().tolist()[:4] == [
        "own cards 0 → 1",
        "own cards 1 → 2",
        "own cards 2 → 3",
        "exchange, own cards 1",
    ]
    ax = effects.draw(frame[frame["measure"] == "rate"], panel())
    assert len(ax.get_yticks()) == 5
    assert len(ax.collections[0].get_paths()) == 5
    assert len(ax.texts) == 5
    assert all(note.get_text().startswith("+") and "±" in note.get_text() for note in ax.texts)


def test_settings_note_the_value_and_its_change_from_the_first(run: Run) -> None:
    frame = settings_frame(run)
    cold = frame[(frame["label"] == "cold") & (frame["measure"] == "rate")].iloc[0]
    none = frame[(frame["label"] == "none") & (frame["measure"] == "rate")].iloc[0]
    assert cold["change"] == pytest.approx(cold["value"] - none["value"])
    assert np.isnan(none["change"])
    ax = settings.draw(frame[frame["measure"] == "rate"], panel())
    assert [label.get_text() for label in ax.get_yticklabels()] == ["none", "cold", "glare"]
    assert ax.texts[1].get_text() == f"{cold['value']:.2f} (−{abs(cold['change']):.2f})"


def test_settings_that_several_cells_share_are_told_apart_by_the_others(run: Run) -> None:
    levels = judgement.levels(run, "hunter 1 exchange", ["rate"], "value [12]*")
    frame = settings.prepare(levels, judgement.effects(run, "hunter 1 exchange", ["rate"], "value [12]*"))
    base = "hunter 1 base_hand"
    assert frame["label"].tolist() == [f"no, {base} 1", f"yes, {base} 1", f"no, {base} 2", f"yes, {base} 2"]
    assert frame["change"].isna().tolist() == [True, False, True, False]


def test_a_weapon_in_two_cells_is_refused(run: Run) -> None:
    twice = pd.concat([judgement.damage_by_rarity(run, "weapon bow 5")] * 2)
    with pytest.raises(InputError, match="several hunters have a bow of rarity 5: choose cells by name"):
        rarity.prepare(twice)


def test_each_kind_of_weapon_has_a_panel_with_the_others_in_grey(run: Run) -> None:
    """Nine kinds of three rarities: nine panels in three columns, each with eight grey lines and its own."""
    figure = rarity.figure(rarity_frame(run))
    assert len(figure.axes) == 9
    for ax in figure.axes:
        *others, own = ax.get_lines()
        assert {line.get_color() for line in others} == {rarity.OTHERS}
        assert len(others) == 8
        assert n_points(own) == 3
        assert ax.get_ylim() == figure.axes[0].get_ylim()
    assert {ax.get_title(loc="left") for ax in figure.axes} >= {"bow", "great sword", "hunting horn"}


def test_panels_of_weapons_go_from_strong_to_weak(run: Run) -> None:
    frame = rarity_frame(run)
    figure = rarity.figure(frame.assign(value=frame["label"].str.len()))
    sizes = [len(ax.get_title(loc="left")) for ax in figure.axes]
    assert sizes == sorted(sizes, reverse=True)
    assert figure.axes[0].get_title(loc="left") == "hunting horn"


def test_party_shows_each_hunter_and_the_monster(run: Run) -> None:
    frame = party.prepare(judgement.class_shares(run, "final", "party"), {1: "火竜"})
    ax = party.draw(frame, panel())
    assert [line.get_label() for line in ax.get_lines()] == ["hunter 1", "火竜", "hunter 3", "monster"]
    assert all(n_points(line) == 11 for line in ax.get_lines())


# Words and numbers


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"value": 2.314}, "2.31"),
        ({"value": -0.5, "is_change": True}, "−0.50"),
        ({"value": 0.5417, "is_share": True}, "54.2 %"),
        ({"value": 0.013, "is_share": True, "is_change": True}, "+1.3"),
    ],
)
def test_numbers_are_short(arguments: dict[str, Any], expected: str) -> None:
    assert style.number(**arguments) == expected


def test_intervals_in_words() -> None:
    assert style.interval(2.31, 2.3, 2.32) == "2.31 [2.30, 2.32]"
    assert style.interval(0.013, 0.011, 0.015, is_share=True, is_change=True) == "+1.3 [+1.1, +1.5] points"
    assert style.interval(1.0, np.nan, np.nan) == "1.00 [interval unknown]"


def test_notes_of_changes_have_the_digits_that_count() -> None:
    assert style.change_note(0.5244, 0.5164, 0.5324) == "+0.524 ±0.008"
    assert style.change_note(-12.3456, -12.7, -12.0) == "−12.3 ±0.3"
    assert style.change_note(0.1, 0.1, 0.1) == "+0.10 ±0.00"
    assert style.change_note(0.013, 0.011, 0.015, is_share=True) == "+1.3 ±0.2"
    assert style.change_note(1.0, np.nan, np.nan) == "+1.00"


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        (0.5417, "54.2 %"),
        (0.0, "0.0 %"),
        (0.0054, "0.54 %"),
        (0.000031, "0.0031 %"),
        (2.2e-7, "0.000022 %"),
        (1.8e-11, "< 0.000001 %"),
        (1.0, "100.0 %"),
    ],
)
def test_shares_keep_figures_that_count(share: float, expected: str) -> None:
    assert style.percent(share) == expected


def test_long_labels_take_two_lines_of_equal_width_in_every_script() -> None:
    assert style.wrapped("short") == "short"
    assert (
        style.wrapped("a very long name of a hunter that goes on and on")
        == "a very long name of a\nhunter that goes on and…"
    )
    assert style.wrapped("火竜" * 9) == "火竜" * 6 + "\n" + "火竜" * 3
    assert style.wrapped("two  spaces\nand a line") == "two spaces and a line"


# Fonts


@pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
def test_every_character_of_a_script_has_a_glyph(text: str) -> None:
    assert fonts.missing_glyphs(text) == []
    figure = Figure()
    with style.applied():
        figure.text(0.5, 0.5, text)
        style.title(figure, text)
    drawn(figure)


def test_the_style_names_the_fonts_that_are_registered() -> None:
    with style.applied():
        known = {font.name for font in font_manager.fontManager.ttflist}
        assert rcParams["font.family"] == list(fonts.FAMILIES)
    assert set(fonts.FAMILIES) <= known


def test_characters_without_a_glyph_are_listed_once_in_order() -> None:
    assert fonts.missing_glyphs("Dragon ไทย 🐉 ไ") == ["ไ", "ท", "ย", "🐉"]
    assert fonts.missing_glyphs("line\nbreak\u200b\ufe0f") == []


def test_a_chart_with_another_script_warns_once_and_clearly(run: Run, tmp_path: Path) -> None:
    frame = party.prepare(judgement.class_shares(run, "final", "party"), {0: "นักล่า", 1: "🐉"})
    with pytest.warns(fonts.MissingGlyphWarning, match="no glyph for น") as caught:
        figure = party.figure(frame)
    assert len(caught) == 1
    assert "🐉 (U+1F409)" in str(caught[0].message)
    style.save_figure(figure, tmp_path / "thai")


def test_without_the_font_package_kana_are_told_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "PACKAGE", "no-such-package-of-fonts")
    fonts.characters.cache_clear()
    assert fonts.missing_glyphs("Ωね") == ["ね"]
    fonts.characters.cache_clear()


def test_names_are_plain_text_also_with_dollars_and_tags(run: Run) -> None:
    frame = party.prepare(judgement.class_shares(run, "final", "party"), {0: "$x^$ <b>&amp; \\alpha"})
    figure = party.figure(frame)
    assert "$x^$ <b>&amp; \\alpha" in {text.get_text() for text in texts(figure)}
    drawn(figure)
