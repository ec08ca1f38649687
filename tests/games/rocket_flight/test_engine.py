"""The rules of flying, beyond the worked examples: against a second writing of the rules, and by tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import get_args

import pytest

from companion.games.rocket_flight.calculators import flight, legal_moves
from companion.games.rocket_flight.draw import MARKS, draw
from companion.games.rocket_flight.engine import (
    VALUES,
    Play,
    Reading,
    Reason,
    Rocket,
    Turn,
    Use,
    ambiguous,
    fly,
    judge,
    moves,
    replay,
    verify,
)
from companion.games.rocket_flight.geometry import HEADINGS, Cell, Heading, ahead, pieces
from companion.games.rocket_flight.maps import ROUTE, SUN, SYMBOLS, Board, Field, MapKey, Symbol, board, open_field
from companion.games.rocket_flight.shapes import FlightInput, MovesInput, State
from companion.games.rocket_flight.words import REASON_RULES, REASON_WORDS, why

from .reference import World, near, point, wrong

SPACE = open_field(suns=frozenset(), unchosen=frozenset(), others=frozenset(), target=None, visited=0)
EAST = Rocket(cell=(0, 0), heading="E")
LANDED = Rocket(cell=(0, 0), on_planet=True)
MAPS: tuple[MapKey, ...] = ("normal", *MARKS)


def reason(field: Field, rocket: Rocket, play: Play, reading: Reading = "drawn_angle") -> str | None:
    refusal = judge(field, rocket, play, reading)
    return refusal.reason if refusal else None


@pytest.mark.parametrize("reading", get_args(Reading))
@pytest.mark.parametrize("card", VALUES)
def test_the_turn_diagram_of_both_readings(card: int, reading: Reading) -> None:
    wide, sharp = {"NE", "SE"}, {"NW", "SW"}
    makes = {
        "drawn_angle": {3: sharp, 4: sharp, 5: wide, 6: wide | sharp},
        "course_change": {3: wide, 4: wide, 5: sharp, 6: wide | sharp},
    }[reading]
    legal = {h for h in HEADINGS if reason(SPACE, EAST, Play(card=card, use="turn", to=h), reading) is None}
    assert legal == makes.get(card, set())


@pytest.mark.parametrize(
    ("card", "to", "heading"),
    [
        (5, "left", "NE"),
        (5, "right", "SE"),
        (4, "left", "NW"),
        (3, "right", "SW"),
        (6, "wide left", "NE"),
        (6, "sharp right", "SW"),
        (5, "wide right", "SE"),
    ],
)
def test_sides_are_seen_from_the_rocket(card: int, to: Heading, heading: Heading) -> None:
    play = Play(card=card, use="turn", to=to)
    assert reason(SPACE, EAST, play) is None
    assert fly(SPACE, EAST, play).heading == heading


@pytest.mark.parametrize(
    ("rocket", "play", "expected"),
    [
        (EAST, Play(card=5, use="turn", to="sharp left"), "wrong_turn"),
        (EAST, Play(card=1, use="turn", to="left"), "not_a_turn_card"),
        (EAST, Play(card=6, use="turn", to="E"), "wrong_turn"),
        (EAST, Play(card=6, use="turn"), "wrong_turn"),
        (EAST, Play(card=2, use="move", to="E"), None),
        (EAST, Play(card=2, use="move", to="NE"), "wrong_turn"),
        (EAST, Play(card=2, use="takeoff"), "not_on_planet"),
        (replace(EAST, owes_move=True), Play(card=2, use="takeoff"), "move_owed"),
        (replace(EAST, owes_move=True), Play(card=2, use="move"), None),
        (LANDED, Play(card=5, use="turn", to="NE"), "takeoff_required"),
        (LANDED, Play(card=2, use="takeoff", to="E"), None),
        (LANDED, Play(card=2, use="takeoff", to="NE"), "wrong_turn"),
        (replace(EAST, visited=9), Play(card=1, use="move"), "flight_over"),
        (replace(LANDED, visited=9), Play(card=1, use="takeoff"), "flight_over"),
    ],
)
def test_one_play(rocket: Rocket, play: Play, expected: str | None) -> None:
    assert reason(SPACE, rocket, play) == expected


def test_only_a_six_to_a_bare_side_is_ambiguous() -> None:
    assert [card for card in VALUES if ambiguous(Play(card=card, use="turn", to="left"))] == [6]
    assert not ambiguous(Play(card=6, use="turn", to="wide left"))
    assert not ambiguous(Play(card=6, use="turn", to="NE"))


def test_landing_takes_the_heading_and_visits_the_planet_once() -> None:
    field = open_field(suns=frozenset(), unchosen=frozenset(), others=frozenset(), target=(3, 0), visited=0)
    landed = fly(field, EAST, Play(card=3, use="move"))
    assert (landed.on_planet, landed.heading, landed.visited) == (True, None, 1)
    back = Rocket(cell=(0, 0), heading="E", visited=1)
    assert reason(field, back, Play(card=3, use="move")) == "planet_not_due"


def test_a_due_planet_next_door_does_not_block_a_turn() -> None:
    field = open_field(suns=frozenset(), unchosen=frozenset(), others=frozenset(), target=(1, -1), visited=0)
    assert reason(field, EAST, Play(card=5, use="turn", to="NE")) is None


def test_a_piece_is_retraced_in_either_direction_and_a_cell_is_not() -> None:
    back = Rocket(cell=(3, 0), heading="W", drawn=frozenset(pieces((1, 0), (2, 0))))
    assert reason(SPACE, back, Play(card=1, use="move")) is None
    assert reason(SPACE, back, Play(card=2, use="move")) == "retrace"


def test_a_rocket_that_moves_draws_its_line() -> None:
    after = fly(SPACE, EAST, Play(card=3, use="move"))
    assert after.drawn == frozenset(pieces((0, 0), (3, 0)))


ONE = Play(card=1, use="move")
THREE = (ONE, ONE, ONE)


@pytest.mark.parametrize(
    ("turn", "hand", "at", "expected"),
    [
        (Turn(plays=THREE), (), None, None),
        (Turn(plays=(*THREE, ONE)), (), 4, "play_one_to_three_or_pass"),
        (Turn(), (), None, "play_one_to_three_or_pass"),
        (Turn(plays=(ONE,), discard=(1, 2)), (), None, "play_one_to_three_or_pass"),
        (Turn(discard=(2, 2)), (2, 2, 5), None, None),
        (Turn(discard=(2,)), (2, 2, 5), None, "discard_exactly_two"),
        (Turn(discard=(2, 2, 5)), (2, 2, 5), None, "discard_exactly_two"),
        (Turn(discard=(2, 3)), (2, 2, 5), None, "card_not_in_hand"),
        (Turn(discard=(2, 2)), (2, 5), None, "card_not_in_hand"),
        (Turn(discard=(4,)), (4,), None, None),
        (Turn(discard=(2,)), (), None, "discard_exactly_two"),
        (Turn(passed=True), (), None, None),
        (Turn(passed=True), (1, 2, 3), None, "discard_exactly_two"),
        (Turn(plays=(ONE, ONE)), (1, 4, 6), 2, "card_not_in_hand"),
        (Turn(plays=(ONE, ONE)), (1, 1, 6), None, None),
    ],
)
def test_a_whole_turn(turn: Turn, hand: Sequence[int], at: int | None, expected: str | None) -> None:
    verdict = verify(SPACE, EAST, turn, hand=hand)
    assert (verdict.at, verdict.refusal.reason if verdict.refusal else None) == (at, expected)


def test_a_refused_turn_leaves_the_rocket_after_its_last_legal_play() -> None:
    verdict = verify(SPACE, EAST, Turn(plays=(ONE, Play(card=2, use="turn", to="NE"))))
    assert (verdict.at, verdict.rocket.cell, verdict.stops) == (2, (1, 0), ((0, 0), (1, 0)))


def test_nothing_follows_the_landing_on_earth() -> None:
    field = open_field(suns=frozenset(), unchosen=frozenset(), others=frozenset(), target=(1, 0), visited=8)
    verdict = verify(field, replace(EAST, visited=8), Turn(plays=(ONE, Play(card=2, use="takeoff"))))
    assert (verdict.at, verdict.rocket.finished) == (2, True)
    assert verdict.refusal is not None and verdict.refusal.reason == "flight_over"
    assert list(moves(field, verdict.rocket, VALUES)) == []
    passed = verify(field, verdict.rocket, Turn(discard=(1, 2)))
    assert passed.refusal is not None and passed.refusal.reason == "flight_over"


def test_a_flight_is_replayed_up_to_its_first_fault() -> None:
    turns = [Turn(plays=(ONE,)), Turn(passed=True), Turn(plays=(ONE, Play(card=5, use="turn", to="W"))), Turn()]
    number, verdict = replay(SPACE, EAST, turns)
    assert (number, verdict.at, verdict.stops) == (3, 2, ((0, 0), (1, 0), (2, 0)))
    assert replay(SPACE, EAST, [])[0] == 0


def test_every_reason_has_a_sentence_a_name_and_a_rule() -> None:
    reasons = set(get_args(Reason))
    assert set(REASON_RULES) == reasons == set(dict(REASON_WORDS))
    refusals = [judge(SPACE, EAST, Play(card=6, use="turn", to="W"))]
    assert all(str(why(refusal, str)) for refusal in refusals if refusal)


# Random states against the reference


@dataclass(frozen=True)
class Scene:
    board: Board
    planets: dict[Symbol, int]
    field: Field
    state: State
    reading: Reading


def walk(rng: Random, printed: Board) -> tuple[tuple[Cell, Cell], ...]:
    """Some straight stretches, near one another, wherever they lead."""
    found = []
    cell = rng.choice(list(printed.cells()))
    for _ in range(rng.randrange(9)):
        end = ahead(cell, rng.choice(HEADINGS), rng.randint(1, 6))
        found.append((cell, end))
        cell = end if printed.cell_name(end) else rng.choice(list(printed.cells()))
    return tuple(found)


def scenes(count: int, seed: int) -> Iterator[Scene]:
    """Random planets, lines and rockets: flying, owing a move, landed; some in the middle of their own line."""
    rng = Random(seed)
    for n in range(count):
        flown = draw(str(rng.randrange(10**6)), rng.choice(MAPS))
        printed, visited, drawn = board(flown.map), rng.randrange(9), walk(rng, board(flown.map))
        cell = rng.choice(list(printed.cells()))
        if drawn and rng.random() < 0.5:
            cell = next((end for _, end in drawn if printed.cell_name(end)), cell)
        landed = bool(visited) and n % 4 == 0
        if landed:
            symbol = ROUTE[visited - 1]
            cell = printed.numbered[symbol][flown.planets[symbol] - 1]
        state = State(
            cell=cell,
            heading=None if landed else rng.choice(HEADINGS),
            owes_move=not landed and n % 4 == 1,
            on_planet=landed,
            visited=visited,
            drawn=drawn,
        )
        yield Scene(printed, flown.planets, flown.field, state, rng.choice(get_args(Reading)))


def world(scene: Scene) -> World:
    """The scene as the reference sees it."""
    chosen = {s: point(scene.board.numbered[s][scene.planets[s] - 1]) for s in SYMBOLS}
    numbered = {near(point(cell)) for cells in scene.board.numbered.values() for cell in cells}
    planets = {near(z) for z in chosen.values()}
    midpoints = set()
    for start, end in scene.state.drawn:
        a, b = point(start), point(end)
        steps = round(abs(b - a))
        midpoints |= {near(a + (b - a) * (k + 0.5) / steps) for k in range(steps)}
    return World(
        rim=scene.board.radius,
        suns={near(point(SUN))},
        closed=numbered - planets,
        planets=planets,
        due=near(chosen[ROUTE[scene.state.visited]]),
        drawn=midpoints,
    )


def rocket(state: State) -> Rocket:
    return Rocket(
        cell=state.cell,
        heading=state.heading,
        owes_move=state.owes_move,
        on_planet=state.on_planet,
        visited=state.visited,
        drawn=frozenset(p for start, end in state.drawn for p in pieces(start, end)),
    )


def thinkable() -> Iterator[Play]:
    uses: tuple[Use, ...] = get_args(Use)
    for card in VALUES:
        for use in uses:
            yield from (Play(card=card, use=use, to=to) for to in HEADINGS)
        yield from (Play(card=card, use=use) for use in ("move", "takeoff"))


EVERY_PLAY = tuple(thinkable())


def agree(scene: Scene) -> None:
    """Engine, list of moves and reference say the same of every play."""
    here, now = world(scene), rocket(scene.state)
    listed = set(moves(scene.field, now, VALUES, scene.reading))
    for play in EVERY_PLAY:
        against = wrong(
            here,
            point(now.cell),
            now.heading,
            now.owes_move,
            now.on_planet,
            (play.card, play.use, play.to),
            scene.reading,
        )
        verdict = verify(scene.field, now, Turn(plays=(play,)), scene.reading)
        assert verdict.legal == (not against), (scene.state, play, against)
        assert verdict.legal or (verdict.refusal and verdict.refusal.reason in against), (play, verdict, against)
        if play.to is not None:
            assert (play in listed) == verdict.legal, (scene.state, play)


def agree_as_calculators(scene: Scene) -> None:
    """The calculator `moves` lists exactly what the calculator `flight` calls legal, and says where it leads."""
    given = {"map": scene.board.key, "planets": scene.planets, "state": scene.state, "turn_reading": scene.reading}
    listed = {
        (m.card, m.use, m.to): m
        for m in legal_moves(MovesInput(hand=VALUES, **given)).moves  # type: ignore[arg-type]
    }
    for play in EVERY_PLAY:
        answer = flight(FlightInput(plays=(play,), **given))  # type: ignore[arg-type]
        if play.to is not None:
            assert answer.legal == ((play.card, play.use, play.to) in listed)
        if answer.legal and play.to is not None:
            move = listed[play.card, play.use, play.to]  # type: ignore[index]
            assert (move.cell, move.place) == (answer.cell, answer.place)
            assert (move.lands_on is not None) == answer.on_planet


def test_engine_moves_and_reference_agree_on_random_states() -> None:
    for scene in scenes(2_000, seed=1):
        agree(scene)


def test_the_two_calculators_agree_on_random_states() -> None:
    for scene in scenes(60, seed=2):
        agree_as_calculators(scene)


@pytest.mark.long
def test_engine_moves_and_reference_agree_on_very_many_states() -> None:
    for scene in scenes(30_000, seed=3):
        agree(scene)


@pytest.mark.long
def test_the_two_calculators_agree_on_very_many_states() -> None:
    for scene in scenes(5_000, seed=4):
        agree_as_calculators(scene)


def test_random_flights_keep_to_what_moves_lists() -> None:
    """Play on for a while: debts, landings and the line come about as in a real flight."""
    rng, landings = Random(5), 0
    for n in range(150):
        flown = draw(str(n), rng.choice(MAPS))
        now = flown.start
        for _ in range(60):
            choices = list(moves(flown.field, now, VALUES))
            if not choices:
                break
            landing = [play for play in choices if fly(flown.field, now, play).on_planet]
            play = rng.choice(landing or choices)
            verdict = verify(flown.field, now, Turn(plays=(play,)))
            assert verdict.legal
            assert verdict.rocket == fly(flown.field, now, play)
            landings += verdict.rocket.on_planet
            now = verdict.rocket
    assert landings > 20
