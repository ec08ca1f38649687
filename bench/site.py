"""Ratios of pages, calculators and sheets, asked from the whole site without a network in between."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

from flask import Flask, Response, jsonify, request

from bench.measure import Ratio
from bench.measure import request as asks
from companion import printing
from companion.settings import Settings
from companion.web import create_app


def hello() -> Flask:
    """The least that Flask can do: the yardstick."""
    app = Flask("hello")
    app.add_url_rule("/", "hello", lambda: "hello")
    app.add_url_rule("/echo", "echo", echo, methods=["POST"])
    return app


def echo() -> Response:
    return jsonify(request.get_json())


def ratios() -> Iterator[Ratio]:
    """Everything that a phone waits for."""
    with tempfile.TemporaryDirectory() as folder:
        site = create_app(Settings.from_env({"DATA_DIR": folder, "SECRET_KEY": "for measuring", "RATE_LIMIT": "0"}))
        plain = hello()
        said_hello = asks(plain, "/")
        yield Ratio(name="shelf", ours=asks(site, "/"), yardstick=said_hello, against="Flask says hello", most=40)
        for slug, game in site.extensions["games"].items():
            for calculator in game.calculators:
                if calculator.key == "final":
                    yield Ratio(
                        name=f"final score, {slug}",
                        ours=asks(site, f"/api/v1/{slug}/final", body=calculator.example),
                        yardstick=asks(plain, "/echo", body=calculator.example),
                        against="Flask echoes the same JSON",
                        most=40,
                    )
        if not printing.problem():
            yield from sheets(site)
            if printer := site.extensions.get("printer"):
                printer.stop()


def sheets(site: Flask) -> Iterator[Ratio]:
    """Printing: asked for again, a sheet costs next to nothing."""
    slug = next(iter(site.extensions["games"]))
    blank = f"/games/{slug}/print/score-pad.pdf?paper=a4"
    yield Ratio(
        name="score pad, again",
        ours=asks(site, blank),
        yardstick=asks(site, f"{blank}&name=Ann&name=Bob"),
        against="the same pad, made anew",
        most=0.05,
        turns=3,
    )
