"""The calculators: typed inputs through the one scorer, its lines into typed answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar, cast, get_args

from companion.core.errors import Refused
from companion.core.game import Calculator, Page
from companion.core.score import Line, Ruling, Seat
from companion.core.text import Doubt, Msg, Value, msg, msgs, verbatim

from .doubts import card_doubts, container_doubts, end_card_doubts, order_doubts, token_doubts
from .investments import Rank, Stake, certain, columns, open_ties, pays, ranking
from .overtime import Reason, turn
from .pages import (
    DestinationsForm,
    EndCardsForm,
    FinalForm,
    read_destinations,
    read_end_cards,
    read_final,
)
from .scoring import card_scope_ruling, destinations, end_cards, materials, score
from .sets import best_sets, left_over
from .shapes import (
    CardRulings,
    DestinationsAnswer,
    DestinationsInput,
    EndCardsAnswer,
    EndCardsInput,
    FinalAnswer,
    FinalInput,
    InvestmentsAnswer,
    InvestmentsInput,
    MaterialsAnswer,
    OvertimeAnswer,
    OvertimeInput,
    Placing,
)
from .state import CardScope, Company, Direction, Finish, Materials, Types
from .words import AREAS, EndCard

C = TypeVar("C")


def materials_of(left: Materials) -> MaterialsAnswer:
    """VP for what is left."""
    lines = materials(None, left)
    vp = {line.item: line.points for line in lines}
    return MaterialsAnswer(
        total=sum(vp.values()),
        workforce=vp.get("workforce", 0),
        beans=vp.get("beans", 0),
        money=vp.get("money", 0),
        water=vp.get("water", 0),
        action_cards=vp.get("action_cards", 0),
        lines=lines,
        doubts=(*card_doubts(left.action_cards), *container_doubts(left)),
    )


def destinations_of(given: DestinationsInput) -> DestinationsAnswer:
    """The best split into sets and what it is worth."""
    sets = best_sets(given.achieved)
    line = destinations(None, given.achieved)
    return DestinationsAnswer(
        bonus=line.points,
        sets=tuple(len(one) for one in sets),
        drawn=tuple("".join(one) for one in sets),
        left_over=left_over(given.achieved, sets),
        lines=(line,),
        doubts=order_doubts(sum(given.achieved.values()) + sum(given.failed.values()), 1),
    )


def scope_of(rulings: CardRulings) -> CardScope:
    """The chosen reading of "Action cards you have gained". Refuses one that there is not."""
    return _one_of(rulings.get("card_count_scope", "all"), get_args(CardScope), "rulings.card_count_scope")


def _one_of(choice: C, choices: tuple[C, ...], field: str) -> C:
    if choice not in choices:
        raise Refused(msg("Choose one of these: %(choices)s.", choices=tuple(map(str, choices))), field)
    return choice


def end_cards_of(given: EndCardsInput) -> EndCardsAnswer:
    """VP of the end-of-game cards held."""
    types = Types(executive=given.executive, manager=given.manager, ordinary_employee=given.ordinary_employee)
    company = Company(end_cards=given.held, types=types, tokens=given.tokens)
    scope = scope_of(given.rulings)
    lines = end_cards(None, company, scope)
    counts_cards = "card_count" in given.held or "type_split" in given.held
    return EndCardsAnswer(
        total=sum(line.points for line in lines),
        investment_chips=_vp_of("investment_chips", given, lines),
        card_count=_vp_of("card_count", given, lines),
        type_split=_vp_of("type_split", given, lines),
        lines=lines,
        doubts=(
            *(card_doubts(types.total) if counts_cards else ()),
            *end_card_doubts(company),
            *token_doubts(given.tokens),
        ),
        rulings=card_scope_ruling((company,), scope),
    )


def _vp_of(card: EndCard, given: EndCardsInput, lines: tuple[Line, ...]) -> int | None:
    """VP of all copies of *card*; None if it is not held."""
    if card not in given.held:
        return None
    return sum(line.points for line in lines if line.item.split("-")[0] == card)


def investments(given: InvestmentsInput) -> InvestmentsAnswer:
    """VP of one area at the end of a round; ties that only the table can settle stay open."""
    names: dict[Seat, str] = dict(enumerate(given.tokens, 1))
    stakes = {
        seat: Stake(count=given.tokens[name].count, best_cell=given.tokens[name].best_cell)
        for seat, name in names.items()
    }
    settled = _settled(given, names)
    ranks = ranking(stakes, pays(given.area, given.round), settled, _direction(given))
    vp = {**{seat: 0 for seat, stake in stakes.items() if not stake.count}, **certain(ranks)}
    return InvestmentsAnswer(
        vp={names[seat]: vp[seat] for seat in names if seat in vp},
        undecided=tuple(tuple(names[seat] for seat in group) for group in open_ties(ranks)),
        lines=tuple(_contribution(given, seat, names[seat], stakes[seat], ranks) for seat in names if seat in vp),
        doubts=_stake_doubts(given),
        rulings=(*_direction_ruling(given, stakes, settled), *_tie_ruling(given, names, stakes)),
    )


def _settled(given: InvestmentsInput, names: Mapping[Seat, str]) -> tuple[Seat, ...]:
    """Who goes before whom by the table's word. Refuses names that are not there, and a name given twice."""
    seats = {name: seat for seat, name in names.items()}
    ahead = given.rulings.get("upper_cell_tie")
    if ahead is not None and ahead not in seats:
        raise Refused(
            msg("Nobody here is called “%(name)s”.", name=ahead).under("contribution-tie"), "rulings.upper_cell_tie"
        )
    for n, name in enumerate(given.order):
        if name not in seats:
            raise Refused(msg("Nobody here is called “%(name)s”.", name=name).under("contribution-tie"), f"order.{n}")
        if name in given.order[:n]:
            raise Refused(msg("“%(name)s” stands here twice.", name=name).under("contribution-tie"), f"order.{n}")
    return tuple(seats[name] for name in dict.fromkeys((*([ahead] if ahead else []), *given.order)))


def _direction(given: InvestmentsInput) -> Direction:
    """Which end of a column is up. Refuses an end that there is not."""
    chosen = given.rulings.get("upper_cell_direction", "first_on_top")
    return cast(Direction, _one_of(chosen, get_args(Direction), "rulings.upper_cell_direction"))


def _contribution(given: InvestmentsInput, seat: Seat, name: str, stake: Stake, ranks: tuple[Rank, ...]) -> Line:
    rank = next((one for one in ranks if seat in one.seats), None)
    return Line(
        seat=seat,
        key="contribution",
        label=verbatim(name),
        points=rank.prizes[0] if rank else 0,
        why=_rank_said(given, stake, rank),
        rule="contribution-tie" if rank and rank.by_cell else "contribution",
        round=given.round,
    )


def _rank_said(given: InvestmentsInput, stake: Stake, rank: Rank | None) -> Msg:
    area = AREAS[given.area]
    if rank is None:
        return msg("No token in the %(area)s area, so no place", area=area)
    where: dict[str, Value] = {"area": area, "round": given.round, "place": rank.place}
    if rank.by_cell:
        return msgs(
            "%(n)d token in the %(area)s area, round %(round)d: place %(place)d by the upper cell",
            "%(n)d tokens in the %(area)s area, round %(round)d: place %(place)d by the upper cell",
            stake.count,
            **where,
        )
    return msgs(
        "%(n)d token in the %(area)s area, round %(round)d: place %(place)d",
        "%(n)d tokens in the %(area)s area, round %(round)d: place %(place)d",
        stake.count,
        **where,
    )


def _stake_doubts(given: InvestmentsInput) -> tuple[Doubt, ...]:
    """More tokens than cells, cells that there are not, more players on one height than columns."""
    found: list[Doubt] = []
    heights = columns(given.area)
    placed = sum(one.count for one in given.tokens.values())
    if placed > sum(heights):
        found.append(
            msg("%(n)d tokens in an area that has %(m)d cells.", n=placed, m=sum(heights)).under("contribution")
        )
    for name, one in given.tokens.items():
        if one.best_cell > max(heights):
            found.append(
                msg("%(name)s: a column has %(m)d cells, not %(n)d.", name=name, n=one.best_cell, m=max(heights)).under(
                    "contribution"
                )
            )
        elif one.best_cell and one.count > (room := len(heights) * _no_higher(given, one.best_cell, max(heights))):
            found.append(
                msgs(
                    "%(name)s: %(count)d tokens with none above cell %(cell)d: there is only %(n)d such cell.",
                    "%(name)s: %(count)d tokens with none above cell %(cell)d: there are only %(n)d such cells.",
                    room,
                    name=name,
                    count=one.count,
                    cell=one.best_cell,
                ).under("contribution")
            )
        if one.best_cell and not one.count:
            found.append(msg("%(name)s has a cell there but no token.", name=name).under("contribution"))
    cells = [one.best_cell for one in given.tokens.values() if one.best_cell and one.count]
    for cell in sorted({cell for cell in cells if cells.count(cell) > len(heights)}):
        found.append(
            msg(
                "%(n)d players on cell %(cell)d; the area has %(m)d of them.",
                n=cells.count(cell),
                cell=cell,
                m=len(heights),
            ).under("contribution")
        )
    return tuple(found)


def _no_higher(given: InvestmentsInput, cell: int, height: int) -> int:
    """Cells of a column of *height* that lie no higher than *cell*, as the columns are read."""
    return height + 1 - cell if _direction(given) == "first_on_top" else cell


def _direction_ruling(
    given: InvestmentsInput, stakes: Mapping[Seat, Stake], settled: tuple[Seat, ...]
) -> tuple[Ruling, ...]:
    """Asked where turning the columns round would change what somebody gets."""
    prizes = pays(given.area, given.round)
    if certain(ranking(stakes, prizes, settled, "first_on_top")) == certain(
        ranking(stakes, prizes, settled, "last_on_top")
    ):
        return ()
    return (
        Ruling(
            id="upper_cell_direction",
            options=("first_on_top", "last_on_top"),
            default="first_on_top",
            question=msg("Which end of a column of Investment cells is the upper one?"),
            labels=(
                msg("Cell 1, the first and cheapest, is the uppermost"),
                msg("The last and dearest cell is the uppermost"),
            ),
            rule="upper-cell-direction",
            chosen=_direction(given),
        ),
    )


def _tie_ruling(given: InvestmentsInput, names: Mapping[Seat, str], stakes: Mapping[Seat, Stake]) -> tuple[Ruling, ...]:
    """Who goes first of those whom tokens and cells leave level; for one group at a time."""
    prizes, direction = pays(given.area, given.round), _direction(given)
    chosen = given.rulings.get("upper_cell_tie")
    settled = _settled(given, names)
    groups = open_ties(ranking(stakes, prizes, settled, direction)) or open_ties(ranking(stakes, prizes, (), direction))
    if not groups:
        return ()
    group = tuple(names[seat] for seat in groups[0])
    return (
        Ruling(
            id="upper_cell_tie",
            options=group,
            default=None,
            question=msg("%(names)s have as many tokens, and their cells do not decide. Who goes first?", names=group),
            labels=tuple(msg("%(name)s goes first", name=name) for name in group),
            rule="upper-cell-tie",
            chosen=chosen if chosen in group else None,
        ),
    )


def overtime(given: OvertimeInput) -> OvertimeAnswer:
    """Whether the turn may be taken like this, and what it costs."""
    found = turn(given.round, given.overtime, given.state, given.money, given.wants)
    return OvertimeAnswer(
        allowed=found.allowed,
        forced=found.forced,
        penalty=found.penalty,
        money_after=given.money - found.penalty,
        why=TURN_SAID[found.why]
        if found.why != "paid"
        else msg("Overtime costs %(n)d Money this turn.", n=found.penalty),
        rule="home"
        if found.why == "home"
        else "states"
        if found.why in ("not_from_here", "an_action_is_due")
        else "overtime",
    )


TURN_SAID: Final[Mapping[Reason, Msg]] = {
    "free": msg("Nothing is paid for this turn."),
    "home": msg("A player at Home takes no action and pays nothing."),
    "not_from_here": msg("This action cannot be taken from there."),
    "an_action_is_due": msg("A turn On Earth or In Space is one action."),
    "cannot_pay": msg("The Money does not cover the overtime penalty: only Return Home is left, and it is free."),
}


def final(given: FinalInput) -> FinalAnswer:
    """The final score. Refuses a table without anybody, and a name given twice: points could not be told apart."""
    if not given.players:
        raise Refused(msg("At least one player is needed.").under("game"), "players")
    called = [player.name for player in given.players]
    for n, name in enumerate(called):
        if name in called[:n]:
            raise Refused(msg("“%(name)s” stands here twice.", name=name[:40]), f"players.{n}.name")
    companies: dict[Seat, Company] = dict(enumerate(given.players, 1))
    names = {seat: player.name for seat, player in enumerate(given.players, 1)}
    result = score(Finish(companies=companies, names=names, card_scope=scope_of(given.rulings)))

    def part(seat: Seat, key: str) -> int:
        return sum(line.points for line in result.lines if (line.seat, line.key) == (seat, key))

    return FinalAnswer(
        winners=tuple(names[seat] for seat in result.winners),
        decided_by=result.decided_by,  # type: ignore[arg-type]  # one of the ladder's keys
        players=tuple(
            Placing(
                name=name,
                place=result.places[seat],
                total=result.total(seat),
                materials=part(seat, "materials"),
                destination=part(seat, "destination"),
                end_cards=part(seat, "end_cards"),
                failed=part(seat, "failed"),
                lines=tuple(line for line in result.lines if line.seat == seat),
            )
            for seat, name in names.items()
        ),
        lines=result.lines,
        doubts=result.doubts,
        rulings=result.rulings,
    )


MATERIALS: Final = Calculator(
    key="materials",
    title=msg("Materials"),
    about=msg("VP for what is left: every kind on its own, rounded down."),
    rule="materials",
    input=Materials,
    output=MaterialsAnswer,
    run=materials_of,
    example={
        "workforce": 20,
        "beans_warehouse": 7,
        "beans_container": 2,
        "money": 24,
        "water_warehouse": 3,
        "action_cards": 9,
    },
)
DESTINATIONS: Final = Calculator(
    key="destinations",
    title=msg("Destination sets"),
    about=msg("Achieved Orders split into the sets that are worth most."),
    rule="destination-sets",
    input=DestinationsInput,
    output=DestinationsAnswer,
    run=destinations_of,
    example={"achieved": {"A": 3, "B": 1, "C": 2, "D": 1, "E": 3}},
    page=Page(form=DestinationsForm, read=read_destinations),
    page_example={"a": 3, "b": 1, "c": 2, "d": 1, "e": 3},
)
INVESTMENTS: Final = Calculator(
    key="investments",
    title=msg("Investment contribution"),
    about=msg("Who has placed most in an area, and the VP for it at the end of a round."),
    rule="contribution",
    input=InvestmentsInput,
    output=InvestmentsAnswer,
    run=investments,
    example={
        "round": 2,
        "area": "ordinary_employee",
        "tokens": {
            "Ann": {"count": 2, "best_cell": 1},
            "Ben": {"count": 1, "best_cell": 4},
            "Cid": {"count": 2, "best_cell": 3},
        },
    },
)
END_CARDS: Final = Calculator(
    key="end-cards",
    title=msg("End-of-game cards"),
    about=msg("VP of the Action cards that count at the end of the game."),
    rule="end-cards",
    input=EndCardsInput,
    output=EndCardsAnswer,
    run=end_cards_of,
    example={
        "held": ["investment_chips", "type_split"],
        "tokens": 7,
        "executive": 2,
        "manager": 4,
        "ordinary_employee": 5,
    },
    page=Page(form=EndCardsForm, read=read_end_cards),
    page_example={
        "investment_chips": 1,
        "tokens": 7,
        "type_split": 1,
        "executive": 2,
        "manager": 4,
        "ordinary_employee": 5,
    },
)
OVERTIME: Final = Calculator(
    key="overtime",
    title=msg("Overtime"),
    about=msg("May this turn be taken, and what does it cost?"),
    rule="overtime",
    input=OvertimeInput,
    output=OvertimeAnswer,
    run=overtime,
    example={"round": 1, "overtime": True, "state": "in_space", "money": 5, "wants": "move"},
)
FINAL: Final = Calculator(
    key="final",
    title=msg("Final score"),
    about=msg("Everybody's score, and who wins."),
    rule="winner",
    input=FinalInput,
    output=FinalAnswer,
    run=final,
    example={
        "players": [
            {
                "name": "Ann",
                "vp_track": 58,
                "materials": {"workforce": 7, "beans_warehouse": 5, "money": 9, "action_cards": 9},
                "achieved": {"A": 3, "B": 1, "C": 2, "D": 1, "E": 3},
                "end_cards": ["investment_chips"],
                "tokens": 7,
                "failed_losses": [3],
            },
            {
                "name": "Ben",
                "vp_track": 61,
                "materials": {"money": 12, "water_container": 2, "action_cards": 7},
                "achieved": {"A": 2, "B": 2, "D": 1},
                "unachieved_losses": [5, 2],
            },
        ]
    },
    page=Page(form=FinalForm, read=read_final),
    page_example={
        "names": "Ann, Ben",
        "vp_track": "58 61",
        "workforce": "7 0",
        "beans": "5 0",
        "money": "9 12",
        "water": "0 2",
        "action_cards": "9 7",
        "achieved": "AAABCCDEEE AABBD",
        "losses": "3, 5+2",
        "investment_chips": "7 –",
    },
)
CALCULATORS: Final = (FINAL, MATERIALS, DESTINATIONS, INVESTMENTS, END_CARDS, OVERTIME)
