"""What holds for every game on the shelf, and for the made-up one: whoever adds a game gets these tests for nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from companion import codec, schema
from companion.core.data import data
from companion.core.errors import Invalid, Refused
from companion.core.events import Closed, Opened, Sitter
from companion.core.game import Answer, Category, Game, Setting, Tally, nothing_hidden
from companion.core.play import tracker_of
from companion.core.rules import listed, load
from companion.core.score import Line, Seat
from companion.games import discover
from tests.sample_games import carrot_fair

GAMES: tuple[Game[Any], ...] = (*discover().values(), carrot_fair.GAME)
TRACKED = tuple(game for game in GAMES if game.tracker)
COUNTS = 60  # random final counts for each game
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gil")

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
every_tracked_game = pytest.mark.parametrize("game", TRACKED, ids=lambda game: game.slug)


def answer(rng: random.Random, category: Category, tally: Tally, seat: Seat) -> Answer:
    """Something that may be typed for *category*."""
    options = [option.key for option in category.options(tally, seat)]
    match category.widget:
        case "number":
            return rng.randint(category.low, min(category.high, category.low + 40))
        case "terms":
            return tuple(rng.randint(0, 30) for _ in range(rng.randint(0, 4)))
        case "flag":
            return rng.randint(0, 1)
        case "choice":
            return rng.choice(options) if options else ""
        case "cards":
            return tuple(rng.sample(options, rng.randint(0, min(4, len(options)))))
        case "tally":
            return {key: rng.randint(0, 4) for key in options}


def some_tally(game: Game[Any], rng: random.Random) -> Tally:
    """A final count filled in at random, some of it left open."""
    names = dict(enumerate(NAMES[: rng.choice(game.seats)], 1))
    tally = Tally(names=names, options=game.options(), answers={})
    answers: dict[tuple[str, Seat], Answer] = {}
    for category in game.count.categories:
        for seat in (0,) if category.team else names:
            if category.needed(tally, seat) and rng.random() < 0.9:
                answers[category.key, seat] = answer(rng, category, tally, seat)
        tally = Tally(names=names, options=game.options(), answers=dict(answers))
    return tally


def counted(game: Game[Any]) -> Iterator[tuple[Tally, Any]]:
    """Random final counts and their results; those that the game refuses are left out."""
    rng = random.Random(game.slug)
    for _ in range(COUNTS):
        tally = some_tally(game, rng)
        try:
            yield tally, game.score(game.count.state(tally))
        except (Refused, Invalid):
            continue


def rule_ids(game: Game[Any]) -> set[str]:
    """The ids that a link may lead to."""
    return {entry.id for entry in listed(game.folder, "en")}


def base(rule: str) -> str:
    """The entry of *rule*, which may name another game's: ``slug/id``."""
    return rule.rsplit("#", 1)[-1]


@every_game
def test_it_says_what_it_is_and_brings_its_own_files(game: Game[Any]) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", game.slug)
    assert game.slug == game.folder.name.replace("_", "-")
    assert game.title and game.about and game.length
    assert 1 <= game.seats[0] <= game.seats[-1] <= len(NAMES)
    assert load(game.folder, "en")


@every_game
def test_every_table_of_its_numbers_names_its_source(game: Game[Any]) -> None:
    tables = data(game.home)
    assert "source" in str(tables), "no source anywhere in data.toml"


@every_game
def test_whatever_asks_links_a_rule_that_is_there(game: Game[Any]) -> None:
    known = rule_ids(game)
    linked = [*(c.rule for c in game.count.categories), *(c.rule for c in game.calculators)]
    if game.tracker:
        linked += [phase.rule for phase in game.tracker.phases]
        linked += [input_.rule for phase in game.tracker.phases for input_ in phase.inputs]
        for seats in game.seats:
            linked += [step.rule for step in game.tracker.setup(setting(game, seats))]
    assert {base(rule) for rule in linked} <= known


@every_game
def test_every_line_says_why_and_links_a_rule_that_is_there(game: Game[Any]) -> None:
    known, lines = rule_ids(game), 0
    for _, result in counted(game):
        for line in result.lines:
            assert line.label and line.why
            assert base(line.rule) in known, line
            lines += 1
        assert {base(ruling.rule) for ruling in result.rulings} <= known
        assert {base(rung.rule) for rung in result.ladder if rung.rule} <= known
        assert {base(doubt.rule) for doubt in result.doubts} <= known, result.doubts
    assert lines > COUNTS // 3


@every_game
def test_places_follow_from_the_lines_and_the_readings_asked(game: Game[Any]) -> None:
    for tally, result in counted(game):
        assert set(result.places) <= set(tally.names)
        if result.places and not result.undecided and not result.outcome:
            assert min(result.places.values()) == 1
            best = max(result.total(seat) for seat in tally.names)
            if result.decided_by == "points":
                assert all(result.total(seat) == best for seat in result.winners)
        for ruling in result.rulings:
            assert len(ruling.options) == len(ruling.labels) > 1
            assert ruling.default is None or ruling.default in ruling.options


@every_game
def test_the_same_answers_give_the_same_result_and_can_be_told(game: Game[Any]) -> None:
    for tally, result in counted(game):
        assert game.score(game.count.state(tally)) == result
        assert schema.plain(result, str, str)


@every_game
def test_each_example_of_a_calculator_can_be_worked_out(game: Game[Any]) -> None:
    for calculator in game.calculators:
        given = schema.from_plain(calculator.input, calculator.example)
        assert schema.plain(calculator.run(given), str, str)
        if calculator.page:
            flat = schema.from_plain(calculator.page.form, calculator.page_example)
            assert schema.plain(calculator.run(calculator.page.read(flat)), str, str)


@every_game
def test_its_options_all_have_defaults(game: Game[Any]) -> None:
    assert game.read_options({}) == game.options()
    assert game.read_options({"an option that is no more": 1}) == game.options()


# ---------------------------------------------------------------- games that are followed


def setting(game: Game[Any], seats: int, start: Seat = 1) -> Setting:
    """What a play of *seats* begins with."""
    return Setting(options=game.options(), seats=tuple(range(1, seats + 1)), start=start)


@every_tracked_game
def test_it_begins_for_every_number_of_players_whoever_starts(game: Game[Any]) -> None:
    tracker = tracker_of(game)
    keys = [phase.key for phase in tracker.phases]
    assert len(set(keys)) == len(keys)
    for seats in game.seats:
        for start in range(1, seats + 1):
            chosen = setting(game, seats, start)
            steps = tracker.setup(chosen)
            assert len({step.key for step in steps}) == len(steps) > 0
            state = tracker.new(chosen)
            where = tracker.where(state)
            assert where is not None and where.round == 1 and where.phase in keys
            assert set(where.acting) <= set(chosen.seats)
            assert not tracker.doubts(state)


@every_tracked_game
def test_a_play_that_has_just_begun_can_be_counted(game: Game[Any]) -> None:
    tracker = tracker_of(game)
    for seats in game.seats:
        state = tracker.new(setting(game, seats))
        tally = Tally(names=dict(enumerate(NAMES[:seats], 1)), options=game.options())
        result = game.score(tracker.final(state, tally))
        assert all(isinstance(line, Line) and line.rule for line in result.lines)


@every_tracked_game
def test_every_phase_says_what_to_do_in_at_most_three_lines(game: Game[Any]) -> None:
    tracker = tracker_of(game)
    for seats in game.seats:
        state = tracker.new(setting(game, seats))
        for phase in tracker.phases:
            assert 1 <= len(phase.todo(state)) <= 3, phase.key


@every_tracked_game
def test_an_event_is_known_by_a_kind_of_its_own_and_survives_being_written(game: Game[Any]) -> None:
    kinds = codec.kinds(game)
    assert set(tracker_of(game).events) <= set(kinds.values())
    sitters = (Sitter(seat=1, name="Ann", colour="red"), Sitter(seat=2, name="Bob", colour="blue"))
    opened = Opened(seats=sitters, start=2)
    assert codec.event_from(game, codec.text_of(opened)) == opened
    for shape in kinds.values():
        assert all(field.name.isidentifier() for field in fields(shape))  # type: ignore[arg-type]  # all are dataclasses


@every_tracked_game
def test_what_turns_secrets_over_says_so(game: Game[Any]) -> None:
    tracker = tracker_of(game)
    assert tracker.reveal is nothing_hidden or any(event.opens for event in tracker.events)


@every_tracked_game
def test_what_a_play_leaves_begins_the_next_one_however_people_sit_there(game: Game[Any]) -> None:
    tracker = tracker_of(game)
    kept = Closed(decided_by="points", finals=())
    for closed in (None, kept):
        left = tracker.leaves(tracker.new(setting(game, game.seats[0])), closed)
        state = tracker.new(setting(game, game.seats[-1]))
        for event in left:
            assert type(event) in tracker.events and not hasattr(event, "seat")
            state = tracker.apply(state, event)
        assert tracker.where(state) == tracker.where(tracker.new(setting(game, game.seats[-1])))
