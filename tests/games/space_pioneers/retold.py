"""A second way to keep a game: from the raw steps, by rules written down anew; it shares no code with the app."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

ALL_MISSIONS = 4
Step = Mapping[str, Any]


@dataclass
class Player:
    """What lies in front of somebody; *size* None: nobody knows how many cards their network has."""

    planets: int = 0
    missions: int = 0
    secrets: int = 0
    size: int | None = 0
    is_counted: bool = False
    names: list[str] = field(default_factory=list)

    def grow(self, by: int) -> None:
        if self.size is not None:
            self.size = max(0, self.size + by)


def counting(steps: Sequence[Step]) -> list[Step]:
    """The steps that stand, as they really were; step 2 is the first."""
    numbered = dict(enumerate(steps, 2))
    gone: set[int] = set()
    really: dict[int, Step] = {}
    for n in sorted(numbered, reverse=True):
        step = numbered[n]
        if n not in gone and step["kind"] == "undone":
            gone.add(step["seq"])
        elif n not in gone and step["kind"] == "corrected":
            really.setdefault(step["seq"], step["event"])
    told = [(n, step) for n, step in numbered.items() if n not in gone and step["kind"] not in ("undone", "corrected")]
    return [really.get(n, step) for n, step in told]


class Evening:
    """Everybody's things after some steps, and whose turn it is: None when it is over."""

    def __init__(self, seats: Sequence[int], start: int, steps: Sequence[Step]) -> None:
        self.players = {seat: Player() for seat in seats}
        self.order = [*seats[seats.index(start) :], *seats[: seats.index(start)]]
        self.turns = 0
        self.deck_is_used = self.is_revealed = self.is_silent = False
        self.on: int | None = start
        self.was_laid = False
        for step in counting(steps):
            getattr(self, step["kind"], lambda step: None)(step)

    @property
    def round(self) -> int:
        return self.turns // len(self.order) + 1

    @property
    def is_last(self) -> bool:
        return self.deck_is_used or any(one.missions >= ALL_MISSIONS for one in self.players.values())

    def left(self) -> list[int]:
        """Whose turns are left in this round after the one that is on."""
        return self.order[self.turns % len(self.order) + 1 :] if self.on else []

    def points(self, seat: int) -> int:
        one = self.players[seat]
        return one.planets + one.missions + (one.secrets if self.is_revealed else 0)

    def laid(self, step: Step) -> None:
        self.was_laid = True
        owner, name = self.players[step["network"]], step.get("planet", "").strip().lower()
        owner.grow(1)
        if step["card"] == "planet" and name:
            if name in owner.names:
                self.players[step["seat"]].planets += 1
                owner.grow(-1)
            else:
                owner.names.append(name)

    def laid_nothing(self, step: Step) -> None:
        self.was_laid = True

    def captured(self, step: Step) -> None:
        self.players[step["seat"]].planets += step["by"]
        if step.get("network"):
            self.players[step["network"]].grow(-step["by"])

    def missions(self, step: Step) -> None:
        self.players[step["seat"]].missions += step["by"]

    def network(self, step: Step) -> None:
        one = self.players[step["seat"]]
        one.size, one.is_counted = (one.size or 0) + step["by"], True

    def removed(self, step: Step) -> None:
        if step["place"] == "network":
            self.players[step["seat"]].grow(-1)

    def last_card(self, step: Step) -> None:
        self.deck_is_used = step.get("on", True)

    def tasks(self, step: Step) -> None:
        self.players[step["held"]["owner"]].secrets = int(step["held"]["keys"][0])

    def turned_over(self, step: Step) -> None:
        self.is_revealed = True

    def phase_ended(self, step: Step) -> None:
        self.turns += 1
        if self.turns % len(self.order):
            self.on = self.order[self.turns % len(self.order)]
            return
        if not self.was_laid:
            self.is_silent = True
            for one in self.players.values():
                if not one.is_counted:
                    one.size, one.names = None, []
        self.was_laid = False
        self.on = None if self.is_last else self.order[0]
