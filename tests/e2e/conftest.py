"""Phones: pages of a real browser on the real site."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.browsing import FLAGS, Watch, executable
from tests.servers import served

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder opens a browser."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all tests; what it writes down goes to a folder of its own, not to the home folder."""
    home = str(tmp_path_factory.mktemp("browser"))
    own = {**os.environ, "HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=list(FLAGS), env=own)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the real site, running as ./run runs it, without a slash at its end."""
    with served(tmp_path_factory.mktemp("site"), RATE_LIMIT="0") as address:
        yield address


class Phone(Protocol):
    """Opens a page of a new phone: nothing is remembered from another."""

    def __call__(
        self, width: int = 390, height: int = 844, *, dark: bool = False, js: bool = True, **options: Any
    ) -> Page: ...


@pytest.fixture
def phone(browser: Browser, site: str) -> Iterator[Phone]:
    """Makes phones: ``phone(320, dark=True).goto("/")``. The test fails if any of them saw something wrong."""
    contexts, watch = [], Watch(site)

    def new(width: int = 390, height: int = 844, *, dark: bool = False, js: bool = True, **options: Any) -> Page:
        context = browser.new_context(
            **{
                "base_url": site,
                "viewport": {"width": width, "height": height},
                "device_scale_factor": 2,
                "is_mobile": True,
                "has_touch": True,
                "color_scheme": "dark" if dark else "light",
                "java_script_enabled": js,
                "locale": "en-GB",
                "service_workers": "block",  # tests of the installed site let it in
                **options,
            }
        )
        context.set_default_timeout(10_000)
        watch.follow(context)
        contexts.append(context)
        return context.new_page()

    yield new
    for context in contexts:
        context.close()
    assert not watch.wrong, "\n".join(watch.wrong)


@pytest.fixture
def rough(browser: Browser, site: str) -> Iterator[Any]:
    """Phones whose trouble is meant: like ``phone``, but nothing they see fails the test."""
    contexts = []

    def new(width: int = 390, base: str = site, **options: Any) -> Page:
        made = {"viewport": {"width": width, "height": 844}, "is_mobile": True, "has_touch": True, "locale": "en-GB"}
        context = browser.new_context(**{"base_url": base, "service_workers": "block", **made, **options})
        context.set_default_timeout(10_000)
        contexts.append(context)
        return context.new_page()

    yield new
    for context in contexts:
        context.close()
