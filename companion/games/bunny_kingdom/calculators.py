"""The calculators: typed questions, answered by the one scorer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.core.errors import Refused
from companion.core.game import Calculator, Page
from companion.core.score import Line
from companion.core.text import Doubt, Msg, msg

from . import checks
from .doubts import board_doubts, box_doubts, resource_doubts
from .fiefs import Fief, fiefs, units
from .holdings import Table
from .pages import (
    FinalForm,
    KingdomForm,
    ParchmentsForm,
    PlacementForm,
    read_final,
    read_kingdom,
    read_parchments,
    read_placement,
)
from .parchments import PARCHMENTS
from .placing import place
from .scoring import WORTH, fief_line, score
from .shapes import (
    FiefAnswer,
    FiefInput,
    FiefShown,
    FinalAnswer,
    FinalInput,
    KingdomAnswer,
    ParchmentsAnswer,
    ParchmentsInput,
    PlacementAnswer,
    PlacementInput,
    Placing,
)
from .state import Board, Kingdom, Realm
from .track import ROUNDS

ME: Final = 1  # the seat of a calculator for one player


def fief_of(given: FiefInput) -> FiefAnswer:
    """Strength × wealth of a fief that is named without its territories."""
    cities = tuple((f"#{n}", towers) for n, towers in enumerate(given.cities, 1))
    fief = Fief(territories=(), cities=cities, units=Counter(given.resources))
    line = Line(seat=ME, key="harvest", label=msg("Fief"), points=fief.points, why=product(fief), rule="harvest")
    return FiefAnswer(
        points=fief.points,
        strength=fief.strength,
        wealth=fief.wealth,
        lines=(line,),
        doubts=tuple(resource_doubts(given.cities, given.resources)),
    )


def product(fief: Fief) -> Msg:
    """The product in figures."""
    return msg("strength %(strength)d × wealth %(wealth)d", strength=fief.strength, wealth=fief.wealth)


def kingdom(given: Board) -> KingdomAnswer:
    """A kingdom fief by fief. Refuses territories that do not exist or are given twice."""
    checks.refuse(checks.board(given))
    found = fiefs(given)
    return KingdomAnswer(
        harvest=sum(fief.points for fief in found),
        fief_count=len(found),
        fiefs=tuple(shown(fief) for fief in found),
        units=units(found),
        missions=missions(given),
        lines=tuple(fief_line(ME, fief) for fief in found),
        doubts=(*board_doubts(given), *box_doubts((given,))),
    )


def shown(fief: Fief) -> FiefShown:
    """One fief as the answer shows it."""
    return FiefShown(
        territories=fief.territories,
        size=len(fief.territories),
        strength=fief.strength,
        wealth=fief.wealth,
        points=fief.points,
    )


def missions(board: Board) -> dict[str, int]:
    """What every mission that the map alone decides would pay."""
    table = Table(Realm(kingdoms={ME: Kingdom(board=board)}))
    holding = table.holdings[ME]
    return {
        key: WORTH[card.kind](card, holding, table)[0]
        for key, card in PARCHMENTS.items()
        if card.kind in ("per", "threshold", "prince")
    }


def parchments(given: ParchmentsInput) -> ParchmentsAnswer:
    """One player's parchments. Refuses cards and territories that do not exist, and a holder nobody knows."""
    checks.refuse(
        checks.board(given),
        checks.cards(given.parchments, "parchments"),
        checks.copies(given.copies, "copies"),
        holder_errors(given),
    )
    result = score(realm_of(given))
    lines = tuple(line for line in result.lines if line.seat == ME and line.item)
    return ParchmentsAnswer(
        total=sum(line.points for line in lines),
        rows={line.item: line.points for line in lines},
        lines=lines,
        doubts=result.doubts,
        rulings=result.rulings,
    )


def has_map(given: Board) -> bool:
    """Something of the map was entered."""
    return bool(given.owned or given.buildings)


def holder_errors(given: ParchmentsInput) -> Iterator[Refused]:
    """Refusals where others' territories are given, but not who is asking."""
    if given.territories and given.holder not in given.territories and not (given.holder and has_map(given)):
        yield Refused(msg("Say which of the players holds these parchments.").under("land-missions"), "holder")


def realm_of(given: ParchmentsInput) -> Realm:
    """The holder as seat 1, with what is known of the others: their territories."""
    me = Kingdom(
        board=Board(owned=given.owned, buildings=given.buildings) if has_map(given) else None,
        counts=given.counts,
        fief_points=given.fief_points,
        territories=given.territories.get(given.holder),
        parchments=given.parchments,
        copies={str(key): target for key, target in given.copies.items()},
        camp_cards=given.camp_cards,
        unplaced=given.unplaced_camps,
    )
    others = [Kingdom(territories=n) for name, n in given.territories.items() if name != given.holder]
    return Realm(kingdoms=dict(enumerate((me, *others), ME)), rulings=rulings_of(given), is_whole=False)


def rulings_of(given: ParchmentsInput | FinalInput) -> dict[str, int | str]:
    """What the table has settled."""
    return {str(key): choice for key, choice in given.rulings.items()}


def placement(given: PlacementInput) -> PlacementAnswer:
    """Whether the building may stand there. Refuses land that does not exist, and a wrong number of places."""
    checks.refuse(
        checks.land(given.own, "own"),
        checks.land(given.taken_by_others, "taken_by_others"),
        checks.built(given.buildings, "buildings"),
        place_errors(given),
    )
    theirs = set(given.taken_by_others) - set(given.own)
    mine = Board(owned=given.own, buildings={t: one for t, one in given.buildings.items() if t not in theirs})
    at = (given.at,) if isinstance(given.at, str) else given.at
    verdict = place(mine, frozenset(given.taken_by_others), given.build, at)
    return PlacementAnswer(
        legal=verdict.reason is None,
        reason=verdict.reason,
        why=verdict.why,
        rule=verdict.rule,
        doubts=tuple(placement_doubts(given)),
    )


def place_errors(given: PlacementInput) -> Iterator[Refused]:
    """Refusals of one place for a Sky Tower, or of two for anything else."""
    if given.build.sky is not None and isinstance(given.at, str):
        yield Refused(msg("A Sky Tower stands on two territories: name both.").under("sky-towers"), "at")
    if given.build.sky is None and not isinstance(given.at, str):
        yield Refused(msg("This building stands on one territory.").under("slot"), "at")


def placement_doubts(given: PlacementInput) -> Iterator[Doubt]:
    """What looks odd before anything is built: land of two players, more buildings than cards."""
    for territory in given.own:
        if territory in given.taken_by_others:
            yield msg("%(at)s is named as yours and as somebody else's.", at=territory).under("control")
    spots = (given.at,) if isinstance(given.at, str) else given.at
    yield from box_doubts((Board(buildings={**given.buildings, **dict.fromkeys(spots, given.build)}),))


def final(given: FinalInput) -> FinalAnswer:
    """The final score. Refuses names that do not sit at the table, and what does not exist."""
    checks.refuse(final_errors(given))
    result = score(final_realm(given))
    points = {name: result.total(seat) for seat, name in enumerate(given.seats, ME)}
    return FinalAnswer(
        winners=tuple(given.seats[seat - ME] for seat in result.winners),
        decided_by="shared" if result.decided_by == "shared" else "points",
        players=tuple(
            Placing(
                name=name,
                place=result.places[seat],
                points=points[name],
                lines=tuple(line for line in result.lines if line.seat == seat),
            )
            for seat, name in enumerate(given.seats, ME)
        ),
        final=points,
        lines=result.lines,
        doubts=(*result.doubts, *short_of_harvests(given)),
        rulings=result.rulings,
    )


def final_errors(given: FinalInput) -> Iterator[Refused]:
    """Everything in a final input that cannot be."""
    yield from checks.distinct(given.seats)
    for field in BY_NAME:
        yield from checks.seated(getattr(given, field), given.seats, field)
    for name, board in given.boards.items():
        yield from checks.board(board, f"boards.{name}.")
    for name, keys in given.parchments.items():
        yield from checks.cards(keys, f"parchments.{name}")
    for name, aimed in given.copies.items():
        yield from checks.copies(aimed, f"copies.{name}")


BY_NAME: Final = (
    "harvests",
    "boards",
    "parchments",
    "copies",
    "camp_cards",
    "unplaced_camps",
    "counts",
    "fief_points",
    "territories",
)


def final_realm(given: FinalInput) -> Realm:
    """Everybody as the scorer sees them."""
    return Realm(
        kingdoms={seat: final_kingdom(given, name) for seat, name in enumerate(given.seats, ME)},
        names=dict(enumerate(given.seats, ME)),
        rulings=rulings_of(given),
    )


def final_kingdom(given: FinalInput, name: str) -> Kingdom:
    """One player as the scorer sees them."""
    return Kingdom(
        harvests=dict(enumerate(given.harvests.get(name, ()), 1)),
        board=given.boards.get(name),
        counts=given.counts.get(name, {}),
        fief_points=given.fief_points.get(name, ()),
        territories=given.territories.get(name),
        parchments=given.parchments.get(name, ()),
        copies={str(key): target for key, target in given.copies.get(name, {}).items()},
        camp_cards=given.camp_cards.get(name, 0),
        unplaced=given.unplaced_camps.get(name, 0),
    )


def short_of_harvests(given: FinalInput) -> Iterator[Doubt]:
    """Harvests that are neither given nor worked out. A single number may be the sum of all."""
    for name in given.seats:
        known, has_board = len(given.harvests.get(name, ())), name in given.boards
        if known + has_board >= ROUNDS or (known == 1 and not has_board) or not (known or has_board):
            continue
        said = (
            msg(
                "%(name)s: %(n)d of %(all)d harvests are given; the map counts as the last one only beside three.",
                name=name,
                n=known,
                all=ROUNDS,
            )
            if has_board
            else msg("%(name)s: %(n)d of %(all)d harvests are given.", name=name, n=known, all=ROUNDS)
        )
        yield said.under("harvest")


FIEF: Final = Calculator(
    key="fief",
    title=msg("A fief"),
    about=msg("Strength × wealth of one fief, from its cities and resources."),
    rule="fief",
    input=FiefInput,
    output=FiefAnswer,
    run=fief_of,
    example={"cities": [1, 1, 3], "resources": ["wood", "wood", "mushroom", "fish"]},
)
KINGDOM: Final = Calculator(
    key="kingdom",
    title=msg("A kingdom"),
    about=msg("All fiefs of one player from the map: the harvest, and what every mission would pay."),
    rule="harvest",
    input=Board,
    output=KingdomAnswer,
    run=kingdom,
    example={
        "owned": ["A2", "A3", "A4", "B2", "B3", "B4"],
        "buildings": {"A3": {"farm": "mushroom"}, "B2": {"city": 3}},
    },
    page=Page(form=KingdomForm, read=read_kingdom),
    page_example={
        "owned": "A2-A4 B2-B4",
        "placed": [{"at": "A3", "building": "farm mushroom"}, {"at": "B2", "building": "city 3"}],
    },
)
PARCHMENTS_OF: Final = Calculator(
    key="parchments",
    title=msg("Parchments"),
    about=msg("Treasures and missions of one player, from the map or from what you count."),
    rule="parchments",
    input=ParchmentsInput,
    output=ParchmentsAnswer,
    run=parchments,
    example={"parchments": ["left_glove", "right_glove", "fisher", "treasure_hunter"], "counts": {"fish": 5}},
    page=Page(form=ParchmentsForm, read=read_parchments),
    page_example={"parchments": "Left Glove, Right Glove, Fisher, Treasure Hunter", "counts": {"fish": 5}},
)
PLACEMENT: Final = Calculator(
    key="placement",
    title=msg("May I build here?"),
    about=msg("Whether a building may stand on a territory, and if not, why."),
    rule="buildings",
    input=PlacementInput,
    output=PlacementAnswer,
    run=placement,
    example={"own": ["A3", "B2", "C7"], "build": {"farm": "mushroom"}, "at": "A3"},
    page=Page(form=PlacementForm, read=read_placement),
    page_example={"own": "A3 B2 C7", "build": "farm mushroom", "at": "A3"},
)
FINAL: Final = Calculator(
    key="final",
    title=msg("Final score"),
    about=msg("Four harvests, then the parchments of everybody, Opportunist last."),
    rule="end",
    input=FinalInput,
    output=FinalAnswer,
    run=final,
    example={
        "seats": ["Ann", "Bob"],
        "harvests": {"Ann": [8, 19, 33, 46], "Bob": [9, 21, 30, 41]},
        "parchments": {"Ann": ["fisher"], "Bob": ["royal_crown", "opportunist"]},
        "counts": {"Ann": {"fish": 5}},
    },
    page=Page(form=FinalForm, read=read_final),
    page_example={
        "players": [
            {"name": "Ann", "harvests": [8, 19, 33, 46], "parchments": "Fisher", "counts": {"fish": 5}},
            {"name": "Bob", "harvests": [9, 21, 30, 41], "parchments": "Royal Crown, Opportunist"},
        ]
    },
)
