"""The fuel counter: cards in the pile, divisions marked, and when the last cards are being played.

Cards are only counted here; which ones lie where is the table's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from .maps import DATA

Moment = Literal["when_needed", "when_emptied"]
DECK: Final[int] = len(DATA["cards"]["values"]) * DATA["cards"]["copies"]
HAND: Final[int] = DATA["cards"]["hand"]
FIRST: Final[int] = DATA["fuel"]["first"]


def limit(crew: int, solo: str = "easy") -> int:
    """Divisions of fuel that a crew of this size may mark."""
    limits: dict[str, int] = DATA["fuel"]["limits"]
    return limits[str(crew)] if str(crew) in limits else int(DATA["solo"]["limits"][solo])


def budget(crew: int, divisions: int) -> int:
    """Cards that a crew can spend on that much fuel: nearly the same for every crew.

    >>> [budget(crew, limit(crew)) for crew in (2, 3, 4)]
    [96, 99, 96]
    """
    return divisions * (DECK - crew * HAND) + crew * HAND


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile:
    """The draw pile (*left*), the heap of played and discarded cards, the marks. *most* None: without a limit."""

    left: int
    heap: int = 0
    marks: int = FIRST
    most: int | None = None

    @property
    def last_phase(self) -> bool:
        """The pile is used up with the last division marked: hands are played out without drawing."""
        return self.left == 0 and self.most is not None and self.marks >= self.most


def deal(crew: int, most: int | None = None) -> Pile:
    """After dealing: the first division is marked before the flight begins."""
    return Pile(left=DECK - crew * HAND, most=most)


def spent(pile: Pile, cards: int) -> Pile:
    """*cards* were played or discarded: one heap takes both."""
    return replace(pile, heap=pile.heap + cards)


def drawn(pile: Pile, cards: int, moment: Moment = "when_needed") -> tuple[Pile, int]:
    """Draw up to *cards*: the pile afterwards, and how many came. A used-up pile is made anew and marks fuel.

    *moment* says when: as a card is needed and none is left, or as soon as the last one is taken.
    """
    got = 0
    while got < cards:
        pile = _renewed(pile)
        if not pile.left:
            break
        pile, got = replace(pile, left=pile.left - 1), got + 1
        if moment == "when_emptied":
            pile = _renewed(pile)
    return pile, got


def _renewed(pile: Pile) -> Pile:
    """The heap shuffled into a new pile where the old one is used up and fuel is left."""
    if pile.left or not pile.heap or pile.last_phase:
        return pile
    return replace(pile, left=pile.heap, heap=0, marks=pile.marks + 1)


def lost(pile: Pile, hands: Sequence[int], *, finished: bool) -> bool:
    """Whether the flight has failed: the last cards are played and the rocket is not home."""
    return pile.last_phase and not any(hands) and not finished
