"""What looks odd: said with the figures, never in the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from companion.core.data import data
from companion.core.score import Ruling, Seat
from companion.core.text import Doubt, Msg, msg, msgs

from .fiefs import LUXURIES, PRINTED_STRENGTH
from .holdings import Held, Holding, Table
from .land import BORDER, CORNERS, MOUNTAINS, PLACE, PRINTED_CITIES, PRODUCES, TERRAIN, TERRITORIES, Resource, Territory
from .parchments import BIG, PARCHMENTS, CountKey
from .placing import building_said, fits, terrain_for
from .state import BOX, Board, Building
from .track import ROUNDS
from .words import BASICS, COUNTS, PARCHMENT_NAMES, RESOURCES, TERRAIN_WORDS

_DATA: Final = data(__file__)
RABBITS: Final = int(BOX["rabbits"]) - int(_DATA["track"]["markers"])  # left for the map


def _can_give(kind: str) -> int:
    """The most units of a basic resource that land, farm and trading posts can give together."""
    land = sum(PRODUCES.get(terrain) == kind for terrain in TERRAIN.values())
    return land + int(_DATA["farms"][kind]["cards"]) + int(_DATA["posts"]["cards"])


MOST_CITIES: Final = len(PRINTED_CITIES) + sum(int(one["cards"]) for one in _DATA["cities"].values())
MOST: Final[Mapping[CountKey, int]] = {
    **{kind: _can_give(kind) for kind in BASICS},
    "luxury": len(LUXURIES),
    "cities": MOST_CITIES,
    "mountains": len(MOUNTAINS),
    "border": len(BORDER),
    "corners": len(CORNERS),
    "fiefs": len(TERRITORIES),
    "big_fiefs": len(TERRITORIES) // BIG,
    "barren": sum(terrain != "city" and terrain not in PRODUCES for terrain in TERRAIN.values()),
    "lonely_cities": MOST_CITIES,
}
PART_OF: Final[tuple[tuple[CountKey, CountKey], ...]] = (
    ("corners", "border"),
    ("big_fiefs", "fiefs"),
    ("lonely_cities", "cities"),
)


def board_doubts(board: Board) -> Iterator[Doubt]:
    """What looks odd on one board."""
    for territory in sorted(board.buildings, key=PLACE.__getitem__):
        if doubt := building_doubt(territory, board):
            yield doubt
    if (n := len(board.controlled)) > RABBITS:
        yield msg(
            "%(n)d territories are more than the %(most)d rabbits that stand on the map.", n=n, most=RABBITS
        ).under("rabbits")


def building_doubt(territory: Territory, board: Board) -> Doubt | None:
    """What looks odd about the building on one territory."""
    building = board.buildings[territory]
    what = building_said(building)
    if territory not in board.controlled:
        return msg("%(at)s is not theirs, so this does not count: %(what)s.", at=territory, what=what).under(
            "wrong-building"
        )
    if territory in PRINTED_CITIES and building.city != PRINTED_STRENGTH:
        return msg("%(at)s is a printed city; nothing else fits there: %(what)s.", at=territory, what=what).under(
            "slot"
        )
    if not fits(building, territory) and (needed := terrain_for(building)):
        return msg(
            "%(at)s is %(terrain)s, but this needs %(needed)s: %(what)s.",
            at=territory,
            terrain=TERRAIN_WORDS[TERRAIN[territory]],
            needed=TERRAIN_WORDS[needed],
            what=what,
        ).under("wrong-building")
    return None


def box_doubts(boards: Iterable[Board]) -> Iterator[Doubt]:
    """More than the box holds, on all boards together. A printed city that is listed is no built one."""
    built = [
        (n, building)
        for n, board in enumerate(boards)
        for territory, building in board.buildings.items()
        if building.city is None or territory not in PRINTED_CITIES or building.city != PRINTED_STRENGTH
    ]
    yield from supply_doubts([building for _, building in built])
    pairs: dict[str, list[int]] = {}
    for n, building in built:
        if building.sky is not None:
            pairs.setdefault(building.sky, []).append(n)
    yield from pair_doubts(pairs)


def supply_doubts(built: list[Building]) -> Iterator[Doubt]:
    """More buildings of a kind than there are cards."""
    kinds: tuple[tuple[Callable[[Building], Any], Callable[[Any], int], Callable[[Any], Msg]], ...] = (
        (
            lambda one: one.city,
            lambda n: int(_DATA["cities"][str(n)]["cards"]),
            lambda n: msg("Cities of strength %(n)d", n=n),
        ),
        (
            lambda one: one.farm,
            lambda kind: int(_DATA["farms"][kind]["cards"]),
            lambda kind: msg("farms for %(what)s", what=RESOURCES[kind]),
        ),
        (lambda one: one.post and "post", lambda kind: int(_DATA["posts"]["cards"]), lambda kind: msg("trading posts")),
        (lambda one: one.camp, lambda n: 1, lambda n: msg("camps with the number %(n)d", n=n)),
    )
    for key, most, said in kinds:
        for what, n in Counter(key(one) for one in built if key(one) is not None).items():
            if n > (limit := most(what)):
                yield msg("%(n)d %(what)s, but the game has %(most)d.", n=n, what=said(what), most=limit).under(
                    "buildings"
                )


def resource_doubts(cities: Iterable[int], resources: Iterable[Resource]) -> Iterator[Doubt]:
    """More cities or resources in one fief than there are in the game; any city of strength 1 may be a printed one."""
    for strength, n in Counter(cities).items():
        printed = len(PRINTED_CITIES) if strength == PRINTED_STRENGTH else 0
        most = printed + int(_DATA["cities"][str(strength)]["cards"])
        if n > most:
            yield msg(
                "%(n)d Cities of strength %(towers)d, but there are %(most)d.", n=n, towers=strength, most=most
            ).under("cities")
    for kind, n in Counter(resources).items():
        most = _can_give(kind) if kind in BASICS else int(_DATA["farms"][kind]["cards"])
        if n > most:
            yield msg(
                "%(n)d × %(what)s, but there can be no more than %(most)d.", n=n, what=RESOURCES[kind], most=most
            ).under("resources")


def lonely_token(pair: str) -> Doubt:
    """One token of a pair waits for the other."""
    return msg("The Sky Tower pair “%(pair)s” has one token on the map, which joins nothing.", pair=pair).under(
        "sky-towers"
    )


def pair_doubts(pairs: Mapping[str, list[int]]) -> Iterator[Doubt]:
    """Sky Tower tokens that are too few or too many; *pairs* holds on which board each token stands."""
    whole = int(BOX["tokens_of_a_pair"])
    for pair, at in pairs.items():
        if len(at) < whole:
            yield lonely_token(pair)
        if len(at) > whole:
            yield msg("The Sky Tower pair “%(pair)s” has %(n)d tokens on the map.", pair=pair, n=len(at)).under(
                "sky-towers"
            )
        if len(set(at)) > 1:
            yield msg("The Sky Tower pair “%(pair)s” stands on two players' land.", pair=pair).under("sky-towers")
    if len(pairs) > (most := int(BOX["sky_towers"])):
        yield msg("%(n)d pairs of Sky Towers are named; the box holds %(most)d.", n=len(pairs), most=most).under(
            "sky-towers"
        )


def owner_doubts(table: Table) -> Iterator[Doubt]:
    """Territories with two owners."""
    owners: dict[Territory, list[Seat]] = {}
    for seat, holding in table.holdings.items():
        for territory in holding.kingdom.board.controlled if holding.kingdom.board else ():
            owners.setdefault(territory, []).append(seat)
    for territory in sorted(owners, key=PLACE.__getitem__):
        if len(owners[territory]) > 1:
            yield msg(
                "%(at)s has more than one owner: %(names)s. It counts for each.",
                at=territory,
                names=tuple(named(seat, table) for seat in owners[territory]),
            ).under("control")


def named(seat: Seat, table: Table) -> str:
    """What a seat is called."""
    return table.realm.names.get(seat, f"#{seat}")


def map_counts(what: Msg, typed: int, n: int) -> Msg:
    """A figure is typed otherwise than the map has it."""
    return msg("%(what)s: %(typed)d is typed, but the map has %(n)d, which counts.", what=what, typed=typed, n=n)


def count_doubts(holding: Holding) -> Iterator[Doubt]:
    """Typed figures that do not go together, or that a board makes needless."""
    kingdom, found = holding.kingdom, holding.counts
    if kingdom.board is not None:
        for key in (key for key, n in kingdom.counts.items() if found[key] != n):
            yield map_counts(COUNTS[key], kingdom.counts[key], found[key]).under("missions")
        land = holding.territories
        if kingdom.territories is not None and land is not None and kingdom.territories != land:
            yield map_counts(msg("Territories"), kingdom.territories, land).under("matriarch")
        typed, worked = ([n for n in sorted(points) if n] for points in (kingdom.fief_points, holding.fief_points))
        if typed and typed != worked and any(card.kind == "prince" for card in holding.counted_as):
            yield msg(
                "Points of each fief: %(typed)s typed, but the map has %(worked)s, which counts.",
                typed="+".join(map(str, typed)),
                worked="+".join(map(str, worked)) or "0",
            ).under("little-prince")
        return
    for part, whole in PART_OF:
        if part in found and whole in found and found[part] > found[whole]:
            yield msg("%(part)s cannot be more than %(whole)s.", part=COUNTS[part], whole=COUNTS[whole]).under(
                "missions"
            )


def too_many(table: Table) -> Iterator[Doubt]:
    """Counts of all seats together that are more than map and box hold."""
    for key, most in MOST.items():
        n = sum(holding.counts.get(key, 0) for holding in table.holdings.values())
        is_typed = any(key in one.kingdom.counts and one.kingdom.board is None for one in table.holdings.values())
        if is_typed and n > most:
            yield msg(
                "%(what)s: %(n)d, but there can be no more than %(most)d.", what=COUNTS[key], n=n, most=most
            ).under("map")
    land = sum(table.territories.values()) if table.territories else 0
    if land > len(TERRITORIES) and not any(one.kingdom.board for one in table.holdings.values()):
        yield msg("%(n)d territories in all, but the map has %(most)d.", n=land, most=len(TERRITORIES)).under("map")
    cards = sum(holding.camp_cards for holding in table.holdings.values())
    if cards > (most := int(BOX["camps"])):
        yield msg("%(n)d Camp cards in all, but there are %(most)d.", n=cards, most=most).under("camps")


def missing(holding: Holding, table: Table) -> Iterator[Doubt]:
    """Figures that a parchment needs and that nobody gave."""
    for card in dict.fromkeys(holding.counted_as):
        name = PARCHMENT_NAMES[card.key]
        if card.counts and card.counts not in holding.counts:
            yield msg("%(card)s needs a figure: %(what)s.", card=name, what=COUNTS[card.counts]).under(card.rule)
        if card.kind == "most" and table.territories is None:
            yield msg("%(card)s needs the number of everybody's territories.", card=name).under(card.rule)
        if card.kind == "prince" and not holding.fief_points and holding.kingdom.board is None:
            yield msg("%(card)s needs the points of every fief.", card=name).under(card.rule)
        if card.kind == "second" and not table.realm.is_whole:
            yield msg("%(card)s is settled in the final score, when everybody's total is known.", card=name).under(
                card.rule
            )


def harvest_doubts(holding: Holding) -> Iterator[Doubt]:
    """A last harvest that the fiefs contradict."""
    typed = holding.kingdom.harvests.get(ROUNDS)
    worked = sum(holding.fief_points)
    if typed is None or not (holding.kingdom.board or holding.fief_points) or typed == worked:
        return
    yield msg(
        "Harvest %(n)d is typed as %(typed)d, but the fiefs add up to %(worked)d.",
        n=ROUNDS,
        typed=typed,
        worked=worked,
    ).under("harvest")


def camp_doubts(holding: Holding) -> Iterator[Doubt]:
    """Fewer Camp cards than camps."""
    typed, n = holding.kingdom.camp_cards, holding.camp_cards
    if typed < n and (typed or holding.number_of("camps")):
        yield msgs(
            "There is at least %(n)d Camp card; %(typed)d was typed.",
            "There are at least %(n)d Camp cards; %(typed)d was typed.",
            n,
            typed=typed,
        ).under("camps")


def copy_doubts(holding: Holding, table: Table) -> Iterator[Doubt]:
    """Copies of nothing, of one's own card, or of a card that the neighbour does not show."""
    aimed_through = set(holding.kingdom.parchments)
    for held in holding.cards:
        if held.through:
            aimed_through.add(held.through.key)
        if held.card.kind == "copy":
            yield from copy_doubt(held, holding, table)
    for key in holding.kingdom.copies:
        if key in PARCHMENTS and key not in aimed_through:
            yield msg("%(card)s is not held, so it copies nothing.", card=PARCHMENT_NAMES[key]).under("copies")


def copy_doubt(held: Held, holding: Holding, table: Table) -> Iterator[Doubt]:
    """What looks odd about one copy card."""
    name = PARCHMENT_NAMES[held.card.key]
    target = holding.kingdom.copies.get(held.card.key, "")
    if held.end is None:
        yield msg("%(card)s copies nothing yet.", card=name).under("copies")
    if target not in PARCHMENTS:
        return
    copied = PARCHMENT_NAMES[target]
    if target in holding.kingdom.parchments:
        yield msg(
            "%(card)s copies %(copied)s, which its owner holds; there is only one.", card=name, copied=copied
        ).under("copies")
    seat = table.realm.neighbour(holding.seat, held.card.of)
    if seat is not None and table.realm.is_whole and target not in table.realm.kingdoms[seat].parchments:
        yield msg(
            "%(card)s copies %(copied)s, but %(name)s does not show that card.",
            card=name,
            copied=copied,
            name=named(seat, table),
        ).under("copies")


def card_doubts(table: Table) -> Iterator[Doubt]:
    """Parchments that are there more than once."""
    held = Counter(key for one in table.realm.kingdoms.values() for key in one.parchments if key in PARCHMENTS)
    for key, n in held.items():
        if n > 1:
            yield msg("%(card)s is there %(n)d times; the box holds one.", card=PARCHMENT_NAMES[key], n=n).under(
                "parchments"
            )


def ruling_doubts(table: Table, asked: tuple[Ruling, ...]) -> Iterator[Doubt]:
    """Choices that do not fit the question."""
    for ruling in asked:
        choice = table.realm.rulings.get(ruling.id)
        if choice is not None and choice not in ruling.options:
            yield msg(
                "“%(choice)s” is no answer to this: %(question)s", choice=str(choice), question=ruling.question
            ).under(ruling.rule)


def seat_doubts(holding: Holding, table: Table) -> Iterator[Doubt]:
    """What looks odd about one seat."""
    if holding.kingdom.board is not None:
        yield from board_doubts(holding.kingdom.board)
    yield from count_doubts(holding)
    yield from missing(holding, table)
    yield from harvest_doubts(holding)
    yield from camp_doubts(holding)
    yield from copy_doubts(holding, table)


def doubts(table: Table, asked: tuple[Ruling, ...] = ()) -> tuple[Doubt, ...]:
    """Everything that looks odd; who it is about is said where more than one seat is counted."""
    several = table.realm.is_whole and len(table.holdings) > 1
    found = [
        msg("%(name)s: %(doubt)s", name=named(seat, table), doubt=doubt).under(doubt.rule) if several else doubt
        for seat, holding in table.holdings.items()
        for doubt in seat_doubts(holding, table)
    ]
    boards = [one.kingdom.board for one in table.holdings.values() if one.kingdom.board is not None]
    shared = (owner_doubts(table), box_doubts(boards), too_many(table), card_doubts(table), ruling_doubts(table, asked))
    return (*found, *(doubt for part in shared for doubt in part))
