"""Counting symbols: which cards give how much of a resource, and where the track ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Final

from annotated_types import Ge, Le, MaxLen

from companion.core.data import data
from companion.core.score import Line
from companion.core.shape import Label, Shape
from companion.core.text import Doubt, Msg, msg, msgs

from .words import CARD_TYPES, COUNTING, ZONES, CardType, Resource, Zone

DATA: Final = data(__file__)
KEPT: Final = int(DATA["evolutions"]["titan"]["kept"])
Symbols = Annotated[int, Ge(0), Le(99)]
Colour = Annotated[str, MaxLen(40)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus(Shape):
    """Extra symbols for whoever has another card of this colour; no colour means that of the card itself."""

    color: Annotated[Colour, Label(msg("Colour asked for"), msg("left empty: the card's own"), "color-bonus")] = ""
    icons: Annotated[Symbols, Label(msg("Extra symbols"), rule="color-bonus")] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Shape):
    """A card as far as one resource is concerned, the side that is face up."""

    icons: Annotated[Symbols, Label(msg("Symbols"), rule="counting")] = 0
    zone: Annotated[Zone, Label(msg("Where it lies"), rule="counting", words=tuple(ZONES.items()))] = "training_center"
    color: Annotated[Colour, Label(msg("Colour"), rule="color-bonus")] = ""
    bonus: Annotated[Bonus, Label(msg("Colour bonus"), rule="color-bonus")] = Bonus()
    type: Annotated[CardType, Label(msg("Kind"), rule="evolutions", words=tuple(CARD_TYPES.items()))] = "rabbit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbolled:
    """What is to be counted: cards, symbols without their cards, and what Scientists kept.

    *start* is where the track begins; *is_moon_space* whether cards on the Moon still count as cards in Space;
    *names* what the cards are called where they are known by more than their place in the list.
    """

    resource: Resource
    start: int
    cards: tuple[Card, ...] = ()
    icons: int = 0
    bonus: int = 0
    kept: int = 0
    is_moon_space: bool = True
    names: tuple[Msg, ...] = ()


def start_of(resource: Resource, *, is_from_zero: bool = False) -> int:
    """Where the track begins each round; *is_from_zero* is the other reading of the helmet track."""
    return 0 if is_from_zero and resource == "helmets" else int(DATA["setup"][resource])


def same(one: str, other: str) -> bool:
    """The same colour, however it was typed; no colour is like no other."""
    return bool(one.strip()) and one.strip().casefold() == other.strip().casefold()


def applies(n: int, cards: tuple[Card, ...]) -> bool:
    """Whether card *n* has its colour bonus, once: another card of the colour lies in front of its owner."""
    card = cards[n]
    wanted = card.bonus.color if card.bonus.color.strip() else card.color
    others = (other for m, other in enumerate(cards) if m != n and other.zone in COUNTING)
    return card.zone in COUNTING and any(same(wanted, other.color) for other in others)


def has_astronaut(cards: Iterable[Card], *, is_moon_space: bool) -> bool:
    """Whether an Astronaut is in Space. A Satellite has no Astronaut side."""
    zones = ("space", "moon") if is_moon_space else ("space",)
    return any(card.zone in zones and card.type != "satellite" for card in cards)


def counts(card: Card, *, is_awake: bool) -> bool:
    """Whether the card's symbols count. *is_awake*: Mission cards produce."""
    if card.zone == "command_center":
        return True
    return card.zone in COUNTING and (card.type != "mission" or is_awake)


def lines(given: Symbolled) -> tuple[Line, ...]:
    """Where the amount comes from; the last line takes off what is over the limit."""
    found = [line for line in (_start(given), _kept(given), *_typed(given), *_cards(given)) if line is not None]
    raw, cap = sum(line.points for line in found), int(DATA["limits"][given.resource])
    if raw > cap:
        why = msg("%(n)d would be over the limit of %(cap)d", n=raw, cap=cap)
        found.append(_line("cap", msg("Over the limit"), cap - raw, why, "limits"))
    return tuple(found)


def amount(given: Symbolled) -> int:
    """Where the token then stands."""
    return sum(line.points for line in lines(given))


def _line(key: str, label: Msg, points: int, why: Msg, rule: str, item: str = "") -> Line:
    return Line(seat=None, key=key, label=label, points=points, why=why, rule=rule, item=item)


def _start(given: Symbolled) -> Line | None:
    if given.resource != "helmets":
        return None
    why = msg("The helmet track starts at %(n)d", n=given.start)
    return _line("start", msg("Start of the track"), given.start, why, "helmets")


def _kept(given: Symbolled) -> Line | None:
    if not given.kept or given.resource == "helmets":
        return None
    why = msg("Kept from the round before by Scientists")
    return _line("kept", msg("Kept"), given.kept, why, "scientist")


def _typed(given: Symbolled) -> tuple[Line, ...]:
    """What was counted by hand; no line where it is nothing."""
    icons = _line("icons", msg("Symbols"), given.icons, msg("Counted on the cards"), "counting")
    why = msg("Counted on the cards, each bonus once")
    bonus = _line("bonus", msg("Colour bonuses"), given.bonus, why, "color-bonus")
    return tuple(line for line in (icons, bonus) if line.points)


def _cards(given: Symbolled) -> tuple[Line, ...]:
    is_awake = has_astronaut(given.cards, is_moon_space=given.is_moon_space)
    found: list[Line] = []
    for n, card in enumerate(given.cards):
        item, name = f"card-{n + 1}", given.names[n] if n < len(given.names) else _name(n, card)
        is_counted = counts(card, is_awake=is_awake)
        if card.icons:
            found.append(_icons(card, name, item, is_counted=is_counted))
        if card.bonus.icons:
            found.append(_bonus(card, name, item, applies=is_counted and applies(n, given.cards)))
    return tuple(found)


def _name(n: int, card: Card) -> Msg:
    colour = card.color.strip()
    return msg("Card %(n)d, %(color)s", n=n + 1, color=colour) if colour else msg("Card %(n)d", n=n + 1)


def _icons(card: Card, name: Msg, item: str, *, is_counted: bool) -> Line:
    zone = ZONES[card.zone]
    if is_counted:
        why = msgs("%(n)d symbol, %(zone)s", "%(n)d symbols, %(zone)s", card.icons, zone=zone)
        rule = "command-center" if card.zone == "command_center" else "counting"
        return _line("icons", name, card.icons, why, rule, item)
    if card.type == "mission" and card.zone in COUNTING:
        return _line("icons", name, 0, msg("A Mission card: no Astronaut is in Space yet"), "mission-cards", item)
    return _line("icons", name, 0, msg("Symbols do not count here: %(zone)s", zone=zone), "counting", item)


def _bonus(card: Card, name: Msg, item: str, *, applies: bool) -> Line:
    if applies:
        why = msg("Colour bonus: another card of the colour is in front of you; it counts once")
        return _line("bonus", name, card.bonus.icons, why, "color-bonus", item)
    if card.zone == "command_center":
        why = msg("No colour bonus in the Command Center")
        return _line("bonus", name, 0, why, "command-center", item)
    if card.zone not in COUNTING:
        why = msg("No colour bonus here: %(zone)s", zone=ZONES[card.zone])
    elif card.type == "mission":
        why = msg("No colour bonus: a Mission card that does not produce, or no other card of the colour")
    else:
        why = msg("No colour bonus: no other card of the colour is in front of you")
    return _line("bonus", name, 0, why, "color-bonus", item)


def oddities(given: Symbolled) -> tuple[Doubt, ...]:
    """What cannot well be, though it is counted as said."""
    found = [doubt for card in given.cards for doubt in of_card(card.type, card.zone)]
    if any(card.bonus.icons and not (card.bonus.color.strip() or card.color.strip()) for card in given.cards):
        found.append(msg("A colour bonus without any colour: it is not counted.").under("color-bonus"))
    center = sum(card.zone == "training_center" for card in given.cards)
    if center > (most := DATA["limits"]["helmets"]):
        found.append(
            msg("%(n)d cards in the Training Center; helmets allow %(m)d at most.", n=center, m=most).under(
                "center-limit"
            )
        )
    shared = sum(card.zone == "command_center" for card in given.cards)
    if shared > (slots := DATA["missions"]["ceres"]["slots"]):
        found.append(
            msg("%(n)d cards in the Command Center; it has %(m)d slots.", n=shared, m=slots).under("command-center")
        )
    return (*dict.fromkeys(found), *_kept_doubts(given))


def _kept_doubts(given: Symbolled) -> tuple[Doubt, ...]:
    if not given.kept:
        return ()
    if given.resource == "helmets":
        return (msg("Helmets are counted anew each round; nothing of them is kept.").under("helmets"),)
    scientists = sum(card.type == "scientist" and card.zone == "level_2" for card in given.cards)
    if given.cards and given.kept > (most := scientists * KEPT):
        return (
            msg("%(n)d kept; the Scientists at level 2 keep %(m)d at most.", n=given.kept, m=most).under("scientist"),
        )
    return ()


def of_card(kind: CardType, zone: Zone) -> tuple[Doubt, ...]:
    """A card where its kind never lies."""
    if kind == "scientist" and zone in ("space", "moon"):
        return (msg("A Scientist cannot go to Space.").under("scientist"),)
    if kind == "satellite" and zone == "level_2":
        return (msg("A Satellite has no Astronaut side and never lies at level 2.").under("satellite"),)
    return ()
