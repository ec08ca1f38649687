"""What a table asks between the points: where the rabbits stand, how many cards there are, which way hands go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from companion.core.data import data
from companion.core.score import Seat

_DATA: Final = data(__file__)
ROUNDS: Final = int(_DATA["rounds"]["count"])
SEATS: Final = range(min(map(int, _DATA["hands"])), max(map(int, _DATA["hands"])) + 1)
Direction = Literal["left", "right"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Cards of one player: *draw*, *play* and *discard* are for one turn, the rest as their names say."""

    hand: int
    reserve: int
    draw: int
    play: int
    discard: int

    @property
    def turns(self) -> int:
        """Turns in a round: until hand and reserve are used up."""
        return (self.hand + self.reserve) // (self.play + self.discard)

    @property
    def played(self) -> int:
        """Cards that each player plays in a round."""
        return self.turns * self.play

    @property
    def discarded(self) -> int:
        """Cards that each player discards unplayed in a round."""
        return self.turns * self.discard

    def held(self, turn: int) -> int:
        """Cards in the hand at the start of *turn* (from 1), before one is drawn."""
        return self.passed_on(turn - 1)

    def passed_on(self, turn: int) -> int:
        """Cards in the hand that is passed on in *turn* (from 1)."""
        return self.hand - turn * (self.play + self.discard - self.draw)


def draft(players: int) -> Draft:
    """How many cards with so many players."""
    return Draft(**{key: n for key, n in _DATA["hands"][str(players)].items() if key != "source"})


MOST_TURNS: Final = max(draft(players).turns for players in SEATS)


def deck_used(players: int) -> int:
    """Cards dealt in the whole game, before Provisions draw more."""
    one = draft(players)
    return players * ROUNDS * (one.hand + one.reserve)


def direction(round_: int) -> Direction:
    """Which way hands are passed in a round."""
    way: Direction = _DATA["directions"]["odd" if round_ % 2 else "even"]
    return way


def passes_to(seats: tuple[Seat, ...], seat: Seat, round_: int) -> Seat:
    """Who gets the hand of *seat*; *seats* sit clockwise, so the left neighbour is the next one."""
    return seats[(seats.index(seat) + (1 if direction(round_) == "left" else -1)) % len(seats)]


def marks(points: int) -> tuple[int, int]:
    """Where the rabbits stand: the hundreds that the second one marks, 0 without it, and the space of the first.

    >>> marks(99), marks(100), marks(237)
    ((0, 99), (100, 0), (200, 37))
    """
    length = int(_DATA["track"]["length"])
    return points // length * length, points % length
