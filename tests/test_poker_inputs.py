"""Anything at all given to what judges, counts and deals: the right answer, or one line of InputError and nothing else."""

from __future__ import annotations

import operator
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as some

from sim import jit
from sim.poker.arrays import categories, categories_of_columns
from sim.poker.classes import JOKER, HandClass, card_name, face, parse_card
from sim.poker.exact import exact_counts
from sim.poker.limits import shown
from sim.poker.simulate import simulate_counts
from sim.schema import InputError
from tests.oracles import poker as oracle

N_EXAMPLES = 30 if jit.PLAIN else 400
DECK = (8, 16)  # the largest one: of most random hands it holds enough copies

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")  # without JIT, words wrap around aloud


class Indexed:
    """Not an int, yet usable as one."""

    def __init__(self, number: int) -> None:
        """Stand for a number."""
        self._number = number

    def __index__(self) -> int:
        """The number."""
        return self._number


class Nameless:
    """Something that cannot even be shown."""

    def __repr__(self) -> str:
        """Fail."""
        raise RuntimeError


NUMBERS = st.integers(-3, 60) | st.integers() | st.integers(4999, 5000).map(lambda n: 10**n)
WHOLE = (
    NUMBERS
    | NUMBERS.map(Indexed)
    | some.arrays(some.integer_dtypes() | some.unsigned_integer_dtypes(), ())
    | some.from_dtype(np.dtype(np.int16))
    | st.sampled_from(HandClass)
)
"""Whole numbers in all guises."""
JUNK = (
    st.none()
    | st.booleans()
    | st.floats()
    | st.integers(0, 52).map(float)
    | st.complex_numbers()
    | st.text(max_size=3)
    | st.binary(max_size=3)
    | NUMBERS.map(lambda number: [[number]])
    | st.sampled_from([Decimal(5), Fraction(5), np.float64(5), np.bool_(1), np.str_("5"), object(), ..., int])
    | st.sampled_from([{}, {5}, [], [5], range(5), np.array([5]), np.array([[5]]), np.zeros((), bool), np.array("5")])
)
"""What is no whole number, however much it may look like one."""
ANYTHING = WHOLE | JUNK


def number_of(value: Any, low: int, high: int) -> int | None:
    """The whole number within limits that a value is, by the definition that the package documents; None if it is none."""
    is_number = hasattr(type(value), "__index__") and not isinstance(value, bool | np.bool_)
    is_array = isinstance(value, np.ndarray) and (value.ndim > 0 or value.dtype.kind not in "iu")
    if not is_number or is_array or not low <= operator.index(value) <= high:
        return None
    return operator.index(value)


def refused(name: str, ask: Callable[[], object]) -> None:
    """`ask` raises InputError itself, with one short line that begins with a name."""
    with pytest.raises(InputError) as raised:
        ask()
    line = str(raised.value)
    assert type(raised.value) is InputError
    assert line.startswith(name)
    assert line.isprintable()
    assert len(line) < 150


def all_but_two_known(cards: Any) -> list[int]:
    """Exact counts of a hand of which all but two cards are known, as that is quick."""
    return exact_counts(cards, 1, 0, known=range((number_of(cards, 3, 12) or 2) - 2))


ARGUMENTS = [
    ("packs", 1, 8, lambda value: int(categories([1, 1, 2], packs=value, check=False))),
    ("jokers", 0, 16, lambda value: int(categories([1, 1, 2], jokers=value))),
    ("cards", 1, 12, all_but_two_known),
    ("packs", 1, 8, lambda value: exact_counts(2, value, 0)),
    ("jokers", 0, 16, lambda value: exact_counts(2, 1, value)),
    ("known[1]", 0, 52, lambda value: exact_counts(3, 2, 4, known=[3, value])),
    ("cards", 1, 15, lambda value: simulate_counts(value, 2, 4, 3, 1).tolist()),
    ("packs", 1, 8, lambda value: simulate_counts(2, value, 4, 3, 1).tolist()),
    ("jokers", 0, 16, lambda value: simulate_counts(2, 2, value, 3, 1).tolist()),
    ("seed", 0, 2**63 - 1, lambda value: simulate_counts(2, 2, 4, 3, value).tolist()),
    ("card", 0, 52, card_name),
    ("rank", 0, 12, lambda value: face(value, 0)),
    ("suit", 0, 3, lambda value: face(0, value)),
]


@pytest.mark.parametrize(("name", "low", "high", "ask"), ARGUMENTS, ids=[f"{i} {one[0]}" for i, one in enumerate(ARGUMENTS)])
@settings(max_examples=N_EXAMPLES // 4)
@given(value=ANYTHING)
def test_a_number_is_taken_in_every_guise_and_anything_else_refused(
    name: str, low: int, high: int, ask: Callable[[Any], object], value: Any
) -> None:
    """What is a whole number within the limits has the answer of the plain int, and all else one line with the name."""
    number = number_of(value, low, high)
    if number is None:
        refused(f"{name}: ", lambda: ask(value))
    else:
        assert ask(value) == ask(number)


GUISES: list[Callable[[npt.NDArray[np.int64]], Any]] = [
    lambda cards: cards.tolist(),
    lambda cards: tuple(map(tuple, cards.tolist())),
    list,
    lambda cards: [list(map(Indexed, row)) for row in cards.tolist()],
    lambda cards: [list(row.astype(np.uint8)) for row in cards],
    lambda cards: cards.astype(object),
    lambda cards: cards.astype(">i8"),
    lambda cards: cards.astype(">u2", order="F"),
    lambda cards: cards.astype(np.int8),
    lambda cards: cards.astype(np.uint8, order="F"),
    lambda cards: cards.astype(np.uint8, order="C"),
    lambda cards: np.repeat(np.repeat(cards.astype(np.uint8), 3, axis=0), 2, axis=1)[::3, ::2],
    lambda cards: cards.astype(np.uint8)[::-1, ::-1].copy(order="F")[::-1, ::-1],
    lambda cards: np.frombuffer(cards.astype(np.uint8).tobytes(), np.uint8).reshape(cards.shape),
    lambda cards: np.ma.array(cards, mask=False),
    memoryview,
]
HANDS = some.arrays(np.int64, st.tuples(st.integers(1, 4), st.integers(1, 12)), elements=st.integers(0, 51) | st.just(JOKER))


@settings(max_examples=N_EXAMPLES // 4)
@given(cards=HANDS)
def test_hands_have_their_classes_in_every_guise(cards: npt.NDArray[np.int64]) -> None:
    """Lists, objects, all integers, both byte orders, C and Fortran order, strides, backwards, read-only; never changed."""
    expected = [oracle.hand_class(hand) for hand in cards.tolist()]
    before = cards.copy()
    for guise in GUISES:
        assert categories(guise(cards), check=False).tolist() == expected
        assert categories_of_columns(guise(cards.T), check=False).tolist() == expected
    assert np.array_equal(cards, before)


ARRAYS = some.arrays(
    some.scalar_dtypes() | st.just(np.dtype("i4, f8")), some.array_shapes(min_dims=0, max_dims=3, max_side=17)
)
SMALL = some.arrays(
    some.integer_dtypes() | some.unsigned_integer_dtypes(),
    some.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5),
    elements=st.integers(0, 60),
)
OBJECTS = some.arrays(object, some.array_shapes(max_dims=2, max_side=3), elements=ANYTHING)
NESTED = st.recursive(ANYTHING, lambda inner: st.lists(inner, max_size=4) | st.lists(inner, max_size=3).map(tuple))
ROWS = st.lists(st.lists(st.integers(0, 53) | ANYTHING, min_size=2, max_size=3), max_size=3)


def hands_of(value: Any) -> list[list[int]] | None:
    """The hands that a value holds, by the definition that the package documents; None if something else is in it."""
    if isinstance(value, bytes | str):
        return None
    rows = [value] if np.ndim(value) == 1 else list(value)
    hands = [[number_of(card, 0, JOKER) for card in row] for row in rows]
    fits = {len(hand) for hand in hands} <= set(range(1, 16)) and all(None not in hand for hand in hands)
    return hands if fits else None  # type: ignore[return-value]


@settings(max_examples=2 * N_EXAMPLES)
@given(value=ARRAYS | SMALL | OBJECTS | NESTED | ROWS)
def test_whatever_is_judged_has_the_class_of_the_definitions_or_is_refused(value: Any) -> None:
    """Arrays of every dtype and shape, lists of anything: no other error, and no class of what is no hand."""
    try:
        found = categories(value, *DECK)
    except InputError:
        refused("cards: ", lambda: categories(value, *DECK))
        return
    hands = hands_of(value)
    assert hands is not None
    assert found.reshape(-1).tolist() == [oracle.hand_class(hand) for hand in hands]


@settings(max_examples=N_EXAMPLES)
@given(value=ANYTHING | st.lists(ANYTHING, max_size=3))
def test_known_cards_are_faces_or_refused(value: Any) -> None:
    """Rows of faces are counted like the list of plain ints; anything else is one line about `known`."""
    try:
        found = exact_counts(2, *DECK, known=value)
    except InputError:
        refused("known", lambda: exact_counts(2, *DECK, known=value))
        return
    faces = [number_of(card, 0, JOKER) for card in value]
    assert None not in faces
    assert found == exact_counts(2, *DECK, known=faces)


@given(value=ANYTHING | st.sampled_from(["As", " jk ", "tD"]) | st.text(max_size=2))
def test_a_text_is_a_card_or_refused(value: Any) -> None:
    """The 53 names, in capital or small letters."""
    names = {name.lower(): card for card, name in enumerate(oracle.CARD_NAMES)}
    if isinstance(value, str) and value.strip().lower() in names:
        assert parse_card(value) == names[value.strip().lower()]
    else:
        refused("card: ", lambda: parse_card(value))


@given(value=ANYTHING | ARRAYS)
def test_anything_is_shown_on_one_short_line(value: Any) -> None:
    """Texts with line breaks, numbers of thousands of digits, large arrays, what cannot be shown."""
    line = shown(value)
    assert "\n" not in line
    assert 0 < len(line) < 90


def test_what_cannot_be_shown_is_told_by_its_type() -> None:
    """Its own words would be an error; so it stands as `<Nameless instance at 0x...>`, and numbers in a list by the type."""
    assert shown(Nameless()).startswith("<Nameless instance")
    assert shown([10**5000]) == "a value of type list"
