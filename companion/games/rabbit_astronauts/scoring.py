"""The one scorer of this game: cards in Space, what the mission in play adds, together or against one another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.core.data import data
from companion.core.score import Line, Result, Ruling, Rung, Seat, ranked, step, tied
from companion.core.text import Doubt, Msg, msg, msgs

from .readings import ruling
from .state import Agency, Finish

DATA: Final = data(__file__)
FOR_A_BOX: Final = int(DATA["score"]["points_for_a_box"])
ON_THE_MOON: Final = int(DATA["missions"]["moon"]["bonus"])
WAREHOUSE: Final = DATA["missions"]["jupiter"]["bonus"]


def boxes(points: int) -> int:
    """How many boxes of the Evolution sheet *points* allow to check.

    >>> [boxes(n) for n in (0, 9, 10, 19, 100)]
    [0, 0, 1, 1, 10]
    """
    return points // FOR_A_BOX


def in_stock(carrots: int) -> int:
    """Bonus points for *carrots* in one Warehouse: the highest step that is reached."""
    return step(WAREHOUSE, carrots)


def _sum(values: Iterable[int]) -> str:
    return " + ".join(map(str, values))


def space(seat: Seat, agency: Agency, launched: tuple[int, ...] = ()) -> tuple[Line, ...]:
    """The values of the cards in Space: one line, or one for each round where *launched* says the round of each."""
    if len(launched) != len(agency.space) or not launched:
        return (_in_space(seat, agency.space, None),)
    rounds = {n: tuple(v for v, r in zip(agency.space, launched, strict=True) if r == n) for n in sorted(set(launched))}
    return tuple(_in_space(seat, values, n) for n, values in rounds.items())


def _in_space(seat: Seat, values: tuple[int, ...], round_: int | None) -> Line:
    n = len(values)
    if n and round_ is not None:
        why = msgs(
            "Round %(round)d, %(sum)s: the value of %(n)d card",
            "Round %(round)d, %(sum)s: the values of %(n)d cards",
            n,
            sum=_sum(values),
            round=round_,
        )
    elif n:
        why = msgs("%(sum)s: the value of %(n)d card", "%(sum)s: the values of %(n)d cards", n, sum=_sum(values))
    else:
        why = msg("No card in Space")
    return Line(
        seat=seat,
        key="space",
        item="" if round_ is None else f"round-{round_}",
        label=msg("Cards in Space"),
        points=sum(values),
        why=why,
        rule="space",
        round=round_,
    )


def moon(seat: Seat, agency: Agency, *, is_in_space: bool) -> Line:
    """The values of the cards on the Moon, by the chosen reading, and the extra points for each."""
    n = len(agency.moon)
    extra = n * ON_THE_MOON
    points = extra + sum(agency.moon) if is_in_space else extra
    return Line(
        seat=seat,
        key="moon",
        label=msg("Cards on the Moon"),
        points=points,
        why=_moon_said(agency, n, is_in_space=is_in_space),
        rule="moon",
    )


def _moon_said(agency: Agency, n: int, *, is_in_space: bool) -> Msg:
    if not n:
        return msg("No card on the Moon")
    if not is_in_space:
        return msgs("%(n)d card × %(each)d extra", "%(n)d cards × %(each)d extra", n, each=ON_THE_MOON)
    return msgs(
        "%(sum)s, and %(n)d card × %(each)d extra",
        "%(sum)s, and %(n)d cards × %(each)d extra",
        n,
        sum=_sum(agency.moon),
        each=ON_THE_MOON,
    )


def warehouse(seat: Seat | None, carrots: int) -> Line:
    """Bonus points for a stock of Carrots; seat None: for all Warehouses together."""
    reached = max((least for least, _ in WAREHOUSE if carrots >= least), default=0)
    if reached:
        why = msgs(
            "%(n)d Carrot stocked: the step from %(least)d on",
            "%(n)d Carrots stocked: the step from %(least)d on",
            carrots,
            least=reached,
        )
    else:
        why = msgs(
            "%(n)d Carrot stocked: the first step is %(least)d",
            "%(n)d Carrots stocked: the first step is %(least)d",
            carrots,
            least=WAREHOUSE[0][0],
        )
    return Line(seat=seat, key="warehouse", label=msg("Warehouse"), points=in_stock(carrots), why=why, rule="warehouse")


def station(seat: Seat, agency: Agency) -> Line:
    """What the chosen side of the Space Station gives, as counted by the table."""
    why = msg("As the chosen side of the Space Station says")
    return Line(seat=seat, key="station", label=msg("Space Station"), points=agency.station, why=why, rule="station")


def command_center(seat: Seat) -> Line:
    """Cards in the Command Center score nothing, and say so."""
    why = msg("Cards in the Command Center score no points")
    return Line(seat=seat, key="command_center", label=msg("Command Center"), points=0, why=why, rule="command-center")


def lines_of(seat: Seat, finish: Finish) -> tuple[Line, ...]:
    """The whole score of one seat; every seat has the same rows."""
    agency, missions = finish.agencies[seat], finish.in_play
    lines = [*space(seat, agency, finish.launched.get(seat, ()))]
    if "moon" in missions:
        lines.append(moon(seat, agency, is_in_space=finish.is_moon_in_space))
    if "jupiter" in missions and not shares_warehouse(finish):
        lines.append(warehouse(seat, agency.warehouse))
    if "venus" in missions:
        lines.append(station(seat, agency))
    if "ceres" in missions:
        lines.append(command_center(seat))
    return tuple(lines)


def shares_warehouse(finish: Finish) -> bool:
    """Whether all Warehouses count as one; against one another there is no common stock."""
    return finish.is_warehouse_shared and finish.mode == "team"


def stock(finish: Finish) -> int:
    """The Carrots in all Warehouses."""
    return sum(one.warehouse for one in finish.agencies.values())


def team_lines(finish: Finish) -> tuple[Line, ...]:
    """What belongs to the team as a whole, by the chosen reading of the Warehouses."""
    return (warehouse(None, stock(finish)),) if "jupiter" in finish.in_play and shares_warehouse(finish) else ()


def rulings(finish: Finish) -> tuple[Ruling, ...]:
    """What is open and would change a figure."""
    found = []
    alone = sum(in_stock(one.warehouse) for one in finish.agencies.values())
    if finish.mode == "team" and alone != in_stock(stock(finish)):
        found.append(ruling("warehouse_scope", "team" if finish.is_warehouse_shared else "player"))
    if any(sum(one.moon) for one in finish.agencies.values()):
        found.append(ruling("moon_cards_in_space", "yes" if finish.is_moon_in_space else "no"))
    return tuple(found)


def evolution(counted: int) -> Rung:
    """How many boxes so many points allow to check."""
    return Rung(
        key="boxes",
        label=msgs(
            "Evolution sheet: %(n)d point, one box for every %(each)d",
            "Evolution sheet: %(n)d points, one box for every %(each)d",
            counted,
            each=FOR_A_BOX,
        ),
        verdict=msgs("%(n)d box", "%(n)d boxes", boxes(counted)),
        rule="evolution-boxes",
    )


def score(finish: Finish) -> Result:
    """Everybody's points. A team has one sum and no ranks; against one another most points win, a tie is shared."""
    lines = (*(line for seat in finish.agencies for line in lines_of(seat, finish)), *team_lines(finish))
    totals = {seat: sum(line.points for line in lines if line.seat == seat) for seat in finish.agencies}
    together = sum(line.points for line in lines)
    is_team = finish.mode == "team"
    return Result(
        lines=lines,
        places=dict.fromkeys(totals, 1) if is_team else ranked({seat: (n,) for seat, n in totals.items()}),
        decided_by="team" if is_team else "shared" if tied(totals) else "points",
        ladder=(*((added_up(totals),) if is_team else ()), evolution(for_boxes(finish, totals.values(), together))),
        outcome=msgs("Together %(n)d point", "Together %(n)d points", together) if is_team else None,
        doubts=doubts(finish),
        rulings=rulings(finish),
    )


def box_points(finish: Finish) -> int:
    """The points of this table that make boxes."""
    lines = (*(line for seat in finish.agencies for line in lines_of(seat, finish)), *team_lines(finish))
    totals = {seat: sum(line.points for line in lines if line.seat == seat) for seat in finish.agencies}
    return for_boxes(finish, totals.values(), sum(line.points for line in lines))


def for_boxes(finish: Finish, totals: Iterable[int], together: int) -> int:
    """The points that make boxes: those of all, or by the other reading the winner's alone."""
    is_winners = finish.mode == "competitive" and finish.is_winner_boxed
    return max(totals, default=0) if is_winners else together


def added_up(totals: Mapping[Seat, int]) -> Rung:
    """The team's score is the sum of what everybody has."""
    return Rung(key="team", label=msg("The team's score is the sum of all"), values=totals, rule="winner")


def doubts(finish: Finish) -> tuple[Doubt, ...]:
    """What looks odd: about each seat, with its name, and about the whole table."""
    return (
        *(doubt for seat, one in finish.agencies.items() for doubt in of_one(finish.names.get(seat, ""), one)),
        *of_all(finish),
    )


def most_cards() -> int:
    """The most cards that one player can ever have: the starting ones, old and new, and all that is drawn."""
    starting = sum("starting" in one for one in DATA["evolutions"].values())
    return len(DATA["setup"]["level_1"]) + starting + int(DATA["rounds"]["count"]) * int(DATA["rounds"]["draw"])


def most_carrots() -> int:
    """The most Carrots that one player can ever have: a full track and a gift of everybody else, every round."""
    gifts = DATA["gift"]["most"] * (DATA["box"]["seats"] - 1)
    return int(DATA["rounds"]["count"]) * int(DATA["limits"]["carrots"] + gifts)


def of_one(name: str, agency: Agency) -> tuple[Doubt, ...]:
    """More cards than one can have, more Carrots than all rounds give."""
    found = []
    cards, carrots = len(agency.space) + len(agency.moon), agency.warehouse
    if cards > most_cards():
        found.append(
            msg("%(name)s: %(n)d cards; nobody gets more than %(m)d.", name=name, n=cards, m=most_cards()).under("draw")
        )
    if carrots > (most := most_carrots()):
        said = msg(
            "%(name)s: %(n)d Carrots stocked; with gifts, all rounds give %(m)d at most.",
            name=name,
            n=carrots,
            m=most,
        ).under("warehouse")
        found.append(said)
    return tuple(found)


def of_all(finish: Finish) -> tuple[Doubt, ...]:
    """More missions, slots or boards than the game has."""
    found = []
    seats, slots = DATA["box"]["seats"], DATA["missions"]["ceres"]["slots"]
    taken = sum(len(one.command_center) for one in finish.agencies.values())
    if len(finish.in_play) > 1:
        found.append(
            msg("Figures of %(n)d Collaborative Missions; only one is in play in a game.", n=len(finish.in_play)).under(
                "missions"
            )
        )
    if taken > slots:
        found.append(
            msg("%(n)d cards in the Command Center; it has %(m)d slots.", n=taken, m=slots).under("command-center")
        )
    if len(finish.agencies) > seats:
        found.append(msg("%(n)d players; the box has %(m)d boards.", n=len(finish.agencies), m=seats).under("players"))
    return tuple(found)
