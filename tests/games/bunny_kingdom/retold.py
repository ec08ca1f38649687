"""A second way to keep an evening: from the raw steps, by rules written down anew; it shares no code with the app."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

LAND = (
    "FFFCSSSFPS",
    "MMCSSMCPCS",
    "CMPSSMDMMP",
    "PMCDMMDPCF",
    "FPDPPCPDPC",
    "FMMFFPDCFP",
    "FCPPCPDPCP",
    "PDCDPPCPPF",
    "CPPSSPMMCF",
    "FFCSSDMMSS",
)  # forest, sea, D for a field of carrots, mountain, plains, city
LAVA = ("B1B2", "B6C6", "C2D2", "C8C9", "D5D6", "F2F3", "I7J7", "I8J8")
GIVES = {"F": "wood", "S": "fish", "D": "carrot"}
COMMON = ("wood", "fish", "carrot")
TREASURES = {"ring": 1, "coat": 2, "scepter": 3, "chalice": 4, "crown": 5, "carrot": 6}
MATRIARCH, SECOND = 12, 10


def terrain(at: str) -> str:
    return LAND[ord(at[0]) - ord("A")][int(at[1:]) - 1]


def around(at: str) -> list[str]:
    """The territories on the other side of each edge that has no lava."""
    row, column = at[0], int(at[1:])
    found = [f"{chr(ord(row) + down)}{column + right}" for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))]
    inside = [one for one in found if one[0] in "ABCDEFGHIJ" and 1 <= int(one[1:]) <= 10]
    return [one for one in inside if at + one not in LAVA and one + at not in LAVA]


@dataclass
class Kingdom:
    """One player's: rabbits, buildings as (kind, what), parchments, and what they were told to copy."""

    rabbits: set[str] = field(default_factory=set)
    built: dict[str, tuple[str, Any]] = field(default_factory=dict)
    cards: list[str] = field(default_factory=list)
    copies: dict[str, str] = field(default_factory=dict)
    typed: dict[int, str] = field(default_factory=dict)
    booked: dict[int, int] = field(default_factory=dict)
    stood: set[int] = field(default_factory=set)
    counted: int = 0

    def mine(self) -> set[str]:
        return self.rabbits | {at for at, (kind, _) in self.built.items() if kind == "camp"}

    def city(self, at: str) -> int:
        kind, what = self.built.get(at, ("", 0))
        return int(what) if kind == "city" else int(terrain(at) == "C")

    def makes(self, at: str) -> list[str]:
        kind, what = self.built.get(at, ("", ""))
        return [one for one in (GIVES.get(terrain(at)), what if kind in ("farm", "post") else None) if one]

    def flood(self, at: str, seen: set[str]) -> list[str]:
        """Everything that *at* reaches and nobody has *seen*, *at* first."""
        seen.add(at)
        kind, pair = self.built.get(at, ("", ""))
        far = [other for other, one in self.built.items() if kind == "sky" and one == ("sky", pair)]
        return [at] + [
            one
            for near in (*around(at), *far)
            if near in self.mine() and near not in seen
            for one in self.flood(near, seen)
        ]

    def fiefs(self) -> list[list[str]]:
        seen: set[str] = set()
        return [self.flood(at, seen) for at in sorted(self.mine()) if at not in seen]

    def worths(self) -> list[int]:
        return [
            sum(map(self.city, fief)) * len({made for at in fief for made in self.makes(at)}) for fief in self.fiefs()
        ]


def worked(typed: str) -> int:
    """A sum of products as typed."""
    parts = [[int(n) for n in re.findall(r"\d+", part)] for part in typed.split("+")]
    return sum(part[0] * (part[1] if len(part) > 1 else 1) for part in parts)


def counting(steps: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The steps that stand, as they really were; step 2 is the first."""
    numbered = dict(enumerate(steps, 2))
    gone: set[int] = set()
    really: dict[int, Mapping[str, Any]] = {}
    for n in sorted(numbered, reverse=True):
        step = numbered[n]
        if n not in gone and step["kind"] == "undone":
            gone.add(step["seq"])
        elif n not in gone and step["kind"] == "corrected":
            really.setdefault(step["seq"], step["event"])
    told = [(n, step) for n, step in numbered.items() if n not in gone and step["kind"] not in ("undone", "corrected")]
    return [really.get(n, step) for n, step in told]


class Evening:
    """Everybody's kingdom after some steps."""

    def __init__(self, seats: Sequence[int], steps: Sequence[Mapping[str, Any]]) -> None:
        self.kingdoms = {seat: Kingdom() for seat in seats}
        self.over: set[int] = set()
        for step in counting(steps):
            getattr(self, step["kind"], lambda step: None)(step)

    def settled(self, step: Mapping[str, Any]) -> None:
        mine = self.kingdoms[step["seat"]]
        for at in step["at"]:
            if not step.get("on", True):
                mine.rabbits.discard(at)
                mine.built.pop(at, None)
                continue
            for kingdom in self.kingdoms.values():
                if kingdom.built.get(at, ("", 0))[0] == "camp":
                    del kingdom.built[at]
            mine.rabbits.add(at)

    def built(self, step: Mapping[str, Any]) -> None:
        kingdom = self.kingdoms[step["seat"]]
        kingdom.built.pop(step["at"], None)
        for kind in ("city", "farm", "post", "camp", "sky"):
            if kind in step:
                kingdom.built[step["at"]] = (kind, step[kind])
        if "camp" in step:
            kingdom.stood.add(step["camp"])

    def parchments(self, step: Mapping[str, Any]) -> None:
        self.kingdoms[step["held"]["owner"]].cards = list(step["held"]["keys"])

    def camp_cards(self, step: Mapping[str, Any]) -> None:
        self.kingdoms[step["seat"]].counted += step["by"]

    def answered(self, step: Mapping[str, Any]) -> None:
        self.kingdoms[step["seat"]].copies[step["category"]] = step["typed"]

    def harvested(self, step: Mapping[str, Any]) -> None:
        kingdom = self.kingdoms[step["seat"]]
        kingdom.typed[step["round"]] = step["typed"]
        if step["round"] in self.over:
            kingdom.booked[step["round"]] = worked(step["typed"])

    def phase_ended(self, step: Mapping[str, Any]) -> None:
        if step["phase"] != "harvest":
            return
        self.over.add(step["round"])
        for kingdom in self.kingdoms.values():
            typed = kingdom.typed.get(step["round"])
            if typed or kingdom.rabbits or kingdom.built:
                kingdom.booked[step["round"]] = worked(typed) if typed else sum(kingdom.worths())

    # ------------------------------------------------------------ points

    def harvests(self, seat: int) -> list[int]:
        return [n for _, n in sorted(self.kingdoms[seat].booked.items())]

    def totals(self) -> dict[int, int]:
        """Opportunist last, for whoever is second alone behind one leader."""
        before = {seat: sum(self.harvests(seat)) + self.cards(seat) for seat in self.kingdoms}
        ranked = sorted(before.values(), reverse=True)
        second = {seat for seat, n in before.items() if n == ranked[1] and ranked.count(n) == 1 and n < ranked[0]}
        holds = {seat for seat, one in self.kingdoms.items() if "opportunist" in one.cards}
        return {seat: n + SECOND * (seat in second & holds) for seat, n in before.items()}

    def cards(self, seat: int) -> int:
        """All parchments but Opportunist."""
        kingdom = self.kingdoms[seat]
        cards = [kingdom.copies.get(card, card) for card in kingdom.cards]
        treasures = [TREASURES[card[6:]] for card in cards if card.startswith("royal_")]
        gloves = [card for card in cards if card.endswith("_glove")]
        treasures += [{1: 1, 2: 4}[len(gloves)] for _ in gloves]
        times = 2 if "treasure_hunter" in cards else 1
        return times * sum(treasures) + sum(self.mission(card, kingdom, len(treasures)) for card in cards)

    def mission(self, card: str, kingdom: Kingdom, treasures: int) -> int:
        mine = kingdom.mine()
        made = [one for at in mine for one in kingdom.makes(at)]
        edge = [at for at in mine if at[0] in "AJ" or at[1:] in ("1", "10")]
        worths = kingdom.worths()
        match card:
            case "fisher":
                return made.count("fish")
            case "merchant":
                return 3 * sum(one not in COMMON for one in made)
            case "diplomat":
                return len(edge)
            case "explorer":
                return 3 * sum(at in ("A1", "A10", "J1", "J10") for at in edge)
            case "panpan":
                return 2 * sum(not kingdom.city(at) and not kingdom.makes(at) for at in mine)
            case "matriarch":
                others = [len(one.mine()) for one in self.kingdoms.values() if one is not kingdom]
                return MATRIARCH * (len(mine) > max(others))
            case "burgomaster":
                return sum(kingdom.city(at) > 0 for at in mine)
            case "harecingetorix":
                return len(worths)
            case "carrotistador":
                return 4 * sum(len(fief) >= 3 for fief in kingdom.fiefs())
            case "bureaucrat":
                return len(kingdom.cards)
            case "colonist":
                return 3 * max(kingdom.counted, len(kingdom.stood))
            case "treasure_guardian":
                return 3 * treasures
            case "little_prince":
                return sum(worths) - max(worths, default=0)
        return 0
