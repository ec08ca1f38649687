"""Training one card: promote, certify, send into Space, one after another, as far as Carrots and Gold go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Final

from annotated_types import Ge, Le

from companion.core.data import data
from companion.core.shape import Label, Shape
from companion.core.text import Doubt, Msg, msg, msgs

from .resources import Colour, same
from .words import ACTIONS, CARD_TYPES, ZONES, Action, CardType, Zone

DISCOUNT: Final = int(data(__file__)["missions"]["pluto"]["discount"])
LIMITS: Final = data(__file__)["limits"]
Cost = Annotated[int, Ge(0), Le(99), Label(msg("Cost"), msg("top left on the card"), "promote")]
ColourField = Annotated[Colour, Label(msg("Colour of the card"), msg("only for the Event"), "event")]
TypeField = Annotated[CardType, Label(msg("Kind"), rule="evolutions", words=tuple(CARD_TYPES.items()))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trainee(Shape):
    """A card to train: its printed cost, and where it lies."""

    cost: Cost = 0
    color: ColourField = ""
    type: TypeField = "rabbit"
    zone: Annotated[Zone, Label(msg("Where it lies"), rule="zones", words=tuple(ZONES.items()))] = "training_center"


@dataclass(frozen=True, slots=True, kw_only=True)
class Purse:
    """The card, where it has come to, and what is left to pay with."""

    card: Trainee
    carrots: int
    gold: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried(Shape):
    """One action: whether it was done, what was paid for it, and why or why not."""

    action: Annotated[Action, Label(msg("Action"), words=tuple(ACTIONS.items()))]
    done: Annotated[bool, Label(msg("Done"))]
    paid: Annotated[int, Label(msg("Paid"))]
    said: Annotated[Msg, Label(msg("Why"))]
    rule: str


def price(card: Trainee, event_color: str) -> int:
    """What each payment for *card* costs this round: its cost, less for the Event's colour, never under 0."""
    return max(0, card.cost - DISCOUNT) if same(card.color, event_color) else card.cost


def train(purse: Purse, actions: Iterable[Action], event_color: str = "") -> tuple[Purse, tuple[Tried, ...]]:
    """*actions* in order; one that cannot be is left out and changes nothing."""
    tried: list[Tried] = []
    for action in actions:
        one = attempt(purse, action, price(purse.card, event_color))
        purse = after(purse, one) if one.done else purse
        tried.append(one)
    return purse, tuple(tried)


def attempt(purse: Purse, action: Action, cost: int) -> Tried:
    """Whether this one action can be done now, at this cost."""
    refusal = BARRED[action](purse.card)
    held = purse.carrots if action == "promote" else purse.gold
    if refusal is None and cost > held:
        refusal = too_dear(action, cost, held), action
    if refusal is not None:
        return Tried(action=action, done=False, paid=0, said=refusal[0], rule=refusal[1])
    return Tried(action=action, done=True, paid=cost, said=_done(action, cost), rule=action)


def after(purse: Purse, done: Tried) -> Purse:
    """The purse when *done* has been paid and the card has moved."""
    zones: dict[Action, Zone] = {"promote": "level_1", "certify": "level_2", "send": "space"}
    card = replace(purse.card, zone=zones[done.action])
    if done.action == "promote":
        return replace(purse, card=card, carrots=purse.carrots - done.paid)
    return replace(purse, card=card, gold=purse.gold - done.paid)


Refusal = tuple[Msg, str]  # why not, by which rule


def no_promoting(card: Trainee) -> Refusal | None:
    """What bars *card* from level 1; None if nothing does."""
    if card.zone == "hand":
        return msg(
            "Only cards in the Training Center are promoted, and cards are laid there in the Draw phase."
        ), "draw"
    if card.zone != "training_center":
        return msg(
            "Only a card in the Training Center is promoted; this one: %(zone)s.", zone=ZONES[card.zone]
        ), "promote"
    return None


def no_certifying(card: Trainee) -> Refusal | None:
    """What bars *card* from level 2; None if nothing does."""
    if card.type == "satellite":
        return msg("A Satellite has no Astronaut side: it is sent straight from level 1."), "satellite"
    if card.zone != "level_1":
        return msg("Only a card at level 1 is certified; this one: %(zone)s.", zone=ZONES[card.zone]), "certify"
    return None


def no_sending(card: Trainee) -> Refusal | None:
    """What bars *card* from Space; None if nothing does."""
    if card.type == "scientist":
        return msg("Scientists cannot go to Space."), "scientist"
    if card.type == "satellite":
        if card.zone in ("level_1", "level_2"):
            return None
        return msg("A Satellite is sent from level 1; this one: %(zone)s.", zone=ZONES[card.zone]), "satellite"
    if card.zone != "level_2":
        return msg(
            "Only an Astronaut at level 2 is sent into Space; this one: %(zone)s.", zone=ZONES[card.zone]
        ), "send"
    return None


BARRED: Final = {"promote": no_promoting, "certify": no_certifying, "send": no_sending}


def too_dear(action: str, cost: int, held: int) -> Msg:
    """That *held* does not pay *cost*; certifying and sending take Gold, all else Carrots."""
    if action not in ("certify", "send"):
        return msgs(
            "The cost is %(cost)d, and there is %(n)d Carrot.",
            "The cost is %(cost)d, and there are %(n)d Carrots.",
            held,
            cost=cost,
        )
    return msg("The cost is %(cost)d, and there is %(n)d Gold.", n=held, cost=cost)


def _done(action: Action, cost: int) -> Msg:
    if action == "promote":
        return msgs("To level 1 for %(n)d Carrot.", "To level 1 for %(n)d Carrots.", cost)
    if action == "certify":
        return msg("To level 2, Astronaut side up, for %(n)d Gold.", n=cost)
    return msg("Into Space for %(n)d Gold.", n=cost)


def follows(card: Trainee, tried: Iterable[Tried]) -> Msg | None:
    """What else happens: a Robot that is sent takes another card along; None if nothing does."""
    if card.type == "robot" and any(one.action == "send" and one.done for one in tried):
        return msg("A Robot in Space: one card of your choice goes from your Training Center to level 1 for free.")
    return None


def oddities(carrots: int, gold: int, card: Trainee, event_color: str) -> tuple[Doubt, ...]:
    """What cannot well be, though it is answered."""
    found = []
    if carrots > LIMITS["carrots"]:
        found.append(
            msg("%(n)d Carrots; nobody can have more than %(m)d.", n=carrots, m=LIMITS["carrots"]).under("limits")
        )
    if gold > LIMITS["gold"]:
        found.append(msg("%(n)d Gold; nobody can have more than %(m)d.", n=gold, m=LIMITS["gold"]).under("limits"))
    if event_color.strip() and not card.color.strip():
        found.append(msg("The card's colour was not given: the Event is left out.").under("event"))
    return tuple(found)
