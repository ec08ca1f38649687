"""What a table keeps an eye on during play: captures, and who still plays once the end is near."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from companion.core.text import Msg, msg

X = TypeVar("X")


def capture(network: Sequence[str], planet: str) -> tuple[int, tuple[str, ...]]:
    """``(captured, network after)`` when *planet* is laid: every older copy leaves, the new one stays.

    *network* holds names of planets and, under names of their own, spaceships.

    >>> capture(("Zog", "ship", "Vara"), "Zog"), capture(("Vara", "ship"), "Zog")
    ((1, ('ship', 'Vara', 'Zog')), (0, ('Vara', 'ship', 'Zog')))
    """
    kept = tuple(card for card in network if card != planet)
    return len(network) - len(kept), (*kept, planet)


def turns_left(seats: Sequence[X], start: X, trigger_by: X) -> tuple[X, ...]:
    """Who has a turn after *trigger_by*, in order, before it would be the start player's.

    >>> turns_left("ABC", "A", "B"), turns_left("ABC", "A", "A"), turns_left("ABC", "B", "A")
    (('C',), ('B', 'C'), ())
    """
    after = seats.index(trigger_by) + 1
    order = (*seats[after:], *seats[:after])
    return tuple(order[: order.index(start)])


def lap_said(now: str, left: tuple[str, ...], start: str) -> Msg:
    """How the last lap goes on: *now* has the turn, *left* come after, *start* began the game."""
    if not left:
        return msg("%(now)s ends this turn, and the game is over: next would be %(start)s.", now=now, start=start)
    return msg(
        "%(now)s ends this turn; then %(left)s, and the game stops before %(start)s.", now=now, left=left, start=start
    )
