"""The Ending Phase as it is shown: what each step works out, for whom, and the ties that are asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from companion.core.score import Seat
from companion.core.text import Msg, msg, msgs

from .ending import Contest, contest, incomes, next_start, steps_of
from .telling import STEP_WORDS
from .universe import AREA_KEYS, DATA, Universe
from .words import (
    AREAS,
    Area,
    goods_said,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TieShown:
    """Equal seats in an area: who goes first, and what happens if somebody else is tapped."""

    names: tuple[str, ...]
    why: Msg
    choices: tuple[tuple[Seat, str, bool, tuple[Seat, ...]], ...]
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StepShown:
    """A step of the Ending Phase: done, due or to come; what it says; figures by person."""

    key: str
    label: Msg
    rule: str
    state: str
    lines: tuple[Msg, ...]
    rows: tuple[tuple[Seat, str, Msg, Msg], ...]
    ties: tuple[tuple[Area, TieShown], ...] = ()
    is_open: bool = False


def ending_shown(world: Universe, names: Mapping[Seat, str]) -> Iterator[StepShown]:
    """Every step of this Ending Phase: those that are done, the one that is due, those to come."""
    for n, key in enumerate(steps_of(world.round)):
        state = "done" if n < world.step else "now" if n == world.step else ""
        contests = tuple(contest(world, area) for area in AREA_KEYS) if key == "contribution" else ()
        ties = tuple((one.area, shown) for one in contests for shown in ties_shown(one, names))
        yield StepShown(
            key=key,
            label=STEP_WORDS[key],
            rule=STEP_RULES[key],
            state=state,
            lines=step_lines(world, key, names),
            rows=tuple(step_rows(world, key, names, contests, done=state == "done")),
            ties=ties if state != "done" else (),
            is_open=any(one.is_open for one in contests) and state != "done",
        )


STEP_RULES: Final[Mapping[str, str]] = {
    "income": "income",
    "contribution": "contribution",
    "round_card": "ending",
    "time": "time",
    "action_cards": "action-decks",
    "conference_cards": "conference",
    "rockets": "loading",
}


def step_lines(world: Universe, key: str, names: Mapping[Seat, str]) -> tuple[Msg, ...]:
    """What to do in a step."""
    decks: list[list[str]] = DATA["setup"]["stacks"]
    match key:
        case "income":
            manager, employee = (goods_said(DATA["income"][area]) for area in AREA_KEYS)
            return (
                msg(
                    "For each token: Manager area %(one)s, Ordinary Employee area %(other)s.",
                    one=manager,
                    other=employee,
                ),
            )
        case "contribution":
            return tuple(
                msg(
                    "%(area)s area: %(vp)s VP for the most, the second, the third.",
                    area=AREAS[area],
                    vp=tuple(str(n) for n in DATA["contribution"][area][world.round - 1]),
                )
                for area in AREA_KEYS
            )
        case "round_card":
            starts = names.get(next_start(world), "")
            return (
                msg("Round card to %(n)d.", n=world.round + 1),
                msg("%(name)s starts the next round.", name=starts),
            )
        case "time":
            return (msg("Time marker on the number of round %(n)d.", n=world.round + 1),)
        case "action_cards":
            first, second = decks[world.round]
            return (
                msg("The cards face up and what is left of the old deck go out."),
                msg("New deck: “%(a)s” on top of “%(b)s”.", a=first, b=second),
                msg("Deal %(n)d face up.", n=int(DATA["setup"]["face_up_action_cards"])),
            )
        case "conference_cards":
            return (msg("Shuffle all Conference cards face down."),)
    return (msg("Rockets into the garage; goods from the container into the Warehouse."),)


def step_rows(
    world: Universe, key: str, names: Mapping[Seat, str], contests: tuple[Contest, ...], *, done: bool
) -> Iterator[tuple[Seat, str, Msg, Msg]]:
    """What everybody gets in a step."""
    if key == "income":
        for seat, goods in incomes(world).items():
            yield seat, names.get(seat, ""), tokens_said(world.area_tokens(seat)), goods_said(goods)
    for one in contests:
        vps = world.paid.get((world.round, one.area), one.vp) if done else one.vp
        for seat in sorted(one.stakes, key=lambda seat: (-one.stakes[seat].count, seat)):
            if one.stakes[seat].count:
                yield seat, names.get(seat, ""), contribution_said(one, seat), vp_said(vps.get(seat))
    if key == "rockets":
        for seat, board in world.boards.items():
            if board.in_container:
                back = {good: board.has(f"{good}_in") for good in ("beans", "water")}
                yield seat, names.get(seat, ""), msg("back to the Warehouse"), goods_said(back)


def vp_said(vp: int | None) -> Msg:
    """VP, or that they are not decided."""
    return msg("open") if vp is None else msg("%(n)d VP", n=vp)


def tokens_said(tokens: Mapping[Area, int]) -> Msg:
    """Tokens by area."""
    return msg(
        "%(m)d in the Manager area, %(e)d in the Ordinary Employee area",
        m=tokens["manager"],
        e=tokens["ordinary_employee"],
    )


def contribution_said(one: Contest, seat: Seat) -> Msg:
    """Tokens and uppermost cell of a seat in an area."""
    found = one.stakes[seat]
    return msgs(
        "%(area)s area: %(n)d token, uppermost on cell %(cell)d",
        "%(area)s area: %(n)d tokens, uppermost on cell %(cell)d",
        found.count,
        area=AREAS[one.area],
        cell=found.best_cell,
    )


def ties_shown(one: Contest, names: Mapping[Seat, str]) -> Iterator[TieShown]:
    """Every tie that matters, with the recommended answer."""
    for tie in one.ties:
        if tie.first and not tie.by_table:
            why = msg(
                "%(area)s area, a tie: %(name)s is ahead by the upper cell (%(n)d). "
                "Tap somebody else if the board says so.",
                area=AREAS[one.area],
                name=names.get(tie.first, ""),
                n=tie.cells[tie.first],
            )
        elif tie.first:
            why = msg("%(area)s area, a tie: the table has said who goes first.", area=AREAS[one.area])
        else:
            why = msg(
                "%(area)s area, a tie that the cells do not decide. Look at the board: who goes first?",
                area=AREAS[one.area],
            )
        named = [seat for seat in tie.seats if seat in tie.said]
        rest = [seat for seat in tie.seats if seat not in tie.said]
        open_ = not tie.first and bool(named)
        yield TieShown(
            names=tuple(names.get(seat, "") for seat in tie.seats),
            why=why,
            choices=tuple(
                (
                    seat,
                    names.get(seat, ""),
                    seat == tie.first or seat in tie.said,
                    (*tie.said, seat) if open_ else (seat,),
                )
                for seat in (rest if open_ else tie.seats)
            ),
            is_open=not tie.first,
        )
