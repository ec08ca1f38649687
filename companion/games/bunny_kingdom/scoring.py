"""The one scorer of Bunny Kingdom: harvests, then parchments, then Opportunist on the totals so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.core.score import Line, Result, Ruling, Rung, Seat, ranked, tied
from companion.core.text import Msg, msg, msgs

from .doubts import doubts
from .fiefs import Fief, fiefs
from .holdings import Held, Holding, Table
from .parchments import CardKind, CountKey, Parchment
from .rulings import (
    OPPORTUNIST,
    hunter_times,
    leads_level,
    matriarch_tie,
    opportunist_gates,
    rulings,
    two_treasure_hunters,
    unplaced_camps,
)
from .state import Kingdom, Realm
from .track import ROUNDS
from .words import COUNTED, PARCHMENT_NAMES, RESOURCES

LABELS: Final[Mapping[str, Msg]] = {
    "treasures": msg("Treasures"),
    "missions": msg("Missions"),
    "opportunist": msg("Opportunist"),
}
Worth = tuple[int, Msg]


def fief_said(fief: Fief) -> Msg:
    """A fief's worth in one sentence."""
    cities = tuple(f"{territory} {towers}" for territory, towers in fief.cities)
    if not cities:
        return msgs("%(n)d territory without a city", "%(n)d territories without a city", len(fief.territories))
    if not fief.kinds:
        return msg("strength %(strength)d (%(cities)s), but no resource", strength=fief.strength, cities=cities)
    return msg(
        "strength %(strength)d (%(cities)s) × wealth %(wealth)d (%(kinds)s)",
        strength=fief.strength,
        cities=cities,
        wealth=fief.wealth,
        kinds=tuple(RESOURCES[kind] for kind in fief.kinds),
    )


def fief_line(seat: Seat, fief: Fief) -> Line:
    """A fief's line in a harvest of its own."""
    first = fief.territories[0]
    label = msg("Fief of %(first)s", first=first)
    return Line(
        seat=seat, key="harvest", item=first, label=label, points=fief.points, why=fief_said(fief), rule="harvest"
    )


def harvested(all_fiefs: tuple[Fief, ...]) -> Msg:
    """A harvest worked out from the board: the fiefs that pay, best first."""
    paying = sorted((fief for fief in all_fiefs if fief.points), key=lambda fief: -fief.points)
    if not paying:
        return msg("from the map: no fief has both a city and a resource")
    shown = tuple(
        msg("%(first)s %(s)d × %(w)d", first=fief.territories[0], s=fief.strength, w=fief.wealth) for fief in paying
    )
    return msg("from the map, strength × wealth: %(fiefs)s", fiefs=shown)


def harvests(holding: Holding) -> tuple[Line, ...]:
    """A line for every harvest that was typed; with three typed and a board the fourth is worked out."""
    kingdom = holding.kingdom
    found: dict[int, Worth] = {
        round_: (points, entered(round_, points, kingdom)) for round_, points in sorted(kingdom.harvests.items())
    }
    if kingdom.is_over and kingdom.board is not None and set(found) == set(range(1, ROUNDS)):
        last = fiefs(kingdom.board)
        found[ROUNDS] = sum(fief.points for fief in last), harvested(last)
    return tuple(_harvest(holding.seat, round_, *worth) for round_, worth in found.items())


def entered(round_: int, points: int, kingdom: Kingdom) -> Msg:
    """Where a harvest that was given comes from: somebody typed it, or the map said it at the time."""
    worked = kingdom.worked.get(round_) or str(points)
    return (
        msg("%(sum)s, from the map", sum=worked) if round_ in kingdom.mapped else msg("%(sum)s, as typed", sum=worked)
    )


def _harvest(seat: Seat, round_: int, points: int, why: Msg) -> Line:
    return Line(
        seat=seat,
        key=f"harvest{round_}",
        label=msg("Harvest %(n)d", n=round_),
        points=points,
        why=why,
        rule="harvest",
        round=round_,
    )


def treasure(card: Parchment, holding: Holding, table: Table) -> Worth:
    """A treasure's value, times what Treasure Hunter makes of it."""
    base, why = table.value(card), msg("worth %(n)d", n=table.value(card))
    if card.kind == "glove":
        base, why = glove(card, holding)
    times = times_for(holding, table)
    if times > 1:
        why = msg("%(why)s; × %(times)d for Treasure Hunter", why=why, times=times)
    return base * times, why


def glove(card: Parchment, holding: Holding) -> Worth:
    """A glove alone, or one of a pair."""
    if any(one.key == card.other for one in holding.counted_as):
        return card.pair, msg("worth %(n)d with the other glove", n=card.pair)
    alone = card.points or 0
    return alone, msg("worth %(n)d without the other glove", n=alone)


def times_for(holding: Holding, table: Table) -> int:
    """What this seat's treasures are multiplied by."""
    added, doubled = hunter_times(holding.number_of("hunter"))
    asked = two_treasure_hunters(table)
    return doubled if asked is not None and asked.chosen != asked.default else added


def per(card: Parchment, holding: Holding, table: Table) -> Worth:
    """So many points for each counted thing."""
    key, points = _counted(card), table.value(card)
    if key not in holding.counts:
        return 0, msg("not given: %(what)s", what=COUNTED[key])
    n = holding.counts[key]
    return n * points, msg("%(n)d × %(points)d (%(what)s)", n=n, points=points, what=COUNTED[key])


def threshold(card: Parchment, holding: Holding, table: Table) -> Worth:
    """All or nothing."""
    key = _counted(card)
    if key not in holding.counts:
        return 0, msg("not given: %(what)s", what=COUNTED[key])
    n = holding.counts[key]
    if n < card.least:
        return 0, msg("%(n)d of the %(least)d needed (%(what)s)", n=n, least=card.least, what=COUNTED[key])
    return table.value(card), msg(
        "%(n)d, and %(least)d are enough (%(what)s)", n=n, least=card.least, what=COUNTED[key]
    )


def _counted(card: Parchment) -> CountKey:
    assert card.counts is not None  # noqa: S101  # so it is in data.toml for these kinds
    return card.counts


def most(card: Parchment, holding: Holding, table: Table) -> Worth:
    """Matriarch: more territories than anybody else."""
    if table.territories is None:
        return 0, msg("it takes the number of everybody's territories")
    mine = table.territories[holding.seat]
    best = max(n for seat, n in table.territories.items() if seat != holding.seat)
    if leads_level(holding.seat, table):
        asked = matriarch_tie(table)
        points = asked.chosen if asked is not None and isinstance(asked.chosen, int) else 0
        return points, msg("as many territories as somebody else: %(n)d", n=mine)
    if mine < best:
        return 0, msg("territories: %(n)d, but somebody else has %(best)d", n=mine, best=best)
    return table.value(card) if mine else 0, msg("territories: %(n)d, the next has %(best)d", n=mine, best=best)


def parchments(card: Parchment, holding: Holding, table: Table) -> Worth:
    """Bureaucrat: all parchments, this one too."""
    n, points = len(holding.cards), table.value(card)
    return n * points, msg("%(n)d × %(points)d (parchments, this one too)", n=n, points=points)


def camps(card: Parchment, holding: Holding, table: Table) -> Worth:
    """Colonist: Camp cards, whether their camps still stand or not."""
    n, points, asked = holding.camp_cards, table.value(card), unplaced_camps(table)
    if asked is not None and asked.chosen == "do_not_count":
        n -= holding.kingdom.unplaced
        return n * points, msg("%(n)d × %(points)d (Camp cards, without those never placed)", n=n, points=points)
    return n * points, msg("%(n)d × %(points)d (Camp cards)", n=n, points=points)


def guarded(card: Parchment, holding: Holding, table: Table) -> Worth:
    """Treasure Guardian: treasures, copied ones too."""
    n, points = holding.treasures, table.value(card)
    return n * points, msg("%(n)d × %(points)d (treasures)", n=n, points=points)


def hunter(card: Parchment, holding: Holding, table: Table) -> Worth:
    """Treasure Hunter pays nothing itself: the treasures are worth more."""
    return 0, msg("counted on the treasures themselves")


def prince(card: Parchment, holding: Holding, table: Table) -> Worth:
    """Little Prince: all fiefs once more but one of the best."""
    again = sorted(holding.fief_points, reverse=True)[card.left_out :]
    best = sum(holding.fief_points) - sum(again)
    if not holding.fief_points:
        return 0, msg("no fief was given")
    return sum(again), msg(
        "all fiefs again, except one of the best: %(all)d − %(best)d", all=sum(holding.fief_points), best=best
    )


def second(card: Parchment, holding: Holding, table: Table) -> Worth:
    """Opportunist, before the totals are known."""
    return 0, msg("settled last, when everybody's total is known")


WORTH: Final[Mapping[CardKind, Callable[[Parchment, Holding, Table], Worth]]] = {
    "treasure": treasure,
    "glove": treasure,
    "per": per,
    "threshold": threshold,
    "most": most,
    "parchments": parchments,
    "camps": camps,
    "treasures": guarded,
    "hunter": hunter,
    "prince": prince,
    "second": second,
}


def parchment_line(held: Held, holding: Holding, table: Table) -> Line:
    """The line of a parchment, as the card it counts as."""
    card, name = held.as_card, PARCHMENT_NAMES[held.card.key]
    if card is None:
        return _line(holding.seat, held, "missions", 0, msg("%(card)s: %(why)s", card=name, why=_no_copy(held)))
    points, why = WORTH[card.kind](card, holding, table)
    key = "treasures" if card.is_treasure else "opportunist" if card.kind == "second" else "missions"
    return _line(holding.seat, held, key, points, said(held, why, table))


def _line(seat: Seat, held: Held, key: str, points: int, why: Msg) -> Line:
    rule = (held.as_card or held.card).rule
    return Line(seat=seat, key=key, item=held.card.key, label=LABELS[key], points=points, why=why, rule=rule)


def _no_copy(held: Held) -> Msg:
    if held.through is None or held.end is None:
        return msg("copies nothing")
    return msg("aimed at %(card)s, which this table does not allow", card=PARCHMENT_NAMES[held.through.key])


def said(held: Held, why: Msg, table: Table) -> Msg:
    """A parchment's reason: its name, what it copies, and where its value is from if that is not certain."""
    card = held.as_card or held.card
    if table.value(card) != (card.points or 0):
        why = msg("%(why)s (this table's value; our list says %(n)d)", why=why, n=card.points or 0)
    elif card.single_source:
        why = msg("%(why)s (from one list: check your card)", why=why)
    if held.card is card:
        return msg("%(card)s: %(why)s", card=PARCHMENT_NAMES[card.key], why=why)
    return msg(
        "%(copy)s as %(card)s: %(why)s",
        copy=PARCHMENT_NAMES[held.card.key],
        card=PARCHMENT_NAMES[card.key],
        why=why,
    )


def opportunist(seat: Seat, before: Mapping[Seat, int], table: Table, asked: Mapping[str, Ruling]) -> Worth:
    """Opportunist on the totals of everything else; several are judged on the same totals."""
    gates, pays = opportunist_gates(seat, before), table.value(OPPORTUNIST)
    if gates is None:
        return 0, msg("not second with %(n)d", n=before[seat])
    if not gates:
        return pays, msg("second with %(n)d", n=before[seat])
    points = pays if all(asked[gate].chosen == pays for gate in gates if gate in asked) else 0
    if "opportunist_first_tie" in gates:
        return points, msg("with %(n)d nobody is second alone: first place is shared", n=before[seat])
    return points, msg("second with %(n)d, but not alone", n=before[seat])


def with_opportunist(line: Line, held: Held, worth: Worth, table: Table) -> Line:
    """The line of an Opportunist once it is settled."""
    points, why = worth
    return _line(line.seat or 0, held, line.key, points, said(held, why, table))


def seat_lines(holding: Holding, table: Table) -> tuple[Line, ...]:
    """Everything of one seat but Opportunist's points."""
    cards = sorted((parchment_line(held, holding, table) for held in holding.cards), key=_rank)
    lines = (*harvests(holding), *cards)
    return lines or (_harvest(holding.seat, 1, 0, msg("nothing counted yet")),)


def _rank(line: Line) -> int:
    return list(LABELS).index(line.key)


def settled(lines: tuple[Line, ...], table: Table, asked: tuple[Ruling, ...]) -> tuple[Line, ...]:
    """The lines with Opportunist settled on the totals so far."""
    before = totals(lines, table)
    by_id = {one.id: one for one in asked}
    return tuple(
        line
        if line.key != "opportunist"
        else with_opportunist(line, _held(line, table), opportunist(line.seat or 0, before, table, by_id), table)
        for line in lines
    )


def _held(line: Line, table: Table) -> Held:
    return next(held for held in table.holdings[line.seat or 0].cards if held.card.key == line.item)


def totals(lines: tuple[Line, ...], table: Table) -> dict[Seat, int]:
    """Points by seat."""
    return {seat: sum(line.points for line in lines if line.seat == seat) for seat in table.holdings}


def score(realm: Realm) -> Result:
    """Everybody's score and place; equal totals share the victory."""
    table = Table(realm)
    lines = tuple(line for holding in table.holdings.values() for line in seat_lines(holding, table))
    asked = rulings(table, totals(lines, table) if realm.is_whole else None)
    if realm.is_whole:
        lines = settled(lines, table, asked)
    final = totals(lines, table)
    level = tied(final)
    shared = Rung(
        key="shared",
        label=msg("Equal totals share the victory"),
        values={seat: final[seat] for seat in level},
        rule="winner",
    )
    return Result(
        lines=lines,
        places=ranked({seat: (n,) for seat, n in final.items()}),
        decided_by="shared" if level else "points",
        ladder=(shared,) if level else (),
        doubts=doubts(table, asked),
        rulings=asked,
    )
