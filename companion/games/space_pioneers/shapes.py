"""What the calculators are asked and what they answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from annotated_types import MaxLen, MinLen

from companion.core.score import Line, Ruling
from companion.core.shape import Label, Name, Shape
from companion.core.text import Doubt, Msg, msg

from .placement import KINDS, SIDES, Kind, Neighbour, Network
from .state import OWNER_WORDS, POINTS, MissionPoints, Owner, Pioneer, SecretPoints

SEATS: Final = 12
Cause = Literal["deck", "missions"]
Choice = Literal["one_pair", "two_pairs", "player", "owner", "shared", "planets"]
Question = Literal["foreign_pairs", "capture_owner", "tie_after_network"]
Rulings = Mapping[Question, Choice]
NETWORK_WORDS: Final = (("own", msg("my own")), ("other", msg("another player's")))
CAUSE_WORDS: Final = (
    ("deck", msg("the last card of the deck was drawn")),
    ("missions", msg("somebody has done all missions")),
)
DECIDED_WORDS: Final = (
    ("points", msg("most points")),
    ("network", msg("the larger network")),
    ("planets", msg("more captured planets")),
    ("shared", msg("nothing: the victory is shared")),
)
NetworkField = Annotated[Network, Label(msg("Whose network"), rule="placement", words=NETWORK_WORDS)]
CardField = Annotated[Kind, Label(msg("Card to lay"), rule="placement", words=tuple(KINDS.items()))]
EmptyField = Annotated[bool, Label(msg("Nothing lies in that network yet"), rule="first-card")]
RotatedField = Annotated[bool, Label(msg("The card is turned"), rule="upright")]
DoubleField = Annotated[bool, Label(msg("The same planet lies in that network already"), rule="planets")]
CauseField = Annotated[Cause, Label(msg("Why the game ends"), rule="end", words=CAUSE_WORDS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementInput(Shape):
    """A card to lay and the cards that it would touch."""

    network: NetworkField = "own"
    empty: EmptyField = False
    card: CardField
    rotated: RotatedField = False
    same_planet: DoubleField = False
    neighbours: Annotated[
        tuple[Neighbour, ...], MaxLen(len(SIDES)), Label(msg("Cards it touches"), rule="connect")
    ] = ()
    rulings: Rulings = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementAnswer(Shape):
    """Whether the card may lie there, by which rule, and what the other reading would say where it differs.

    *captured_by* says who takes the older copy of the same planet; None where nothing is captured.
    """

    legal: bool
    reason: str | None
    why: Msg
    rule: str
    other_reading: Annotated[Msg | None, Label(msg("By the other reading"))] = None
    captured_by: Annotated[
        Owner | None, Label(msg("The older planet goes to"), rule="capture-owner", words=OWNER_WORDS)
    ] = None
    doubts: tuple[Doubt, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LastLapInput(Shape):
    """Everybody clockwise, who started the game, and who has just brought its end about."""

    seats: Annotated[tuple[Name, ...], MinLen(1), MaxLen(SEATS), Label(msg("Players"), msg("clockwise"), "end")]
    start: Annotated[Name, Label(msg("Who started the game"), rule="end")]
    trigger_by: Annotated[Name, Label(msg("In whose turn that happened"), rule="end")]
    cause: CauseField = "deck"


@dataclass(frozen=True, slots=True, kw_only=True)
class LastLapAnswer(Shape):
    """Who still has a turn, in order; nobody, if the start player is next."""

    turns_left: Annotated[tuple[str, ...], Label(msg("One more turn each"), rule="end")]
    why: Msg
    rule: str
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalInput(Shape):
    """Everybody by name, clockwise."""

    players: Annotated[Mapping[Name, Pioneer], MaxLen(SEATS), Label(msg("Players"), rule="points")]
    mission_points: MissionPoints = POINTS["mission"]
    secret_points: SecretPoints = POINTS["secret"]
    rulings: Rulings = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalAnswer(Shape):
    """Points by name and who won. *undecided*: who may still win, where the size of a network is missing."""

    scores: Annotated[Mapping[str, int], Label(msg("Points"), rule="points")]
    winners: Annotated[tuple[str, ...], Label(msg("Winners"), rule="tie")]
    undecided: Annotated[tuple[str, ...], Label(msg("Level: count the cards in their networks"), rule="tie")]
    decided_by: Annotated[str, Label(msg("Decided by"), rule="tie", words=DECIDED_WORDS)]
    lines: tuple[Line, ...]
    doubts: tuple[Doubt, ...] = ()
    rulings: tuple[Ruling, ...] = ()
