"""What the game's own panels show: whose turn it is, what lies in front of everybody, and how the last lap goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.core.game import Option
from companion.core.score import Seat
from companion.core.text import Msg, msg

from .happenings import MISSIONS, TASK_OPTIONS, Flight, Laid
from .turns import lap_said

Turn = Literal["done", "now", "coming", "left"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Somebody's line: where their turn of this round stands, and what lies in front of them.

    *missions_done* is a mark for each mission on the card; *network* None: nobody knows, or no card lies there yet;
    *secrets* None: not seen. *is_bare*: it is known that no card lies there, so none can be removed.
    """

    seat: Seat
    name: str
    turn: Turn
    planets: int
    missions: int
    missions_done: tuple[bool, ...]
    network: int | None
    has_noted: bool
    secrets: str | None
    is_bare: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridge:
    """The panel of a turn.

    *here* is the seat shown, *on* the one whose turn it is. *ends* and *rest* say why and how the last lap goes.
    *targets* are the networks that a card may be laid in, the own one first; *laid* is what was laid in this turn,
    *removed* how many spaceships were removed, *caught* what the cards laid captured at once, and *taken* who would
    take another planet from which network. *tasks* are how many secret tasks may be done, *check* are the parameters
    of the placement checker.
    """

    rows: tuple[Row, ...]
    here: Row
    on: Row | None
    ends: tuple[Msg, ...]
    rest: Msg | None
    is_deck_used: bool
    targets: tuple[Row, ...]
    named: tuple[str, ...]
    laid: tuple[Laid, ...]
    removed: int
    caught: tuple[tuple[str, Row], ...]
    taken: tuple[Row, Row] | None
    is_revealed: bool
    tasks: tuple[Option, ...]
    check: tuple[tuple[str, str], ...]


def bridge(flight: Flight, seat: Seat, names: Mapping[Seat, str], asked: Mapping[str, str]) -> Bridge:
    """The panel for *seat*; those who left the table come last."""
    order = (*flight.order, *(one for one in flight.fronts if one not in flight.seats))
    rows = {one: _row(flight, one, names) for one in order}
    on = rows.get(flight.on) if flight.on in flight.seats and not flight.is_over else None
    here = rows[seat]
    return Bridge(
        rows=tuple(rows.values()),
        here=here,
        on=on,
        ends=_ends(flight, names),
        rest=_rest(flight, names) if on else None,
        is_deck_used=flight.deck_by is not None,
        targets=(here, *(row for row in rows.values() if row is not here and row.turn != "left")),
        named=tuple(sorted({name for front in flight.fronts.values() for name in front.named})),
        laid=flight.laid,
        removed=flight.removed,
        caught=tuple((name, rows[who]) for name, who in flight.caught),
        taken=_taken(flight, rows) if on else None,
        is_revealed=flight.is_revealed,
        tasks=TASK_OPTIONS,
        check=_check(flight, seat),
    )


def _row(flight: Flight, seat: Seat, names: Mapping[Seat, str]) -> Row:
    front, held = flight.fronts[seat], flight.tasks[seat]
    return Row(
        seat=seat,
        name=names[seat],
        turn=_turn(flight, seat),
        planets=front.planets,
        missions=front.missions,
        missions_done=tuple(n < front.missions for n in range(MISSIONS)),
        network=front.network if front.network or front.is_counted else None,
        has_noted=bool(held.count),
        secrets=held.keys[0] if held.keys and flight.is_revealed else None,
        is_bare=front.network == 0,
    )


def _turn(flight: Flight, seat: Seat) -> Turn:
    """Where the turn of *seat* stands in this round."""
    if seat not in flight.seats:
        return "left"
    if flight.is_over:
        return "done"
    return "now" if seat == flight.on else "coming" if seat in flight.coming else "done"


def _ends(flight: Flight, names: Mapping[Seat, str]) -> tuple[Msg, ...]:
    """Why this is the last lap; nothing as long as it is not."""
    deck = () if flight.deck_by is None else (msg("%(name)s drew the last card.", name=names[flight.deck_by]),)
    done = (msg("%(name)s has done all %(n)d missions.", name=names[seat], n=MISSIONS) for seat in flight.done)
    return (*deck, *done)


def _rest(flight: Flight, names: Mapping[Seat, str]) -> Msg | None:
    """Whose turns are left in the last lap."""
    if not flight.is_last:
        return None
    return lap_said(names[flight.on], tuple(names[seat] for seat in flight.coming), names[flight.order[0]])


def _taken(flight: Flight, rows: Mapping[Seat, Row]) -> tuple[Row, Row]:
    """Who takes a planet that comes up twice, and from which network: where the card of this turn was laid."""
    network = next((event.network for event in reversed(flight.laid) if event.card == "planet"), flight.on)
    return rows[network if flight.options.capture_owner == "owner" else flight.on], rows[network]


def _check(flight: Flight, seat: Seat) -> tuple[tuple[str, str], ...]:
    """What the placement checker knows beforehand: an empty network, and how the table reads the pairs."""
    front = flight.fronts[seat]
    is_empty = flight.is_followed and flight.is_entered and front.network == 0
    empty = (("empty", "1"), ("card", "spaceship")) if is_empty else ()
    pairs = flight.options.foreign_pairs
    reading = () if pairs == "one_pair" else (("rulings.foreign_pairs", pairs),)
    owner = flight.options.capture_owner
    return (*empty, *reading, *(() if owner == "player" else (("rulings.capture_owner", owner),)))
