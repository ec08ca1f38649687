"""The pages of a play: what each depth and each mission shows, and that every form of them does what it says."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.settings import Settings
from companion.web import create_app
from tests.conftest import JudgingClient

PHASES = ("draw", "carrots", "gold", "helmets")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """A judging client of a site that keeps plays."""
    folder = str(tmp_path_factory.mktemp("pages"))
    app: Flask = create_app(Settings.from_env({"DATA_DIR": folder, "SECRET_KEY": "for tests", "RATE_LIMIT": "0"}))
    app.testing = True
    app.test_client_class = JudgingClient
    return app.test_client()


def begin(client: FlaskClient, depth: str = "full", names: tuple[str, ...] = ("Ann", "Ben"), **options: str) -> str:
    """The address of a new play."""
    fields = MultiDict([("game", "rabbit-astronauts"), ("start", "1"), ("depth", depth)])
    fields.setlist("name", list(names))
    fields.update({f"opt.{key}": value for key, value in options.items()})
    return "/plays/" + str(client.post("/plays/new", data=fields).headers["Location"].split("/")[2]) + "/"


def put(client: FlaskClient, play: str, status: int = 303, **event: Any) -> str:
    """An event as a form posts it."""
    response = client.post(f"{play}events", data=event)
    assert response.status_code == status, response.text[-500:]
    return str(response.text)


def to(client: FlaskClient, play: str, phase: str, round_: int = 1) -> None:
    for one in PHASES[: PHASES.index(phase)]:
        put(client, play, kind="phase_ended", round=round_, phase=one)


def page(client: FlaskClient, address: str) -> BeautifulSoup:
    response = client.get(address)
    assert response.status_code == 200, address
    return BeautifulSoup(response.text, "html.parser")


def form(found: BeautifulSoup, kind: str, **fields: str) -> Tag:
    """The one form that posts *kind* with these hidden fields."""
    wanted = {"kind": kind, **fields}
    hits = [
        one
        for one in found.select("form[data-tap]")
        if wanted.items() <= {str(i["name"]): str(i.get("value", "")) for i in one.select("input[type=hidden]")}.items()
    ]
    assert len(hits) == 1, f"{len(hits)} forms of {wanted}"
    return hits[0]


def press(client: FlaskClient, one: Tag, button: str = "", **typed: str) -> str:
    """Post *one* as a browser without scripts does: its fields, what was typed, the button pressed."""
    data = {str(i["name"]): str(i.get("value", "")) for i in one.select("input[name]") if i.get("type") != "checkbox"}
    for select in one.select("select[name]"):
        chosen = select.select_one("option[selected]") or select.select_one("option")
        data[str(select["name"])] = str(chosen["value"]) if chosen else ""
    buttons = [b for b in one.select("button") if not button or button in b.get_text() or button == b.get("value")]
    assert buttons, f"no button {button}: {one}"
    if buttons[0].get("name"):
        data[str(buttons[0]["name"])] = str(buttons[0]["value"])
    response = client.post(str(one["action"]), data={**data, **typed})
    assert response.status_code == 303, response.text[-500:]
    return str(response.headers["Location"])


def texts(found: BeautifulSoup, css: str) -> list[str]:
    return [" ".join(one.get_text(" ").split()) for one in found.select(css)]


# ---------------------------------------------------------------- everybody in one grid


@pytest.mark.parametrize("depth", ["round", "full"])
def test_each_ticks_done_and_the_last_one_moves_all_on(client: FlaskClient, depth: str) -> None:
    play = begin(client, depth)
    for seat in ("1", "2"):
        found = page(client, play)
        assert texts(found, "h1") == ["Draw"] and len(found.select(".crew > li")) == 2
        press(client, form(found, "ready", seat=seat, on="1"))
    assert texts(page(client, play), "h1") == ["Carrots"]


def test_a_tick_is_taken_back_by_another_tap(client: FlaskClient) -> None:
    play = begin(client, "round")
    press(client, form(page(client, play), "ready", seat="1", on="1"))
    found = page(client, play)
    assert [b["aria-pressed"] for b in found.select(".done-tick")] == ["true", "false"]
    press(client, form(found, "ready", seat="1", on="0"))
    assert [b["aria-pressed"] for b in page(client, play).select(".done-tick")] == ["false", "false"]


# ---------------------------------------------------------------- round helper


def test_the_round_helper_asks_only_what_flew(client: FlaskClient) -> None:
    play = begin(client, "round")
    for phase in PHASES:
        found = page(client, play)
        kinds = {str(i["value"]) for i in found.select("#live form input[name=kind]")} - {"undone", "phase_ended"}
        assert kinds == ({"ready", "launched"} if phase == "gold" else {"ready"}), phase
        if phase == "gold":
            press(client, form(found, "launched", seat="2"), typed="3+7")
        put(client, play, kind="phase_ended", round=1, phase=phase)
    found = page(client, play)
    assert "in Space 3 + 7" in found.get_text() and "Together 10 points · 1 box" in " ".join(
        texts(found, ".foot-links")
    )


def test_what_cannot_be_read_is_refused_with_a_sentence(client: FlaskClient) -> None:
    play = begin(client, "round")
    text = put(client, play, status=422, kind="launched", seat=1, round=1, typed="many")
    assert "is not a whole number" in text


def test_the_round_helper_asks_what_the_mission_adds(client: FlaskClient) -> None:
    jupiter = begin(client, "round", mission="jupiter")
    to(client, jupiter, "carrots")
    press(client, form(page(client, jupiter), "stocked", seat="1"), to="21")
    assert "Together 10 points" in page(client, jupiter).get_text()
    moon = begin(client, "round", mission="moon")
    put(client, moon, kind="launched", seat=1, round=1, typed="6")
    to(client, moon, "carrots")
    press(client, form(page(client, moon), "trained", seat="1", step="moon"), value="6")
    assert "on the Moon 6" in page(client, moon).get_text()
    venus = begin(client, "round", mission="venus")
    to(client, venus, "helmets")
    press(client, form(page(client, venus), "answered", category="station", seat="2"), typed="6")
    found = page(client, venus)
    assert "Together 6 points" in found.get_text() and found.select("#station-2")[0]["value"] == "6"
    pluto = begin(client, "round", mission="pluto")
    press(client, form_of(page(client, pluto), "event"), "blue")
    assert "Event of round 1 : blue" in " ".join(texts(page(client, pluto), ".event summary"))


def form_of(found: BeautifulSoup, kind: str) -> Tag:
    """The first form of a kind."""
    return next(one for one in found.select("form[data-tap]") if one.select_one(f"input[name=kind][value={kind}]"))


# ---------------------------------------------------------------- full depth


def test_symbols_gifts_and_payments_by_their_forms(client: FlaskClient) -> None:
    play = begin(client)
    to(client, play, "carrots")
    press(client, form(page(client, play), "counted", seat="1", resource="carrots"), to="9")
    found = page(client, f"{play}?seat=1")
    assert texts(found, ".gauge b") == ["9"]
    press(client, form(found, "gave", seat="1", to="2"), "3")
    press(client, form(page(client, f"{play}?seat=1"), "trained", seat="1"), "Promote", cost="4")
    found = page(client, f"{play}?seat=1")
    assert texts(found, ".gauge b") == ["2"]
    why = " ".join(texts(found, ".why-so"))
    assert "Given to Ben −3" in why and "Promoted −4" in why
    text = put(client, play, status=422, kind="trained", seat=1, round=1, step="promote", cost=5)
    assert "The cost is 5, and there are 2 Carrots." in text


def test_a_card_is_entered_moved_and_put_right_by_its_forms(client: FlaskClient) -> None:
    play = begin(client)
    found = page(client, f"{play}?seat=1")
    starting = next(a for a in found.select(".add-cards a") if "cost 7" in a.get_text())
    back = press(client, form(page(client, str(starting["href"])), "card", seat="1"), carrots="8", color="red")
    assert "at=new" in back, "the next card follows at once"
    again = form(page(client, str(starting["href"])), "card", seat="1").select_one("[name=cost]")
    assert again is not None and again["value"] == "3", "with scripts, the other starting card follows"
    press(client, form(page(client, back), "card", seat="1"), cost="5", gold="2")
    assert texts(page(client, play), ".rabbits .face b") == ["5", "7"]
    put(client, play, kind="phase_ended", round=1, phase="draw")
    found = page(client, f"{play}?seat=1")
    assert texts(found, ".gauge b") == ["8"]
    press(client, form(found, "moved", card="1-2", to="level_1"))
    found = page(client, f"{play}?seat=1")
    assert texts(found, ".gauge b") == ["3"] and texts(found, ".one-crew h3") == ["Level 1 2"]
    assert not found.select(".rabbits button"), "nothing more can be done with them in this phase"
    found = page(client, f"{play}?seat=1&at=card.1-1")
    press(client, form(found, "card", card="1-1"), carrots="6", value="9")
    found = page(client, f"{play}?seat=1&at=card.1-1")
    assert texts(found, ".gauge b") == ["1"] and "value 9" in found.get_text()
    press(client, form(found, "moved", card="1-1", free="1"), "Discard")
    assert texts(page(client, play), ".rabbits .face b") == ["5"]


def test_a_move_that_cannot_be_paid_is_shown_but_not_offered(client: FlaskClient) -> None:
    play = begin(client)
    put(client, play, kind="card", seat=1, card="1-1", cost=5)
    put(client, play, kind="phase_ended", round=1, phase="draw")
    button = form(page(client, play), "moved", card="1-1", to="level_1").select_one("button")
    assert button is not None and button.has_attr("disabled")


def test_everybody_is_looked_at_by_their_name(client: FlaskClient) -> None:
    play = begin(client)
    put(client, play, kind="card", seat=2, card="2-1", cost=5)
    link = page(client, play).select(".crew a")[1]
    found = page(client, str(link["href"]))
    assert texts(found, ".one-crew h2") == ["B Ben"] and texts(found, ".face b") == ["5"]


def test_all_that_lies_before_one_person_is_on_the_page_of_their_seat(client: FlaskClient) -> None:
    play = begin(client)
    put(client, play, kind="card", seat=2, card="2-1", cost=5, carrots=3)
    to(client, play, "carrots")
    found = page(client, f"{play}seats/2")
    assert (
        texts(found, ".gauge b") == ["3"]
        and texts(found, ".face b") == ["5"]
        and texts(found, "h2")[0] == "Points so far"
    )
    press(client, form(found, "counted", seat="2"), to="4")
    assert texts(page(client, f"{play}seats/2"), ".gauge b") == ["7"]
    put(client, play, kind="depth_chosen", depth="round")
    assert not page(client, f"{play}seats/2").select(".one-crew")


def test_one_alone_gives_nothing(client: FlaskClient) -> None:
    play = begin(client, names=("Ann",))
    to(client, play, "carrots")
    found = page(client, play)
    assert not found.select(".giving") and "one other player" not in found.get_text()


# ---------------------------------------------------------------- the sheet


def test_boxes_are_checked_on_the_map_and_told_in_setup(client: FlaskClient) -> None:
    play = begin(client)
    put(client, play, kind="earned", by=2)
    assert "2 boxes to check before you begin" in page(client, f"{play}setup").get_text()
    found = page(client, f"{play}?seat=1&at=sheet")
    press(client, form_of_box(found, "vesta"), "vesta")
    found = page(client, f"{play}?seat=1&at=sheet")
    assert "1 box to check" in found.get_text() and texts(found, ".unlocked li") == [
        "Vesta 8 cards for the deck: Satellite"
    ]
    setup = page(client, f"{play}setup")
    press(client, form(setup, "ticked", step="world-vesta"))
    assert page(client, f"{play}setup").select(".evolution .done")
    press(client, form_of_box(found, "vesta"), "vesta")
    assert "2 boxes to check" in page(client, f"{play}?seat=1&at=sheet").get_text()


def test_a_box_is_checked_by_its_name(client: FlaskClient) -> None:
    play = begin(client)
    for typed, button, checked in (("7", "1", "1 box"), ("Saturn", "1", "2 boxes"), ("7", "0", "1 box")):
        found = page(client, f"{play}?at=sheet").select_one(".by-name")
        assert found is not None
        press(client, found, button, box=typed)
        assert f"{checked} checked" in page(client, f"{play}?at=sheet").get_text()


def form_of_box(found: BeautifulSoup, key: str) -> Tag:
    """The form of the map that has the button of a box."""
    return next(one for one in found.select(".stars form") if one.select_one(f"button[value={key}]"))


def test_links_are_entered_as_on_the_printed_sheet(client: FlaskClient) -> None:
    play = begin(client)
    found = page(client, f"{play}?at=sheet")
    press(client, form(found, "linked"), links="earth-1, 1-mars 7-mars")
    put(client, play, kind="checked", box="mars")
    found = page(client, f"{play}?at=sheet")
    assert len(found.select(".tie")) == 3 and "No unbroken path from Earth leads to: Mars." in found.get_text()
    press(client, form(found, "linked", on="0"), "1-mars")
    assert len(page(client, f"{play}?at=sheet").select(".tie")) == 2
    assert "There is no box “sun”" in put(client, play, status=404, kind="linked", links="earth-sun")


def test_a_mission_whose_world_is_not_checked_is_a_doubt(client: FlaskClient) -> None:
    play = begin(client, mission="venus")
    assert "has not been checked" not in page(client, play).get_text()
    put(client, play, kind="checked", box="mars")
    assert "has not been checked: Venus: Space Stations." in page(client, play).get_text()
    put(client, play, kind="checked", box="venus")
    assert "has not been checked" not in page(client, play).get_text()


# ---------------------------------------------------------------- the end


def test_a_team_has_one_sum_and_no_ranks(client: FlaskClient) -> None:
    play = begin(client, "round")
    for seat, typed in ((1, "22"), (2, "23")):
        put(client, play, kind="launched", seat=seat, round=1, typed=typed)
    found = page(client, f"{play}scores")
    assert "Together 45 points" in found.get_text() and texts(found, ".standing .place") == ["", ""]
    rivals = begin(client, "round", mode="competitive")
    put(client, rivals, kind="launched", seat=2, round=1, typed="5")
    found = page(client, f"{rivals}scores")
    assert texts(found, ".standing .place") == ["1", "2"] and "Together" not in found.get_text()


def test_steps_of_a_card_are_called_as_in_the_rules(client: FlaskClient) -> None:
    play = begin(client)
    put(client, play, kind="card", seat=1, card="1-1", cost=2, carrots=2, gold=2)
    for phase, word in (("draw", "Promote"), ("carrots", "Certify")):
        put(client, play, kind="phase_ended", round=1, phase=phase)
        found = page(client, f"{play}?seat=1")
        assert found.select(".rabbits form .button")[0].get_text().startswith(word)
        put(client, play, kind="moved", seat=1, card="1-1", to="level_1" if phase == "draw" else "level_2")


@pytest.mark.parametrize(
    ("mission", "places"),
    [("none", set()), ("moon", {"Moon"}), ("ceres", {"Command Center"}), ("jupiter", set())],
)
def test_places_of_a_mission_are_offered_only_with_it(client: FlaskClient, mission: str, places: set[str]) -> None:
    play = begin(client, mission=mission)
    put(client, play, kind="card", seat=1, card="1-1", cost=2)
    for at, chosen in (("card.1-1", ".card-form [name=to]"), ("new", "[name=zone] option")):
        offered = set(texts(page(client, f"{play}?seat=1&at={at}"), chosen))
        assert offered & {"Moon", "Command Center"} == places
        assert {"Level 1", "Level 2", "Space"} <= offered


def test_colours_are_offered_in_the_form_of_a_card(client: FlaskClient) -> None:
    found = page(client, f"{begin(client)}?seat=1&at=new")
    offered = [str(one["value"]) for one in found.select("datalist#colours option")]
    assert offered == ["red", "yellow", "green", "blue", "purple", "orange"]
    assert [one["name"] for one in found.select("input[list=colours]")] == ["color", "bonus_color"]


def test_an_event_that_was_told_folds_up(client: FlaskClient) -> None:
    play = begin(client, mission="pluto")
    assert page(client, play).select(".event[open]")
    put(client, play, kind="event", round=1, color="red")
    assert page(client, play).select(".event") and not page(client, play).select(".event[open]")


def test_setup_says_how_you_play(client: FlaskClient) -> None:
    said = page(client, f"{begin(client, mode='competitive', mission='venus')}setup").select(".evolution")[0].get_text()
    assert "against one another" in said and "Venus: Space Stations" in said


def test_when_all_rounds_are_over_the_sum_stands_there(client: FlaskClient) -> None:
    play = begin(client)
    put(client, play, kind="launched", seat=1, round=1, typed="17")
    for n in range(1, 8):
        for phase in PHASES:
            put(client, play, kind="phase_ended", round=n, phase=phase)
    found = page(client, play)
    assert "Together 17 points · 1 box" in " ".join(found.get_text(" ").split())
    assert page(client, f"{play}?seat=1&at=sheet").select(".stars")


def test_house_rules_hold_from_the_start(client: FlaskClient) -> None:
    play = begin(client)
    to(client, play, "helmets")
    put(client, play, kind="counted", seat=1, round=1, resource="helmets", by=3)
    assert texts(page(client, f"{play}?seat=1"), ".gauge b") == ["5"]
    table = page(client, f"{play}table")
    fields = {str(one["name"]): "0" for one in table.select(".house select")}
    fields.update({"opt.mode": "team", "opt.mission": "none", "opt.is_zero_helmets": "1"})
    assert client.post(f"{play}house", data=fields).status_code == 303
    assert texts(page(client, f"{play}?seat=1"), ".gauge b") == ["3"]


def test_every_look_has_links_labels_and_rules_that_are_there(client: FlaskClient) -> None:
    play = begin(client, mission="ceres")
    put(client, play, kind="event", round=1, color="red")
    put(client, play, kind="card", seat=1, card="1-1", cost=3, zone="space", type="robot", color="red")
    for phase in PHASES:
        for where in ("", "?seat=1&at=new", "?seat=1&at=card.1-1"):
            page(client, f"{play}{where}")
        put(client, play, kind="phase_ended", round=1, phase=phase)
    for where in ("log", "setup", "table", "scores", "?seat=1&at=nonsense", "?at=card.9-9"):
        page(client, f"{play}{where}")
    for entry in page(client, f"{play}log").select("a[href*='/steps/']"):
        page(client, str(entry["href"]))


def test_what_is_in_play_is_told_in_its_phase(client: FlaskClient) -> None:
    play = begin(client, "round", mission="ceres")
    for box in ("mercury", "saturn", "titan", "vesta", "ceres"):
        put(client, play, kind="checked", box=box)
    told = {}
    for phase in PHASES:
        told[phase] = texts(page(client, play), ".reminders small")
        put(client, play, kind="phase_ended", round=1, phase=phase)
    assert told == {
        "draw": [],
        "carrots": ["Mission cards", "Command Center"],
        "gold": ["Mission cards", "Robots", "Scientists", "Satellites", "Command Center"],
        "helmets": ["Mission cards", "Command Center"],
    }
    pluto = begin(client, "round", mission="pluto")
    put(client, pluto, kind="event", round=1, color="teal")
    put(client, pluto, kind="phase_ended", round=1, phase="draw")
    assert "Cards of the Event’s colour, teal, cost 2 less." in page(client, pluto).get_text()


def test_against_one_another_nobody_wins_before_the_end(client: FlaskClient) -> None:
    play = begin(client, "round", mode="competitive")
    put(client, play, kind="launched", seat=2, round=1, typed="9")
    foot = " ".join(texts(page(client, play), ".foot-links"))
    assert "Ann 0, Ben 9" in foot and "wins" not in foot


STEPS: list[dict[str, Any]] = [
    {"kind": "card", "seat": 1, "card": "1-1", "cost": 3, "back_gold": 2, "zone": "level_1"},
    {"kind": "linked", "links": "earth-1 1-mars"},
    {"kind": "checked", "box": "1"},
    {"kind": "event", "round": 1, "color": "red"},
    {"kind": "counted", "seat": 1, "round": 1, "resource": "gold", "by": 2},
    {"kind": "trained", "seat": 1, "round": 1, "step": "promote", "cost": 0},
    {"kind": "launched", "seat": 1, "round": 1, "typed": "3"},
    {"kind": "gave", "seat": 1, "to": 2, "round": 1, "resource": "carrots", "amount": 0},
    {"kind": "ready", "seat": 1, "round": 1, "phase": "draw", "on": 1},
    {"kind": "stocked", "seat": 1, "round": 1, "by": 2, "free": 1},
    {"kind": "moved", "seat": 1, "card": "1-1", "to": "level_2", "free": 1},
    {"kind": "carried", "checked": "1 2", "links": "earth-1", "scores": "12 30"},
]


@pytest.mark.parametrize("event", STEPS, ids=lambda event: event["kind"])
def test_each_step_can_be_corrected_to_itself(client: FlaskClient, event: dict[str, Any]) -> None:
    play = begin(client)
    first = STEPS[0]
    put(client, play, **first)
    if event["kind"] == "gave":
        to(client, play, "carrots")
    if event is not first:
        put(client, play, **event)
    seq = client.get(f"/api/v1{play[:-1]}").json["head"]
    before = client.get(f"/api/v1{play[:-1]}").json["log"][seq - 1]["event"]
    found = page(client, f"{play}steps/{seq}").select_one(".step-form")
    assert found is not None
    assert not {one.get_text(strip=True) for one in found.select("label, legend")} & {
        str(one["name"]) for one in found.select("[name]")
    }
    assert "discard" not in texts(found, "option")
    fields = MultiDict[str, str]()
    for one in found.select("input[name], select[name]"):
        if one.name == "select":
            chosen = one.select_one("option[selected]") or one.select_one("option")
            fields.add(str(one["name"]), str(chosen["value"]) if chosen else "")
        elif one.get("type") not in ("checkbox", "radio") or one.has_attr("checked"):
            fields.add(str(one["name"]), str(one.get("value", "")))
    response = client.post(f"{play}steps/{seq}", data=fields)
    assert response.status_code == 303, response.text[-1500:]
    log = client.get(f"/api/v1{play[:-1]}").json["log"]
    assert log[-1]["event"]["event"] == before


def test_a_rematch_keeps_the_house_rules(client: FlaskClient) -> None:
    play = begin(client, mode="competitive", is_gift_shared="1")
    response = client.get(f"{play}again", follow_redirects=True)
    found = BeautifulSoup(response.text, "html.parser")
    for name, value in (("opt.mode", "competitive"), ("opt.is_gift_shared", "1"), ("opt.is_hand_kept", "0")):
        chosen = found.select_one(f"select[name='{name}'] option[selected]")
        assert chosen is not None and chosen["value"] == value, name
