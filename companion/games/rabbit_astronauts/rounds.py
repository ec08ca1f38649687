"""The frame of a game: where it starts, what the Training Center holds, gifts, what is kept, and when it is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.core.data import data

DATA: Final = data(__file__)
GIFT: Final = int(DATA["gift"]["most"])
ROUNDS: Final = int(DATA["rounds"]["count"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What each player begins with: where the tokens stand, and the costs of the cards at level 1."""

    carrots: int
    gold: int
    helmets: int
    level_1: tuple[int, ...]


def start() -> Start:
    """The same for everybody, however many play."""
    setup = DATA["setup"]
    return Start(
        carrots=setup["carrots"], gold=setup["gold"], helmets=setup["helmets"], level_1=tuple(setup["level_1"])
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """Cards when the Draw phase ends: what stays in the Training Center, in hand, and what is discarded."""

    keep: int
    hand: int
    discard: int


def after_draw(helmets: int, center: int, hand: int = 0, *, is_hand_kept: bool = False) -> Held:
    """The Training Center holds one card for each helmet; the hand stays only by the other reading.

    >>> after_draw(2, 3)
    Held(keep=2, hand=0, discard=1)
    """
    keep, kept_hand = min(helmets, center), hand if is_hand_kept else 0
    return Held(keep=keep, hand=kept_hand, discard=center - keep + hand - kept_hand)


def most_given(giver: int, receiver: int, *, is_excess_lost: bool = False) -> int:
    """The most that *giver* may give now: what they have, the limit of a gift, and the receiver's room.

    *is_excess_lost* is the other reading: any gift is taken, and what is over the limit is lost.
    """
    room = max(0, DATA["limits"]["carrots"] - receiver)
    return min(GIFT, giver) if is_excess_lost else min(GIFT, giver, room)


def keepable(scientists: int, carrots: int, gold: int) -> int:
    """How many resources stay at the end of a round: so many for each Scientist at level 2, of what there is."""
    return min(scientists * int(DATA["evolutions"]["titan"]["kept"]), carrots + gold)


def is_over(set_aside: int) -> bool:
    """One card is set aside each round; with the last one the game ends."""
    return set_aside >= ROUNDS


def next_round(set_aside: int) -> int | None:
    """The round that comes now; None when the game is over."""
    return None if is_over(set_aside) else set_aside + 1
