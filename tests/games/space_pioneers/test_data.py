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
from companion.games.space_pioneers import GAME
from companion.games.space_pioneers.placement import REASON_RULES

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
    assert all(table["source"] for table in data(GAME.home).values())


def test_every_rule_that_the_code_links_is_written() -> None:
    code = "".join(path.read_text("utf-8") for path in Path(GAME.home).parent.glob("*.py"))
    assert {part.split('"')[0] for part in code.split('rule="')[1:]} <= IDS
    assert set(REASON_RULES.values()) <= IDS
    for calculator in GAME.calculators:
        for shape in (calculator.input, calculator.output, *([calculator.page.form] if calculator.page else [])):
            assert {label.rule for label in labels(shape) if label.rule} <= IDS


def test_the_rules_of_scoring_fit_one_page() -> None:
    assert 100 < sum(len(entry.text.split()) for entry in ENTRIES if entry.scoring) < 550


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.kind == "open"], ids=lambda entry: entry.id)
def test_an_open_question_gives_both_readings(entry: rules.RuleEntry) -> None:
    assert "ne reading" in entry.text
    assert "The other" in entry.text


@pytest.mark.parametrize("calculator", GAME.calculators, ids=lambda calculator: calculator.key)
def test_the_first_look_is_a_good_one(calculator: Calculator[Any, Any]) -> None:
    shown = calculator.run(schema.from_plain(calculator.input, calculator.example))
    assert getattr(shown, "legal", True)
    assert not shown.doubts or calculator.key == "final"
    if calculator.page:
        form = schema.from_plain(calculator.page.form, calculator.page_example)
        assert calculator.run(calculator.page.read(form)) == shown
