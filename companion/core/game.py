"""What a game hands in: one ``GAME = Game(...)`` in its folder, found by scanning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from companion.core.score import Choice, Result, Rule, Seat
from companion.core.shape import Shape
from companion.core.text import NOTHING, Msg

S = TypeVar("S")  # a game's state
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
class Category:
    """One step of the final count, asked of every seat in turn before the next category.

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet(Generic[S]):
    """A printable of a game's own: ``printables/<slug>/<key>.html``. options = query string, form and caps."""

    key: str
    title: Msg
    about: Msg
    options: type[Shape]
    fill: Callable[[Any, S | None], Any]  # (options, seen state) -> the template's v


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

    @property
    def folder(self) -> Path:
        """Where the game's own files lie."""
        return Path(self.home).parent

    def calculator(self, key: str) -> Calculator[Any, Any] | None:
        """The calculator *key*; None if there is none."""
        return next((c for c in self.calculators if c.key == key), None)
