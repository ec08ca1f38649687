"""The pages' flat forms: the four sides of a card by name, and players' names in one line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from annotated_types import MaxLen

from companion.core.errors import Refused
from companion.core.shape import Label, Shape, is_plain
from companion.core.text import msg

from .placement import Kind, Neighbour, Side
from .shapes import (
    SEATS,
    CardField,
    CauseField,
    DoubleField,
    EmptyField,
    LastLapInput,
    NetworkField,
    PlacementInput,
    RotatedField,
)

LONGEST_NAME: Final = 60
Text = Annotated[str, MaxLen(1000)]
KindField = Annotated[
    Literal["none", "planet", "spaceship"],
    Label(
        msg("Card there"),
        words=(("none", msg("none")), ("planet", msg("planet")), ("spaceship", msg("spaceship"))),
    ),
]
Color = Annotated[bool, Label(msg("Same colour"))]
Corners = Annotated[bool, Label(msg("Both corners match"))]
Centre = Annotated[bool, Label(msg("Centre matches"))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside(Shape):
    """What lies to the left or right: there is no centre symbol between the two."""

    kind: KindField = "none"
    color: Color = False
    corners: Corners = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Upright(Shape):
    """What lies above or below."""

    kind: KindField = "none"
    color: Color = False
    corners: Corners = False
    centre: Centre = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementForm(Shape):
    """The card, and what lies on each of its sides."""

    network: NetworkField = "own"
    card: CardField = "planet"
    above: Annotated[Upright, Label(msg("Above"), rule="criteria")] = Upright()
    left: Annotated[Beside, Label(msg("Left"), rule="criteria")] = Beside()
    right: Annotated[Beside, Label(msg("Right"), rule="criteria")] = Beside()
    below: Annotated[Upright, Label(msg("Below"), rule="criteria")] = Upright()
    same_planet: DoubleField = False
    empty: EmptyField = False
    rotated: RotatedField = False


def read_placement(form: PlacementForm) -> PlacementInput:
    """The card with those sides on which a card lies."""
    sides: tuple[tuple[Side, Upright | Beside], ...] = (
        ("above", form.above),
        ("below", form.below),
        ("left", form.left),
        ("right", form.right),
    )
    found = (neighbour(side, touching, form.card) for side, touching in sides)
    return PlacementInput(
        network=form.network,
        empty=form.empty,
        card=form.card,
        rotated=form.rotated,
        same_planet=form.same_planet,
        neighbours=tuple(one for one in found if one is not None),
    )


def neighbour(side: Side, touching: Upright | Beside, card: Kind) -> Neighbour | None:
    """The card on this side; None where none lies. What matches there is a card, of the other kind if none is named."""
    centre = isinstance(touching, Upright) and touching.centre
    matches = touching.color or touching.corners or centre
    if touching.kind == "none" and not matches:
        return None
    other: Kind = "spaceship" if card == "planet" else "planet"
    kind = other if touching.kind == "none" else touching.kind
    return Neighbour(side=side, kind=kind, color=touching.color, corners=touching.corners, centre=centre)


@dataclass(frozen=True, slots=True, kw_only=True)
class LastLapForm(Shape):
    """Names in one line, and who brings the end about."""

    seats: Annotated[Text, Label(msg("Players"), msg("clockwise, names with commas between"), "end")] = ""
    start: Annotated[Text, Label(msg("Who started the game"), msg("left empty: the first one"), "end")] = ""
    cause: CauseField = "deck"
    trigger_by: Annotated[Text, Label(msg("In whose turn that happened"), rule="end")] = ""


def read_last_lap(form: LastLapForm) -> LastLapInput:
    """The names one by one; without any comma, spaces part them."""
    separator = r"[,;\n]" if re.search(r"[,;\n]", form.seats) else r"\s"
    names = tuple(name for part in re.split(separator, form.seats) if (name := part.strip()))
    if not names:
        raise Refused(msg("Write the names of the players."), "seats")
    if len(names) > SEATS:
        raise Refused(msg("At most %(n)d players.", n=SEATS).under("players"), "seats")
    if bad := next((name for name in names if len(name) > LONGEST_NAME or not is_plain(name)), ""):
        raise Refused(msg("“%(name)s” is too long for a name, or cannot be read.", name=bad[:LONGEST_NAME]), "seats")
    if not form.trigger_by.strip():
        raise Refused(msg("Write one of the names."), "trigger_by")
    start = named(names, form.start) or names[0]
    return LastLapInput(seats=names, start=start, trigger_by=named(names, form.trigger_by), cause=form.cause)


def named(names: tuple[str, ...], typed: str) -> str:
    """The one of *names* that was *typed*, in whatever capitals; what was typed, where it is none of them."""
    wanted = typed.strip()
    if wanted in names:
        return wanted
    return next((name for name in names if name.casefold() == wanted.casefold()), wanted)
