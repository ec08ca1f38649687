"""Asking the rules on pages and over the API: the same answer, the deciding sentence large, no script needed."""

from __future__ import annotations

import gzip
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup
from flask.testing import FlaskClient

from companion.core import rules
from companion.games import discover
from companion.settings import ROOT

GAMES = discover()
CAMP = "may a camp stand on a printed city?"
HTMX = {"HX-Request": "true"}


def page(client: FlaskClient, address: str, **query: str) -> BeautifulSoup:
    """The page at *address*, which has to be one."""
    response = client.get(address, query_string=query or None)
    assert response.status_code == 200
    return BeautifulSoup(response.text, "html.parser")


def text(tag: object) -> str:
    return " ".join(tag.get_text(" ").split())  # type: ignore[attr-defined]


def test_an_answer_is_held_up_then_the_passage_its_source_and_its_address(client: FlaskClient) -> None:
    shown = page(client, "/rules", q=CAMP, game="bunny-kingdom")
    verdict = shown.select_one(".verdict")
    camps = next(entry for entry in rules.listed(GAMES["bunny-kingdom"].folder, "en") if entry.id == "camps")

    order = [child.get("class", [child.name])[0] for child in verdict.find_all(True, recursive=False)]
    assert order == ["kind", "h2", "deciding", "prose", "source", "p"]
    assert text(verdict.select_one("h2")) == camps.title
    assert text(verdict.select_one(".deciding")) == "A printed city has a building, so no camp fits there."
    assert "lower number" in text(verdict.select_one(".prose"))
    assert camps.source in text(verdict.select_one(".source"))
    assert verdict.select_one("a")["href"] == "/games/bunny-kingdom/rules#camps"
    assert shown.select_one("input[name=q]")["value"] == CAMP
    assert shown.select_one("option[selected]")["value"] == "bunny-kingdom"


def test_a_passage_that_is_one_sentence_is_not_said_twice(client: FlaskClient) -> None:
    verdict = page(client, "/rules", q="may we talk", game="rocket-flight").select_one(".verdict")
    assert verdict.select_one(".prose") is not None

    verdict = page(client, "/rules", q="does a pluto planet count", game="rocket-flight").select_one(".verdict")
    assert text(verdict.select_one(".deciding")).startswith("Yes.")
    assert verdict.select_one(".prose") is None


def test_over_all_games_each_passage_names_its_game(client: FlaskClient) -> None:
    shown = page(client, "/rules", q="who wins a tie")
    named = {text(tag) for tag in shown.select(".passages .of")}
    assert len(named) >= 2
    assert any(str(game.title) in text(shown.select_one(".verdict .kind")) for game in GAMES.values())


def test_what_is_not_covered_is_said_and_the_nearest_two_are_shown(client: FlaskClient) -> None:
    shown = page(client, "/rules", q="which camps sell breakfast and umbrellas?", game="bunny-kingdom")
    assert "The rules here do not cover this." in text(shown.select_one(".doubt:not(#lost)"))
    assert shown.select_one(".verdict") is None
    assert len(shown.select(".passages li")) == 2

    shown = page(client, "/rules", q="chocolate")
    assert "other words" in text(shown.select_one(".doubt:not(#lost)"))
    assert not shown.select(".passages li")


@pytest.mark.parametrize("slug", ["", *GAMES])
def test_where_nothing_is_asked_there_are_questions_to_try(client: FlaskClient, slug: str) -> None:
    links = page(client, "/rules", game=slug).select("#answer .links a")
    assert len(links) == (3 if slug else len(GAMES))
    for link in links:
        assert page(client, link["href"]).select_one(".verdict"), link["href"]


def test_as_one_types_only_the_answer_comes_and_the_address_follows(client: FlaskClient) -> None:
    response = client.get("/rules", query_string={"q": "camp ", "game": "", "phase": ""}, headers=HTMX)

    assert response.text.lstrip().startswith('<section id="answer"')
    assert "<html" not in response.text
    assert response.headers["HX-Replace-Url"] == "/rules?q=camp"
    assert "HX-Request" in response.headers["Vary"]
    form = page(client, "/rules").select_one("form.asking")
    assert form["action"] == form["hx-get"] == "/rules" and form["method"] == "get", "works without a script too"
    assert form["hx-target"] == "#answer"


def test_phase_and_language_are_kept_while_one_asks_on(client: FlaskClient) -> None:
    shown = page(client, "/rules", q="carrots", game="rabbit-astronauts", phase="helmets", lang="en")
    kept = {tag["name"]: tag["value"] for tag in shown.select("form.asking input[type=hidden]")}
    assert kept == {"phase": "helmets", "lang": "en"}
    answer = client.get("/api/v1/rules?q=carrots&game=rabbit-astronauts&phase=helmets").json
    assert text(shown.select_one(".verdict h2")) == answer["hits"][0]["title"]


@pytest.mark.parametrize("address", ["/", "/games/bunny-kingdom/rules"])
def test_the_box_stands_on_the_shelf_and_on_each_rules_page(client: FlaskClient, address: str) -> None:
    form = page(client, address).select_one("form[role=search]")
    query = {tag["name"]: tag.get("value", "") for tag in form.select("input[name]")}

    assert form["action"] == "/rules"
    assert form.select_one("button")
    assert query == ({"q": "", "game": "bunny-kingdom"} if "games" in address else {"q": ""})
    assert form.select_one("[name=q]")["placeholder"].startswith("Ask")


@pytest.mark.parametrize(
    "question",
    [
        '"',
        "camp AND (",
        "NEAR(a b)",
        "<script>alert(1)</script>",
        "x" * 10_000,
        "🐰🥕",
        "\x00\x0b\x7f￾",
        "%ff",
        "' OR 1=1 --",
        "{{ 7*7 }}",
    ],
)
def test_hostile_questions_are_pages_like_any_other(client: FlaskClient, question: str) -> None:
    for address in ("/rules", "/api/v1/rules"):
        response = client.get(address, query_string={"q": question})
        assert response.status_code == 200
        assert "<script>alert" not in response.text
    assert client.get("/rules", query_string={"q": question}, headers=HTMX).status_code == 200


@pytest.mark.parametrize("raw", [b"%ff%fe", b"%ed%a0%80", b"%00"])
def test_bytes_that_are_no_text_are_asked_all_the_same(client: FlaskClient, raw: bytes) -> None:
    for address in ("/rules", "/api/v1/rules"):
        assert client.get(f"{address}?q={raw.decode()}").status_code == 200


def test_programs_get_the_same_answer(client: FlaskClient) -> None:
    found = client.get("/api/v1/rules", query_string={"q": CAMP, "game": "bunny-kingdom", "lang": "en"}).json

    assert set(found) == {"hits", "covered"}
    assert found["covered"] is True
    best = found["hits"][0]
    assert {"game", "id", "title", "text", "url", "score"} <= set(best)
    assert (best["game"], best["id"], best["title"]) == ("bunny-kingdom", "camps", "Camps")
    assert best["said"] in best["text"]
    assert best["url"] == "/games/bunny-kingdom/rules#camps"
    scores = [hit["score"] for hit in found["hits"]]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("query", "covered", "many"),
    [("q=chocolate", False, 0), ("q=", False, 0), ("", False, 0), ("q=breakfast+umbrella+camp", False, 2)],
)
def test_programs_are_told_what_is_not_covered(client: FlaskClient, query: str, covered: bool, many: int) -> None:
    found = client.get(f"/api/v1/rules?{query}").json
    assert found["covered"] is covered
    assert len(found["hits"]) == many


def test_an_unknown_game_is_not_asked(client: FlaskClient) -> None:
    assert client.get("/rules?q=x&game=chess").status_code == 404
    answer = client.get("/api/v1/rules?q=x&game=chess")
    assert answer.status_code == 404
    assert answer.json["error"]["message"]


def test_asking_is_described(client: FlaskClient) -> None:
    described = client.get("/api/v1/openapi.json").json["paths"]["/api/v1/rules"]["get"]
    assert [one["name"] for one in described["parameters"]] == ["q", "game", "phase", "lang"]


@pytest.mark.parametrize("slug", GAMES)
def test_one_rule_is_a_page_of_its_own_and_a_sheet_over_any_page(client: FlaskClient, slug: str) -> None:
    for entry in rules.listed(GAMES[slug].folder, "en"):
        address = f"/games/{slug}/rules/{entry.id}"
        alone = page(client, address)
        assert text(alone.select_one("h1")) == " ".join(entry.title.split())
        assert alone.select_one(f".dock a[href='/games/{slug}/rules#{entry.id}']"), "to the whole rules"

        sheet = client.get(address, headers=HTMX).text
        assert "<html" not in sheet and "<svg" not in sheet
        shown = BeautifulSoup(sheet, "html.parser")
        assert text(shown.select_one("#rule-title")) == " ".join(entry.title.split())
        assert shown.select_one("form[method=dialog] button")
        assert shown.select_one(f"a[href='/games/{slug}/rules#{entry.id}']")


def test_a_rule_that_is_not_written_is_not_found(client: FlaskClient) -> None:
    assert client.get("/games/bunny-kingdom/rules/nothing").status_code == 404
    assert client.get("/games/bunny-kingdom/rules/teach-intro").status_code == 404


def test_a_question_mark_leads_to_the_rule_where_there_is_no_script(client: FlaskClient) -> None:
    for mark in page(client, "/games/project-universe/score/final").select("a.rule"):
        target = urlsplit(mark["href"])
        assert page(client, target.path).find(id=target.fragment), mark["href"]
        assert not parse_qs(target.query)
        assert client.get(mark["href"].replace("#", "/")).status_code == 200, "what the script fetches"


def test_a_phone_is_told_the_words_to_search_by_without_a_network(client: FlaskClient) -> None:
    response = client.get("/rules/words")
    told = response.get_json()
    assert len(gzip.compress(response.data, 9)) <= 33_000
    assert "the" in told["stop"] and told["kin"]
    assert {game["slug"] for game in told["games"]} == set(GAMES)
    for game in told["games"]:
        sections = {part["id"] for part in page(client, game["rules"]).select("section.said")}
        assert set(game["asked"]) == sections
        assert all(said and len(set(said.split())) == len(said.split()) for said in game["asked"].values())


def test_the_script_of_rules_is_small() -> None:
    script = (ROOT / "static" / "app.js").read_text("utf-8")
    (part,) = re.findall(r"\n/\* Rules: .*?(?=\n/\* |\Z)", script, re.S)
    without = script.replace(part, "")
    assert len(gzip.compress(part.encode(), 9)) <= 800
    assert len(gzip.compress(script.encode(), 9)) - len(gzip.compress(without.encode(), 9)) <= 500
    assert len(gzip.compress(script.encode(), 9)) <= 7000
