"""Whatever is sent, a calculator answers or says what is wrong: never an error of ours, never somebody else's words."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
import yaml
from flask import Flask, Response
from flask.testing import FlaskClient

from companion.games import discover
from companion.web import forms

GAMES = discover()
CASES = Path(__file__).parents[1] / "cases"
SEED = 20261130

HOSTILE: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2,
    3,
    99,
    10_000,
    -(10**9),
    2**63,
    10**40,
    1.5,
    -0.0,
    float("nan"),
    float("inf"),
    "",
    " ",
    "0",
    "٣",
    "²",
    "x",
    "Ann",
    "A1",
    "constructor",
    "__proto__",
    "%s%(n)d{0}",
    "a.b",
    "players.0.name",
    "\x00",
    "a\nb",
    "\u202eevil",
    "مريم",
    "👩‍👩‍👧‍👦",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "x" * 10_000,
    "é" * 61,
    [],
    {},
    [[]],
    [None],
    {"": 1},
    {"a": {"b": []}},
    [1, "1", None, {}],
    ["A1"] * 500,
    {f"n{n}": n for n in range(200)},
)
RAW: tuple[bytes, ...] = (
    b"",
    b" ",
    b"null",
    b"[]",
    b'"text"',
    b"{",
    b"{}{}",
    b"{'a': 1}",
    b"\xef\xbb\xbf{}",
    b"\xff\xfe{\x00}\x00",
    b'{"name": "\xff"}',
    b'{"name": "\\ud800"}',
    b'{"n": 1e309}',
    b'{"n": NaN}',
    b'{"n": -Infinity}',
    b'{"n": 1' + b"0" * 5000 + b"}",
    b"[" * 10_000,
    b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    b'{"' + b"k" * 10_000 + b'": 1}',
    b'{"a": 1, "a": 2}',
    b"<?xml version='1.0'?><a/>",
    b"a=1&b=2",
    bytes(range(256)),
)


def seeds() -> list[tuple[str, str, Any]]:
    """Sound bodies to start from: the examples of all calculators, and every worked case."""
    found = [(slug, c.key, c.example) for slug, game in GAMES.items() for c in game.calculators]
    for path in sorted(CASES.glob("*.yaml")):
        for case in yaml.safe_load(path.read_text("utf-8"))["cases"]:
            found += [(path.stem, one["calculator"], one["input"]) for one in case.get("requests", ())]
    return [(slug, key, body) for slug, key, body in found if slug in GAMES]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) inside *value*."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(pairs):
        yield value, key
        yield from places(inner)


def spoil(body: Any, rng: random.Random) -> Any:
    """*body* with one thing in it replaced, taken away, added, renamed, repeated or swapped."""
    spots = list(places(body))
    if not spots or rng.random() < 0.03:
        return copy.deepcopy(rng.choice(HOSTILE))
    inside, key = rng.choice(spots)
    other, name = rng.choice(spots)
    what = rng.randrange(6)
    if what == 0:
        inside[key] = copy.deepcopy(rng.choice(HOSTILE))
    elif what == 1:
        del inside[key]
    elif what == 2 and isinstance(inside, dict):
        inside[str(rng.choice(HOSTILE))[:100]] = copy.deepcopy(rng.choice(HOSTILE))
    elif what == 3 and isinstance(inside, dict):
        inside[str(rng.choice(HOSTILE))[:100]] = inside.pop(key)
    elif what == 4 and isinstance(inside, list):
        inside.extend([inside[key]] * rng.choice((1, 2, 60)))
    else:
        inside[key] = copy.deepcopy(other[name])
    return body


def hostile_bodies(amount: int) -> Iterator[tuple[str, str, bytes]]:
    """*amount* bodies, the same ones every time."""
    rng, sound = random.Random(SEED), seeds()
    for n in range(amount):
        slug, key, body = sound[n % len(sound)]
        if rng.random() < 0.05:
            yield slug, key, rng.choice(RAW)
            continue
        spoiled = copy.deepcopy(body)
        for _ in range(rng.choice((1, 1, 2, 5))):
            spoiled = spoil(spoiled, rng)
        yield slug, key, json.dumps(spoiled).encode()[: 60 * 1024]


def judge_body(client: FlaskClient, slug: str, key: str, body: bytes) -> int:
    """Fail unless the answer to *body* is a sound one; returns its status."""
    response = client.post(f"/api/v1/{slug}/{key}", data=body, content_type="application/json")
    said = f"{slug}/{key} {body[:300]!r}: {response.status_code} {response.text[:300]}"
    assert response.status_code in (200, 422), said
    assert response.mimetype == "application/json", said
    if response.status_code == 422:
        assert response.json is not None
        assert response.json["error"] == response.json["errors"][0], said
        assert all(fault["message"] and len(fault["field"]) < 400 for fault in response.json["errors"]), said
        assert not any(word in response.text for word in ("pydantic", "Traceback", "Error(")), said
    return response.status_code


def test_hostile_bodies_get_an_answer_or_a_sentence(client: FlaskClient) -> None:
    found = {judge_body(client, *one) for one in hostile_bodies(2_000)}
    assert found == {200, 422}


@pytest.mark.long
def test_20_000_hostile_bodies_get_an_answer_or_a_sentence(client: FlaskClient) -> None:
    for one in hostile_bodies(20_000):
        judge_body(client, *one)


@pytest.mark.parametrize("raw", RAW, ids=[repr(raw[:24]) for raw in RAW])
def test_what_is_no_sound_json_gets_a_sentence(client: FlaskClient, raw: bytes) -> None:
    assert judge_body(client, "rocket-flight", "flight", raw) == 422


def hostile_queries(amount: int) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """*amount* addresses of pages, made from the examples."""
    rng = random.Random(SEED)
    pages = [
        (slug, c.key, forms.query(c.page.form if c.page else c.input, c.page_example if c.page else c.example))
        for slug, game in GAMES.items()
        for c in game.calculators
    ]
    junk = ("more", "count", "lang", "rulings.x", "rulings.", "players.².key", "players.1", "tokens.0", "a" * 300, "")
    for n in range(amount):
        slug, key, sound = pages[n % len(pages)]
        query = list(sound)
        for _ in range(rng.choice((1, 2, 4))):
            text = str(rng.choice(HOSTILE))[:3000]
            at = rng.randrange(len(query) + 1)
            name = query[at][0] if at < len(query) and rng.random() < 0.8 else rng.choice(junk)
            query[at : at + rng.choice((0, 1))] = [(name, text)]
            if rng.random() < 0.2:
                query.append(
                    (f"{name.rpartition('.')[0]}.{rng.choice(('0', '7', '99', '99999', '٣', '9' * 5000))}", text)
                )
        yield slug, key, query


def judge_query(client: FlaskClient, slug: str, key: str, query: list[tuple[str, str]]) -> None:
    """Fail unless the page for *query* is a sound one."""
    response = client.get(f"/games/{slug}/score/{key}?{urlencode(query)}")
    said = f"{slug}/{key} {urlencode(query)[:300]}: {response.status_code}"
    assert response.status_code in (200, 303, 414, 422), said
    assert "<script>alert" not in response.text, said


def judge_queries(app: Flask, amount: int) -> None:
    """Ask for *amount* hostile addresses; every twentieth page is read closely."""
    judging, quick = app.test_client(), FlaskClient(app, Response)
    for n, one in enumerate(hostile_queries(amount)):
        judge_query(judging if n % 20 == 0 else quick, *one)


def test_hostile_addresses_get_a_page(kept_app: Flask) -> None:
    judge_queries(kept_app, 400)


@pytest.mark.long
def test_8_000_hostile_addresses_get_a_page(kept_app: Flask) -> None:
    judge_queries(kept_app, 8_000)
