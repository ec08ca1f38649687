"""The worked examples of the cases file that no calculator answers: each gives its figures in pure functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.games.project_universe import steps
from companion.games.project_universe.overtime import turn
from companion.games.project_universe.steps import Clock

CASES = Path(__file__).parents[2] / "cases" / "project-universe.yaml"
Given = Mapping[str, Any]


def setup_money(given: Given) -> dict[str, int]:
    """Money by name, from the start player on."""
    names = given["start_seat_order"]
    money = steps.setup_money(range(1, len(names) + 1))
    return {name: money[seat] for seat, name in enumerate(names, 1)}


def investment_area_count(given: Given) -> dict[str, dict[str, int]]:
    """Tokens by area and name."""
    by_name = {name: steps.area_tokens(placed) for name, placed in given["facility_tokens"].items()}
    return {area: {name: n[area] for name, n in by_name.items()} for area in steps.DATA["areas"] if area != "source"}


def time(given: Given) -> dict[str, Any]:
    """The Time track after the event; the turn that caused it began before overtime."""
    clock = steps.advance(
        Clock(steps_to_overtime=given["steps_to_overtime"]), given["event"], given.get("card_steps", 0)
    )
    fee = turn(1, given["overtime"], "on_earth", 9, "conference").penalty
    return {"steps_to_overtime": clock.steps_to_overtime, "overtime": clock.overtime, "penalty": fee}


def same_destination(given: Given) -> dict[str, list[str]]:
    """The Received area and what has failed."""
    after = steps.receive(given["received"], given["takes"])
    return {"received": list(after.received), "failed": list(after.failed)}


def home_cell(given: Given) -> dict[str, Any]:
    """The cells that are left, and who starts the next round."""
    taken = dict(zip(given["home"], steps.HOME_CELLS, strict=False))
    cells = list(steps.home_cells(given["players"], taken))
    return {"cells": cells, "next_start_player": given["returning"] if cells == ["last_returner"] else None}


PROCEDURES: Mapping[str, Callable[[Given], Any]] = {
    "setup_money": setup_money,
    "investment_area_count": investment_area_count,
    "time": time,
    "same_destination": same_destination,
    "home_cell": home_cell,
    "income": lambda given: steps.income(
        {"manager": given["manager_tokens"], "ordinary_employee": given["ordinary_employee_tokens"]}
    ),
    "receive_order": lambda given: {
        "workforce": steps.workforce_after_order(given["workforce"], given["order_number"], given.get("card", ""))
    },
    "invest_cost": lambda given: {
        "money_paid": steps.invest_cost(given["facility"], given["cell"], given["card"], given["own_tokens"])
    },
    "rocket_gain": lambda given: steps.rocket_gain(given["part"], given["from"], given["to"]),
}


def procedures() -> list[Any]:
    """Every example that is no request, named by its case."""
    cases = yaml.safe_load(CASES.read_text("utf-8"))["cases"]
    return [pytest.param(case["procedure"], id=case["id"]) for case in cases if "procedure" in case]


@pytest.mark.parametrize("procedure", procedures())
def test_a_worked_example_without_a_calculator(procedure: Given) -> None:
    found = PROCEDURES[procedure["kind"]](procedure["given"])
    assert {key: found[key] for key in procedure["expect"]} == procedure["expect"]
