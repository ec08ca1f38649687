"""Where the tokens stand: what was counted, then gifts and payments one after the other, never over a limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.core.data import data
from companion.core.errors import NotNow
from companion.core.numbers import terms
from companion.core.score import Line, Seat
from companion.core.text import Msg, msg

from . import resources
from .happenings import CARROTS, GOLD, HELMETS, Agencies, Booking, Crew, Held, Launch
from .resources import Bonus, Card, Symbolled, start_of
from .rounds import keepable
from .state import Agency
from .words import Resource

LIMITS: Final = data(__file__)["limits"]
KEPT: Final = int(data(__file__)["evolutions"]["titan"]["kept"])
COUNTED: Final[dict[Resource, tuple[str, ...]]] = {
    "carrots": (CARROTS, GOLD, HELMETS),
    "gold": (GOLD, HELMETS),
    "helmets": (HELMETS,),
}  # the phases in which a token has been moved along its track
BACK: Final = ("level_2", "space", "moon", "command_center")  # where a card lies Astronaut side up


def is_counted(world: Agencies, resource: Resource) -> bool:
    """Whether this resource has been counted in this round."""
    return world.phase in COUNTED[resource]


def symbols_of(held: Held, resource: Resource) -> int:
    """The symbols on the side that lay face up when the resource was counted."""
    front, back = getattr(held.card, resource), getattr(held.card, f"back_{resource}")
    is_back = held.counted.get(resource, held.zone) in BACK and held.card.type != "satellite"
    return int(front if back is None or not is_back else back)


def as_card(held: Held, resource: Resource, *, has_bonus: bool) -> Card:
    """The card as far as one resource is concerned."""
    zone, card = held.counted.get(resource, held.zone), held.card
    is_bonus = has_bonus and card.bonus_of == resource
    return Card(
        icons=symbols_of(held, resource),
        zone="hand" if zone == "discard" else zone,
        color=card.color,
        bonus=Bonus(color=card.bonus_color, icons=card.bonus) if is_bonus else Bonus(),
        type=card.type,
    )


def before(world: Agencies, seat: Seat, resource: Resource) -> tuple[Held, ...]:
    """The cards that *seat* counts: their own, and whatever lies in the Command Center."""
    others = (one for other in world.seats if other != seat for one in world.of(other))
    shared = [one for one in others if one.counted.get(resource, one.zone) == "command_center"]
    cards = [*world.of(seat), *shared]
    if resource == "helmets" and world.options.is_center_without_helmets:
        cards = [one for one in cards if one.counted.get(resource, one.zone) != "command_center"]
    return tuple(one for one in cards if one.counted.get(resource, one.zone) != "discard")


def symbolled(world: Agencies, seat: Seat, resource: Resource) -> Symbolled:
    """What *seat* counts of a resource, for the one counter of this game."""
    crew, options = world.crews[seat], world.options
    has_bonus = resource == "carrots" or not options.is_bonus_for_carrots
    mine = before(world, seat, resource)
    cards = [as_card(one, resource, has_bonus=has_bonus) for one in mine]
    if any(has_flown(world, one, resource) for one in (world.crews if options.is_anyones_astronaut else (seat,))):
        cards.append(Card(zone="space"))
    return Symbolled(
        resource=resource,
        start=start_of(resource, is_from_zero=options.is_zero_helmets),
        cards=tuple(cards),
        icons=crew.symbols.get(resource, 0),
        kept=crew.kept.get(resource, 0),
        names=tuple(map(name_of, mine)),
    )


def name_of(held: Held) -> Msg:
    """What a card is called at the table: by its cost, and by its colour where that is known."""
    if held.card.color:
        return msg("Cost %(n)d, %(color)s", n=held.card.cost, color=held.card.color)
    return msg("Cost %(n)d", n=held.card.cost)


def has_flown(world: Agencies, seat: Seat, resource: Resource) -> bool:
    """Whether an Astronaut of *seat* was in Space when the resource was counted; the Moon counts as Space.

    What was sent without having been entered is taken for an Astronaut, from the first count after it.
    """
    flown = [one for one in world.of(seat) if one.counted.get(resource, one.zone) in ("space", "moon")]
    crew = world.crews[seat]
    rounds = [one.round for one in crew.launches] + [n for n, text in crew.typed.items() if any(terms(text))]
    is_counted_after = resource == "helmets"
    return any(one.card.type != "satellite" for one in flown) or any(
        n < world.round or (n == world.round and is_counted_after) for n in rounds
    )


def lines(world: Agencies, seat: Seat, resource: Resource) -> tuple[Line, ...]:
    """Why the count is what it is."""
    return resources.lines(symbolled(world, seat, resource))


def counted(world: Agencies, seat: Seat, resource: Resource) -> int:
    """Where the token stands when the resource has been counted, before anybody gives or pays."""
    return resources.amount(symbolled(world, seat, resource))


def steps(world: Agencies, seat: Seat, resource: Resource) -> Iterator[tuple[Booking, int]]:
    """Every booking with where the token stands after it; what goes over the limit is lost."""
    stands = counted(world, seat, resource)
    for booking in world.crews[seat].bookings.get(resource, ()):
        stands = min(int(LIMITS[resource]), stands + booking.by)
        yield booking, stands


def held(world: Agencies, seat: Seat, resource: Resource) -> int:
    """Where the token stands now; before it is counted, at its start."""
    if not is_counted(world, resource):
        return world.crews[seat].helmets if resource == "helmets" else 0
    return [counted(world, seat, resource), *(stands for _, stands in steps(world, seat, resource))][-1]


def checked(world: Agencies) -> Agencies:
    """*world*, if nobody has paid or given more than there was. Raises NotNow."""
    for seat, crew in world.crews.items():
        for resource, bookings in crew.bookings.items():
            if bookings and min(stands for _, stands in steps(world, seat, resource)) < 0:
                raise NotNow(
                    msg("More than that has been paid or given already. Take those steps back first.").under("limits")
                )
        for resource, n in crew.keeps.items():
            if n > held(world, seat, resource):
                raise NotNow(msg("More than that is kept for the next round. Keep less first.").under("scientist"))
    return world


def booked(crew: Crew, resource: Resource, booking: Booking) -> Crew:
    """*crew* with one more step on a track."""
    mine = crew.bookings.get(resource, ())
    return replace(crew, bookings={**crew.bookings, resource: (*mine, booking)})


def scientists(world: Agencies, seat: Seat) -> int:
    """Scientists at level 2 that were entered."""
    return sum(one.card.type == "scientist" for one in world.lying(seat, "level_2"))


def most_kept(world: Agencies, seat: Seat) -> int:
    """How many resources the Scientists that were entered keep; 0 where none were."""
    n = scientists(world, seat)
    n = min(n, 1) if world.options.is_scientist_once else n
    return keepable(n, held(world, seat, "carrots"), held(world, seat, "gold"))


# ---------------------------------------------------------------- what is in Space


def launches(world: Agencies, seat: Seat) -> tuple[Launch, ...]:
    """The cards in Space, with the rounds in which they were sent; those on the Moon have left."""
    crew = world.crews[seat]
    found = [Launch(round=one.sent, value=one.value) for one in world.of(seat) if one.zone in ("space", "moon")]
    found = [one for one in (*found, *crew.launches) if not crew.typed.get(one.round)]
    for round_, text in crew.typed.items():
        found += [Launch(round=round_, value=value) for value in terms(text) if text]
    found = sorted((one for one in found if one.value or not crew.typed.get(one.round)), key=lambda one: one.round)
    for value in on_the_moon(world, seat):
        first = next((n for n, one in enumerate(found) if one.value == value), None)
        if first is not None:
            del found[first]
    return tuple(found)


def on_the_moon(world: Agencies, seat: Seat) -> tuple[int, ...]:
    """The values of the cards on the Moon."""
    return (*(one.value for one in world.lying(seat, "moon")), *world.crews[seat].moon)


def agency_of(world: Agencies, seat: Seat) -> Agency:
    """What *seat* has for the score, as far as the play knows it."""
    return Agency(
        space=tuple(one.value for one in launches(world, seat)),
        moon=on_the_moon(world, seat),
        warehouse=world.crews[seat].warehouse,
        command_center=tuple(one.value for one in world.lying(seat, "command_center")),
    )


def slots_taken(world: Agencies) -> int:
    """Cards in the Command Center."""
    return world.center + sum(one.zone == "command_center" for one in world.cards.values())
