"""Lantern Parade: a made-up game whose count asks in every way there is; for the pages of the final count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from companion.core.errors import Refused
from companion.core.game import TABLE, Category, Count, Game, Option, Tally
from companion.core.numbers import LARGEST
from companion.core.score import Line, Result, Ruling, Rung, Seat, ranked, tied
from companion.core.shape import Label, Points, Shape
from companion.core.text import msg, msgs
from tests.sample_games import carrot_fair

BANNERS = {f"banner{n:02}": n for n in range(1, 21)}
LANTERNS = {"paper": 1, "glass": 2, "brass": 3, "silk": 5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Shape):
    """How this group parades."""

    rain: Annotated[bool, Label(msg("Rain falls"), msg("wet paper counts nothing"), "carrots")] = False
    length: Annotated[
        Literal["short", "long"], Label(msg("Way"), words=(("short", msg("short")), ("long", msg("long"))))
    ] = "short"
    prize: Annotated[Points, Label(msg("Prize"))] = 5
    values: Annotated[
        Mapping[str, Points],
        Label(
            msg("Corrected banners"),
            msg("what your own banner says"),
            words=tuple((key, msg("Banner %(n)d", n=n)) for key, n in BANNERS.items()),
        ),
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parade:
    """The whole table."""

    tally: Tally


def _line(seat: Seat | None, category: Category, points: int, *, round: int | None = None, item: str = "") -> Line:
    why = msgs("worth %(n)d point", "worth %(n)d points", points)
    return Line(
        seat=seat,
        key=category.key,
        label=category.label,
        points=points,
        why=why,
        rule="carrots",
        round=round,
        item=item,
    )


def lines(tally: Tally) -> tuple[Line, ...]:
    """Every line of everybody."""
    found = []
    for seat in tally.names:
        for n in (1, 2, 3):
            found.append(_line(seat, BY_KEY[f"march{n}"], tally.number(f"march{n}", seat), round=n))
        found += [_line(seat, BY_KEY["falls"], -n, item=str(n)) for n in map(abs, tally.numbers("falls", seat))]
        for kind, n in tally.counts("lanterns", seat).items():
            each = 0 if kind == "paper" and tally.options.rain else LANTERNS[kind]
            found.append(_line(seat, BY_KEY["lanterns"], n * each, item=kind))
        for key in tally.keys("banners", seat):
            found.append(_line(seat, BY_KEY["banners"], tally.options.values.get(key, BANNERS[key]), item=key))
        if tally.number("leader", seat):
            found.append(_line(seat, BY_KEY["leader"], tally.options.prize))
        found += [_line(seat, BY_KEY["colour"], 1) for key in tally.keys("colour", seat) if key == "gold"]
    return tuple(found)


def score(parade: Parade) -> Result:
    """Most points; then the longer dance, and a table that never danced has to say so."""
    tally = parade.tally
    if tally.number("march1", 1) == 666:
        raise Refused(msg("Nobody marches that far."), "march1")
    if tally.keys("weather", TABLE) == ("storm",):
        return Result(lines=(), places=dict.fromkeys(tally.names, 1), decided_by="storm", outcome=msg("The storm wins"))
    rows = lines(tally)
    totals = {seat: sum(line.points for line in rows if line.seat == seat) for seat in tally.names}
    level = tied(totals)
    known = all(tally.answered("dance", seat) for seat in level)
    key = {seat: (total, tally.number("dance", seat) if seat in level else 0) for seat, total in totals.items()}
    ladder = (Rung(key="dance", label=msg("Longer dance"), values={s: key[s][1] for s in level}, rule="winner"),)
    leaders = [seat for seat in tally.names if tally.number("leader", seat)]
    chosen = tally.rulings.get("leaders", "both")
    ruling = Ruling(
        id="leaders",
        options=("both", "none"),
        default="both",
        question=msg("Two lead: who gets the prize?"),
        labels=(msg("Both get it"), msg("Nobody gets it")),
        rule="winner",
        chosen=chosen if chosen in ("both", "none") else "both",
    )
    if len(leaders) > 1 and ruling.chosen == "none":
        rows = tuple(line for line in rows if line.key != "leader")
        return Result(
            lines=rows,
            places=ranked({s: (sum(x.points for x in rows if x.seat == s),) for s in tally.names}),
            decided_by="points",
            rulings=(ruling,),
        )
    return Result(
        lines=rows,
        places=ranked(key),
        decided_by="points" if not level else "dance",
        ladder=ladder if level and known else (),
        doubts=(msg("Nobody marched.").under("carrots"),) if not any(totals.values()) else (),
        rulings=(ruling,) if len(leaders) > 1 else (),
        undecided=() if known else level,
    )


def is_level(tally: Tally, seat: Seat) -> bool:
    """The seat shares the highest total, so the dance decides."""
    rows = lines(tally)
    return seat in tied({s: sum(line.points for line in rows if line.seat == s) for s in tally.names})


def _options(words: Mapping[str, Any]) -> Any:
    return lambda tally, seat: tuple(
        Option(key=key, label=msg(key.capitalize()), more=msg("worth %(n)d", n=n)) for key, n in words.items()
    )


def _march(n: int) -> Category:
    return Category(
        key=f"march{n}",
        label=msg("March %(n)d", n=n),
        group=msg("Marches"),
        rule="carrots",
        low=-99,
        hint=msg("Steps × length, added up"),
    )


CATEGORIES = (
    Category(
        key="weather",
        label=msg("Weather"),
        group=msg("Sky"),
        rule="carrots",
        widget="choice",
        team=True,
        options=_options({"sun": 0, "cloud": 0, "storm": 0}),
    ),
    Category(key="ended", label=msg("Has it ended?"), group=msg("Sky"), rule="carrots", widget="flag", team=True),
    _march(1),
    _march(2),
    _march(3),
    Category(
        key="falls",
        label=msg("Falls"),
        group=msg("Marches"),
        rule="burrows",
        widget="terms",
        low=-99,
        hint=msg("One by one, such as 3+2"),
    ),
    Category(
        key="lanterns",
        label=msg("Lanterns"),
        group=msg("Light"),
        rule="ribbons",
        widget="tally",
        options=_options(LANTERNS),
        high=50,
    ),
    Category(
        key="banners",
        label=msg("Banners"),
        group=msg("Cloth"),
        rule="ribbons",
        widget="cards",
        options=_options(BANNERS),
    ),
    Category(key="leader", label=msg("Who leads?"), group=msg("Cloth"), rule="winner", widget="flag"),
    Category(
        key="colour",
        label=msg("Colour of the coat"),
        group=msg("Cloth"),
        rule="winner",
        widget="choice",
        options=_options({"red": 0, "gold": 1, "blue": 0, "green": 0, "white": 0}),
    ),
    Category(key="dance", label=msg("Minutes danced"), group=msg("Tie"), rule="winner", needed=is_level, high=LARGEST),
)
BY_KEY = {category.key: category for category in CATEGORIES}

GAME: Game[Parade] = Game(
    slug="lantern-parade",
    title=msg("Lantern Parade"),
    about=msg("March, dance, hold the light"),
    length=msg("One night"),
    home=carrot_fair.__file__,
    seats=range(1, 7),
    options=Options,
    score=score,
    count=Count(state=lambda tally: Parade(tally=tally), categories=CATEGORIES),
)
