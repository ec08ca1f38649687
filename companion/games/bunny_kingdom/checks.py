"""What cannot be: territories, cards and names that do not exist, refused all at once with their fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.core.errors import Invalid, Refused
from companion.core.text import msg

from .land import TERRAIN, Territory
from .parchments import PARCHMENTS
from .state import Board


def refuse(*found: Iterable[Refused]) -> None:
    """Raise everything that was found; nothing found is fine."""
    if errors := tuple(error for some in found for error in some):
        raise Invalid(errors)


def unknown(name: str, field: str) -> Iterator[Refused]:
    """A refusal of a territory that is not on the map."""
    if name not in TERRAIN:
        sentence = msg("There is no territory “%(name)s”; they go from A1 to J10.", name=name[:20]).under("map")
        yield Refused(sentence, field)


def land(territories: Sequence[Territory], field: str) -> Iterator[Refused]:
    """Refusals of territories that are not on the map or stand there twice."""
    for n, name in enumerate(territories):
        yield from unknown(name, f"{field}.{n}")
        if name in territories[:n]:
            yield Refused(msg("%(name)s stands here twice.", name=name[:20]).under("control"), f"{field}.{n}")


def built(buildings: Mapping[Territory, Any], field: str) -> Iterator[Refused]:
    """Refusals of buildings on territories that are not on the map."""
    for name in buildings:
        yield from unknown(name, f"{field}.{name[:20]}")


def board(given: Board, path: str = "") -> Iterator[Refused]:
    """Refusals of a whole board, which stands at *path*."""
    yield from land(given.owned, f"{path}owned")
    yield from built(given.buildings, f"{path}buildings")


def card(key: str, field: str) -> Iterator[Refused]:
    """A refusal of a parchment that there is not."""
    if key not in PARCHMENTS:
        yield Refused(msg("There is no parchment “%(key)s”.", key=key[:40]).under("parchments"), field)


def cards(keys: Iterable[str], field: str) -> Iterator[Refused]:
    """Refusals of parchments that there are not."""
    for n, key in enumerate(keys):
        yield from card(key, f"{field}.{n}")


def copies(aimed: Mapping[Any, str], field: str) -> Iterator[Refused]:
    """Refusals of copied parchments that there are not."""
    for key, target in aimed.items():
        yield from card(target, f"{field}.{key}")


def seated(names: Iterable[str], seats: Sequence[str], field: str) -> Iterator[Refused]:
    """Refusals of names that do not sit at the table."""
    for name in names:
        if name not in seats:
            yield Refused(msg("“%(name)s” is none of the players.", name=name[:40]), f"{field}.{name[:60]}")


def distinct(seats: Sequence[str]) -> Iterator[Refused]:
    """Refusals of a name that two seats have: points could not be told apart."""
    for n, name in enumerate(seats):
        if name in seats[:n]:
            yield Refused(msg("“%(name)s” stands here twice.", name=name[:40]), f"seats.{n}")
