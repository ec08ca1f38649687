"""What lies in front of everybody at the end, and by which values and reading it is counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from annotated_types import Ge, Le

from companion.core.data import data
from companion.core.score import Seat
from companion.core.shape import Count, Label, Shape
from companion.core.text import msg

from .placement import PairsReading

POINTS: Final = data(__file__)["points"]
Value = Annotated[int, Ge(0), Le(99)]
TieReading = Literal["shared", "planets"]
Owner = Literal["player", "owner"]
PAIR_WORDS: Final = (
    ("one_pair", msg("two of the three criteria")),
    ("two_pairs", msg("all three criteria")),
)
OWNER_WORDS: Final = (
    ("player", msg("whoever laid the card")),
    ("owner", msg("the owner of the network")),
)
MissionPoints = Annotated[
    Value, Label(msg("Points for each mission"), msg("not printed in the rules that we have"), "mission-value")
]
SecretPoints = Annotated[
    Value, Label(msg("Points for each secret task"), msg("not printed in the rules that we have"), "mission-value")
]


Pairs = Annotated[
    PairsReading,
    Label(msg("What must match in another player's network"), rule="foreign-pairs", words=PAIR_WORDS),
]
Taker = Annotated[
    Owner,
    Label(
        msg("A planet that comes up twice in another player's network goes to"), rule="capture-owner", words=OWNER_WORDS
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Shape):
    """What a mission and a secret task are worth, and by which readings cards are laid and captured."""

    mission_points: MissionPoints = POINTS["mission"]
    secret_points: SecretPoints = POINTS["secret"]
    foreign_pairs: Pairs = "one_pair"
    capture_owner: Taker = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pioneer(Shape):
    """One seat: planets captured, missions and secret tasks done. *network* None: its cards were not counted."""

    planets: Annotated[Count, Label(msg("Captured planets"), rule="planets")] = 0
    missions: Annotated[Count, Label(msg("Missions done"), rule="missions")] = 0
    secrets: Annotated[Count, Label(msg("Secret tasks done"), rule="secrets")] = 0
    network: Annotated[
        Count | None, Label(msg("Cards in their own network"), msg("only needed if first place is tied"), "tie")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish:
    """The whole table, by seat in seating order."""

    pioneers: Mapping[Seat, Pioneer]
    names: Mapping[Seat, str]
    values: Options = Options()
    tie: TieReading = "shared"
