"""The description of the API: valid OpenAPI 3.1, and true."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from companion.games import discover

CALCULATORS = [(slug, calculator) for slug, game in discover().items() for calculator in game.calculators]
IDS = [f"{slug}-{calculator.key}" for slug, calculator in CALCULATORS]


@pytest.fixture
def document(client: FlaskClient) -> dict[str, Any]:
    """The document of the real site."""
    found = client.get("/api/v1/openapi.json").json
    assert found is not None
    return found


def validator(document: dict[str, Any], shape: dict[str, Any]) -> Draft202012Validator:
    """Judges values by a schema of *document*."""
    return Draft202012Validator({**shape, "components": document["components"]})


def content(part: dict[str, Any]) -> Any:
    """The JSON content of a request or response."""
    return part["content"]["application/json"]


def test_the_document_is_valid(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    assert [error.message for error in OpenAPIV31SpecValidator(document).iter_errors()] == []


def test_every_calculator_is_in_it(document: dict[str, Any]) -> None:
    expected = {f"/api/v1/{slug}/{calculator.key}" for slug, calculator in CALCULATORS}
    assert set(document["paths"]) == expected | {"/api/v1/games", "/api/v1/rules"}


@pytest.mark.parametrize(("slug", "calculator"), CALCULATORS, ids=IDS)
def test_examples_and_answers_are_as_described(
    client: FlaskClient, document: dict[str, Any], slug: str, calculator: Any
) -> None:
    operation = document["paths"][f"/api/v1/{slug}/{calculator.key}"]["post"]
    asked = content(operation["requestBody"])
    assert list(validator(document, asked["schema"]).iter_errors(asked["example"])) == []
    response = client.post(f"/api/v1/{slug}/{calculator.key}", json=asked["example"])
    assert response.status_code == 200
    told = validator(document, content(operation["responses"]["200"])["schema"])
    assert [(error.message, list(error.path)) for error in told.iter_errors(response.json)] == []


@pytest.mark.parametrize(("slug", "calculator"), CALCULATORS, ids=IDS)
def test_refusals_are_as_described(client: FlaskClient, document: dict[str, Any], slug: str, calculator: Any) -> None:
    response = client.post(f"/api/v1/{slug}/{calculator.key}", json={"no such field": 1})
    assert response.status_code == 422
    operation = document["paths"][f"/api/v1/{slug}/{calculator.key}"]["post"]
    told = validator(document, content(operation["responses"]["422"])["schema"])
    assert list(told.iter_errors(response.json)) == []


def test_the_list_of_games_is_as_described(client: FlaskClient, document: dict[str, Any]) -> None:
    shape = content(document["paths"]["/api/v1/games"]["get"]["responses"]["200"])["schema"]
    assert list(validator(document, shape).iter_errors(client.get("/api/v1/games").json)) == []


def test_unknown_fields_are_refused_by_the_description_too(document: dict[str, Any]) -> None:
    for slug, calculator in CALCULATORS:
        asked = content(document["paths"][f"/api/v1/{slug}/{calculator.key}"]["post"]["requestBody"])["schema"]
        assert list(validator(document, asked).iter_errors({**calculator.example, "no such field": 1})), slug


def test_fields_say_what_people_call_them(fair: FlaskClient) -> None:
    document = fair.get("/api/v1/openapi.json").json
    assert document is not None
    parts = document["components"]["schemas"]
    assert parts["carrot-fair.Plot"]["properties"]["carrots"]["description"] == "Carrots: tokens in front of you"
    assert parts["carrot-fair.Msg"]["type"] == "string"
    rule = parts["carrot-fair.Line"]["properties"]["rule"]
    assert {"$ref": "#/components/schemas/carrot-fair.RuleLink"} in rule["anyOf"]
    assert set(parts["carrot-fair.RuleLink"]["properties"]) == {"id", "title", "url"}
