"""The data and the rules: every table has a source, every linked rule is written, open questions give both readings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from companion import schema
from companion.core import rules
from companion.core.data import data
from companion.core.game import Calculator
from companion.core.shape import Label, Shape
from companion.games.rabbit_astronauts import GAME
from companion.games.rabbit_astronauts.readings import OPEN

ENTRIES = rules.load(GAME.folder, "en")
IDS = {entry.id for entry in ENTRIES}


def labels(shape: Any) -> Iterator[Label]:
    """All labels of *shape* and of the shapes inside it."""
    hints = get_type_hints(shape, include_extras=True)
    for f in fields(shape):
        for mark in (hints[f.name], *getattr(hints[f.name], "__metadata__", ())):
            if isinstance(mark, Label):
                yield mark
        for inner in (hints[f.name], *get_args(hints[f.name])):
            for part in (inner, *get_args(inner)):
                if isinstance(part, type) and issubclass(part, Shape):
                    yield from labels(part)


def test_every_table_says_where_it_is_from() -> None:
    for name, tables in data(GAME.home).items():
        for table in tables.values() if name in ("evolutions", "missions") else (tables,):
            assert table["source"], name


def test_every_rule_that_the_code_links_is_written() -> None:
    code = "".join(path.read_text("utf-8") for path in Path(GAME.home).parent.glob("*.py"))
    assert {part.split('"')[0] for part in code.split('rule="')[1:]} <= IDS
    for calculator in GAME.calculators:
        for shape in (calculator.input, calculator.output, *([calculator.page.form] if calculator.page else [])):
            assert {label.rule for label in labels(shape) if label.rule} <= IDS


def test_the_rules_of_scoring_fit_one_page() -> None:
    assert 100 < sum(len(entry.text.split()) for entry in ENTRIES if entry.scoring) < 550


def test_the_title_is_one_value() -> None:
    title = data(GAME.home)["game"]["title"]
    assert str(GAME.title) == title
    texts = [path.read_text("utf-8") for path in Path(GAME.home).parent.glob("*.*")]
    assert sum(text.count(title) for text in texts) == 1


def test_the_box_fits_itself() -> None:
    box, setup = data(GAME.home)["box"], data(GAME.home)["setup"]
    assert box["starting_cards"] == box["seats"] * len(setup["level_1"])
    assert box["tokens"] == box["seats"] * 3
    for mission in ("jupiter", "moon", "venus"):
        cards = {"jupiter": "warehouses", "moon": "moon_cards", "venus": "stations"}[mission]
        assert data(GAME.home)["missions"][mission][cards] == box["seats"]


def test_every_ruling_has_a_rule_that_leaves_it_open() -> None:
    kinds = {entry.id: entry.kind for entry in ENTRIES}
    assert {kinds[one.rule] for one in OPEN.values()} == {"open"}


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.kind == "open"], ids=lambda entry: entry.id)
def test_an_open_question_gives_both_readings(entry: rules.RuleEntry) -> None:
    assert "ne reading" in entry.text
    assert "The other" in entry.text


@pytest.mark.parametrize("calculator", GAME.calculators, ids=lambda calculator: calculator.key)
def test_the_first_look_is_a_good_one(calculator: Calculator[Any, Any]) -> None:
    shown = calculator.run(schema.from_plain(calculator.input, calculator.example))
    assert getattr(shown, "legal", True)
    assert not shown.doubts
    if calculator.page:
        form = schema.from_plain(calculator.page.form, calculator.page_example)
        assert calculator.run(calculator.page.read(form)) == shown
