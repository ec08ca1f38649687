"""A flight by code: the same code draws the same cards, for ever.

The algorithm (version 1, never to change; another one would get another version word):

1. A code is eight of the 32 characters ``0-9 A-Z`` without I, L, O, U. Small letters are capitals, O is read as 0,
   I and L as 1, U as V; blanks, hyphens and points do not count; a shorter code is filled with 0 from the left.
   A map mark may follow: a ninth character, or one character after a separator: E easy, H hard, N normal.
2. The deck is a sorted list: four 1s, four 2s, … four 6s.
3. Card *i* (0, 1, 2, …) is the one at place ``SHA-256("rocket-flight 1 <code> <i>") mod n`` of the *n* cards left,
   the digest read as one big-endian number, the text in ASCII, the code without its mark. It is taken out.
4. Cards 0 to 8 are the planets' numbers from Mercury outwards, Earth third. Card 9 is the first direction by the
   take-off diagram; should the rocket be unable to leave that way, card 10 is, and so on.

The map takes no part in 2 and 3: a code draws the same cards on every map.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from companion.core.errors import Refused
from companion.core.shape import READABLE
from companion.core.text import msg

from .engine import TAKEOFF, VALUES, Play, Rocket, judge
from .geometry import Heading
from .maps import DATA, SYMBOLS, Field, MapKey, Symbol, board

LENGTH: Final[int] = DATA["code"]["length"]
COPIES: Final[int] = DATA["cards"]["copies"]
MARKS: Final[dict[MapKey, str]] = DATA["code"]["marks"]
NORMAL: Final[str] = "N"
VERSION: Final[str] = "rocket-flight 1"
_ALIKE: Final = str.maketrans("OILU", "011V")
_SEPARATED = re.compile(rf"(.*\w)[\s.·-]+([{NORMAL}{''.join(MARKS.values())}])")
_JOINED = re.compile(rf"(.{{{LENGTH}}})([{NORMAL}{''.join(MARKS.values())}])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A flight: the planets' numbers, the first direction from Earth, the map."""

    code: str
    map: MapKey
    planets: dict[Symbol, int]
    direction: Heading

    @property
    def full_code(self) -> str:
        """The code that says everything: with the map's mark behind it, where the map is not the normal one."""
        return "-".join([self.code, *([MARKS[self.map]] if self.map in MARKS else [])])

    @property
    def field(self) -> Field:
        """The map with these planets."""
        return board(self.map).field(self.planets)

    @property
    def start(self) -> Rocket:
        """The rocket on Earth, its first direction drawn: it owes the move that follows."""
        earth = board(self.map).numbered["E"][self.planets["E"] - 1]
        return Rocket(cell=earth, heading=self.direction, owes_move=True)


def read_code(text: str) -> tuple[str, MapKey | None]:
    """The eight characters of a code as typed, and the map that its mark names. Refuses what is no code.

    >>> read_code("4t9w k2rm"), read_code("4T9W-K2RM-H"), read_code("7"), read_code("")
    (('4T9WK2RM', None), ('4T9WK2RM', 'hard'), ('00000007', None), ('00000000', None))
    """
    typed = text.strip().upper()
    found = _SEPARATED.fullmatch(typed) or _JOINED.fullmatch(_joined(typed))
    base, mark = (found[1], found[2]) if found else (typed, "")
    code = _joined(base).translate(_ALIKE)
    if len(code) > LENGTH or set(code) - set(READABLE):
        raise Refused(
            msg("A flight's code has %(n)d letters and digits, such as %(code)s.", n=LENGTH, code="4T9W K2RM").under(
                "code"
            ),
            "code",
        )
    return code.rjust(LENGTH, READABLE[0]), _marked(mark)


def _joined(typed: str) -> str:
    return re.sub(r"[\s.·-]", "", typed)


def _marked(mark: str) -> MapKey | None:
    if mark == NORMAL:
        return "normal"
    return next((key for key, letter in MARKS.items() if letter == mark), None)


def grouped(code: str) -> str:
    """A code as it is read aloud: 4T9W K2RM, with the map's mark as a group of its own.

    >>> grouped("4T9WK2RM"), grouped("4T9WK2RM-H")
    ('4T9W K2RM', '4T9W K2RM H')
    """
    half = LENGTH // 2
    return f"{code[:half]} {code[half:]}".replace("-", " ")


def cards(code: str) -> Iterator[int]:
    """The whole deck in the order in which *code* draws it."""
    deck = sorted(VALUES * COPIES)
    for number in range(len(deck)):
        digest = sha256(f"{VERSION} {code} {number}".encode("ascii")).digest()
        yield deck.pop(int.from_bytes(digest, "big") % len(deck))


def draw(code: str, key: MapKey | None = None) -> Drawn:
    """The flight of a code as typed; *key* is the map, else the code's mark says it, else it is the normal one."""
    base, marked = read_code(code)
    pack = cards(base)
    planets = {symbol: next(pack) for symbol in SYMBOLS}
    chosen = key or marked or "normal"
    return Drawn(code=base, map=chosen, planets=planets, direction=_direction(chosen, planets, pack))


def _direction(key: MapKey, planets: dict[Symbol, int], pack: Iterator[int]) -> Heading:
    """The first of the next cards by which the rocket can leave Earth."""
    field = board(key).field(planets)
    earth = Rocket(cell=board(key).numbered["E"][planets["E"] - 1], on_planet=True)
    leaving = (card for card in pack if judge(field, earth, Play(card=card, use="takeoff")) is None)
    return TAKEOFF[next(leaving)]
