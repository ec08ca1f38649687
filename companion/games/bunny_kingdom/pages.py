"""The pages' flat forms: a map in words (`A3 B4 C10`, `B2 city 3`), parchments by name, read into the inputs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Final, Literal, TypeVar, get_args

from annotated_types import MaxLen, MinLen

from companion.core.errors import Invalid, Refused
from companion.core.shape import Count, Label, Name, Shape
from companion.core.text import msg

from .land import TERRAIN, Basic, Resource, Territory, rectangle
from .parchments import PARCHMENTS
from .placing import building_said
from .shapes import (
    CampCards,
    CopyKey,
    Counts,
    FiefPoints,
    FinalInput,
    ParchmentsInput,
    PlacementInput,
    Unplaced,
)
from .state import BOX, STRONGEST, Board, Building
from .track import ROUNDS, SEATS
from .words import PARCHMENT_NAMES

T = TypeVar("T")
Text = Annotated[str, MaxLen(4000)]
LandText = Annotated[Text, Label(msg("Territories"), msg("such as A3 B4 C10, or A2-A4 for a row"), "control")]
BuiltText = Annotated[
    Text,
    Label(msg("Buildings"), msg("such as A3 mushroom farm, B2 city 3, C9 sky red, D1 sky red"), "buildings"),
]
CardsText = Annotated[Text, Label(msg("Parchments"), msg("their names, with commas between"), "parchments")]
CopyText = Annotated[str, MaxLen(60)]
_RANGE: Final = re.compile(r"([a-z]\d{1,2})\s*(?:-|–|—|\.\.|:)\s*([a-z]\d{1,2})", re.IGNORECASE)
_SPOT: Final = re.compile(r"[a-z]\d{1,2}", re.IGNORECASE | re.ASCII)
_FILLERS: Final = frozenset(
    ["of", "strength", "for", "the", "a", "pair", "number", "no", "at", "on", "luxury", "basic"]
)
_ALSO: Final[Mapping[str, str]] = {
    "cities": "city",
    "town": "city",
    "trading": "post",
    "market": "post",
    "tower": "sky",
    "skytower": "sky",
    "carrots": "carrot",
    "fishes": "fish",
    "mushrooms": "mushroom",
    "pearls": "pearl",
    "spices": "spice",
    "diamonds": "diamond",
}
_KINDS: Final = ("city", "farm", "post", "camp", "sky")
BuildKey = Literal[
    "city 1",
    "city 2",
    "city 3",
    "farm wood",
    "farm fish",
    "farm carrot",
    "farm pearl",
    "farm mushroom",
    "farm spice",
    "farm diamond",
    "farm copper",
    "farm gold",
    "farm iron",
    "post wood",
    "post fish",
    "post carrot",
    "camp 1",
    "camp 2",
    "camp 3",
    "camp 4",
    "camp 5",
    "camp 6",
    "sky a",
    "sky b",
    "sky c",
]


def _building(kind: str, word: str) -> Building | None:
    """One building; None where the word does not go with the kind."""
    number = int(word) if word.isdecimal() and len(word) < 3 else 0
    resource: Resource | None = next((one for one in get_args(Resource) if one == word), None)
    basic: Basic | None = next((one for one in get_args(Basic) if one == word), None)
    match kind:
        case "city" if 0 < number <= STRONGEST:
            return Building(city=number)
        case "camp" if 0 < number <= BOX["camps"]:
            return Building(camp=number)
        case "farm" if resource:
            return Building(farm=resource)
        case "post" if basic:
            return Building(post=basic)
        case "sky" if len(word) <= 20:
            return Building(sky=word)
    return None


BUILDINGS: Final[Mapping[BuildKey, Building]] = {
    key: building for key in get_args(BuildKey) for building in [_building(*key.split())] if building
}
BUILD_WORDS: Final = tuple((key, building_said(building)) for key, building in BUILDINGS.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedForm(Shape):
    """A building by tap: where, and which."""

    at: Annotated[str, MaxLen(20), Label(msg("Territory"), msg("such as B2"))] = ""
    building: Annotated[BuildKey | None, Label(msg("Building"), rule="buildings", words=BUILD_WORDS)] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KingdomForm(Shape):
    """A kingdom: land in words, buildings by tap or in words."""

    owned: LandText = ""
    placed: Annotated[tuple[PlacedForm, ...], MaxLen(40), Label(msg("Buildings"), rule="buildings")] = ()
    buildings: Annotated[
        Text, Label(msg("Or buildings in words"), msg("such as A3 mushroom farm, B2 city 3, C9 sky a"), "buildings")
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParchmentsForm(Shape):
    """One player's parchments, with the map or the figures."""

    parchments: CardsText = ""
    liberal: Annotated[CopyText, Label(msg("Liberal copies"), msg("a card of the right neighbour"), "copies")] = ""
    socialist: Annotated[CopyText, Label(msg("Socialist copies"), msg("a card of the left neighbour"), "copies")] = ""
    owned: LandText = ""
    buildings: BuiltText = ""
    counts: Counts = field(default_factory=dict)
    fief_points: FiefPoints = ()
    camp_cards: CampCards = 0
    unplaced_camps: Unplaced = 0
    territories: Annotated[Count | None, Label(msg("Your territories"), rule="matriarch")] = None
    others: Annotated[
        tuple[Count, ...],
        MaxLen(SEATS[-1] - 1),
        Label(msg("Territories of each other player"), msg("such as 14 11; Matriarch needs them"), "matriarch"),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementForm(Shape):
    """A building to place, in words."""

    own: Annotated[Text, Label(msg("Your territories"), msg("such as A3 B4 C10"), "control")] = ""
    taken_by_others: Annotated[Text, Label(msg("Territories of others"), rule="control")] = ""
    buildings: Annotated[Text, Label(msg("Buildings on the map"), msg("such as B2 city 3, C9 sky red"), "slot")] = ""
    build: Annotated[BuildKey | None, Label(msg("Build"), rule="buildings", words=BUILD_WORDS)] = None
    at: Annotated[Text, Label(msg("At"), msg("one territory, two for a Sky Tower"), "buildings")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerForm(Shape):
    """One player at the end, in words."""

    name: Annotated[Name, Label(msg("Name"))]
    harvests: Annotated[
        tuple[Count, ...],
        MaxLen(ROUNDS),
        Label(msg("Harvests"), msg("such as 8 19 33 46; with three and a map the last is worked out"), "harvest"),
    ] = ()
    parchments: CardsText = ""
    liberal: Annotated[CopyText, Label(msg("Liberal copies"), rule="copies")] = ""
    socialist: Annotated[CopyText, Label(msg("Socialist copies"), rule="copies")] = ""
    owned: LandText = ""
    buildings: BuiltText = ""
    camp_cards: CampCards = 0
    unplaced_camps: Unplaced = 0
    counts: Counts = field(default_factory=dict)
    fief_points: FiefPoints = ()
    territories: Annotated[Count | None, Label(msg("Number of territories"), rule="matriarch")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalForm(Shape):
    """Everybody at the end, clockwise."""

    players: Annotated[
        tuple[PlayerForm, ...], MinLen(1), MaxLen(SEATS[-1]), Label(msg("Players"), msg("clockwise"), "copies")
    ] = ()


class Reading:
    """Several texts read, with everything that is refused in them."""

    def __init__(self) -> None:
        self.errors: list[Refused] = []

    def of(self, read: Callable[[], T], empty: T) -> T:
        """What *read* gives; *empty* where it refuses, which is kept."""
        try:
            return read()
        except Refused as refused:
            self.errors.append(refused)
            return empty

    def land(self, text: str, at: str) -> tuple[Territory, ...]:
        """The territories named."""
        return self.of(lambda: read_land(text, at), ())

    def buildings(self, text: str, at: str) -> dict[Territory, Building]:
        """The buildings named."""
        return self.of(lambda: read_buildings(text, at), {})

    def board(self, form: KingdomForm | ParchmentsForm | PlayerForm, path: str = "") -> Board:
        """The map in words."""
        return Board(
            owned=self.land(form.owned, f"{path}owned"),
            buildings=self.buildings(form.buildings, f"{path}buildings"),
        )

    def tapped(self, rows: tuple[PlacedForm, ...], others: Mapping[Territory, Building]) -> dict[Territory, Building]:
        """*others* with the buildings that were chosen row by row; a row without anything is passed over."""
        found = dict(others)
        for n, row in enumerate(rows):
            spots = self.land(row.at, f"placed.{n}.at")
            if not row.building and not row.at.strip():
                continue
            if row.building is None:
                self.errors.append(Refused(msg("Which building?").under("buildings"), f"placed.{n}.building"))
            elif len(spots) == 1 and spots[0] not in found:
                found[spots[0]] = BUILDINGS[row.building]
            elif len(spots) == 1:
                self.errors.append(Refused(msg("%(name)s stands here twice.", name=spots[0]), f"placed.{n}.at"))
            elif f"placed.{n}.at" not in {error.field for error in self.errors}:
                self.errors.append(Refused(msg("Name one territory.").under("slot"), f"placed.{n}.at"))
        return found

    def cards(self, form: ParchmentsForm | PlayerForm, path: str = "") -> tuple[str, ...]:
        """The parchments by name."""
        return self.of(lambda: read_cards(form.parchments, f"{path}parchments"), ())

    def copies(self, form: ParchmentsForm | PlayerForm, path: str = "") -> dict[CopyKey, str]:
        """What the copy cards are aimed at."""
        typed: dict[CopyKey, str] = {"liberal": form.liberal, "socialist": form.socialist}
        found: dict[CopyKey, str] = {}
        for key, text in typed.items():
            if text.strip() and (card := self.of(partial(read_card, text, f"{path}{key}"), "")):
                found[key] = card
        return found

    def done(self) -> None:
        """Raise everything that was refused."""
        if self.errors:
            raise Invalid(tuple(self.errors))


def read_land(text: str, at: str) -> tuple[Territory, ...]:
    """The territories named, ranges filled in. Refuses, beside the field *at*, what is on no map or named twice."""
    spread = _RANGE.sub(lambda m: " ".join(rectangle(_spot(m[1], at), _spot(m[2], at))), text)
    names = tuple(_spot(part, at) for part in re.split(r"[\s,;]+", spread) if part)
    for n, name in enumerate(names):
        if name in names[:n]:
            raise Refused(msg("%(name)s stands here twice.", name=name), at)
    return names


def _spot(part: str, at: str) -> Territory:
    name = part.upper()
    if name not in TERRAIN:
        raise Refused(msg("There is no territory “%(name)s”; they go from A1 to J10.", name=part[:20]).under("map"), at)
    return name


def read_buildings(text: str, at: str) -> dict[Territory, Building]:
    """Buildings by territory: every piece between commas starts, or ends, with a territory."""
    found: dict[Territory, Building] = {}
    for piece in filter(None, (part.strip() for part in re.split(r"[,;\n]+", text))):
        spots = [part for part in piece.split() if _SPOT.fullmatch(part.rstrip(":"))]
        if len(spots) != 1:
            raise Refused(
                msg("“%(text)s” should name one territory and its building, like B2 city 3.", text=piece[:40]).under(
                    "buildings"
                ),
                at,
            )
        territory = _spot(spots[0].rstrip(":"), at)
        if territory in found:
            raise Refused(msg("%(name)s stands here twice.", name=territory), at)
        found[territory] = read_building(" ".join(part for part in piece.split() if part != spots[0]), at)
    return found


def read_building(text: str, at: str) -> Building:
    """The building that the words name: "city 3", "mushroom farm", "fish post", "camp 2", "sky red"."""
    words = [_ALSO.get(word, word) for word in re.findall(r"[^\W_]+", _folded(text)) if word not in _FILLERS]
    kinds = [kind for kind in _KINDS if kind in words]
    rest = [word for word in words if word not in _KINDS]
    kind = kinds[0] if len(kinds) == 1 else _implied(kinds, rest)
    if kind and len(rest) == 1 and (building := _building(kind, rest[0])):
        return building
    raise Refused(
        msg(
            "“%(text)s” is no building. Write city 3, mushroom farm, fish post, camp 2 or sky red.", text=text[:40]
        ).under("buildings"),
        at,
    )


def _implied(kinds: list[str], rest: list[str]) -> str:
    """What is meant where no kind is named: a luxury resource can only be a farm."""
    luxuries = set(get_args(Resource)) - set(get_args(Basic))
    return "farm" if not kinds and set(rest) <= luxuries else ""


def _folded(text: str) -> str:
    """Lower case, without accents."""
    plain = unicodedata.normalize("NFD", text)
    return "".join(ch for ch in plain if not unicodedata.combining(ch)).casefold()


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", _folded(text))


_CARDS: Final[Mapping[str, str]] = {
    **{_letters(str(name)): key for key, name in PARCHMENT_NAMES.items()},
    **{_letters(key): key for key in PARCHMENTS},
}


def read_cards(text: str, at: str) -> tuple[str, ...]:
    """The parchments named, between commas or on lines of their own. Refuses what is none, or unclear."""
    return tuple(read_card(part, at) for part in re.split(r"[,;\n]+", text) if part.strip())


def read_card(text: str, at: str) -> str:
    """One parchment by its name, or by the only name that begins like it."""
    typed = _letters(text)
    if typed in _CARDS:
        return _CARDS[typed]
    near = {key for name, key in _CARDS.items() if typed and name.startswith(typed)}
    if len(near) == 1:
        return near.pop()
    if near:
        raise Refused(
            msg("“%(text)s” can mean several parchments. Write the whole name.", text=text.strip()[:40]).under(
                "parchments"
            ),
            at,
        )
    raise Refused(msg("There is no parchment “%(key)s”.", key=text.strip()[:40]).under("parchments"), at)


def read_kingdom(form: KingdomForm) -> Board:
    """The kingdom. Refuses every text that is not understood."""
    reading = Reading()
    board = reading.board(form)
    buildings = reading.tapped(form.placed, board.buildings)
    reading.done()
    return Board(owned=board.owned, buildings=buildings)


def read_parchments(form: ParchmentsForm) -> ParchmentsInput:
    """One player's parchments; the players are numbered, the holder is number 1."""
    reading = Reading()
    board, cards, copies = reading.board(form), reading.cards(form), reading.copies(form)
    reading.done()
    mine = len(board.controlled) if board.controlled and form.territories is None else form.territories
    if form.others and mine is None:
        raise Refused(msg("How many territories are yours?").under("land-missions"), "territories")
    territories = {str(n): count for n, count in enumerate((mine or 0, *form.others), 1)}
    return ParchmentsInput(
        parchments=cards,
        copies=copies,
        owned=board.owned,
        buildings=board.buildings,
        counts=form.counts,
        fief_points=form.fief_points,
        camp_cards=form.camp_cards,
        unplaced_camps=form.unplaced_camps,
        territories=territories if form.others else {},
        holder="1" if form.others else "",
    )


def read_placement(form: PlacementForm) -> PlacementInput:
    """The building and its place."""
    reading = Reading()
    own = reading.land(form.own, "own")
    taken = reading.land(form.taken_by_others, "taken_by_others")
    buildings = reading.buildings(form.buildings, "buildings")
    build = BUILDINGS.get(form.build) if form.build else None
    if build is None:
        reading.errors.append(Refused(msg("Which building?").under("buildings"), "build"))
    spots = tuple(part.upper() for part in re.split(r"[\s,;]+", form.at) if part)
    if len(spots) != (2 if build and build.sky else 1):
        reading.errors.append(Refused(msg("Name one territory, or two for a Sky Tower.").under("sky-towers"), "at"))
    reading.done()
    return PlacementInput(
        own=own,
        taken_by_others=taken,
        buildings=buildings,
        build=build or Building(city=1),
        at=spots[0] if len(spots) == 1 else (spots[0], spots[1]),
    )


def read_final(form: FinalForm) -> FinalInput:
    """Everybody; who has a map needs no figures."""
    reading = Reading()
    names = tuple(player.name for player in form.players)
    for n, name in enumerate(names):
        if name in names[:n]:
            reading.errors.append(Refused(msg("“%(name)s” stands here twice.", name=name[:40]), f"players.{n}.name"))
    paths = [(player, f"players.{n}.") for n, player in enumerate(form.players)]
    boards = {one.name: reading.board(one, path) for one, path in paths}
    cards = {one.name: reading.cards(one, path) for one, path in paths}
    copies = {one.name: reading.copies(one, path) for one, path in paths}
    reading.done()
    return FinalInput(
        seats=names,
        harvests={one.name: one.harvests for one in form.players},
        boards={name: board for name, board in boards.items() if board.owned or board.buildings},
        parchments=cards,
        copies=copies,
        camp_cards={one.name: one.camp_cards for one in form.players},
        unplaced_camps={one.name: one.unplaced_camps for one in form.players},
        counts={one.name: one.counts for one in form.players},
        fief_points={one.name: one.fief_points for one in form.players},
        territories={one.name: one.territories for one in form.players if one.territories is not None},
    )
