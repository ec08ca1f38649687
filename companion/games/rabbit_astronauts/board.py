"""What the panels show: everybody in one grid, one crew with its tracks and cards, and the group's star map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.core.data import data
from companion.core.score import Line, Seat
from companion.core.text import Doubt, Msg, msg, msgs

from . import chart
from .happenings import CARROTS, DRAW, GOLD, HELMETS, OVER, Agencies, Booking, Crew, Entered, Held, Place
from .moves import SLOTS, price_of, refusal, way
from .rounds import GIFT, after_draw, most_given, start
from .scoring import box_points, boxes
from .state import Chart, Finish
from .tracks import (
    LIMITS,
    agency_of,
    counted,
    held,
    is_counted,
    launches,
    lines,
    most_kept,
    on_the_moon,
    scientists,
    slots_taken,
    steps,
)
from .words import (
    CARD_TYPES,
    COUNTING,
    MISSIONS,
    MODES,
    RESOURCES,
    SHORT_STEPS,
    ZONES,
    CardType,
    Mission,
    Mode,
    Resource,
)

SHEET: Final = "sheet"
ON_TRACK: Final[dict[str, Resource]] = {CARROTS: "carrots", GOLD: "gold", HELMETS: "helmets"}
COLOURS: Final[tuple[Msg, ...]] = (
    msg("red"),
    msg("yellow"),
    msg("green"),
    msg("blue"),
    msg("purple"),
    msg("orange"),
)  # to choose from; any other may be typed
BOOKED: Final[dict[str, Msg]] = {
    "given": msg("Given to %(name)s"),
    "received": msg("A gift of %(name)s"),
    "promote": msg("Promoted"),
    "certify": msg("Certified"),
    "send": msg("Sent into Space"),
    "moon": msg("Brought to the Moon"),
    "center": msg("Into the Command Center"),
    "stocked": msg("Stocked in the Warehouse"),
}
FORWARD: Final[dict[str, tuple[Place, ...]]] = {
    "training_center": ("level_1",),
    "level_1": ("level_2", "space", "command_center"),
    "level_2": ("space",),
    "space": ("moon",),
}
OF_MISSIONS: Final[dict[str, Mission]] = {"moon": "moon", "command_center": "ceres"}
SHOWN: Final[tuple[Place, ...]] = ("training_center", "level_1", "level_2", "command_center", "space", "moon")


# ---------------------------------------------------------------- everybody


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One seat in the grid: done or not, where the token of the phase stands, and what went into Space so far.

    *typed* and *tracked* are this round's launches, as typed and as followed.
    """

    seat: Seat
    name: str
    is_ready: bool
    stands: int | None
    typed: str
    tracked: str
    space: str
    warehouse: int
    moon: str
    over: int  # cards too many in the Training Center


def row(world: Agencies, seat: Seat, names: Mapping[Seat, str]) -> Row:
    """The seat as the grid shows it."""
    crew, resource = world.crews[seat], ON_TRACK.get(world.phase, "helmets")
    sent = launches(world, seat)
    return Row(
        seat=seat,
        name=names.get(seat, ""),
        is_ready=seat in world.ready,
        stands=held(world, seat, resource) if crew.is_followed and world.phase != OVER else None,
        typed=crew.typed.get(world.round, ""),
        tracked="+".join(str(one.value) for one in sent if one.round == world.round),
        space=" + ".join(str(one.value) for one in sent),
        warehouse=crew.warehouse,
        moon=" + ".join(map(str, on_the_moon(world, seat))),
        over=over_room(world, seat),
    )


# ---------------------------------------------------------------- one crew


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackView:
    """A track: where the token stands, the symbols counted by hand, and every step that led there.

    *last*: the symbols are still those of the round before.
    """

    resource: Resource
    label: Msg
    stands: int
    cap: int
    start: int
    symbols: int
    last: bool
    has_cards: bool
    why: tuple[Line, ...]
    steps: tuple[tuple[Msg, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftView:
    """Somebody who may be given something: how much at most, how much was, and why it can be nothing."""

    seat: Seat
    name: str
    most: int
    given: int
    why: Msg


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A step of a card: where to, for how much, and whether that can be paid. *free*: a Robot in Space pays it."""

    to: Place
    label: Msg
    price: int
    resource: Resource
    can: bool
    free: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardView:
    """A card on the table."""

    held: Held
    key: str
    about: tuple[Msg, ...]
    symbols: tuple[tuple[Resource, int], ...]
    ways: tuple[Way, ...]
    others: tuple[tuple[Place, Msg], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewView:
    """One seat: its tracks, gifts, cards by zone, and what is odd about it."""

    seat: Seat
    name: str
    tracks: tuple[TrackView, ...]
    gifts: tuple[GiftView, ...]
    resource: Resource
    zones: tuple[tuple[Msg, tuple[CardView, ...]], ...]
    limit: int
    center: int
    keeps: tuple[tuple[Resource, Msg, int], ...]
    most_kept: int
    free_promotions: int
    warehouse: int
    paid: int  # how often something was paid or sent so far: a form that has been posted begins anew
    doubts: tuple[Doubt, ...]
    next_card: str
    card: Entered | None  # the card that the form shows


def crew_view(world: Agencies, seat: Seat, names: Mapping[Seat, str], at: str) -> CrewView:
    """All that is known of one seat."""
    crew, resource = world.crews[seat], ON_TRACK.get(world.phase, "carrots")
    shown = tuple(one for one in RESOURCES if is_shown(world, crew, one))
    cards = {place: tuple(card_view(world, one) for one in world.lying(seat, place)) for place in SHOWN}
    return CrewView(
        seat=seat,
        name=names.get(seat, ""),
        tracks=tuple(track_view(world, seat, one, names) for one in shown),
        gifts=gifts(world, seat, names, resource),
        resource=resource,
        zones=tuple((ZONES[place], found) for place, found in cards.items() if found),  # type: ignore[index]
        limit=crew.helmets,
        center=len(cards["training_center"]),
        keeps=keeps(world, crew),
        most_kept=most_kept(world, seat),
        free_promotions=crew.free_promotions,
        warehouse=crew.warehouse,
        paid=sum(map(len, crew.bookings.values())) + len(crew.launches) + len(crew.moon),
        doubts=tuple(odd(world, seat)),
        next_card=f"{seat}-{crew.entered + 1}",
        card=asked_card(world, seat, at),
    )


def is_shown(world: Agencies, crew: Crew, resource: Resource) -> bool:
    """Whether a track has something to say: the one of this phase, and Carrots that may still be paid."""
    is_now = ON_TRACK.get(world.phase) == resource
    return is_now or (is_counted(world, resource) and world.phase == GOLD and crew.is_followed)


def track_view(world: Agencies, seat: Seat, resource: Resource, names: Mapping[Seat, str]) -> TrackView:
    """One track with its reasons."""
    crew, why = world.crews[seat], lines(world, seat, resource)
    booked = [(_booked(booking, names), booking.by) for booking, _ in steps(world, seat, resource)]
    begin = counted(world, seat, resource)
    stands = held(world, seat, resource)
    lost = begin + sum(by for _, by in booked) - stands
    if lost > 0:
        booked.append((msg("Over the limit"), -lost))
    return TrackView(
        resource=resource,
        label=RESOURCES[resource],
        stands=stands,
        cap=int(LIMITS[resource]),
        start=next((line.points for line in why if line.key == "start"), 0),
        symbols=crew.symbols.get(resource, 0),
        last=bool(crew.symbols.get(resource)) and resource not in crew.fresh,
        has_cards=any(one.zone in COUNTING for one in world.of(seat)),
        why=why,
        steps=tuple(booked),
    )


def _booked(booking: Booking, names: Mapping[Seat, str]) -> Msg:
    said = BOOKED[booking.what]
    return msg(said.text, name=names.get(booking.other, "")) if booking.other else said


def gifts(world: Agencies, seat: Seat, names: Mapping[Seat, str], resource: Resource) -> tuple[GiftView, ...]:
    """Everybody else, with the most that may be given to them now."""
    if world.phase not in (CARROTS, GOLD):
        return ()
    crew, has = world.crews[seat], held(world, seat, resource)
    given = {to: n for (what, to), n in crew.gifts.items() if what == resource and n}
    found = []
    for other in world.seats:
        if other == seat:
            continue
        before = given.get(other, 0)
        room = most_given(
            has + before, held(world, other, resource) - before, is_excess_lost=world.options.is_excess_lost
        )
        left = GIFT - sum(n for to, n in given.items() if to != other)
        is_barred = bool(given) and other not in given and not world.options.is_gift_shared
        most = 0 if is_barred else max(0, min(room, left))
        why = _no_gift(is_barred=is_barred, has=has, left=left, resource=resource)
        found.append(GiftView(seat=other, name=names.get(other, ""), most=max(most, before), given=before, why=why))
    return tuple(found)


def _no_gift(*, is_barred: bool, has: int, left: int, resource: Resource) -> Msg:
    """Why nothing can be given to somebody."""
    if is_barred:
        return msg("a gift has one receiver in each phase")
    if left <= 0:
        return msg("all that may be given is given")
    if not has:
        return msg("there is nothing to give")
    return msg("no room: %(n)d already", n=int(LIMITS[resource]))


def keeps(world: Agencies, crew: Crew) -> tuple[tuple[Resource, Msg, int], ...]:
    """What Scientists keep, at the end of a round that has any."""
    has_any = "titan" in world.chart.checked or any(one.card.type == "scientist" for one in world.cards.values())
    if world.phase != HELMETS or not (has_any or crew.keeps):
        return ()
    both: tuple[Resource, ...] = ("carrots", "gold")
    return tuple((resource, RESOURCES[resource], crew.keeps.get(resource, 0)) for resource in both)


def card_view(world: Agencies, card: Held) -> CardView:
    """A card with the steps that it may take."""
    face = card.card
    is_back = card.zone in ("level_2", "command_center", "space", "moon")
    every: tuple[Resource, ...] = ("carrots", "gold", "helmets")
    symbols = []
    for one in every:
        back = getattr(face, f"back_{one}")
        if n := int(back if is_back and back is not None else getattr(face, one)):
            symbols.append((one, n))
    about = [msg("%(color)s", color=face.color)] if face.color else []
    about += [CARD_TYPES[face.type]] if face.type != "rabbit" else []
    about += [msg("value %(n)d", n=card.value)] if card.value != face.cost else []
    return CardView(
        held=card,
        key=face.card,
        about=tuple(about),
        symbols=tuple(symbols),
        ways=tuple(ways(world, card)),
        others=tuple(others(world, card)),
    )


def ways(world: Agencies, card: Held) -> list[Way]:
    """The steps forward that make sense now, with their prices."""
    found = []
    for to in FORWARD.get(card.zone, ()):
        step = way(card, to)
        if (
            not step
            or refusal(card, to) is not None
            or OF_MISSIONS.get(to, world.options.mission) != world.options.mission
        ):
            continue
        if to == "command_center" and slots_taken(world) >= SLOTS:
            continue
        resource: Resource = "gold" if step in ("certify", "send") else "carrots"
        free = step == "promote" and world.crews[card.seat].free_promotions > 0
        if not free and world.phase != resource:
            continue
        price, _ = price_of(world, card, step)
        can = free or price <= held(world, card.seat, resource)
        found.append(
            Way(to=to, label=SHORT_STEPS[step], price=0 if free else price, resource=resource, can=can, free=free)
        )
    return found


def in_use(world: Agencies) -> tuple[tuple[Place, Msg], ...]:
    """Where cards may lie: on the Moon and in the Command Center only with the mission, or once some are there."""
    lain = {card.zone for card in world.cards.values()}
    barred = {place for place, mission in OF_MISSIONS.items() if mission != world.options.mission and place not in lain}
    return tuple((place, ZONES[place]) for place in SHOWN if place not in barred)  # type: ignore[index]


def others(world: Agencies, card: Held) -> list[tuple[Place, Msg]]:
    """Wherever else it may be laid without paying."""
    barred = ("space", "moon") if card.card.type == "scientist" else ()
    found = [(place, word) for place, word in in_use(world) if place not in (card.zone, *barred)]
    return [*found, ("discard", msg("Discard"))]


def asked_card(world: Agencies, seat: Seat, at: str) -> Entered | None:
    """The card that is asked for: one to put right, a new one, or a starting card of that cost."""
    kind, _, key = at.partition(".")
    if kind == "card" and (card := world.cards.get(key)) is not None and card.seat == seat:
        return card.card
    if kind != "new" or world.phase == OVER:
        return None
    next_card = f"{seat}-{world.crews[seat].entered + 1}"
    cost = next_starting(world, seat, int(key) if key.isdecimal() and len(key) < 3 else 0)
    if not cost:
        return Entered(seat=seat, card=next_card, cost=0)
    return Entered(seat=seat, card=next_card, cost=cost, zone="level_1")


def next_starting(world: Agencies, seat: Seat, cost: int) -> int:
    """The starting card to enter: the one of this *cost*, or the next that is still missing; 0 for none."""
    if not cost:
        return 0
    lying = [one.card.cost for one in world.lying(seat, "level_1")]
    return next((one for one in (cost, *start().level_1) if one not in lying), 0)


def over_room(world: Agencies, seat: Seat) -> int:
    """Cards that the Training Center cannot hold, in the phase in which they are discarded."""
    if world.phase != DRAW:
        return 0
    return after_draw(world.crews[seat].helmets, len(world.lying(seat, "training_center"))).discard


def odd(world: Agencies, seat: Seat) -> list[Doubt]:
    """What looks odd about one seat: never in the way."""
    crew, found = world.crews[seat], []
    if over := over_room(world, seat):
        found.append(
            msgs(
                "The Training Center holds %(limit)d: discard %(n)d card.",
                "The Training Center holds %(limit)d: discard %(n)d cards.",
                over,
                limit=crew.helmets,
            ).under("center-limit")
        )
    if typed := crew.typed.get(world.round):
        found.append(
            msg("Typed for this round: %(typed)s. It counts in place of what was followed.", typed=typed).under("space")
        )
    resource = ON_TRACK.get(world.phase, "helmets")
    given = sum(n for (what, _), n in crew.gifts.items() if what == resource)
    if given > counted(world, seat, resource):
        found.append(msg("More was given than was counted; gifts are not passed on.").under("gift-passed"))
    if crew.free_promotions:
        found.append(
            msg("A Robot in Space: one card of your choice goes from the Training Center to level 1 for free.").under(
                "robot"
            )
        )
    kept = sum(crew.keeps.values())
    if scientists(world, seat) and kept > (most := most_kept(world, seat)):
        found.append(
            msg("%(n)d kept; the Scientists at level 2 keep %(m)d at most.", n=kept, m=most).under("scientist")
        )
    if any(one.card.type == "satellite" for one in world.lying(seat, "level_2")):
        found.append(msg("A Satellite has no Astronaut side and never lies at level 2.").under("satellite"))
    return found


# ---------------------------------------------------------------- the star map


@dataclass(frozen=True, slots=True, kw_only=True)
class Star:
    """A box on the map."""

    key: str
    x: int
    y: int
    name: Msg
    unlocks: Msg | None
    is_world: bool
    is_checked: bool
    is_cut_off: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Voyage:
    """A game of the campaign: its number, the points that made boxes, the boxes, and its place in the plot."""

    number: int
    points: int
    boxes: int
    x: int
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartView:
    """The Evolution sheet, with what may still be checked and how the games went."""

    stars: tuple[Star, ...]
    orbits: tuple[int, ...]
    ties: tuple[tuple[int, int, int, int, bool], ...]
    links: tuple[str, ...]
    checked: int
    earned: int
    so_far: int
    beyond: int
    elsewhere: int
    voyages: tuple[Voyage, ...]
    doubts: tuple[Doubt, ...]
    is_begun: bool

    @property
    def left(self) -> int:
        """Boxes that may be checked now."""
        return max(0, self.earned - self.checked)

    @property
    def unlocked(self) -> tuple[Star, ...]:
        """The checked worlds."""
        return tuple(star for star in self.stars if star.is_world and star.is_checked)

    @property
    def line(self) -> str:
        """The plot as a path."""
        return "M" + "L".join(f"{one.x} {one.y}" for one in self.voyages) if self.voyages else ""


WIDE, HIGH = 320, 120  # of the plot


def chart_view(sheet: Chart, so_far: int = 0, *, is_over: bool = False) -> ChartView:
    """The map of *sheet*; *so_far* are the points of the game that is on, which joins the others once it *is_over*."""
    this_one = boxes(so_far)
    lost = chart.cut_off(sheet)
    at = {spot.key: spot for spot in chart.spots()}
    pairs = sorted(tuple(sorted(link, key=list(at).index)) for link in sheet.links)
    lit = sheet.checked | {chart.EARTH}
    return ChartView(
        stars=tuple(
            Star(
                key=spot.key,
                x=spot.x,
                y=spot.y,
                name=chart.name_of(spot.key),
                unlocks=chart.unlocks(spot.key),
                is_world=spot.is_world,
                is_checked=spot.key in sheet.checked,
                is_cut_off=spot.key in lost,
            )
            for spot in at.values()
        ),
        orbits=tuple(145 * n for n in range(1, len(chart.ORBITS) + 1)),
        ties=tuple((at[a].x, at[a].y, at[b].x, at[b].y, {a, b} <= lit) for a, b in pairs),
        links=tuple(f"{a}-{b}" for a, b in pairs),
        checked=chart.used(sheet),
        earned=chart.earned(sheet) + (this_one if is_over else 0),
        so_far=0 if is_over else this_one,
        beyond=sheet.beyond,
        elsewhere=sheet.earned,
        voyages=voyages((*sheet.scores, so_far) if is_over else sheet.scores),
        doubts=chart.doubts(sheet, this_one),
        is_begun=chart.is_begun(sheet),
    )


def voyages(scores: tuple[int, ...]) -> tuple[Voyage, ...]:
    """The games so far, from left to right."""
    top, apart = max((10, *scores)), max(1, len(scores) - 1)
    return tuple(
        Voyage(
            number=n,
            points=points,
            boxes=boxes(points),
            x=WIDE // 2 if len(scores) == 1 else (n - 1) * WIDE // apart,
            y=HIGH - HIGH * points // top,
        )
        for n, points in enumerate(scores, 1)
    )


# ---------------------------------------------------------------- what is in play
DISCOUNT: Final = int(data(__file__)["missions"]["pluto"]["discount"])
REMINDERS: Final[tuple[tuple[str, tuple[str, ...], Msg, str], ...]] = (
    (
        "saturn",
        (CARROTS, GOLD, HELMETS),
        msg("Mission cards count only once an Astronaut is in Space."),
        "mission-cards",
    ),
    (
        "mercury",
        (GOLD,),
        msg("A Robot in Space: one card goes from your Training Center to level 1 for free."),
        "robot",
    ),
    ("titan", (GOLD,), msg("Scientists cannot go to Space."), "scientist"),
    ("vesta", (GOLD,), msg("A Satellite goes from level 1 straight into Space."), "satellite"),
)  # world, phases, what to think of, by which rule


def reminders(world: Agencies) -> tuple[tuple[Msg, str], ...]:
    """What the worlds checked and the mission in play change in this phase, with the rule."""
    checked_ = world.chart.checked
    found = [(said, rule) for key, phases, said, rule in REMINDERS if key in checked_ and world.phase in phases]
    if world.options.mission == "ceres" and world.phase in (CARROTS, GOLD, HELMETS):
        found.append((msg("Count the cards in the Command Center too, without colour bonuses."), "command-center"))
    if world.event and world.phase in (CARROTS, GOLD):
        said = msg("Cards of the Event’s colour, %(color)s, cost %(n)d less.", color=world.event, n=DISCOUNT)
        found.append((said, "event"))
    return tuple(found)


# ---------------------------------------------------------------- all of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """What the panels of a play show. *at* is what is looked at: a card, a new one, the sheet, or nothing."""

    at: str
    rows: tuple[Row, ...]
    crew: CrewView
    chart: ChartView
    is_sheet: bool
    reminders: tuple[tuple[Msg, str], ...]
    event: str
    is_event: bool
    colours: tuple[Msg, ...]
    mission: Mission
    missions: Mapping[Mission, Msg]
    is_locked: bool
    mode: Mode
    modes: Mapping[Mode, Msg]
    slots: tuple[int, int]
    starting: tuple[int, ...]
    kinds: tuple[tuple[CardType, Msg], ...]
    places: tuple[tuple[Place, Msg], ...]
    resources: tuple[tuple[Resource, Msg], ...]


def board(world: Agencies, seat: Seat, names: Mapping[Seat, str], asked: Mapping[str, str]) -> Board:
    """The panels for *seat*; *asked* says in "at" what is looked at."""
    at = asked.get("at", "")[:30]
    return Board(
        at=at,
        rows=tuple(row(world, one, names) for one in world.seats),
        crew=crew_view(world, seat, names, at),
        chart=chart_view(world.chart, points_so_far(world, names), is_over=world.phase == OVER),
        is_sheet=at == SHEET,
        reminders=reminders(world),
        event=world.event,
        is_event=world.options.mission == "pluto" or bool(world.event),
        colours=COLOURS,
        mission=world.options.mission,
        missions=MISSIONS,
        is_locked=chart.is_locked(world.chart, world.options),
        mode=world.options.mode,
        modes=MODES,
        slots=(slots_taken(world), SLOTS),
        starting=start().level_1 if (world.round, world.phase) == (1, DRAW) else (),
        kinds=tuple(CARD_TYPES.items()),
        places=in_use(world),
        resources=tuple(RESOURCES.items()),
    )


def points_so_far(world: Agencies, names: Mapping[Seat, str]) -> int:
    """The points of this game that make boxes, as far as they are known."""
    finish = Finish(
        agencies={seat: agency_of(world, seat) for seat in world.crews},
        names=names,
        mode=world.options.mode,
        mission=world.options.mission,
        is_winner_boxed=world.options.is_winner_boxed,
    )
    return box_points(finish)
