"""Fixtures of all tests, and a client that judges every page it is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import html5lib
import pytest
from bs4 import BeautifulSoup, Tag
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from companion.games import discover
from companion.printing import Printer
from companion.settings import Settings
from companion.web import create_app

VERBS = {"hx-get": "GET", "hx-post": "POST", "hx-put": "PUT", "hx-delete": "DELETE"}
QUIET = {"noscript", "template"}


class JudgingClient(FlaskClient):
    """Every HTML answer must be valid, link to routes that exist, label every control, and work without scripts."""

    def open(self, *args: Any, **kwargs: Any) -> Any:
        response = super().open(*args, **kwargs)
        if response.mimetype == "text/html" and response.status_code in (200, 422):
            self.judge(response.text)
        return response

    def judge(self, html: str) -> None:
        """Fail with what is wrong in *html*."""
        if html.startswith("<!doctype"):
            html5lib.HTMLParser(strict=True).parse(html)
        page = BeautifulSoup(html, "html.parser")
        ids = Counter(str(tag["id"]) for tag in page.select("[id]"))
        assert max(ids.values(), default=1) == 1, [name for name, n in ids.items() if n > 1]
        self._judge_links(page, ids)
        for control in page.select("input:not([type=hidden]), select, textarea"):
            assert self._is_named(control, page), f"no label: {control}"
        for button in page.select("button, a[href]"):
            assert button.get_text(strip=True) or button.get("aria-label"), f"says nothing: {button}"

    def _judge_links(self, page: BeautifulSoup, ids: Counter[str]) -> None:
        for attribute, verb in {**VERBS, "href": "GET"}.items():
            for tag in page.select(f"a[{attribute}], [{attribute}^='/']"):
                self._is_route(str(tag[attribute]), verb)
        for form in page.select("form[action]"):
            self._is_route(str(form["action"]), str(form.get("method", "get")).upper())
        for tag in page.select("[hx-target^='#']"):
            assert str(tag["hx-target"])[1:] in ids, f"no {tag['hx-target']} to swap"
        for form in page.select("form[hx-post]"):
            assert form.get("action") == form["hx-post"], "must also work without JavaScript"
        for tag in page.select("[aria-describedby], [aria-labelledby]"):
            for name in (*tag.get("aria-describedby", "").split(), *tag.get("aria-labelledby", "").split()):
                assert name in ids, f"no #{name} to describe {tag.name}"

    def _is_route(self, address: str, verb: str) -> None:
        parts = urlsplit(address)
        if not parts.path.startswith("/"):
            assert not parts.netloc or parts.scheme == "https", address
            return
        try:
            self.application.url_map.bind("localhost").match(parts.path, method=verb)
        except RequestRedirect:
            pass
        except HTTPException:
            raise AssertionError(f"{verb} {address} leads nowhere") from None

    @staticmethod
    def _is_named(control: Tag, page: BeautifulSoup) -> bool:
        label = control.find_parent("label") or page.select_one(f"label[for='{control.get('id')}']")
        return bool(
            control.get("aria-label") or control.get("aria-labelledby") or (label and label.get_text(strip=True))
        )


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of a fresh installation."""
    return Settings.from_env({"DATA_DIR": str(tmp_path), "SECRET_KEY": "for tests"})


@pytest.fixture(scope="session")
def kept_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The site with all real games, made once: nothing in it changes."""
    folder = str(tmp_path_factory.mktemp("data"))
    app = create_app(Settings.from_env({"DATA_DIR": folder, "SECRET_KEY": "for tests"}))
    app.testing = True
    app.test_client_class = JudgingClient
    app.extensions["printer"] = Printer(seconds=120)  # the machine may be busy with other tests
    return app


@pytest.fixture
def client(kept_app: Flask) -> FlaskClient:
    """A judging client of the site with all real games."""
    return kept_app.test_client()


@pytest.fixture
def fair_app(settings: Settings) -> Flask:
    """The site with the made-up game only."""
    app = create_app(settings, discover("tests.sample_games"))
    app.testing = True
    app.test_client_class = JudgingClient
    return app


@pytest.fixture
def fair(fair_app: Flask) -> Iterator[FlaskClient]:
    """A judging client of the made-up game's site."""
    with fair_app.test_client() as client:
        yield client
