"""The one scorer of Project Universe: the track, what is left, destination sets, end-of-game cards, failed Orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from companion.core.data import data
from companion.core.score import Line, Result, Ruling, Rung, Seat, ranked, step, tied
from companion.core.text import Msg, msg, msgs

from .doubts import doubts
from .sets import VP, Set, best_sets, bonus, left_over
from .state import CardScope, Company, Finish, Materials, Orders
from .words import END_CARDS, MATERIALS, EndCard, Material

DATA: Final = data(__file__)
INITIAL_CARDS: Final = int(DATA["box"]["initial_action_cards_each"])


def track(seat: Seat | None, company: Company) -> Line:
    """VP gained during the game."""
    why = msg("%(n)d on the VP track before the final scoring", n=company.vp_track)
    return Line(seat=seat, key="vp_track", label=msg("VP track"), points=company.vp_track, why=why, rule="vp-track")


def materials(seat: Seat | None, left: Materials) -> tuple[Line, ...]:
    """VP for what is left: every kind on its own, rounded down. A kind of which nothing is left has no line."""
    amounts: dict[Material, int] = {
        "workforce": left.workforce,
        "beans": left.beans,
        "money": left.money,
        "water": left.water,
        "action_cards": left.action_cards,
    }
    lines = tuple(_material(seat, kind, n, left) for kind, n in amounts.items() if n)
    return lines or (_line_without(seat, "materials", msg("Materials"), msg("Nothing left"), "materials"),)


def _line_without(seat: Seat | None, key: str, label: Msg, why: Msg, rule: str) -> Line:
    """A line that says why there are no points."""
    return Line(seat=seat, key=key, label=label, points=0, why=why, rule=rule)


def _material(seat: Seat | None, kind: Material, n: int, left: Materials) -> Line:
    per, vp = DATA["materials"][kind]["per"], DATA["materials"][kind]["vp"]
    points = n // per * vp
    container = {"beans": left.beans_container, "water": left.water_container}.get(kind, 0)
    what = MATERIALS[kind]
    if per == 1:
        why = msg("%(what)s: %(n)d, %(vp)d VP for each", what=what, n=n, vp=vp)
    elif container:
        why = msg(
            "%(what)s: %(warehouse)d + %(container)d in the container = %(n)d, %(vp)d VP for every %(per)d",
            what=what,
            warehouse=n - container,
            container=container,
            n=n,
            vp=vp,
            per=per,
        )
    else:
        why = msg("%(what)s: %(n)d, %(vp)d VP for every %(per)d", what=what, n=n, vp=vp, per=per)
    return Line(seat=seat, key="materials", item=kind, label=msg("Materials"), points=points, why=why, rule="materials")


def destinations(seat: Seat | None, achieved: Orders) -> Line:
    """VP for sets of different destinations among the achieved Orders."""
    sets = best_sets(achieved)
    return Line(
        seat=seat,
        key="destination",
        label=msg("Destination bonus"),
        points=bonus(sets),
        why=_sets_said(sets, left_over(achieved, sets)),
        rule="destination-sets",
    )


def _sets_said(sets: tuple[Set, ...], spare: Orders) -> Msg:
    drawn = tuple(_set_said(one, times) for one, times in Counter(sets).items())
    over = tuple(f"{one} × {n}" if n > 1 else one for one, n in spare.items())
    if not sets:
        return msg("No set of %(n)d different destinations", n=min(VP))
    if not over:
        return msg("%(sets)s; every Order is in a set", sets=drawn)
    return msg("%(sets)s; in no set: %(over)s", sets=drawn, over=over)


def _set_said(one: Set, times: int) -> Msg:
    letters, vp = " ".join(one), VP[len(one)]
    if times == 1:
        return msg("%(letters)s (%(vp)d)", letters=letters, vp=vp)
    return msg("%(times)d × %(letters)s (%(vp)d each)", times=times, letters=letters, vp=vp)


def end_card(seat: Seat | None, card: EndCard, nth: int, company: Company, scope: CardScope) -> Line:
    """VP of one end-of-game card; a second copy (*nth*) scores again."""
    points, why = END_CARD_RULES[card](company, scope)
    return Line(
        seat=seat,
        key="end_cards",
        item=card if nth == 1 else f"{card}-{nth}",
        label=msg("End-of-game cards"),
        points=points,
        why=msg("%(card)s: %(why)s", card=END_CARDS[card], why=why),
        rule=END_CARD_PAGES[card],
    )


def investment_chips(company: Company, scope: CardScope) -> tuple[int, Msg]:
    """VP for own tokens on all Investment cells."""
    per, vp = DATA["end_cards"]["investment_chips"]["per"], DATA["end_cards"]["investment_chips"]["vp"]
    why = msgs(
        "%(n)d token, %(vp)d VP for every %(per)d",
        "%(n)d tokens, %(vp)d VP for every %(per)d",
        company.tokens,
        vp=vp,
        per=per,
    )
    return company.tokens // per * vp, why


def card_count(company: Company, scope: CardScope) -> tuple[int, Msg]:
    """VP by how many Action cards one has, the card itself included."""
    owned = company.cards_owned
    counted = owned if scope == "all" else max(0, owned - INITIAL_CARDS)
    points = step(DATA["end_cards"]["card_count"], counted)
    if scope == "all":
        return points, msgs("%(n)d Action card", "%(n)d Action cards", counted)
    return points, msgs(
        "%(n)d Action card without the Initial ones", "%(n)d Action cards without the Initial ones", counted
    )


def type_split(company: Company, scope: CardScope) -> tuple[int, Msg]:
    """VP for the cards of the scarcest type."""
    fewest = min(company.types.each)
    executive, manager, employee = company.types.each
    why = msg(
        "%(executive)d Executive, %(manager)d Manager, %(employee)d Ordinary Employee: the fewest are %(n)d",
        executive=executive,
        manager=manager,
        employee=employee,
        n=fewest,
    )
    return fewest * int(DATA["end_cards"]["type_split"]["vp"]), why


END_CARD_RULES: Final = {
    "investment_chips": investment_chips,
    "card_count": card_count,
    "type_split": type_split,
}
END_CARD_PAGES: Final[Mapping[EndCard, str]] = {
    "investment_chips": "investment-chips",
    "card_count": "card-count",
    "type_split": "type-split",
}


def end_cards(seat: Seat | None, company: Company, scope: CardScope) -> tuple[Line, ...]:
    """A line for every end-of-game card held, or one that says there is none."""
    if not company.end_cards:
        return (_line_without(seat, "end_cards", msg("End-of-game cards"), msg("None held"), "end-cards"),)
    seen: Counter[EndCard] = Counter()
    lines = []
    for card in company.end_cards:
        seen[card] += 1
        lines.append(end_card(seat, card, seen[card], company, scope))
    return tuple(lines)


def failed_orders(seat: Seat | None, company: Company) -> tuple[Line, ...]:
    """The loss printed on every failed Order; one still waiting at the end has failed too."""
    failed, waiting = company.failed_losses, company.unachieved_losses
    lines = []
    if failed:
        said = msgs(
            "%(n)d failed Order: %(sum)s lost", "%(n)d failed Orders: %(sum)s lost", len(failed), sum=_sum(failed)
        )
        lines.append(_loss(seat, "failed", -sum(failed), said))
    if waiting:
        said = msgs(
            "%(n)d Order not achieved by the end: %(sum)s lost",
            "%(n)d Orders not achieved by the end: %(sum)s lost",
            len(waiting),
            sum=_sum(waiting),
        )
        lines.append(_loss(seat, "unachieved", -sum(waiting), said))
    return tuple(lines) or (_loss(seat, "", 0, msg("No Order failed")),)


def _sum(losses: tuple[int, ...]) -> str:
    return " + ".join(map(str, losses))


def _loss(seat: Seat | None, item: str, points: int, why: Msg) -> Line:
    return Line(
        seat=seat,
        key="failed",
        item=item,
        label=msg("Failed Orders"),
        points=points,
        why=why,
        rule="failed-orders",
    )


def lines_of(seat: Seat, company: Company, scope: CardScope) -> tuple[Line, ...]:
    """The whole score of one seat."""
    return (
        track(seat, company),
        *materials(seat, company.materials),
        destinations(seat, company.achieved),
        *end_cards(seat, company, scope),
        *failed_orders(seat, company),
    )


def ladder(companies: Mapping[Seat, Company], totals: Mapping[Seat, int]) -> tuple[Rung, ...]:
    """How a tie for first place is decided: achieved Orders, then Money, then it is shared."""
    rungs: list[Rung] = []
    level = tied(totals)
    orders = {seat: one.orders for seat, one in companies.items()}
    money = {seat: one.materials.money for seat, one in companies.items()}
    for key, label, figures in (
        ("orders", msg("Most achieved Orders"), orders),
        ("money", msg("Most Money"), money),
    ):
        if not level:
            return tuple(rungs)
        values = {seat: figures[seat] for seat in level}
        level = tied(values)
        verdict = msg("Still level") if level else msg("Decided")
        rungs.append(Rung(key=key, label=label, values=values, verdict=verdict, rule="winner"))
    if level:
        rungs.append(Rung(key="shared", label=msg("The victory is shared"), rule="winner"))
    return tuple(rungs)


def card_scope_ruling(companies: Iterable[Company], chosen: CardScope) -> tuple[Ruling, ...]:
    """Asked where the two readings of "gained" give a holder of the Action card count different VP."""
    matters = any(
        card_count(company, "all")[0] != card_count(company, "gained")[0]
        for company in companies
        if "card_count" in company.end_cards
    )
    if not matters:
        return ()
    return (
        Ruling(
            id="card_count_scope",
            options=("all", "gained"),
            default="all",
            question=msg("Do the Initial Action cards count for the “Action card count” card?"),
            labels=(
                msg("Yes: all Action cards that a player has"),
                msg("No: only those gained during the game"),
            ),
            rule="card-count-scope",
            chosen=chosen,
        ),
    )


def score(finish: Finish) -> Result:
    """Everybody's score and place; ties go by achieved Orders, then Money, then are shared."""
    companies = finish.companies
    lines = tuple(line for seat, one in companies.items() for line in lines_of(seat, one, finish.card_scope))
    totals = {seat: sum(line.points for line in lines if line.seat == seat) for seat in companies}
    rungs = ladder(companies, totals)
    return Result(
        lines=lines,
        places=ranked({seat: (totals[seat], one.orders, one.materials.money) for seat, one in companies.items()}),
        decided_by=rungs[-1].key if rungs else "vp",
        ladder=rungs,
        doubts=doubts(companies, finish.names),
        rulings=card_scope_ruling(companies.values(), finish.card_scope),
    )
