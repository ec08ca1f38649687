"""May this card lie there? Judged on what the players see: which cards touch it and what matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from companion.core.data import data
from companion.core.shape import Label, Shape
from companion.core.text import Doubt, Msg, msg

PLACEMENT: Final = data(__file__)["placement"]
Network = Literal["own", "other"]
Kind = Literal["planet", "spaceship"]
Side = Literal["above", "below", "left", "right"]
PairsReading = Literal["one_pair", "two_pairs"]
Reason = Literal[
    "first_card_must_be_spaceship",
    "not_connected",
    "like_next_to_like",
    "rotated",
    "only_planets",
    "no_criterion",
    "needs_two",
]
SIDES: Final[dict[Side, Msg]] = {
    "above": msg("above it"),
    "below": msg("below it"),
    "left": msg("to its left"),
    "right": msg("to its right"),
}
KINDS: Final[dict[Kind, Msg]] = {"planet": msg("planet"), "spaceship": msg("spaceship")}
REASON_RULES: Final[Mapping[Reason, str]] = {
    "first_card_must_be_spaceship": "first-card",
    "not_connected": "connect",
    "like_next_to_like": "alternate",
    "rotated": "upright",
    "only_planets": "other-network",
    "no_criterion": "own-network",
    "needs_two": "other-network",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour(Shape):
    """A card that the new one would touch, and what matches between the two. *side* is where it lies."""

    side: Annotated[Side, Label(msg("Side"), msg("seen from the new card"), "connect", tuple(SIDES.items()))]
    kind: Annotated[Kind, Label(msg("Card"), rule="alternate", words=tuple(KINDS.items()))]
    color: Annotated[bool, Label(msg("Same colour"), rule="criteria")] = False
    corners: Annotated[bool, Label(msg("Both corner symbols match"), rule="criteria")] = False
    centre: Annotated[bool, Label(msg("Centre symbol matches"), msg("only above and below"), "criteria")] = False

    @property
    def has_centre(self) -> bool:
        """Whether there is a centre symbol between the two cards at all."""
        return self.side in ("above", "below")

    @property
    def met(self) -> int:
        """How many of the three criteria are met on this side."""
        return self.color + self.corners + (self.centre and self.has_centre)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lay:
    """A card about to be laid. *is_first*: nothing lies in that network yet."""

    network: Network
    card: Kind
    is_first: bool = False
    is_rotated: bool = False
    neighbours: tuple[Neighbour, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether the card may lie there (*reason* None), why, and by which rule."""

    reason: Reason | None
    why: Msg
    rule: str


def no(reason: Reason, why: Msg) -> Verdict:
    """The card may not lie there."""
    return Verdict(reason=reason, why=why, rule=REASON_RULES[reason])


def judge(lay: Lay, reading: PairsReading) -> Verdict:
    """The verdict on *lay*; of several reasons against it, the one that is the easiest to see."""
    if lay.is_rotated:
        return no("rotated", msg("Cards are never turned: all lie the same way up."))
    if lay.network == "other" and lay.card == "spaceship":
        return no("only_planets", msg("Only planets may be laid in another player's network, never spaceships."))
    if lay.is_first:
        return _first(lay)
    if not lay.neighbours:
        return no("not_connected", msg("The card must touch a card of that network: above, below or beside."))
    return _alike(lay) or _compatible(lay, reading)


def _first(lay: Lay) -> Verdict:
    if lay.card == "planet":
        return no("first_card_must_be_spaceship", msg("The first card of a network must be a spaceship."))
    return Verdict(reason=None, why=msg("A network begins with a spaceship."), rule="first-card")


def _alike(lay: Lay) -> Verdict | None:
    """Against two planets or two spaceships side by side; None where all alternate."""
    other = next((other for other in lay.neighbours if other.kind == lay.card), None)
    if other is None:
        return None
    if lay.card == "planet":
        why = msg("There is a planet %(side)s: two planets never touch.", side=SIDES[other.side])
    else:
        why = msg("There is a spaceship %(side)s: two spaceships never touch.", side=SIDES[other.side])
    return no("like_next_to_like", why)


def needed(network: Network, reading: PairsReading) -> int:
    """How many criteria each touching card must meet; two of the listed pairs together hold all of them."""
    strict = network == "other" and reading == "two_pairs"
    return int(PLACEMENT["criteria" if strict else network])


def _compatible(lay: Lay, reading: PairsReading) -> Verdict:
    """Every touching card must meet enough criteria, each by its own."""
    least = needed(lay.network, reading)
    short = next((other for other in lay.neighbours if other.met < least), None)
    if short is None:
        return _allowed(lay)
    if lay.network == "own":
        return no("no_criterion", _nothing(short))
    return no("needs_two", _too_few(short, least))


def _nothing(short: Neighbour) -> Msg:
    """Nothing matches; what could, on that side."""
    if short.has_centre:
        return msg(
            "Nothing matches the card %(side)s: the colour, both corner symbols or the centre symbol must.",
            side=SIDES[short.side],
        )
    return msg("Nothing matches the card %(side)s: the colour or both corner symbols must.", side=SIDES[short.side])


def _too_few(short: Neighbour, least: int) -> Msg:
    if least == PLACEMENT["criteria"] and not short.has_centre:
        return msg(
            "By this reading colour, corners and centre must all match in another player's network, and %(side)s "
            "there is no centre symbol.",
            side=SIDES[short.side],
        )
    return msg(
        "In another player's network %(least)d of colour, corners and centre must match each touching card; the one "
        "%(side)s matches in %(met)d.",
        least=least,
        side=SIDES[short.side],
        met=short.met,
    )


def _allowed(lay: Lay) -> Verdict:
    if lay.network == "own":
        why = msg("Planets and spaceships alternate, and every touching card matches.")
        return Verdict(reason=None, why=why, rule="own-network")
    why = msg("The planet touches only spaceships, and each of them matches closely enough.")
    return Verdict(reason=None, why=why, rule="other-network")


def oddities(lay: Lay) -> tuple[Doubt, ...]:
    """What cannot well be, though an answer is given."""
    found: list[Doubt] = []
    if lay.is_first and lay.neighbours:
        found.append(msg("An empty network has no cards to touch: they are left out.").under("first-card"))
    sides = [other.side for other in lay.neighbours]
    found += [
        msg("Two cards cannot both lie %(side)s.", side=SIDES[one]).under("connect")
        for one in SIDES
        if sides.count(one) > 1
    ]
    found += [
        msg(
            "There is no centre symbol between cards side by side: the tick for the one %(side)s does not count.",
            side=SIDES[other.side],
        ).under("criteria")
        for other in lay.neighbours
        if other.centre and not other.has_centre
    ]
    return tuple(found)
