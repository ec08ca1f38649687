"""A second way to keep a flight: from the raw steps, by the slow rules of the reference; no code of the tracker's."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.games.rocket_flight.reference import BY_CARD, World, near, point, step, wrong

NORMAL = {  # cell 1 of each planet; the others are turned about the Sun
    "m": (2, -1),
    "V": (3, -3),
    "E": (5, -3),
    "M": (6, -5),
    "J": (7, -2),
    "S": (7, -7),
    "U": (9, -5),
    "N": (9, -1),
    "P": (10, -8),
}
ORDER = "mVMJSUNPE"
SIXTH = complex(0.5, -(3**0.5) / 2)  # clockwise, north up


@dataclass
class Retold:
    """A flight on the normal map: *numbers* by planet, the way from Earth, the crew's seats in order."""

    numbers: Mapping[str, int]
    heading: str | None
    seats: Sequence[int]
    place: complex = 0
    owes: bool = True
    landed: bool = False
    visited: int = 0
    turn: int = 0
    fuel: int = 1
    cards: int = 0
    passes: int = 0
    piles: list[int] = field(default_factory=list)
    hands: dict[int, list[str]] = field(default_factory=dict)
    deck: list[str] = field(default_factory=list)
    heap: list[str] = field(default_factory=list)
    drawn: set[tuple[int, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.place = self.at("E")

    def at(self, planet: str, number: int = 0) -> complex:
        """Where a planet is; *number* for another of its cells."""
        return point(NORMAL[planet]) * SIXTH ** ((number or self.numbers[planet]) - 1)

    def world(self) -> World:
        every = {near(self.at(planet, n)) for planet in ORDER for n in range(1, 7)}
        planets = {near(self.at(planet)) for planet in ORDER}
        return World(
            rim=10,
            suns={near(0)},
            closed=every - planets,
            planets=planets,
            due=near(self.at(ORDER[self.visited])) if self.visited < len(ORDER) else None,
            drawn=self.drawn,
        )

    def follow(self, events: Sequence[Mapping[str, Any]]) -> Retold:
        for event in events:
            getattr(self, str(event["kind"]), lambda event: None)(event)
        return self

    @property
    def acting(self) -> int:
        return self.seats[self.turn % len(self.seats)]

    def dealt(self, event: Mapping[str, Any]) -> None:
        self.hands = {hand["owner"]: list(hand["keys"]) for hand in event["hands"]}
        self.deck = list(event["deck"]["keys"])

    def flew(self, event: Mapping[str, Any]) -> None:
        assert event["seat"] == self.acting
        found = re.fullmatch(r"(\^?)(\d)(?: ([NS]?[EW]))?", event["play"])
        assert found
        card = int(found[2])
        use = "takeoff" if found[1] else "turn" if found[3] else "move"
        to = found[3] or None
        against = wrong(self.world(), self.place, self.heading, self.owes, self.landed, (card, use, to), "drawn_angle")
        assert not against, (event, against)
        self.spend(card)
        self.owes, self.landed = use != "move", False
        if use == "move":
            for _ in range(card):
                self.drawn.add(near(self.place + step(str(self.heading)) / 2))
                self.place += step(str(self.heading))
            if self.visited < len(ORDER) and near(self.place) == near(self.at(ORDER[self.visited])):
                self.visited, self.landed = self.visited + 1, True
        else:
            self.heading = to or BY_CARD[card]

    def spend(self, card: int) -> None:
        self.hands[self.acting].remove(str(card))
        self.heap.append(str(card))
        self.cards += 1

    def passed(self, event: Mapping[str, Any]) -> None:
        assert len(event["discard"]) == 2
        self.passes += 1
        for card in event["discard"]:
            self.spend(card)
        self.turn_done(event)

    def turn_done(self, event: Mapping[str, Any]) -> None:
        hand = self.hands[self.acting]
        while len(hand) < 3 and (self.deck or self.fuel < 5):
            if not self.deck:
                new = list(event["shuffled"]["keys"])
                assert sorted(new) == sorted(self.heap)
                self.deck, self.heap, self.fuel = new, [], self.fuel + 1
                self.piles.append(len(new))
            hand.append(self.deck.pop(0))
        self.turn += 1
