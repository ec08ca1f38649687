"""The rules of every game: our own words, examples that work out, open questions with both readings, all linked."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

import pytest

from companion.core.data import data
from companion.core.events import Event
from companion.core.game import Game, Setting, Tally
from companion.core.play import tracker_of
from companion.core.rules import RuleEntry, languages, listed, load
from companion.core.shape import Label, Shape
from companion.games import discover
from companion.games.bunny_kingdom.fiefs import fiefs
from companion.games.project_universe import scoring, sets
from companion.games.project_universe.state import Materials
from companion.games.rabbit_astronauts import resources
from companion.games.rabbit_astronauts.scoring import boxes
from companion.games.rocket_flight import engine
from companion.games.space_pioneers import scoring as pioneers
from companion.games.space_pioneers import turns
from companion.games.space_pioneers.state import Finish, Pioneer
from companion.rulebook import Rulebook, sentences, words
from companion.schema import hints_of
from companion.settings import ROOT
from tests import phrases
from tests.games.bunny_kingdom import realms
from tests.sample_games import carrot_fair

GAMES: tuple[Game[Any], ...] = tuple(discover().values())
EVERY = (*GAMES, carrot_fair.GAME)
BOOK = Rulebook({game.slug: game for game in EVERY})
RULE_LINK = re.compile(r"""rule_(?:mark|link|url)\(\s*(?:v\.)?game\s*,\s*["']([a-z0-9-]+)["']""")

every_game = pytest.mark.parametrize("game", EVERY, ids=lambda game: game.slug)


def ids(game: Game[Any]) -> set[str]:
    """The sections that a link may lead to."""
    return {entry.id for entry in listed(game.folder, "en")}


# ---------------------------------------------------------------- our own words


@every_game
def test_no_section_says_eight_words_in_a_row_as_its_source_does(game: Game[Any]) -> None:
    known = phrases.kept()
    for lang in languages(game.folder):
        for entry in load(game.folder, lang):
            for text in (entry.title, entry.text):
                said = words(text)
                found = [" ".join(said[n : n + 8]) for n, one in enumerate(phrases.hashes(said)) if one in known]
                assert not found, (entry.id, found)


def test_a_copied_sentence_would_be_noticed() -> None:
    sentence = words("Whoever keeps eight words in a row has copied them")
    kept = set(phrases.hashes(sentence))
    assert len(kept) == len(sentence) - phrases.RUN + 1
    assert len(phrases.written(kept)) > 0
    assert kept & set(phrases.hashes(words("And so: keeps EIGHT words, in a row, has copied them!")))
    assert not kept & set(phrases.hashes(words("Eight words in a row: whoever keeps them has copied")))
    assert len(phrases.kept()) > 10_000


# ---------------------------------------------------------------- examples


def harvest_example(text: str) -> bool:
    built = realms.board("A2 A3 A4 B2 B3 B4", "B2 city 3, A3 mushroom farm")
    (fief,) = fiefs(built)
    strengths = " + ".join(str(towers) for _, towers in sorted(fief.cities, key=lambda one: (one[1], one[0])))
    said = (
        f"{strengths} = {fief.strength}",
        f"wealth {fief.wealth}",
        f"{fief.strength} × {fief.wealth} = {fief.points}",
    )
    return all(one in text for one in said)


def little_prince_example(text: str) -> bool:
    *given, paid = map(int, re.findall(r"\d+", text))
    return sum(given) - max(given) == paid


def missions_example(text: str) -> bool:
    line = realms.one("carpenter master_carpenter woodland_king", counts={"wood": 7})
    return (
        "pay {carpenter} for Carpenter, {master_carpenter} for Master Carpenter and {woodland_king} for".format(
            **realms.points(line)
        )
        in text
    )


def sets_example(text: str) -> bool:
    made = sets.best_sets({"A": 3, "B": 1, "C": 2, "D": 1, "E": 3})
    each = [f"{' '.join(one)} for {sets.VP[len(one)]}" for one in made]
    return f"give {' and '.join(each)}." in text and f"{sets.bonus(made)} VP" in text


def materials_example(text: str) -> bool:
    left = Materials(workforce=12, beans_warehouse=7, money=8, water_warehouse=3, action_cards=9)
    paid = [line.points for line in scoring.materials(1, left)]
    return f"give {' + '.join(map(str, paid))} = {sum(paid)} VP" in text and "12 Workforce, 7 Beans, 8 Money" in text


def investment_table(text: str) -> bool:
    cells = data(scoring.__file__)["investment_cells"]
    said = {"employment": "card", "water": "{} Water", "beans": "{} Beans", "vp": "{} VP", "level_to": "LV {}"}
    rows = [
        f"| {n + 1} | "
        + " | ".join(
            f"{cells[one][n]['cost']} M: "
            + ", ".join(words.format(cells[one][n][key]) for key, words in said.items() if key in cells[one][n])
            for one in scoring.DATA["areas"]["ordinary_employee"] + scoring.DATA["areas"]["manager"]
        )
        + " |"
        for n in range(5)
    ]
    return all(row in text for row in rows)


def boxes_example(text: str) -> bool:
    return boxes(59) == 5 and "59 points make five" in text


def counting_example(text: str) -> bool:
    red = resources.Card(icons=1, color="red", bonus=resources.Bonus(icons=2))
    others = tuple(resources.Card(zone=zone, color="red") for zone in ("level_2", "level_1"))
    made = [
        resources.amount(resources.Symbolled(resource="carrots", start=0, cards=cards))
        for cards in ((red, *others), (red,))
    ]
    return f"**{made[0]} Carrots**" in text and text.endswith(f"you would have {made[1]}.")


def turn_example(text: str) -> bool:
    first = engine.aim("E", 5, "left", "drawn_angle")
    second = engine.aim(first, 4, "left", "drawn_angle")
    return (first, second) == ("NE", "W") and "now north-east" in text and "now it is west" in text


def pioneers_example(text: str) -> bool:
    ann = Pioneer(planets=5, missions=3, secrets=1, network=11)
    ben = Pioneer(planets=4, missions=4, secrets=1, network=12)
    finish = Finish(pioneers={1: ann, 2: ben}, names={1: "Ann", 2: "Ben"})
    assert pioneers.places(finish) == {1: 2, 2: 1}
    sums = [f"{one.planets} + {one.missions} + {one.secrets} = {n}" for one, n in zip((ann, ben), (9, 9), strict=True)]
    return pioneers.totals(finish) == {1: 9, 2: 9} and all(one in text for one in sums) and "Ben wins" in text


def lap_example(text: str) -> bool:
    left = turns.turns_left(("Ann", "Ben", "Cy", "Di"), "Ann", "Cy")
    return f"then {', '.join(left)}, and the game stops before Ann." in text


EXAMPLES: dict[tuple[str, str], Callable[[str], bool]] = {
    ("bunny-kingdom", "harvest-example"): harvest_example,
    ("bunny-kingdom", "little-prince-tie"): little_prince_example,
    ("bunny-kingdom", "several-missions"): missions_example,
    ("project-universe", "destination-sets"): sets_example,
    ("project-universe", "materials"): materials_example,
    ("project-universe", "investment-cells"): investment_table,
    ("rabbit-astronauts", "evolution-boxes"): boxes_example,
    ("rabbit-astronauts", "counting-example"): counting_example,
    ("rocket-flight", "turn-example"): turn_example,
    ("space-pioneers", "lap-example"): lap_example,
    ("space-pioneers", "score-example"): pioneers_example,
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_worked_example_works_out(game: Game[Any]) -> None:
    for entry in listed(game.folder, "en"):
        check = EXAMPLES.get((game.slug, entry.id))
        assert check or not (entry.kind == "example" or "Example" in entry.text), f"{entry.id}: worked out by no test"
        assert check is None or check(entry.text), (entry.id, entry.text)


# ---------------------------------------------------------------- open questions


@every_game
def test_what_the_rules_leave_open_is_told_with_more_than_one_reading(game: Game[Any]) -> None:
    for entry in listed(game.folder, "en"):
        if entry.kind == "open":
            assert len(words(entry.text)) >= 10, entry.id
            assert entry.source, entry.id
            assert re.search(r"\b(other|or|either|some|leave|disagree|suggest)\b", entry.text), entry.id


# ---------------------------------------------------------------- links


def labels(shape: type[Any]) -> Iterator[tuple[str, Label]]:
    """Every label in the fields of *shape*."""
    for name, hint in hints_of(shape).items():
        for mark in getattr(hint, "__metadata__", ()):
            if isinstance(mark, Label):
                yield name, mark


def sections_said(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """Every ``.under("…")`` in the source of *game*: where, and the section; others take one named elsewhere."""
    for path in game.folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "under":
                [rule] = node.args
                if isinstance(rule, ast.Constant):
                    yield f"{path.name}:{node.lineno}", rule.value
                else:
                    assert isinstance(rule, ast.Subscript) or ast.unparse(rule).endswith(".rule"), ast.unparse(node)


def linked(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """Everything of *game* that names a section: what it is, and the section."""
    for category in game.count.categories:
        yield f"category {category.key}", category.rule
    for calculator in game.calculators:
        yield f"calculator {calculator.key}", calculator.rule
        for shape in (calculator.input, calculator.output):
            yield from ((f"{calculator.key}.{name}", mark.rule) for name, mark in labels(shape) if mark.rule)
    yield from ((f"option {name}", mark.rule) for name, mark in labels(type(game.options())) if mark.rule)
    if game.tracker:
        for event in game.tracker.events:
            yield f"event {event.__name__}", event.rule
            yield from ((f"event {event.__name__}.{name}", mark.rule) for name, mark in labels(event) if mark.rule)
        for phase in game.tracker.phases:
            yield f"phase {phase.key}", phase.rule
            yield from ((f"input {one.key}", one.rule) for one in phase.inputs)
        for players in game.seats:
            setting = Setting(options=game.options(), seats=tuple(range(1, players + 1)), start=1)
            yield from ((f"step {step.key}", step.rule) for step in tracker_of(game).setup(setting))
    yield from sections_said(game)
    for path in (ROOT / "templates" / "games" / game.slug).glob("*.html"):
        yield from ((path.name, found) for found in RULE_LINK.findall(path.read_text("utf-8")))


@every_game
def test_whatever_names_a_section_names_one_that_is_there(game: Game[Any]) -> None:
    found = list(linked(game))
    assert found
    assert {rule for _, rule in found} <= ids(game), [one for one in found if one[1] not in ids(game)]


@every_game
def test_every_phase_has_sections_of_its_own_or_is_the_end(game: Game[Any]) -> None:
    if game.tracker is None:
        return
    phases = {phase.key for phase in game.tracker.phases}
    named = {entry.phase for entry in load(game.folder, "en") if entry.phase}
    assert named - phases <= {"end", "setup"}, named - phases


@every_game
def test_whoever_asks_for_a_section_by_its_title_finds_it(game: Game[Any]) -> None:
    for entry in listed(game.folder, "en"):
        found = [passage.entry.id for passage in BOOK.ask(entry.title, "en", game=game.slug).passages]
        assert entry.id in found, (entry.id, entry.title, found)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_section_can_be_asked_for_in_the_words_of_players(game: Game[Any]) -> None:
    for lang, asked in data(game.home, "asked.toml").items():
        assert lang in languages(game.folder)
        assert set(asked) == ids(game)
        for entry in listed(game.folder, lang):
            said = {entry.title.casefold(), *map(str.casefold, sentences(entry.text))}
            assert asked[entry.id] and not said & set(map(str.casefold, asked[entry.id])), entry.id


@every_game
def test_every_section_has_a_title_a_source_and_a_heading_to_stand_under(game: Game[Any]) -> None:
    entries: tuple[RuleEntry, ...] = load(game.folder, "en")
    assert entries[0].level == 2
    for entry in entries:
        assert entry.title and entry.text and entry.source, entry.id
        assert entry.kind in ("rule", "faq", "open", "example", "teach"), entry.id
        assert not entry.title.endswith("."), entry.id
        assert entry.title.endswith("?") or entry.kind not in ("faq", "open"), entry.id


@every_game
def test_every_option_and_event_can_be_named(game: Game[Any]) -> None:
    assert isinstance(game.options(), Shape)
    if game.tracker:
        for event in game.tracker.events:
            assert issubclass(event, Event) and fields(event), event
    assert Tally(names={1: "Ann"}, options=game.options())
