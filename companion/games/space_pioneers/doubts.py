"""What looks odd in a play of Space Pioneers: said, and in nobody's way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.core.data import data
from companion.core.text import Doubt, msg

from .happenings import MISSIONS, Flight

TURN: Final = data(__file__)["turn"]


def doubts(flight: Flight) -> tuple[Doubt, ...]:
    """Everything odd right now."""
    return (*_missions(flight), *_turn(flight), *_end(flight))


def _missions(flight: Flight) -> Iterator[Doubt]:
    """More missions than there are on a card."""
    for front in flight.fronts.values():
        if front.missions > MISSIONS:
            yield msg("Somebody has %(n)d missions; a Mission card has %(m)d.", n=front.missions, m=MISSIONS).under(
                "missions"
            )


def _turn(flight: Flight) -> Iterator[Doubt]:
    """More cards laid or removed than one turn allows, and cards where they may not lie."""
    if len(flight.laid) > TURN["play"]:
        yield msg("%(n)d cards are laid in this turn; one is allowed.", n=len(flight.laid)).under("turn")
    if flight.removed > TURN["remove_spaceships"]:
        yield msg("%(n)d spaceships are removed in this turn; here one is allowed.", n=flight.removed).under("remove")
    for event in flight.laid:
        if event.card == "spaceship" and event.network != event.seat:
            yield msg("A spaceship in another player's network: only planets may be laid there.").under("other-network")
        if event.card == "planet" and flight.fronts[event.network].network == 1:
            yield msg("A planet lies alone: a network begins with a spaceship.").under("first-card")


def _end(flight: Flight) -> Iterator[Doubt]:
    """Whoever began brings the end near: the rules can be read in two ways."""
    if flight.end_by is not None and flight.end_by == flight.start and flight.coming and not flight.is_over:
        yield msg(
            "Whoever began the game has brought its end near. Here everybody else has one more turn; by the other "
            "reading it stops at once: then go to the scores and count."
        ).under("end-by-start")
