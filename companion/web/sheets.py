"""What the sheets show that every game gets for nothing: the score pad, the rules, the checklist, the phases to cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import escape

from companion import paper
from companion.core import rules
from companion.core.errors import Refused
from companion.core.events import PhaseEnded
from companion.core.game import TABLE, Category, Game, Pad, Setting, Step, Tally
from companion.core.play import tracker_of
from companion.core.rules import RuleEntry
from companion.core.sheets import Paper, SeatedOptions
from companion.core.text import Msg, msg
from companion.web.words import language, say

HEIGHT = {"a4": 297.0, "letter": 279.4}
WIDTH = {"a4": 210.0, "letter": 215.9}
MARGIN = 10.0
FOOT = 16.0
FURNITURE = 84.0  # title, names, total and footer of a pad
AGAIN = 45.0  # names, total and winner of a second play on the same pad
LOWEST, TALLEST = 15.0, 20.0  # a row of one number
WIDEST = 75.0  # a cell, however few play
TOGETHER = 4  # plays on one pad of a game that is won or lost together
FIRST = 34.0  # the column of names of categories
NAME, BESIDE, LEGIBLE = 11.0, 13.5, 6.0  # mm of height for a name, and of width for its token; points of the smallest
TIGHT, SMALLER, SMALL, LARGE = 7.6, 8.0, 8.2, 8.8  # points: the type of most words, of many, and of few
SCORING = ((1_200, 13.0), (1_500, 11.6), (2_000, 10.6))  # up to so many letters, so large a type
FEW = 3_600  # letters of rules that fit one page
MOST = 13_000  # letters of rules that fit two pages together with what is asked at the table
# up to so many letters on two pages, so large a type
RULES = ((9_500, LARGE), (10_600, SMALL), (12_000, SMALLER))
EACH = 60  # letters for which a question takes room besides its own
FEW_ASKED, MANY_ASKED = 5_000, 5_800  # letters of questions that ask for small type, and for a second page
CARDS = 4  # phase cards on a page
LINE = 38  # letters of a line of the checklist


@dataclass(frozen=True, slots=True, kw_only=True)
class PadRow:
    """One row of the pad: its words, and a drawn cell for each column (one for all where it is the table's)."""

    label: Msg
    note: Msg
    cell: str
    is_team: bool
    starts: bool  # the first of its group


@dataclass(frozen=True, slots=True, kw_only=True)
class PadView:
    """A score pad, measured to fill its page."""

    game: Game[Any]
    paper: Paper
    names: tuple[str, ...]  # empty strings where a name is written by hand
    rows: tuple[PadRow, ...]
    total: str
    width: float
    column: float
    tall: float  # the place of a name
    is_team: bool
    plays: int  # how many one page has room for


def people(game: Game[Any], options: SeatedOptions) -> tuple[str, ...]:
    """A name for everybody the sheet is for, as many as can play; empty strings where it is written by hand."""
    names = options.seated(game.seats[-1])
    return names + ("",) * (game.seats[0] - len(names))


def pad_view(game: Game[Any], options: SeatedOptions) -> PadView:
    """The score pad of *game*: rows as its final count asks, as tall as the page allows."""
    names = people(game, options)
    categories = [(c, c.pad) for c in game.count.categories if c.pad is not None]
    is_team = all(c.team for c, _ in categories)
    width = WIDTH[options.paper] - 2 * MARGIN
    if is_team:
        names = ("",) * TOGETHER
    column = (width - FIRST) / len(names)
    tall = max(NAME, *(paper.tall(name, column - BESIDE, LEGIBLE) for name in names))
    weights = [_weight(c, pad, column, game) for c, pad in categories]
    room = HEIGHT[options.paper] - MARGIN - FOOT - FURNITURE - (tall - NAME)
    plays = 1 if is_team or tall > NAME or room - AGAIN < 2 * LOWEST * sum(weights) else 2
    unit = min(TALLEST, (room - AGAIN * (plays - 1)) / plays / sum(weights))
    rows = []
    before: Msg | None = None
    for (category, pad), weight in zip(categories, weights, strict=True):
        w = (width - FIRST if category.team and not is_team else column) - 3
        rows.append(
            PadRow(
                label=category.label,
                note=pad.note or category.hint,
                cell=paper.jot(
                    _kind(category, pad),
                    min(w, WIDEST),
                    unit * weight - 1.6,
                    slots=pad.slots or _slots(category, pad),
                    marks=tuple(str(escape(word)) for word in _marks(game, category, names)),
                    so_far=str(escape(say(msg("so far")))) if pad.so_far else "",
                ),
                is_team=category.team and not is_team,
                starts=category.group != before,
            )
        )
        before = category.group
    wide = min(column - 3, WIDEST)
    total = paper.svg(
        wide,
        13,
        paper.box(0.4, 0.5, wide - 0.8, 12, paper.BOLD) + paper.box(1.3, 1.4, wide - 2.6, 10.2, paper.THIN),
        "jot",
    )
    return PadView(
        game=game,
        paper=options.paper,
        names=names,
        rows=tuple(rows),
        total=total,
        width=width,
        column=column,
        tall=tall,
        is_team=is_team,
        plays=plays,
    )


def _kind(category: Category, pad: Pad) -> str:
    """How the row is drawn: as the game says, else as its widget suggests."""
    if pad.kind != "box":
        return pad.kind
    return {"tally": "marks", "terms": "plus", "cards": "lines", "choice": "lines", "flag": "tick"}.get(
        category.widget, "box"
    )


def _slots(category: Category, pad: Pad) -> int:
    return {"plus": 6, "lines": 4 if category.widget == "cards" else 1, "times": 6}.get(_kind(category, pad), 0)


def _marks(game: Game[Any], category: Category, names: tuple[str, ...]) -> tuple[str, ...]:
    if category.widget != "tally":
        return ()
    tally = Tally(names=dict.fromkeys(range(1, len(names) + 1), ""), options=game.options())
    return tuple(say(option.label) for option in category.options(tally, TABLE if category.team else 1))


def _weight(category: Category, pad: Pad, column: float, game: Game[Any]) -> float:
    """How tall the row is, in rows of one number."""
    slots = pad.slots or _slots(category, pad)
    room = paper.beside_sum(min(column - 3, WIDEST))
    match _kind(category, pad):
        case "lines":
            return 0.8 * max(1, slots)
        case "times":
            return max(2.2 if pad.so_far else 1.2, 0.62 * -(-slots // (2 if column > 34 else 1)))
        case "plus":
            return max(1.0, 0.6 * -(-slots // max(1, int(room // 8))))
        case "marks":
            marks = _marks(game, category, ("",))
            return 1.05 * -(-len(marks) // paper.mark_columns(marks, room))
    return 1.6 if pad.so_far else 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringView:
    """The rules that make the one page "how scoring works"; *size* is the type's, in points."""

    entries: tuple[RuleEntry, ...]
    size: float


def scoring_view(game: Game[Any]) -> ScoringView:
    """How scoring works, in type that fills the page."""
    entries = tuple(entry for entry in rules.load(game.folder, language()) if entry.scoring)
    long = letters(entries)
    return ScoringView(entries=entries, size=next((size for most, size in SCORING if long <= most), 9.5))


# ---------------------------------------------------------------- the rules


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesView:
    """All rules of a game: first what holds, then what is asked; *size* is the type's, in points."""

    chapters: tuple[tuple[Msg, tuple[RuleEntry, ...]], ...]
    size: float

    @property
    def is_tight(self) -> bool:
        """Whether lines and sections stand close, too."""
        return self.size < SMALL


def rules_view(game: Game[Any]) -> RulesView:
    """The rules for print, in larger type where there are few."""
    questions = asked(game)
    told = tuple(entry for entry in rules.listed(game.folder, language()) if entry not in questions)
    beside = () if asks_apart(game) else questions
    chapters = ((msg("The rules"), told), (msg("Asked at the table"), beside))
    long = letters((*told, *beside))
    return RulesView(
        chapters=tuple((title, found) for title, found in chapters if found),
        size=next((size for most, size in RULES if long <= most), TIGHT),
    )


def rules_pages(game: Game[Any]) -> int:
    """How many pages the rules take."""
    return 1 if letters(rules.listed(game.folder, language())) < FEW else 2


def asks_apart(game: Game[Any]) -> bool:
    """Whether the rules are so long that what is asked at the table is left to its own sheet."""
    return letters(rules.listed(game.folder, language())) > MOST


def letters(entries: tuple[RuleEntry, ...]) -> int:
    """How much there is to read."""
    return sum(len(entry.title) + len(entry.text) for entry in entries)


# ---------------------------------------------------------------- what is asked at the table


@dataclass(frozen=True, slots=True, kw_only=True)
class FaqView:
    """What is asked at the table: what is settled, then what the rules leave open."""

    settled: tuple[RuleEntry, ...]
    open: tuple[RuleEntry, ...]
    size: float  # of the type, in points
    pages: int


def asked(game: Game[Any]) -> tuple[RuleEntry, ...]:
    """Every question of the rules."""
    return tuple(entry for entry in rules.listed(game.folder, language()) if entry.kind in ("faq", "open"))


def faq_view(game: Game[Any]) -> FaqView:
    """The questions of *game*, settled and open."""
    return FaqView(
        settled=tuple(entry for entry in asked(game) if entry.kind == "faq"),
        open=tuple(entry for entry in asked(game) if entry.kind == "open"),
        size=SMALLER if FEW_ASKED < room_of(asked(game)) <= MANY_ASKED else LARGE,
        pages=faq_pages(game),
    )


def faq_pages(game: Game[Any]) -> int:
    """How many pages the questions take."""
    return 1 if room_of(asked(game)) <= MANY_ASKED else 2


def room_of(entries: tuple[RuleEntry, ...]) -> int:
    """How much room questions take, in letters."""
    return letters(entries) + EACH * len(entries)


# ---------------------------------------------------------------- the setup checklist


Group = tuple[Msg, tuple[Step, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecklistView:
    """The steps of setup in groups, in two columns, for so many players, and what follows."""

    players: int
    names: tuple[str, ...]
    columns: tuple[tuple[Group, ...], ...]
    phases: tuple[Msg, ...]
    rounds: int | None  # None: as many as it takes


def checklist_view(game: Game[Any], options: SeatedOptions) -> ChecklistView:
    """The setup of *game* for as many as *options* says."""
    tracker, setting = tracker_of(game), seating(game, options)
    groups: dict[Msg, list[Step]] = {}
    for step in tracker.setup(setting):
        groups.setdefault(step.group, []).append(step)
    return ChecklistView(
        players=len(setting.seats),
        names=people(game, options),
        columns=halved([(group, tuple(steps)) for group, steps in groups.items()]),
        phases=tuple(phase.label for phase in tracker.phases),
        rounds=tracker.rounds,
    )


def halved(groups: Sequence[Group]) -> tuple[tuple[Group, ...], ...]:
    """*groups* in two columns, as even as they can be: said, not tried out by the printer, which is slow at that."""

    def tall(some: Sequence[Group]) -> int:
        return sum(2 + sum(2 + len(say(step.text)) // LINE + bool(step.more) for step in steps) for _, steps in some)

    cut = min(range(len(groups) + 1), key=lambda n: (max(tall(groups[:n]), tall(groups[n:])), -n))
    return tuple(groups[:cut]), tuple(groups[cut:])


def seating(game: Game[Any], options: SeatedOptions) -> Setting:
    """A table of as many as *options* says, by the usual rules; the first begins."""
    seats = tuple(range(1, len(people(game, options)) + 1))
    return Setting(options=game.options(), seats=seats, start=seats[0])


# ---------------------------------------------------------------- the phases, on cards to cut


@dataclass(frozen=True, slots=True, kw_only=True)
class AidLine:
    """One thing to do in a phase; *rounds* names the rounds in which it is so, nothing where it is in all."""

    text: Msg
    rounds: Msg | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AidPhase:
    """A phase on the card."""

    key: str
    label: Msg
    lines: tuple[AidLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AidView:
    """A card for every seat, four on a page: the same phases on each, and a box for each phase of each known round."""

    pages: tuple[tuple[tuple[int, str], ...], ...]  # (seat, name) of the cards on each page
    phases: tuple[AidPhase, ...]
    rounds: int | None  # None: as many as it takes
    height: float


def aid_view(game: Game[Any], options: SeatedOptions) -> AidView:
    """The phases of *game* on a card for everybody."""
    cards = tuple(enumerate(people(game, options), 1))
    todos = todos_by_round(game, seating(game, options))
    tracker = tracker_of(game)
    return AidView(
        pages=tuple(cards[n : n + CARDS] for n in range(0, len(cards), CARDS)),
        phases=tuple(
            AidPhase(key=phase.key, label=phase.label, lines=aid_lines(todos[phase.key]))
            for phase in tracker.phases
            if phase.key in todos
        ),
        rounds=tracker.rounds,
        height=(HEIGHT[options.paper] - 2 * MARGIN) / 2,
    )


def todos_by_round(game: Game[Any], setting: Setting) -> dict[str, dict[int, tuple[Msg, ...]]]:
    """What there is to do, by phase and round: a game walked through without anybody doing anything.

    It ends early where a game cannot go on like that.
    """
    tracker = tracker_of(game)
    phases = {phase.key: phase for phase in tracker.phases}
    state, found = tracker.new(setting), dict[str, dict[int, tuple[Msg, ...]]]()
    for _ in range((tracker.rounds or 1) * len(phases) * (len(setting.seats) + 1)):
        if (where := tracker.where(state)) is None:
            break
        found.setdefault(where.phase, {}).setdefault(where.round, phases[where.phase].todo(state))
        end = PhaseEnded(round=where.round, phase=where.phase)
        try:
            state = tracker.apply(state, end)
            if tracker.where(state) == where:  # each ends it alone
                state = tracker.apply(state, PhaseEnded(round=end.round, phase=end.phase, seat=where.acting[0]))
        except Refused:
            break
    return found


def aid_lines(by_round: dict[int, tuple[Msg, ...]]) -> tuple[AidLine, ...]:
    """The lines of all rounds, each once; one that is not said in every round names those in which it is."""
    rounds: dict[Msg, list[int]] = {}
    depth: dict[Msg, int] = {}
    for number, lines in by_round.items():
        for n, line in enumerate(lines):
            rounds.setdefault(line, []).append(number)
            depth.setdefault(line, n)
    return tuple(
        AidLine(text=line, rounds=None if len(rounds[line]) == len(by_round) else said_rounds(rounds[line]))
        for line in sorted(rounds, key=lambda one: depth[one])
    )


def said_rounds(numbers: list[int]) -> Msg:
    """Which rounds these are."""
    if len(numbers) == 1:
        return msg("Round %(n)d:", n=numbers[0])
    return msg("Rounds %(numbers)s:", numbers=tuple(map(str, numbers)))
