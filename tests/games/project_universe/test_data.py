"""The printed numbers: their sums, and that each table says where it is from."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core import rules
from companion.games.project_universe import GAME
from companion.games.project_universe.calculators import CALCULATORS
from companion.games.project_universe.steps import DATA


@pytest.mark.parametrize(
    ("facility", "cost", "vp"),
    [("water_purification", 23, 11), ("bean_field", 20, 8), ("export_water", 26, 14), ("export_beans", 23, 11)],
)
def test_a_column_of_investment_cells_adds_up(facility: str, cost: int, vp: int) -> None:
    cells = DATA["investment_cells"][facility]
    assert sum(cell["cost"] for cell in cells) == cost
    assert sum(cell.get("vp", 0) for cell in cells) == vp
    assert [cell["cell"] for cell in cells] == [1, 2, 3, 4, 5]
    assert [cell["level_to"] for cell in cells if "level_to" in cell] == [2, 3, 4]


def test_there_are_twenty_cells_in_two_areas() -> None:
    facilities = [facility for area in ("manager", "ordinary_employee") for facility in DATA["areas"][area]]
    assert sorted(facilities) == ["bean_field", "export_beans", "export_water", "water_purification"]
    assert sum(len(DATA["investment_cells"][facility]) for facility in facilities) == 20


@pytest.mark.parametrize(("part", "vp"), [("launch_engine", 10), ("propulsion_engine", 1), ("transport_container", 6)])
def test_a_rocket_part_gives_these_vp_in_all(part: str, vp: int) -> None:
    levels = DATA["rocket"][part]
    assert [row["level"] for row in levels] == [1, 2, 3, 4]
    assert sum(row.get("on_reach", {}).get("vp", 0) for row in levels) == vp


def test_facilities_have_four_levels_and_the_container_three_cubes_a_level() -> None:
    for facility in ("export_water", "export_beans", "water_purification", "bean_field"):
        assert [row["level"] for row in DATA["facilities"][facility]] == [1, 2, 3, 4]
    assert [row["capacity"] for row in DATA["rocket"]["transport_container"]] == [3, 6, 9, 12]


def test_the_box_fits_the_setup() -> None:
    box, setup = DATA["box"], DATA["setup"]
    assert box["additional_action_cards"] == 6 * sum(map(len, setup["stacks"]))
    assert len(setup["money"]) == box["seats"] == box["initial_orders"]
    assert len(DATA["overtime"]["penalty"]) == DATA["rounds"]["count"] == 3


def test_every_table_says_where_it_is_from() -> None:
    assert all(table["source"] for table in DATA.values())


def test_every_rule_that_the_code_links_is_written_and_fits_the_page() -> None:
    entries = rules.load(GAME.folder, "en")
    ids = {entry.id for entry in entries}
    code = "".join(path.read_text("utf-8") for path in Path(GAME.home).parent.glob("*.py"))
    linked = {part.split('"')[0] for part in code.split('rule="')[1:]}
    assert linked <= ids
    assert {calculator.rule for calculator in CALCULATORS} <= ids
    assert 300 < sum(len(entry.text.split()) for entry in entries if entry.scoring) < 550


def test_an_open_question_gives_both_readings() -> None:
    for entry in rules.load(GAME.folder, "en"):
        assert entry.kind != "open" or ("One reading" in entry.text and "The other" in entry.text), entry.id
