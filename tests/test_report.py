"""The report: what it says and in which order, that it is one sound page, and that it is read anywhere."""

from __future__ import annotations

import csv
import re
import subprocess
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import nbformat
import pyarrow.parquet as pq
import pytest

import sim
from analysis.estimators import INSIDE, OUTSIDE, UNDECIDED, against_margin
from analysis.report import Report, build_report, notebooks, page, words
from analysis.report.files import whole_file
from analysis.report.method import describe
from analysis.report.parts import FAIR, Chapter, Topic, Verdict
from analysis.report.sections import SECTIONS
from analysis.studies.scenarios import DataFolder, PlayedScenario, default_runs
from analysis.studies.trust import Check
from tests.broken_runs import SCALE, SHIPPED, rename

MOST_BYTES = 5 * 1000 * 1000
HOSTILE = '<script>alert("&")</script>'  # the name of a weapon
HUNT_TOPICS = ("hunt-decks", "hunt-leader", "hunt-points", "hunt-course", "hunt-cards", "hunt-decisions", "hunt-options")
SCRIPTS = {"Latin": "Ärger", "Cyrillic": "Дракон", "Greek": "Δράκων", "kana": "ドラゴン", "Chinese": "龙王"}


def own_data(folder: Path) -> DataFolder:
    """A copy of the data with a hostile weapon and a monster whose name is written in five scripts."""
    path = sim.copy_data(folder, SHIPPED)
    cards = path / "cards" / "monster_hunter_trpg"
    rename(cards / "weapons.csv", "Bone Great Sword", HOSTILE)
    rename(cards / "monsters.csv", "Mire Lord", " ".join(SCRIPTS.values()))
    return DataFolder(path, is_shipped=False)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> DataFolder:
    return own_data(tmp_path_factory.mktemp("report") / "data")


@pytest.fixture(scope="module")
def played(data: DataFolder) -> dict[str, PlayedScenario]:
    return default_runs(data, SCALE)


@pytest.fixture(scope="module")
def report(data: DataFolder, played: dict[str, PlayedScenario], tmp_path_factory: pytest.TempPathFactory) -> Report:
    """A whole report, but without notebooks (they have tests of their own)."""
    assert played
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(notebooks, "FOLDER", tmp_path_factory.mktemp("none"))
        return build_report(data, scale=SCALE, say=lambda _line: None)


@pytest.fixture(scope="module")
def text(report: Report) -> str:
    return report.path.read_text(encoding="utf-8")


# The page


VOID = {"meta", "img", "br"}


class Outline(HTMLParser):
    """What a page has: ids, links, images, and whether every element is closed where it should be."""

    def __init__(self, text: str) -> None:
        """Read a whole page."""
        super().__init__(convert_charrefs=True)
        self.ids: list[str] = []
        self.references: list[str] = []
        self.images: list[Mapping[str, str | None]] = []
        self.tags: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element and what it refers to."""
        found = dict(attrs)
        assert len(found) == len(attrs), f"an attribute of {tag} stands twice"
        self.tags.append(tag)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.references += [value or "" for name, value in attrs if name in {"href", "src", "srcset", "data", "action"}]
        self.images += [found] if tag == "img" else []
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Only the innermost open element may be closed."""
        assert self._open.pop() == tag


def test_the_report_stands_among_the_results_with_all_checks_passed(report: Report, data: DataFolder) -> None:
    """Where `huntlab report` says it is; nothing failed on sound runs."""
    assert report.path == data.path / "results" / "report.html"
    assert report.failed_checks == []


def test_verdicts_come_first_then_trust_then_charts_method_and_how_to_reproduce(text: str) -> None:
    """The order in which a reader needs them; verdicts, checks, charts and tables play by play."""
    judgement = ("contest", "cards", "jokers", "weapons", "terrain", "parties", "classes")
    verdicts = ("verdicts", "judgement-verdicts", "hunt-verdicts")
    charts = ("judgement-topics", *judgement, "hunt-topics", *HUNT_TOPICS)
    places = [text.index(f'id="{name}"') for name in (*verdicts, "trust", "contents", *charts, "method", "again")]
    assert places == sorted(places)


def test_each_play_has_its_verdicts_its_checks_and_its_words_under_its_title(text: str) -> None:
    """A title stands in the header, the verdicts, the checks, the contents, above its topics, and above its words."""
    bounds = [text.index(f'id="{name}"') for name in ("verdicts", "trust", "contents", "judgement-topics", "method")]
    for title in ("Monster Hunter TRPG: the hold&#39;em judgement", "Monster Hunter TCG: the hunt"):
        assert all(title in text[begin:end] for begin, end in pairwise([0, *bounds, len(text)]))
    for section in SECTIONS:
        begin = text.index(f'<a href="#{section.play}-topics">')
        assert text[begin : text.index("</ol>", begin)].count("<a href") > len(section.topics)
    verdicts = text[text.index('id="hunt-verdicts"') : text.index('id="trust"')]
    assert re.findall(r'<h4><a href="#(.*?)">', verdicts) == list(HUNT_TOPICS)
    assert re.search(r"the hunt</a>: [\d,]+ games with [\d,]+ rounds</li>", text)
    assert re.search(r"judgement</a>: [\d,]+ games with [\d,]+ turns</li>", text)


def test_the_verdicts_answer_the_questions_of_the_rules(text: str) -> None:
    """RP-T9 word for word, and a verdict for each topic."""
    verdicts = text[text.index('id="verdicts"') : text.index('id="trust"')]
    for said in (
        "With monster_hand_cards = 0, as the rules stand, a hunter can never be below the monster without modifiers.",
        "Two own cards beat a monster without own cards in",
        "A third own card is worth",
        "An exchange is worth",
        "Jokers",
        "Rarity pays: from rarity 1 to 10",
        "A weakness of 1 class adds",
        "The cold decides fights: being hit alone changes by",
        "The glare helps the cautious",
        "is the hardest monster",
        "The option deck_end changes no judged turn.",
    ):
        assert said in verdicts, said


def test_the_page_is_well_formed_with_unique_ids_and_no_dead_anchor(text: str) -> None:
    """Every element closed in its place, every link of the contents leads somewhere."""
    outline = Outline(text)
    assert text.startswith("<!DOCTYPE html>")
    assert len(outline.ids) == len(set(outline.ids))
    anchors = [one.removeprefix("#") for one in outline.references if one.startswith("#")]
    assert len(anchors) > 20
    assert set(anchors) <= set(outline.ids)


def test_the_page_needs_no_network_no_script_and_little_room(report: Report, text: str) -> None:
    """One file under 5 MB; everything it loads lies in it."""
    outline = Outline(text)
    assert all(one.startswith(("#", "data:image/")) for one in outline.references)
    assert not {"script", "link", "iframe", "object", "base"} & set(outline.tags)
    assert not re.search(r"@import|url\(|https?://", text)
    assert report.path.stat().st_size < MOST_BYTES


def test_every_chart_has_words_for_those_who_do_not_see_it_its_table_and_its_source(text: str) -> None:
    """Alt text, a collapsible table, what was played and the command to play it again."""
    outline = Outline(text)
    assert len(outline.images) >= 9
    assert all(len(image["alt"] or "") > 40 for image in outline.images)
    figures = re.findall(r"<figure.*?</figure>", text, re.DOTALL)
    assert len(figures) > len(outline.images)
    for figure in figures:
        assert ("<details>" in figure) == ("<img" in figure)
        assert "<table" in figure
        assert re.search(r"(Played|Dealt): .*? Again: huntlab (run|odds) .*? Files: report_files/", figure, re.DOTALL)


def test_each_exhibit_lies_beside_the_report_as_table_and_picture(report: Report, text: str) -> None:
    """CSV and Parquet with the same rows; SVG and PNG where there is a chart."""
    folder = report.path.with_name("report_files")
    ids = re.findall(r'<figure id="(.*?)-exhibit"( class="charted")?', text)
    assert {name for name, _ in ids} == {path.stem for path in folder.glob("*.csv")}
    for name, is_charted in ids:
        with (folder / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == len(pq.read_table(folder / f"{name}.parquet")) > 0
        assert (folder / f"{name}.svg").exists() == (folder / f"{name}.png").exists() == bool(is_charted)


def test_names_of_cards_are_escaped_and_shown_in_all_scripts(text: str) -> None:
    """A weapon called <script> is text; five scripts stand in tables, captions and alt texts."""
    assert "&lt;script&gt;alert(&#34;&amp;&#34;)&lt;/script&gt; 骨の大剣" in text
    assert HOSTILE not in text
    assert " ".join(SCRIPTS.values()) in text
    assert any(" ".join(SCRIPTS.values()) in (image["alt"] or "") for image in Outline(text).images)


def test_what_was_played_can_be_played_again(text: str, played: dict[str, PlayedScenario]) -> None:
    """Command, seed and digest of every run, and the versions."""
    again = text[text.index('id="again"') :]
    for name, one in played.items():
        described = one.run.provenance
        assert described["digest"] in again
        assert f"huntlab run {name} --games {described['games']} --seed 1" in again
        assert described["kernels"] in text


def test_a_failed_check_is_shown_as_failed(played: dict[str, PlayedScenario]) -> None:
    """In the first lines, and in its place, with what was found, escaped."""
    checks = [Check("Good", passed=True, found="fine"), Check("Bad", passed=False, found="1 < 2 & more")]
    topic = Topic("t", "Topic", "Lead", [Verdict(FAIR, "Headline", "Evidence")])
    own = Check("Own", passed=False, found="of one play")
    chapter = Chapter("judgement", "Section", "words_judgement.html.j2", [topic], [own])
    text = page.render([chapter], checks, {}, describe(played), "files")
    assert "2 of 3 checks FAILED: do not rely on this report." in text[: text.index('id="verdicts"')]
    for name in ("Bad", "Own"):
        assert re.search(rf'class="check failed"><p><span class="mark">FAILED</span> <strong>{name}</strong>', text)
    assert "1 &lt; 2 &amp; more" in text
    Outline(text)


def test_a_report_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    """A file where a folder should be."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(sim.InputError, match=r"report\.html: cannot be written"), whole_file(tmp_path / "file/report.html"):
        pass


def test_a_report_is_whole_or_not_there(tmp_path: Path) -> None:
    """A disk that is full in the middle leaves the old report as it was, and no rubbish."""
    path = tmp_path / "report.html"
    path.write_text("old", encoding="utf-8")

    def fill_disk() -> None:
        with whole_file(path) as temporary:
            temporary.write_text("half", encoding="utf-8")
            raise OSError(28, "No space left on device")

    with pytest.raises(sim.InputError, match="No space left"):
        fill_disk()
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


# Numbers in sentences


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (words.share(0.63721, 0.63657, 0.63785), "63.72\N{NO-BREAK SPACE}% [63.66, 63.79]"),
        (words.share(0.0, 0.0, 0.00002), "0\N{NO-BREAK SPACE}% [0, 0.002]"),
        (
            words.points(-0.051, -0.055, -0.047),
            "\N{MINUS SIGN}5.1\N{NO-BREAK SPACE}points [\N{MINUS SIGN}5.5, \N{MINUS SIGN}4.7]",
        ),
        (words.change(3.789, 3.778, 3.8), "+3.79 [+3.78, +3.80]"),
        (words.amount(12.5, float("nan"), float("nan")), "12.50 [interval unknown]"),
        (words.gain(0.2991), "+30\N{NO-BREAK SPACE}%"),
        (words.whole(1234567.0), "1,234,567"),
        (words.listed(["a"]), "a"),
        (words.listed(["a", "b", "c"]), "a, b and c"),
        (words.plain("mire_lord"), "mire lord"),
    ],
)
def test_numbers_show_the_digits_that_count(said: str, expected: str) -> None:
    """As many decimals as the interval is wide, a true minus sign, nothing as 0."""
    assert said == expected


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(-0.02, 0.02, INSIDE), (0.021, 0.03, OUTSIDE), (-0.03, -0.021, OUTSIDE), (0.01, 0.03, UNDECIDED), (-1, 1, UNDECIDED)],
)
def test_a_margin_is_judged_by_the_whole_interval(low: float, high: float, expected: str) -> None:
    """Inside if all of it is, outside if none of it is, else undecided."""
    assert against_margin(low, high, 0.02) == expected


def test_a_notebook_that_breaks_fails_its_check(tmp_path: Path, data: DataFolder) -> None:
    """The error of the cell stands in the check, and the filled notebook is still written."""
    cells = [
        nbformat.v4.new_code_cell("scale = 1", metadata={"tags": ["parameters"]}),
        nbformat.v4.new_code_cell("scale / 0"),
    ]
    path = tmp_path / "bad.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    check = notebooks.execute(path, data, tmp_path / "out")
    assert not check.passed
    assert check.found == "ZeroDivisionError: float division by zero"
    assert (tmp_path / "out" / "bad.ipynb").exists()


# In a browser


def browse(chromium: str, folder: Path, *arguments: str) -> bytes:
    """Run Chromium without window, network services and a profile of its own."""
    quiet = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
    more = ("--disable-component-update", "--disable-sync", "--hide-scrollbars", f"--user-data-dir={folder / 'profile'}")
    return subprocess.run([chromium, *quiet, *more, *arguments], check=True, capture_output=True, timeout=120).stdout


@pytest.fixture
def framed(text: str, tmp_path: Path) -> Callable[[int], str]:
    """Makes pages that show the report in a frame so wide; their title becomes its width and that of its content."""
    tell = '<script>parent.postMessage(innerWidth + " " + document.documentElement.scrollWidth, "*")</script></body>'
    (tmp_path / "report.html").write_text(
        text.replace("</body>", tell).replace("<details>", "<details open>"), encoding="utf-8"
    )

    def frame_of(width: int) -> str:
        frame = f'<iframe src="report.html" width="{width}" height="800" style="border: 0"></iframe>'
        listen = "<script>onmessage = event => { document.title = event.data }</script>"
        (tmp_path / "frame.html").write_text(f"<!DOCTYPE html><title></title>{listen}{frame}", encoding="utf-8")
        return (tmp_path / "frame.html").as_uri()

    return frame_of


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_is_wider_than_the_screen(chromium: str, framed: Callable[[int], str], tmp_path: Path, width: int) -> None:
    """On a phone and on a desk, with every table open, the page itself never scrolls sideways."""
    address = framed(width)
    dom = browse(chromium, tmp_path, "--window-size=1400,900", "--virtual-time-budget=5000", "--dump-dom", address)
    found = re.search(rb"<title>(\d+) (\d+)</title>", dom)
    assert found
    assert (int(found[1]), int(found[2])) == (width, width)


def test_the_report_prints(chromium: str, report: Report, tmp_path: Path) -> None:
    """A PDF of several pages."""
    target = tmp_path / "report.pdf"
    browse(chromium, tmp_path, "--no-pdf-header-footer", f"--print-to-pdf={target}", report.path.as_uri())
    content = target.read_bytes()
    assert content.startswith(b"%PDF-")
    assert 10 <= len(re.findall(rb"/Type\s*/Page\b", content)) <= 60
