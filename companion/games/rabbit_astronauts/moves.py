"""What each event does to a play: counts, gifts, payments, cards on their way. Refuses only what cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.core.data import data
from companion.core.errors import Missing, NotNow, Refused
from companion.core.numbers import terms
from companion.core.score import Seat
from companion.core.text import Msg, msg, msgs

from .happenings import (
    OVER,
    Agencies,
    Booking,
    Counted,
    Crew,
    Entered,
    Gave,
    Held,
    Kept,
    Launch,
    Launched,
    Moved,
    Place,
    Stocked,
    Trained,
)
from .rounds import most_given
from .tracks import booked, checked, held, is_counted, launches, slots_taken
from .training import BARRED, DISCOUNT, Trainee, price, too_dear
from .words import RESOURCES, Action, Resource

SLOTS: Final = int(data(__file__)["missions"]["ceres"]["slots"])
COUNTS: Final[tuple[Resource, ...]] = ("carrots", "gold", "helmets")
WAYS: Final[dict[tuple[str, str], str]] = {
    ("training_center", "level_1"): "promote",
    ("level_1", "level_2"): "certify",
    ("level_2", "space"): "send",
    ("space", "moon"): "moon",
    ("level_1", "command_center"): "center",
}
ACTIONS: Final[dict[str, Action]] = {"level_1": "promote", "level_2": "certify", "space": "send"}
PAID_IN: Final[dict[str, Resource]] = {
    "promote": "carrots",
    "moon": "carrots",
    "center": "carrots",
    "certify": "gold",
    "send": "gold",
}


def crew_of(world: Agencies, seat: Seat) -> Crew:
    """What is known of *seat*. Raises Missing."""
    if seat not in world.crews:
        raise Missing(msg("Nobody sits there."), "seat")
    return world.crews[seat]


def with_crew(world: Agencies, seat: Seat, crew: Crew) -> Agencies:
    """*world* with another *crew* at *seat*."""
    return replace(world, crews={**world.crews, seat: crew})


def in_round(world: Agencies, round_: int) -> None:
    """Raises NotNow for another round than the one that is on."""
    if round_ != world.round or world.phase == OVER:
        raise NotNow(msg("Round %(n)d is not on now.", n=round_).under("round"))


def added(numbers: Mapping[Resource, int], resource: Resource, by: int, field: str = "by") -> dict[Resource, int]:
    """*numbers* with one of them changed; none goes under 0."""
    if (n := numbers.get(resource, 0) + by) < 0:
        raise NotNow(msg("%(n)d is the least possible.", n=0), field)
    return {**numbers, resource: n}


# ---------------------------------------------------------------- symbols and gifts


def counted(world: Agencies, event: Counted) -> Agencies:
    """More or fewer symbols. They stand until they are counted anew in the next round."""
    crew = crew_of(world, event.seat)
    in_round(world, event.round)
    symbols = added(crew.symbols, event.resource, event.by)
    crew = replace(crew, symbols=symbols, fresh=crew.fresh | {event.resource})
    return checked(with_crew(world, event.seat, crew))


def gave(world: Agencies, event: Gave) -> Agencies:
    """A gift, in place of one to the same player before. Refuses more than there is, or than there is room for."""
    giver, receiver = crew_of(world, event.seat), crew_of(world, event.to)
    in_round(world, event.round)
    if event.seat == event.to:
        raise Refused(msg("Choose somebody else.").under("gifts"), "to")
    if not is_counted(world, event.resource):
        raise NotNow(
            msg("This is counted in a later phase: %(what)s.", what=RESOURCES[event.resource]).under("counting")
        )
    at: tuple[Resource, Seat] = (event.resource, event.to)
    others = {key: n for key, n in giver.gifts.items() if key != at and n}
    shared = sum(n for (resource, _), n in others.items() if resource == event.resource)
    if shared and event.amount and not world.options.is_gift_shared:
        raise NotNow(
            msg("A gift has one receiver in each phase. Take the other gift back first.").under("gift-receivers"), "to"
        )
    if shared + event.amount > (most := most_given(event.amount + shared, 0)):
        raise NotNow(msg("A gift is %(most)d at most.", most=most).under("gifts"), "amount")
    world = _without_gift(world, event)
    giver, receiver = world.crews[event.seat], world.crews[event.to]
    if event.amount:
        has, stands = held(world, event.seat, event.resource), held(world, event.to, event.resource)
        if event.amount > has:
            raise NotNow(msg("The giver has only %(n)d.", n=has).under("gifts"), "amount")
        if event.amount > most_given(has, stands, is_excess_lost=world.options.is_excess_lost):
            raise NotNow(
                msg("The receiver has %(n)d already; there is no room for more.", n=stands).under("gift-over-cap"),
                "amount",
            )
        giver = booked(giver, event.resource, Booking(what="given", by=-event.amount, other=event.to))
        receiver = booked(receiver, event.resource, Booking(what="received", by=event.amount, other=event.seat))
    giver = replace(giver, gifts={**giver.gifts, at: event.amount})
    return checked(with_crew(with_crew(world, event.seat, giver), event.to, receiver))


def _without_gift(world: Agencies, event: Gave) -> Agencies:
    for seat, what, other in ((event.seat, "given", event.to), (event.to, "received", event.seat)):
        crew = world.crews[seat]
        kept = tuple(one for one in crew.bookings.get(event.resource, ()) if (one.what, one.other) != (what, other))
        world = with_crew(world, seat, replace(crew, bookings={**crew.bookings, event.resource: kept}))
    return world


def stocked(world: Agencies, event: Stocked) -> Agencies:
    """More (or fewer) Carrots in a Warehouse; unless *free*, they come off the track."""
    crew = crew_of(world, event.seat)
    in_round(world, event.round)
    if (n := crew.warehouse + event.by) < 0:
        raise NotNow(msg("%(n)d is the least possible.", n=0), "by")
    if not event.free:
        now = -sum(one.by for one in crew.bookings.get("carrots", ()) if one.what == "stocked")
        if now + event.by < 0:
            raise NotNow(msg("What was stocked in earlier rounds stays there.").under("warehouse"), "by")
        world = paid(world, event.seat, "stocked", "carrots", event.by)
        crew = world.crews[event.seat]
    return with_crew(world, event.seat, replace(crew, warehouse=n))


def kept(world: Agencies, event: Kept) -> Agencies:
    """What Scientists keep: never more than there is."""
    crew = crew_of(world, event.seat)
    in_round(world, event.round)
    keeps = added(crew.keeps, event.resource, event.by)
    if keeps[event.resource] > (has := held(world, event.seat, event.resource)):
        raise NotNow(msg("There is only %(n)d left to keep.", n=has).under("scientist"), "by")
    return with_crew(world, event.seat, replace(crew, keeps=keeps))


def paid(world: Agencies, seat: Seat, what: str, resource: Resource, cost: int, card: str = "") -> Agencies:
    """*cost* comes off a track, for *card* if it was entered. Refuses it before the resource is counted, and more than
    there is."""
    if cost and not is_counted(world, resource):
        raise NotNow(msg("This is counted in a later phase: %(what)s.", what=RESOURCES[resource]).under("counting"))
    has = held(world, seat, resource)
    if cost > has:
        raise NotNow(_no_stock(cost, has) if what == "stocked" else too_dear(what, cost, has), "cost")
    booking = Booking(what=what, by=-cost, card=card)  # type: ignore[arg-type]  # one of the ways to pay
    return checked(with_crew(world, seat, booked(world.crews[seat], resource, booking)))


def _no_stock(n: int, has: int) -> Msg:
    return msgs(
        "%(n)d more would go to the Warehouse, and there is %(has)d Carrot.",
        "%(n)d more would go to the Warehouse, and there are %(has)d Carrots.",
        has,
        n=n,
        has=has,
    ).under("warehouse")


# ---------------------------------------------------------------- cards that are not entered


def trained(world: Agencies, event: Trained) -> Agencies:
    """A card pays and goes on; into Space it takes its value along."""
    crew_of(world, event.seat)
    in_round(world, event.round)
    value = event.cost if event.value is None else event.value
    if event.step == "center":
        world = replace(world, center=world.center + _slot(world))
    if event.step == "moon" and value not in [one.value for one in launches(world, event.seat)]:
        raise NotNow(msg("There is no card of value %(n)d in Space.", n=value).under("moon"), "value")
    if not event.free:
        cost = max(0, event.cost - DISCOUNT) if event.is_event else event.cost
        world = paid(world, event.seat, event.step, PAID_IN[event.step], cost)
    crew = world.crews[event.seat]
    if event.step == "send":
        crew = replace(crew, launches=(*crew.launches, Launch(round=event.round, value=value)))
    if event.step == "moon":
        crew = replace(crew, moon=(*crew.moon, value))
    return with_crew(world, event.seat, crew)


def _slot(world: Agencies) -> int:
    """One more slot of the Command Center. Raises NotNow where all are taken."""
    if slots_taken(world) >= SLOTS:
        raise NotNow(msg("The Command Center has %(n)d slots, and all are taken.", n=SLOTS).under("command-center"))
    return 1


def launched(world: Agencies, event: Launched) -> Agencies:
    """What went into Space in a round, as typed; it counts in place of what was followed in that round."""
    crew = crew_of(world, event.seat)
    text = event.typed.strip()
    if any(n < 0 for n in terms(text)):
        raise Refused(msg("%(n)d is the least possible.", n=0), "typed")
    others = {n: one for n, one in crew.typed.items() if n != event.round}
    return with_crew(world, event.seat, replace(crew, typed={**others, event.round: text} if text else others))


# ---------------------------------------------------------------- cards that are entered


def entered(world: Agencies, event: Entered) -> Agencies:
    """A card, or one that is entered already as it really is; where it lies is told by moves from then on.

    What it paid in this round is what it really costs.
    """
    crew = crew_of(world, event.seat)
    old = world.cards.get(event.card)
    _flyable(event, old.zone if old else event.zone)
    if old is not None:
        if old.seat != event.seat:
            raise NotNow(msg("That card is another player's.").under("zones"), "card")
        new = replace(old, card=replace(event, zone=old.card.zone))
        return checked(_with_card(_repaid(world, old, new), new))
    if event.zone == "command_center":
        _slot(world)
    crew = replace(crew, entered=crew.entered + 1)
    card = Held(
        number=crew.entered,
        card=event,
        zone=event.zone,
        counted=dict.fromkeys(COUNTS, event.zone),
        sent=world.round if event.zone in ("space", "moon") else 0,
    )
    return checked(_with_card(with_crew(world, event.seat, crew), card))


def _repaid(world: Agencies, old: Held, new: Held) -> Agencies:
    """What *old* paid in this round, as it is for *new*."""
    crew, bookings = world.crews[old.seat], {}
    for resource, mine in crew.bookings.items():
        bookings[resource] = tuple(
            replace(one, by=-_repriced(world, one, old, new)) if one.card == old.card.card else one for one in mine
        )
    return with_crew(world, old.seat, replace(crew, bookings=bookings))


def _repriced(world: Agencies, booking: Booking, old: Held, new: Held) -> int:
    if (old.card.cost, old.card.color, old.card.type) == (new.card.cost, new.card.color, new.card.type):
        return -booking.by
    is_lowered = -booking.by < price_of(replace(world, events={}), old, booking.what)[0]
    return price_of(world, replace(new, lowered=0 if is_lowered else new.lowered), booking.what)[0]


def _flyable(card: Entered, zone: Place) -> None:
    """Raises NotNow for a Scientist in Space or on the Moon."""
    if zone in ("space", "moon") and card.type == "scientist":
        raise NotNow(msg("Scientists cannot go to Space.").under("scientist"), "type")


def _with_card(world: Agencies, card: Held) -> Agencies:
    return replace(world, cards={**world.cards, card.card.card: card})


def trainee(card: Held) -> Trainee:
    """The card as the training of this game knows it."""
    zone = "hand" if card.zone == "discard" else card.zone
    return Trainee(cost=card.card.cost, color=card.card.color, type=card.card.type, zone=zone)


def way(card: Held, to: Place) -> str:
    """The step that leads to *to*, such as "promote"; empty where no single step does."""
    if card.card.type == "satellite" and (card.zone, to) == ("level_1", "space"):
        return "send"
    return WAYS.get((card.zone, to), "")


def price_of(world: Agencies, card: Held, step: str) -> tuple[int, bool]:
    """What *card* pays for a step now, and whether the Event lowers that."""
    one, cost = trainee(card), card.card.cost
    is_used = world.options.is_event_once and card.lowered == world.round
    lowered = price(one, "" if is_used else world.event)
    if step == "send" and card.card.type == "satellite" and world.options.is_satellite_twice:
        return lowered + (cost if world.options.is_event_once else lowered), lowered < cost
    return lowered, lowered < cost


def refusal(card: Held, to: Place) -> Msg | None:
    """Why *card* cannot pay its way there, whatever it costs; None if it can."""
    if to == "discard" or to == card.zone or way(card, to) in ("moon", "center"):
        return None
    if to in ACTIONS:
        barred = BARRED[ACTIONS[to]](trainee(card))
        return barred[0].under(barred[1]) if barred else None
    return msg("A card pays its way only to level 1, level 2, Space, the Moon or the Command Center.").under("zones")


def moved(world: Agencies, event: Moved) -> Agencies:
    """A card on its way. A free move that is no step forward puts right where it lay all the time."""
    crew_of(world, event.seat)
    card = world.cards.get(event.card)
    if card is None or card.seat != event.seat:
        raise Missing(msg("There is no such card.").under("zones"), "card")
    if event.to == card.zone:
        return world
    _flyable(card.card, event.to)
    if event.to == "command_center":
        _slot(world)
    step, is_free = way(card, event.to), event.free or event.to == "discard"
    if not is_free:
        if (said := refusal(card, event.to)) is not None:
            raise NotNow(said, "to")
        cost, is_lowered = price_of(world, card, step)
        world = paid(world, event.seat, step, PAID_IN[step], cost, event.card)
        card = replace(card, lowered=world.round if is_lowered else card.lowered)
    return checked(_effects(_with_card(world, _laid(world, card, event.to, step)), card, event, step))


def _laid(world: Agencies, card: Held, to: Place, step: str) -> Held:
    """The card where it lies now. What has been counted in this round stays so, unless it was put right."""
    sent = card.sent if card.zone in ("space", "moon") and to in ("space", "moon") else world.round
    card = replace(card, zone=to, sent=sent if to in ("space", "moon") else 0)
    is_right = step or to == "discard"
    return card if is_right else replace(card, counted=dict.fromkeys(COUNTS, to))


def _effects(world: Agencies, card: Held, event: Moved, step: str) -> Agencies:
    """A Robot that is sent takes another card along; whoever is promoted for free is that one."""
    crew = world.crews[event.seat]
    if step == "send" and card.card.type == "robot":
        return with_crew(world, event.seat, replace(crew, free_promotions=crew.free_promotions + 1))
    if step == "promote" and event.free and crew.free_promotions:
        return with_crew(world, event.seat, replace(crew, free_promotions=crew.free_promotions - 1))
    return world


def counting(world: Agencies, resource: Resource) -> Agencies:
    """The cards as they lie now are what is counted of *resource*."""
    cards = {key: replace(one, counted={**one.counted, resource: one.zone}) for key, one in world.cards.items()}
    return replace(world, cards=cards)
