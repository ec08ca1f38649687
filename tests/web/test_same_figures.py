"""Page, API and scorer give the same figures for the same game, whatever way they were entered."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.core.game import Game
from companion.core.score import Result
from companion.games import discover
from companion.settings import Settings
from companion.web import create_app
from companion.web.tally import read_tally
from tests.sample_games import carrot_fair

NAMES = ["Ann", "Bob"]
GAMES: dict[str, Game[Any]] = {**discover(), carrot_fair.GAME.slug: carrot_fair.GAME}

# What is typed in a count, and the same game as the API is asked.
SAME: dict[str, tuple[list[tuple[str, str]], dict[str, Any]]] = {
    "bunny-kingdom": (
        [
            *((f"harvest{n}.1", text) for n, text in enumerate(("8", "19", "33", "8×5+3×2"), 1)),
            *((f"harvest{n}.2", text) for n, text in enumerate(("9", "21", "30", "41"), 1)),
            ("parchments.1", "fisher"),
            ("counts.1.fish", "5"),
            ("parchments.2", "royal_crown"),
            ("parchments.2", "opportunist"),
        ],
        {
            "seats": NAMES,
            "harvests": {"Ann": [8, 19, 33, 46], "Bob": [9, 21, 30, 41]},
            "parchments": {"Ann": ["fisher"], "Bob": ["royal_crown", "opportunist"]},
            "counts": {"Ann": {"fish": 5}},
        },
    ),
    "project-universe": (
        [
            ("vp_track.1", "58"),
            ("materials.1.workforce", "7"),
            ("materials.1.beans", "3+2"),
            ("materials.1.money", "9"),
            ("materials.1.action_cards", "9"),
            *((f"achieved.1.{station}", n) for station, n in zip("ABCDE", "31213", strict=True)),
            ("end_cards.1.investment_chips", "1"),
            ("tokens.1", "7"),
            ("losses.1", "3"),
            ("vp_track.2", "61"),
            ("materials.2.money", "12"),
            ("materials.2.water", "2"),
            ("materials.2.action_cards", "7"),
            ("achieved.2.A", "2"),
            ("achieved.2.B", "2"),
            ("achieved.2.D", "1"),
            ("losses.2", "5+2"),
        ],
        {
            "players": [
                {
                    "name": "Ann",
                    "vp_track": 58,
                    "materials": {"workforce": 7, "beans_warehouse": 5, "money": 9, "action_cards": 9},
                    "achieved": {"A": 3, "B": 1, "C": 2, "D": 1, "E": 3},
                    "end_cards": ["investment_chips"],
                    "tokens": 7,
                    "failed_losses": [3],
                },
                {
                    "name": "Bob",
                    "vp_track": 61,
                    "materials": {"money": 12, "water_warehouse": 2, "action_cards": 7},
                    "achieved": {"A": 2, "B": 2, "D": 1},
                    "failed_losses": [5, 2],
                },
            ]
        },
    ),
    "rabbit-astronauts": (
        [("opt.mission", "jupiter"), ("space.1", "3+7+5"), ("space.2", "8"), ("warehouse.2", "21")],
        {"mode": "team", "players": {"Ann": {"space": [3, 7, 5]}, "Bob": {"space": [8], "warehouse": 21}}},
    ),
    "space-pioneers": (
        [
            *(("planets.1", "5"), ("missions.1", "3"), ("secrets.1", "1"), ("network.1", "9")),
            *(("planets.2", "6"), ("missions.2", "2"), ("secrets.2", "1"), ("network.2", "11")),
        ],
        {
            "players": {
                "Ann": {"planets": 5, "missions": 3, "secrets": 1, "network": 9},
                "Bob": {"planets": 6, "missions": 2, "secrets": 1, "network": 11},
            }
        },
    ),
    "carrot-fair": (
        [("carrots.1", "4+4"), ("burrows.1", "2"), ("flowers.1", "rose"), ("flowers.1", "tulip"), ("carrots.2", "2")],
        {"players": {"Ann": {"carrots": 8, "burrows": 2, "flowers": ["rose", "tulip"]}, "Bob": {"carrots": 2}}},
    ),
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A client of a site with all games and the made-up one."""
    folder = str(tmp_path_factory.mktemp("same"))
    app = create_app(Settings.from_env({"DATA_DIR": folder, "SECRET_KEY": "for tests", "RATE_LIMIT": "0"}), GAMES)
    app.testing = True
    return app.test_client()


def query(slug: str) -> list[tuple[str, str]]:
    """The count of *slug* as its address."""
    return [*(("name", name) for name in NAMES), *SAME[slug][0]]


def scored(slug: str) -> Result:
    """The count of *slug* by the one scorer."""
    game = GAMES[slug]
    given = read_tally(game, MultiDict(query(slug)))
    assert not given.errors
    return game.score(game.count.state(given.tally))


def test_every_game_with_a_final_score_is_here() -> None:
    assert {slug for slug, game in GAMES.items() if game.calculator("final")} == set(SAME)


@pytest.mark.parametrize("slug", SAME)
def test_the_api_scores_as_the_count_does(client: FlaskClient, slug: str) -> None:
    answer = client.post(f"/api/v1/{slug}/final", json=SAME[slug][1])
    body = answer.get_json()
    assert answer.status_code == 200, body
    result = scored(slug)
    told = [(line["seat"], line["key"], line["item"], line["points"]) for line in body["lines"]]
    assert told == [(line.seat, line.key, line.item, line.points) for line in result.lines]
    assert body["decided_by"] == result.decided_by


@pytest.mark.parametrize("slug", SAME)
def test_the_page_shows_what_the_count_scores(client: FlaskClient, slug: str) -> None:
    answer = client.get(f"/games/{slug}/count?{urlencode([('step', 'result'), *query(slug)])}")
    assert answer.status_code == 200
    page, result = BeautifulSoup(answer.text, "html.parser"), scored(slug)
    shown = {
        str(row.select_one("div > b").get_text()): int(row.select_one(".points").get_text().replace("−", "-"))  # type: ignore[union-attr]
        for row in page.select(".standing li")
    }
    assert {name: shown[name] for name in NAMES} == {name: result.total(n) for n, name in enumerate(NAMES, 1)}
