"""A flight as text: what is understood, what is refused and where, and that it reads back."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import Refused
from companion.games.rocket_flight.engine import VALUES, Play, Side, Turn, ambiguous
from companion.games.rocket_flight.geometry import HEADINGS
from companion.games.rocket_flight.notation import read_turn, read_turns, written

from .reference import tried


def move(card: int) -> Play:
    return Play(card=card, use="move")


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("3", Turn(plays=(move(3),))),
        ("move 3", Turn(plays=(move(3),))),
        ("3, 2 1", Turn(plays=(move(3), move(2), move(1)))),
        ("ace, A 2", Turn(plays=(move(1), move(1), move(2)))),
        ("5 NE", Turn(plays=(Play(card=5, use="turn", to="NE"),))),
        ("5ne", Turn(plays=(Play(card=5, use="turn", to="NE"),))),
        ("turn 5 to w", Turn(plays=(Play(card=5, use="turn", to="W"),))),
        ("5 left", Turn(plays=(Play(card=5, use="turn", to="left"),))),
        ("4R 2", Turn(plays=(Play(card=4, use="turn", to="right"), move(2)))),
        ("6 wide left", Turn(plays=(Play(card=6, use="turn", to="wide left"),))),
        ("6WL,6sr", Turn(plays=(Play(card=6, use="turn", to="wide left"), Play(card=6, use="turn", to="sharp right")))),
        ("^4", Turn(plays=(Play(card=4, use="takeoff"),))),
        ("takeoff 4", Turn(plays=(Play(card=4, use="takeoff"),))),
        ("Take-off 4", Turn(plays=(Play(card=4, use="takeoff"),))),
        ("take off 4 SW", Turn(plays=(Play(card=4, use="takeoff", to="SW"),))),
        ("move 3 E", Turn(plays=(Play(card=3, use="move", to="E"),))),
        ("x 1 2", Turn(discard=(1, 2), passed=True)),
        ("x12", Turn(discard=(1, 2), passed=True)),
        ("pass 1, 2", Turn(discard=(1, 2), passed=True)),
        ("discard 6 6", Turn(discard=(6, 6), passed=True)),
        ("pass", Turn(passed=True)),
        ("５\u00a0ＮＥ", Turn(plays=(Play(card=5, use="turn", to="NE"),))),
        ("", Turn()),
    ],
)
def test_a_turn_is_understood(text: str, turn: Turn) -> None:
    assert read_turn(text, "plays") == turn


def test_turns_are_kept_apart() -> None:
    assert read_turns("takeoff 4, move 3, turn 5 left / discard 1 2 / pass\n2;3|", "before") == (
        Turn(plays=(Play(card=4, use="takeoff"), move(3), Play(card=5, use="turn", to="left"))),
        Turn(discard=(1, 2), passed=True),
        Turn(passed=True),
        Turn(plays=(move(2),)),
        Turn(plays=(move(3),)),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3 / 2 hello", "Turn 2, play 2: “hello” is not understood."),
        ("3, 7", "Turn 1, play 2: “7” is no card; they go from 1 to 6."),
        ("35", "“35” is no card"),
        ("3 0", "Turn 1, play 2: “0” is no card"),
        ("turn 5", "Turn 1, play 1: say which way it turns"),
        ("2, 6 left", "Turn 1, play 2: a 6 makes both corners."),
        ("3 x 1 2", "Turn 1: a pass is a whole turn"),
        ("x 1 9", "Turn 1, play 2: “9” is no card"),
        ("5 up", "“up” is not understood"),
        ("left 5", "“left” is not understood"),
        ("5 leftish", "“leftish” is not understood"),
        ("9" * 500, "is no card"),
    ],
)
def test_what_is_not_understood_is_refused_where_it_stands(text: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        read_turns(text, "before")
    assert said in str(refused.value)
    assert refused.value.field == "before"


def test_one_turn_is_one_turn() -> None:
    with pytest.raises(Refused, match="one turn"):
        read_turn("3 / 2", "plays")


CARDS = st.sampled_from(VALUES)
PLAYS = st.one_of(
    st.builds(Play, card=CARDS, use=st.just("move")),
    st.builds(Play, card=CARDS, use=st.just("takeoff")),
    st.builds(Play, card=CARDS, use=st.just("turn"), to=st.sampled_from([*HEADINGS, *get_args(Side)])),
).filter(lambda play: not ambiguous(play))
TURNS = st.one_of(
    st.builds(Turn, plays=st.lists(PLAYS, min_size=1, max_size=3).map(tuple)),
    st.builds(Turn, discard=st.lists(CARDS, max_size=3).map(tuple), passed=st.just(True)),
)


@given(st.lists(TURNS, max_size=30).map(tuple))
def test_what_is_written_reads_back(turns: tuple[Turn, ...]) -> None:
    assert read_turns(written(turns), "before") == turns
    assert read_turns(written(turns).upper(), "before") == turns


@given(st.one_of(st.text(max_size=60), st.text(alphabet="123456789ax^ /,;lrwsnepasturn\n", max_size=60)))
def test_any_text_is_read_or_refused(text: str) -> None:
    turns = tried(lambda: read_turns(text, "plays"))
    if isinstance(turns, Refused):
        assert turns.field == "plays"
    else:
        assert all(card in VALUES for turn in turns for card in turn.discard)
