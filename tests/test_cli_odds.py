"""`huntlab odds`: what it refuses, what it says before a long count, and how it shows shares that are hardly ever seen."""

from __future__ import annotations

import re
import subprocess

import numpy as np
import pytest

import sim
from tests.command_line import Answer, command_of, huntlab, surroundings

FIVE = ("odds", "--cards", 5, "--packs", 1, "--jokers", 0)


@pytest.mark.parametrize("option", ["--seed", "--threads"])
@pytest.mark.parametrize("more", [(), ("--exact",)], ids=["alone", "with --exact"])
def test_options_of_random_hands_are_refused_where_none_are_dealt(option: str, more: tuple[str, ...]) -> None:
    """Exact counts need neither a seed nor threads: given ones would go unheard."""
    line = huntlab(*FIVE, option, 3, *more).refusal()
    assert line == f"huntlab: {option}: belongs to random hands; exact counts need none, --games asks for random hands"


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (("--cards", 12, "--packs", 9), "--packs: expected a whole number from 1 to 8, got 9"),
        (("--cards", 12, "--jokers", 17), "--jokers: expected a whole number from 0 to 16, got 17"),
        (("--cards", 13), "--cards: exact counts go up to 12 cards, got 13; --games deals random hands of up to 15"),
        (("--cards", 16), "--cards: expected a whole number from 1 to 12, got 16"),
        (("--cards", 16, "--games", 9), "--cards: expected a whole number from 1 to 15, got 16"),
        (
            ("--cards", 5, "--games", 2**53 + 1),
            "--games: expected a whole number from 1 to 9007199254740992, got 9007199254740993",
        ),
        (
            ("--cards", 5, "--games", 9, "--seed", 2**63),
            "--seed: expected a whole number from 0 to 9223372036854775807, got 9223372036854775808",
        ),
        (("--cards", 5, "--games", 9, "--threads", 1025), "--threads: expected a whole number from 1 to 1024, got 1025"),
        (("--cards", 60, "--packs", 1), "--cards: 60 asked, but the deck has 56 (packs: 1, jokers: 4)"),
    ],
)
def test_impossible_hands_are_refused_before_anything_is_promised(options: tuple[object, ...], fault: str) -> None:
    """One line that names the option as it is typed, and nothing of minutes to come."""
    assert huntlab("odds", *options).refusal() == f"huntlab: {fault}"


def counting(monkeypatch: pytest.MonkeyPatch, seconds: float, *options: str) -> Answer:
    """Ten cards counted, as if that took some seconds."""
    monkeypatch.setattr(sim, "exact_seconds", lambda *_: seconds)
    monkeypatch.setattr(sim, "exact_counts", lambda *_: [1] * 11)
    return huntlab("odds", "--cards", 10, *options)


def test_a_long_count_is_announced_with_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """75 and 400 seconds; not two, and not where only the result is wanted."""
    note = "Counting all hands of 10 cards takes about {}; --games deals random ones instead.\n"
    assert counting(monkeypatch, 75).err == note.format("75 s")
    assert counting(monkeypatch, 400).err == note.format("7 min")
    assert counting(monkeypatch, 2).err == ""
    assert counting(monkeypatch, 400, "--quiet").err == ""


def test_a_count_of_nine_cards_is_not_timed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes less than a second, of which an estimate would be the larger part."""
    monkeypatch.setattr(sim, "exact_seconds", None)
    assert huntlab("odds", "--cards", 9, "--packs", 1, "--jokers", 0, "--json").json["method"] == "exact"


def shares(monkeypatch: pytest.MonkeyPatch, counts: list[int]) -> dict[str, str]:
    """What stands under the share of each class, when random hands have these counts."""
    monkeypatch.setattr(sim, "simulate_counts", lambda *_: np.array(counts))
    lines = huntlab(*FIVE, "--games", sum(counts)).out.splitlines()
    assert "share (95% interval)" in lines[1]
    rows = [re.split(r"  +", line) for line in lines[2:13]]
    return {row[0]: row[3] for row in rows}


def test_what_was_never_seen_has_an_upper_end_and_lopsided_intervals_have_both(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wilson's interval of 100 hands, z = 1.96: 0 gives z^2 / (100 + z^2) = 3.7 %, 4 give 5.70 +- 4.14 %, 36 a fair one."""
    found = shares(monkeypatch, [60, 36, 4, 0, 0, 0, 0, 0, 0, 0, 0])
    assert found["RSF"] == found["5C"] == "< 3.7 %"
    assert found["2P"] == "4.0 (1.6..9.8) %"
    assert found["1P"] == "36.0 ± 9.2 %"
    assert not [share for share in found.values() if re.match(r"0[.0]* ±", share)]


def test_what_was_always_seen_has_a_lower_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """100 of 100: 100 / (100 + z^2) = 96.3 %."""
    assert shares(monkeypatch, [100] + [0] * 10)["NoP"] == "> 96 %"


def test_what_is_hardly_ever_seen_does_not_look_like_never(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of 10^9 hands: Wilson's interval is 2.92 -+ 2.74 hands, z^2 / 2 = 1.92 and z sqrt(1 + z^2 / 4) = 2.74."""
    found = shares(monkeypatch, [10**9 - 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    assert found["1P"] == "0.00000010 (0.00000002..0.00000057) %"


def test_compiling_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before random hands are dealt for the first time; what the cache holds is not worth a word."""
    note = "Compiling the kernels: once after an install or an edit of them, about a minute.\n"
    for is_compiled, expected in ((False, note), (True, "")):
        monkeypatch.setattr(sim, "is_compiled", lambda group, known=is_compiled: group == "shared" and known)
        answer = huntlab(*FIVE, "--games", 10)
        assert answer.err.startswith(f"{expected}10 random hands in ")


def test_help_says_what_happens_without_games_and_how_long_it_takes() -> None:
    words = " ".join(huntlab("odds", "--help").out.split())
    assert "Without --games all possible hands are counted, exactly." in words
    assert "about a minute for twelve of two packs and four jokers" in words


def without(stream: str, *arguments: object) -> Answer:
    """Run a command in a process of its own, with a stream closed as a shell closes it."""
    command = ["sh", "-c", f'exec "$@" {stream}', "sh", *command_of("", arguments)]
    done = subprocess.run(command, env=surroundings(), capture_output=True, text=True, check=False)
    return Answer(done.returncode, done.stdout, done.stderr)


def test_a_closed_stdout_is_said_in_one_line() -> None:
    assert without(">&-", "odds", "--cards", 3).refusal() == "huntlab: output: stdout is closed"


def test_a_closed_stderr_is_no_trouble() -> None:
    """Results go to stdout as ever; bad input ends with code 2, silently."""
    done = without("2>&-", "odds", "--cards", 1, "--json")
    assert done.json["total"] == 108
    assert without("2>&-", "odds", "--cards", 0) == Answer(2, "", "")
    assert without(">&- 2>&-", "odds", "--cards", 3) == Answer(2, "", "")
