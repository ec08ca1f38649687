"""What a game hands in: one ``GAME = Game(...)`` in its folder, found by scanning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from companion.core.events import Closed, Depth, Event
from companion.core.score import Choice, Result, Rule, Seat
from companion.core.secrets import owners
from companion.core.shape import Shape
from companion.core.text import NOTHING, Doubt, Msg

S = TypeVar("S")  # what a game scores: everybody's count
T = TypeVar("T")  # what a game tracks: the state of a play
I = TypeVar("I")  # a calculator's input  # noqa: E741
O = TypeVar("O")  # a calculator's output  # noqa: E741
F = TypeVar("F")  # a page's flat form

Answer = int | str | tuple[int, ...] | tuple[str, ...] | Mapping[str, int]
TABLE: Seat = 0  # stands for the whole table where a category is asked once for everybody


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing to choose: a card, a reading, a destination. *more* is shown small beside it."""

    key: str
    label: Msg
    more: Msg = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What has been typed in a final count. An answer that is missing is still open, which is not 0.

    *names* maps seats 1…n to names in seating order; *options* is an instance of the game's options; *typed* keeps
    what a sum was typed as ("6×5 + 4×3"), for the reasons.
    """

    names: Mapping[Seat, str]
    options: Any
    answers: Mapping[tuple[str, Seat], Answer] = field(default_factory=dict)
    typed: Mapping[tuple[str, Seat], str] = field(default_factory=dict)
    rulings: Mapping[str, Choice] = field(default_factory=dict)

    def number(self, key: str, seat: Seat) -> int:
        """The number given, 0 while it is open. For a "flag": 1 is yes."""
        answer = self.answers.get((key, seat), 0)
        return answer if isinstance(answer, int) else 0

    def numbers(self, key: str, seat: Seat) -> tuple[int, ...]:
        """The terms of a "terms" category."""
        answer = self.answers.get((key, seat), ())
        return tuple(n for n in answer if isinstance(n, int)) if isinstance(answer, tuple) else ()

    def keys(self, key: str, seat: Seat) -> tuple[str, ...]:
        """The cards chosen in a "cards" category, the one chosen in a "choice"."""
        answer = self.answers.get((key, seat), ())
        if isinstance(answer, str):
            return (answer,) if answer else ()
        return tuple(k for k in answer if isinstance(k, str)) if isinstance(answer, tuple) else ()

    def counts(self, key: str, seat: Seat) -> Mapping[str, int]:
        """The counters of a "tally" category."""
        answer = self.answers.get((key, seat), {})
        return answer if isinstance(answer, Mapping) else {}

    def answered(self, key: str, seat: Seat) -> bool:
        """Whether this was given at all."""
        return (key, seat) in self.answers


def always(tally: Tally, seat: Seat) -> bool:
    """The category is asked in every game, of everybody."""
    return True


def no_options(tally: Tally, seat: Seat) -> tuple[Option, ...]:
    """Nothing to choose from: the category is a number."""
    return ()


Widget = Literal["number", "terms", "flag", "choice", "cards", "tally"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pad:
    """The row of a category on the printed score pad.

    *kind*: "box" (one number), "times" (*slots* products such as ``__ × __``, then a box), "plus" (*slots* numbers to
    add up), "lines" (*slots* lines with a box each), "marks" (a box for each option), "tick". *so_far* adds a box
    for the running total; *note* stands small under the category's name instead of its hint.
    """

    kind: Literal["box", "times", "plus", "lines", "marks", "tick"] = "box"
    slots: int = 0
    so_far: bool = False
    note: Msg = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """One step of the final count, asked of every seat in turn before the next category.

    *pad* is its row on the printed score pad (None: it has none).
    *widget*: "number" (typed as a number or a sum such as 6×5 + 4×3), "terms" (several numbers that are kept apart,
    typed 3+7+5), "flag" (yes or no, 1 or 0), "choice" (one of the options), "cards" (any of the options, with search),
    "tally" (a counter for each option). *group* names its part of the progress bar. *needed* says whether it is asked
    of a seat, given what is known by then; *team* asks it once, as seat TABLE.
    """

    key: str
    label: Msg
    rule: Rule
    hint: Msg = NOTHING
    group: Msg = NOTHING
    widget: Widget = "number"
    low: int = 0
    high: int = 9999
    team: bool = False
    pad: Pad | None = Pad()
    needed: Callable[[Tally, Seat], bool] = always
    options: Callable[[Tally, Seat], tuple[Option, ...]] = no_options


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Generic[S]):
    """The final count of a game: its categories in order, and the state that the answers describe."""

    categories: tuple[Category, ...]
    state: Callable[[Tally], S]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[F, I]):
    """How a calculator's page asks, where its input is no flat form: a flat shape, read into the input.

    *read* raises Refused with the field of the flat shape.
    """

    form: type[F]
    read: Callable[[F], I]


@dataclass(frozen=True, slots=True, kw_only=True)
class Calculator(Generic[I, O]):
    """run: input → state → the game's one scorer. Page, endpoint and OpenAPI entry come from the types.

    *run* raises Refused (with a field) for what cannot be. *example* is an input as plain JSON values, used to fill
    the page for a first look and shown in the API's description; *page_example* the same for the page's flat form.
    """

    key: str
    title: Msg
    about: Msg
    rule: Rule
    input: type[I]
    output: type[O]
    run: Callable[[I], O]
    example: Mapping[str, Any]
    page: Page[Any, I] | None = None
    page_example: Mapping[str, Any] = field(default_factory=dict)


def once(players: int) -> int:
    """One page, or one copy, for however many."""
    return 1


def each(players: int) -> int:
    """One for each player."""
    return players


def never(players: int) -> int:
    """No copy, for however many."""
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet(Generic[S]):
    """A printable of a game's own: ``printables/<slug>/<key>.html``. options = query string, form and caps.

    *pages* says how many there are for so many players, *tonight* how many copies a group of so many wants before an
    evening; a sheet with one asks nothing that has no default.
    """

    key: str
    title: Msg
    about: Msg
    options: type[Shape]
    fill: Callable[[Any, S | None], Any]  # (options, seen state) -> the template's v
    pages: Callable[[int], int] = once
    tonight: Callable[[int], int] = never


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """The moment of a play: round (from 1), phase, and the seats that may act now (all of them, where all do).

    *turns*: where a phase goes from seat to seat, everybody in the order of their turns; the one seat that acts ends
    its own turn by a PhaseEnded that names it. *is_last*: no round comes after this one, in a game of as many rounds
    as it takes.
    """

    round: int
    phase: str
    acting: tuple[Seat, ...]
    turns: tuple[Seat, ...] = ()
    is_last: bool = False

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is; None where all act at once."""
        return self.acting[0] if self.turns and self.acting else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a play is set up with: the game's options, the seats clockwise, and who starts."""

    options: Any
    seats: tuple[Seat, ...]
    start: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One line of a setup checklist. *group* gathers the steps of a place or a person; *more* explains."""

    key: str
    text: Msg
    rule: Rule
    more: Msg = NOTHING
    group: Msg = NOTHING


InputWidget = Literal["counter", "number", "choice", "checklist", "cards", "grid"]


def nothing_chosen(state: Any, seat: Seat) -> tuple[Option, ...]:
    """An input without choices."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Input(Generic[T]):
    """One control of a phase panel; it posts *event*, whose schema is its form.

    *fixed* presets fields (``{"item": "carrot"}``), *enters* is the one that is entered ("by" of a counter, "keys" of
    cards); the seat is filled in where the event has one. *now* is the value shown; *depth* the least depth that
    shows it; *secret* puts it behind the seat's cover.
    """

    key: str
    label: Msg
    rule: Rule
    event: type[Event]
    widget: InputWidget
    enters: str
    fixed: Mapping[str, str] = field(default_factory=dict)
    now: Callable[[T, Seat], Any]
    choices: Callable[[T, Seat], tuple[Option, ...]] = nothing_chosen
    hint: Msg = NOTHING
    depth: Depth = "round"
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Generic[T]):
    """A phase of a round: what to do in at most three lines, and its inputs.

    A game's own panel is templates/games/<slug>/_<key>.html, found by name.
    """

    key: str
    label: Msg
    rule: Rule
    todo: Callable[[T], tuple[Msg, ...]]
    inputs: tuple[Input[T], ...] = ()
    new: Msg = NOTHING  # "teach us": what is new here, in two sentences


def no_panel(state: Any, seat: Seat, names: Mapping[Seat, str], asked: Mapping[str, str]) -> Any:
    """A game whose panels are the generic ones."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Onward:
    """What the large button of a phase says, and what it records; no event: there is none, the panel has its own."""

    label: Msg
    event: Event | None = None


def as_usual(state: Any, depth: Depth) -> Onward | None:
    """A game whose large button ends the phase."""
    return None


def no_chance(state: Any, event: Event, below: Callable[[int], int]) -> Event:
    """A game whose cards are shuffled and whose dice are thrown on the table."""
    return event


def nothing_hidden(state: Any) -> Option | None:
    """A game without secrets."""
    return None


def as_said(state: Any, event: Event) -> frozenset[Seat]:
    """A game whose secrets stand in the events that tell them."""
    return owners(event)


def nothing_left(state: Any, closed: Closed | None) -> tuple[Event, ...]:
    """Every play of this game begins anew."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tracker(Generic[T, S]):
    """How a game is followed from setup to result.

    *rounds* is None where there are as many as it takes. *apply* raises Refused for what cannot be, and returns the
    state itself for events of the table that it does not mind. *known* is what the play already knows of the final
    count, as it would be typed; *final* makes the scored state of it, of what was typed beyond, and of what only the
    play knows. *doubts* is what looks odd right now; *told* says an event of the game in one sentence. *panel* makes
    what the game's own templates show, from the state, the seat shown, everybody's names and the address's
    parameters. *reveal* is what turns secrets over before the count, while there are any: the kind of its event, and
    what the button says. *onward* says what the large button does where it does not end the phase. *leaves* is what a
    play, with its kept result if it has one, hands on to the next one of the same group: the first events of the
    rematch. People may sit otherwise there, so these events name no seat. *has_start* False: all act at once, so nobody
    is asked who starts. *depths* says what is followed at a depth, where the usual words do not fit.

    *chance* is the event as it is kept, with what was drawn: the edge calls it once for every tap, with a source of
    numbers ``below(n)``, and what was drawn is logged as an outcome (in Hidden where nobody may see it). Fields for it
    are not compared, so that a second tap is known as a repeat; what a phone sends in them does not count.

    *private* says whose hidden things an event tells or uses: it is taken from their phones only, since even a
    refusal would tell others what somebody holds.
    """

    rounds: int | None
    phases: tuple[Phase[T], ...]
    events: tuple[type[Event], ...]
    setup: Callable[[Setting], tuple[Step, ...]]
    new: Callable[[Setting], T]
    apply: Callable[[T, Event], T]
    where: Callable[[T], Where | None]
    known: Callable[[T], Mapping[tuple[str, Seat], str | tuple[str, ...] | Mapping[str, int]]]
    final: Callable[[T, Tally], S]
    doubts: Callable[[T], tuple[Doubt, ...]]
    told: Callable[[Event, Mapping[Seat, str]], Msg]
    panel: Callable[[T, Seat, Mapping[Seat, str], Mapping[str, str]], Any] = no_panel
    reveal: Callable[[T], Option | None] = nothing_hidden
    leaves: Callable[[T, Closed | None], tuple[Event, ...]] = nothing_left
    onward: Callable[[T, Depth], Onward | None] = as_usual
    chance: Callable[[T, Event, Callable[[int], int]], Event] = no_chance
    private: Callable[[T, Event], frozenset[Seat]] = as_said
    has_start: bool = True
    depths: Mapping[Depth, Msg] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Accent:
    """A game's own colour and its pale wash, on light and on dark ground; the colours read at 4.5:1 or better."""

    light: str = "#231a12"
    light_wash: str = "#e8ddc3"
    dark: str = "#f2e8d5"
    dark_wash: str = "#2b231b"


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S]):
    """A game on the shelf.

    *home* is the ``__file__`` of its package: data.toml, rules.<lang>.md, mark.svg (its drawn mark, a symbol with
    viewBox 0 0 96 96) and locale/ lie beside it.
    """

    slug: str
    title: Msg
    about: Msg  # one short line: what it is
    length: Msg  # "about 45 minutes", "7 rounds"
    home: str
    seats: range
    options: type[Shape]  # variants and readings, all defaulted
    score: Callable[[S], Result]  # of a *seen* state
    count: Count[S]
    credit: Msg = NOTHING  # who made the game, as far as known
    accent: Accent = Accent()
    calculators: tuple[Calculator[Any, Any], ...] = ()
    sheets: tuple[Sheet[S], ...] = ()
    tracker: Tracker[Any, S] | None = None

    @property
    def folder(self) -> Path:
        """Where the game's own files lie."""
        return Path(self.home).parent

    def read_options(self, raw: Mapping[str, Any]) -> Any:
        """The options that *raw* (checked when it was entered) says; names that are no more are passed over."""
        known = {f.name for f in fields(self.options)}  # type: ignore[arg-type]  # every Shape in use is a dataclass
        return self.options(**{k: tuple(v) if isinstance(v, list) else v for k, v in raw.items() if k in known})

    def calculator(self, key: str) -> Calculator[Any, Any] | None:
        """The calculator *key*; None if there is none."""
        return next((c for c in self.calculators if c.key == key), None)
