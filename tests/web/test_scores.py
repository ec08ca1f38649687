"""The calculators for people: the same answers as the API, everything in the address, nothing typed is lost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from bs4 import BeautifulSoup, Tag
from flask import Flask
from flask.testing import FlaskClient

from companion import schema
from companion.core.game import Calculator
from companion.core.score import Ruling
from companion.core.text import msg
from companion.games import discover
from companion.settings import Settings
from companion.web import create_app, forms
from tests.conftest import JudgingClient
from tests.sample_games import carrot_fair
from tests.web.asking import calculator as asking_calculator

FINAL = "/games/carrot-fair/score/final"
LIVE = {"HX-Request": "true"}
CALCULATORS = [(slug, calculator) for slug, game in discover().items() for calculator in game.calculators]
IDS = [f"{slug}-{calculator.key}" for slug, calculator in CALCULATORS]
EACH = pytest.mark.parametrize(("slug", "calculator"), CALCULATORS, ids=IDS)
NOT_FOR_PEOPLE = {"key", "item", "seat", "round"}


def soup(response: Any, status: int = 200) -> BeautifulSoup:
    """The page, if its status is *status*."""
    assert response.status_code == status, response.text[:500]
    return BeautifulSoup(response.text, "html.parser")


def shape_of(calculator: Calculator[Any, Any]) -> Any:
    """What the page of *calculator* asks."""
    return calculator.page.form if calculator.page else calculator.input


def example_of(calculator: Calculator[Any, Any]) -> Any:
    """What the page of *calculator* shows as an example."""
    return calculator.page_example if calculator.page else calculator.example


def address(slug: str, calculator: Calculator[Any, Any]) -> str:
    """The page of *calculator* with its example."""
    return (
        f"/games/{slug}/score/{calculator.key}?{urlencode(forms.query(shape_of(calculator), example_of(calculator)))}"
    )


def answer(page: BeautifulSoup) -> Tag:
    """The part that holds the answer."""
    found = page.select_one("#answer")
    assert found is not None
    return found


def words(tag: Tag) -> str:
    """The text of *tag* with single spaces."""
    return " ".join(tag.get_text(" ").split())


# All games


@EACH
def test_an_empty_page_asks_and_says_nothing_yet(client: FlaskClient, slug: str, calculator: Any) -> None:
    page = soup(client.get(f"/games/{slug}/score/{calculator.key}"))
    assert words(answer(page)) == ""
    names = {str(field["name"]) for field in page.select("#calculator [name]")}
    assert not {"lang", "more", "count"} & {one.partition(".")[0] for one in forms.parts(shape_of(calculator))}
    assert {name.partition(".")[0] for name in names} <= {*forms.parts(shape_of(calculator)), "count", "more"}


@EACH
def test_an_empty_page_holds_the_drawings_that_its_answer_brings(
    client: FlaskClient, slug: str, calculator: Any
) -> None:
    page = soup(client.get(f"/games/{slug}/score/{calculator.key}"))
    held = {f"#{symbol['id']}" for symbol in page.select("symbol")}
    brought = {use["href"] for use in answer(soup(client.get(address(slug, calculator)))).select("use")}
    assert brought <= held


@EACH
def test_every_field_and_figure_has_a_name_of_its_own(slug: str, calculator: Any) -> None:
    def unnamed(shape: Any) -> list[str]:
        inner = [one.kind for one in forms.parts(shape).values()]
        inner += [one.inner.kind for one in forms.parts(shape).values() if one.is_map or hasattr(one.kind, "__args__")]
        rest = [name for kind in inner if hasattr(kind, "__dataclass_fields__") for name in unnamed(kind)]
        return [name for name, one in forms.parts(shape).items() if not one.label.text] + rest

    assert unnamed(shape_of(calculator)) == []


@EACH
def test_the_page_shows_what_the_api_answers(client: FlaskClient, slug: str, calculator: Any) -> None:
    page = soup(client.get(address(slug, calculator)))
    given = schema.from_plain(shape_of(calculator), example_of(calculator))
    asked = schema.plain(calculator.page.read(given) if calculator.page else given, str, str)
    told = client.post(f"/api/v1/{slug}/{calculator.key}", json=asked).json
    assert told is not None
    shown = words(answer(page))
    expected = [str(told[name]) for name in ("why",) if told.get(name)]
    expected += [doubt["message"] for doubt in told.get("doubts", ())]
    lines = told.get("lines", [])
    for line in [line for own in lines.values() for line in own] if isinstance(lines, dict) else lines:
        expected += [line["why"], line["label"], line["rule"]["title"], str(line["points"]).replace("-", "−")]
    for name, one in forms.parts(calculator.output).items():
        value = told.get(name)
        if one.label.text and one.kind in (int, str) and value not in (None, ""):
            said = one.label.word(str(value)) or str(value)
            expected += [str(one.label.text), str(said).replace("-", "−") if one.kind is int else str(said)]
    assert [part for part in expected if " ".join(part.split()) not in shown] == []


@EACH
def test_the_address_to_share_gives_the_same_page(client: FlaskClient, slug: str, calculator: Any) -> None:
    page = soup(client.get(address(slug, calculator)))
    [share] = page.select("a[data-share]")
    again = soup(client.get(str(share["href"])))
    assert words(answer(again)) == words(answer(page))
    assert [str(field) for field in again.select("#calculator input")] == [
        str(field) for field in page.select("#calculator input")
    ]


@EACH
def test_everything_that_can_have_more_rows_gets_one_without_a_script(
    client: FlaskClient, slug: str, calculator: Any
) -> None:
    first = soup(client.get(address(slug, calculator)))
    for button in first.select("#calculator button[name=more]"):
        sent = [*filled_in(first), ("more", str(button["value"]))]
        page = soup(client.get(f"/games/{slug}/score/{calculator.key}?{urlencode(sent)}"))
        before = {name: value for name, value in filled_in(first) if value}
        assert before.items() <= dict(filled_in(page)).items()
        assert len(page.select("#calculator .row")) == len(first.select("#calculator .row")) + 1


@EACH
def test_the_button_alone_gets_an_answer_or_says_what_is_needed(
    client: FlaskClient, slug: str, calculator: Any
) -> None:
    response = client.get(f"/games/{slug}/score/{calculator.key}?count=1")
    assert response.status_code in (200, 422)
    assert words(answer(BeautifulSoup(response.text, "html.parser")))


def filled_in(page: BeautifulSoup) -> list[tuple[str, str]]:
    """What a browser would send of the form on *page*."""
    found = []
    for field in page.select("#calculator input[name], #calculator select[name]"):
        if field.name == "select":
            chosen = field.select_one("option[selected]") or field.select_one("option")
            found.append((str(field["name"]), str(chosen["value"]) if chosen else ""))
        elif field.get("type") not in ("radio", "checkbox") or field.has_attr("checked"):
            found.append((str(field["name"]), str(field.get("value", ""))))
    return found


# The address


def test_the_button_leads_to_a_tidy_address_with_the_answer(fair: FlaskClient) -> None:
    response = fair.get(f"{FINAL}?players.0.key=Ann&players.0.value.carrots=8&players.1.key=&count=1")
    assert response.status_code == 303
    assert response.headers["Location"] == f"{FINAL}?players.0.key=Ann&players.0.value.carrots=8#answer"
    assert fair.get(f"{FINAL}?players.0.key=&count=1").headers["Location"] == f"{FINAL}?count=1#answer"


def test_live_answers_are_fragments_with_a_tidy_address(fair: FlaskClient) -> None:
    response = fair.get(f"{FINAL}?players.0.key=Ann&players.1.key=", headers=LIVE)
    assert response.headers["HX-Replace-Url"] == f"{FINAL}?players.0.key=Ann"
    assert "HX-Request" in response.headers["Vary"]
    assert response.text.strip().startswith('<section id="answer"')
    assert "Ann" in words(answer(soup(response)))


def test_the_language_stays_in_the_address(fair: FlaskClient) -> None:
    page = soup(fair.get(f"{FINAL}?lang=en"))
    assert ("lang", "en") in filled_in(page)
    assert words(answer(page)) == ""
    assert "lang" not in dict(filled_in(soup(fair.get(f"{FINAL}?lang=xx"))))


def test_what_is_not_there_is_404(fair: FlaskClient) -> None:
    assert fair.get("/games/carrot-fair/score/nothing").status_code == 404
    assert fair.get("/games/nothing/score/final").status_code == 404


# What is wrong


BAD = [
    ("players.0.key", "Ann"),
    ("players.0.value.carrots", "−1"),
    ("players.0.value.burrows", "2,5"),
    ("players.1.key", "Ann"),
    ("players.2.value.carrots", "3"),
    ("players.3.key", "x" * 10_000),
    ("players.4.key", "a\x00b"),
]


def test_every_error_at_once_beside_its_field_and_nothing_lost(fair: FlaskClient) -> None:
    page = soup(fair.get(f"{FINAL}?{urlencode(BAD)}"), 422)
    expected = {
        "players.0.value.carrots": "0 is the least possible.",
        "players.0.value.burrows": "“2,5” is not a whole number. Write digits, or a sum like 6×5 + 4×3.",
        "players.1.key": "This name stands here twice.",
        "players.2.key": "This is needed.",
        "players.3.key": "At most 60 characters.",
    }
    for name, sentence in expected.items():
        [field] = page.select(f"[name='{name}']")
        assert field["aria-invalid"] == "true"
        beside = [page.find(id=part) for part in str(field["aria-describedby"]).split()]
        assert sentence in [words(part) for part in beside if isinstance(part, Tag)]
        [above] = page.select(f"#answer [data-error-for='{name}']")
        [link] = above.select("a")
        assert link["href"] == f"#{field['id']}"
        assert sentence in words(above)
    assert "Players · 1 · Carrots 0 is the least possible." in words(answer(page))
    sent = dict(filled_in(page))
    assert [(name, value) for name, value in BAD[:-1] if sent[name] != value] == []
    assert sent["players.4.key"] == "a�b"


@pytest.mark.parametrize("name", ["Zoë 👩‍👩‍👧", "مريم بنت", "<b>&\"'", "J. R.", "%(n)d {0} ${x}"])
def test_every_name_stands_as_it_was_typed(fair: FlaskClient, name: str) -> None:
    page = soup(fair.get(f"{FINAL}?{urlencode({'players.0.key': name, 'players.0.value.carrots': '8'})}"))
    assert dict(filled_in(page))["players.0.key"] == name
    assert name in words(answer(page))
    assert not page.select("#answer dd b, #answer td b")


def test_what_is_wrong_with_a_group_stands_at_the_group(fair: FlaskClient) -> None:
    page = soup(fair.get(f"{FINAL}?count=1"), 422)
    [group] = page.select("fieldset#players")
    [sentence] = page.select(f"#{group['aria-describedby']}")
    assert words(sentence) == "This is needed."
    assert [str(link["href"]) for link in page.select("#answer li a")] == ["#players"]


def test_while_one_types_gaps_are_only_named(fair: FlaskClient) -> None:
    query = urlencode({"players.0.value.carrots": "3"})
    live = soup(fair.get(f"{FINAL}?{query}", headers=LIVE), 422)
    assert "Still to fill in: Players · 1 · Name" in words(answer(live))
    assert not live.select("[data-error-for]")
    assert soup(fair.get(f"{FINAL}?{query}"), 422).select("[data-error-for]")
    more = urlencode({"players.0.value.carrots": "3", "players.0.value.burrows": "x"})
    assert soup(fair.get(f"{FINAL}?{more}", headers=LIVE), 422).select("[data-error-for='players.0.value.burrows']")


def test_one_more_row_asks_for_no_answer_and_keeps_what_is_wrong(fair: FlaskClient) -> None:
    page = soup(fair.get(f"{FINAL}?{urlencode([*BAD, ('more', 'players')])}"))
    assert words(answer(page)) == ""
    assert dict(filled_in(page))["players.0.value.burrows"] == "2,5"
    assert not page.select("button[name=more]"), "five rows are all that may be"


# Reasons


def test_lines_stand_with_the_name_of_their_player_and_add_up(fair: FlaskClient) -> None:
    query = {"players.0.key": "Ann", "players.0.value.carrots": "8", "players.1.key": "Ben"}
    page = soup(fair.get(f"{FINAL}?{urlencode(query)}"))
    sheets = [words(sheet) for sheet in page.select("#answer .worked")]
    assert [sheet.partition(" Carrots")[0] for sheet in sheets] == ["A Ann", "B Ben"]
    assert sheets[0].endswith("Total 6")
    assert sheets[1].endswith("Total −2")
    assert words(page.select("#answer [role=status]")[0]) == "Winners: Ann"


def test_a_number_that_cannot_be_negative_gets_the_number_pad(fair: FlaskClient) -> None:
    page = soup(fair.get(FINAL))
    [field] = page.select("[name='players.0.value.carrots']")
    assert field["inputmode"] == "numeric"
    assert field["data-low"] == "0"
    labels = [str(button["aria-label"]) for button in page.select("[data-step]")][:2]
    assert labels == ["Carrots: one less", "Carrots: one more"]


# Open questions

QUESTION = Ruling(
    id="tie",
    options=("ann", 2),
    default="ann",
    question=msg("Who goes first?"),
    labels=(msg("Ann does"), msg("The second")),
    rule="winner",
)


@pytest.fixture
def asking(settings: Settings) -> FlaskClient:
    """A site whose calculator asks a question that the rules leave open, where somebody has carrots."""
    game = replace(carrot_fair.GAME, calculators=(asking_calculator(QUESTION),))
    app: Flask = create_app(settings, {game.slug: game})
    app.testing = True
    app.test_client_class = JudgingClient
    return app.test_client()


def test_a_question_is_asked_only_where_it_occurs(asking: FlaskClient) -> None:
    assert not soup(asking.get(f"{FINAL}?carrots=0")).select(".ruling")
    page = soup(asking.get(f"{FINAL}?carrots=3"))
    [ruling] = page.select(".ruling")
    assert words(ruling).startswith("Who goes first?")
    assert "recommended" in words(ruling.select("label")[0])
    assert [str(option["value"]) for option in ruling.select("input[checked]")] == ["ann"]
    assert {str(option["form"]) for option in ruling.select("input, button")} == {"calculator"}
    assert not page.select("#calculator [name^=rulings]")


def test_a_choice_counts_and_stays_in_the_address(asking: FlaskClient) -> None:
    page = soup(asking.get(f"{FINAL}?carrots=3&rulings.tie=2"))
    assert [str(option["value"]) for option in page.select(".ruling input[checked]")] == ["2"]
    assert "Points 2" in words(answer(page))
    assert "rulings.tie=2" in str(page.select("a[data-share]")[0]["href"])


@pytest.mark.parametrize("slip", ["x", "-1"])
def test_a_choice_outlives_a_slip(asking: FlaskClient, slip: str) -> None:
    page = soup(asking.get(f"{FINAL}?carrots={slip}&rulings.tie=2"), 422)
    [kept] = page.select("input[type=hidden][name='rulings.tie']")
    assert (kept["value"], kept["form"]) == ("2", "calculator")


@pytest.mark.parametrize("choice", ["nobody", "99", "-1", "x" * 5000, "9" * 500])
def test_a_choice_that_there_is_not_is_refused(asking: FlaskClient, choice: str) -> None:
    page = soup(asking.get(f"{FINAL}?carrots=3&rulings.tie={choice}"), 422)
    assert "Choose" in words(answer(page))


def test_a_link_of_an_example_settles_its_questions(asking: FlaskClient) -> None:
    page = soup(asking.get(FINAL))
    [example] = page.select("main .asked-for p a")
    assert ("rulings.tie", "2") in parse_qsl(urlsplit(str(example["href"])).query)
