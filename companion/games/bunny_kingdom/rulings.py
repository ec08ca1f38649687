"""What the rules leave open: asked only when it occurs, answered as recommended until a table decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.score import Choice, Ruling, Seat
from companion.core.text import Msg, msg

from .holdings import Holding, Table
from .parchments import PARCHMENTS
from .state import RulingId
from .words import PARCHMENT_NAMES

MATRIARCH: Final = PARCHMENTS["matriarch"]
HUNTER: Final = PARCHMENTS["treasure_hunter"]
OPPORTUNIST: Final = PARCHMENTS["opportunist"]


def _asked(
    table: Table,
    id_: RulingId,
    question: Msg,
    options: Mapping[Choice, Msg],
    default: Choice | None,
    rule: str,
) -> Ruling:
    """The question with what the table chose; a choice that is none of the options is passed over."""
    choice = table.realm.rulings.get(id_, default)
    return Ruling(
        id=id_,
        options=tuple(options),
        default=default,
        question=question,
        labels=tuple(options.values()),
        rule=rule,
        chosen=choice if choice in options else default,
    )


def leads_level(seat: Seat, table: Table) -> bool:
    """This seat shares the most territories with somebody."""
    figures = table.territories or {seat: 0}
    others = [n for other, n in figures.items() if other != seat]
    return bool(figures[seat]) and figures[seat] == max(others, default=-1)


def matriarch_tie(table: Table) -> Ruling | None:
    """Asked when a holder of Matriarch shares the most territories."""
    pays = table.value(MATRIARCH)
    if not pays or not any(leads_level(holding.seat, table) for holding in table.holders("most")):
        return None
    return _asked(
        table,
        "matriarch_tie",
        msg("Matriarch: the most territories are shared. Does she pay?"),
        {0: msg("No: nobody has the most"), pays: msg("Yes: nobody has more")},
        0,
        "matriarch-tie",
    )


def hunter_times(effects: int) -> tuple[int, int]:
    """What so many Treasure Hunters multiply treasures by: each adds the value once more, or each doubles again.

    >>> hunter_times(0), hunter_times(1), hunter_times(2)
    ((1, 1), (2, 2), (3, 4))
    """
    return 1 + effects * (HUNTER.times - 1), HUNTER.times**effects


def treasures_base(holding: Holding, table: Table) -> int:
    """All treasures together, before any Treasure Hunter."""
    return sum(
        card.pair if any(one.key == card.other for one in holding.counted_as) else table.value(card)
        for card in holding.counted_as
        if card.is_treasure
    )


def two_treasure_hunters(table: Table) -> Ruling | None:
    """Asked when somebody with treasures has two Treasure Hunters, one of them copied. The options are the points."""
    twice = [one for one in table.holders("hunter") if one.number_of("hunter") > 1]
    worth = [(treasures_base(one, table), hunter_times(one.number_of("hunter"))) for one in twice]
    added, doubled = (sum(base * times[n] for base, times in worth) for n in (0, 1))
    if added == doubled:
        return None
    return _asked(
        table,
        "two_treasure_hunters",
        msg("Two Treasure Hunters: what are the treasures worth?"),
        {
            added: msg("%(n)d: each Hunter adds their value once more", n=added),
            doubled: msg("%(n)d: each Hunter doubles them again", n=doubled),
        },
        added,
        "two-treasure-hunters",
    )


def copy_of_copy(table: Table) -> Ruling | None:
    """Asked when a copy card is aimed at the other copy card and would end on a card."""
    aimed = [
        (held.card, held.through)
        for holding in table.holdings.values()
        for held in holding.cards
        if held.through is not None and held.end is not None
    ]
    if not aimed:
        return None
    card, through = aimed[0]
    return _asked(
        table,
        "copy_of_copy",
        msg(
            "%(card)s copies %(copied)s, itself a copy card. Is that allowed?",
            card=PARCHMENT_NAMES[card.key],
            copied=PARCHMENT_NAMES[through.key],
        ),
        {
            "allowed": msg("Yes: it goes on copying from its owner's own seat"),
            "not_allowed": msg("No: it is worth nothing"),
        },
        "allowed",
        "copy-of-copy",
    )


def unplaced_camps(table: Table) -> Ruling | None:
    """Asked when the holder of Colonist has a Camp card whose camp was never placed."""
    if not any(holding.kingdom.unplaced for holding in table.holders("camps")):
        return None
    return _asked(
        table,
        "unplaced_camps",
        msg("Colonist: does a Camp card count whose camp was never placed?"),
        {
            "count": msg("Yes: the card was played"),
            "do_not_count": msg("No: only camps that once stood on the map"),
        },
        "count",
        "unplaced-camps",
    )


Gates = tuple[RulingId, ...]


def opportunist_gates(seat: Seat, before: Mapping[Seat, int]) -> Gates | None:
    """What must be ruled for this seat to count as second; none: it is second. None: it is not, by any reading."""
    mine = before[seat]
    ahead = [n for n in before.values() if n > mine]
    level = sum(n == mine for n in before.values()) > 1
    shared: Gates = ("opportunist_tie",) if level else ()
    if not ahead:
        return ("opportunist_first_tie",) if level else None
    if len(ahead) == 1:
        return shared
    return ("opportunist_first_tie", *shared) if len(set(ahead)) == 1 else None


def opportunist(table: Table, before: Mapping[Seat, int]) -> tuple[Ruling, ...]:
    """Asked when a holder of Opportunist is second or first only together with others, or behind two leaders."""
    pays = table.value(OPPORTUNIST)
    found = {gate for one in table.holders("second") for gate in opportunist_gates(one.seat, before) or ()}
    rulings = []
    if pays and "opportunist_tie" in found:
        rulings.append(
            _asked(
                table,
                "opportunist_tie",
                msg("Opportunist: second place is shared. Does it pay?"),
                {0: msg("No: nobody is second alone"), pays: msg("Yes: second is second")},
                None,
                "opportunist-tie",
            )
        )
    if pays and "opportunist_first_tie" in found:
        rulings.append(
            _asked(
                table,
                "opportunist_first_tie",
                msg("Opportunist: first place is shared. Does it pay the first, or the next behind them?"),
                {0: msg("No: nobody is exactly second"), pays: msg("Yes: they count as second")},
                0,
                "opportunist-first-tie",
            )
        )
    return tuple(rulings)


def rulings(table: Table, before: Mapping[Seat, int] | None) -> tuple[Ruling, ...]:
    """Everything that is open here; *before* are the totals without Opportunist, None where they are not known."""
    asked = (copy_of_copy(table), two_treasure_hunters(table), matriarch_tie(table), unplaced_camps(table))
    found = tuple(one for one in asked if one is not None)
    return found if before is None else (*found, *opportunist(table, before))
