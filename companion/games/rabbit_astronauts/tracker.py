"""Rabbit astronauts from setup to result: seven rounds of four phases, in which all act at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.core.data import data
from companion.core.errors import Missing, NotNow
from companion.core.events import Arrived, Closed, Event, Left, PhaseEnded, Reordered
from companion.core.game import Phase, Setting, Step, Tally, Tracker, Where
from companion.core.score import Seat
from companion.core.text import Doubt, Msg, msg, msgs

from . import chart, count, moves
from .board import board
from .happenings import (
    CARROTS,
    DRAW,
    GOLD,
    HELMETS,
    OVER,
    PHASES,
    Agencies,
    Beyond,
    Carried,
    Checked,
    Counted,
    Crew,
    Earned,
    Entered,
    Gave,
    Kept,
    Launched,
    Linked,
    Moved,
    Ready,
    Stocked,
    Trained,
    TurnedUp,
)
from .rounds import GIFT, ROUNDS, start
from .state import Finish, Options
from .tracks import KEPT, LIMITS, agency_of, held, launches
from .words import MISSIONS, PLACES, RESOURCES, STEPS, Resource

DATA: Final = data(__file__)
COUNTED_NEXT: Final[dict[str, Resource]] = {DRAW: "carrots", CARROTS: "gold", GOLD: "helmets"}


# ---------------------------------------------------------------- what happens


def new(setting: Setting) -> Agencies:
    """Tokens at the start of their tracks."""
    options = setting.options if isinstance(setting.options, Options) else Options()
    crews = {seat: Crew(helmets=start().helmets) for seat in setting.seats}
    return Agencies(seats=setting.seats, options=options, crews=crews)


def apply(world: Agencies, event: Event) -> Agencies:  # one line for each thing that happens
    """The play after *event*. Raises Missing for a seat or card that is not there, NotNow for what cannot be now."""
    match event:
        case Ready():
            return ready(world, event)
        case Counted():
            return moves.counted(world, event)
        case Gave():
            return moves.gave(world, event)
        case Trained():
            return moves.trained(world, event)
        case Entered():
            return moves.entered(world, event)
        case Moved():
            return moves.moved(world, event)
        case Launched():
            return moves.launched(world, event)
        case Stocked():
            return moves.stocked(world, event)
        case Kept():
            return moves.kept(world, event)
        case TurnedUp(round=round_, color=color):
            return replace(world, events={**world.events, round_: color.strip()})
        case Checked(box=key, on=on):
            return replace(world, chart=chart.with_box(world.chart, key, on=on))
        case Linked(links=links, on=on):
            return replace(world, chart=chart.with_links(world.chart, links, on=on))
        case Earned(by=by):
            return replace(world, chart=replace(world.chart, earned=_more(world.chart.earned, by)))
        case Beyond(by=by):
            return replace(world, chart=replace(world.chart, beyond=_more(world.chart.beyond, by)))
        case Carried():
            return replace(world, chart=chart.carried(event))
        case PhaseEnded(round=round_, phase=phase):
            return ended(world, round_, phase)
        case Arrived(seat=seat):
            crews = {**world.crews, seat: Crew(helmets=start().helmets)}
            return replace(world, seats=(*world.seats, seat), crews=crews)
        case Left(seat=seat):
            seats = tuple(one for one in world.seats if one != seat)
            return replace(world, seats=seats, ready=world.ready - {seat})
        case Reordered(order=order):
            return replace(world, seats=order)
    return world


def _more(n: int, by: int) -> int:
    if n + by < 0:
        raise NotNow(msg("%(n)d is the least possible.", n=0), "by")
    return n + by


def ready(world: Agencies, event: Ready) -> Agencies:
    """Somebody is done with a phase; when all at the table are, the next one begins. What is over stays over."""
    if event.seat not in world.seats:
        raise Missing(msg("Nobody sits there."), "seat")
    now, then = (_place(world.round, world.phase), _place(event.round, event.phase))
    if then < now:
        return world
    if then > now:
        raise NotNow(msg("That phase has not begun yet.").under("round"))
    done = world.ready | {event.seat} if event.on else world.ready - {event.seat}
    if done >= set(world.seats):
        return ended(world, world.round, world.phase)
    return replace(world, ready=done)


def _place(round_: int, phase: str) -> tuple[int, int]:
    return round_, (*PHASES, OVER).index(phase)


def ended(world: Agencies, round_: int, phase: str) -> Agencies:
    """The next phase, with cards counted as they lie; the next round begins with what Scientists kept."""
    if (round_, phase) != (world.round, world.phase) or world.phase == OVER:
        raise NotNow(msg("That phase is over already.").under("round"))
    world = replace(world, ready=frozenset())
    if phase != HELMETS:
        world = replace(world, phase=PHASES[PHASES.index(phase) + 1])
        return moves.counting(world, COUNTED_NEXT[phase])
    crews = {seat: rested(world, seat) for seat in world.crews}
    over = round_ >= ROUNDS
    return replace(world, crews=crews, round=round_ if over else round_ + 1, phase=OVER if over else DRAW)


def rested(world: Agencies, seat: Seat) -> Crew:
    """The crew when a round is over: all that is left is what was kept, and where the Helmets stand."""
    crew = world.crews[seat]
    return replace(
        crew,
        fresh=frozenset(),
        bookings={},
        gifts={},
        kept={resource: n for resource, n in crew.keeps.items() if n},
        keeps={},
        helmets=held(world, seat, "helmets") if crew.is_followed else start().helmets,
        free_promotions=0,
    )


# ---------------------------------------------------------------- what is known


def where(world: Agencies) -> Where | None:
    """All act at the same time, in every phase."""
    return None if world.phase == OVER else Where(round=world.round, phase=world.phase, acting=world.seats)


def known(world: Agencies) -> dict[tuple[str, Seat], str | tuple[str, ...] | Mapping[str, int]]:
    """Values in Space and on the Moon, and what lies in the Warehouses."""
    found: dict[tuple[str, Seat], str | tuple[str, ...] | Mapping[str, int]] = {}
    for seat, crew in world.crews.items():
        agency = agency_of(world, seat)
        sent, moon = agency.space, agency.moon
        if sent or moon or crew.is_followed or crew.typed:
            found["space", seat] = "+".join(map(str, sent)) or "0"
        if moon or (world.options.mission == "moon" and crew.is_followed):
            found["moon", seat] = "+".join(map(str, moon)) or "0"
        if crew.warehouse or (world.options.mission == "jupiter" and crew.is_followed):
            found["warehouse", seat] = str(crew.warehouse)
    return found


def final(world: Agencies, tally: Tally) -> Finish:
    """The table as counted, with the rounds of the launches where nobody typed otherwise, and what lies beside."""
    finish = count.finish(tally)
    agencies, launched = dict(finish.agencies), {}
    for seat, agency in agencies.items():
        if seat not in world.crews:
            continue
        sent, followed = launches(world, seat), agency_of(world, seat)
        if sent and agency.space == followed.space:
            launched[seat] = tuple(one.round for one in sent)
        agencies[seat] = replace(
            agency,
            command_center=followed.command_center,
            moon=agency.moon if finish.mission == "moon" else followed.moon,
            warehouse=agency.warehouse if finish.mission == "jupiter" else followed.warehouse,
        )
    return replace(finish, agencies=agencies, launched=launched, chart=world.chart)


def doubts(world: Agencies) -> tuple[Doubt, ...]:
    """What looks odd about the whole table."""
    if (world.round, world.phase) == (1, DRAW) and chart.is_locked(world.chart, world.options):
        name = MISSIONS[world.options.mission]
        return (
            msg("The world of this mission has not been checked: %(mission)s.", mission=name).under("mission-unlock"),
        )
    return ()


# ---------------------------------------------------------------- setup


def setup(setting: Setting) -> tuple[Step, ...]:
    """The checklist for so many players, with the mission in play."""
    options = setting.options if isinstance(setting.options, Options) else Options()
    players, at = len(setting.seats), start()
    table, each = msg("The table"), msg("Everybody")
    unused = int(DATA["box"]["starting_cards"]) - players * len(at.level_1)
    steps = [
        Step(key="board", group=each, rule="setup", text=msg("Take a board")),
        Step(
            key="tokens",
            group=each,
            rule="setup",
            text=msg(
                "Put the tokens on %(c)d Carrots, %(g)d Gold, %(h)d Helmets", c=at.carrots, g=at.gold, h=at.helmets
            ),
        ),
        Step(
            key="starting",
            group=each,
            rule="setup",
            text=msg(
                "Lay a starting card of cost %(a)d and one of cost %(b)d at level 1", a=at.level_1[0], b=at.level_1[1]
            ),
            more=msg("Trainee side up"),
        ),
    ]
    if unused and options.is_drawn_unused:
        text = msgs("Shuffle the unused starting card in", "Shuffle the %(n)d unused starting cards in", unused)
        steps.append(Step(key="unused", group=table, rule="unused-starting", text=text))
    elif unused:
        text = msgs("Leave the unused starting card in the box", "Leave %(n)d unused starting cards in the box", unused)
        steps.append(Step(key="unused", group=table, rule="unused-starting", text=text))
    steps += [
        Step(
            key="evolutions",
            group=table,
            rule="evolutions",
            text=msg("Add the cards of every world checked on your Evolution sheet"),
            more=msg("Not in a first game: nothing is checked yet"),
        ),
        Step(
            key="deck",
            group=table,
            rule="setup",
            text=msg("Shuffle all other cards face down: the draw pile"),
            more=msg("The discards will lie beside it"),
        ),
    ]
    return (*steps, *mission_steps(options, table))


def mission_steps(options: Options, table: Msg) -> tuple[Step, ...]:
    """What the mission in play lays out."""
    missions = DATA["missions"]
    text: dict[str, tuple[Msg, str]] = {
        "ceres": (msg("Lay the Command Center in the middle, for all"), "command-center"),
        "jupiter": (msg("Give everybody a Warehouse"), "warehouse"),
        "moon": (msg("Give everybody a Moon card"), "moon"),
        "pluto": (msg("Shuffle the %(n)d Events face down", n=missions["pluto"]["events"]), "event"),
        "venus": (msg("Everybody takes a Space Station and chooses a side"), "station"),
    }
    if options.mission not in text:
        return ()
    said, rule = text[options.mission]
    return (Step(key="mission", group=table, rule=rule, text=said, more=MISSIONS[options.mission]),)


# ---------------------------------------------------------------- phases


def drawing(world: Agencies) -> tuple[Msg, ...]:
    """What to do with the pile and the Training Center."""
    n = int(DATA["rounds"]["draw"])
    draw = msg("Draw %(n)d cards each. If the pile runs out, shuffle the discards.", n=n)
    if world.options.is_hand_kept:
        lay = msg("Lay cards in your Training Center, one for each Helmet on your track; discard what is over.")
    else:
        lay = msg("Lay cards in your Training Center, one for each Helmet on your track; discard the rest.")
    if world.options.mission != "pluto":
        return draw, lay
    less = int(DATA["missions"]["pluto"]["discount"])
    return msg("Turn up an Event: cards of its colour cost %(n)d less this round.", n=less), draw, lay


def _counting(resource: Resource) -> Msg:
    cap = int(LIMITS[resource])
    if resource == "carrots":
        return msg(
            "Count Carrots in your Training Center and at levels 1 and 2, each bonus once: %(n)d at most.", n=cap
        )
    return msg("Count Gold in your Training Center and at levels 1 and 2, each bonus once: %(n)d at most.", n=cap)


def _giving(world: Agencies, resource: Resource) -> tuple[Msg, ...]:
    if len(world.seats) < 2:  # nobody else is there
        return ()
    cap = int(LIMITS[resource])
    if world.options.is_gift_shared:
        return (msg("Each may give up to %(n)d to others; nobody ends above %(cap)d.", n=GIFT, cap=cap),)
    return (msg("Each may give up to %(n)d to one other, who stops at %(cap)d.", n=GIFT, cap=cap),)


def growing(world: Agencies) -> tuple[Msg, ...]:
    """Carrots: count, give, promote, and what the mission adds."""
    spend = {
        "ceres": msg(
            "Pay a card’s cost to promote it to level 1, or to bring it from level 1 into the Command Center."
        ),
        "jupiter": msg("Pay a card’s cost to promote it to level 1; stock Carrots in your Warehouse."),
        "moon": msg("Pay a card’s cost to promote it to level 1, or to bring it from Space to your Moon card."),
    }.get(world.options.mission, msg("Pay a card’s cost to promote it to level 1."))
    return _counting("carrots"), *_giving(world, "carrots"), spend


def flying(world: Agencies) -> tuple[Msg, ...]:
    """Gold: count, give, certify, send."""
    spend = msg("Pay a card’s cost to certify it for level 2, and again to send it into Space, as often as you can.")
    return _counting("gold"), *_giving(world, "gold"), spend


def resting(world: Agencies) -> tuple[Msg, ...]:
    """Helmets, and the end of the round."""
    if "titan" in world.chart.checked:
        lost = msg("Carrots and Gold that are left are lost; a Scientist at level 2 keeps up to %(n)d.", n=KEPT)
    else:
        lost = msg("Carrots and Gold that are left are lost.")
    begin = 0 if world.options.is_zero_helmets else start().helmets
    cap = int(LIMITS["helmets"])
    return (
        lost,
        msg(
            "Move the Helmet token on from %(n)d, one step for each Helmet on the same cards: %(cap)d at most.",
            n=begin,
            cap=cap,
        ),
        msg("Set one card of the draw pile aside. After %(n)d rounds the game is over.", n=ROUNDS),
    )


TEACH: Final = {
    DRAW: msg("Four new rabbits. Your Helmets say how many of them may stay in training."),
    CARROTS: msg("Carrots train rabbits. Share some: together you go further."),
    GOLD: msg("Gold makes Astronauts and sends them into Space, where they score and give nothing any more."),
    HELMETS: msg("All stores are emptied. The Helmets you count now are the room for the next draw."),
}
LABELS: Final = {DRAW: msg("Draw"), **{key: RESOURCES[key] for key in (CARROTS, GOLD, HELMETS)}}  # type: ignore[index]


def phase(key: str, rule: str, todo: Any) -> Phase[Agencies]:
    """A phase; its panel is the game's own."""
    return Phase(key=key, label=LABELS[key], rule=rule, todo=todo, new=TEACH[key])


# ---------------------------------------------------------------- the log


def told(event: Event, names: Mapping[Seat, str]) -> Msg:  # one sentence for each event
    """An event in one sentence."""
    name = names.get(getattr(event, "seat", 0), "")
    match event:
        case Ready(phase=key, round=round_, on=on):
            label = LABELS[key]
            if on:
                return msg("%(name)s is done: %(phase)s, round %(n)d", name=name, phase=label, n=round_)
            return msg("%(name)s is not done after all: %(phase)s, round %(n)d", name=name, phase=label, n=round_)
        case Counted(resource=resource, by=by):
            return msg("%(name)s counts %(what)s: %(by)s", name=name, what=RESOURCES[resource], by=f"{by:+d}")
        case Gave(to=to, resource=resource, amount=n):
            other = names.get(to, "")
            return msg(
                "%(name)s gives %(other)s %(n)d: %(what)s", name=name, other=other, n=n, what=RESOURCES[resource]
            )
        case Trained(step=step, cost=cost):
            return msg("%(name)s, a card of cost %(n)d: %(step)s", name=name, n=cost, step=STEPS[step])
        case Entered(cost=cost, color=color):
            if color:
                return msg("%(name)s has a card of cost %(n)d, %(color)s", name=name, n=cost, color=color)
            return msg("%(name)s has a card of cost %(n)d", name=name, n=cost)
        case Moved(card=card, to=to):
            number = card.partition("-")[2]
            return msg("%(name)s, card %(card)s: %(zone)s", name=name, card=number, zone=PLACES[to])
        case Launched(round=round_, typed=typed):
            return msg("%(name)s, into Space in round %(n)d: %(typed)s", name=name, n=round_, typed=typed or "–")
        case Stocked(by=by):
            return msg("%(name)s, Warehouse: %(by)s", name=name, by=f"{by:+d}")
        case Kept(resource=resource, by=by):
            return msg("%(name)s keeps %(what)s: %(by)s", name=name, what=RESOURCES[resource], by=f"{by:+d}")
        case TurnedUp(round=round_, color=color):
            return msg("Event of round %(n)d: %(color)s", n=round_, color=color or "–")
        case Checked(box=box, on=on):
            where_ = chart.name_of(box)
            return msg("Checked: %(box)s", box=where_) if on else msg("Not checked after all: %(box)s", box=where_)
        case Linked(links=links, on=on):
            pairs = tuple(links)
            return msg("Neighbours: %(links)s", links=pairs) if on else msg("No neighbours: %(links)s", links=pairs)
        case Earned(by=by):
            return msg("Boxes earned elsewhere: %(by)s", by=f"{by:+d}")
        case Beyond(by=by):
            return msg("Boxes beyond our map: %(by)s", by=f"{by:+d}")
        case Carried(scores=scores):
            return msgs("The Evolution sheet after %(n)d game", "The Evolution sheet after %(n)d games", len(scores))
    return msg("Something happened")


def leaves(world: Agencies, closed: Closed | None) -> tuple[Event, ...]:
    """The Evolution sheet goes on from game to game."""
    return (chart.left(world.chart, closed, world.options),)


TRACKER: Final[Tracker[Agencies, Finish]] = Tracker(
    rounds=ROUNDS,
    phases=(
        phase(DRAW, "draw", drawing),
        phase(CARROTS, "counting", growing),
        phase(GOLD, "send", flying),
        phase(HELMETS, "helmets", resting),
    ),
    events=(
        Ready,
        Counted,
        Gave,
        Trained,
        Entered,
        Moved,
        Launched,
        Stocked,
        Kept,
        TurnedUp,
        Checked,
        Linked,
        Earned,
        Beyond,
        Carried,
    ),
    setup=setup,
    new=new,
    apply=apply,
    where=where,
    known=known,
    final=final,
    doubts=doubts,
    told=told,
    panel=board,
    leaves=leaves,
    has_start=False,
)
