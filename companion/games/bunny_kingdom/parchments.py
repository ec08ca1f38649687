"""The 37 parchments: what each is, what it pays, and how sure we are of the number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from companion.core.data import data

CountKey = Literal[
    "wood",
    "fish",
    "carrot",
    "luxury",
    "cities",
    "mountains",
    "border",
    "corners",
    "fiefs",
    "big_fiefs",
    "barren",
    "lonely_cities",
]
CardKind = Literal[
    "treasure",
    "glove",
    "per",
    "threshold",
    "most",
    "parchments",
    "camps",
    "treasures",
    "hunter",
    "prince",
    "copy",
    "second",
]


KIND_RULES: Final[Mapping[CardKind, str]] = {
    "treasure": "treasures",
    "glove": "gloves",
    "most": "matriarch",
    "parchments": "bureaucrat",
    "camps": "colonist",
    "treasures": "treasure-guardian",
    "hunter": "treasure-hunter",
    "prince": "little-prince",
    "copy": "copies",
    "second": "opportunist",
}
COUNT_RULES: Final[Mapping[CountKey, str]] = {
    "wood": "resource-missions",
    "fish": "resource-missions",
    "carrot": "resource-missions",
    "luxury": "resource-missions",
    "cities": "city-missions",
    "lonely_cities": "bun-shee",
    "mountains": "land-missions",
    "border": "land-missions",
    "corners": "land-missions",
    "barren": "panpan",
    "fiefs": "fief-missions",
    "big_fiefs": "fief-missions",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parchment:
    """A parchment as printed.

    *points* is its value, or what each counted thing pays; None where it has no such number.
    """

    key: str
    kind: CardKind
    source: str
    single_source: bool = False
    points: int | None = None
    counts: CountKey | None = None
    least: int = 0
    size: int = 0
    other: str = ""
    pair: int = 0
    times: int = 1
    left_out: int = 0
    of: str = ""

    @property
    def is_treasure(self) -> bool:
        """A treasure, which is worth something by itself; all others are missions."""
        return self.kind in ("treasure", "glove")

    @property
    def rule(self) -> str:
        """The section of the rules that says what the card counts."""
        return COUNT_RULES[self.counts] if self.counts else KIND_RULES[self.kind]


PARCHMENTS: Final[Mapping[str, Parchment]] = {
    key: Parchment(key=key, **printed) for key, printed in data(__file__)["parchments"].items()
}
TREASURES: Final = tuple(key for key, card in PARCHMENTS.items() if card.is_treasure)
MISSIONS: Final = tuple(key for key, card in PARCHMENTS.items() if not card.is_treasure)
COPIES: Final = tuple(key for key, card in PARCHMENTS.items() if card.kind == "copy")
CORRECTABLE: Final = tuple(
    key for key, card in PARCHMENTS.items() if card.points is not None and card.kind != "glove"
)  # a glove has two values
BIG: Final = next(card.size for card in PARCHMENTS.values() if card.size)


def value(card: Parchment, corrected: Mapping[str, int]) -> int:
    """What the card pays at this table."""
    return corrected.get(card.key, card.points or 0)
