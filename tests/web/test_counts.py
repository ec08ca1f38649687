"""The pages of the final count: steps, house rules, result; everything in the address, every figure from the scorer."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from bs4 import BeautifulSoup, Tag
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from companion.core.game import Game
from companion.games import discover
from companion.settings import Settings
from companion.web import create_app
from companion.web.tally import read_tally
from tests.conftest import JudgingClient
from tests.sample_games import carrot_fair
from tests.web.parade import GAME

COUNT = f"/games/{GAME.slug}/count"
FOUR = [("name", "Ann"), ("name", "Bob"), ("name", "Zoë"), ("name", "Борис")]
BOOSTED = {"HX-Request": "true", "HX-Boosted": "true"}


@pytest.fixture(scope="module")
def parade(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A judging client of a site with the game that asks in every way."""
    folder = str(tmp_path_factory.mktemp("parade"))
    app = create_app(Settings.from_env({"DATA_DIR": folder, "SECRET_KEY": "for tests"}), {GAME.slug: GAME})
    app.testing = True
    app.test_client_class = JudgingClient
    return app.test_client()


def ask(client: FlaskClient, step: str, *pairs: tuple[str, str], status: int = 200) -> BeautifulSoup:
    """The page of *step* for four people."""
    answer = client.get(f"{COUNT}?{urlencode([('step', step), *FOUR, *pairs])}")
    assert answer.status_code == status, answer.text[:2000]
    return BeautifulSoup(answer.text, "html.parser")


def text(page: BeautifulSoup | Tag, css: str) -> str:
    found = page.select_one(css)
    assert found, css
    return re.sub(r"\s+", " ", found.get_text(" ")).strip()


def fields(page: BeautifulSoup, form: str = "form") -> list[tuple[str, str]]:
    """What the form sends when nothing is changed, as browsers do."""
    sent = []
    for control in page.select(f"{form} input, {form} select"):
        kind = control.get("type")
        if control.name == "select":
            chosen = control.select_one("[selected]") or control.select_one("option")
            sent.append((str(control["name"]), str(chosen["value"]) if chosen else ""))
        elif control.has_attr("name") and (kind not in ("radio", "checkbox") or control.has_attr("checked")):
            sent.append((str(control["name"]), str(control.get("value", ""))))
    return sent


def walk(client: FlaskClient, address: str, answers: dict[str, str]) -> list[tuple[str, BeautifulSoup]]:
    """Every page from *address* to the result, pressing "next" as a browser without scripts does."""
    seen = []
    while True:
        answer = client.get(address, follow_redirects=True)
        page = BeautifulSoup(answer.text, "html.parser")
        path = answer.request.full_path
        step = dict(parse_qsl(urlsplit(path).query)).get("step", "names")
        seen.append((step, page))
        if step == "result" or answer.status_code != 200 or len(seen) > 60:
            return seen
        form = "form#names" if step == "names" else "form#count"
        sent = [(name, answers.get(name, value)) for name, value in fields(page, form)]
        # radios that nothing chose are not sent: choose what the answers say
        shown = {str(one["name"]) for one in page.select(f"{form} [name]") if one.name != "button"}
        sent += [(name, value) for name, value in answers.items() if name in shown - {n for n, _ in sent}]
        button = page.select_one("button.main")
        assert button
        address = f"{urlsplit(path).path}?{urlencode([*sent, ('step', str(button['value']))])}"


class TestSteps:
    def test_the_first_page_asks_who_plays(self, parade: FlaskClient) -> None:
        page = BeautifulSoup(parade.get(COUNT).text, "html.parser")
        assert text(page, "h1") == "Who plays?"
        assert len(page.select("input[name=name]")) == 6
        assert not page.select_one("details.house[open]")

    def test_one_category_after_another_then_the_result(self, parade: FlaskClient) -> None:
        pages = walk(parade, f"{COUNT}?{urlencode(FOUR)}", {"weather.0": "sun", "march1.1": "6x5+4", "march1.2": "9"})
        asked = [category.key for category in GAME.count.categories if category.key != "dance"]
        assert [step for step, _ in pages] == ["names", *asked, "result"]
        assert text(pages[-1][1], "h1") == "Ann wins"

    def test_only_needed_categories_are_asked_of_those_concerned(self, parade: FlaskClient) -> None:
        pages = dict(walk(parade, f"{COUNT}?{urlencode(FOUR)}", {"march1.2": "9", "march1.4": "9"}))
        assert [str(field["name"]) for field in pages["dance"].select("[data-entry]")] == ["dance.2", "dance.4"]

    def test_progress_is_shown_by_group(self, parade: FlaskClient) -> None:
        page = ask(parade, "march2", ("march1.1", "5"))
        assert [text(part, "b") for part in page.select(".scale li")] == ["Sky", "Marches", "Light", "Cloth"]
        assert page.select_one(".scale")["aria-label"] == "Step 4 of 10"  # type: ignore[index]
        assert len(page.select(".scale .done")) == 3
        assert text(page, ".scale .here") == "Marches"

    def test_a_step_that_is_not_needed_leads_to_the_names(self, parade: FlaskClient) -> None:
        assert text(ask(parade, "dance", ("march1.1", "3")), "h1") == "Who plays?"
        assert text(ask(parade, "nonsense"), "h1") == "Who plays?"
        assert text(BeautifulSoup(parade.get(f"{COUNT}?step=result").text, "html.parser"), "h1") == "Who plays?"

    def test_back_leads_to_the_step_before_with_everything_typed(self, parade: FlaskClient) -> None:
        page = ask(parade, "march2", ("march1.1", "6×5"), ("rule.x", "1"), ("draft", "k"))
        back = str(page.select_one(".dock a")["href"])  # type: ignore[index]
        assert dict(parse_qsl(urlsplit(back).query)) == {
            "step": "march1", "name": "Борис", "march1.1": "6×5", "rule.x": "1", "draft": "k",
        }  # fmt: skip

    def test_next_goes_on_without_a_detour_where_the_page_is_swapped(self, parade: FlaskClient) -> None:
        query = urlencode([*FOUR, ("march1.1", "5"), ("march1.2", ""), ("step", "after.march1")])
        plain = parade.get(f"{COUNT}?{query}")
        swapped = parade.get(f"{COUNT}?{query}", headers=BOOSTED)
        assert plain.status_code == 303
        assert swapped.status_code == 200
        assert swapped.headers["HX-Push-Url"] == plain.headers["Location"]
        assert "March 2" in swapped.text
        assert "HX-Request" in swapped.headers["Vary"]

    def test_running_totals_stand_under_those_who_have_any(self, parade: FlaskClient) -> None:
        page = ask(parade, "march2", ("march1.1", "6×5+4"), ("march1.2", "-9"), ("march2.3", "0"))
        assert [one.get_text() for one in page.select(".so-far")] == ["so far 34", "so far −9", "so far 0", ""]

    def test_a_sum_shows_what_it_comes_to_without_scripts(self, parade: FlaskClient) -> None:
        page = ask(parade, "march1", ("march1.1", "6×5 + 4×3"), ("march1.2", "41"))
        assert [one.get_text() for one in page.select("[data-sum]")] == ["42", "", "", ""]

    def test_chosen_cards_come_first(self, parade: FlaskClient) -> None:
        page = ask(parade, "banners", ("banners.1", "banner12"), ("banners.1", "banner05"))
        hand = page.select("[data-hand]")[0]
        assert [one["value"] for one in hand.select("input[type=checkbox]")][:3] == ["banner05", "banner12", "banner01"]
        assert text(hand, "summary") == "A Ann Banner05 · Banner12 2"
        assert [one.has_attr("open") for one in page.select("[data-hand]")] == [False, True, False, False]


class TestNames:
    @pytest.mark.parametrize(
        "name",
        [
            "<img src=x onerror=alert(1)>",
            "{{7*7}}",
            '"><script>',
            "=1+1",
            "W" * 60,
            "مريم",
            "👩‍🚀",
            "O’Brien & co",
            "%s %(n)d",
        ],
    )
    def test_any_name_is_plain_text_everywhere(self, parade: FlaskClient, name: str) -> None:
        for step in ("names", "march1", "lanterns", "banners", "leader", "colour", "result"):
            answer = parade.get(
                f"{COUNT}?{urlencode([('step', step), ('name', name), ('name', 'Bob'), ('march1.1', '3')])}"
            )
            assert answer.status_code == 200
            page = BeautifulSoup(answer.text, "html.parser")
            assert not page.select("main img, main script")
            assert name in page.get_text() or page.select(f'[value="{re.sub(chr(34), chr(92) + chr(34), name)}"]')

    def test_two_of_one_name_are_told_apart(self, parade: FlaskClient) -> None:
        answer = parade.get(f"{COUNT}?step=result&name=Anna&name=Anna&march1.2=5")
        page = BeautifulSoup(answer.text, "html.parser")
        assert text(page, "h1") == "Anna 2 wins"
        again = parse_qsl(urlsplit(str(page.select_one(".dock a.main")["href"])).query)  # type: ignore[index]
        assert again == [("name", "Anna"), ("name", "Anna")], "typed names stay as they were typed"

    def test_moving_and_leaving_without_scripts(self, parade: FlaskClient) -> None:
        query = urlencode([*FOUR, ("march1.3", "7"), ("march1.1", "1")])
        up = parade.get(f"{COUNT}?{query}&step=up.3").headers["Location"]
        assert [value for key, value in parse_qsl(urlsplit(up).query) if key == "name"] == [
            "Ann",
            "Zoë",
            "Bob",
            "Борис",
        ]
        assert ("march1.2", "7") in parse_qsl(urlsplit(up).query)
        gone = parade.get(f"{COUNT}?{query}&step=drop.1").headers["Location"]
        assert ("march1.2", "7") in parse_qsl(urlsplit(gone).query)
        assert "march1.1" not in gone
        assert parade.get(f"{COUNT}?{query}&step=drop.x").status_code == 303

    def test_too_few_too_many_too_long(self, parade: FlaskClient) -> None:
        long = parade.get(f"{COUNT}?step=after.names&name={'A' * 10_000}&name=Bob")
        assert long.status_code == 422
        assert "A" * 10_000 in long.text, "kept as typed"
        none = parade.get(f"{COUNT}?step=after.names&name=&name=")
        assert none.status_code == 422
        assert "At least 1 player" in none.text
        endless = parade.get(f"{COUNT}?name={'A' * 30_000}")
        assert endless.status_code == 414
        assert "too long" in endless.text

    def test_house_rules_are_asked_by_their_types_and_shown_on_the_result(self, parade: FlaskClient) -> None:
        page = ask(parade, "names", ("opt.rain", "1"), ("opt.values.banner03", "−2"))
        assert page.select_one("select[name='opt.rain'] [selected]")["value"] == "1"  # type: ignore[index]
        assert [one["value"] for one in page.select("select[name='opt.length'] option")] == ["short", "long"]
        assert page.select_one("input[name='opt.prize']")["value"] == "5"  # type: ignore[index]
        assert page.select_one("input[name='opt.values.banner03']")["value"] == "−2"  # type: ignore[index]
        pairs = [("opt.rain", "1"), ("opt.values.banner03", "−2"), ("opt.prize", "5"), ("banners.1", "banner03")]
        result = ask(parade, "result", *pairs)
        house = [(text(row, "dt"), text(row, "dd")) for row in result.select("dl.ledger > div")]
        assert house == [("Rain falls", "yes"), ("Corrected banners", "Banner 3 -2")]
        assert text(result, "h1") == "Bob, Zoë and Борис are level"

    def test_a_bad_house_rule_is_told_beside_its_field(self, parade: FlaskClient) -> None:
        page = ask(parade, "march1", ("opt.values.banner03", "two"), ("march1.1", "x"), status=422)
        field = page.select_one("input[name='opt.values.banner03']")
        assert field is not None
        assert (field["value"], field["aria-invalid"]) == ("two", "true")
        assert "whole number" in text(page, f"[id='{field['aria-describedby']}']")
        assert all("open" in one.attrs for one in field.find_parents("details")), "what is wrong can be seen"


NAMED = (
    *("step", "name", "march1.1", "march1.0", "falls.2", "lanterns.1.silk", "lanterns.1", "banners.2", "leader.1"),
    *("opt.", "opt.rain", "opt.values", "opt.values.banner01", "rule.leaders", "weather.0", "dance.1", "lang", "draft"),
)
TYPED = (
    *(
        "",
        "1",
        "-1",
        "2,5",
        "9" * 50,
        "result",
        "march1",
        "after.names",
        "after.",
        "up.2",
        "up.99999",
        "up.²",
        "drop.-1",
    ),
    *("banner02", "\x00", "\u202e", "🚀", "{{7*7}}", "%(n)d", "Ann", "both", "A" * 70),
)


class TestErrors:
    @pytest.mark.parametrize(
        ("step", "name", "value"),
        [
            ("march1", "march1.3", "2,5"),
            ("falls", "falls.3", "3+x"),
            ("lanterns", "lanterns.3.silk", "99"),
            ("leader", "leader.3", "maybe"),
            ("colour", "colour.3", "beige"),
            ("banners", "banners.3", "banner99"),
            ("weather", "weather.0", "snow"),
        ],
    )
    def test_a_bad_answer_leads_to_its_step_and_is_told_beside_its_field(
        self, parade: FlaskClient, step: str, name: str, value: str
    ) -> None:
        page = ask(parade, "result", (name, value), ("march1.1", "5"), status=422)
        form = page.select_one("form[data-here]")
        assert form and form["data-here"] == step
        error = page.select_one(".error[id]")
        assert error
        assert step == "banners" or page.select_one(f"[aria-describedby='{error['id']}']")
        assert ("march1.1", "5") in fields(page)
        if step in ("march1", "falls", "lanterns"):
            assert (name, value) in fields(page), "kept as typed"

    def test_what_the_game_refuses_is_told_on_its_step(self, parade: FlaskClient) -> None:
        page = ask(parade, "result", ("march1.1", "666"), status=422)
        assert "March 1" in text(page, "h1")
        assert text(page, "[role=alert]:not([hidden])") == "Nobody marches that far."
        assert ask(parade, "march2", ("march1.1", "666")).select(".so-far")[0].get_text() == ""

    @given(st.lists(st.tuples(st.sampled_from(NAMED), st.sampled_from(TYPED)), max_size=10))
    @settings(deadline=None, max_examples=100, suppress_health_check=[*HealthCheck])
    def test_no_address_is_a_fault(self, parade: FlaskClient, pairs: list[tuple[str, str]]) -> None:
        plain = FlaskClient(parade.application, parade.application.response_class)
        assert plain.get(f"{COUNT}?{urlencode(pairs)}").status_code in (200, 303, 422)


def shown_totals(page: BeautifulSoup) -> dict[str, int]:
    """Totals by name, as the standings say."""
    rows = page.select(".standing li")
    return {text(row, "div > b"): int(text(row, ".points").replace("−", "-")) for row in rows}


class TestResult:
    def test_the_winner_and_the_reason_come_first(self, parade: FlaskClient) -> None:
        page = ask(parade, "result", ("march1.1", "30"), ("march1.4", "28"), ("march1.2", "-4"), ("march1.3", "1"))
        assert text(page, "main > :first-child") == "Ann wins 30 points 2 more than Борис"
        assert shown_totals(page) == {"Ann": 30, "Борис": 28, "Zoë": 1, "Bob": -4}
        assert [text(one, ".place") for one in page.select(".standing li")] == ["1", "2", "3", "4"]

    def test_a_tie_is_shared_and_the_next_place_is_left_out(self, parade: FlaskClient) -> None:
        pairs = [("march1.1", "5"), ("march1.3", "5"), ("dance.1", "2"), ("dance.3", "2")]
        page = ask(parade, "result", *pairs)
        assert text(page, "h1") == "Ann and Zoë share the win"
        assert text(page, ".winner ol") == "Longer dance Ann 2 · Zoë 2 Winner"
        assert [text(one, ".place") for one in page.select(".standing li")] == ["1", "1", "3", "3"]

    def test_a_tie_without_the_deciding_figure_asks_for_it_and_names_no_winner(self, parade: FlaskClient) -> None:
        page = ask(parade, "result", ("march1.1", "5"), ("march1.3", "5"), ("dance.1", "2"))
        assert text(page, "h1") == "Ann and Zoë are level"
        assert text(page, ".gaps summary") == "Still open, and it may decide"
        assert not page.select_one(".laurel")
        assert [text(one, ".place") for one in page.select(".standing li")] == [""] * 4
        link = next(one for one in page.select(".gaps a") if "Minutes danced" in one.get_text())
        assert dict(parse_qsl(urlsplit(str(link["href"])).query))["step"] == "dance"

    def test_what_is_open_is_said_and_counts_as_nothing(self, parade: FlaskClient) -> None:
        page = ask(parade, "result", ("march1.1", "5"), ("march1.2", "0"))
        gap = next(one for one in page.select(".gaps a") if "March 1" in one.get_text())
        assert text(gap, "span") == "Zoë · Борис"

    def test_a_game_that_is_won_together_says_so(self, parade: FlaskClient) -> None:
        page = ask(parade, "result", ("weather.0", "storm"))
        assert text(page, "h1") == "The storm wins"
        assert not page.select_one(".standing")
        assert text(page, ".laurel") == "" and not page.select(".place, .ledger li")

    def test_an_open_question_is_asked_with_both_readings(self, parade: FlaskClient) -> None:
        pairs = [("march1.2", "9"), ("leader.1", "1"), ("leader.2", "1")]
        page = ask(parade, "result", *pairs)
        chips = page.select(".ruling .chip")
        assert [(one["value"], one["aria-pressed"]) for one in chips] == [("both", "true"), ("none", "false")]
        assert "recommended" in chips[0].get_text() and "recommended" not in chips[1].get_text()
        assert set(pairs) <= set(fields(page, ".ruling"))
        settled = ask(parade, "result", *pairs, ("rule.leaders", "none"))
        assert shown_totals(settled)["Bob"] == shown_totals(page)["Bob"] - 5
        assert [one["aria-pressed"] for one in settled.select(".ruling .chip")] == ["false", "true"]
        assert "rule.leaders" not in dict(fields(settled, ".ruling"))
        assert not ask(parade, "result", ("leader.1", "1")).select(".ruling")

    def test_every_figure_says_why_and_links_its_rule(self, parade: FlaskClient) -> None:
        page = ask(parade, "result", ("falls.1", "3+2"), ("march1.1", "4"))
        for button in page.select(".grid-sheet button"):
            sheet = page.select_one(f"[id='{button['popovertarget']}']")
            assert sheet and text(sheet, ".ledger li:last-child").endswith(button.get_text())
            assert all(one.select_one("a[href*='/rules#']") for one in sheet.select(".ledger li:not(.sum)"))
        assert len(page.select("#why-1-falls .ledger li")) == 3

    def test_rounds_are_drawn_with_words_for_those_who_cannot_see(self, parade: FlaskClient) -> None:
        page = ask(parade, "result", ("march1.1", "4"), ("march2.1", "5"), ("falls.1", "2"))
        assert text(page, ".plot title")
        assert "Ann 4, 9, 9, 7." in text(page, ".plot desc")

    def test_bars_show_gains_to_scale_and_give_losses_no_room(self, parade: FlaskClient) -> None:
        page = ask(parade, "result", ("march1.1", "30"), ("march2.1", "-9"), ("march3.1", "5"), ("march1.2", "12"))
        bars = {text(row, "div > b"): row.select_one("svg.barline") for row in page.select(".standing li")}
        drawn = {name: [(rect["x"], rect["width"]) for rect in bar.select("rect")] for name, bar in bars.items() if bar}
        assert drawn["Ann"] == [("0", "30"), ("30", "5")]
        assert drawn["Bob"] == [("0", "12")]
        assert {bar["viewbox"] for bar in bars.values() if bar} == {"0 0 35 12"}

    def test_print_and_share_carry_the_whole_count(self, parade: FlaskClient) -> None:
        pairs = [("march1.1", "6×5"), ("opt.prize", "7"), ("rule.leaders", "none")]
        page = ask(parade, "result", *pairs)
        for link in page.select(".share a"):
            assert set(pairs) <= set(parse_qsl(urlsplit(str(link["href"])).query))


ALL: dict[str, Game[Any]] = {**discover(), GAME.slug: GAME, carrot_fair.GAME.slug: carrot_fair.GAME}


def figures(n: int) -> str:
    return str((3, 7, 0, 12, 5)[n % 5])


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A judging client of a site with all games, the made-up ones too."""
    folder = str(tmp_path_factory.mktemp("every"))
    app = create_app(Settings.from_env({"DATA_DIR": folder, "SECRET_KEY": "for tests"}), ALL)
    app.testing = True
    app.test_client_class = JudgingClient
    return app.test_client()


@pytest.mark.parametrize("slug", ALL)
def test_the_page_shows_the_figures_of_the_one_scorer(every: FlaskClient, slug: str) -> None:
    """Walk a whole count of every game as a browser does, then score the same answers by hand."""
    game = ALL[slug]
    names = [("name", name) for name in ("Ann", "Bob", "Zoë", "Борис")[: game.seats[-1]]]
    answers = {
        f"{category.key}.{seat}": figures(seat + n)
        for n, category in enumerate(game.count.categories)
        if category.widget in ("number", "terms")
        for seat in range(5)
    }
    answers = {key: value for key, value in answers.items() if _fits(game, key, value)}
    pages = walk(every, f"/games/{slug}/count?{urlencode(names)}", answers)
    step, page = pages[-1]
    assert step == "result", (step, text(page, "main"))
    query = urlsplit(str(page.select_one("[data-share]")["href"])).query  # type: ignore[index]
    given_ = read_tally(game, MultiDict(parse_qsl(query)))
    result = game.score(game.count.state(given_.tally))
    totals = {given_.tally.names[seat]: result.total(seat) for seat in given_.seats}
    if page.select(".standing"):
        assert {name: shown for name, shown in shown_totals(page).items() if name in totals} == totals
        sums = [int(one.get_text().replace("−", "-")) for one in page.select(".grid-sheet tfoot td")]
        cells = [
            [int(re.sub("−", "-", one.get_text(strip=True)).replace("–", "0")) for one in row.select("td")]
            for row in page.select(".grid-sheet tbody tr")
        ]
        assert [sum(column) for column in zip(*cells, strict=True)] == sums, "the lines shown add up to the total"
    else:
        shown = [int(one.get_text().replace("−", "-")) for one in page.select(".worked .ledger li > :last-child")]
        assert shown[: len(result.lines)] == [line.points for line in result.lines]


def _fits(game: Game[Any], key: str, value: str) -> bool:
    category = next(one for one in game.count.categories if one.key == key.split(".")[0])
    return category.low <= int(value) <= category.high
