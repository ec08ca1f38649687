"""A fair from setup to judging: two rounds of digging and showing. Ribbons are kept face down until the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Ge, Le

from companion.core.errors import Missing, NotNow
from companion.core.events import Arrived, Closed, Event, PhaseEnded, SeatNo
from companion.core.game import Input, Option, Phase, Setting, Step, Tally, Tracker, Where
from companion.core.secrets import Hidden
from companion.core.text import Msg, msg

from .state import FLOWERS, Fair, Plot

ROUNDS = 2
DIG, SHOW = "dig", "show"
ITEMS = ("carrots", "burrows")
RIBBONS = (("gold", msg("Gold")), ("silver", msg("Silver")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(Event):
    """*by* more (or fewer) of *item* in front of *seat*."""

    rule: ClassVar[str] = "carrots"
    kind: Literal["counted"] = "counted"
    seat: SeatNo
    item: Literal["carrots", "burrows"]
    by: Annotated[int, Ge(-99), Le(99)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grown(Event):
    """The kinds of flower that grow in front of *seat*."""

    rule: ClassVar[str] = "burrows"
    kind: Literal["grown"] = "grown"
    seat: SeatNo
    flowers: tuple[Literal["rose", "tulip", "daisy"], ...]

    def slot(self) -> str:
        return f"flowers/{self.seat}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept(Event):
    """Ribbons kept face down by their owner."""

    rule: ClassVar[str] = "ribbons"
    kind: Literal["kept"] = "kept"
    ribbons: Hidden

    def slot(self) -> str:
        return f"ribbons/{self.ribbons.owner}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Event):
    """Everybody turns the ribbons over."""

    rule: ClassVar[str] = "ribbons"
    opens: ClassVar[bool] = True
    kind: Literal["revealed"] = "revealed"

    def slot(self) -> str:
        return "revealed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sown(Event):
    """So many carrots were dug up at the fair before this one."""

    rule: ClassVar[str] = "carrots"
    kind: Literal["sown"] = "sown"
    carrots: Annotated[int, Ge(0), Le(9999)]

    def slot(self) -> str:
        return "sown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Afternoon:
    """The fair as it is followed: plots, ribbons face down, and where the clock stands."""

    plots: Mapping[int, Plot]
    kept: Mapping[int, Hidden]
    seats: tuple[int, ...]
    sown: int = 0
    round: int = 1
    phase: str = DIG


def new(setting: Setting) -> Afternoon:
    """Nothing dug yet."""
    return Afternoon(
        plots={seat: Plot() for seat in setting.seats},
        kept={seat: Hidden(owner=seat, count=0) for seat in setting.seats},
        seats=setting.seats,
    )


def apply(fair: Afternoon, event: Event) -> Afternoon:
    """The fair after *event*. Raises Missing for an unknown seat, NotNow for what cannot be now."""
    match event:
        case Counted(seat=seat, item=item, by=by):
            left = getattr(_plot(fair, seat), item) + by
            if left < 0:
                raise NotNow(msg("There are only %(n)d left.", n=left - by))
            return _with(fair, seat, replace(fair.plots[seat], **{item: left}))
        case Grown(seat=seat, flowers=flowers):
            return _with(fair, seat, replace(_plot(fair, seat), flowers=flowers))
        case Kept(ribbons=ribbons):
            _plot(fair, ribbons.owner)
            return replace(fair, kept={**fair.kept, ribbons.owner: ribbons})
        case Revealed():
            return replace(fair, kept={seat: replace(held, open=True) for seat, held in fair.kept.items()})
        case Sown(carrots=carrots):
            return replace(fair, sown=carrots)
        case PhaseEnded(round=number, phase=phase):
            return _ended(fair, number, phase)
        case Arrived(seat=seat):
            fresh = replace(fair, kept={**fair.kept, seat: Hidden(owner=seat, count=0)}, seats=(*fair.seats, seat))
            return _with(fresh, seat, Plot())
    return fair


def _plot(fair: Afternoon, seat: int) -> Plot:
    if seat not in fair.plots:
        raise Missing(msg("There is no such plot at this fair."), "seat")
    return fair.plots[seat]


def _with(fair: Afternoon, seat: int, plot: Plot) -> Afternoon:
    return replace(fair, plots={**fair.plots, seat: plot})


def _ended(fair: Afternoon, number: int, phase: str) -> Afternoon:
    if (number, phase) != (fair.round, fair.phase) or fair.round > ROUNDS:
        raise NotNow(msg("That phase is over already."))
    return replace(fair, phase=SHOW) if phase == DIG else replace(fair, phase=DIG, round=fair.round + 1)


def where(fair: Afternoon) -> Where | None:
    """Everybody acts at once; after two rounds it is over."""
    return Where(round=fair.round, phase=fair.phase, acting=fair.seats) if fair.round <= ROUNDS else None


def known(fair: Afternoon) -> dict[tuple[str, int], str | tuple[str, ...]]:
    """What the tracker knows of the final count."""
    found: dict[tuple[str, int], str | tuple[str, ...]] = {}
    for seat, plot in fair.plots.items():
        found["carrots", seat], found["burrows", seat] = str(plot.carrots), str(plot.burrows)
        found["flowers", seat] = plot.flowers
        if fair.kept[seat].keys:
            found["ribbons", seat] = fair.kept[seat].keys
    return found


def final(fair: Afternoon, tally: Tally) -> Fair:
    """The tally says it all."""
    from . import plot_of

    return Fair(plots={seat: plot_of(tally, seat) for seat in tally.names})


def leaves(fair: Afternoon, closed: Closed | None) -> tuple[Event, ...]:
    """The next fair remembers how many carrots this one had, once its result is kept."""
    dug = sum(plot.carrots for plot in fair.plots.values())
    return (Sown(carrots=fair.sown + dug),) if closed else ()


def told(event: Event, names: Mapping[int, str]) -> Msg:
    """The event in one sentence."""
    match event:
        case Counted(seat=seat, item=item, by=by):
            return msg("%(name)s: %(item)s %(by)d", name=names[seat], item=dict(ITEM_WORDS)[item], by=by)
        case Grown(seat=seat, flowers=flowers):
            return msg("%(name)s grows %(n)d kinds of flower", name=names[seat], n=len(flowers))
        case Kept(ribbons=ribbons):
            return msg("%(name)s keeps %(n)d ribbons", name=names[ribbons.owner], n=ribbons.count)
        case Revealed():
            return msg("Ribbons are turned over")
        case Sown(carrots=carrots):
            return msg("%(n)d carrots at the fair before", n=carrots)
    return msg("Something happened")


ITEM_WORDS = (("carrots", msg("Carrots")), ("burrows", msg("Burrows")))


def _counter(item: str, rule: str) -> Input[Afternoon]:
    return Input(
        key=item,
        label=dict(ITEM_WORDS)[item],
        rule=rule,
        event=Counted,
        widget="counter",
        enters="by",
        fixed={"item": item},
        now=lambda fair, seat: getattr(fair.plots[seat], item),
    )


def flowers(fair: Afternoon, seat: int) -> tuple[Option, ...]:
    """All kinds of flower."""
    return tuple(Option(key=key, label=label) for key, label in FLOWERS)


def ribbons(fair: Afternoon, seat: int) -> tuple[Option, ...]:
    """Both ribbons."""
    return tuple(Option(key=key, label=label) for key, label in RIBBONS)


def setup(setting: Setting) -> tuple[Step, ...]:
    """How a fair is laid out."""
    return (
        Step(key="pile", text=msg("Heap up the carrots"), rule="carrots"),
        Step(key="ribbons", text=msg("Lay the ribbons face down"), rule="ribbons"),
    )


def todo(*lines: Msg) -> Any:
    """The same lines whatever the state."""
    return lambda fair: lines


TRACKER: Tracker[Afternoon, Fair] = Tracker(
    rounds=ROUNDS,
    phases=(
        Phase(
            key=DIG,
            label=msg("Dig"),
            rule="carrots",
            todo=todo(msg("Everybody digs at once."), msg("Count your carrots and burrows.")),
            inputs=(
                _counter("carrots", "carrots"),
                _counter("burrows", "burrows"),
                Input(
                    key="flowers",
                    label=msg("Flowers"),
                    rule="burrows",
                    event=Grown,
                    widget="cards",
                    enters="flowers",
                    now=lambda fair, seat: fair.plots[seat].flowers,
                    choices=flowers,
                ),
            ),
        ),
        Phase(
            key=SHOW,
            label=msg("Show"),
            rule="ribbons",
            todo=todo(msg("Draw a ribbon and keep it face down.")),
            inputs=(
                Input(
                    key="ribbons",
                    label=msg("Ribbons"),
                    rule="ribbons",
                    event=Kept,
                    widget="cards",
                    enters="ribbons",
                    now=lambda fair, seat: fair.kept[seat],
                    choices=ribbons,
                    secret=True,
                ),
            ),
        ),
    ),
    events=(Counted, Grown, Kept, Revealed, Sown),
    setup=setup,
    new=new,
    apply=apply,
    where=where,
    known=known,
    final=final,
    doubts=lambda fair: (),
    told=told,
    leaves=leaves,
)
