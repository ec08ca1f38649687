"""Bunny Kingdom from setup to result: four rounds of exploration, construction and harvest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from companion.core.data import data
from companion.core.errors import Missing, NotNow, Refused
from companion.core.events import Arrived, Event, Left, PhaseEnded, Reordered
from companion.core.game import Input, Option, Phase, Setting, Step, Tally, Tracker, Where
from companion.core.numbers import number
from companion.core.score import Seat
from companion.core.secrets import Hidden
from companion.core.text import Msg, msg, msgs

from . import count
from .atlas import atlas, doubts
from .fiefs import counts, fiefs
from .happenings import (
    CONSTRUCTION,
    EXPLORATION,
    HARVEST,
    OVER,
    Booked,
    Built,
    Harvested,
    KeptParchments,
    NewWorld,
    PassedOn,
    PlayedCamps,
    Saved,
    Settled,
    TurnedOver,
    building_of,
)
from .land import PRINTED_CITIES, TERRAIN, Territory
from .parchments import MISSIONS, PARCHMENTS, TREASURES
from .placing import building_said
from .state import BOX, Board, Options, Realm
from .track import ROUNDS, SEATS, Draft, direction, draft

PHASES: Final = (EXPLORATION, CONSTRUCTION, HARVEST)
CARDS: Final = int(data(__file__)["box"]["cards"])


# ---------------------------------------------------------------- what happens


def new(setting: Setting) -> NewWorld:
    """An empty map."""
    options = setting.options if isinstance(setting.options, Options) else Options()
    return NewWorld(
        seats=setting.seats,
        start=setting.start,
        options=options,
        parchments={seat: Hidden(owner=seat, count=0) for seat in setting.seats},
    )


def apply(world: NewWorld, event: Event) -> NewWorld:
    """The play after *event*. Raises Missing for a seat or territory that is not there, NotNow for another moment."""
    match event:
        case Settled(seat=seat, at=at, on=on):
            if not on and len(at) > 1:
                raise Refused(msg("Give up one territory at a time.").under("control"), "at")
            for territory in at:
                world = settled(world, _seat(world, seat), _territory(territory), on=on)
            return world
        case Built(seat=seat, at=at):
            return built(world, _seat(world, seat), _territory(at), event)
        case Saved(seat=seat, cards=cards):
            return replace(world, saved={**world.saved, _seat(world, seat): cards})
        case Harvested(seat=seat, round=round_, typed=typed):
            return harvested(world, _seat(world, seat), round_, typed)
        case KeptParchments(held=held):
            return kept(world, _seat(world, held.owner), held)
        case PlayedCamps(seat=seat, by=by):
            return camps_played(world, _seat(world, seat), by)
        case PassedOn(round=round_, turn=turn):
            return passed_on(world, round_, turn)
        case TurnedOver():
            opened = {seat: replace(held, open=True) for seat, held in world.parchments.items()}
            return replace(world, is_revealed=True, parchments=opened)
        case PhaseEnded(round=round_, phase=phase):
            return ended(world, round_, phase)
        case Arrived(seat=seat):
            fresh = {**world.parchments, seat: Hidden(owner=seat, count=0)}
            return replace(world, seats=(*world.seats, seat), parchments=fresh)
        case Left(seat=seat):
            return replace(world, seats=tuple(one for one in world.seats if one != seat))
        case Reordered(order=order):
            return replace(world, seats=order)
    return world


def _seat(world: NewWorld, seat: Seat) -> Seat:
    if seat not in world.parchments:
        raise Missing(msg("Nobody sits there."), "seat")
    return seat


def _territory(name: str) -> Territory:
    territory = name.strip().upper()
    if territory not in TERRAIN:
        raise Refused(msg("There is no territory “%(name)s” on the map.", name=name[:20]).under("map"), "at")
    return territory


def _card(key: str) -> str:
    if key not in PARCHMENTS:
        raise Missing(msg("There is no parchment “%(key)s”.", key=key[:40]).under("parchments"), "keys")
    return key


def settled(world: NewWorld, seat: Seat, territory: Territory, *, on: bool) -> NewWorld:
    """A rabbit put down or taken off. Whose camp stood there loses it, as the territory's card is played."""
    board = world.board(seat)
    if not on:
        if territory not in board.controlled:
            raise NotNow(msg("There is no rabbit of theirs on %(at)s.", at=territory).under("control"))
        land = tuple(one for one in board.owned if one != territory)
        world = _camp_forgotten(world, seat, territory)
        return _with(world, seat, Board(owned=land, buildings=_without(board, territory)))
    owner = world.owner(territory)
    if owner is not None:
        camp = world.board(owner).buildings.get(territory)
        if camp is None or camp.camp is None:
            if owner == seat:
                return world
            raise NotNow(msg("%(at)s has another player's rabbit. Take that off first.", at=territory).under("control"))
        world = _with(world, owner, replace(world.board(owner), buildings=_without(world.board(owner), territory)))
        board = world.board(seat)
    return _with(world, seat, replace(board, owned=(*(t for t in board.owned if t != territory), territory)))


def built(world: NewWorld, seat: Seat, territory: Territory, event: Built) -> NewWorld:
    """A building put up, changed or taken off. Only what could not stand there at all is refused."""
    building, board = building_of(event), world.board(seat)
    world = _camp_forgotten(world, seat, territory)
    if building is None:
        return _with(world, seat, replace(board, buildings=_without(board, territory)))
    owner = world.owner(territory)
    if owner is not None and owner != seat:
        raise NotNow(msg("%(at)s has another player's rabbit.", at=territory).under("buildings"))
    if building.camp is not None and territory in board.owned:
        raise NotNow(msg("A camp goes where there is no rabbit; %(at)s has one.", at=territory).under("camps"))
    if building.camp is not None:
        stood = world.camps.get(seat, frozenset()) | {building.camp}
        world = replace(world, camps={**world.camps, seat: stood})
    return _with(world, seat, replace(board, buildings={**board.buildings, territory: building}))


def _camp_forgotten(world: NewWorld, seat: Seat, territory: Territory) -> NewWorld:
    """A camp taken off or built over by its own player was put down by mistake: it never stood."""
    standing = world.board(seat).buildings.get(territory)
    if standing is None or standing.camp is None:
        return world
    return replace(world, camps={**world.camps, seat: world.camps.get(seat, frozenset()) - {standing.camp}})


def _without(board: Board, territory: Territory) -> dict[Territory, Any]:
    return {at: building for at, building in board.buildings.items() if at != territory}


def _with(world: NewWorld, seat: Seat, board: Board) -> NewWorld:
    return replace(world, boards={**world.boards, seat: board})


def kept(world: NewWorld, seat: Seat, held: Hidden) -> NewWorld:
    """The parchments of *seat*; face up once everybody has turned them over."""
    for key in held.keys:
        _card(key)
    return replace(world, parchments={**world.parchments, seat: replace(held, open=world.is_revealed)})


def harvested(world: NewWorld, seat: Seat, round_: int, typed: str) -> NewWorld:
    """A harvest typed; one that is booked already is booked anew, from the land as it was then."""
    others = {key: text for key, text in world.typed.items() if key != (round_, seat)}
    if typed.strip():
        if number(typed) < 0:
            raise Refused(msg("%(n)d is the least possible.", n=0), "typed")
        others[round_, seat] = typed.strip()
    world = replace(world, typed=others)
    if round_ >= world.round and world.phase != OVER:
        return world
    before = world.booked.get((round_, seat))
    return book(world, round_, seat, before.board if before else None)


def camps_played(world: NewWorld, seat: Seat, by: int) -> NewWorld:
    """More or fewer Camp cards played; no fewer than the camps that stood on the map."""
    n, stood = world.camps_played(seat) + by, len(world.camps.get(seat, ()))
    if n < stood:
        said = msgs("%(n)d camp has stood on the map.", "%(n)d camps have stood on the map.", stood).under("camps")
        raise NotNow(said if stood else msg("%(n)d is the least possible.", n=0))
    return replace(world, camp_cards={**world.camp_cards, seat: n})


def passed_on(world: NewWorld, round_: int, turn: int) -> NewWorld:
    """The next turn of the exploration; the last one is ended by the phase itself."""
    if (round_, EXPLORATION, turn) != (world.round, world.phase, world.turn):
        raise NotNow(msg("That turn is over already.").under("hands"))
    if turn >= hands(world).turns:
        raise NotNow(msg("This is the last turn; go on to the construction.").under("hands"))
    return replace(world, turn=turn + 1)


def hands(world: NewWorld) -> Draft:
    """How many cards there are at this table, even when too few are left at it."""
    return draft(max(len(world.seats), SEATS[0]))


def ended(world: NewWorld, round_: int, phase: str) -> NewWorld:
    """The next phase; at the end of a harvest everybody's is booked."""
    if (round_, phase) != (world.round, world.phase):
        raise NotNow(msg("That phase is over already.").under("rounds"))
    if phase != HARVEST:
        return replace(world, phase=PHASES[PHASES.index(phase) + 1], turn=1)
    for seat in world.seats:
        world = book(world, round_, seat, world.board(seat) if world.has_map(seat) else None)
    return replace(world, round=round_ + 1, phase=EXPLORATION) if round_ < ROUNDS else replace(world, phase=OVER)


def book(world: NewWorld, round_: int, seat: Seat, board: Board | None) -> NewWorld:
    """The harvest of *seat* in *round_*: as typed, else from its *board*; one that nobody knows stays open."""
    typed = world.typed.get((round_, seat))
    others = {key: booked for key, booked in world.booked.items() if key != (round_, seat)}
    if typed is None and board is None:
        return replace(world, booked=others)
    points = number(typed) if typed is not None else sum(fief.points for fief in fiefs(board or Board()))
    return replace(world, booked={**others, (round_, seat): Booked(points=points, typed=typed or "", board=board)})


# ---------------------------------------------------------------- what is known


def where(world: NewWorld) -> Where | None:
    """Everybody acts at once in every phase."""
    return None if world.phase == OVER else Where(round=world.round, phase=world.phase, acting=world.seats)


def products(board: Board) -> str:
    """A harvest as a sum: ``5×3 + 2×1``; 0 where no fief pays."""
    return " + ".join(f"{fief.strength}×{fief.wealth}" for fief in fiefs(board) if fief.points) or "0"


def known(world: NewWorld) -> dict[tuple[str, Seat], str | tuple[str, ...] | Mapping[str, int]]:
    """Harvests booked, parchments that may be seen, and what the map says that missions count."""
    found: dict[tuple[str, Seat], str | tuple[str, ...] | Mapping[str, int]] = {}
    for (round_, seat), booked in sorted(world.booked.items()):
        found[count.HARVESTS[round_ - 1], seat] = booked.typed or (products(booked.board) if booked.board else "")
    for seat, held in world.parchments.items():
        if held.keys:
            found["parchments", seat] = held.keys
        figures: dict[str, int] = {}
        if world.has_map(seat):
            figures = {str(key): n for key, n in counts(world.board(seat)).items()}
            figures[count.LAND] = len(world.board(seat).controlled)
        if n := world.camps_played(seat):
            figures[count.CAMPS] = n
            if unplaced := unplaced_camps(world, seat):
                figures[count.UNPLACED] = unplaced
        if figures:
            found["counts", seat] = figures
    return found


def unplaced_camps(world: NewWorld, seat: Seat) -> int:
    """Camp cards whose camp never stood; 0 where the map is not entered, so that nobody can tell."""
    return world.camps_played(seat) - len(world.camps.get(seat, ())) if world.has_map(seat) else 0


def final(world: NewWorld, tally: Tally) -> Realm:
    """The table as counted, with the map where it was entered."""
    realm = count.realm(tally)
    kingdoms = dict(realm.kingdoms)
    for seat, kingdom in kingdoms.items():
        mapped = [n for n in kingdom.harvests if (booked := world.booked.get((n, seat))) and booked.is_mapped]
        if world.has_map(seat):
            kingdom = replace(kingdom, board=world.board(seat))
        camps = max(kingdom.camp_cards, world.camps_played(seat))
        is_over = world.phase == OVER
        kingdoms[seat] = replace(kingdom, mapped=tuple(mapped), camp_cards=camps, is_over=is_over)
    return replace(realm, kingdoms=kingdoms)


# ---------------------------------------------------------------- setup and phases


def setup(setting: Setting) -> tuple[Step, ...]:
    """The checklist for so many players."""
    players = len(setting.seats)
    hand = draft(players)
    table, box, each = msg("The table"), msg("Beside the board"), msg("Everybody")
    steps = [
        Step(key="board", group=table, rule="map", text=msg("Lay the board in the middle")),
        Step(
            key="cities",
            group=table,
            rule="cities",
            text=msg("Put a City of strength 1 on each of the %(n)d printed cities", n=len(PRINTED_CITIES)),
            more=msg("They are on the small map below"),
        ),
        Step(
            key="supply",
            group=box,
            rule="buildings",
            text=msg("Sort the other Cities, farms, Sky Towers and camps"),
        ),
        Step(key="deck", group=box, rule="hands", text=msg("Shuffle all %(n)d cards face down", n=CARDS)),
        Step(
            key="rabbits",
            group=each,
            rule="rabbits",
            text=msg("Take the %(n)d rabbits of one colour", n=int(BOX["rabbits"])),
        ),
        Step(key="track", group=each, rule="track", text=msg("Put one rabbit at 0 of the score track")),
        Step(
            key="hand",
            group=each,
            rule="hands",
            text=msgs("Deal %(n)d card to each player", "Deal %(n)d cards to each player", hand.hand),
            more=msg("Again in every round"),
        ),
    ]
    if hand.reserve:
        text = msgs("Deal %(n)d more as a reserve", "Deal %(n)d more as a reserve", hand.reserve)
        more = msg("Face down; nobody looks at it. Again in every round")
        steps.append(Step(key="reserve", group=each, rule="hands", text=text, more=more))
    return tuple(steps)


WAYS: Final = {"left": msg("to the left, clockwise"), "right": msg("to the right, anticlockwise")}


def exploring(world: NewWorld) -> tuple[Msg, ...]:
    """What to do with the cards."""
    hand = hands(world)
    if hand.reserve:
        take = msg("Each takes %(n)d new cards, and %(r)d as a reserve.", n=hand.hand, r=hand.reserve)
        play = msg("Each turn draw one from your reserve, play one, discard one face down. %(n)d turns.", n=hand.turns)
    else:
        take = msg("Everybody takes %(n)d new cards.", n=hand.hand)
        play = msg("Each turn play %(k)d cards, all at once. %(n)d turns.", k=hand.play, n=hand.turns)
    return (
        take,
        play,
        msg("Pass the rest %(way)s.", way=WAYS[direction(world.round)]),
    )


def constructing(world: NewWorld) -> tuple[Msg, ...]:
    """What to build."""
    return (
        msg("Put buildings on your own land: one for each territory, for good."),
        msg("Camps go by their numbers, lowest first, on land without a rabbit."),
        msg("What you do not use may wait for a later round."),
    )


def harvesting(world: NewWorld) -> tuple[Msg, ...]:
    """What each fief pays."""
    return (
        msg("Choose what your trading posts give this time."),
        msg("Each fief pays strength × wealth. Add them up."),
    )


def parchment_choices(world: NewWorld, seat: Seat) -> tuple[Option, ...]:
    """All parchments, treasures first."""
    return tuple(count.described(key, world.options) for key in (*TREASURES, *MISSIONS))


def saved_choices(world: NewWorld, seat: Seat) -> tuple[Option, ...]:
    """Building cards that may wait."""
    cities = tuple(Option(key=f"city-{n}", label=msg("City of strength %(n)d", n=n)) for n in (1, 2, 3))
    camps = tuple(Option(key=f"camp-{n}", label=msg("Camp %(n)d", n=n)) for n in range(1, int(BOX["camps"]) + 1))
    others = (
        Option(key="farm", label=msg("A farm")),
        Option(key="post", label=msg("A trading post")),
        Option(key="sky", label=msg("A Sky Tower")),
    )
    return (*cities, *others, *camps)


PARCHMENTS_KEPT: Final[Input[NewWorld]] = Input(
    key="parchments",
    label=msg("Parchments"),
    hint=msg("kept face down until the end"),
    rule="parchments",
    event=KeptParchments,
    widget="cards",
    enters="held",
    now=lambda world, seat: world.parchments[seat],
    choices=parchment_choices,
    depth="full",
    secret=True,
)
WAITING: Final[Input[NewWorld]] = Input(
    key="saved",
    label=msg("Waiting for a later round"),
    rule="buildings",
    event=Saved,
    widget="cards",
    enters="cards",
    now=lambda world, seat: world.saved.get(seat, ()),
    choices=saved_choices,
    depth="full",
)
CAMPS_PLAYED: Final[Input[NewWorld]] = Input(
    key="camp_cards",
    label=msg("Camp cards played"),
    hint=msg("in the whole game, for Colonist"),
    rule="colonist",
    event=PlayedCamps,
    widget="counter",
    enters="by",
    now=lambda world, seat: world.camps_played(seat),
    depth="full",
)


def said_harvest(world: NewWorld, seat: Seat) -> str:
    """What the field of this round's harvest shows: what was typed, else what the map says."""
    typed = world.typed.get((world.round, seat))
    return typed if typed is not None else products(world.board(seat)) if world.has_map(seat) else ""


HARVEST_TYPED: Final[Input[NewWorld]] = Input(
    key="harvest",
    label=msg("Harvest"),
    hint=msg("a number, or 6×5 + 4×3"),
    rule="harvest",
    event=Harvested,
    widget="number",
    enters="typed",
    now=said_harvest,
)
TEACH: Final = {
    EXPLORATION: msg("All choose at once; a territory card puts your rabbit on the map straight away."),
    CONSTRUCTION: msg("Cities give strength, farms and posts give resources."),
    HARVEST: msg("Strength times wealth, for every fief, four times in the game."),
}


def told(event: Event, names: Mapping[Seat, str]) -> Msg:
    """An event of Bunny Kingdom in one sentence."""
    match event:
        case Settled(seat=seat, at=at, on=on):
            land = ", ".join(at).upper()
            if on:
                return msg("%(name)s takes %(land)s", name=names[seat], land=land)
            return msg("%(name)s gives up %(land)s", name=names[seat], land=land)
        case Built(seat=seat, at=at):
            building = building_of(event)
            if building is None:
                return msg("%(name)s clears %(at)s", name=names[seat], at=at.upper())
            return msg(
                "%(name)s builds on %(at)s: %(what)s", name=names[seat], at=at.upper(), what=building_said(building)
            )
        case Saved(seat=seat, cards=cards):
            return msgs("%(name)s keeps %(n)d building", "%(name)s keeps %(n)d buildings", len(cards), name=names[seat])
        case Harvested(seat=seat, round=round_, typed=typed):
            return msg("%(name)s, harvest %(r)d: %(typed)s", name=names[seat], r=round_, typed=typed or "–")
        case KeptParchments(held=held):
            return msgs(
                "%(name)s holds %(n)d parchment", "%(name)s holds %(n)d parchments", held.count, name=names[held.owner]
            )
        case PlayedCamps(seat=seat, by=by):
            return msg("%(name)s, Camp cards: %(by)s", name=names[seat], by=f"{by:+d}")
        case PassedOn(round=round_, turn=turn):
            return msg("Round %(r)d, turn %(n)d: hands passed on", r=round_, n=turn)
        case TurnedOver():
            return msg("The parchments are turned over")
    return msg("Something happened")


def phase(key: str, label: Msg, rule: str, todo: Any, *inputs: Input[NewWorld]) -> Phase[NewWorld]:
    """A phase with its inputs."""
    return Phase(key=key, label=label, rule=rule, todo=todo, inputs=inputs, new=TEACH[key])


def reveal(world: NewWorld) -> Option | None:
    """What turns the parchments over, while somebody's lie face down."""
    hidden = any(held.count and not held.open for held in world.parchments.values())
    return Option(key=TurnedOver().kind, label=msg("Turn over parchments")) if hidden else None


TRACKER: Final[Tracker[NewWorld, Realm]] = Tracker(
    rounds=ROUNDS,
    phases=(
        phase(EXPLORATION, msg("Exploration"), "hands", exploring, PARCHMENTS_KEPT, WAITING),
        phase(CONSTRUCTION, msg("Construction"), "buildings", constructing, WAITING, CAMPS_PLAYED, PARCHMENTS_KEPT),
        phase(HARVEST, msg("Harvest"), "harvest", harvesting, HARVEST_TYPED),
    ),
    events=(Settled, Built, PassedOn, Saved, Harvested, KeptParchments, PlayedCamps, TurnedOver),
    setup=setup,
    new=new,
    apply=apply,
    where=where,
    known=known,
    final=final,
    doubts=doubts,
    told=told,
    panel=atlas,
    reveal=reveal,
    has_start=False,
)
