"""A crew member for tests: plays what brings the next planet nearer, and changes cards where nothing does."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.rocket_flight.draw import Drawn
from companion.games.rocket_flight.engine import Play, Rocket, fly, moves
from companion.games.rocket_flight.solver import needed

LOST, PLANET, CARD = 60.0, 12.0, 0.25  # what a way is worth where none leads on, a planet, a card


def worth(drawn: Drawn, rocket: Rocket) -> float:
    """The less the better."""
    if rocket.finished:
        return -1000
    cards = needed(drawn.map, drawn.field, rocket)
    return (LOST if cards is None else cards) - PLANET * rocket.visited


def best(drawn: Drawn, rocket: Rocket, hand: Sequence[int]) -> tuple[Play, ...]:
    """What to play with *hand*: nothing, where it is better to pass."""
    found: tuple[float, tuple[Play, ...]] = worth(drawn, rocket), ()

    def look(now: Rocket, held: list[int], played: tuple[Play, ...]) -> None:
        nonlocal found
        for play in moves(drawn.field, now, held):
            after = fly(drawn.field, now, play)
            value = worth(drawn, after) + CARD * len(played)
            if value < found[0] - 1e-9:
                found = value, (*played, play)
            if not played and not after.finished:
                rest = list(held)
                rest.remove(play.card)
                look(after, rest, (play,))

    look(rocket, list(hand), ())
    return found[1]
