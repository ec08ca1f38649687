"""A code draws the same flight for ever: golden codes, never to change."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import Refused
from companion.core.shape import READABLE
from companion.games.rocket_flight.calculators import draw as calculate
from companion.games.rocket_flight.draw import cards, draw, grouped, read_code
from companion.games.rocket_flight.engine import VALUES, Play, Rocket, judge
from companion.games.rocket_flight.maps import SYMBOLS, MapKey, board
from companion.games.rocket_flight.shapes import DrawInput

from .reference import tried

GOLDEN = [  # as typed; the code that says all; map; numbers of m V E M J S U N P; first direction
    ("", "00000000", "normal", "513122654", "SE"),
    ("1", "00000001", "normal", "451511421", "SE"),
    ("ZZZZZZZZ", "ZZZZZZZZ", "normal", "432531664", "SW"),
    ("4T9W K2RM", "4T9WK2RM", "normal", "461424251", "SW"),
    ("4t9w-k2rm-h", "4T9WK2RM-H", "hard", "461424251", "SW"),
    ("4T9WK2RME", "4T9WK2RM-E", "easy", "461424251", "SW"),
    ("OIL0OIL0", "01100110", "normal", "415463326", "E"),
    ("Luna", "00001VNA", "normal", "145253422", "E"),
    ("00000100", "00000100", "normal", "234653263", "SE"),
    ("7XJ3 PQ58 N", "7XJ3PQ58", "normal", "235116353", "NW"),
]


@pytest.mark.parametrize(("typed", "code", "key", "numbers", "direction"), GOLDEN)
def test_a_code_gives_this_flight_for_ever(typed: str, code: str, key: MapKey, numbers: str, direction: str) -> None:
    drawn = draw(typed)
    assert (drawn.full_code, drawn.map, drawn.direction) == (code, key, direction)
    assert list(drawn.planets) == list(SYMBOLS)
    assert "".join(map(str, drawn.planets.values())) == numbers
    assert draw(code) == draw(grouped(code)) == drawn


def test_the_first_card_is_the_documented_hash() -> None:
    deck = [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4 + [5] * 4 + [6] * 4
    digest = sha256(b"rocket-flight 1 4T9WK2RM 0").hexdigest()
    assert next(cards("4T9WK2RM")) == deck[int(digest, 16) % 24]


@given(st.text(alphabet=READABLE, min_size=1, max_size=8))
def test_cards_are_drawn_without_putting_any_back(code: str) -> None:
    assert Counter(cards(code)) == dict.fromkeys(VALUES, 4)
    assert max(Counter(draw(code).planets.values()).values()) <= 4


@given(st.text(alphabet=READABLE, min_size=8, max_size=8), st.sampled_from(["easy", "normal", "hard"]))
def test_the_code_answered_says_the_map_too(code: str, key: MapKey) -> None:
    drawn = draw(code, key)
    assert drawn.map == key
    assert draw(drawn.full_code) == drawn
    assert draw(drawn.full_code.lower().replace("-", "")) == drawn


@given(st.text(max_size=20))
def test_whatever_is_typed_is_a_code_or_refused_beside_it(typed: str) -> None:
    read = tried(lambda: read_code(typed))
    if isinstance(read, Refused):
        assert read.field == "code"
    else:
        assert len(read[0]) == 8
        assert set(read[0]) <= set(READABLE)


@pytest.mark.parametrize("typed", ["4T9W K2RM 4T", "4T9WK2RMX", "ж", "🚀", "4T9W_K2RM", "4T9WK2RM-H-H"])
def test_what_is_no_code_is_refused(typed: str) -> None:
    with pytest.raises(Refused, match="8 letters and digits"):
        read_code(typed)


def test_numbers_and_directions_are_spread_evenly() -> None:
    drawn = [draw(str(n)) for n in range(3_000)]
    numbers = Counter((symbol, n) for one in drawn for symbol, n in one.planets.items())
    directions = Counter(one.direction for one in drawn)
    assert len(numbers) == 54
    assert all(400 < times < 600 for times in (*numbers.values(), *directions.values()))
    assert len({tuple(one.planets.values()) for one in drawn}) > 2_990


@pytest.mark.parametrize("key", ["easy", "normal", "hard"])
def test_a_flight_can_leave_earth(key: MapKey) -> None:
    for n in range(200):
        drawn = draw(str(n), key)
        assert drawn.start.cell == board(key).numbered["E"][drawn.planets["E"] - 1]
        assert judge(drawn.field, drawn.start, Play(card=1, use="move")) is None


def test_a_direction_that_cannot_be_flown_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    import companion.games.rocket_flight.draw as module

    def only_west(field: object, rocket: Rocket, play: Play) -> object:
        return None if play.card == 5 else "blocked"

    monkeypatch.setattr(module, "judge", only_west)
    assert draw("4T9WK2RM").direction == "W"


def test_the_calculator_names_the_cells_and_the_flight() -> None:
    answer = calculate(DrawInput(code="4t9w k2rm", map="hard"))
    assert (answer.code, answer.flight, answer.map) == ("4T9WK2RM-H", "4T9W K2RM H", "hard")
    assert answer.places["E"] == board("hard").cell_name(board("hard").numbered["E"][answer.planets["E"] - 1])
    assert calculate(DrawInput(code=answer.code)) == answer
    assert calculate(DrawInput(code=answer.code, map="easy")).map == "easy"
