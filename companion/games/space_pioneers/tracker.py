"""Space Pioneers from setup to result: turn by turn until the last lap is over, then the secrets, then the count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.core.data import data
from companion.core.errors import Missing, NotNow, Refused
from companion.core.events import Arrived, Event, Left, PhaseEnded, Reordered
from companion.core.game import Input, Option, Phase, Setting, Step, Tally, Tracker, Where
from companion.core.score import Seat
from companion.core.secrets import Hidden
from companion.core.text import Msg, msg, msgs

from . import count
from .bridge import bridge
from .doubts import doubts
from .happenings import (
    PLACE_WORDS,
    TASK_OPTIONS,
    TASKS,
    TURN,
    Captured,
    Flight,
    Front,
    Laid,
    LaidNothing,
    LastCard,
    MissionsDone,
    NotedTasks,
    Removed,
    Resized,
    TurnedOver,
)
from .state import Finish, Options
from .turns import capture

DATA: Final = data(__file__)

# ---------------------------------------------------------------- what happens


def new(setting: Setting) -> Flight:
    """Nothing laid yet."""
    return Flight(
        seats=setting.seats,
        start=setting.start,
        on=setting.start,
        options=setting.options if isinstance(setting.options, Options) else Options(),
        fronts={seat: Front() for seat in setting.seats},
        tasks={seat: Hidden(owner=seat, count=0) for seat in setting.seats},
    )


def apply(flight: Flight, event: Event) -> Flight:
    """The play after *event*; whose turn brings the end near is kept. Raises Missing and NotNow for what cannot be."""
    after = happened(flight, event)
    if after.is_last == flight.is_last:
        return after
    return replace(after, end_by=after.on if after.is_last else None)


def happened(flight: Flight, event: Event) -> Flight:
    """The play after *event*, but for the end."""
    match event:
        case Laid():
            return laid(flight, event)
        case LaidNothing(seat=seat):
            _front(flight, seat)
            return replace(flight, is_entered=True, has_begun=True)
        case Captured(seat=seat, by=by, network=network):
            return captured(flight, seat, by, network)
        case MissionsDone(seat=seat, by=by):
            return _with(flight, seat, missions=_more(_front(flight, seat).missions, by))
        case Resized(seat=seat, by=by):
            size = _more(_front(flight, seat).network or 0, by)
            return _with(flight, seat, network=size, is_counted=True)
        case Removed(seat=seat, place=place):
            return removed(flight, seat, place)
        case LastCard(seat=seat, on=on):
            _front(flight, seat)
            return replace(flight, deck_by=seat if on else None, has_begun=True)
        case NotedTasks(held=held):
            return noted(flight, held)
        case TurnedOver():
            opened = {seat: replace(held, open=True) for seat, held in flight.tasks.items()}
            return replace(flight, is_revealed=True, tasks=opened)
        case PhaseEnded(round=round_, phase=phase, seat=seat):
            return ended(flight, round_, phase, seat)
        case Arrived(seat=seat):
            fresh = {**flight.tasks, seat: Hidden(owner=seat, count=0, open=flight.is_revealed)}
            front = Front(network=0 if flight.is_followed else None)
            fronts = {**flight.fronts, seat: front}
            return replace(flight, seats=(*flight.seats, seat), tasks=fresh, fronts=fronts)
        case Left(seat=seat):
            return left(flight, seat)
        case Reordered(order=order):
            return replace(flight, seats=order)
    return flight


def _front(flight: Flight, seat: Seat, field: str = "seat") -> Front:
    if seat not in flight.fronts:
        raise Missing(msg("Nobody sits there."), field)
    return flight.fronts[seat]


def _with(flight: Flight, seat: Seat, **changes: Any) -> Flight:
    front = replace(_front(flight, seat), **changes)
    return replace(flight, fronts={**flight.fronts, seat: front}, has_begun=True)


def _more(n: int, by: int) -> int:
    if n + by < 0:
        raise NotNow(msg("%(n)d is the least possible.", n=0), "by")
    return n + by


def _changed(size: int | None, by: int) -> int | None:
    """The size of a network, as far as anybody knows it; nobody takes a card from where none lies."""
    return None if size is None else max(0, size + by)


def laid(flight: Flight, event: Laid) -> Flight:
    """One card more in a network; a planet whose name lies there already is captured in the same breath."""
    _front(flight, event.seat)
    front, name = _front(flight, event.network, "network"), event.planet.strip()
    flight = replace(flight, laid=(*flight.laid, event), is_entered=True)
    flight = _with(flight, event.network, network=_changed(front.network, 1))
    if event.card != "planet" or not name:
        return flight
    twin = next((one for one in front.named if one.casefold() == name.casefold()), name)
    older, named = capture(front.named, twin)
    flight = _with(flight, event.network, named=named)
    if not older:
        return flight
    who = taker(flight, event)
    return captured(replace(flight, caught=(*flight.caught, (twin, who))), who, older, event.network)


def taker(flight: Flight, event: Laid) -> Seat:
    """Who takes the older copy of the planet laid, as the table has ruled."""
    return event.network if flight.options.capture_owner == "owner" else event.seat


def captured(flight: Flight, seat: Seat, by: int, network: Seat | None) -> Flight:
    """More or fewer captured planets; what is captured leaves its network."""
    flight = _with(flight, seat, planets=_more(_front(flight, seat).planets, by))
    if network is None:
        return flight
    return _with(flight, network, network=_changed(_front(flight, network, "network").network, -by))


def removed(flight: Flight, seat: Seat, place: str) -> Flight:
    """One spaceship less in hand or network. Refused where no card lies."""
    front = _front(flight, seat)
    if place == "network":
        if front.network == 0:
            raise NotNow(msg("No card lies in that network.").under("removed"), "place")
        flight = _with(flight, seat, network=_changed(front.network, -1))
    return replace(flight, removed=flight.removed + 1, has_begun=True)


def noted(flight: Flight, held: Hidden) -> Flight:
    """A Top Secret card with the number of its tasks that are done; face up once all are turned over."""
    _front(flight, held.owner)
    if len(held.keys) > 1 or not set(held.keys) <= {option.key for option in TASK_OPTIONS}:
        raise Refused(
            msg("A Top Secret card has %(n)d tasks: say how many are done.", n=TASKS).under("secrets"), "keys"
        )
    mine = replace(held, count=1 if held.count else 0, open=flight.is_revealed)
    return replace(flight, tasks={**flight.tasks, held.owner: mine})


def ended(flight: Flight, round_: int, phase: str, seat: Seat | None) -> Flight:
    """The next turn; after the last one of the last lap it is over."""
    if seat is None:
        raise Refused(msg("Say whose turn is over.").under("turn"), "seat")
    if flight.is_over or (round_, phase, seat) != (flight.round, TURN, flight.on):
        raise NotNow(msg("That turn is over already.").under("turn"))
    return passed_on(flight, flight.coming)


def passed_on(flight: Flight, coming: tuple[Seat, ...]) -> Flight:
    """The turn of the first of *coming*; where nobody is, the next round begins, or the game is over."""
    flight = replace(flight, laid=(), removed=0, caught=(), has_begun=True)
    if coming:
        return replace(flight, on=coming[0])
    if not flight.is_entered:
        flight = unfollowed(flight)
    if flight.is_last:
        return replace(flight, is_over=True)
    return replace(flight, round=flight.round + 1, on=flight.order[0], is_entered=False)


def unfollowed(flight: Flight) -> Flight:
    """Cards were laid that nobody entered: only networks that were counted are known."""
    fronts = {
        seat: front if front.is_counted else replace(front, network=None, named=())
        for seat, front in flight.fronts.items()
    }
    return replace(flight, fronts=fronts, is_followed=False)


def left(flight: Flight, seat: Seat) -> Flight:
    """Without *seat*, whose turn passes on; if they began, the next at the table takes that over."""
    order, coming = flight.order, flight.coming
    seats = tuple(one for one in flight.seats if one != seat)
    start = order[1] if seat == flight.start and len(order) > 1 else flight.start
    flight = replace(flight, seats=seats, start=start)
    return passed_on(flight, coming) if seat == flight.on and not flight.is_over else flight


# ---------------------------------------------------------------- what is known


def where(flight: Flight) -> Where | None:
    """One seat acts; nobody knows how many rounds there will be until the last one has begun."""
    if flight.is_over:
        return None
    return Where(round=flight.round, phase=TURN, acting=(flight.on,), turns=flight.order, is_last=flight.is_last)


def known(flight: Flight) -> dict[tuple[str, Seat], str]:
    """Planets, missions and networks as followed, and the tasks that may be seen. What was not followed stays open."""
    found: dict[tuple[str, Seat], str] = {}
    for seat, front in flight.fronts.items():
        if flight.has_begun:
            found["planets", seat], found["missions", seat] = str(front.planets), str(front.missions)
        if keys := flight.tasks[seat].keys:
            found["secrets", seat] = keys[0]
        if front.network is not None and (front.is_counted or not has_silent_round(flight)):
            found["network", seat] = str(front.network)
    return found


def has_silent_round(flight: Flight) -> bool:
    """Whether cards were laid, or are being laid, that nobody enters."""
    return not flight.is_followed or not (flight.is_entered or flight.is_over)


def final(flight: Flight, tally: Tally) -> Finish:
    """The tally says it all."""
    return count.finish(tally)


def reveal(flight: Flight) -> Option | None:
    """What turns the Top Secret cards over."""
    if flight.is_revealed:
        return None
    return Option(key=TurnedOver().kind, label=msg("Turn the secrets over"))


# ---------------------------------------------------------------- setup and phases


def setup(setting: Setting) -> tuple[Step, ...]:
    """The checklist; it is the same for every number of players."""
    dealt = DATA["setup"]
    table, each = msg("The table"), msg("Everybody")
    return (
        Step(
            key="deck",
            group=table,
            rule="setup",
            text=msg("Shuffle spaceships and planets together, one deck face down"),
        ),
        Step(
            key="row",
            group=table,
            rule="setup",
            text=msg("Lay %(n)d cards face up beside the deck", n=dealt["face_up"]),
            more=msg("Whoever takes one of them turns up the next from the deck"),
        ),
        Step(key="hand", group=each, rule="setup", text=msg("Deal %(n)d cards to each player", n=dealt["hand"])),
        Step(
            key="mission",
            group=each,
            rule="missions",
            text=msg("Take a Mission card, face up"),
            more=msg("They are all alike, with %(n)d missions", n=DATA["cards"]["missions"]),
        ),
        Step(
            key="secret",
            group=each,
            rule="secrets",
            text=msg("Take a Top Secret card and look at it alone"),
            more=msg("They are all different, with %(n)d tasks", n=TASKS),
        ),
        Step(
            key="start",
            group=msg("The first turn"),
            rule="setup",
            text=msg("Whoever was last in a planetarium begins"),
            more=msg("Remember who it was: the game stops just before their turn"),
        ),
    )


def todo(flight: Flight) -> tuple[Msg, ...]:
    """What a turn is."""
    return (
        msg("Draw a card: face up, or from the deck."),
        msg("Lay a card. The same planet twice in a network: capture the older one."),
        msg("Remove a spaceship from your hand or network, if you like."),
    )


def task_choices(flight: Flight, seat: Seat) -> tuple[Option, ...]:
    """How many tasks of a Top Secret card may be done."""
    return TASK_OPTIONS


PLANETS_COUNTED: Final[Input[Flight]] = Input(
    key="planets",
    label=msg("Captured planets"),
    rule="planets",
    event=Captured,
    widget="counter",
    enters="by",
    now=lambda flight, seat: flight.fronts[seat].planets,
)
MISSIONS_COUNTED: Final[Input[Flight]] = Input(
    key="missions",
    label=msg("Missions"),
    hint=msg("of %(n)d, open to all", n=DATA["cards"]["missions"]),
    rule="missions",
    event=MissionsDone,
    widget="counter",
    enters="by",
    now=lambda flight, seat: flight.fronts[seat].missions,
)
NETWORK_COUNTED: Final[Input[Flight]] = Input(
    key="network",
    label=msg("Cards in the network"),
    hint=msg("only needed for a tie"),
    rule="tie",
    event=Resized,
    widget="counter",
    enters="by",
    now=lambda flight, seat: flight.fronts[seat].network or 0,
)
TASKS_NOTED: Final[Input[Flight]] = Input(
    key="tasks",
    label=msg("Secret tasks done"),
    hint=msg("nobody else sees it before the end"),
    rule="secrets",
    event=NotedTasks,
    widget="choice",
    enters="held",
    now=lambda flight, seat: flight.tasks[seat],
    choices=task_choices,
    secret=True,
)


def told(event: Event, names: Mapping[Seat, str]) -> Msg:
    """An event of Space Pioneers in one sentence."""
    match event:
        case Laid(seat=seat):
            return told_laid(event, names)
        case LaidNothing(seat=seat):
            return msg("%(name)s: nothing fits", name=names[seat])
        case Captured(seat=seat, by=by) if by > 0:
            return msgs("%(name)s captures %(n)d planet", "%(name)s captures %(n)d planets", by, name=names[seat])
        case Captured(seat=seat, by=by):
            return msg("%(name)s, captured planets: %(by)s", name=names[seat], by=f"{by:+d}")
        case MissionsDone(seat=seat, by=1):
            return msg("%(name)s does a mission", name=names[seat])
        case MissionsDone(seat=seat, by=by):
            return msg("%(name)s, missions: %(by)s", name=names[seat], by=f"{by:+d}")
        case Resized(seat=seat, by=by):
            return msg("%(name)s, cards in the network: %(by)s", name=names[seat], by=f"{by:+d}")
        case Removed(seat=seat, place=place):
            return msg("%(name)s removes a spaceship %(place)s", name=names[seat], place=dict(PLACE_WORDS)[place])
        case LastCard(seat=seat, on=True):
            return msg("%(name)s: the last card of the deck is drawn", name=names[seat])
        case LastCard():
            return msg("The deck is not used up after all")
        case NotedTasks(held=held):
            return msg("%(name)s notes the secret tasks", name=names[held.owner])
        case TurnedOver():
            return msg("The Top Secret cards are turned over")
    return msg("Something happened")


def told_laid(event: Laid, names: Mapping[Seat, str]) -> Msg:
    """Who laid what where."""
    name, owner, planet = names[event.seat], names[event.network], event.planet.strip()
    own = event.seat == event.network
    if event.card == "spaceship":
        if own:
            return msg("%(name)s lays a spaceship", name=name)
        return msg("%(name)s lays a spaceship in the network of %(owner)s", name=name, owner=owner)
    if planet:
        if own:
            return msg("%(name)s lays the planet %(planet)s", name=name, planet=planet)
        return msg(
            "%(name)s lays the planet %(planet)s in the network of %(owner)s", name=name, planet=planet, owner=owner
        )
    if own:
        return msg("%(name)s lays a planet", name=name)
    return msg("%(name)s lays a planet in the network of %(owner)s", name=name, owner=owner)


TRACKER: Final[Tracker[Flight, Finish]] = Tracker(
    rounds=None,
    phases=(
        Phase(
            key=TURN,
            label=msg("Turn"),
            rule="turn",
            todo=todo,
            inputs=(PLANETS_COUNTED, MISSIONS_COUNTED, NETWORK_COUNTED, TASKS_NOTED),
            new=msg("Draw one, lay one. The same planet twice in one network: the older one is yours."),
        ),
    ),
    events=(
        Laid,
        LaidNothing,
        Captured,
        MissionsDone,
        Resized,
        Removed,
        LastCard,
        NotedTasks,
        TurnedOver,
    ),
    setup=setup,
    new=new,
    apply=apply,
    where=where,
    known=known,
    final=final,
    doubts=doubts,
    told=told,
    panel=bridge,
    reveal=reveal,
)
