"""The worked examples of every game: each request gives the expected part of its answer, in functions and by API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient

from companion import schema
from companion.games import discover

CASES = Path(__file__).parents[1] / "cases"
GAMES = discover()


def requests() -> list[Any]:
    """Every request as (slug, calculator, input, expect), named by its case."""
    found = []
    for path in sorted(CASES.glob("*.yaml")):
        for case in yaml.safe_load(path.read_text("utf-8"))["cases"]:
            for n, request in enumerate(case.get("requests", ())):
                name = f"{path.stem}-{case['id']}-{n}"
                values = (path.stem, request["calculator"], request["input"], request["expect"])
                found.append(pytest.param(*values, id=name))
    return found


def part_of(expected: Any, answer: Any, path: str = "") -> None:
    """Fail unless *expected* is a part of *answer*: keys may be more, lists are compared item by item."""
    if isinstance(expected, dict):
        assert isinstance(answer, dict), f"{path}: {answer!r} has no keys"
        for key, value in expected.items():
            assert str(key) in answer, f"{path}: no {key} in {answer!r}"
            part_of(value, answer[str(key)], f"{path}.{key}")
    elif isinstance(expected, list):
        assert isinstance(answer, list) and len(answer) == len(expected), f"{path}: {answer!r} for {expected!r}"
        for n, (one, other) in enumerate(zip(expected, answer, strict=True)):
            part_of(one, other, f"{path}.{n}")
    else:
        assert answer == expected, f"{path}: {answer!r}, expected {expected!r}"


@pytest.mark.parametrize(("slug", "calculator", "body", "expect"), requests())
def test_a_worked_example_in_pure_functions(slug: str, calculator: str, body: Any, expect: Any) -> None:
    found = GAMES[slug].calculator(calculator)
    assert found is not None
    given = schema.from_plain(found.input, body)
    part_of(expect, schema.plain(found.run(given), str, str))


@pytest.mark.parametrize(("slug", "calculator", "body", "expect"), requests())
def test_a_worked_example_over_the_api(client: FlaskClient, slug: str, calculator: str, body: Any, expect: Any) -> None:
    response = client.post(f"/api/v1/{slug}/{calculator}", json=body)
    assert response.status_code == 200, response.text
    part_of(expect, response.json)
